"""Rings around discs, capsules and rectangles, for `World.add`; they contain the whole shape.

A ring contains the whole shape, so an agent that keeps its radius from the ring keeps it from the
shape. It reaches beyond the shape by at most `tolerance`, plus rounding.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ._errors import InvalidInput, shown
from ._input import Floats, as_pair
from ._lengths import as_positive
from ._types import PointLike

__all__ = ["capsule", "disc", "rect"]

TOLERANCE = 1e-3  # of the radius, where none is given
MOST_SIDES = 1 << 16
# Of the coordinates and the radius. Rounded angles misplace a corner by less than 1.5 * 2**-49 of
# the radius, rounded cosines, products and sums by less than 2**-51 of both together.
ROUNDING = 2.0**-48


def disc(center: PointLike, radius: float, *, tolerance: float | None = None) -> Floats:
    """The regular polygon around a disc: N x 2, counter-clockwise, not closed.

    Its sides touch the disc; its corners are at most `tolerance` outside, by default 1e-3 of the
    radius (72 sides). The number of sides grows with the square root of radius / tolerance, to at
    most 65,536.

    >>> import clearway as cw
    >>> len(cw.shapes.disc((5, 5), 2)), len(cw.shapes.disc((5, 5), 2, tolerance=0.5))
    (72, 6)
    """
    c, r = as_pair(center, "center"), as_positive(radius, "radius")
    sides = _sides(r, tolerance)
    r += ROUNDING * (max(map(abs, c)) + r)
    return np.concatenate((_half(c, r, -math.pi / 2, sides), _half(c, r, math.pi / 2, sides)))


def capsule(a: PointLike, b: PointLike, radius: float, *, tolerance: float | None = None) -> Floats:
    """The polygon around all points within `radius` of the segment from a to b.

    N x 2, counter-clockwise, not closed. Its round ends are sampled as in `disc`; if a and b are
    equal, the polygon is that of `disc`.

    >>> import clearway as cw
    >>> cw.shapes.capsule((2, 5), (8, 5), 1, tolerance=0.5).round(3).tolist()
    [[9.0, 4.0], [9.0, 6.0], [1.0, 6.0], [1.0, 4.0]]
    """
    p, q, r = as_pair(a, "a"), as_pair(b, "b"), as_positive(radius, "radius")
    if p == q:
        return disc(p, r, tolerance=tolerance)
    sides = _sides(r, tolerance)
    r += ROUNDING * (max(map(abs, (*p, *q))) + r)
    start = math.atan2(q[1] - p[1], q[0] - p[0]) - math.pi / 2
    return np.concatenate((_half(q, r, start, sides), _half(p, r, start + math.pi, sides)))


def rect(corner: PointLike, opposite: PointLike, *, angle: float = 0.0) -> Floats:
    """The rectangle between two opposite corners: 4 x 2, counter-clockwise, not closed.

    `angle` turns it counter-clockwise around its centre, in radians. Exact without an angle; else
    the sides are moved outwards by a few units in the last place.

    >>> import clearway as cw
    >>> cw.shapes.rect((4, 2), (6, 8)).tolist()
    [[4.0, 2.0], [6.0, 2.0], [6.0, 8.0], [4.0, 8.0]]
    """
    (x0, x1), (y0, y1) = (
        sorted(pair)
        for pair in zip(as_pair(corner, "corner"), as_pair(opposite, "opposite"), strict=True)
    )
    if x0 == x1 or y0 == y1:
        raise InvalidInput(
            f"the corners are {shown(corner)} and {shown(opposite)}: the rectangle has no area",
            value=(corner, opposite),
        )
    turn = _angle(angle)
    if turn == 0.0:
        return np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1)])
    c = (x0 / 2 + x1 / 2, y0 / 2 + y1 / 2)
    grown = ROUNDING * (max(map(abs, (x0, y0, x1, y1))) + (x1 - x0) + (y1 - y0))
    u, v = (x1 - x0) / 2 + grown, (y1 - y0) / 2 + grown
    cos, sin = math.cos(turn), math.sin(turn)
    signs = ((-1, -1), (1, -1), (1, 1), (-1, 1))
    return np.array(
        [(c[0] + i * u * cos - j * v * sin, c[1] + i * u * sin + j * v * cos) for i, j in signs]
    )


def _sides(radius: float, tolerance: Any) -> int:
    """How many sides half a disc needs, so that their corners are within the tolerance."""
    within = TOLERANCE if tolerance is None else as_positive(tolerance, "tolerance") / radius
    # Where a side turns by 2 x, a corner is at radius / cos(x). It is `within` radii outside if
    # tan(x / 2)**2 = within / (2 + within).
    turned = 4 * math.atan(math.sqrt(within / (2 + within)))
    sides = max(2, math.ceil(math.pi / turned * (1 - ROUNDING)))
    if 2 * sides > MOST_SIDES:
        least = 2 * radius * math.tan(math.pi / MOST_SIDES / 2) ** 2
        raise InvalidInput(
            f"tolerance is {shown(tolerance)}: a disc of radius {radius!r} would need more than"
            f" {MOST_SIDES} sides; use at least {1.01 * least:.2e}",
            value=tolerance,
        )
    return sides


def _half(center: tuple[float, float], radius: float, start: float, sides: int) -> Floats:
    """The intersections of tangents to a half circle, from an angle on, counter-clockwise."""
    turned = math.pi / sides
    angles = start + turned * (np.arange(sides) + 0.5)
    reach = radius / math.cos(turned / 2)
    return np.array(center) + reach * np.column_stack((np.cos(angles), np.sin(angles)))


def _angle(value: Any) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(
        value, int | float | np.integer | np.floating
    ):
        raise InvalidInput(f"angle is {shown(value)}: a number of radians is needed", value=value)
    try:
        angle = float(value)
    except OverflowError:
        angle = math.inf
    if not math.isfinite(angle):
        raise InvalidInput(f"angle is {shown(value)}: it must be finite", value=value)
    return angle
