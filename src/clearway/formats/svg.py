"""SVG drawings (needs svgelements, `clearway[svg]`).

Shapes that are filled are obstacles (even-odd), those with `fill="none"` and lines are walls.
`data-role` on a shape or on a group around it says otherwise: "bounds" or "walkable" (united) for
the ground, "obstacle", "wall", "post" (at the middle of the shape) or "ignore". Without ground in
the drawing it is the `viewBox`, or `width` and `height`, or the box around everything, grown by
5 %. Transforms are applied, curves replaced by chords at most `tolerance` away (option; a
thousandth of the drawing unless given). Coordinates are those inside the `viewBox`; y grows
downwards as in the drawing. Texts and pictures are passed over.
"""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from .. import _geometry as geometry
from .._errors import InvalidInput, MissingExtra, shown
from .._geometry import Batch, Geometry
from .._input import as_radius
from .._obstacles import geojson_geometry
from .._walkable import ground_of
from .._world import World, _box_around
from . import Format
from ._free import free_space
from ._text import decoded, fault

_ROLES = ("bounds", "ignore", "obstacle", "post", "walkable", "wall")
_MOST_CHORDS = 4096
_STYLE = {
    "bounds": 'fill="#f6f4ee"',
    "obstacle": 'fill="#4a5560"',
    "wall": 'fill="none" stroke="#4a5560"',
    "post": 'fill="#4a5560"',
}
Chain = list[complex]


def read(data: bytes, name: str, tolerance: float | None = None) -> World:
    """The world of a file's bytes."""
    root, box = _document(data, name)
    shapes = _shapes(root, name)
    if tolerance is None:
        size = max(box[2:]) if box else max((_extent(p) for p, _ in shapes), default=1.0)
        tolerance = size / 1000.0 or 1.0
    if as_radius(tolerance, "tolerance") == 0.0:
        raise InvalidInput("tolerance is 0: it must be positive", value=tolerance)
    found: dict[str, list[Geometry]] = {role: [] for role in _ROLES}
    obstacles: list[Geometry] = []
    handles: list[Any] = []
    for i, (path, values) in enumerate(shapes):
        try:
            role = _role(values)
            shape = _geometry(path, role, tolerance)
        except InvalidInput as error:
            raise InvalidInput(f"{name}: shape {i}: {error.args[0]}", i, error.value) from None
        if role in ("bounds", "walkable"):
            found[role].append(shape)
        elif shape:
            obstacles.append(shape)
            handles.append(values.get("data-handle"))
    try:
        batch = geometry.pack(obstacles)
        world = World._from_ground(_ground(found, box, batch))
        world._add_batch(batch, _handles(handles))
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None
    return world


def _document(data: bytes, name: str) -> tuple[ET.Element, list[float] | None]:
    """The root without its frame, so that coordinates are those written; and the frame."""
    text = decoded(data, name)
    try:
        root = ET.fromstring(text)
    except ET.ParseError as error:
        raise fault(name, error.position[0], f"not XML: {error}") from None
    except ValueError as error:  # NUL bytes and the like
        raise fault(name, 1, f"not XML: {error}") from None
    if root.tag.rpartition("}")[2] != "svg":
        raise fault(name, 1, f"the root is {shown(root.tag)}, not svg", root.tag)
    view = root.attrib.pop("viewBox", None)
    width, height = root.attrib.pop("width", None), root.attrib.pop("height", None)
    root.attrib.pop("preserveAspectRatio", None)
    box = None
    if view is not None:
        numbers = re.split(r"[\s,]+", view.strip())
        try:
            box = [float(n) for n in numbers]
        except ValueError:
            box = []
        if len(box) != 4 or not all(map(math.isfinite, box)) or min(box[2:]) <= 0:
            raise fault(name, 1, f"the viewBox is {shown(view)}", view)
    elif width is not None and height is not None:
        sizes = [re.fullmatch(r"\s*(\d+\.?\d*)(px)?\s*", s) for s in (width, height)]
        if all(sizes):
            box = [0.0, 0.0, *(float(s[1]) for s in sizes if s)]
            box = box if min(box[2:]) > 0 else None
    return root, box


def _shapes(root: ET.Element, name: str) -> list[tuple[Any, dict[str, Any]]]:
    """Every drawn shape as a path with its transforms applied, and its properties."""
    try:
        import svgelements as svg
    except ModuleNotFoundError:
        raise MissingExtra("SVG", "svg") from None
    out = []
    try:
        drawing = svg.SVG.parse(io.StringIO(ET.tostring(root, "unicode")), reify=True)
        for element in drawing.elements():
            if isinstance(element, svg.Shape):
                path = svg.Path(element)
                path.reify()
                values = dict(element.values)
                if isinstance(element, svg.SimpleLine):
                    values["fill"] = "none"
                out.append((path, values))
    except Exception as error:  # whatever a parser of numbers, paths and styles may raise
        raise InvalidInput(f"{name}: not SVG: {shown(str(error))}") from None
    return out


def _role(values: dict[str, Any]) -> str:
    role = values.get("data-role")
    if role is not None and role not in _ROLES:
        raise InvalidInput(f"the role is {shown(role)}; roles are: {', '.join(_ROLES)}", value=role)
    if role is not None:
        return str(role)
    fill = str(values.get("fill") or "black").strip().lower()
    return "wall" if fill in ("none", "transparent") else "obstacle"


def _geometry(path: Any, role: str, tolerance: float) -> Geometry:
    chains = [] if role == "ignore" else _chains(path, tolerance)
    if not chains:
        return []
    arrays = [np.array([(z.real, z.imag) for z in chain]) for chain, _ in chains]
    if role == "post":
        every = np.concatenate(arrays)
        return geometry.post(((every.min(axis=0) + every.max(axis=0)) / 2).tolist())
    if role == "wall":
        closed = [
            np.concatenate((a, a[:1])) if ends else a
            for a, (_, ends) in zip(arrays, chains, strict=True)
        ]
        return [(geometry.WALL, geometry.line(a, "a wall")) for a in closed if len(a) > 1]
    rings = [(geometry.SHELL, geometry.ring(a, "a ring")) for a in arrays if len(a) > 2]
    return rings if len(rings) < 2 or role == "bounds" else _even_odd(rings)


def _even_odd(rings: Geometry) -> Geometry:
    """Rings of one shape as polygons with holes: an obstacle would unite them."""
    if all((np.ptp(ring, axis=0) == 0).any() for _, ring in rings):
        return rings[:1]  # without area
    out: Geometry = []
    for polygon in free_space(World._from_ground(rings)).polygons:
        roles = [geometry.SHELL] + [geometry.HOLE] * (len(polygon) - 1)
        out += zip(roles, polygon, strict=True)
    return out


def _chains(path: Any, tolerance: float) -> list[tuple[Chain, bool]]:
    """Points of every part of a path, and whether it is closed."""
    out: list[tuple[Chain, bool]] = []
    for part in path.as_subpaths():
        points: Chain = []
        closed = False
        for segment in part:
            kind = type(segment).__name__
            if kind == "Close":
                closed = True
            elif kind == "Move" or kind == "Line":
                points.append(complex(*segment.end))
            else:
                pieces = list(segment.as_cubic_curves()) if kind == "Arc" else [segment]
                for piece in pieces:
                    points += _curve(piece, tolerance)
        if len(points) > 1 and points[0] == points[-1]:
            points.pop()
            closed = True
        if points:
            out.append((points, closed))
    return out


def _curve(segment: Any, tolerance: float) -> Chain:
    """Points of a Bezier curve after its start, chords within the tolerance."""
    controls = [segment.start, getattr(segment, "control", None) or segment.control1]
    if hasattr(segment, "control2"):
        controls.append(segment.control2)
    p = [complex(*c) for c in (*controls, segment.end)]
    # A chord over 1/n of a curve of degree d strays by at most d (d - 1) / 8 n^2 of the largest
    # second difference of its control points.
    bend = max(abs(a - 2 * b + c) for a, b, c in zip(p, p[1:], p[2:], strict=False))
    degree = len(p) - 1
    steps = math.sqrt(degree * (degree - 1) * bend / (8 * tolerance))
    if not math.isfinite(steps):
        raise InvalidInput("a curve with a coordinate out of range")
    n = min(max(1, math.ceil(steps)), _MOST_CHORDS)
    t = np.arange(1, n + 1) / n
    basis = [math.comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)]
    points: Chain = sum(b * z for b, z in zip(basis, p, strict=True)).tolist()  # type: ignore[union-attr]
    return [*points[:-1], p[-1]]


def _extent(path: Any) -> float:
    box = path.bbox()
    return 0.0 if box is None else float(max(box[2] - box[0], box[3] - box[1]))


def _ground(found: dict[str, list[Geometry]], box: list[float] | None, batch: Batch) -> Geometry:
    if found["bounds"] and found["walkable"]:
        raise InvalidInput("shapes with role 'bounds' and with role 'walkable': one or the other")
    if found["bounds"]:
        return geometry._with_area([chain for shape in found["bounds"] for chain in shape])
    if found["walkable"]:
        return ground_of([geojson_geometry(shape) for shape in found["walkable"] if shape])
    if box is not None:
        x, y, width, height = box
        return geometry.bounds((x, y, x + width, y + height))
    return _box_around(batch.points)


def _handles(given: list[Any]) -> Any:
    texts = [str(h) for h in given]
    if not all(t.isascii() and t.isdigit() and len(t) < 18 for t in texts):
        return None
    return np.array(texts, dtype=np.int64) if len(set(texts)) == len(texts) else None


def write(world: World, name: str) -> bytes:
    """The bytes of a file."""
    state = world._state()
    x0, y0, x1, y1 = world.bounds
    size = max(x1 - x0, y1 - y0)
    ground = [(role, state["ground_points"][a:b]) for role, a, b in zip(
        state["ground_roles"], state["ground_starts"][:-1], state["ground_starts"][1:], strict=True
    )]  # fmt: skip
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0!r} {y0!r} {x1 - x0!r} {y1 - y0!r}"'
        f' stroke-width="{size / 400:.6g}">',
        f'<path data-role="bounds" {_STYLE["bounds"]} fill-rule="evenodd" d="{_d(ground)}"/>',
    ]
    obstacles = geometry.unpack(Batch(*(state[key] for key in Batch._fields)))
    for handle, chains in zip(state["handles"].tolist(), obstacles, strict=True):
        role = ("obstacle", "obstacle", "wall", "post")[chains[0][0]]
        head = f'data-role="{role}" data-handle="{handle}" {_STYLE[role]}'
        if role == "post" and len(chains) == 1:
            (x, y), r = chains[0][1][0].tolist(), size / 200
            lines.append(f'<circle {head} cx="{x!r}" cy="{y!r}" r="{r:.6g}"/>')
        elif role == "post":
            raise InvalidInput(f"format 'svg' has no posts of several points: handle {handle}")
        else:
            lines.append(f'<path {head} fill-rule="evenodd" d="{_d(chains)}"/>')
    return "\n".join([*lines, "</svg>\n"]).encode()


def _d(chains: Geometry) -> str:
    parts = []
    for role, points in chains:
        places = " ".join(f"{x!r},{y!r}" for x, y in points.tolist())
        parts.append(f"M{places}" + ("" if role == geometry.WALL else "Z"))
    return "".join(parts)


FORMAT = Format(
    name="svg",
    summary="SVG drawings: filled shapes are obstacles, lines walls",
    suffixes=(".svg",),
    read=read,
    write=write,
    looks_like=lambda data: b"<svg" in data[:1000],
    options=("tolerance",),
)
