"""Forms: what a role fills in. Built per debate, since their fields are its sides. Bounded, so that nothing but the
asked-for values can come back. Not for reading replies (``models/structured.py``)."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, create_model

from dissoi.record.ballots import HIGH, LOW

Bounded = Annotated[int, Field(ge=LOW, le=HIGH)]
Sentences = Annotated[str, Field(min_length=20, max_length=700)]
Sentence = Annotated[str, Field(min_length=8, max_length=240)]


@lru_cache(maxsize=256)  # making one costs as much CPU as a whole call
def form(name: str, **fields: Any) -> Any:
    """A Pydantic model called ``name`` with required ``fields`` of the given types, in this order: reasons come
    first."""
    make: Any = create_model
    return make(name, **{field: (kind, ...) for field, kind in fields.items()})
