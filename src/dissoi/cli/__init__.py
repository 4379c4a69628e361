"""The command line: one group of commands, and how they show a debate. Importing this package costs nothing."""

from __future__ import annotations


def main() -> None:
    """The program ``dissoi``: run the command line of this process and exit with its code."""
    import sys

    from dissoi.cli.app import run

    sys.exit(run(sys.argv[1:]))
