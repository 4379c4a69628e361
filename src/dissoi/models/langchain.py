"""Chat models of real providers, through LangChain's ``init_chat_model``.

``LangChainModel`` turns a LangChain stream into chunks and one ``End``, in the form that the model takes
(``adaptation.py``), and every exception into a classified ``ProviderError`` (``failures.py``). Nothing is imported from
LangChain before the first call. Not here: retries, timers, ``<think>`` text, parsing of structured output (gateway).
"""

from __future__ import annotations

import asyncio
import os
import ssl
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from dataclasses import replace
from functools import lru_cache
from importlib.util import find_spec
from typing import Any
from weakref import WeakKeyDictionary

from dissoi.errors import ConfigError, ProviderError
from dissoi.models import failures
from dissoi.models.adaptation import Memory, Shape, Turn
from dissoi.models.dialects import Dialect, dialect, messages, nearby
from dissoi.models.port import Chunk, End, Profile, Request
from dissoi.models.reading import Reading
from dissoi.record.setup import ModelChoice

TIMEOUT = 300.0
"""Seconds without a byte after which the connection itself gives up: a backstop, the gateway's timers are shorter."""
CONNECT = 10.0
_LESSONS = 8  # refusals that one call may learn from

_memories: dict[tuple[str, str | None], Memory] = {}


def open_langchain(choice: ModelChoice, env: Mapping[str, str]) -> LangChainModel:
    """Return the model that ``choice`` names. Raises ``ConfigError``: no key, no package, a bad SSL_CERT_FILE."""
    provider, _, name = choice.model.partition(":")
    if not provider or not name:
        raise ConfigError(
            f"The model {choice.model!r} does not say its provider.",
            hint='Write it as "provider:model", such as "openai:gpt-5.2".',
        )
    speech = dialect(provider)
    url = choice.base_url or speech.url(env)
    _check_package(speech)
    variable, key = speech.key(env)
    if variable and not key and not nearby(url):
        raise ConfigError(f"{choice.model} needs an API key.", hint=f"Set {variable} in the environment or in .env.")
    _check_certificates(env.get("SSL_CERT_FILE"))
    memory = _memories.setdefault((choice.model, url), _memory(speech, url))
    return LangChainModel(choice, speech, name, url, key, memory)


def forget() -> None:
    """Forget what models refused (for tests)."""
    _memories.clear()


def _memory(speech: Dialect, url: str | None) -> Memory:
    official = speech.openai and (url is None or ".openai.com" in url or ".azure.com" in url)
    tokens = "max_completion_tokens" if official else "max_tokens"
    return Memory(speech.lacks, speech.clashes, tokens=tokens, streams_usage=speech.openai)


def _check_package(speech: Dialect) -> None:
    if speech.extra and (find_spec("langchain") is None or find_spec(speech.package) is None):
        raise ConfigError(
            f"Models of {speech.provider} need a package that is not installed.",
            hint=f"pip install 'dissoi[{speech.extra}]'",
        )


def _check_certificates(path: str | None) -> None:
    """SSL_CERT_FILE, where set, must hold certificates: otherwise every call would fail with a riddle."""
    if path:
        try:
            ssl.create_default_context(cafile=path)
        except OSError as error:  # ssl.SSLError is one
            why = "holds no certificate" if isinstance(error, ssl.SSLError) else "cannot be read"
            raise ConfigError(
                f"SSL_CERT_FILE names {path}, which {why}.",
                hint="Point it to a PEM file, or unset it to use the system's certificates.",
            ) from error


def _trust() -> ssl.SSLContext:
    """The certificates that are trusted: those of SSL_CERT_FILE, SSL_CERT_DIR, or the system. Loading takes 15 ms."""
    return _trusted(os.environ.get("SSL_CERT_FILE"), os.environ.get("SSL_CERT_DIR"))


@lru_cache
def _trusted(file: str | None, folder: str | None) -> ssl.SSLContext:  # the arguments are the key: httpx2 reads them
    import httpx2

    return httpx2.create_ssl_context()


class LangChainModel:
    """A ``ChatModel``. Usable from several event loops, one after the other: each has its own connections."""

    def __init__(
        self, choice: ModelChoice, speech: Dialect, model: str, url: str | None, key: str, memory: Memory
    ) -> None:
        self.name = choice.model
        self.provider = speech.provider if url is None else f"{speech.provider} {url}"
        self.profile: Profile = speech.profile
        if nearby(url):
            self.profile = replace(self.profile, first_token=180.0, idle=60.0)
        self._choice, self._speech, self._model, self._url, self._key = choice, speech, model, url, key
        self._memory = memory
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, _Client] = WeakKeyDictionary()

    async def stream(self, request: Request) -> AsyncGenerator[Chunk | End]:
        """Yield the reply's chunks and one ``End``. Raises ``ProviderError`` and nothing else."""
        for _ in range(_LESSONS):
            turn = await self._memory.turn(request)
            said = False
            try:
                async with aclosing(self._attempt(request, turn)) as parts:
                    async for part in parts:
                        said = True
                        yield part
                return
            except _Failed as failed:
                if said or not self._memory.learn(failed.failure, turn.shape):
                    raise self._error(failed.failure) from None  # the cause may quote the provider's body, key and all
            finally:
                turn.end()
        raise ProviderError(f"{self.name} refuses every form of this request.", kind="rejected", model=self.name)

    async def aclose(self) -> None:
        """Close this loop's connections. The model may be used again."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            await client.aclose()

    def _error(self, failure: failures.Failure) -> ProviderError:
        variable = self._speech.keys[0] if self._speech.keys else ""
        return failure.error(self.name, failures.masked(variable, self._key))

    async def _attempt(self, request: Request, turn: Turn) -> AsyncGenerator[Chunk | End]:
        """One request on the wire. Raises ``_Failed``."""
        reading = Reading(self._speech.cumulative)

        def opened() -> None:
            self._memory.prove(turn.shape)
            turn.end()

        client = self._client()
        tap = client.tap(opened)
        try:
            stream = client.model.astream(
                messages(turn.shape, self._speech.marks), **self._speech.arguments(turn.shape, request)
            )
            async with aclosing(stream) as parts:
                async for part in parts:
                    if not reading.begun:
                        reading.begun = True
                        opened()
                    if (chunk := reading.take(part)) is not None:
                        yield chunk
        except Exception as error:  # SDKs raise what they like; all of it means that this call failed
            if reading.finish is None:  # an error after the terminal evidence changes nothing (F12)
                accepted = reading.begun or (tap is not None and tap.accepted)
                raise _Failed(_foreign(reading, tap) or failures.read(error, opened=accepted)) from error
        finally:
            if tap is not None:
                await tap.close()
        yield self._end(reading, tap, turn.shape)

    def _end(self, reading: Reading, tap: Any, shape: Shape) -> End:
        finish = reading.finish
        if finish is None and tap is not None and reading.said and tap.ended_with_empty_reason():
            finish = "stop"
        if finish is None:
            raise _Failed(_foreign(reading, tap) or failures.Failure("cut", request_id=tap.request_id if tap else None))
        if tap is not None and tap.refusal and not reading.said:
            finish = "refused"
        return End(
            finish=finish,
            tokens=reading.tokens,
            model=reading.model,
            request_id=(tap.request_id if tap else None) or reading.id,
            notes=shape.notes,
        )

    def _client(self) -> _Client:
        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            try:
                client = _Client(self._speech, self._model, self._url, self._key, self._choice.timeout or TIMEOUT)
            except ImportError as error:
                raise ProviderError(
                    f"Models of {self._speech.provider} need a package that is not installed.",
                    kind="rejected",
                    model=self.name,
                    hint=f"pip install {self._speech.package.replace('_', '-')}",
                ) from error
            except Exception as error:  # noqa: BLE001 - SDKs raise what they like, and may quote the key
                raise ProviderError(
                    f"{self.name} could not be set up ({type(error).__name__}).",
                    kind="rejected",
                    model=self.name,
                    hint="Check its name, its key variable and its base URL.",
                ) from None
            self._clients[loop] = client
            if client.window is not None:
                self.profile = replace(self.profile, window=client.window)
        return client


def _foreign(reading: Reading, tap: Any) -> failures.Failure | None:
    """The failure of a reply that is no stream at all: a web page, as a wrong address or a network's login page has."""
    if tap is None or not tap.foreign or reading.said:
        return None
    why = "what answers at its address is not a chat model's stream"
    return failures.Failure("unreachable", request_id=tap.request_id, why=why)


class _Failed(Exception):
    """A request failed, for reasons that may teach something."""

    def __init__(self, failure: failures.Failure) -> None:
        super().__init__(failure.kind)
        self.failure = failure


class _Client:
    """A LangChain model and its connections, for one event loop."""

    _made = 0

    def __init__(self, speech: Dialect, model: str, url: str | None, key: str, timeout: float) -> None:
        from langchain.chat_models import init_chat_model

        self._http: Any = None
        options: dict[str, Any] = {"max_retries": 0, "timeout": timeout}
        if url:
            options["base_url"] = url
        if key or nearby(url):
            options["api_key"] = key or "none"
        if speech.openai:
            options |= self._openai(speech, url, timeout)
        elif speech.provider == "anthropic":
            # LangChain keeps one HTTP client per address and timeout for the whole process, but a client belongs to the
            # loop that first used it: a timeout of its own, some microseconds longer, gives each loop its own client.
            _Client._made += 1
            options["timeout"] = timeout + _Client._made * 1e-6
        elif speech.provider == "google_genai":
            options |= {"max_retries": 1, "client_args": {"verify": _trust()}}  # this SDK counts tries
        elif speech.provider == "ollama":
            options = {"client_kwargs": {"timeout": timeout, "verify": _trust()}}
            if url:
                options["base_url"] = url if "//" in url else f"http://{url}"
        self.model: Any = init_chat_model(model, model_provider=speech.provider, **options)

    def _openai(self, speech: Dialect, url: str | None, timeout: float) -> dict[str, Any]:
        import httpx2

        from dissoi.models.tap import listen

        timer = httpx2.Timeout(timeout, connect=CONNECT)
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=64)
        self._http = httpx2.AsyncClient(
            verify=_trust(), timeout=timer, limits=limits, follow_redirects=True, event_hooks={"response": [listen]}
        )
        options: dict[str, Any] = {
            "timeout": timer,
            "http_async_client": self._http,
            "http_client": httpx2.Client(verify=_trust()),  # never used; its own would load the certificates again
            "stream_chunk_timeout": None,
            "use_responses_api": False,
        }
        if speech.provider == "azure_openai" and url:
            options |= {"azure_endpoint": url, "base_url": None}
        return options

    def tap(self, opened: Any) -> Any:
        """A tap for the request that the caller is about to send, where the wire has one."""
        if self._http is None:
            return None
        from dissoi.models.tap import Tap, current

        tap = Tap(opened)
        current.set(tap)
        return tap

    @property
    def window(self) -> int | None:
        """Tokens of prompt that the model takes, where LangChain knows."""
        known: Any = getattr(self.model, "profile", None)
        return known.get("max_input_tokens") if isinstance(known, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    async def aclose(self) -> None:
        if self._http is not None:
            await self._http.aclose()
        inner = getattr(self.model, "_async_client", None) or getattr(self.model, "async_client", None)
        close = getattr(inner, "aclose", None) or getattr(inner, "close", None)
        if self._http is None and close is not None:
            await close()
