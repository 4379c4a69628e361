"""Names and models: which adapter serves a name, what is said when it cannot, and what ``auto`` stands for."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread
from typing import Any

import pytest

from dissoi.errors import ConfigError, DissoiError, ProviderError, UnknownNameError
from dissoi.models import registry
from dissoi.models.auto import choose_auto, ollama_models, standing_for
from dissoi.models.registry import PROVIDERS, Registry, open_model, providers, split
from dissoi.record.setup import ModelChoice

KEY = {"OPENAI_API_KEY": "sk-very-secret"}
NOWHERE = {"OLLAMA_HOST": "http://127.0.0.1:9"}  # the discard port: nobody listens


def opened(name: str, env: dict[str, str] | None = None, **options: Any) -> Any:
    """The model called ``name``."""
    return open_model(ModelChoice(model=name, **options), env=env or {})


@pytest.mark.parametrize(
    ("name", "error", "said"),
    [
        ("gpt-4o", ConfigError, "names no provider"),
        ("opnai", ConfigError, "Did you mean openai:MODEL"),
        ("openai", ConfigError, "no model"),
        ("local", ConfigError, "local:smollm2"),
        ("openai:", ConfigError, "no model"),
        ("opnai:gpt", UnknownNameError, "openai:gpt"),
        ("google:gemini", UnknownNameError, "google_genai:gemini"),
        ("claude:opus", UnknownNameError, "anthropic:opus"),
        ("xyzzy:model", UnknownNameError, "Known: "),
        ("[/2]<b>:x", UnknownNameError, "provider"),
        ("", ConfigError, "names no provider"),
        ("scripted:dmo", UnknownNameError, "demo"),
    ],
)
def test_a_name_that_says_no_model_gets_a_hint_and_no_guess(name: str, error: type[DissoiError], said: str) -> None:
    """Without a known provider nothing is opened; the error is one sentence and a hint with the likely name."""
    with pytest.raises(error, match=r"^[^\n]*$") as caught:
        opened(name)
    assert said in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_model_may_hold_colons() -> None:
    """Only the first colon separates provider and model."""
    assert split("ollama:llama3:8b") == ("ollama", "llama3:8b")


@pytest.mark.parametrize(
    ("name", "variable"),
    [
        ("openai:gpt", "OPENAI_API_KEY"),
        ("azure_openai:gpt", "AZURE_OPENAI_API_KEY"),
        ("anthropic:claude", "ANTHROPIC_API_KEY"),
        ("google_genai:gemini", "GOOGLE_API_KEY"),
    ],
)
def test_a_missing_key_is_said_before_any_call(name: str, variable: str) -> None:
    """Opening a model without its key names the variable and is never retried."""
    with pytest.raises(ProviderError, match=variable) as caught:
        opened(name)
    assert caught.value.kind == "auth"
    assert not caught.value.retryable


def test_a_server_on_this_machine_needs_no_key() -> None:
    """A loopback address, by option or by variable, is enough for an OpenAI-compatible server."""
    assert opened("openai:any", base_url="http://127.0.0.1:1/v1").name == "openai:any"
    assert opened("openai:any", {"OPENAI_BASE_URL": "http://localhost:1/v1"}).name == "openai:any"


def test_a_missing_package_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    """A provider whose package is not there says what to install, before it asks for a key."""
    monkeypatch.setattr(registry, "_there", lambda _module: False)
    with pytest.raises(ConfigError, match=r"dissoi\[anthropic\]"):
        opened("anthropic:claude")
    with pytest.raises(ConfigError, match="langchain-groq"):
        opened("groq:llama")


def test_the_rows_name_keys_but_never_show_them() -> None:
    """Each provider has one row that says whether its key is set, without the key."""
    rows = providers(KEY)
    assert [row.provider for row in rows] == list(PROVIDERS)
    states = {row.provider: row.state for row in rows}
    assert states["openai"] == "ready"
    assert states["anthropic"] == "no key"
    assert states["scripted"] == states["local"] == "ready"
    assert "very-secret" not in repr(rows)


def test_listing_and_opening_imports_no_framework() -> None:
    """Neither the rows nor an opened model import LangChain or llama.cpp: the first call does."""
    program = (
        "import sys\nfrom dissoi.models.registry import *\nfrom dissoi.models.auto import choose_auto\n"
        "providers({}); open_model(ModelChoice(model='scripted:demo'), env={})\n"
        "open_model(ModelChoice(model='openai:x', base_url='http://127.0.0.1:1/v1'), env={})\n"
        "print([m for m in ('langchain', 'langchain_core', 'langchain_openai', 'xllamacpp') if m in sys.modules])"
    )
    child = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert child.stdout.strip() == "[]"


class Closing:
    """A model that remembers being closed, and may fail at it."""

    def __init__(self, fails: bool) -> None:
        self.fails, self.closed = fails, False

    async def aclose(self) -> None:
        self.closed = True
        if self.fails:
            raise OSError("gone")


async def test_a_registry_opens_once_and_closes_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """Equal choices share a model, another address does not; closing reaches all even if one fails, and says so."""
    made: list[Closing] = []

    def make(_choice: ModelChoice, **_more: Any) -> Closing:
        made.append(Closing(fails=not made))
        return made[-1]

    monkeypatch.setattr(registry, "open_model", make)
    models = Registry({})
    first = models.open(ModelChoice(model="openai:x"))
    assert models.open(ModelChoice(model="openai:x", temperature=0.2)) is first
    assert models.open(ModelChoice(model="openai:x", base_url="http://127.0.0.1:1")) is not first
    assert len(made) == 2
    with pytest.raises(OSError, match="gone"):
        await models.aclose()
    assert all(model.closed for model in made)
    assert models.open(ModelChoice(model="openai:x")) is not first


class Tags(BaseHTTPRequestHandler):
    """Ollama's list of models, or what another program might answer in its place."""

    body = b"{}"
    status = 200

    def do_GET(self) -> None:
        self.send_response(self.status if self.path == "/api/tags" else 404)
        self.end_headers()
        self.wfile.write(self.body)

    def log_message(self, format: str, *args: Any) -> None:
        """Keep quiet."""


@pytest.fixture
def ollama() -> Iterator[tuple[type[Tags], dict[str, str]]]:
    """A played Ollama on a free port: its handler class, and the environment that points to it."""
    played = type("Played", (Tags,), {})
    with HTTPServer(("127.0.0.1", 0), played) as server:
        thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
        thread.start()
        yield played, {"OLLAMA_HOST": f"0.0.0.0:{server.server_port}"}
        server.shutdown()
        thread.join()


def test_auto_takes_the_first_configured_of_the_list(ollama: tuple[type[Tags], dict[str, str]]) -> None:
    """The user's list wins over a running Ollama; its entries without a key are passed over."""
    played, env = ollama
    played.body = json.dumps({"models": [{"name": "qwen:7b"}]}).encode()
    name, reason = choose_auto(env | KEY, ["anthropic:claude", "openai:gpt", "scripted:demo"])
    assert name == "openai:gpt"
    assert reason


def test_auto_counts_a_model_of_ollama_while_it_is_served(ollama: tuple[type[Tags], dict[str, str]]) -> None:
    """A model of Ollama in the list is passed over unless a running Ollama has it; its tag may be left out."""
    played, env = ollama
    played.body = json.dumps({"models": [{"name": "qwen:latest"}]}).encode()
    assert choose_auto(env, ["ollama:other", "ollama:qwen", "scripted:demo"])[0] == "ollama:qwen"
    assert choose_auto(NOWHERE, ["ollama:qwen", "scripted:demo"])[0] == "scripted:demo"


def test_an_address_beside_auto_is_dropped() -> None:
    """What ``auto`` stands for keeps the options but no address, which may be another provider's."""
    options = {"model": "auto", "temperature": 0.5, "base_url": "http://127.0.0.1:1"}
    assert standing_for(options, "openai:x") == {"model": "openai:x", "temperature": 0.5}


def test_auto_takes_a_running_ollama(ollama: tuple[type[Tags], dict[str, str]]) -> None:
    """Without a configured preference the first chat model of a running Ollama is taken."""
    played, env = ollama
    played.body = json.dumps({"models": [{"name": "nomic-embed-text"}, {"name": "qwen:7b"}]}).encode()
    assert choose_auto(env, ["anthropic:claude"])[0] == "ollama:qwen:7b"


@pytest.mark.parametrize("body", [b"", b"<html>", b"[]", b'{"models": [1]}', b'{"models": null}', b'{"models": []}'])
def test_auto_falls_back_to_the_local_model(ollama: tuple[type[Tags], dict[str, str]], body: bytes) -> None:
    """A server that is no Ollama, one without models, and none at all lead to the bundled model, with a reason."""
    played, env = ollama
    played.body = body
    assert choose_auto(env)[0] == "local:smollm2"
    name, reason = choose_auto(NOWHERE)
    assert name == "local:smollm2"
    assert "no Ollama runs" in reason


def test_a_server_that_refuses_serves_no_models(ollama: tuple[type[Tags], dict[str, str]]) -> None:
    """An error status is no list of models."""
    played, env = ollama
    played.body, played.status = json.dumps({"models": [{"name": "x"}]}).encode(), 500
    assert ollama_models(env) == []


def test_a_wrong_name_in_the_list_is_an_error() -> None:
    """A preference that cannot be a model is said, not skipped."""
    with pytest.raises(UnknownNameError, match="openai:gpt"):
        choose_auto(NOWHERE, ["opnai:gpt"])
