"""The shapes of an SVG document, with groups, copies, transforms and styles resolved."""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from .._errors import InvalidInput, shown
from .._limits import Limits
from ._svg_path import Curve, Subpath, arc, leading_number, numbers, subpaths
from ._svg_transforms import IDENTITY, Matrix, times, transform

_SPACES = ("", "http://www.w3.org/2000/svg")
_LINK = "http://www.w3.org/1999/xlink}href"
_DRAWN = ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")
_GROUPS = ("svg", "g", "a", "switch", "use")
_INHERITED = ("fill", "color", "display", "data-role", "data-handle")
_STYLED = ("fill", "color", "display")
_UNITS = {
    "": 1, "px": 1, "pt": 96 / 72, "pc": 16, "in": 96, "cm": 96 / 2.54, "mm": 96 / 25.4,
    "q": 96 / 101.6,
}  # fmt: skip

Values = dict[str, str]


class Shape(NamedTuple):
    """A drawn shape: its transformed parts, and its own or inherited values."""

    parts: list[Subpath]
    values: Values
    tag: str


class _Rules(NamedTuple):
    """The rules of style sheets, by selector."""

    by_selector: dict[str, Values]

    def of(self, tag: str, element: ET.Element) -> Values:
        out: Values = {}
        if not self.by_selector:
            return out
        out |= self.by_selector.get("*", {}) | self.by_selector.get(tag, {})
        out |= self.by_selector.get(f"#{element.get('id')}", {})
        for word in element.get("class", "").split():
            out |= self.by_selector.get(f".{word}", {})
            out |= self.by_selector.get(f"{tag}.{word}", {})
        return out


def tag_of(element: ET.Element) -> str:
    """The name of an SVG element; empty for other namespaces."""
    space, _, name = element.tag.rpartition("}")
    return name if space in _SPACES else ""


def shapes(root: ET.Element, size: tuple[float, float] | None, limits: Limits) -> list[Shape]:
    """Every shape in drawing order. Lengths in percent refer to `size`.

    The cost of copies (`use`) is counted first, so that a short file cannot be expensive.
    """
    reader = _Reader(root, size, limits)
    reader.measure(root, 1)
    return list(reader.visit(root, {"fill": "black", "color": "black"}, IDENTITY, 1))


class _Own(NamedTuple):
    """The values of an element itself; the same for each of its copies."""

    tag: str
    values: Values
    matrix: Matrix
    parts: list[Subpath]
    below: list[ET.Element]


class _Cost(NamedTuple):
    """The cost of an element with all its descendants and copies."""

    elements: int
    points: int
    height: int


class _Reader:
    def __init__(self, root: ET.Element, size: tuple[float, float] | None, limits: Limits) -> None:
        self.size, self.limits = size, limits
        self.by_id: dict[str, ET.Element] = {}
        sheets: list[str] = []
        self.written = 0
        for element in root.iter():
            self.written += 1
            if "id" in element.attrib:
                self.by_id[element.attrib["id"]] = element
            if tag_of(element) == "style":
                sheets.append(element.text or "")
        self.rules = _Rules(_style_sheet("\n".join(sheets)))
        self.known: dict[ET.Element, _Own] = {}
        self.costs: dict[ET.Element, _Cost | None] = {}  # None: being measured

    def measure(self, element: ET.Element, depth: int) -> _Cost:
        """Refuses elements that exceed the limits, and copies of an element inside itself."""
        limits = self.limits
        limits.check("depth", depth, "nested elements, with copies")
        if element in self.costs:
            cost = self.costs[element]
            if cost is None:
                raise InvalidInput("a 'use' that copies an element that contains it")
            limits.check("depth", depth + cost.height - 1, "nested elements, with copies")
            return cost
        self.costs[element] = None
        own = self.own(element, depth)
        elements, points, height = 1, sum(len(part.curves) + 1 for part in own.parts), 0
        for child in own.below:
            below = self.measure(child, depth + 1)
            elements, points = elements + below.elements, points + below.points
            height = max(height, below.height)
            limits.check("copies", elements - self.written, "elements that are copies")
            limits.check("points", points, "the points of the drawing")
        self.costs[element] = cost = _Cost(elements, points, height + 1)
        return cost

    def visit(
        self, element: ET.Element, above: Values, matrix: Matrix, depth: int
    ) -> Iterator[Shape]:
        own = self.own(element, depth)
        values = above | own.values
        if own.values.get("fill") == "currentColor":
            values["fill"] = values["color"]
        if values.get("display", "").strip().lower() == "none":
            return
        matrix = times(matrix, own.matrix)
        if own.parts:
            yield Shape([_moved(part, matrix) for part in own.parts], values, own.tag)
        for child in own.below:
            yield from self.visit(child, values, matrix, depth + 1)

    def own(self, element: ET.Element, depth: int) -> _Own:
        known = self.known.get(element)
        if known is None:
            tag = tag_of(element)
            try:
                known = self.read(tag, element, depth)
            except InvalidInput as error:
                raise InvalidInput(f"a {tag}: {error.args[0]}", value=error.value) from None
            self.known[element] = known
        return known

    def read(self, tag: str, element: ET.Element, depth: int) -> _Own:
        is_group = tag in _GROUPS or tag == "symbol"
        if tag not in _DRAWN and not is_group:
            return _Own(tag, {}, IDENTITY, [], [])
        values = self.values(tag, element)
        matrix = transform(element.get("transform", ""))
        if not is_group:
            return _Own(tag, values, matrix, self.parts(tag, element), [])
        if tag == "use":
            x, y = self.length(element, "x", 0), self.length(element, "y", 1)
            link = element.get("href", element.get(_LINK, ""))
            target = self.by_id.get(link[1:]) if link.startswith("#") else None
            below = [] if target is None else [target]
            return _Own(tag, values, times(matrix, (1.0, 0.0, 0.0, 1.0, x, y)), [], below)
        if tag == "svg" and depth > 1:
            matrix = times(matrix, self.viewport(element))
        # A symbol is drawn where it is used.
        below = [child for child in element if tag_of(child) != "symbol"]
        return _Own(tag, values, matrix, [], below)

    def values(self, tag: str, element: ET.Element) -> Values:
        own = {key: element.attrib[key] for key in _INHERITED if key in element.attrib}
        own |= self.rules.of(tag, element) | _declarations(element.get("style", ""))
        return {key: value for key, value in own.items() if value != "inherit"}

    def length(self, element: ET.Element, key: str, axis: int, default: float = 0.0) -> float:
        """An attribute in the drawing's units; `axis`: 0 along x, 1 along y, 2 neither."""
        text = element.get(key)
        if text is None or text.strip() == "auto":
            return default
        value, unit = leading_number(text)
        if unit == "%" and self.size is not None:
            width, height = self.size
            return value / 100.0 * (width, height, math.hypot(width, height) / math.sqrt(2))[axis]
        if unit not in _UNITS or not math.isfinite(value):
            raise InvalidInput(f"{key} is {shown(text)}: not a length", value=text)
        return value * _UNITS[unit]

    def parts(self, tag: str, element: ET.Element) -> list[Subpath]:
        """The outline of a shape; empty if it draws nothing."""
        if tag == "path":
            return subpaths(element.get("d", ""))
        if tag in ("polyline", "polygon"):
            flat = numbers(element.get("points", ""))
            points = [complex(x, y) for x, y in zip(flat[::2], flat[1::2], strict=False)]
            return [_polyline(points, tag == "polygon")] if points else []
        if tag == "line":
            ends = [
                self.length(element, key, i % 2) for i, key in enumerate(("x1", "y1", "x2", "y2"))
            ]
            return [_polyline([complex(*ends[:2]), complex(*ends[2:])], False)]
        if tag == "rect":
            return self.rect(element)
        rx = self.length(element, "r", 2) if tag == "circle" else self.length(element, "rx", 0)
        ry = rx if tag == "circle" else self.length(element, "ry", 1)
        if not (rx > 0 and ry > 0):
            return []
        centre = complex(self.length(element, "cx", 0), self.length(element, "cy", 1))
        tips = [centre + z for z in (rx + 0j, 1j * ry, -rx + 0j, -1j * ry, rx + 0j)]
        curves = [c for a, b in pairwise(tips) for c in arc(a, b, rx, ry, 0, False, True)]
        return [Subpath(tips[0], curves, True)]

    def rect(self, element: ET.Element) -> list[Subpath]:
        x, y = self.length(element, "x", 0), self.length(element, "y", 1)
        w, h = self.length(element, "width", 0), self.length(element, "height", 1)
        if not (w > 0 and h > 0):
            return []
        rx, ry = self.length(element, "rx", 0, -1.0), self.length(element, "ry", 1, -1.0)
        rx, ry = (ry if rx < 0 else rx), (rx if ry < 0 else ry)
        rx, ry = min(max(rx, 0.0), w / 2), min(max(ry, 0.0), h / 2)
        if not (rx and ry):
            corners = [complex(x, y), complex(x + w, y), complex(x + w, y + h), complex(x, y + h)]
            return [_polyline(corners, True)]
        stops = [
            (x + rx, y), (x + w - rx, y), (x + w, y + ry), (x + w, y + h - ry),
            (x + w - rx, y + h), (x + rx, y + h), (x, y + h - ry), (x, y + ry), (x + rx, y),
        ]  # fmt: skip
        at = [complex(*stop) for stop in stops]
        curves: list[Curve] = []
        for i in range(0, 8, 2):
            curves.append((at[i], at[i + 1]))
            curves += arc(at[i + 1], at[i + 2], rx, ry, 0, False, True)
        return [Subpath(at[0], curves, True)]

    def viewport(self, element: ET.Element) -> Matrix:
        """The transform of a nested drawing."""
        x, y = self.length(element, "x", 0), self.length(element, "y", 1)
        view = element.get("viewBox")
        if view is None:
            return (1.0, 0.0, 0.0, 1.0, x, y)
        box = numbers(view, 4)
        if len(box) != 4 or not (box[2] > 0 and box[3] > 0):
            raise InvalidInput(f"the viewBox is {shown(view)}", value=view)
        size = self.size or (box[2], box[3])
        w, h = self.length(element, "width", 0, size[0]), self.length(element, "height", 1, size[1])
        sx, sy = w / box[2], h / box[3]
        place = element.get("preserveAspectRatio", "xMidYMid").split()
        align = place[0] if place else "xMidYMid"
        if align != "none":
            sx = sy = max(sx, sy) if "slice" in place else min(sx, sy)
            x += (w - sx * box[2]) * (0.0 if "xMin" in align else 1.0 if "xMax" in align else 0.5)
            y += (h - sy * box[3]) * (0.0 if "YMin" in align else 1.0 if "YMax" in align else 0.5)
        return (sx, 0.0, 0.0, sy, x - sx * box[0], y - sy * box[1])


def _polyline(points: list[complex], closed: bool) -> Subpath:
    return Subpath(points[0], list(pairwise(points)), closed)


def _moved(part: Subpath, m: Matrix) -> Subpath:
    if m == IDENTITY:
        return part

    def move(z: complex) -> complex:
        return complex(m[0] * z.real + m[2] * z.imag + m[4], m[1] * z.real + m[3] * z.imag + m[5])

    return Subpath(move(part.start), [tuple(map(move, c)) for c in part.curves], part.closed)


def _declarations(style: str) -> Values:
    out: Values = {}
    for rule in style.split(";"):
        key, colon, value = rule.partition(":")
        key = key.strip()
        if colon and key in _STYLED:
            out[key] = value.replace("!important", "").strip()
    return out


def _style_sheet(text: str) -> dict[str, Values]:
    """Simple selectors (`*`, tag, .class, #id, tag.class) and their declarations."""
    pieces = text.split("/*")
    text = pieces[0] + "".join(piece.partition("*/")[2] for piece in pieces[1:])
    out: dict[str, Values] = {}
    for block in text.split("}"):
        head, brace, body = block.partition("{")
        values = _declarations(body) if brace else {}
        if values:
            for selector in head.split(","):
                out[selector.strip()] = out.get(selector.strip(), {}) | values
    return out
