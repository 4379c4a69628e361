"""From what a user asks for to a ``Setup``: names checked, roles given models, everything resolved before the first
call."""

from __future__ import annotations

import secrets
from collections.abc import Iterable, Mapping, Set
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from pydantic import ValidationError

from dissoi.agents.styles import style
from dissoi.errors import ConfigError, DissoiError, UnknownNameError, UsageError
from dissoi.formats import timeline
from dissoi.formats.lint import seats as seats_of
from dissoi.formats.load import load
from dissoi.formats.schema import Format
from dissoi.models.port import ChatModel
from dissoi.record.setup import Limits, ModelChoice, Setup, motion
from dissoi.record.view import DebateView
from dissoi.settings import ROLES, unknown_role

Check = Literal["off", "note", "revise", "strike", "forfeit"]


@dataclass(frozen=True, slots=True)
class Wish:
    """What a user may ask of a debate. ``models``: role, side, seat, ``judge.N`` or ``listener.N`` -> model name or
    options; ``format``: name or path."""

    motion: str | None = None
    title: str | None = None
    info: str | None = None
    keywords: tuple[str, ...] = ()
    about: str = ""
    format: str = "deb8flow"
    rounds: int | None = None
    models: Mapping[str, str | Mapping[str, Any] | ModelChoice] = field(default_factory=dict[str, Any])
    styles: Mapping[str, str] = field(default_factory=dict[str, str])
    humans: tuple[str, ...] = ()
    judges: int | None = None
    listeners: int = 0
    refine: bool = False
    check: Check = "off"
    seed: int | None = None
    budget: Decimal | None = None
    max_calls: int | None = None
    max_revisions: int = 2
    max_checks: int = 3
    vote_wait: int = 0
    files: bool = True  # whether the format may be a path


def compose(wish: Wish) -> Setup:
    """Build the setup. Raises ``UsageError`` and its kinds: one sentence for the first thing that cannot be."""
    format = load(wish.format, files=wish.files)
    sides = format.sides
    if wish.humans:
        raise UsageError(
            "People cannot take seats yet in this version.",
            hint="Give each seat a model; the audience vote is open to you.",
        )
    if wish.refine:
        raise UsageError("The refinement loop is not part of this version yet.", hint="Leave the setting refine out.")
    if wish.check != "off":
        raise UsageError("Fact checking is not part of this version yet.", hint="Let the setting check be off.")
    variables = _variables(format, wish.rounds)
    timeline.expand(format, variables)  # a format that cannot be laid out fails here, not in the middle
    try:
        return Setup(
            motion=None
            if wish.motion is None
            else motion(wish.motion, title=wish.title, info=wish.info, keywords=wish.keywords),
            about=wish.about,
            format=format.id,
            rules=format.rules(),
            vars=variables,
            models=_models(wish.models, sides, names(format, wish.judges, wish.listeners)),
            styles={_side("style", name, sides): style(text) for name, text in wish.styles.items()},
            judges=wish.judges,
            listeners=wish.listeners,
            limits=Limits(
                budget=wish.budget,
                max_calls=wish.max_calls,
                max_revisions=wish.max_revisions,
                max_checks=wish.max_checks,
            ),
            seed=secrets.randbelow(2**31) if wish.seed is None else wish.seed,
            vote_wait=wish.vote_wait,
        )
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"{'.'.join(map(str, first['loc']))}: {first['msg']}.") from error


def _variables(format: Format, rounds: int | None) -> dict[str, int]:
    if rounds is None:
        return {}
    if "rounds" not in format.vars:
        raise UsageError(
            f"The format {format.id} has no rounds to set.", hint="Leave the rounds out, or take the format nround."
        )
    return {"rounds": rounds}


def names(format: Format, judges: int | None, listeners: int) -> set[str]:
    """Who may have a model of their own beside the roles: sides, seats, ``judge.1`` …, ``listener.1`` ….

    Raises ``UsageError`` if the format does not seat ``judges``.
    """
    sitting = {"judge": timeline.judges(format, judges), "listener": listeners}
    numbered = {f"{role}.{n}" for role, count in sitting.items() for n in range(1, count + 1)}
    return {*format.sides, *seats_of(format), *numbered}


def _models(
    wanted: Mapping[str, str | Mapping[str, Any] | ModelChoice], sides: tuple[str, ...], names: Set[str]
) -> dict[str, ModelChoice]:
    """Every key is a role or one of ``names``; ``pro`` and ``con`` mean the first and the second side."""
    known = {"default", *ROLES, *names}
    models: dict[str, ModelChoice] = {}
    for key, value in wanted.items():
        if key not in known:
            raise unknown_role(key, known)
        models[_side("role", key, sides) if key in ("pro", "con") else key] = choice(value, where=f"models.{key}")
    if "default" not in models:
        raise ConfigError("No model is given.", hint="Name one, for example local:smollm2 or openai:gpt-5.2.")
    return models


def amended(
    setup: Setup, models: Mapping[str, str | Mapping[str, Any]], styles: Mapping[str, str], *, imported: bool = False
) -> Setup:
    """``setup`` with other models and styles, for a fork or a resume; names are checked as in ``compose``.

    A model for ``default`` replaces those of all roles but the ones that ``models`` names too. Models of judges and
    listeners that sit no longer are left out. ``imported``: the setup came from elsewhere; models that are replaced
    leave their addresses behind.
    """
    format = Format.of(setup.rules)
    base = choice(models["default"], where="models.default").model if "default" in models else None
    known = names(format, setup.judges, setup.listeners)
    old = {key: model for key, model in setup.models.items() if key in {"default", *ROLES, *known}}
    kept = old if base is None else {key: _moved(model, base, imported) for key, model in old.items()}
    found = _models({**kept, **models}, format.sides, known)
    spoken: dict[str, str] = {}
    for name, text in styles.items():
        try:
            spoken[_side("style", name, format.sides)] = style(text)
        except UsageError as error:
            error.field = f"styles.{name}"
            raise
    return setup.model_copy(update={"models": found, "styles": {**setup.styles, **spoken}})


def _moved(choice: ModelChoice, model: str, imported: bool) -> ModelChoice:
    """The same options for another model. An address goes with its provider, so that no key reaches another's
    server."""
    stays = not imported and _provider(choice.model) == _provider(model)
    return choice.model_copy(update={"model": model} if stays else {"model": model, "base_url": None})


def choice(value: str | Mapping[str, Any] | ModelChoice, *, where: str = "model") -> ModelChoice:
    """Read a model name or a table of options. Raises ``ConfigError``."""
    if isinstance(value, ModelChoice):
        return value
    try:
        return ModelChoice.model_validate({"model": value} if isinstance(value, str) else dict(value))
    except ValidationError as error:
        first = error.errors()[0]
        place = ".".join((where, *map(str, first["loc"])))
        wrong = ConfigError(f"{place}: {first['msg']}.")
        wrong.field = place
        raise wrong from error


def _side(kind: str, name: str, sides: tuple[str, ...]) -> str:
    """A side by its own name, or the first and second by ``pro`` and ``con``."""
    if name in sides:
        return name
    if name in ("pro", "con") and len(sides) == 2:
        return sides[("pro", "con").index(name)]
    raise UnknownNameError("side" if kind == "style" else kind, name, sides)


@dataclass(frozen=True, slots=True)
class Plan:
    """What a debate would take: ``rows`` (slot id, phase, seat, seconds, words), calls, and the worst price in USD.

    ``worst`` is None when some price is unknown. Re-asks and repairs may add calls; a budget still holds.
    """

    rows: tuple[tuple[str, str, str, int | None, int | None], ...]
    calls: tuple[tuple[str, str, int], ...]  # role, model, how many
    worst: Decimal | None

    @property
    def total(self) -> int:
        return sum(n for _, _, n in self.calls)


def plan(setup: Setup, worst: Any) -> Plan:
    """Lay a debate out without a call. ``worst(model, prompt_chars, max_tokens)`` gives USD or None."""
    from dissoi.graph.routes import next_step

    format = Format.of(setup.rules)
    slots = timeline.expand(format, setup.vars)
    judges = timeline.judges(format, setup.judges)
    rows = tuple((s.id, s.phase, s.seat or s.ballot, s.seconds, s.words) for s in slots)
    counts: dict[tuple[str, str], int] = {}
    total: Decimal | None = Decimal(0)
    transcript = 1000

    def add(role: str, model: str, times: int, tokens: int) -> None:
        nonlocal total
        if times:
            counts[role, model] = counts.get((role, model), 0) + times
            price = worst(model, transcript + 1000, tokens)
            total = None if total is None or price is None else total + price * times

    if setup.motion is None:
        add("topic", setup.choice("topic").model, 1, 60)
    opening = DebateView(setup=setup, motion=setup.motion or motion("a motion"), slots=slots, status="running")
    if any(step.node == "introduce" for step in next_step(format, opening)):
        add("moderator", setup.choice("moderator", seat="chair").model, 1, 160)
    for slot in slots:
        if slot.verb == "vote":
            for n in range(1, setup.listeners + 1):
                add("audience", setup.choice("audience", seat=f"listener.{n}").model, 1, 200)
            continue
        role = "moderator" if slot.seat == "chair" else "speaker"
        add(
            slot.seat,
            setup.choice(role, seat=slot.seat, side=slot.side).model,
            1,
            round((slot.words or 250) * 1.7) + 80,
        )
        transcript += 7 * (slot.words or 250)
    for n in range(1, judges + 1):
        add("judge", setup.choice("judge", seat=f"judge.{n}").model, 1, 700)
    add("scorer", setup.choice("judge", seat="scorer").model, 1 if judges else 0, 1200)
    return Plan(rows=rows, calls=tuple((role, model, n) for (role, model), n in counts.items()), worst=total)


def check_addresses(setup: Setup, own: Iterable[Mapping[str, Any]]) -> None:
    """For a setup that came from elsewhere: the key of a provider goes with its calls, so no model may be at an address
    that the settings here do not give to that provider. ``own``: their models' options. Raises ``ConfigError``."""
    known = {(_provider(str(options["model"])), options["base_url"]) for options in own if options.get("base_url")}
    for role, choice in setup.models.items():
        if choice.base_url is not None and (_provider(choice.model), choice.base_url) not in known:
            error = ConfigError(
                f"The log came from elsewhere and names an address for {choice.model[:100]} ({choice.base_url[:200]})"
                " that is not in the settings here.",
                hint="Choose another model, or add the address to the settings if your key may go there.",
            )
            error.field = f"models.{role}"[:100]
            raise error


def _provider(model: str) -> str:
    return model.partition(":")[0]


def check_models(setup: Setup, open_model: Any) -> dict[str, ChatModel]:
    """Open every model that the setup names, so that a missing key or package is found before the first word."""
    models: dict[str, ChatModel] = {}
    for key, choice in setup.models.items():
        try:
            models[key] = open_model(choice)
        except DissoiError as error:
            error.field = f"models.{key}"
            raise
    return models
