"""Locks what is installed: writes requirements/<set>.txt from pyproject.toml, each release pinned with its hashes.

The sets are listed in ``[tool.dissoi.lock]``, the largest first; each later one is constrained to the releases of the
first, so that one ``.venv`` can hold them all. No index address and nothing of this machine's pip configuration gets
into the files. Run by ``make lock``; ``UPGRADE=1`` takes newer releases, else what is locked stays where it can.
Not here: installing (``scripts/venv``); the model's wheel, whose one line is kept by hand (requirements/model.txt).
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
HEAD = "# Locked by `make lock` from pyproject.toml: do not edit.\n"
OPTIONS = (
    "--quiet",
    "--generate-hashes",
    "--allow-unsafe",
    "--strip-extras",
    "--no-header",
    "--no-emit-options",
    "--no-emit-index-url",
    "--no-emit-find-links",
    "--no-emit-trusted-host",
    "--newline=lf",
)


def expand(requirements: list[str], project: dict[str, Any]) -> list[str]:
    """Replace ``dissoi[a,b]`` by what the extras a and b ask for."""
    plain: list[str] = []
    for requirement in requirements:
        own = re.fullmatch(rf"{project['name']}\[(.+)\]", requirement)
        if own:
            for extra in own[1].split(","):
                plain += expand(project["optional-dependencies"][extra.strip()], project)
        else:
            plain.append(requirement)
    return plain


def wanted(pyproject: dict[str, Any], lock: dict[str, Any]) -> list[str]:
    """The requirements of one set, sorted."""
    project = pyproject["project"]
    found = list(project["dependencies"])
    for extra in lock.get("extras", ()):
        found += expand([f"{project['name']}[{extra}]"], project)
    for group in lock.get("groups", ()):
        found += pyproject["dependency-groups"][group]
    if lock.get("build"):
        found += pyproject["build-system"]["requires"]
    return sorted(set(found))


def compile_set(requirements: list[str], target: Path, constraint: Path | None, upgrade: bool) -> None:
    """Run pip-compile on ``requirements``. Without the user's pip configuration: the lock is the same for everybody."""
    options = [*OPTIONS, *(["--upgrade"] if upgrade else []), *([f"--constraint={constraint}"] if constraint else [])]
    left_out = ("PIP_FIND_LINKS", "PIP_EXTRA_INDEX_URL", "PIP_CONSTRAINT", "PIP_NO_INDEX")
    environment = {k: v for k, v in os.environ.items() if k not in left_out} | {"PIP_CONFIG_FILE": os.devnull}
    subprocess.run(
        [sys.executable, "-m", "piptools", "compile", *options, "-o", target, "-"],
        input="\n".join(requirements) + "\n",
        text=True,
        check=True,
        cwd=ROOT,
        env=environment,
    )
    text = re.sub(r"^ +#( via)? +-c .*\n", "", target.read_text("utf-8").replace("-r -", "dissoi"), flags=re.M)
    if "://" in text:
        raise SystemExit(f"{target.name} holds an address; it must not.")
    target.write_text(HEAD + text, "utf-8")


def main() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    upgrade = bool(os.environ.get("UPGRADE"))
    first: Path | None = None
    for name, lock in pyproject["tool"]["dissoi"]["lock"].items():
        target = Path("requirements") / f"{name}.txt"
        print(f"locking {target}", flush=True)
        compile_set(wanted(pyproject, lock), target, first, upgrade)
        first = first or target


if __name__ == "__main__":
    main()
