"""The shapes that pictures consist of, in world coordinates."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from .._input import Floats

_CORNERS = 48  # of a disc


class Area(NamedTuple):
    """Rings filled together by the non-zero rule: shells counter-clockwise, holes clockwise."""

    rings: list[Floats]
    fill: str
    opacity: float = 1.0


class Lines(NamedTuple):
    """Polylines; `width` in pixels."""

    lines: list[Floats]
    stroke: str
    width: float
    opacity: float = 1.0


class Dots(NamedTuple):
    """Discs of a size in pixels, with an optional rim."""

    points: Floats
    fill: str
    radius: float
    rim: str | None = None


class Label(NamedTuple):
    """A text at a point, which is its "middle", its "start" or its "end"."""

    point: tuple[float, float]
    text: str
    colour: str
    anchor: str = "middle"


Shape = Area | Lines | Dots | Label


def moved(shapes: list[Shape], by: tuple[float, float]) -> list[Shape]:
    """The same shapes, translated."""

    def one(shape: Shape) -> Shape:
        if isinstance(shape, Area):
            return shape._replace(rings=[r + by for r in shape.rings])
        if isinstance(shape, Lines):
            return shape._replace(lines=[line + by for line in shape.lines])
        if isinstance(shape, Dots):
            return shape._replace(points=shape.points + by)
        return shape._replace(point=(shape.point[0] + by[0], shape.point[1] + by[1]))

    return [one(shape) for shape in shapes]


def circle(centre: Floats, radius: float) -> Floats:
    """A disc as a ring."""
    angles = np.linspace(0.0, math.tau, _CORNERS, endpoint=False)
    out: Floats = centre + radius * np.column_stack((np.cos(angles), np.sin(angles)))
    return out
