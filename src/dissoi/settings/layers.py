"""The layers of settings and their order: flag > ``--config`` > environment > project > user > default.

``--config`` stands above the environment because the command names it, as it does a flag.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from dissoi.errors import ConfigError, UnknownNameError
from dissoi.settings.places import document, dotenv, folder, project_file, user_file
from dissoi.settings.table import TABLE, ModelOptions, Setting, Settings
from dissoi.settings.values import motion_of, nearest, value_of

SECRETS = (
    "ANTHROPIC_API_KEY",
    "AZURE_OPENAI_API_KEY",
    "GOOGLE_API_KEY",
    "LANGSMITH_API_KEY",
    "OPENAI_API_KEY",
    "TAVILY_API_KEY",
    "DISSOI_TOKEN",
)
"""The variables that ``secrets`` reports: keys of providers, and the token of the host in the web application."""

Layer = dict[str, tuple[Any, str]]
"""What one place says: setting -> (value, origin)."""


def load(
    flags: Mapping[str, Any], env: Mapping[str, str], cwd: Path, config_file: Path | None = None, *, named: bool = False
) -> Settings:
    """Resolve all settings. ``flags`` by setting name; None or an empty list means "not given". ``named``: errors speak
    of them by name, as one who does not type flags knows them.

    ``models``, ``styles`` and ``prices`` are merged role by role, side by side and model by model; a flag or variable
    that names one model for all also replaces the models (not the other options) that files give to single roles.
    Raises ``ConfigError`` for a value or file that is wrong, ``UnknownNameError("setting", …)`` for a flag that nothing
    has.
    """
    cwd = Path(os.path.abspath(cwd))
    config, motion = _from_file(config_file, f"--config {config_file}", motion=True) if config_file else ({}, {})
    project, user = project_file(cwd, env), user_file(env)
    layers = [
        _from_flags(flags, named),
        config,
        _from_environment(env, dotenv(cwd)),
        _from_file(project, f"project file {project}")[0] if project else {},
        _from_file(user, f"user file {user}")[0] if os.path.isfile(user) else {},
    ]
    values: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for name in TABLE:
        layer = next((layer for layer in layers if name in layer), None)
        if layer is not None:
            values[name], origins[name] = layer[name]
    values["models"], of_models = _merge_models(layers)
    values["styles"], of_styles = _merge_tables(layers, "styles")
    values["prices"], of_prices = _merge_tables(layers, "prices")
    home = Path(os.path.expanduser(values["home"])) if "home" in values else folder(env, "data")
    values["home"] = cwd / home
    values.setdefault("database_url", f"sqlite:///{values['home'] / 'dissoi.db'}")
    if not values["database_url"].startswith(("sqlite:///", "postgresql://", "postgresql+psycopg://")):
        hint = "For example postgresql://user@host/dissoi."
        raise ConfigError("DISSOI_DATABASE_URL must begin with sqlite:/// or postgresql://.", hint=hint)
    return Settings(**values, motion=motion, origins=origins | of_models | of_styles | of_prices)


def secrets(env: Mapping[str, str]) -> dict[str, bool]:
    """Which key variables are set. Names only."""
    return {name: bool(env.get(name)) for name in SECRETS}


def _from_flags(flags: Mapping[str, Any], named: bool) -> Layer:
    layer: Layer = {}
    for name, value in flags.items():
        if name not in TABLE:
            raise UnknownNameError("setting", name, TABLE)
        if value is not None and value != () and value != []:
            layer[name] = value_of(TABLE[name], value, name if named else spelt(TABLE[name])), "flag"
    return layer


def spelt(setting: Setting) -> str:
    """The long flag, as errors name it; a setting without one goes by its name."""
    return next((f for f in setting.flag.split("/") if f.startswith("--")), setting.name)


def _from_environment(env: Mapping[str, str], dotenv: Mapping[str, str]) -> Layer:
    """An empty variable counts as absent, but hides the one in ``.env``."""
    layer: Layer = {}
    for name, setting in TABLE.items():
        if not setting.env:
            continue
        text, origin = env.get(setting.env), f"environment ({setting.env})"
        if text is None:
            text, origin = dotenv.get(setting.env), f".env ({setting.env})"
        if text and text.strip():
            layer[name] = value_of(setting, text.strip(), setting.env), origin
    return layer


def _from_file(path: Path, origin: str, *, motion: bool = False) -> tuple[Layer, dict[str, Any]]:
    """The settings of a file, and its ``[motion]`` table where one is allowed."""
    layer: Layer = {}
    found: dict[str, Any] = {}
    for key, value in document(path).items():
        where = f"{key} in {path}"
        if key == "motion" and motion:
            found = motion_of(value, where)
        elif key == "motion":
            raise ConfigError(
                f"{where} is not a setting.",
                hint="Give the motion as an argument, or in a file that a debate is given as its config.",
            )
        elif key not in TABLE:
            raise ConfigError(f"{where} is not a setting.", hint=nearest(key, TABLE))
        elif not TABLE[key].file:
            raise ConfigError(f"{where} is set by the variable {TABLE[key].env}, not in a file.")
        else:
            layer[key] = value_of(TABLE[key], value, where, text=False), origin
    return layer, found


def _merge_models(layers: list[Layer]) -> tuple[dict[str, ModelOptions], dict[str, str]]:
    """Models from the lowest layer up, each with what the default gives; and where they came from."""
    roles: dict[str, ModelOptions] = {}
    origins: dict[str, str] = {}
    for layer in reversed(layers):
        table, origin = cast("tuple[dict[str, ModelOptions], str]", layer.get("models", ({}, "")))
        for_all = table.get("default", {}).get("model")
        if for_all and origin.startswith(("flag", "environment", ".env")):
            for role in roles:
                roles[role], origins[f"models.{role}"] = _over(roles[role], {"model": for_all}), origin
        for role, options in table.items():
            roles[role], origins[f"models.{role}"] = _over(roles.get(role, {}), options), origin
    default = {"model": "auto"} | roles.get("default", {})
    return {"default": default} | {r: _over(default, o) for r, o in roles.items() if r != "default"}, origins


def _over(low: ModelOptions, high: ModelOptions) -> ModelOptions:
    """``high`` over ``low``. An address goes with its provider, so that no key is sent to another one's server."""
    merged = {**low, **high}
    providers = {o["model"].partition(":")[0] for o in (low, high) if "model" in o}
    if "base_url" not in high and len(providers) > 1:
        merged.pop("base_url", None)
    return merged


def _merge_tables(layers: list[Layer], name: str) -> tuple[dict[str, Any], dict[str, str]]:
    """The entries of a table from the lowest layer up, each whole; and where they came from."""
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for layer in reversed(layers):
        table, origin = cast("tuple[dict[str, Any], str]", layer.get(name, ({}, "")))
        merged |= table
        origins |= {f"{name}.{key}": origin for key in table}
    return merged, origins
