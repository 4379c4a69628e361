"""What the HTTP interface takes and gives: request and response bodies, from which ``docs/openapi.json`` is made.

Data only. Not here: the events and the view (``record/``), what is done with a body (``routes/``).
"""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from dissoi.record.events import Envelope
from dissoi.record.view import DebateView, Status

Line = Annotated[str, Field(max_length=10_000)]
"""Text of a person. What it may hold is decided where it is used; this only bounds the work."""
Money = Annotated[Decimal, Field(max_digits=20, decimal_places=9)]
"""US dollars, to the billionth: a number that is written out in full cannot fill the memory."""
May = Literal["owner", "vote", "watch"]
"""What a person may do with a debate: everything, watch and vote, or watch."""


class Body(BaseModel):
    """Closed: an unknown member is an error, so that a misspelt option is not silently ignored."""

    model_config = ConfigDict(extra="forbid")


# --- errors


class Problem(BaseModel):
    """An RFC 9457 problem document. ``code`` is stable; ``detail`` says what and why, ``hint`` what to do next.

    ``field``: the member of the request that is wrong, dotted (``models.pro``).
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    hint: str = ""
    field: str | None = None
    request_id: str = ""


# --- who asks


class SignIn(Body):
    """Exactly one of them. ``ticket``: from the address that ``dissoi serve`` prints; ``token``: from ``dissoi token``;
    ``share``: from a share link."""

    ticket: Annotated[str, Field(max_length=200)] | None = None
    token: Annotated[str, Field(max_length=200)] | None = None
    share: Annotated[str, Field(max_length=200)] | None = None


class Session(BaseModel):
    """Who the asker is. ``debate_id``: the debate that a share link opened just now."""

    owner: str | None
    name: str
    host: bool
    debate_id: str | None = None


# --- debates


class ModelOptions(Body):
    """A model with its options, as in ``[models.<role>]`` of ``dissoi.toml``. An address cannot be given here: a
    server must not send its keys to where a visitor says."""

    model: Annotated[str, Field(max_length=300)]
    temperature: float | None = None
    max_tokens: int | None = None
    thinking_budget: int | None = None
    timeout: float | None = None
    max_retries: int | None = None


Models = str | dict[str, str | ModelOptions]


class SetupRequest(Body):
    """What a debate is asked for. What is left out, the settings of the server decide.

    ``motion`` left out: one is invented (``about`` steers it). ``models``: one name for all roles, or role, side, seat,
    ``judge.N`` or ``listener.N`` -> name or options. ``budget``: US dollars. ``vote_wait``: seconds that the ballots of
    the audience stay open.
    """

    motion: Line | None = None
    title: Line | None = None
    info: Line | None = None
    keywords: Annotated[list[Line], Field(max_length=20)] | None = None
    about: Line | None = None
    format: Annotated[str, Field(max_length=200)] | None = None
    rounds: int | None = None
    models: Models | None = None
    styles: dict[str, Line] | None = None
    judges: int | None = None
    listeners: int | None = None
    vote_wait: int | None = None
    seed: int | None = None
    budget: Money | None = None
    max_calls: int | None = None


class Created(BaseModel):
    debate_id: str


class PlannedSlot(BaseModel):
    """One step of the timeline. ``who``: seat or ballot; ``seconds``: the format's clock."""

    slot: str
    phase: str
    who: str
    side: str
    verb: Literal["say", "vote"]
    seconds: int | None
    words: int | None


class PlannedCalls(BaseModel):
    role: str
    model: str
    calls: int


class Plan(BaseModel):
    """What a debate would take; nothing is called. ``calls_low`` to ``calls_high``: the latter if every answer has to
    be asked for twice. ``minutes``: at the usual speeds of models. ``worst_usd``: null = some price is unknown."""

    timeline: list[PlannedSlot]
    calls: list[PlannedCalls]
    calls_low: int
    calls_high: int
    minutes_low: float
    minutes_high: float
    worst_usd: str | None


class DebateSummary(BaseModel):
    """One debate as lists show it. ``lineup``: side -> model; ``usd``: known cost, ``unpriced`` calls of unknown price;
    ``attended``: somebody is advancing it now."""

    debate_id: str
    motion: str
    format: str
    status: Status
    outcome: str | None
    winner: str | None
    lineup: dict[str, str]
    tags: list[str]
    origin: str | None
    usd: str
    unpriced: int
    calls: int
    last_seq: int
    created_at: str
    updated_at: str
    attended: bool


class DebateList(BaseModel):
    """Newest first. ``next``: the ``cursor`` of the next page, null = this is the last one."""

    items: list[DebateSummary]
    next: str | None


class DebateMeta(BaseModel):
    """What is not in the log: who may do what, and whether somebody advances the debate.

    ``attended``: a process advances it now; ``here``: this one does; ``trouble``: why it stands still although it is
    not paused. ``forks``: debates of the same owner that branched off here. ``now``: the server's clock, ISO 8601 UTC.
    """

    debate_id: str
    may: May
    attended: bool
    here: bool
    trouble: Problem | None
    created_at: str
    updated_at: str
    forks: list[str]
    now: str


class DebateDocument(DebateMeta):
    """A debate as it stands: the fold of its first ``last_seq`` events."""

    last_seq: int
    view: DebateView


class LogEntry(BaseModel):
    """When what happened, without the texts. ``slot``: of events of a slot."""

    seq: int
    at: str
    type: str
    slot: str | None = None


class Log(BaseModel):
    """A stretch of the log in order. ``last_seq``: of the whole log."""

    events: list[Envelope]
    last_seq: int


class Outline(BaseModel):
    """The whole log without its texts: for scrubbers, clocks and lists."""

    entries: list[LogEntry]


class LimitsChange(Body):
    budget: Money | None = None
    max_calls: int | None = None


class ResumeRequest(Body):
    """What changes from here on; nothing given = go on as before."""

    models: Models | None = None
    limits: LimitsChange | None = None


class ForkRequest(Body):
    """Branch off after event ``at``. ``run``: start the new debate at once."""

    at: Annotated[int, Field(ge=1)]
    models: Models | None = None
    styles: dict[str, Line] | None = None
    run: bool = True


# --- votes


class VoteRequest(Body):
    """``choice`` null = abstain, which is neither a tie nor the same as not voting."""

    ballot: Annotated[str, Field(max_length=200)]
    choice: Annotated[str, Field(max_length=200)] | None
    reason: Annotated[str, Field(max_length=500)] = ""


class OwnVote(BaseModel):
    choice: str | None
    reason: str = ""


class BallotPaper(BaseModel):
    """One ballot of the audience as the asker may see it.

    ``state``: ``coming`` (not open yet), ``open``, ``closed``. ``yours``: null = you have not voted. ``people`` and
    ``simulated``: option -> votes, apart from each other; null until you have voted or the ballot is closed.
    ``now``: the server's clock, so that a countdown can be shown.
    """

    ballot: str
    state: Literal["coming", "open", "closed"]
    options: list[str]
    closes_at: str | None
    now: str
    yours: OwnVote | None
    people: dict[str, int] | None
    simulated: dict[str, int] | None
    abstained: int | None


class Ballots(BaseModel):
    ballots: list[BallotPaper]


# --- share links


class ShareRequest(Body):
    """``may``: ``watch`` (read only) or ``vote`` (watch and vote). ``days`` until it expires."""

    may: Literal["watch", "vote"] = "watch"
    days: Annotated[int, Field(ge=1, le=365)] = 7


class Share(BaseModel):
    """``token`` is given once, when the link is made; the link is the page's address with ``#share=<token>``."""

    id: int
    may: Literal["watch", "vote"]
    created_at: str
    expires_at: str | None
    token: str | None = None


class Shares(BaseModel):
    shares: list[Share]


# --- what there is


class About(BaseModel):
    name: str
    version: str
    schema_version: int


class FormatCard(BaseModel):
    """A format. ``rounds``: its default, null = it has none. ``audience``: it has a vote of the audience.
    ``judges_low`` to ``judges_high``: how many judges it seats; 0 = nobody judges."""

    name: str
    title: str
    sides: list[str]
    seats: dict[str, str]
    rounds: int | None
    judges_low: int
    judges_high: int
    audience: bool
    timeline: list[PlannedSlot]


class Formats(BaseModel):
    formats: list[FormatCard]


class Provider(BaseModel):
    """``state``: ready, no key, not installed, not running. ``key``: the name of the variable, never its value."""

    provider: str
    state: str
    key: str
    remedy: str


class ModelList(BaseModel):
    """``suggested``: names that can be used now. ``auto``: what ``auto`` stands for, and why."""

    providers: list[Provider]
    suggested: list[str]
    scripted: dict[str, str]
    auto: str
    auto_reason: str


class StyleList(BaseModel):
    """``styles``: name -> description. A style may also be a description of your own."""

    styles: dict[str, str]


class Defaults(BaseModel):
    """What a debate takes where its request says nothing, and the limits of the server."""

    format: str
    models: dict[str, str]
    judges: int | None
    listeners: int
    vote_wait: int
    budget: str | None
    max_calls: int | None
    motion_limit: int
    info_limit: int
    live_debates: int


class GraphNode(BaseModel):
    """``words``: what the step does, for readers who do not see the picture."""

    id: str
    words: str


class GraphEdge(BaseModel):
    source: str
    target: str


class Graph(BaseModel):
    """The steps that this debate can take, and which may follow which. ``start`` and ``end`` are nodes too."""

    nodes: list[GraphNode]
    edges: list[GraphEdge]


class Health(BaseModel):
    status: Literal["ok", "ready", "starting", "stopping", "failed"]
    detail: str = ""
