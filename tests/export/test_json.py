"""The JSON document and the JSON Lines: nothing lost, and the lines verify wherever they are read."""

from __future__ import annotations

import json

from dissoi.export import json as document
from dissoi.export import jsonl
from dissoi.record.events import faults, parse_line
from dissoi.record.view import DebateView, fold
from tests.export import samples


def test_the_lines_are_the_log() -> None:
    """Reading the exported lines gives the same envelopes, and the chain holds."""
    log = samples.log(samples.whole('quotes " and \u05d0 and \n lines'))
    read = [parse_line(line) for line in jsonl.render(log).splitlines()]
    assert read == log
    assert faults(read) == []


def test_the_document_holds_the_view() -> None:
    """The view of the document is the fold of its log, field by field."""
    log = samples.log(samples.whole())
    found = json.loads(document.render(log))
    assert list(found) == ["schema_version", "debate_id", "setup", "view", "events"]
    assert found["debate_id"] == samples.ID
    assert DebateView.model_validate(found["view"]) == fold(e.event for e, _ in log)


def test_events_of_the_document_verify() -> None:
    """Each event of the document is a line of the log, hash and all."""
    log = samples.log(samples.whole())
    found = document.document(log)["events"]
    assert [parse_line(json.dumps(event)) for event in found] == log


def test_events_can_be_left_out() -> None:
    """Who wants only the result gets no events."""
    assert "events" not in document.document(samples.log(samples.whole()), events=False)
