"""Runs `dissoi debate` for `make debate`: the motion and further options come from the environment.

``MOTION`` is passed as one argument, whatever it holds; ``ARGS`` is split like a shell's words, but nothing in it is
expanded. Without a model in ``ARGS`` the bundled local one plays all roles. Not here: anything about a debate.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path


def command(motion: str, args: str) -> list[str]:
    """The arguments of ``dissoi``. Raises ``ValueError`` when a quote in ``args`` is not closed."""
    options = shlex.split(args)
    chosen = any(word.startswith("--model") or (word.startswith("-m") and word[:2] != "--") for word in options)
    model = [] if chosen else ["--model", "local:smollm2"]
    return ["debate", *model, *options, *(["--", motion] if motion else [])]


def main() -> None:
    try:
        words = command(os.environ.get("MOTION", ""), os.environ.get("ARGS", ""))
    except ValueError as error:
        raise SystemExit(f"ARGS cannot be read as words: {error}. Close the quote.") from error
    program = str(Path(sys.executable).with_name("dissoi"))
    os.execv(program, [program, *words])


if __name__ == "__main__":
    main()
