"""Every error that Dissoi raises on purpose, and what each one means to a caller.

    DissoiError                  internal           exit 1   HTTP 500   our own bug
    ├─ UsageError                usage              exit 2   HTTP 422   the request cannot be carried out as it stands
    │  ├─ UnknownNameError       unknown.<kind>     exit 2   HTTP 404   a name that nothing has; says the nearest one
    │  ├─ MotionError            motion             exit 2   HTTP 422   an empty, oversized or undecodable motion
    │  ├─ FormatError            format             exit 2   HTTP 422   a format file that breaks a rule (file:line)
    │  ├─ ConfigError            config             exit 2   HTTP 422   a setting or extra that is wrong or missing
    │  ├─ ConflictError          conflict           exit 2   HTTP 409   another process has the debate, or it is over
    │  └─ LimitError             limit              exit 2   HTTP 429   more at once or in an hour than a server allows
    ├─ StoreError                store              exit 2   HTTP 503   the database is read-only, full or corrupt
    │  └─ LogError               log                exit 2   HTTP 422   a log from elsewhere that is not whole
    ├─ ProviderError             provider           exit 3   HTTP 502   a model provider failed (``kind`` says how)
    ├─ BudgetError               budget             exit 4   HTTP 402   the next call would pass a cap
    ├─ PersonNeededError         person             exit 5   HTTP 409   a person must act and may not be asked
    └─ StoppedError              stopped            exit 130 HTTP 409   the user stopped the run; it can be resumed

Each message is one sentence that says what happened and why; ``hint`` says what to do next. Nothing here formats
output: the faces (CLI, web) decide how an error looks. Not for control flow inside the engine, where a failed role
is an event.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any, ClassVar, Literal

ProviderKind = Literal[
    "auth",  # key missing, wrong or not allowed: never retried
    "quota",  # account out of money: never retried
    "not_found",  # no such model
    "rejected",  # the provider refused the request as malformed
    "context",  # prompt longer than the model's window
    "refused",  # safety filter or refusal
    "rate_limit",
    "overloaded",
    "server",
    "unreachable",
    "certificate",
    "timeout",
    "cut",  # the stream ended without the provider's terminal evidence
    "empty",  # terminal evidence, but nothing said
    "length",  # the token limit was reached before anything usable came
    "malformed",  # structured output that stayed invalid after repair
]

RETRYABLE: frozenset[ProviderKind] = frozenset(
    {"rate_limit", "overloaded", "server", "unreachable", "timeout", "cut", "empty"}
)
"""The kinds that the same request may outlive. All others need another request, another key or another model."""


class DissoiError(Exception):
    """Base of all. ``message``: one sentence; ``hint``: what to do next (may be empty); ``field``: the member of a
    request that it is about, dotted (``models.pro``), where that is known."""

    code: ClassVar[str] = "internal"
    exit_code: ClassVar[int] = 1
    http_status: ClassVar[int] = 500

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint
        self.field: str | None = None

    def __str__(self) -> str:
        return f"{self.message} {self.hint}".strip()


class UsageError(DissoiError):
    code = "usage"
    exit_code = 2
    http_status = 422


class UnknownNameError(UsageError):
    """A name that nothing has. ``kind`` is the noun ("format", "role", "style", "debate", ...)."""

    http_status = 404

    def __init__(self, kind: str, name: str, known: Iterable[str] = (), *, hint: str = "") -> None:
        known = sorted(known)
        near = difflib.get_close_matches(name, known, n=1, cutoff=0.6)
        if not hint:
            if near:
                hint = f"Did you mean {near[0]}?"
            elif known:
                hint = f"Known: {', '.join(known)}."
        super().__init__(f"There is no {kind} called {name!r}.", hint=hint)
        self.kind = kind
        self.name = name
        self.code = f"unknown.{kind.replace(' ', '_')}"  # pyright: ignore[reportAttributeAccessIssue]


class MotionError(UsageError):
    code = "motion"


class FormatError(UsageError):
    """A format file that breaks a rule. ``where`` is ``file:line`` (or the file alone)."""

    code = "format"

    def __init__(self, message: str, *, where: str = "", hint: str = "") -> None:
        super().__init__(f"{where}: {message}" if where else message, hint=hint)
        self.where = where


class ConfigError(UsageError):
    code = "config"


class ConflictError(UsageError):
    code = "conflict"
    http_status = 409


class LimitError(UsageError):
    """More than a server allows at once or in an hour. ``retry_after``: seconds after which it may work."""

    code = "limit"
    http_status = 429

    def __init__(self, message: str, *, retry_after: float, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.retry_after = retry_after


class StoreError(DissoiError):
    code = "store"
    exit_code = 2
    http_status = 503


class LogError(StoreError):
    """A log that somebody brings is not whole, or is none: nothing is wrong with the database."""

    code = "log"
    http_status = 422


class ProviderError(DissoiError):
    """A model provider failed.

    ``kind`` classifies the failure; ``retry_after`` is the provider's own hint in seconds; ``provider`` and ``model``
    say who. The message never holds the provider's raw body, which may carry keys, markup or instructions.
    """

    code = "provider"
    exit_code = 3
    http_status = 502

    def __init__(
        self,
        message: str,
        *,
        kind: ProviderKind,
        model: str = "",
        retry_after: float | None = None,
        request_id: str | None = None,
        hint: str = "",
    ) -> None:
        super().__init__(message, hint=hint)
        self.kind: ProviderKind = kind
        self.model = model
        self.retry_after = retry_after
        self.request_id = request_id
        self.attempts = 0
        self.spent: Any = None  # the ``Usage`` of the tries that came to nothing, for the event that tells of them

    @property
    def retryable(self) -> bool:
        return self.kind in RETRYABLE


class BudgetError(DissoiError):
    """The next call would pass a cap; ``limit`` names it (``budget`` in USD or ``max_calls``)."""

    code = "budget"
    exit_code = 4
    http_status = 402

    def __init__(self, message: str, *, limit: str, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.limit = limit


class PersonNeededError(DissoiError):
    code = "person"
    exit_code = 5
    http_status = 409


class StoppedError(DissoiError):
    code = "stopped"
    exit_code = 130
    http_status = 409
