"""XML within limits: no external entities, no entity expansion attacks."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any
from xml.parsers import expat

from .._errors import shown
from .._limits import Limits
from ._text import decoded, fault

_LONGEST_ENTITY = 200  # characters: drawing programs abbreviate namespaces by entities


def parse_xml(data: bytes, name: str, limits: Limits) -> ET.Element:
    """The root element. Tags are "namespace}name", or the name alone without a namespace.

    Declared entities are replaced if their text is short and contains no further entity; external
    ones are refused, and so is a document whose text they expand beyond `limits.bytes`.
    """
    parser = expat.ParserCreate("utf-8", "}")
    builder = _Builder(parser, name, limits)
    parser.buffer_text = True
    parser.StartElementHandler = builder.start
    parser.EndElementHandler = builder.end
    parser.CharacterDataHandler = builder.text
    parser.EntityDeclHandler = builder.entity
    parser.ExternalEntityRefHandler = builder.external
    text = decoded(data, name)
    try:
        parser.Parse(text.encode(), True)
    except expat.ExpatError as error:
        raise fault(name, error.lineno, f"not XML: {error}") from None
    return builder.root


class _Builder:
    def __init__(self, parser: Any, name: str, limits: Limits) -> None:
        self.parser, self.name, self.limits = parser, name, limits
        self.root = ET.Element("")
        self.open: list[ET.Element] = []
        self.elements = 0
        self.characters = 0

    def fault(self, message: str) -> Exception:
        return fault(self.name, self.parser.CurrentLineNumber, message)

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self.elements += 1
        self.count(sum(map(len, attributes.values())))
        limits, depth = self.limits, len(self.open) + 1
        if self.elements > limits.entities or depth > limits.depth:
            line = f"{self.name}: line {self.parser.CurrentLineNumber}"
            limits.check("entities", self.elements, f"{line}: the elements")
            limits.check("depth", depth, f"{line}: nested elements")
        element = ET.Element(tag, attributes)
        if self.open:
            self.open[-1].append(element)
        else:
            self.root = element
        self.open.append(element)

    def end(self, tag: str) -> None:
        element = self.open.pop()
        if element.text is not None:
            element.text = "".join(element.text)

    def text(self, data: str) -> None:
        self.count(len(data))
        element = self.open[-1]
        if not len(element):  # text after a child is never needed
            if element.text is None:
                element.text = []  # type: ignore[assignment]
            element.text.append(data)  # type: ignore[union-attr]

    def count(self, characters: int) -> None:
        self.characters += characters
        if self.characters > self.limits.bytes:
            self.limits.check("bytes", self.characters, f"{self.name}: the text of its elements")

    def entity(
        self, name: str, is_parameter: bool, value: str | None, base: Any, system: Any, *_: Any
    ) -> None:
        if value is None or system is not None:
            raise self.fault(f"the entity {shown(name)} names another file")
        if is_parameter or "&" in value or "%" in value or len(value) > _LONGEST_ENTITY:
            raise self.fault(f"the entity {shown(name)} is not a short plain text")

    def external(self, *_: Any) -> int:
        raise self.fault("an external entity")
