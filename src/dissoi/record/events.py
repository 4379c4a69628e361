"""The event union: all that is stored of a debate, and all that travels.

Each event is one small frozen class with a ``type``; an ``Envelope`` adds place, time, visibility and the hash chain.
Order is ``seq``, never the clock. Not here: what events add up to (``view.py``), where they are kept (``store/``).
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from typing import Annotated, Any, Literal

from pydantic import Field, TypeAdapter, ValidationError

from dissoi.errors import StoreError
from dissoi.record.ballots import ArgumentScore, Ballot, Verdict
from dissoi.record.base import Noun, Text
from dissoi.record.setup import Limits, ModelChoice, Motion, Setup, Slot
from dissoi.record.transcript import Mark
from dissoi.record.usage import Usage

SCHEMA_VERSION = 1

Outcome = Literal[
    "verdict", "disqualification", "forfeit", "draw", "consensus", "no_consensus", "unresolved", "stopped", "failed"
]


class DebateCreated(Noun):
    """A debate exists: its whole setup."""

    type: Literal["debate.created"] = "debate.created"
    setup: Setup


class TopicGenerated(Noun):
    """The topic generator invented the motion."""

    type: Literal["topic.generated"] = "topic.generated"
    motion: Motion
    usage: Usage | None = None


class DebateStarted(Noun):
    """The motion stands and the timeline is fixed. ``sides`` and ``seats`` (seat -> side) are the line-up."""

    type: Literal["debate.started"] = "debate.started"
    motion: Motion
    sides: tuple[str, ...]
    seats: dict[str, str]
    slots: tuple[Slot, ...]
    judges: int


class PhaseChanged(Noun):
    """A new phase of the timeline begins."""

    type: Literal["phase.changed"] = "phase.changed"
    phase: str


class TurnStarted(Noun):
    """A seat has the floor for a slot; its text streams as ``token`` events until the turn is published."""

    type: Literal["turn.started"] = "turn.started"
    slot: str
    seat: str
    side: str


class TurnPublished(Noun):
    """A speech, final. ``marks`` say what is odd about it; ``controller`` who spoke."""

    type: Literal["turn.published"] = "turn.published"
    slot: str
    seat: str
    side: str
    text: Text
    words: int
    marks: tuple[Mark, ...] = ()
    controller: Literal["ai", "human"] = "ai"
    inbox: int | None = None
    usage: Usage | None = None


class TurnForfeited(Noun):
    """A slot stays silent. ``technical``: its model failed, which is no strike and no loss."""

    type: Literal["turn.forfeited"] = "turn.forfeited"
    slot: str
    seat: str
    side: str
    reason: Literal["technical", "refused", "passed"]
    detail: Text = ""


class ModeratorActed(Noun):
    """The chair introduced the debate (``introduce``, with text) or gave the floor (``hand_over``; faces word it)."""

    type: Literal["moderator.acted"] = "moderator.acted"
    action: Literal["introduce", "hand_over"]
    slot: str | None = None
    text: Text = ""
    usage: Usage | None = None


class HumanAwaited(Noun):
    """A person's turn has come; the debate waits for text in its inbox."""

    type: Literal["human.awaited"] = "human.awaited"
    slot: str
    seat: str


class VoteOpened(Noun):
    """An audience ballot is open until ``closes_at`` (ISO 8601 UTC), unless the host closes it earlier."""

    type: Literal["vote.opened"] = "vote.opened"
    ballot: str
    options: tuple[str, ...]
    closes_at: str


class VoteCast(Noun):
    """One vote; the last of a voter counts. ``choice`` None = abstains. ``inbox``: the message that brought it."""

    type: Literal["vote.cast"] = "vote.cast"
    ballot: str
    voter: str
    choice: str | None = None
    simulated: bool = False
    reason: Text = ""
    inbox: int | None = None
    usage: Usage | None = None


class VoteClosed(Noun):
    """The ballot is closed with these counts; votes that never came are not in them."""

    type: Literal["vote.closed"] = "vote.closed"
    ballot: str
    counts: dict[str, int]
    abstained: int


class BallotCast(Noun):
    """One judge's ballot."""

    type: Literal["ballot.cast"] = "ballot.cast"
    ballot: Ballot
    usage: Usage | None = None


class ArgumentScored(Noun):
    """One argument's score. ``usage`` rides on the first of the call that scored several."""

    type: Literal["argument.scored"] = "argument.scored"
    argument: ArgumentScore
    usage: Usage | None = None


class VerdictGiven(Noun):
    """The result that code computed from the ballots."""

    type: Literal["verdict.given"] = "verdict.given"
    verdict: Verdict


class RoleFailed(Noun):
    """A role could not do its part. ``id`` is the judge, seat or slot; ``kind`` the failure class; no raw provider
    text."""

    type: Literal["role.failed"] = "role.failed"
    role: str
    id: str
    kind: str
    message: Text
    attempts: int = 0
    fatal: bool = False
    usage: Usage | None = None


class BudgetReached(Noun):
    """The next call would pass a cap, so it was not made. ``limit``: ``budget`` (USD) or ``max_calls``."""

    type: Literal["budget.reached"] = "budget.reached"
    limit: str
    message: Text


class DebatePaused(Noun):
    """Nothing runs until ``dissoi resume``."""

    type: Literal["debate.paused"] = "debate.paused"
    reason: Literal["user", "budget", "provider", "person", "store"]
    detail: Text = ""


class DebateResumed(Noun):
    """The debate goes on, with changed limits or models if given. Reopens an ``unresolved`` end."""

    type: Literal["debate.resumed"] = "debate.resumed"
    limits: Limits | None = None
    models: dict[str, ModelChoice] | None = None


class DebateFinished(Noun):
    """The end. Nothing follows, except ``debate.resumed`` after ``unresolved``."""

    type: Literal["debate.finished"] = "debate.finished"
    outcome: Outcome
    winner: str | None = None
    reason: Text = ""


Event = Annotated[
    DebateCreated | TopicGenerated | DebateStarted | PhaseChanged | TurnStarted | TurnPublished | TurnForfeited
    | ModeratorActed | HumanAwaited | VoteOpened | VoteCast | VoteClosed | BallotCast | ArgumentScored | VerdictGiven
    | RoleFailed | BudgetReached | DebatePaused | DebateResumed | DebateFinished,
    Field(discriminator="type"),
]  # fmt: skip


class Token(Noun):
    """Ephemeral: text of the speech that is being made. ``reset``: forget what came before in this slot."""

    type: Literal["token"] = "token"
    slot: str
    role: str
    text: str
    reset: bool = False


class NodeStarted(Noun):
    """Ephemeral: a step of the graph began."""

    type: Literal["node.started"] = "node.started"
    node: str
    id: str = ""


class NodeFinished(Noun):
    """Ephemeral: a step of the graph ended."""

    type: Literal["node.finished"] = "node.finished"
    node: str
    id: str = ""


Ephemeral = Token | NodeStarted | NodeFinished

_EVENTS: TypeAdapter[Event] = TypeAdapter(Event)

Visibility = Annotated[str, Field(pattern=r"^(public|judges|audit|team:.+)$")]


def visibility_of(event: Event) -> str:
    """Who may see an event. Every event of today is public; private steps of a speech will be ``team:<side>``."""
    return "public"


class Envelope(Noun):
    """An event in its place. ``hash`` = SHA-256 over ``prev_hash`` and everything else here, in canonical JSON."""

    schema_version: int = SCHEMA_VERSION
    debate_id: str
    seq: Annotated[int, Field(ge=1)]
    at: str
    visibility: Visibility
    prev_hash: str
    hash: str
    event: Event

    def line(self) -> str:
        """The envelope as one line of JSON (JSON Lines, SSE data, export): canonical, so that equal means equal
        bytes."""
        return envelope_line(self, body_of(self.event))


def body_of(event: Event) -> str:
    """The canonical JSON of an event: sorted keys, no spaces, no null members, UTF-8 as it is."""
    return canonical_json(event.model_dump(mode="json", exclude_none=True))


_CANONICAL = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical_json(value: Any) -> str:
    """JSON with sorted keys, no spaces and no escapes that are not needed: equal values have equal bytes."""
    return _CANONICAL.encode(value)


def parse_event(body: str | bytes) -> Event:
    """Raises ``StoreError`` if ``body`` is not an event of this version."""
    try:
        return _EVENTS.validate_json(body)
    except ValidationError as error:
        raise StoreError(
            f"A stored event cannot be read ({error.error_count()} problems).", hint="Run dissoi verify."
        ) from error


Sealed = tuple[Envelope, str]
"""An envelope and the canonical JSON of its event exactly as stored: hashes are over that text, not over its
re-reading."""


GENESIS = "0" * 64


def chain(prev_hash: str, debate_id: str, seq: int, at: str, visibility: str, body: str) -> str:
    """The hash of one link."""
    head = canonical_json([SCHEMA_VERSION, prev_hash, debate_id, seq, at, visibility])
    return hashlib.sha256(f"{head}\n{body}".encode()).hexdigest()


def seal(debate_id: str, seq: int, at: str, event: Event, prev_hash: str) -> Sealed:
    """Put ``event`` in its place. Returns the envelope and the event's canonical body (so that it is made once)."""
    body, visibility = body_of(event), visibility_of(event)
    return (
        Envelope.model_construct(
            schema_version=SCHEMA_VERSION,
            debate_id=debate_id,
            seq=seq,
            at=at,
            visibility=visibility,
            prev_hash=prev_hash,
            hash=chain(prev_hash, debate_id, seq, at, visibility, body),
            event=event,
        ),
        body,
    )


def envelope_line(e: Envelope, body: str) -> str:
    head = canonical_json(
        {k: getattr(e, k) for k in ("at", "debate_id", "hash", "prev_hash", "schema_version", "seq", "visibility")}
    )
    return f'{head[:-1]},"event":{body}}}'


def parse_line(line: str | bytes) -> Sealed:
    """Read one line of an exported log. Raises ``StoreError``."""
    try:
        raw = json.loads(line)
        envelope, body = Envelope.model_validate(raw), canonical_json(raw["event"])
        f"{envelope.at}{envelope.debate_id}{envelope.visibility}{body}".encode()  # half a character has no bytes
        return envelope, body
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join(map(str, first["loc"][:8]))
        where = f" at {place}" if place else ""
        raise StoreError(f"Not an event of a debate log: {first['msg']}{where}.") from error
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise StoreError("Not an event of a debate log: the line is not a JSON object with an event.") from error


def faults(log: Iterable[Sealed]) -> list[str]:
    """Everything that is wrong with a log as one sentence each; empty = dense, chained, in order, one end."""
    found: list[str] = []
    prev, debate, expected, finished = GENESIS, None, 1, ""
    slots: set[str] = set()
    for e, body in log:
        debate = debate or e.debate_id
        if e.schema_version != SCHEMA_VERSION:
            found.append(f"event {e.seq} is of version {e.schema_version}, and this Dissoi reads {SCHEMA_VERSION}")
        if e.debate_id != debate:
            found.append(f"event {e.seq} belongs to another debate")
        if e.seq != expected:
            found.append(f"event {expected} is missing" if e.seq > expected else f"event {e.seq} occurs twice")
        if e.prev_hash != prev:
            found.append(f"event {e.seq} does not follow the event before it (broken chain)")
        if e.hash != chain(e.prev_hash, e.debate_id, e.seq, e.at, e.visibility, body):
            found.append(f"event {e.seq} was changed (its hash does not fit)")
        if finished and not (finished == "unresolved" and e.event.type == "debate.resumed"):
            found.append(f"event {e.seq} comes after the end")
        finished = e.event.outcome if isinstance(e.event, DebateFinished) else ""
        if isinstance(e.event, TurnPublished):
            if e.event.slot in slots:
                found.append(f"slot {e.event.slot} has two speeches (event {e.seq})")
            slots.add(e.event.slot)
        if (e.seq == 1) != (e.event.type == "debate.created"):
            found.append(f"event {e.seq} is {e.event.type}; a log begins with debate.created and has one")
        prev, expected = e.hash, e.seq + 1
    if debate is None:
        found.append("the log is empty")
    return found
