"""Scenes as SVG, without dependencies."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

import numpy as np

from .._input import Floats
from . import palette as p
from .shapes import Area, Dots, Lines, Shape

MARGIN = 20.0
_TALLEST = 1.6  # largest height of a picture, in widths


def scale_of(box: tuple[float, float, float, float], width: float) -> float:
    """Pixels per unit of the world, in a picture of this width."""
    x0, y0, x1, y1 = box
    return min((width - 2 * MARGIN) / (x1 - x0), (_TALLEST * width - 2 * MARGIN) / (y1 - y0))


def to_svg(
    shapes: Iterable[Shape],
    box: tuple[float, float, float, float],
    width: float = 960.0,
    title: str | None = None,
    y_down: bool = False,
) -> str:
    """An SVG document that shows `box` (x0, y0, x1, y1), y upwards unless `y_down`."""
    x0, y0, x1, y1 = box
    scale = scale_of(box, width)
    height = (y1 - y0) * scale + 2 * MARGIN
    left = (width - (x1 - x0) * scale) / 2

    def place(points: Floats) -> Floats:
        down = points[:, 1] - y0 if y_down else y1 - points[:, 1]
        return np.column_stack((left + (points[:, 0] - x0) * scale, MARGIN + down * scale))

    body = "\n".join(_element(shape, place) for shape in shapes)
    caption = f"<title>{escape(title)}</title>\n" if title else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:.0f}" '
        f'viewBox="0 0 {width:g} {height:.2f}" stroke-linecap="round" stroke-linejoin="round" '
        f'font-family="Inter, Helvetica, Arial, sans-serif">\n{caption}'
        f'<rect width="100%" height="100%" fill="{p.PAPER}"/>\n{body}\n</svg>\n'
    )


def _element(shape: Shape, place) -> str:  # type: ignore[no-untyped-def]
    if isinstance(shape, Area):
        data = "".join(_data(place(ring)) + "Z" for ring in shape.rings)
        return f'<path d="{data}" fill="{shape.fill}"{_opacity(shape.opacity)}/>'
    if isinstance(shape, Lines):
        data = "".join(_data(place(line)) for line in shape.lines)
        return (
            f'<path d="{data}" fill="none" stroke="{shape.stroke}" '
            f'stroke-width="{shape.width:g}"{_opacity(shape.opacity)}/>'
        )
    if isinstance(shape, Dots):
        rim = f' stroke="{shape.rim}" stroke-width="2"' if shape.rim else ""
        circles = "".join(
            f'<circle cx="{_n(x)}" cy="{_n(y)}" r="{shape.radius:g}"/>'
            for x, y in place(shape.points).tolist()
        )
        return f'<g fill="{shape.fill}"{rim}>{circles}</g>'
    [(x, y)] = place(np.array([shape.point])).tolist()
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" fill="{shape.colour}" font-size="{p.FONT_SIZE:g}" '
        f'text-anchor="{shape.anchor}" dominant-baseline="central">{escape(shape.text)}</text>'
    )


def _data(points: Floats) -> str:
    places = [f"{_n(x)} {_n(y)}" for x, y in points.tolist()]
    return "M" + "L".join(places)


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _opacity(value: float) -> str:
    return "" if value == 1.0 else f' opacity="{value:g}"'
