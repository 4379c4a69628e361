"""From what a flag, a variable or a file says to the value of a setting, or one sentence that says what is wrong.

Every function takes ``where``: the flag, the variable or the key with its file, as the error names it.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal, InvalidOperation
from pathlib import Path
from typing import Any, cast

from dissoi.errors import ConfigError
from dissoi.settings.table import OPTIONS, RATES, Kind, ModelOptions, Rates, Setting

MOTION_KEYS = ("text", "title", "info", "keywords")


def parse_model_flag(text: str) -> tuple[str, ModelOptions]:
    """Read ``ROLE=MODEL``, or ``MODEL`` for the role ``default``. Raises ``ConfigError`` if there is no model in it."""
    role, equals, model = text.strip().partition("=")
    if not equals or not re.fullmatch(r"[\w.-]+", role.strip()):  # an = may also stand inside a model's name
        role, model = "default", text
    if not model.strip():
        hint = "Write ROLE=provider:model, or provider:model for all roles."
        raise ConfigError(f"{_short(text)} names no model.", hint=hint)
    return role.strip(), {"model": model.strip()}


def value_of(setting: Setting, value: Any, where: str, *, text: bool = True) -> Any:
    """``value`` as the setting's kind has it. ``text``: numbers may be given as text (environment, flags)."""
    match setting.kind:
        case "models":
            return _models(value, where)
        case "styles":
            return _styles(value, where)
        case "names":
            return _names(value, where)
        case "hosts":
            return _hosts(value, where)
        case "prices":
            return _prices(value, where)
        case "choice":
            if value not in setting.choices:
                message = f"{where} must be one of {', '.join(setting.choices)}, not {_short(value)}."
                raise ConfigError(message, hint=nearest(_short(value), setting.choices))
            return value
        case kind:
            return _scalar(kind, value, where, setting.low, setting.high, text=text)


def _scalar(kind: Kind, value: Any, where: str, low: float, high: float, *, text: bool) -> Any:
    given: Any = value
    if isinstance(value, str) and text and kind != "text":
        value = _read(kind, value)
    wanted: dict[str, tuple[tuple[type, ...], str]] = {
        "text": ((str, Path), "text"),
        "switch": ((bool,), "true or false"),
        "integer": ((int,), "a whole number"),
        "number": ((int, float), "a number"),
        "money": ((int, float, Decimal), "an amount in US dollars"),
    }
    types, words = wanted[kind]
    if not isinstance(value, types) or (isinstance(value, bool) and kind != "switch"):
        raise ConfigError(f"{where} must be {words}, not {_short(given)}.")
    amount = cast("Any", value)
    if kind in ("text", "switch"):
        return str(amount) if kind == "text" else amount
    if not low <= amount <= high:
        raise ConfigError(f"{where} must be {words} from {_bound(low)} to {_bound(high)}, not {_short(given)}.")
    return Decimal(str(amount)) if kind == "money" else float(amount) if kind == "number" else amount


def _bound(number: float) -> str:
    return f"{int(number):,}" if float(number).is_integer() else f"{number:g}"


_YES, _NO = ("1", "true", "yes", "on"), ("0", "false", "no", "off")


def _read(kind: Kind, text: str) -> Any:
    """A value from text; text that is none stays text, for the error to show."""
    if kind == "switch":
        return True if text.lower() in _YES else False if text.lower() in _NO else text
    try:
        number = int(text) if kind == "integer" else Decimal(text)
    except (ValueError, InvalidOperation):
        return text
    if isinstance(number, Decimal) and not number.is_finite():
        return text
    return float(number) if kind == "number" else number


def _models(value: Any, where: str) -> dict[str, ModelOptions]:
    """Models by role, from flags (``ROLE=MODEL``, several), a variable (the same, parted by ``;``) or a table."""
    if isinstance(value, Mapping):
        return {r: _options(o, f"{where}, {r}") for r, o in cast("Mapping[str, Any]", value).items()}
    if isinstance(value, str):
        value = [part for part in value.split(";") if part.strip()]
    if not isinstance(value, (list, tuple)) or not all(isinstance(v, str) for v in cast("list[Any]", value)):
        raise ConfigError(f"{where} must be a model's name, or a table of models by role.")
    return dict(parse_model_flag(part) for part in cast("list[str]", value))


def _options(value: Any, where: str) -> ModelOptions:
    if isinstance(value, str):
        return parse_model_flag(f"default={value}")[1]
    if not isinstance(value, Mapping):
        raise ConfigError(f"{where} must be a model's name or a table of options, not {_short(value)}.")
    options: ModelOptions = {}
    for key, option in cast("Mapping[str, Any]", value).items():
        if key not in OPTIONS:
            hint = nearest(key, OPTIONS) or f"Known: {', '.join(OPTIONS)}."
            if key.isdecimal() and isinstance(option, Mapping):  # [models.judge.2]: to TOML a table 2 in judge
                hint = f'Put the name in quotes: [models."{where.rpartition(", ")[2]}.{key}"].'
            raise ConfigError(f"{key} ({where}) is not an option of a model.", hint=hint)
        if option is not None:
            kind, low, high = OPTIONS[key]
            options[key] = _scalar(kind, option, f"{key} ({where})", low, high, text=False)
    if "model" in options and not options["model"].strip():
        raise ConfigError(f"model ({where}) is empty.")
    if "@" in options.get("base_url", "").split("//")[-1].split("/")[0]:
        hint = "Set the provider's key variable instead."
        raise ConfigError(f"base_url ({where}) must not hold credentials.", hint=hint)
    return options


def _styles(value: Any, where: str) -> dict[str, str]:
    if isinstance(value, str):
        value = [part for part in value.split(";") if part.strip()]
    if isinstance(value, (list, tuple)):
        pairs = [str(part).partition("=") for part in cast("list[Any]", value)]
        value = {side.strip(): style.strip() for side, _, style in pairs}
    styles: Mapping[str, Any] = cast("Mapping[str, Any]", value) if isinstance(value, Mapping) else {}
    if not styles or not all(k and isinstance(v, str) and v for k, v in styles.items()):
        raise ConfigError(f"{where} must name a style per side.", hint="For example pro=passionate.")
    return dict(styles)


def _names(value: Any, where: str) -> tuple[str, ...]:
    """Models in order of preference, from a list or from text parted by ``;``."""
    if isinstance(value, str):
        value = [part.strip() for part in value.split(";") if part.strip()]
    if not isinstance(value, (list, tuple)):
        raise ConfigError(f"{where} must be a list of models, not {_short(value)}.")
    for name in cast("list[Any]", value):
        if not _is_full_name(name):
            raise ConfigError(f"{where} must list models as provider:model, not {_short(name)}.")
    return tuple(cast("list[str]", value))


def _is_full_name(name: Any) -> bool:
    return isinstance(name, str) and re.fullmatch(r"\w+:\S+", name) is not None


_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)(:\d{1,5})?")


def _hosts(value: Any, where: str) -> tuple[str, ...]:
    """Names of hosts, with a port where it is not the usual one, from a list or from text parted by ``;`` or ``,``."""
    if isinstance(value, str):
        value = [part for part in re.split(r"[;,\s]+", value) if part]
    if not isinstance(value, (list, tuple)):
        raise ConfigError(f"{where} must be a list of host names, not {_short(value)}.")
    names = [str(name).lower() for name in cast("list[Any]", value)]
    for name in names:
        if not _HOST.fullmatch(name):
            hint = "Give the name alone, for example debates.example.org."
            raise ConfigError(f"{where} must list host names, not {_short(name)}.", hint=hint)
    return tuple(names)


def _prices(value: Any, where: str) -> dict[str, Rates]:
    hint = 'For example [prices."openai:MODEL"] with input and output: US dollars for a million tokens.'
    if not isinstance(value, Mapping):
        raise ConfigError(f"{where} must be a table of prices by model, not {_short(value)}.", hint=hint)
    table = cast("Mapping[str, Any]", value)
    for name in table:
        if not _is_full_name(name):
            raise ConfigError(f"{where} must name models as provider:model, not {_short(name)}.", hint=hint)
    return {name: _rates(rates, f"{where}, {name}") for name, rates in table.items()}


def _rates(value: Any, where: str) -> Rates:
    if not isinstance(value, Mapping):
        raise ConfigError(f"{where} must be a table with {', '.join(RATES)}, not {_short(value)}.")
    rates: Rates = {}
    for key, rate in cast("Mapping[str, Any]", value).items():
        if key not in RATES:
            hint = nearest(key, RATES) or f"Known: {', '.join(RATES)}."
            raise ConfigError(f"{key} ({where}) is not part of a price.", hint=hint)
        rates[key] = _scalar("money", rate, f"{key} ({where})", 0, 10**6, text=False)
    for key in ("input", "output"):
        if key not in rates:
            raise ConfigError(f"{key} ({where}) is missing.", hint="It is in US dollars for a million tokens.")
    return rates


def motion_of(value: Any, where: str) -> dict[str, Any]:
    """The ``[motion]`` table of a ``--config`` file: text, title, info and a list of keywords."""
    if not isinstance(value, dict):
        raise ConfigError(f"{where} must be a table with {', '.join(MOTION_KEYS)}.")
    table = cast("dict[str, Any]", value)
    for key, part in table.items():
        if key not in MOTION_KEYS:
            raise ConfigError(f"{key} ({where}) is not part of a motion.", hint=nearest(key, MOTION_KEYS))
        is_list = isinstance(part, list) and all(isinstance(p, str) for p in cast("list[Any]", part))
        if not (is_list if key == "keywords" else isinstance(part, str)):
            raise ConfigError(f"{key} ({where}) must be {'a list of words' if key == 'keywords' else 'text'}.")
    return table


def nearest(name: str, known: Iterable[str]) -> str:
    """The hint for a misspelt word, or nothing."""
    near = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f"Did you mean {near[0]}?" if near else ""


def _short(value: Any) -> str:
    try:
        text = repr(value)
    except ValueError:  # a whole number of more digits than Python prints
        return "so large a number"
    return text if len(text) <= 40 else f"{text[:37]}..."
