"""Read a stored debate again: no model is called. Here one is made first; give an id or ``last`` for one of yours."""

from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory

import dissoi

with TemporaryDirectory() as home:
    dissoi.debate("Museums should be free", models="scripted:demo", home=home)
    result = dissoi.replay("last", home=home)
    for name, count in sorted(Counter(envelope.event.type for envelope in result.events).items()):
        print(f"{count:3} {name}")
    page = Path(home) / "debate.md"
    page.write_text(result.to_markdown(), encoding="utf-8")
    print(page.read_text(encoding="utf-8").splitlines()[0])
