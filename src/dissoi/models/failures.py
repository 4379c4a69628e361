"""What went wrong with a provider, read from whatever its SDK raised, as a ``ProviderError``.

The SDKs use two families of HTTP libraries (httpx and httpx2) and wrap their errors differently, so this module reads
facts (status, code, text, names of the exceptions in the chain) instead of comparing types. The provider's own text is
used to classify and to learn (``adaptation.py``); it never reaches a message. Cases: F01-F35 of the failure catalogue.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from typing import Any, cast

from dissoi.errors import ProviderError, ProviderKind

_CONTEXT = re.compile(
    r"context_length_exceeded|maximum context length|context window|context length|prompt is too long|input is too long"
    r"|exceed_context_size|exceeds the maximum number of tokens|input token count",
    re.I,
)
_QUOTA = re.compile(r"insufficient_quota|insufficient_balance|insufficient balance|credit balance is too low", re.I)
_FILTER = re.compile(r"content_filter|content_policy_violation|content management policy|ResponsibleAIPolicy", re.I)
_KEY = re.compile(r"api key not valid|invalid_api_key|api_key_invalid|authentication_error", re.I)
_OVERLOADED = re.compile(r"overloaded|unavailable|capacity", re.I)
_RATE = re.compile(r"rate_limit|rate limit|too many requests|resource_exhausted", re.I)

_BY_STATUS: dict[int, ProviderKind] = {
    401: "auth",
    402: "quota",
    403: "auth",
    404: "not_found",
    408: "timeout",
    409: "server",
    413: "context",
    425: "server",
    429: "rate_limit",
    503: "overloaded",
    529: "overloaded",
}
_TIMEOUTS = ("Timeout", "TimeoutException", "TimeoutError")
_TORN = {"RemoteProtocolError", "ReadError", "WriteError", "IncompleteReadError", "ConnectionResetError"}
_CLOSED_DOORS = {"ConnectError", "ConnectTimeout", "gaierror", "ConnectionRefusedError", "APIConnectionError"}
_UNREADABLE = (KeyError, TypeError, AttributeError, IndexError, ValueError)

_SAYS: dict[ProviderKind, tuple[str, str]] = {
    "auth": ("did not accept the API key", "Check {key}."),
    "quota": ("has no credit left on this account", "Top up the account, or choose another model."),
    "not_found": ("does not exist at this provider", "Check the name after the colon, and the base URL."),
    "rejected": ("refused the request as malformed", "Try another model, or drop options such as temperature."),
    "context": ("cannot take a prompt this long", "Choose a model with a larger window, or fewer rounds."),
    "refused": ("refused to answer (content filter)", "Reword the motion, or choose another model."),
    "rate_limit": ("allows no more calls just now", "Wait a little, then `dissoi resume`."),
    "overloaded": ("is overloaded", "Wait a little, then `dissoi resume`."),
    "server": ("failed on the provider's side", "Wait a little, then `dissoi resume`."),
    "unreachable": ("cannot be reached", "Check the network and the base URL."),
    "certificate": (
        "could not be reached safely: certificate not trusted",
        "Behind a company proxy, set SSL_CERT_FILE to its root certificate (PEM).",
    ),
    "timeout": ("did not answer in time", "Try again later, or raise the timeout of the model."),
    "cut": ("broke off in the middle of its reply", "Try again."),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Failure:
    """The facts of one failed request. ``text`` is the provider's own wording: for patterns only, never to be shown;
    ``why`` is ours, for what the kind alone does not say."""

    kind: ProviderKind
    status: int | None = None
    text: str = ""
    retry_after: float | None = None
    request_id: str | None = None
    why: str = ""

    def error(self, model: str, key: str = "the key") -> ProviderError:
        """The failure in one sentence. ``key`` names the variable that holds the key, masked value included."""
        says, hint = _SAYS[self.kind]
        status = f" (HTTP {self.status})" if self.status else ""
        why = f": {self.why}" if self.why else ""
        return ProviderError(
            f"{model} {says}{status}{why}.",
            kind=self.kind,
            model=model,
            retry_after=self.retry_after,
            request_id=self.request_id,
            hint=hint.format(key=key),
        )


def read(error: BaseException, *, opened: bool = False) -> Failure:
    """Return the facts of ``error``; ``opened`` = the provider had accepted the request (HTTP 200) before."""
    chain = list(_chain(error))
    status, text, headers = _status(chain), _text(chain), _headers(chain)
    return Failure(
        kind=_kind(chain, status, text, opened),
        status=status,
        text=text,
        retry_after=_retry_after(headers, text),
        request_id=headers.get("x-request-id") or headers.get("request-id"),
    )


def masked(variable: str, value: str) -> str:
    """``OPENAI_API_KEY (…f3aQ)``: enough to tell one key from another, and no more."""
    if not variable:
        return "the key"
    if not value:
        return f"{variable} (not set)"
    return f"{variable} (…{value[-4:]})" if len(value) >= 16 else variable


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        yield error
        error = error.__cause__ or error.__context__


def _kind(chain: list[BaseException], status: int | None, text: str, opened: bool) -> ProviderKind:
    names = {cls.__name__ for e in chain for cls in type(e).__mro__}
    if "SSLCertVerificationError" in names or "CERTIFICATE_VERIFY_FAILED" in text:
        return "certificate"
    if status is not None or "APIError" in names or "ResponseError" in names:
        by_words = _kind_by_words(status, text)
        if by_words is not None:
            return by_words
    if status is not None:
        return _BY_STATUS.get(status, "server" if status >= 500 else "rejected")
    if "ConnectTimeout" in names:
        return "unreachable"
    if any(name.endswith(_TIMEOUTS) for name in names):
        return "timeout"
    if names & _TORN:
        return "cut"
    if names & _CLOSED_DOORS or (not opened and "ConnectionError" in names):
        return "unreachable"
    if isinstance(chain[0], _UNREADABLE):
        return "cut" if opened else "rejected"
    return "server"


def _kind_by_words(status: int | None, text: str) -> ProviderKind | None:
    """Kinds that a status alone does not tell, and all kinds inside a stream, where there is no status."""
    if _QUOTA.search(text):
        return "quota"
    if status in (None, 400, 413, 422, 500) and _CONTEXT.search(text):
        return "context"
    if status in (None, 400, 403) and _FILTER.search(text):
        return "refused"
    if status in (None, 400) and _KEY.search(text):
        return "auth"
    if status is None and _OVERLOADED.search(text):
        return "overloaded"
    if status is None and _RATE.search(text):
        return "rate_limit"
    return None


def _status(chain: list[BaseException]) -> int | None:
    for error in chain:
        response = getattr(error, "response", None)
        for holder, name in ((error, "status_code"), (error, "code"), (response, "status_code")):
            value = getattr(holder, name, None)
            if isinstance(value, int) and 400 <= value < 600:
                return value
    return None


def _text(chain: list[BaseException]) -> str:
    """The provider's wording, at most 4,000 characters: codes first, since they classify best."""
    parts: list[str] = []
    for error in chain:
        for name in ("code", "type", "status"):
            value = getattr(error, name, None)
            if isinstance(value, str):
                parts.append(value)
        body = getattr(error, "body", None) or getattr(error, "details", None)
        if isinstance(body, dict):
            parts.append(str(cast(dict[str, Any], body)))
        parts.append(str(error))
    return "\n".join(parts)[:4000]


def _headers(chain: list[BaseException]) -> Mapping[str, str]:
    for error in chain:
        headers = getattr(getattr(error, "response", None), "headers", None)
        if headers is not None:
            return {str(k).lower(): str(v) for k, v in headers.items()}
    return {}


def _retry_after(headers: Mapping[str, str], text: str) -> float | None:
    """Seconds that the provider asks to wait: ``retry-after-ms``, ``Retry-After`` (seconds, date), ``retryDelay``."""
    milliseconds, after = headers.get("retry-after-ms"), headers.get("retry-after")
    delay = re.search(r"retryDelay\W+([\d.]+)s", text)
    try:
        if milliseconds:
            return max(0.0, float(milliseconds) / 1000)
        if after:
            if re.fullmatch(r"[\d.]+", after):
                return float(after)
            return max(0.0, parsedate_to_datetime(after).timestamp() - time.time())
    except ValueError:
        return None
    return float(delay.group(1)) if delay else None
