"""A format file as text: safe YAML in, plain data and the line of every key out.

Reads no more than it must: scalars, lists and mappings. Tags, merge keys, duplicate keys and files that grow when they
are read (aliases of aliases) are errors. Words stay words: only ``true`` and ``false`` are booleans, so that
``when: off`` and a side called ``no`` mean what they say (YAML 1.2 core schema). Not here: what keys mean
(``schema.py``).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, cast

import yaml
from yaml.composer import ComposerError
from yaml.error import Mark
from yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode
from yaml.reader import ReaderError

from dissoi.errors import FormatError

SIZE_LIMIT = 256 * 1024
"""Bytes of a format file. The largest bundled one has about 2,000."""
NODE_LIMIT = 20_000
DEPTH_LIMIT = 30

Loc = tuple[str | int, ...]
"""The way to a value: keys and list indexes from the top of the document."""


@dataclass(frozen=True, slots=True)
class Marks:
    """Where values stand: ``name`` is the file (or the format), ``places`` maps a way to its ``file:line``."""

    name: str
    places: Mapping[Loc, str] = field(default_factory=dict[Loc, str])

    def at(self, loc: Loc) -> str:
        """The ``file:line`` of the nearest marked value on the way to ``loc``, else the name alone.

        Parts of ``loc`` that the document does not have (names of alternatives in a union) are stepped over.
        """
        here: Loc = ()
        for part in loc:
            if (*here, part) in self.places:
                here = (*here, part)
        return self.places.get(here, self.name)


@dataclass(frozen=True, slots=True)
class Source:
    """One document: its data (JSON types only) and where each part of it stands."""

    data: dict[str, Any]
    marks: Marks


def read(path: Path, name: str = "") -> Source:
    """Read a format file. Raises ``FormatError`` if it cannot be read, is too large, or is not UTF-8 or YAML."""
    name = name or str(path)
    try:
        with path.open("rb") as file:
            raw = file.read(SIZE_LIMIT + 1)
    except OSError as error:
        raise FormatError(f"the format file cannot be read ({error.strerror}).", where=name) from error
    return parse(raw, name)


def parse(raw: bytes, name: str) -> Source:
    """Parse the bytes of the format file ``name``. Raises ``FormatError`` with ``file:line``."""
    if len(raw) > SIZE_LIMIT:
        hint = "A format has a few pages at most."
        raise FormatError(f"the file is larger than {SIZE_LIMIT // 1024} KiB.", where=name, hint=hint)
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        message, hint = f"not UTF-8 at byte {error.start}.", "Save the file as UTF-8."
        raise FormatError(message, where=f"{name}:{line}", hint=hint) from error
    try:
        node = _Loader(text).get_single_node()
    except ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        raise FormatError(f"a character that YAML forbids ({error.reason}).", where=f"{name}:{line}") from error
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        where = f"{name}:{mark.line + 1}" if mark else name
        raise FormatError(f"not valid YAML: {error.problem or error.context}.", where=where) from error
    return _Reader(name).document(node)


_BOOL, _INT, _FLOAT, _NULL = (f"tag:yaml.org,2002:{t}" for t in ("bool", "int", "float", "null"))
_STR, _SEQ, _MAP = (f"tag:yaml.org,2002:{t}" for t in ("str", "seq", "map"))

_PLAIN = (
    (_BOOL, re.compile(r"^(true|True|TRUE|false|False|FALSE)$"), "tTfF"),
    (_INT, re.compile(r"^[-+]?[0-9]{1,15}$"), "-+0123456789"),
    (_FLOAT, re.compile(r"^[-+]?(\d{1,15}\.\d{0,15}|\.\d{1,15})$"), "-+.0123456789"),
    (_NULL, re.compile(r"^(~|null|Null|NULL|)$"), ["~", "n", "N", ""]),
)
"""What an unquoted scalar may be besides text: tag, form, first characters."""


class _Loader(yaml.SafeLoader):
    """PyYAML's safe loader up to the node tree, with the YAML 1.2 idea of what is a number or a boolean."""

    level = 0

    def __init__(self, text: str) -> None:
        super().__init__(text)
        firsts = {first for _, _, firsts in _PLAIN for first in firsts}
        self.yaml_implicit_resolvers = {f: [(tag, form) for tag, form, of in _PLAIN if f in of] for f in firsts}

    def compose_node(self, parent: Node | None, index: int) -> Node | None:
        self.level += 1
        if self.level > DEPTH_LIMIT:  # before Python's own recursion limit, which would be a traceback
            mark = cast("Mark", self.get_mark())  # pyright: ignore[reportUnknownMemberType]
            raise ComposerError(None, None, f"nested more than {DEPTH_LIMIT} levels deep", mark)
        try:
            return super().compose_node(parent, index)
        finally:
            self.level -= 1


class _Reader:
    """Turns one node tree into plain data, marking lines as it goes."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.places: dict[Loc, str] = {}
        self.nodes = 0

    def document(self, node: Node | None) -> Source:
        if node is None:
            raise FormatError("the file is empty.", where=self.name, hint="A format needs teams and steps.")
        data = self.value(node, ())
        if not isinstance(data, dict):
            raise self.error("a format is a mapping of keys such as teams and steps.", node)
        return Source(data=cast("dict[str, Any]", data), marks=Marks(self.name, self.places))

    def value(self, node: Node, loc: Loc) -> Any:
        self.nodes += 1
        if self.nodes > NODE_LIMIT or len(loc) > DEPTH_LIMIT:  # aliases repeat nodes; composing alone does not
            raise self.error("the file grows too large when its aliases are read.", node)
        self.places.setdefault(loc, self.where(node))
        if isinstance(node, MappingNode) and node.tag == _MAP:
            return self.mapping(node, loc)
        if isinstance(node, SequenceNode) and node.tag == _SEQ:
            return [self.value(item, (*loc, i)) for i, item in enumerate(node.value)]
        if isinstance(node, ScalarNode):
            return self.scalar(node)
        raise self.error(f"the tag {node.tag} is not allowed.", node)

    def mapping(self, node: MappingNode, loc: Loc) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                raise self.error("a key must be a word.", key_node)
            key = str(key_node.value)
            if key == "<<":
                hint = "Use base: to inherit from a format."
                raise self.error("merge keys (<<) are not allowed.", key_node, hint=hint)
            if key in result:
                raise self.error(f"the key {key!r} is given twice (first: {self.places[(*loc, key)]}).", key_node)
            self.places[(*loc, key)] = self.where(key_node)
            result[key] = self.value(value_node, (*loc, key))
        return result

    def scalar(self, node: ScalarNode) -> Any:
        text = str(node.value)
        try:
            match node.tag:
                case t if t == _STR:
                    return text
                case t if t == _INT:
                    return int(text)
                case t if t == _FLOAT:
                    return float(text)
                case t if t == _BOOL:
                    return text.lower() == "true"
                case t if t == _NULL:
                    return None
                case _:
                    raise self.error(f"the tag {node.tag} is not allowed.", node)
        except ValueError as error:
            raise self.error(f"{text[:40]!r} is not a number.", node) from error

    def where(self, node: Node) -> str:
        return f"{self.name}:{node.start_mark.line + 1}"

    def error(self, message: str, node: Node, *, hint: str = "") -> FormatError:
        return FormatError(message, where=self.where(node), hint=hint)
