"""Laws of a model in a role: forms are repaired or malformed, prompts go out in the form that the model takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pydantic import BaseModel, Field

from dissoi.errors import ProviderError
from dissoi.models.port import Profile
from tests.models.puppets import (
    CHOICE,
    PROMPT,
    Ledger,
    Puppet,
    gateway,
    says,
)

pytestmark = pytest.mark.usefixtures("no_waiting")


class Form(BaseModel):
    reasons: str
    points: int = Field(ge=1, le=10)


async def test_an_invalid_object_goes_back_with_its_fault() -> None:
    """Repair tells the model what was wrong, at most twice; each request is a call of its own (F20)."""
    model, ledger = (
        Puppet(says('{"reasons": "x", "points": 11}'), says("PRO wins"), says('{"reasons": "x", "points": 9}')),
        Ledger(),
    )
    form, usage = await gateway(model, ledger).mind(CHOICE, "judge").fill(PROMPT, Form, max_tokens=50)
    assert form.points == 9 and usage.input == 30 and len(ledger.rows) == 3
    assert "points" in model.requests[1].messages[-1].text and model.requests[1].messages[-2].role == "assistant"
    assert [m.text for m in model.requests[1].messages[:2]] == [m.text for m in model.requests[0].messages]


async def test_an_object_that_stays_invalid_is_malformed() -> None:
    """After two repairs the failure is typed; three requests in all, and no vote is guessed."""
    model = Puppet(says("PRO wins, clearly."))
    with pytest.raises(ProviderError) as caught:
        await gateway(model).mind(CHOICE, "judge").fill(PROMPT, Form, max_tokens=50)
    assert caught.value.kind == "malformed" and len(model.requests) == 3


async def test_shared_characters_are_counted_from_what_was_sent() -> None:
    """The journal says how much of each prompt's start an earlier call of the debate had sent."""
    ledger = Ledger()
    g = gateway(Puppet(says("x")), ledger)
    mind = g.mind(CHOICE, "s")
    await mind.say(PROMPT, max_tokens=5)
    longer = replace(PROMPT, prefix=(*PROMPT.prefix, "Speech 2."), task="Judge.")
    await mind.say(longer, max_tokens=5)
    await mind.say(replace(longer, task="Score."), max_tokens=5)
    head = len("System.\n\nMotion.\n\nSpeech 1.")
    assert [(c.shared_chars, c.own_chars) for c in await ledger.calls()] == [
        (0, 6),
        (head, 6),
        (head + len("\n\nSpeech 2."), 6),
    ]


async def test_one_gateway_serves_models_that_want_blocks() -> None:
    """A model with cache breakpoints gets the prefix as messages of its own; all others one user message."""
    plain, blocks = Puppet(says("x")), Puppet(says("x"), profile=Profile(blocks=True))
    for model in (plain, blocks):
        await gateway(model).mind(CHOICE, "s").say(PROMPT, max_tokens=5)
    assert [m.role for m in plain.requests[0].messages] == ["system", "user"]
    assert [m.text for m in blocks.requests[0].messages] == ["System.", "Motion.", "Speech 1.", "Speak."]
    assert "\n\n".join(m.text for m in plain.requests[0].messages) == "\n\n".join(
        m.text for m in blocks.requests[0].messages
    )
