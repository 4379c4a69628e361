"""Laws of error documents: each error has one, it names the member, and it repeats nothing that was sent."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from dissoi import errors
from dissoi.errors import BudgetError, DissoiError, LimitError, ProviderError, UnknownNameError
from dissoi.web import problems
from dissoi.web.bodies import Problem
from dissoi.web.problems import problem
from tests.web.tiny import ask, knock, tiny_app

MADE: list[DissoiError] = [
    DissoiError("x"), errors.UsageError("x"), errors.MotionError("x"), errors.FormatError("x"), errors.ConfigError("x"),
    errors.ConflictError("x"), LimitError("x", retry_after=1.2), errors.StoreError("x"),
    ProviderError("x", kind="rate_limit", retry_after=7), BudgetError("x", limit="budget"),
    errors.PersonNeededError("x"), errors.StoppedError("x"), UnknownNameError("debate", "x"), problems.AuthError("x"),
    problems.ReadOnlyError("x"), problems.BusyError("x"), problems.SizeError("x"),
]  # fmt: skip


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
async def test_every_error_has_a_document(error: DissoiError) -> None:
    """An error that a route raises is answered with its status and one closed document of RFC 9457."""
    answer = await ask(tiny_app(error=error), "GET", "/api/error")
    document = Problem.model_validate(answer.json())
    assert answer.status_code == document.status == error.http_status
    assert (document.code, document.detail, document.type) == (error.code, error.message, f"about:blank#{error.code}")
    assert document.title
    assert answer.headers.get("retry-after") == {"limit": "2", "provider": "7", "busy": "5"}.get(error.code)
    assert answer.headers.get("www-authenticate") == ("Bearer" if error.code == "auth" else None)


@pytest.mark.parametrize(
    ("error", "field"),
    [
        (errors.MotionError("x"), "motion"),
        (errors.FormatError("x"), "format"),
        (UnknownNameError("format", "oxfrd"), "format"),
        (UnknownNameError("role", "judg"), "models.judg"),
        (UnknownNameError("provider", "opnai"), "models"),
        (UnknownNameError("style", "x"), "styles"),
        (UnknownNameError("debate", "x"), None),
        (errors.UsageError("x"), None),
    ],
)
def test_errors_name_the_member(error: DissoiError, field: str | None) -> None:
    """An error that is about one member of a request names it."""
    assert problem(error).get("field") == field
    assert problem(error, field="rounds")["field"] == "rounds"


WRONG: list[tuple[Any, str, str | None]] = [
    ({}, "motion is missing.", "motion"),
    ({"motion": 5}, "motion must be text.", "motion"),
    ({"motion": "x" * 21}, "motion must have at most 20 characters.", "motion"),
    ({"motion": "x", "rounds": 0}, "rounds must be at least 1.", "rounds"),
    ({"motion": "x", "rounds": "many"}, "rounds must be a whole number.", "rounds"),
    ({"motion": "x", "rounds": 1.5}, "rounds must be a whole number.", "rounds"),
    ({"motion": "x", "budget": "much"}, "budget must be a number.", "budget"),
    ({"motion": "x", "may": "own"}, "may must be watch or vote.", "may"),
    ({"motion": "x", "colour": 1}, "colour is not known here.", "colour"),
    ({"motion": "x", "keywords": ["a", 2]}, "keywords.1 must be text.", "keywords.1"),
    ({"motion": "x", "keywords": ["a", "b", "c"]}, "keywords must have at most 2 entries.", "keywords"),
    ({"motion": "x", "models": 5}, "models must be text or an object.", "models"),
    ({"motion": "x", "models": {"pro": 5}}, "models.pro must be text or an object.", "models.pro"),
    ({"motion": "x", "models": {"judge.2": {}}}, "models.judge.2.model is missing.", "models.judge.2.model"),
    ([], "The body must be an object.", None),
    (None, "The body is missing.", None),
]


@pytest.mark.parametrize(("body", "detail", "field"), WRONG)
async def test_a_wrong_body_is_one_sentence(body: Any, detail: str, field: str | None) -> None:
    """A body that breaks a rule is answered with 422 and a sentence that names the member and the rule."""
    answer = await ask(tiny_app(), "POST", "/api/thing", json=body)
    document = answer.json()
    assert (answer.status_code, document["code"]) == (422, "usage")
    assert (document["detail"], document.get("field")) == (detail, field)


@pytest.mark.parametrize("content", [b"{", b"[1,", b'{"a" 1}', b"\xff", b"x"])
async def test_a_body_that_is_no_json(content: bytes) -> None:
    """A body that is no JSON is answered with 422 in a sentence."""
    answer = await ask(tiny_app(), "POST", "/api/thing", content=content, headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["code"]) == (422, "usage")
    assert answer.json()["detail"].startswith(("The body is not valid JSON", "The request could not be read"))


CANARY = "zq7canary"
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.just(CANARY) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
MEMBERS = st.sampled_from(["motion", "rounds", "budget", "may", "models", "keywords", "<b>", "x" * 200])


@settings(max_examples=60, suppress_health_check=[HealthCheck.too_slow])
@given(st.dictionaries(MEMBERS, JSON, max_size=4))
async def test_no_value_is_repeated(body: dict[str, Any]) -> None:
    """Whatever is sent is answered with 200, or with 422 and one short sentence that holds none of its values."""
    answer = await ask(tiny_app(), "POST", "/api/thing", json=body)
    assert answer.status_code in (200, 422)
    if answer.status_code == 422:
        document = Problem.model_validate(answer.json())
        assert CANARY not in answer.text and "<" not in answer.text and len(document.detail) < 400
        assert document.detail.endswith(".")


async def test_addresses_and_methods() -> None:
    """An address that does not exist is 404, one that takes another method 405 and says which; both are documents."""
    lost = await ask(tiny_app(), "GET", "/api/nothing/<script>")
    wrong = await ask(tiny_app(), "DELETE", "/api/thing")
    assert (lost.status_code, lost.json()["code"]) == (404, "unknown.route")
    assert (wrong.status_code, wrong.json()["code"]) == (405, "method")
    assert wrong.headers["allow"] == "GET, POST, HEAD"
    assert "script" not in lost.text


async def test_queries_are_judged_alike() -> None:
    """A wrong query parameter is named as a member of a body is."""
    document = (await ask(tiny_app(), "GET", "/api/thing?last=canary")).json()
    assert (document["detail"], document["field"]) == ("last must be a whole number.", "last")


async def test_an_error_refuses_a_handshake() -> None:
    """An error before a WebSocket is open is the document that HTTP would have, or a closed door where the server has
    no words; after it, a close code and the sentence."""
    app, headers = tiny_app(error=problems.AuthError("Sign in.")), {"Host": "127.0.0.1"}
    assert (await knock(app, headers))[0]["status"] == 401
    assert (await knock(app, headers, denial=False))[0] == {"type": "websocket.close", "code": 1008, "reason": ""}
    last = (await knock(app, headers, query="late=1"))[-1]
    assert (last["code"], last["reason"]) == (1008, "Sign in.")
