"""A process that is ours to tune, made ready to run debates: the command line's, a server's, a benchmark's.

Never called by the library itself: the collector of a program that merely imports Dissoi is that program's business.
"""

from __future__ import annotations

import gc

YOUNG = 10_000
"""New objects after which the youngest are collected. A debate leaves few cycles behind; the default of 700 (Python
before 3.14) looks for them so often that it takes a tenth of the CPU of many debates at once."""


def make_ready() -> None:
    """Load LangGraph and keep the garbage collector off what is loaded. Blocks for a second or two.

    What is loaded stays as long as the process, and a collection that walks its quarter of a million objects takes
    0.1 s, in which no debate of the process moves.
    """
    gc.disable()  # loading makes no garbage worth a search either
    try:
        from dissoi.graph.build import compiled

        compiled()
    finally:
        gc.enable()
    gc.freeze()
    gc.set_threshold(YOUNG)
