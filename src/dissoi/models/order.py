"""An order: one call to be made, with the identity that the journal knows it by. Data; the gateway carries it out."""

from __future__ import annotations

import hashlib

from dissoi.models.port import ChatModel, OnText, Prompt, Request
from dissoi.record.events import canonical_json
from dissoi.record.setup import ModelChoice


class Order:
    """One call to be made: the prompt, the request as it goes out, and who wants it."""

    def __init__(
        self,
        model: ChatModel,
        choice: ModelChoice,
        role: str,
        prompt: Prompt,
        request: Request,
        sample: int,
        on_text: OnText | None,
    ) -> None:
        self.model, self.choice, self.role = model, choice, role
        self.prompt, self.request, self.sample, self.on_text = prompt, request, sample, on_text
        self.shared_text = "\n\n".join((prompt.system, *prompt.prefix))
        self.chars = sum(len(m.text) for m in request.messages)

    def key(self, debate_id: str) -> str:
        """The content of the request and its sample number, within one debate."""
        r = self.request
        content = [
            debate_id, self.model.name, [[m.role, m.text] for m in r.messages], r.max_tokens, r.temperature, r.seed,
            r.stop, r.schema, r.thinking_budget, self.choice.base_url, self.sample,
        ]  # fmt: skip
        return hashlib.sha256(canonical_json(content).encode()).hexdigest()
