"""Decoration of a picture: axes, scale bar, legend; and the discs of agents along paths."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from .._numbers import exact
from .._path import Path
from . import palette as p
from .features import legend_rows
from .scene import path_colours
from .shapes import Area, Label, Lines, Shape, circle

Box = tuple[float, float, float, float]
_TICK = 5.0  # pixels
_ROW = 20.0  # height of a line of text
_LEFT = 64.0  # space for the numbers of an axis
_SWATCH = 14.0  # width of a colour in the key of a heat map


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


def with_scale_bar(picture: Picture, pixel: float, unit: str = "") -> Picture:
    """A bar of a round length, about a fifth of the width, with its length and unit."""
    x0, _, x1, _ = picture.box
    length = _round((x1 - x0) / 5)
    y, tick = picture.below(0.8 * _ROW * pixel), 0.8 * _TICK * pixel
    bar = np.array([(x0, y + tick), (x0, y - tick), (x0, y), (x0 + length, y)])
    end = np.array([(x0 + length, y + tick), (x0 + length, y - tick)])
    said = f"{exact(length)} {unit}".rstrip()
    text = Label((x0 + length + 2 * _TICK * pixel, y), said, p.INK, "start")
    shapes: list[Shape] = [Lines([bar, end], p.INK, 1.6), text]
    return picture._replace(
        shapes=picture.shapes + shapes, box=picture.grown(0.0, 1.4 * _ROW * pixel)
    )


class Key(NamedTuple):
    """Colours that mean a scale, and what it is."""

    colours: tuple[str, ...]
    text: str


def with_legend(
    picture: Picture, pixel: float, rows: list[tuple[str, str]], keys: list[Key], world: Any
) -> Picture:
    """A line for each path or group of paths: its colour, and its text. Then keys and features."""
    x0 = picture.box[0]
    shapes: list[Shape] = []
    drawn = 0

    def next_y() -> float:
        nonlocal drawn
        drawn += 1
        return picture.below((drawn - 0.2) * _ROW * pixel)

    for colour, text in rows:
        y = next_y()
        shapes.append(Lines([np.array([(x0, y), (x0 + 24 * pixel, y)])], colour, p.PATH_WIDTH))
        shapes.append(Label((x0 + 32 * pixel, y), text, p.INK, "start"))
    for key in keys:
        shapes += _key_shapes(key, x0, next_y(), pixel)
    for row in legend_rows(world, x0, pixel):
        shapes += row(next_y())
    height = (drawn + 0.4) * _ROW * pixel
    return picture._replace(shapes=picture.shapes + shapes, box=picture.grown(0.0, height))


def _key_shapes(key: Key, x0: float, y: float, pixel: float) -> list[Shape]:
    """The colours of a key in a row, and its text."""
    wide, high = _SWATCH * pixel, 0.3 * _ROW * pixel
    shapes: list[Shape] = []
    for i, colour in enumerate(key.colours):
        left, right = x0 + i * wide, x0 + (i + 1) * wide
        ring = [(left, y - high), (right, y - high), (right, y + high), (left, y + high)]
        shapes.append(Area([np.array(ring)], colour))
    text = (x0 + len(key.colours) * wide + 8 * pixel, y)
    return [*shapes, Label(text, key.text, p.INK, "start")]


def disc_shapes(paths: list[Path], count: int, numbers: Any = None) -> list[Shape]:
    """`count` discs along each path that has a radius, from its start to its end."""
    shapes: list[Shape] = []
    for path, colour in zip(paths, path_colours(len(paths), numbers), strict=True):
        if path.radius > 0 and len(path.points):
            centres = path.at(np.linspace(0.0, path.length, count))
            rings = [circle(centre, path.radius) for centre in centres]
            closed = [np.vstack((ring, ring[:1])) for ring in rings]
            shapes += [Area([ring], colour, 0.25) for ring in rings]
            shapes.append(Lines(closed, colour, p.OUTLINE_WIDTH))
    return shapes


def described(path: Path) -> str:
    """A path in a legend: planner, radius, length."""
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
