"""The command line: one group of commands, and how they show a debate. Importing this package costs nothing."""

from __future__ import annotations


def main() -> None:
    """The program ``dissoi``: run the command line of this process and exit with its code."""
    import sys

    try:
        from dissoi.cli.app import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # before the command line could take it
        sys.stderr.write("Interrupted.\n")
        code = 130
    sys.exit(code)
