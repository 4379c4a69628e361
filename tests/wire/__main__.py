"""``python -m tests.wire [--port N] [--chunk N] [--delay S] [--pace S]`` serves paragraphs; it prints its URL first."""

from __future__ import annotations

import argparse

from tests.wire.behaviours import altered
from tests.wire.server import Wire

parser = argparse.ArgumentParser(prog="python -m tests.wire")
parser.add_argument("--port", type=int, default=0)
parser.add_argument("--chunk", type=int, default=24, help="characters per streamed chunk")
parser.add_argument("--delay", type=float, default=0.0, help="seconds before the first byte")
parser.add_argument("--pace", type=float, default=0.0, help="seconds between chunks")
options = parser.parse_args()
with Wire(altered(chunk=options.chunk, delay=options.delay, pace=options.pace), port=options.port) as wire:
    print(wire.openai_url, flush=True)
    wire.join()
