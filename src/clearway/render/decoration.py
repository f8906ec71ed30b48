"""Decoration of a picture: axes, scale bar, legend; and the discs of agents along paths."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .._input import Floats
from .._numbers import exact
from .._path import Path
from . import palette as p
from .features import legend_rows
from .scene import Area, Label, Lines, Shape, _cycle

Box = tuple[float, float, float, float]
_TICK = 5.0  # pixels
_ROW = 20.0  # height of a line of text
_LEFT = 64.0  # space for the numbers of an axis
_CORNERS = 48  # of a disc


class Picture(NamedTuple):
    """Shapes, the box that they fill, and whether y grows downwards."""

    shapes: list[Shape]
    box: Box
    y_down: bool = False

    def below(self, y: float) -> float:
        """A y this far below the lower edge of the picture."""
        _, y0, _, y1 = self.box
        return y1 + y if self.y_down else y0 - y

    def grown(self, left: float, below: float) -> Box:
        """The box, enlarged."""
        x0, y0, x1, y1 = self.box
        return (x0 - left, y0, x1, y1 + below) if self.y_down else (x0 - left, y0 - below, x1, y1)


def with_axes(picture: Picture, pixel: float) -> Picture:
    """Ticks and numbers at the lower and the left edge, in the coordinates of the world."""
    x0, y0, x1, y1 = picture.box
    edge, tick, label = (picture.below(d * pixel) for d in (0.0, _TICK, 0.7 * _ROW))
    shapes: list[Shape] = []
    lines = [np.array([(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)])]
    for x in _ticks(x0, x1):
        lines.append(np.array([(x, edge), (x, tick)]))
        shapes.append(Label((x, label), _text(x, x1 - x0), p.INK))
    for y in _ticks(y0, y1):
        lines.append(np.array([(x0, y), (x0 - _TICK * pixel, y)]))
        shapes.append(Label((x0 - 2 * _TICK * pixel, y), _text(y, y1 - y0), p.INK, "end"))
    shapes.append(Lines(lines, p.INK, 1.0))
    return picture._replace(
        shapes=picture.shapes + shapes, box=picture.grown(_LEFT * pixel, 1.4 * _ROW * pixel)
    )


def with_scale_bar(picture: Picture, pixel: float) -> Picture:
    """A bar of a round length, about a fifth of the width, with its length."""
    x0, _, x1, _ = picture.box
    length = _round((x1 - x0) / 5)
    y, tick = picture.below(0.8 * _ROW * pixel), 0.8 * _TICK * pixel
    bar = np.array([(x0, y + tick), (x0, y - tick), (x0, y), (x0 + length, y)])
    end = np.array([(x0 + length, y + tick), (x0 + length, y - tick)])
    text = Label((x0 + length + 2 * _TICK * pixel, y), exact(length), p.INK, "start")
    shapes: list[Shape] = [Lines([bar, end], p.INK, 1.6), text]
    return picture._replace(
        shapes=picture.shapes + shapes, box=picture.grown(0.0, 1.4 * _ROW * pixel)
    )


def with_legend(
    picture: Picture, pixel: float, paths: list[Path], names: Any, world: Any
) -> Picture:
    """A line for each path: its colour, and its name or a description. Then features."""
    x0 = picture.box[0]
    shapes: list[Shape] = []
    texts = [_described(path) for path in paths] if names is True else names
    for i, (text, colour) in enumerate(zip(texts, _cycle(len(texts)), strict=True)):
        y = picture.below((i + 0.8) * _ROW * pixel)
        shapes.append(Lines([np.array([(x0, y), (x0 + 24 * pixel, y)])], colour, p.PATH_WIDTH))
        shapes.append(Label((x0 + 32 * pixel, y), text, p.INK, "start"))
    more = legend_rows(world, x0, pixel)
    for i, row in enumerate(more, len(texts)):
        shapes += row(picture.below((i + 0.8) * _ROW * pixel))
    height = (len(texts) + len(more) + 0.4) * _ROW * pixel
    return picture._replace(shapes=picture.shapes + shapes, box=picture.grown(0.0, height))


def disc_shapes(paths: list[Path], count: int) -> list[Shape]:
    """`count` discs along each path that has a radius, from its start to its end."""
    shapes: list[Shape] = []
    for path, colour in zip(paths, _cycle(len(paths)), strict=True):
        if path.radius > 0 and len(path.points):
            centres = path.at(np.linspace(0.0, path.length, count))
            rings = [_circle(centre, path.radius) for centre in centres]
            closed = [np.vstack((ring, ring[:1])) for ring in rings]
            shapes += [Area([ring], colour, 0.25) for ring in rings]
            shapes.append(Lines(closed, colour, p.OUTLINE_WIDTH))
    return shapes


def _circle(centre: Floats, radius: float) -> Floats:
    angles = np.linspace(0.0, math.tau, _CORNERS, endpoint=False)
    out: Floats = centre + radius * np.column_stack((np.cos(angles), np.sin(angles)))
    return out


def _described(path: Path) -> str:
    size = f", radius {exact(path.radius)}" if path.radius > 0 else ""
    if not len(path.points):
        return f"{path.planner}{size}: {path.status.name}"
    return f"{path.planner}{size}: length {path.length:.6g}"


def _round(length: float) -> float:
    """The largest 1, 2 or 5 times a power of ten up to a length."""
    power: float = 10.0 ** math.floor(math.log10(length))
    return float(f"{max(m for m in (1, 2, 5) if m * power <= length * 1.0000001) * power:.12g}")


def _ticks(low: float, high: float) -> list[float]:
    step = _round((high - low) / 4)
    first = math.ceil(low / step)
    return [step * i for i in range(first, math.floor(high / step) + 1)]


def _text(value: float, extent: float) -> str:
    """A number of an axis, with the decimals that distinguish its ticks."""
    decimals = max(0, 2 - math.floor(math.log10(extent)))
    return exact(round(value, decimals))
