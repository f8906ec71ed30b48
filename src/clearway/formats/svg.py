"""SVG drawings.

Filled shapes are obstacles (even-odd), those with `fill="none"` and lines are walls. `data-role` on
a shape or on a group around it overrides this: "bounds" or "walkable" (united) for the free area,
"obstacle", "wall", "post" (at the middle of the shape) or "ignore". Without a free area in the
drawing the bounds are the `viewBox`, or `width` and `height`, or the bounding box, grown by 5 %.
Transforms are applied; curves are replaced by chords at most `tolerance` away (option; default: a
thousandth of the drawing). Coordinates are those inside the `viewBox`; y grows downwards as in the
drawing. Texts, pictures, clip paths, markers and masks are ignored; symbols are drawn where they
are used. Style sheets may set `fill`, `color` and `display` with selectors for `*`, tags, classes
and ids. No other file is read.
"""

from __future__ import annotations

import math
import xml.etree.ElementTree as ET
from typing import Any

import numpy as np

from .. import _geometry as geometry
from .._batches import box_around
from .._core import MAX_COORDINATE
from .._errors import InvalidInput, shown
from .._geometry import Batch, Geometry
from .._lengths import as_radius
from .._limits import DEFAULT, Limits
from .._obstacles import geojson_geometry
from .._walkable import walkable_area
from .._world import World
from . import Format
from ._free import free_space
from ._svg_path import Curve, Subpath, leading_number, numbers
from ._svg_shapes import Shape, shapes, tag_of
from ._text import fault
from ._xml import parse_xml

_ROLES = ("bounds", "ignore", "obstacle", "post", "walkable", "wall")
_NOTE = (
    "filled shapes of an SVG drawing are obstacles, and one covers the whole drawing; if it is the "
    "background, remove it or give it data-role='bounds'"
)
_MOST_CHORDS = 4096
_STYLE = {
    "bounds": 'fill="#f6f4ee"',
    "obstacle": 'fill="#4a5560"',
    "wall": 'fill="none" stroke="#4a5560"',
    "post": 'fill="#4a5560"',
}
Chain = list[complex]


def read(data: bytes, name: str, limits: Limits = DEFAULT, tolerance: float | None = None) -> World:
    """The world of a file's bytes."""
    root, box = _document(data, name, limits)
    try:
        drawn = shapes(root, (box[2], box[3]) if box else None, limits)
    except InvalidInput as error:
        raise InvalidInput(f"{name}: not SVG: {error.args[0]}", value=error.value) from None
    if tolerance is None:
        size = max(box[2:]) if box else max(map(_extent, drawn), default=1.0)
        tolerance = size / 1000.0 or 1.0
    if as_radius(tolerance, "tolerance") == 0.0:
        raise InvalidInput("tolerance is 0: it must be positive", value=tolerance)
    found: dict[str, list[Geometry]] = {role: [] for role in _ROLES}
    obstacles: list[Geometry] = []
    handles: list[Any] = []
    count = 0
    for i, shape in enumerate(drawn):
        try:
            role = _role(shape)
            chains, count = _geometry(shape, role, tolerance, limits, count)
        except InvalidInput as error:
            raise InvalidInput(f"{name}: shape {i}: {error.args[0]}", i, error.value) from None
        if role in ("bounds", "walkable"):
            found[role].append(chains)
        elif chains:
            obstacles.append(chains)
            handles.append(shape.values.get("data-handle"))
    try:
        batch = geometry.pack(obstacles)
        world = World._from_bounds(_free_area(found, box, batch))
        world._add_batch(batch, _handles(handles))
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None
    world.y_down = True
    if not (found["bounds"] or found["walkable"]) and _has_background(batch, world.bounds):
        world._note = _NOTE
    return world


def _has_background(batch: Batch, bounds: tuple[float, float, float, float]) -> bool:
    """Whether a filled ring reaches around the bounds: nearly always a sheet behind the drawing."""
    if not len(batch.points):
        return False
    alone = np.diff(batch.obstacle_starts) == 1  # no holes
    first = batch.obstacle_starts[:-1][alone]
    starts = batch.chain_starts[:-1]
    reach = np.hstack(
        (
            np.minimum.reduceat(batch.points, starts) <= bounds[:2],
            np.maximum.reduceat(batch.points, starts) >= bounds[2:],
            (batch.roles == geometry.SHELL)[:, None],
        )
    )
    return bool(reach[first].all(axis=1).any())


def _document(
    data: bytes, name: str, limits: Limits
) -> tuple[ET.Element, tuple[float, float, float, float] | None]:
    """The root, and its frame."""
    root = parse_xml(data, name, limits)
    if tag_of(root) != "svg":
        raise fault(name, 1, f"the root is {shown(root.tag)}, not svg", root.tag)
    view = root.get("viewBox")
    if view is not None:
        try:
            box = numbers(view, 4)
        except InvalidInput:
            box = []
        if len(box) != 4 or min(box[2:]) <= 0:
            raise fault(name, 1, f"the viewBox is {shown(view)}", view)
        return root, (box[0], box[1], box[2], box[3])
    sides = [leading_number(root.get(key, "")) for key in ("width", "height")]
    if all(0 < side < math.inf and unit in ("", "px") for side, unit in sides):
        return root, (0.0, 0.0, sides[0][0], sides[1][0])
    return root, None


def _role(shape: Shape) -> str:
    role = shape.values.get("data-role")
    if role is not None and role not in _ROLES:
        raise InvalidInput(f"the role is {shown(role)}; roles are: {', '.join(_ROLES)}", value=role)
    if role is not None:
        return role
    fill = (shape.values.get("fill") or "black").strip().lower()
    return "wall" if shape.tag == "line" or fill in ("none", "transparent") else "obstacle"


def _geometry(
    shape: Shape, role: str, tolerance: float, limits: Limits, count: int
) -> tuple[Geometry, int]:
    """The chains of a shape, and the number of points so far."""
    chains: list[tuple[Chain, bool]] = []
    for part in [] if role == "ignore" else shape.parts:
        points, closed = _chain(part, tolerance)
        count += len(points)
        limits.check("points", count, "the points of the drawing")
        chains.append((points, closed))
    if not chains:
        return [], count
    arrays = [np.array([(z.real, z.imag) for z in chain]) for chain, _ in chains]
    if role == "post":
        every = np.concatenate(arrays)
        return geometry.post(((every.min(axis=0) + every.max(axis=0)) / 2).tolist()), count
    if role == "wall":
        closed_arrays = [
            np.concatenate((a, a[:1])) if ends else a
            for a, (_, ends) in zip(arrays, chains, strict=True)
        ]
        walls = [(geometry.WALL, geometry.line(a, "a wall")) for a in closed_arrays if len(a) > 1]
        return walls, count
    rings = [(geometry.SHELL, geometry.ring(a, "a ring")) for a in arrays if len(a) > 2]
    return (rings if len(rings) < 2 or role == "bounds" else _even_odd(rings)), count


def _even_odd(rings: Geometry) -> Geometry:
    """Rings of one shape as polygons with holes; an obstacle would unite them."""
    if all((np.ptp(ring, axis=0) == 0).any() for _, ring in rings):
        return rings[:1]  # without area
    out: Geometry = []
    for polygon in free_space(World._from_bounds(rings, max_radius=0.0)).polygons:
        roles = [geometry.SHELL] + [geometry.HOLE] * (len(polygon) - 1)
        out += zip(roles, polygon, strict=True)
    return out


def _chain(part: Subpath, tolerance: float) -> tuple[Chain, bool]:
    """Points of a part of a shape, and whether it is closed."""
    points: Chain = [part.start]
    closed = part.closed
    for curve in part.curves:
        points += curve[1:] if len(curve) == 2 else _curve(curve, tolerance)
    if len(points) > 1 and points[0] == points[-1]:
        points.pop()
        closed = True
    return points, closed


def _curve(p: Curve, tolerance: float) -> Chain:
    """Points of a Bezier curve after its start, chords within the tolerance."""
    if not all(abs(c) <= MAX_COORDINATE for z in p for c in (z.real, z.imag)):
        raise InvalidInput("a curve with a coordinate out of range")
    # A chord over 1/n of a curve of degree d deviates by at most d (d - 1) / 8 n^2 of the largest
    # second difference of its control points.
    bend = max(abs(a - 2 * b + c) for a, b, c in zip(p, p[1:], p[2:], strict=False))
    degree = len(p) - 1
    n = min(max(1.0, math.sqrt(degree * (degree - 1) * bend / (8 * tolerance))), _MOST_CHORDS)
    t = np.arange(1, math.ceil(n) + 1) / math.ceil(n)
    basis = [math.comb(degree, i) * t**i * (1 - t) ** (degree - i) for i in range(degree + 1)]
    points: Chain = sum(b * z for b, z in zip(basis, p, strict=True)).tolist()  # type: ignore[union-attr]
    return [*points[:-1], p[-1]]


def _extent(shape: Shape) -> float:
    """The longer side of the bounding box of the control points, close to that of the shape."""
    points = [z for part in shape.parts for curve in part.curves for z in curve]
    if not points:
        return 0.0
    x, y = [z.real for z in points], [z.imag for z in points]
    size = max(max(x) - min(x), max(y) - min(y))
    return size if size <= 2 * MAX_COORDINATE else 0.0


def _free_area(
    found: dict[str, list[Geometry]],
    box: tuple[float, float, float, float] | None,
    batch: Batch,
) -> Geometry:
    if found["bounds"] and found["walkable"]:
        raise InvalidInput("shapes with role 'bounds' and with role 'walkable': use only one")
    if found["bounds"]:
        return geometry._with_area([chain for shape in found["bounds"] for chain in shape])
    if found["walkable"]:
        return walkable_area([geojson_geometry(shape) for shape in found["walkable"] if shape])
    if box is not None:
        x, y, width, height = box
        return geometry.bounds((x, y, x + width, y + height))
    return box_around(batch.points)


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
    bounds = [(role, state["ground_points"][a:b]) for role, a, b in zip(
        state["ground_roles"], state["ground_starts"][:-1], state["ground_starts"][1:], strict=True
    )]  # fmt: skip
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{x0!r} {y0!r} {x1 - x0!r} {y1 - y0!r}"'
        f' stroke-width="{size / 400:.6g}">',
        f'<path data-role="bounds" {_STYLE["bounds"]} fill-rule="evenodd" d="{_d(bounds)}"/>',
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
