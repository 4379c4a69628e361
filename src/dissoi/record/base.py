"""The base of every recorded noun. Not for behaviour: only the model configuration that all of them share."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from dissoi.record.text import canonical


class Noun(BaseModel):
    """Frozen, closed (unknown keys are errors) and compared by value."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)


def _clean(value: Any) -> Any:
    return canonical(value) if isinstance(value, str) else value


Text = Annotated[str, BeforeValidator(_clean)]
"""Text from a person, a model or a page: canonicalised once, here, when it enters the record."""
