"""``python -m bench [--only NAME]... [--quick] [-o FILE]``: measure, and write the page."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from bench import debates, local, logs, pages, prompts, startup, viewers, wire
from bench.report import Machine, page

SECTIONS = {
    "debates": debates.measure,
    "wire": wire.measure,
    "startup": startup.measure,
    "prompts": prompts.measure,
    "local": local.measure,
    "logs": logs.measure,
    "viewers": viewers.measure,
    "pages": pages.measure,
}
RESULTS = Path(__file__).parent / "RESULTS.md"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m bench", description="Measure Dissoi against its bars.")
    parser.add_argument(
        "--only", action="append", choices=SECTIONS, help="a part; may be repeated; prints, writes nothing"
    )
    parser.add_argument("--quick", action="store_true", help="few repetitions: to see that it works")
    parser.add_argument("-o", "--output", type=Path, help=f"default: bench/{RESULTS.name}, unless --only is given")
    options = parser.parse_args()
    machine, sections = Machine(), []
    for name in options.only or SECTIONS:
        print(f"{name} …", file=sys.stderr, flush=True)
        sections.append(SECTIONS[name](quick=options.quick))
    text = page(machine, sections, quick=options.quick)
    output = options.output or (None if options.only else RESULTS)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8", newline="\n")


main()
