"""A model in a role: turns an agent's prompt into requests, and a reply into text or a filled form.

Implements ``models.port.Mind``. Not for waiting, money or journals (gateway).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel

from dissoi.errors import ProviderError
from dissoi.models.order import Order
from dissoi.models.port import ChatModel, Message, OnText, Profile, Prompt, Reply, Request
from dissoi.models.structured import read, wire_schema
from dissoi.record.setup import ModelChoice
from dissoi.record.usage import Usage, both

if TYPE_CHECKING:
    from dissoi.models.gateway import Gateway

T = TypeVar("T", bound=BaseModel)

REPAIRS = 2
"""How often an invalid form goes back to the model with its fault."""
SAMPLES = 1000
"""More samples than any one prompt is asked for in a debate: a new asking draws from beyond them."""


class ModelMind:
    """A model in a role (``models.port.Mind``).

    ``asking``: how often this role has failed for good with replies that could not be used. The journal would give
    those replies again for ever, so a role that is asked anew draws other samples.
    """

    def __init__(self, gateway: Gateway, model: ChatModel, choice: ModelChoice, role: str, asking: int = 0) -> None:
        self._gateway, self._model, self._choice, self._role = gateway, model, choice, role
        self._first_sample = asking * SAMPLES

    @property
    def name(self) -> str:
        return self._model.name

    @property
    def profile(self) -> Profile:
        return self._model.profile

    async def say(
        self,
        prompt: Prompt,
        *,
        max_tokens: int,
        stop: tuple[str, ...] = (),
        sample: int = 0,
        on_text: OnText | None = None,
    ) -> Reply:
        sample += self._first_sample
        request = self._request(prompt, max_tokens, sample, stop=stop)
        return await self._gateway.call(Order(self._model, self._choice, self._role, prompt, request, sample, on_text))

    async def fill(self, prompt: Prompt, schema: type[T], *, max_tokens: int, sample: int = 0) -> tuple[T, Usage]:
        """Ask for an object. An invalid reply goes back with its fault, at most twice; then ``malformed``."""
        sample += self._first_sample
        wanted = wire_schema(schema)
        request = self._request(prompt, max_tokens, sample, schema=wanted, schema_name=schema.__name__)
        spent: Usage | None = None
        for _ in range(1 + REPAIRS):
            order = Order(self._model, self._choice, self._role, prompt, request, sample, None)
            try:
                reply = await self._gateway.call(order)
            except ProviderError as error:
                error.spent = both(spent, error.spent)  # the replies that had to be repaired were paid for as well
                raise
            spent = both(spent, reply.usage)
            try:
                return read(reply.text, schema), spent
            except ValueError as error:
                fault = str(error)
            again = (
                Message("assistant", reply.text[:4000]),
                Message("user", f"That cannot be used: {fault}. Reply again with the JSON object alone."),
            )
            request = replace(request, messages=(*request.messages, *again))
        error = ProviderError(
            f"{self._model.name} gave no usable {schema.__name__.lower()} in {1 + REPAIRS} tries.",
            kind="malformed", model=self._model.name,
        )  # fmt: skip
        error.spent = spent
        raise error

    def _request(self, prompt: Prompt, max_tokens: int, sample: int, **more: Any) -> Request:
        choice = self._choice
        if self._model.profile.blocks:
            blocks = [Message("user", text, cache=i == len(prompt.prefix) - 1) for i, text in enumerate(prompt.prefix)]
            said = (Message("system", prompt.system, cache=True), *blocks, Message("user", prompt.task))
        else:
            said = (Message("system", prompt.system), Message("user", "\n\n".join((*prompt.prefix, prompt.task))))
        return Request(
            messages=said,
            max_tokens=choice.max_tokens or max_tokens,
            temperature=choice.temperature,
            seed=(self._gateway.seed * 1000003 + sample) % 2**31,
            thinking_budget=choice.thinking_budget,
            options={**prompt.options, "sample": sample},
            **more,
        )
