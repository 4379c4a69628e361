"""The OpenAI wire through LangChain, over real HTTP: replies, terminal evidence, failures, adaptation."""

from __future__ import annotations

import asyncio
import datetime as dt
import json
from collections.abc import Iterator
from email.utils import format_datetime
from typing import Any

import pytest

from dissoi.errors import ConfigError, ProviderError
from dissoi.models import langchain
from dissoi.models.langchain import open_langchain
from dissoi.models.port import Chunk, Message, Request, Tokens
from dissoi.record.setup import ModelChoice
from tests.models.kit import ENV, SCHEMA, asked, heard, opened
from tests.wire import Answer, Behaviour, Wire
from tests.wire import behaviours as does


@pytest.fixture
def wire() -> Iterator[Wire]:
    langchain.forget()
    with Wire() as server:
        yield server


async def failure(wire: Wire, behaviour: Behaviour, request: Request | None = None, **options: Any) -> ProviderError:
    """The error that a call under ``behaviour`` ends with."""
    wire.behaviour = behaviour
    with pytest.raises(ProviderError) as caught:
        await heard(opened(wire, **options), request)
    return caught.value


async def test_a_reply_comes_whole_with_usage_name_and_request_id(wire: Wire) -> None:
    """A good reply yields its text and one end with tokens (cached ones count as input), model and request id."""
    wire.behaviour = does.altered(cached=2, model="any-2026-11")
    text, end = await heard(opened(wire))
    assert text == does.PARAGRAPH
    assert (end.finish, end.model, end.request_id, end.notes) == ("stop", "any-2026-11", "req_1", ())
    assert end.tokens == Tokens(input=len("You debate.\nSpeak.") // 4, output=len(text) // 4, cached=2)


async def test_parameters_reach_the_wire_by_their_names(wire: Wire) -> None:
    """Temperature, seed, stop and the token limit go out under the names that OpenAI-compatible servers know."""
    await heard(opened(wire), asked(temperature=0.5, seed=7, stop=("END",)))
    body = wire.calls[0].body
    assert (body["temperature"], body["seed"], body["stop"], body["max_tokens"]) == (0.5, 7, ["END"], 100)
    assert body["stream_options"] == {"include_usage": True}


async def test_an_option_without_a_word_on_the_wire_is_dropped_with_a_note(wire: Wire) -> None:
    """A thinking budget, which this wire lacks, is no error: the end says that it was dropped."""
    _, end = await heard(opened(wire), asked(thinking_budget=100))
    assert end.notes == ("thinking_budget dropped: unknown to the provider",)


async def test_a_schema_goes_out_strict_and_the_reply_comes_as_text(wire: Wire) -> None:
    """Structured output is asked for as a closed, strict JSON schema; the reply is its JSON text, once."""
    text, end = await heard(opened(wire), asked(schema=SCHEMA, schema_name="Ballot"))
    form = wire.calls[0].body["response_format"]["json_schema"]
    assert (form["name"], form["strict"]) == ("Ballot", True)
    assert form["schema"]["additionalProperties"] is False
    assert form["schema"]["required"] == ["winner", "points"]
    assert json.loads(text) == {"winner": "pro", "points": 5}
    assert end.finish == "stop"


@pytest.mark.parametrize(
    ("answer", "finish"),
    [
        ({"finish_every": "null", "finish": "stop"}, "stop"),
        ({"finish": "tool_calls"}, "stop"),
        ({"finish": "eos_token"}, "stop"),
        ({"finish": ""}, "stop"),
        ({"ending": "no_done"}, "stop"),
        ({"ending": "late_cut"}, "stop"),
        ({"finish": "length"}, "length"),
        ({"finish": "content_filter"}, "refused"),
    ],
)
async def test_terminal_evidence_decides_how_a_reply_ended(wire: Wire, answer: dict[str, Any], finish: str) -> None:
    """Each way in which servers end a whole reply gives the whole text and one finish (C10, F11c, F12)."""
    wire.behaviour = does.altered(**answer)
    text, end = await heard(opened(wire))
    assert (text, end.finish) == (does.PARAGRAPH, finish)


@pytest.mark.parametrize(
    "answer",
    [
        {"finish_every": "null", "finish": "null"},
        {"ending": "no_finish"},
        {"ending": "cut"},
        {"finish": "abort"},
        {"junk": b"data: {not json\n\n"},
    ],
)
async def test_without_terminal_evidence_a_reply_is_cut(wire: Wire, answer: dict[str, Any]) -> None:
    """Text without a known finish reason is a typed failure, never a speech taken for complete (C10, F10, F11)."""
    assert (await failure(wire, does.altered(**answer))).kind == "cut"


@pytest.mark.parametrize(
    "junk",
    [
        b": keep-alive\n\n",
        b"event: ping\n\n",
        b'data: {"id": "x", "choices": []}\n\n',
        b'data: {"id": "x", "choices": [{"index": 0, "delta": null, "finish_reason": null}]}\n\n',
    ],
)
async def test_events_without_text_are_passed_over(wire: Wire, junk: bytes) -> None:
    """Comments, empty events and chunks without choices or delta neither end nor change a reply (F30, F31)."""
    wire.behaviour = does.altered(junk=junk)
    text, end = await heard(opened(wire))
    assert (text, end.finish) == (does.PARAGRAPH, "stop")


async def test_a_refusal_is_told_from_an_empty_reply(wire: Wire) -> None:
    """A refusal, which LangChain drops from streams, ends as refused; silence ends as stop with no text."""
    wire.behaviour = does.says("", refusal="I cannot help with that.")
    assert (await heard(opened(wire)))[1].finish == "refused"
    wire.behaviour = does.says("")
    assert (await heard(opened(wire)))[1].finish == "stop"


async def test_text_that_talks_of_refusals_is_no_refusal(wire: Wire) -> None:
    """The word in a speech, quotes and all, does not make a reply refused."""
    text = 'They wrote {"refusal": "no"} in their plan.'
    wire.behaviour = does.says(text)
    assert await heard(opened(wire)) == (text, (await heard(opened(wire)))[1])
    assert (await heard(opened(wire)))[1].finish == "stop"


async def test_hidden_thinking_shows_as_signs_of_life_without_text(wire: Wire) -> None:
    """Reasoning beside the content never becomes text."""
    wire.behaviour = does.says("Public.", thinking="private plan")
    model = opened(wire)
    parts = [part async for part in model.stream(asked())]
    await model.aclose()
    assert all("private" not in part.text for part in parts if isinstance(part, Chunk))
    assert "".join(p.text for p in parts if isinstance(p, Chunk) and not p.thinking) == "Public."


OVERFLOW = "This model's maximum context length is 8192 tokens."


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(status=401, code="invalid_api_key"), "auth"),
        (Answer(status=403), "auth"),
        (Answer(status=402), "quota"),
        (Answer(status=429, code="insufficient_quota"), "quota"),
        (Answer(status=404, code="model_not_found"), "not_found"),
        (Answer(status=400, message="strange"), "rejected"),
        (Answer(status=400, code="context_length_exceeded", message=OVERFLOW), "context"),
        (Answer(status=413), "context"),
        (Answer(status=400, code="content_filter"), "refused"),
        (Answer(status=408), "timeout"),
        (Answer(status=409), "server"),
        (Answer(status=429, code="rate_limit_exceeded"), "rate_limit"),
        (Answer(status=500), "server"),
        (does.HTML, "server"),
        (Answer(status=502, raw=b"<html>" * 500_000), "server"),
        (Answer(status=503), "overloaded"),
        (Answer(status=529), "overloaded"),
        (Answer(text="Half of a", fail_after=1, code="overloaded", message="overloaded"), "overloaded"),
        (Answer(text="Half of a", fail_after=1, code="rate_limit_exceeded"), "rate_limit"),
        (Answer(text="Half of a", fail_after=1, code="context_length_exceeded"), "context"),
        (Answer(text="Half of a", fail_after=1, message="boom"), "server"),
    ],
)
async def test_failures_are_classified_and_never_quoted(wire: Wire, answer: Answer, kind: str) -> None:
    """Each status, code and error inside a 200 stream has its kind; one request is sent; no provider text is shown."""
    error = await failure(wire, lambda _call: answer)
    assert error.kind == kind
    assert len(wire.calls) == 1
    for word in ("boom", "strange", "script", "html"):
        assert word not in str(error)


async def test_a_wrong_key_is_named_but_not_shown(wire: Wire) -> None:
    """A 401 names the variable and the key's end; neither the key nor the provider's echo of it is shown."""
    error = await failure(wire, does.key_required("another"))
    assert error.kind == "auth"
    assert "OPENAI_API_KEY (…f3aQ)" in error.hint
    assert "sk-" not in str(error)
    assert error.request_id == "req_1"
    assert error.__suppress_context__


@pytest.mark.parametrize(
    ("headers", "low", "high"),
    [
        ({"retry-after": "7"}, 7, 7),
        ({"retry-after-ms": "1500"}, 1.5, 1.5),
        ({"retry-after": format_datetime(dt.datetime.now(dt.UTC) + dt.timedelta(hours=1), usegmt=True)}, 3000, 3601),
        ({"retry-after": "soon"}, None, None),
        ({}, None, None),
    ],
)
async def test_the_servers_wait_is_read_in_all_its_forms(
    wire: Wire, headers: dict[str, str], low: float | None, high: float | None
) -> None:
    """Retry-After in seconds, as a date and in milliseconds is passed on in seconds; nonsense is none (F01)."""
    error = await failure(wire, does.fails(429, headers=headers))
    if low is None or high is None:
        assert error.retry_after is None
    else:
        assert error.retry_after is not None
        assert low <= error.retry_after <= high


async def test_silence_ends_at_the_models_timeout(wire: Wire) -> None:
    """A server that accepts and never answers, or stops in mid-reply, ends in a timeout."""
    assert (await failure(wire, does.altered(hang=True), timeout=0.2)).kind == "timeout"
    assert (await failure(wire, does.altered(ending="stall"), timeout=0.2)).kind == "timeout"


async def test_a_server_that_is_not_there_is_unreachable() -> None:
    """A refused connection is its own kind, with the address's setting in the hint."""
    with Wire() as gone:
        model = opened(gone)
    with pytest.raises(ProviderError) as caught:
        await heard(model)
    assert caught.value.kind == "unreachable"
    assert "base URL" in caught.value.hint


def test_a_model_serves_several_event_loops_in_turn(wire: Wire) -> None:
    """The same model object answers in one asyncio.run after another (F35)."""
    model = opened(wire)
    for _ in range(3):
        assert asyncio.run(heard(model))[0] == does.PARAGRAPH


async def test_a_model_can_be_used_again_after_it_was_closed(wire: Wire) -> None:
    """Closing frees connections; the next call opens new ones."""
    model = opened(wire)
    assert (await heard(model))[0] == (await heard(model))[0]


async def test_leaving_early_frees_the_provider(wire: Wire) -> None:
    """A caller who stops listening hangs up: the server stops writing long before the reply is over."""
    wire.behaviour = does.says("word " * 20_000, chunk=5, pace=0.001)
    model = opened(wire)
    stream = model.stream(asked())
    async for _ in stream:
        break
    await stream.aclose()
    assert await asyncio.to_thread(wire.wait_until_idle)
    assert wire.finished == 0
    await model.aclose()


async def test_calls_run_side_by_side(wire: Wire) -> None:
    """Forty calls at once on one model all succeed."""
    model = opened(wire)

    async def one() -> str:
        return "".join([p.text async for p in model.stream(asked()) if isinstance(p, Chunk)])

    assert await asyncio.gather(*(one() for _ in range(40))) == [does.PARAGRAPH] * 40
    await model.aclose()


async def test_nothing_is_traced_unless_tracing_is_switched_on(wire: Wire, monkeypatch: pytest.MonkeyPatch) -> None:
    """A LangSmith address and key alone send nothing anywhere."""
    monkeypatch.setenv("LANGSMITH_ENDPOINT", wire.url)
    monkeypatch.setenv("LANGSMITH_API_KEY", "key")
    monkeypatch.delenv("LANGSMITH_TRACING", raising=False)
    await heard(opened(wire))
    assert [call.path for call in wire.calls] == ["/v1/chat/completions"]
    assert wire.other == []


class TestOpening:
    """What is checked before the first call."""

    def test_a_missing_key_is_said_by_its_variable(self) -> None:
        """Without a key for a remote provider there is no model, and the sentence names the variable."""
        for name, variable in (("openai:gpt-5.2", "OPENAI_API_KEY"), ("anthropic:x", "ANTHROPIC_API_KEY")):
            with pytest.raises(ConfigError, match=variable):
                open_langchain(ModelChoice(model=name), {})

    async def test_a_server_on_this_machine_needs_no_key(self, wire: Wire) -> None:
        """A loopback base URL, from the choice or from the environment, works without a key."""
        for url, env in ((wire.openai_url, {}), (None, {"OPENAI_BASE_URL": wire.openai_url})):
            assert (await heard(open_langchain(ModelChoice(model="openai:any", base_url=url), env)))[1].finish == "stop"

    def test_a_name_without_provider_is_refused(self) -> None:
        """The provider is never guessed from a model's name."""
        with pytest.raises(ConfigError, match="provider"):
            open_langchain(ModelChoice(model="gpt-5.2"), ENV)

    @pytest.mark.parametrize("content", [None, b"", b"not a certificate"])
    def test_a_useless_certificate_file_is_said_at_once(self, tmp_path: Any, content: bytes | None) -> None:
        """SSL_CERT_FILE that is missing or holds no certificate is a configuration error that names it (C38)."""
        path = tmp_path / "ca.pem"
        if content is not None:
            path.write_bytes(content)
        with pytest.raises(ConfigError, match="SSL_CERT_FILE"):
            open_langchain(ModelChoice(model="openai:any"), {**ENV, "SSL_CERT_FILE": str(path)})


class TestAdaptation:
    """A refused form is learnt from once, and remembered for the life of the process."""

    async def test_roles_that_must_alternate(self, wire: Wire) -> None:
        """After one refusal the system text opens the user message, and the second call is served at once (C06)."""
        wire.behaviour = does.roles_must_alternate()
        text, end = await heard(opened(wire))
        assert text == does.PARAGRAPH
        assert end.notes == ("system text folded into the user message",)
        await heard(opened(wire), asked("One.", "Two.", "Three."))
        assert [call.roles for call in wire.calls] == [
            ("system", "user"), ("user",), ("user", "assistant", "user"),
        ]  # fmt: skip
        assert wire.calls[1].text == "You debate.\n\nSpeak."

    @pytest.mark.parametrize(
        ("behaviour", "structures"),
        [
            (does.wants_object(), ["schema", "object", "object"]),
            (does.refuses_schema(), ["schema", "text", "text"]),
            (does.refuses_schema(does.refuses_object()), ["schema", "text", "text"]),
        ],
    )
    async def test_structure_steps_down(self, wire: Wire, behaviour: Behaviour, structures: list[str]) -> None:
        """From schema to JSON mode where the server names it, else to words: one refused call, valid replies (C14)."""
        wire.behaviour = behaviour
        for _ in range(2):
            text, end = await heard(opened(wire), asked(schema=SCHEMA))
            assert json.loads(text) == {"winner": "pro", "points": 5}
            assert len(end.notes) == 1
        assert [call.structure for call in wire.calls] == structures
        assert '"winner"' in wire.calls[-1].body["messages"][-1]["content"]

    async def test_a_server_that_refuses_objects_gets_schemas(self, wire: Wire) -> None:
        """Where only JSON objects are refused, nothing has to be learnt (C14, the reverse)."""
        wire.behaviour = does.refuses_object()
        await heard(opened(wire), asked(schema=SCHEMA))
        assert [call.structure for call in wire.calls] == ["schema"]

    @pytest.mark.parametrize("name", ["temperature", "seed", "stop", "stream_options"])
    async def test_an_unsupported_parameter_is_dropped(self, wire: Wire, name: str) -> None:
        """A parameter refused by name is left out from then on (F32)."""
        wire.behaviour = does.refuses_parameter(name)
        request = asked(temperature=0.5, seed=1, stop=("END",))
        for _ in range(2):
            text, end = await heard(opened(wire), request)
            assert text == does.PARAGRAPH
            assert end.notes == (() if name == "seed" else (f"{name} dropped: refused by the model",))
        assert [name in call.body for call in wire.calls] == [True, False, False]

    async def test_the_token_limit_is_tried_under_its_other_name(self, wire: Wire) -> None:
        """Where max_tokens is refused, max_completion_tokens takes its place; only then is it dropped."""
        wire.behaviour = does.refuses_parameter("max_tokens")
        await heard(opened(wire))
        assert wire.calls[-1].body["max_completion_tokens"] == 100
        wire.behaviour = does.refuses_parameter("max_tokens", does.refuses_parameter("max_completion_tokens"))
        _, end = await heard(opened(wire))
        assert end.notes == ("max_tokens dropped: refused by the model",)

    async def test_several_lessons_in_one_call(self, wire: Wire) -> None:
        """A model that refuses roles, schema and temperature is served after three refusals, and then at once."""
        wire.behaviour = does.roles_must_alternate(does.refuses_schema(does.refuses_parameter("temperature")))
        for _ in range(2):
            _, end = await heard(opened(wire), asked(schema=SCHEMA, temperature=0.2))
            assert len(end.notes) == 3
        assert len(wire.calls) == 5

    async def test_calls_that_start_together_share_one_refusal(self, wire: Wire) -> None:
        """Five judges at once on a model that refuses schemas cost one refused call, not five."""
        wire.behaviour = does.refuses_schema()
        replies = await asyncio.gather(*(heard(opened(wire), asked(schema=SCHEMA)) for _ in range(5)))
        assert all(json.loads(text)["winner"] == "pro" for text, _ in replies)
        assert [call.structure for call in wire.calls] == ["schema"] + ["text"] * 5

    async def test_what_one_model_refuses_another_is_still_asked_for(self, wire: Wire) -> None:
        """Memory is per model: another name at the same address starts fresh."""
        wire.behaviour = does.refuses_schema()
        await heard(opened(wire), asked(schema=SCHEMA))
        await heard(opened(wire, "openai:other"), asked(schema=SCHEMA))
        assert [call.structure for call in wire.calls] == ["schema", "text"] * 2

    async def test_a_refusal_that_teaches_nothing_is_raised(self, wire: Wire) -> None:
        """A 400 for an unknown reason is not repeated in other forms."""
        assert (await failure(wire, does.fails(400, "computer says no"), asked(schema=SCHEMA))).kind == "rejected"
        assert len(wire.calls) == 1

    async def test_cache_marks_stay_off_this_wire(self, wire: Wire) -> None:
        """Messages marked for caching go out as plain strings: a strict endpoint would refuse the mark."""
        messages = (Message("system", "You debate.", cache=True), Message("user", "Speak.", cache=True))
        await heard(opened(wire), Request(messages=messages, max_tokens=10))
        assert [m["content"] for m in wire.calls[0].body["messages"]] == ["You debate.", "Speak."]
