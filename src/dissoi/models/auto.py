"""What ``auto`` stands for on this machine: the first configured of the user's list, a running Ollama, else ``local:``.

Says why, so that the choice can be printed. Looks, but never calls a model and never spends.
"""

from __future__ import annotations

import http.client
import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any
from urllib.parse import urlsplit

from dissoi.models.registry import configured, split
from dissoi.models.weights import NAME

PORT = 11434
PATIENCE = 0.3
"""Seconds that a local server gets to answer; a machine without one should not feel the question."""


def choose_auto(env: Mapping[str, str], prefer: Sequence[str] = ()) -> tuple[str, str]:
    """Return the name of the model to use and the reason in a few words. Blocks for at most a moment.

    ``prefer``: the user's list (the setting ``auto``). A model of Ollama counts as configured while Ollama serves it.
    Raises ``ConfigError`` or ``UnknownNameError`` if a name in ``prefer`` cannot be one.
    """
    served = cache(lambda: ollama_models(env) if configured("ollama:any", env) else [])
    for name in prefer:
        provider, model = split(name)
        if configured(name, env) and (provider != "ollama" or {model, f"{model}:latest"} & {*served()}):
            return name, "the first of your list that is configured"
    if served():
        return f"ollama:{served()[0]}", "a running Ollama serves it"
    reason = "no model of your list is configured" if prefer else "no list of models is set"
    return NAME, f"{reason} and no Ollama runs"


def standing_for(options: Mapping[str, Any], name: str) -> dict[str, Any]:
    """The options of a model ``auto``, for the model that it stands for. An address is dropped: nobody knows whose it
    is, and a key must not be sent to another provider's server."""
    return {**{key: value for key, value in options.items() if key != "base_url"}, "model": name}


def ollama_models(env: Mapping[str, str], *, patience: float = PATIENCE) -> list[str]:
    """The chat models of a running Ollama, in its own order; [] if there is none (``OLLAMA_HOST`` says where)."""
    host, port, secure = _address(env.get("OLLAMA_HOST", ""))
    kind = http.client.HTTPSConnection if secure else http.client.HTTPConnection
    connection = kind(host, port, timeout=patience)
    try:
        connection.request("GET", "/api/tags")
        answer = connection.getresponse()
        said: Any = json.loads(answer.read(1 << 20)) if answer.status == 200 else {}
        names = [str(one["name"]) for one in said.get("models") or ()]
    except (OSError, http.client.HTTPException, ValueError, AttributeError, TypeError, KeyError):
        return []  # nobody there, or somebody who is no Ollama
    finally:
        connection.close()
    return [name for name in names if "embed" not in name]


def _address(said: str) -> tuple[str, int, bool]:
    """Host, port and whether to use TLS, from the forms that Ollama itself takes: host, host:port or a URL."""
    parts = urlsplit(said if "//" in said else f"//{said}")
    host = parts.hostname or "127.0.0.1"
    if host in ("0.0.0.0", "::"):  # what a server listens on; a client goes to the loopback address  # noqa: S104
        host = "127.0.0.1"
    try:
        port = parts.port
    except ValueError:
        port = None
    secure = parts.scheme == "https"
    return host, port or (443 if secure else 80 if parts.scheme == "http" and said.count(":") < 2 else PORT), secure
