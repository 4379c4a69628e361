"""One weights file loaded once for the whole process: llama.cpp behind a queue and a thread.

All models and event loops of a process that name the same file share one ``Engine``. Its thread loads the file and
then serves one call after the other, because llama.cpp with one slot would only queue them too, and a second slot
halves the cache. Not here: what a request or a reply looks like (``local.py``).

llama.cpp aborts the process if the interpreter ends while it works (its callback finds no interpreter). So the threads
are daemons, which the interpreter does not wait for by itself, and an exit handler stops the running call, waits for
the thread and frees the server while everything still stands.
"""

from __future__ import annotations

import asyncio
import atexit
import importlib
import os
import queue
import secrets
import threading
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dissoi.errors import DissoiError, ProviderError

Part = dict[str, Any] | BaseException | None
"""What a call's queue carries: a chunk as llama.cpp made it, the exception that ended it, or None = it is over."""

BATCH = 256
"""Prompt tokens between two looks at whether anybody still wants the reply (about one second for a small model)."""
CACHE_MIB = 512
"""Memory for the prompt caches of conversations that are not in the slot just now."""


class Call:
    """One request on its way through the engine's thread to the event loop that asked."""

    def __init__(self, body: dict[str, Any]) -> None:
        self.body = body
        self.parts: asyncio.Queue[Part] = asyncio.Queue()
        self.unwanted = False  # set when the consumer has left; the engine stops at the next token
        self._loop = asyncio.get_running_loop()

    def put(self, part: Part) -> bool:
        """Hand a part to the event loop; the value True tells llama.cpp to stop."""
        if not self.unwanted:
            try:
                self._loop.call_soon_threadsafe(self.parts.put_nowait, part)
            except RuntimeError:  # the loop was closed without waiting for us: nobody reads any more
                self.unwanted = True
        return self.unwanted


class Engine:
    """llama.cpp with one weights file. ``place`` returns the path, fetching it first if it must; it may block."""

    def __init__(self, place: Callable[[Callable[[], bool]], Path], *, threads: int, context: int) -> None:
        self._place = place
        self._threads = threads
        self._context = context
        self._server: Any = None
        self._jobs: queue.SimpleQueue[Call | None] = queue.SimpleQueue()
        self._current: Call | None = None
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._ending = False

    def submit(self, call: Call) -> None:
        """Queue a call; its parts arrive in ``call.parts``."""
        with self._lock:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="dissoi-llama", daemon=True)
                self._thread.start()
        self._jobs.put(call)

    def end(self) -> None:
        """Stop what runs, wait for the thread and free the memory. The engine cannot be used afterwards."""
        self._ending = True
        current = self._current
        if current is not None:
            current.unwanted = True
        self._jobs.put(None)
        if self._thread is not None:
            self._thread.join()
        self._server = None

    def _work(self) -> None:
        while (call := self._jobs.get()) is not None and not self._ending:
            self._current = call
            if self._ending:  # ``end`` may have looked just before the line above
                return
            try:
                if not call.unwanted:
                    self._serve(call)
            except BaseException as error:  # noqa: BLE001 - it belongs to whoever waits for this call
                call.put(error)
            finally:
                call.put(None)
                self._current = None

    def _serve(self, call: Call) -> None:
        if self._server is None:
            self._server = self._load()
        if call.body:  # an empty body asks for loading alone
            self._server.handle_chat_completions(call.body, call.put)

    def _load(self) -> Any:
        path = self._place(lambda: self._ending)
        xllamacpp: Any = importlib.import_module("xllamacpp")  # a compiled module without type stubs
        params = xllamacpp.CommonParams()
        params.model.path = str(path)
        params.n_ctx = self._context
        params.n_parallel = 1
        params.n_batch = params.n_ubatch = BATCH
        params.cache_ram_mib = CACHE_MIB
        params.cpuparams.n_threads = params.cpuparams_batch.n_threads = self._threads
        params.verbosity = 0
        params.api_keys = [secrets.token_urlsafe(32)]  # the library opens a loopback port that we do not use
        params.endpoint_slots = params.ui = False
        try:
            return xllamacpp.Server(params)
        except RuntimeError as error:
            raise ProviderError(
                f"llama.cpp could not load {path.name}.", kind="rejected", model=f"local:{path}",
                hint="The file may be damaged or of a newer kind, or memory may be short.",
            ) from error  # fmt: skip


_engines: dict[tuple[str, int, int], Engine] = {}
_guard = threading.Lock()


def engine(key: str, place: Callable[[Callable[[], bool]], Path], *, threads: int, context: int) -> Engine:
    """The engine of this process for ``key`` (a resolved path, or the name of weights that must be fetched)."""
    with _guard:
        found = _engines.get((key, threads, context))
        if found is None:
            if not _engines:
                atexit.register(_end_all)
            found = _engines[key, threads, context] = Engine(place, threads=threads, context=context)
        return found


def threads(env: Mapping[str, str]) -> int:
    """Threads for llama.cpp: ``DISSOI_LOCAL_THREADS``, else one core less than there are.

    Its threads wait for each other by spinning: with all cores in use, any other busy process makes it many times
    slower (measured: 6 to 35 s instead of 1 to 2 s for 64 tokens).
    """
    named = env.get("DISSOI_LOCAL_THREADS", "")
    if named.isdigit() and int(named):
        return int(named)
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return max(1, available - 1)


def failure(part: BaseException | dict[str, Any], name: str) -> ProviderError:
    """What an error from the engine means. llama.cpp's own words stay out of the message."""
    if isinstance(part, ProviderError):
        return part
    if isinstance(part, DissoiError):
        return ProviderError(part.message, kind="not_found", model=name, hint=part.hint)
    if isinstance(part, dict):
        error: dict[str, Any] = part.get("error") or {}
        if error.get("type") == "exceed_context_size_error":
            return ProviderError(
                f"The prompt has {error.get('n_prompt_tokens')} tokens; {name} takes {error.get('n_ctx')}.",
                kind="context", model=name, hint="Use a shorter debate or a model with a longer context.",
            )  # fmt: skip
        if int(error.get("code") or 500) < 500:
            return ProviderError(f"llama.cpp refused the request to {name}.", kind="rejected", model=name)
        return ProviderError(f"llama.cpp failed while {name} answered.", kind="server", model=name)
    if isinstance(part, ValueError):
        return ProviderError(
            f"llama.cpp refused the request to {name}.", kind="rejected", model=name,
            hint="The JSON schema may use something that it cannot express.",
        )  # fmt: skip
    return ProviderError(f"llama.cpp failed while {name} answered ({type(part).__name__}).", kind="server", model=name)


def _end_all() -> None:
    for one in list(_engines.values()):
        one.end()
