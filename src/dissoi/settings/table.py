"""Every setting, defined once: a field of ``Settings`` carries its kind, default, names, bounds and meaning.

The command line's options, the table in ``docs/settings.md`` and the errors derive from here. Not here: where values
come from (``layers.py``) and how they are read (``values.py``).
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path
from typing import Any, Literal

from dissoi.errors import UnknownNameError

Kind = Literal[
    "text", "choice", "integer", "number", "money", "switch", "names", "hosts", "models", "styles", "prices"
]  # fmt: skip

ModelOptions = dict[str, Any]
"""A model for a role: ``model`` and the options of ``OPTIONS``. ``record.setup.ModelChoice`` is the same, frozen."""

Rates = dict[str, Decimal]
"""The user's own price of a model: US dollars for a million tokens, by the words of ``RATES``."""

RATES = ("input", "cached", "output")
"""Parts of a price. Without ``cached``, cached input costs what other input costs."""

ROLES = (
    "topic",
    "pro",
    "con",
    "persona",
    "thinker",
    "critic",
    "fact_checker",
    "moderator",
    "judge",
    "scorer",
    "audience",
)

OPTIONS: dict[str, tuple[Kind, float, float]] = {
    "model": ("text", 0, 0),
    "temperature": ("number", 0, 2),
    "max_tokens": ("integer", 1, 10**7),
    "thinking_budget": ("integer", 0, 10**7),
    "timeout": ("number", 0.001, 86_400),
    "max_retries": ("integer", 0, 20),
    "base_url": ("text", 0, 0),
}
"""Options of a model: kind, least and greatest value. ``timeout``: seconds for one call with all its retries."""

CHECKS = ("off", "note", "revise", "strike", "forfeit")

DISPLAYS = ("auto", "rich", "plain", "none")


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. ``flag``: how the command line spells it; ``env``: its variable; "" = it has none. ``file``: may it
    stand in a file? ``command``: whose flag it is."""

    name: str
    kind: Kind
    default: Any
    help: str
    flag: str = ""
    env: str = ""
    file: bool = True
    command: str = "debate"
    choices: tuple[str, ...] = ()
    low: float = 0
    high: float = 10**9


def _setting(kind: Kind, default: Any, help: str, flag: str = "", **more: Any) -> Any:
    """A field of ``Settings`` that carries its own definition."""
    meta = {"kind": kind, "default": default, "help": help, "flag": flag, **more}
    if isinstance(default, dict):
        return field(default_factory=dict[str, Any], metadata=meta)
    return field(default=default, metadata=meta, repr="file" not in more)


@dataclass(frozen=True)
class Settings:
    """All settings, resolved. ``models`` always has ``default``, and each of its entries a ``model``."""

    format: str = _setting("text", "deb8flow", "format of the debate: a name, or a YAML file", "-f/--format")
    rounds: int | None = _setting("integer", None, "rounds, where the format has them", "--rounds", high=100)
    models: dict[str, ModelOptions] = _setting(
        "models",
        {},
        "model of a role, seat, side or judge.N (ROLE=MODEL), or of all (MODEL)",
        "-m/--model",
        env="DISSOI_MODEL",
    )
    auto: tuple[str, ...] = _setting("names", (), "models that `auto` may stand for: the first that is configured")
    styles: dict[str, str] = _setting(
        "styles", {}, "style of a side (SIDE=NAME): a known name, or words of your own", "--style", env="DISSOI_STYLE"
    )
    judges: int | None = _setting(
        "integer", None, "number of judges; as the format says if absent", "--judges", high=15
    )
    refine: bool = _setting("switch", False, "let a critic revise each speech", "--refine/--no-refine")
    max_revisions: int = _setting("integer", 2, "revisions of one speech at most", "--max-revisions", high=20)
    max_checks: int = _setting("integer", 3, "fact-checks of one speech at most", "--max-checks", high=20)
    check: str = _setting("choice", "off", "what a refuted claim leads to", "--check", choices=CHECKS)
    seed: int | None = _setting(
        "integer", None, "makes choices repeatable; drawn and recorded if absent", "--seed", high=2**63 - 1
    )
    budget: Decimal | None = _setting("money", None, "US dollars that the debate may cost at most", "--budget")
    max_calls: int | None = _setting("integer", None, "model calls at most", "--max-calls")
    about: str = _setting("text", "", "what an invented motion is about", "--about")
    display: str = _setting("choice", "auto", "how the terminal shows a debate", "--display", choices=DISPLAYS)
    no_input: bool = _setting("switch", False, "never ask a person: end with code 5 instead", "--no-input")
    listeners: int = _setting("integer", 0, "simulated listeners who vote", "--listeners", high=99)
    vote_wait: int = _setting("integer", 0, "seconds that a ballot stays open for people", "--vote-wait", high=86_400)
    concurrency: int | None = _setting(
        "integer", None, "calls at once per provider; what suits it if absent", "--concurrency", low=1, high=1000
    )
    prices: dict[str, Rates] = _setting(
        "prices", {}, "your own prices by model: US dollars for a million tokens", env=""
    )
    timeout: float = _setting(
        "number", 300.0, "seconds for one model call with all its retries", "--timeout", low=0.001, high=86_400
    )
    host: str = _setting("text", "127.0.0.1", "address that the web application listens on", "--host", command="serve")
    port: int = _setting(
        "integer",
        8321,
        "port that the web application listens on; 0 = a free one",
        "--port",
        command="serve",
        high=65535,
    )
    hosts: tuple[str, ...] = _setting(
        "hosts", (), "further names that browsers may use for it", "--allow-host", command="serve"
    )
    live_debates: int = _setting(
        "integer", 4, "debates of one owner that it runs at once", "--live-debates", command="serve", low=1, high=10_000
    )
    starts_per_hour: int = _setting(
        "integer", 10, "debates that one owner other than the host may start in an hour", "--starts-per-hour",
        command="serve", low=1, high=100_000,
    )  # fmt: skip
    streams: int = _setting(
        "integer", 8, "live views that one person may have open", "--streams", command="serve", low=1, high=10_000
    )
    connections: int = _setting(
        "integer", 200, "connections that it serves at once", "--connections", command="serve", low=1, high=100_000
    )
    home: Path = _setting("text", None, "folder of all state; the user's data folder if absent", file=False)
    database_url: str = _setting(
        "text", None, "`sqlite:///…` or `postgresql://…`; `dissoi.db` in the home folder if absent", file=False
    )

    motion: dict[str, Any] = field(default_factory=dict[str, Any])
    """``text``, ``title``, ``info``, ``keywords`` from the ``[motion]`` table of a ``--config`` file."""
    origins: dict[str, str] = field(default_factory=dict[str, str], repr=False)

    def origin(self, name: str) -> str:
        """Where the value of a setting came from, in words; in a table also by key: ``models.judge``."""
        return self.origins.get(name, "default")

    @property
    def database(self) -> str:
        """The database URL without its password, for people to see."""
        return re.sub(r"(//[^:/@]*):.*@", r"\1:***@", self.database_url)

    def models_for(self, names: Iterable[str]) -> dict[str, ModelOptions]:
        """The models by role, for a debate whose sides, seats, judges and listeners are ``names``.

        Raises ``UnknownNameError("role", …)`` for a model whose role nothing has. Project and user files may name seats
        of other formats, and judges of larger panels: such models are left out, and only a misspelt role is an error.
        """
        known = {"default", *ROLES, *names}
        for role in sorted(self.models.keys() - known):
            lasting = self.origin(f"models.{role}").startswith(("project", "user"))
            misspelt = not _NUMBERED.fullmatch(role) and difflib.get_close_matches(role, ROLES, n=1, cutoff=0.75)
            if not lasting or misspelt:
                raise unknown_role(role, known)
        return {role: options for role, options in self.models.items() if role in known}


_NUMBERED = re.compile(r"(judge|listener)\.\d+")


def unknown_role(name: str, known: Iterable[str]) -> UnknownNameError:
    """The error for a model whose role nothing has; for a judge or listener too many it says how many there are."""
    numbered = _NUMBERED.fullmatch(name)
    if not numbered:
        return UnknownNameError("role", name, known)
    kind = numbered[1]
    count = sum(other.startswith(f"{kind}.") for other in known)
    hint = f"This debate has {count or 'no'} {kind}{'' if count == 1 else 's'}; the setting {kind}s says how many."
    return UnknownNameError("role", name, hint=hint)


def _definitions() -> dict[str, Setting]:
    found: dict[str, Setting] = {}
    for f in dataclasses.fields(Settings):
        if f.metadata:
            meta: dict[str, Any] = {"env": f"DISSOI_{f.name.upper()}", **f.metadata}
            found[f.name] = Setting(name=f.name, **meta)
    return found


TABLE = _definitions()
"""Every setting by name, in the order of the documentation."""


def settings_table_markdown() -> str:
    """The table of ``docs/settings.md``."""
    lines = ["| setting | option | environment | default | meaning |", "|---|---|---|---|---|"]
    for s in TABLE.values():
        key = f"`{s.name}`" if s.file else "–"
        flag = ", ".join(f"`{f}`" for f in s.flag.split("/")) if s.flag else "–"
        absent = s.default is None or s.default in ("", (), {})
        env = f"`{s.env}`" if s.env else "–"
        default = "–" if absent else f"`{str(s.default).lower() if s.kind == 'switch' else s.default}`"
        words = f" ({', '.join(s.choices)})" if s.choices else ""
        lines.append(f"| {key} | {flag} | {env} | {default} | {s.help}{words} |")
    return "\n".join(lines)
