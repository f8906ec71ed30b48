"""Scenes drawn by matplotlib: on given axes, or to a PNG."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import numpy as np

from .._imports import importing, importing_extra
from .._input import Floats
from . import palette as p
from .scene import Area, Dots, Lines, Shape
from .svg import MARGIN

_POINTS_PER_PIXEL = 0.75  # widths are in pixels of the SVG; matplotlib uses points


def axes(ax: Any = None) -> Any:
    """These axes, or new ones."""
    if ax is not None:
        return ax
    with importing_extra("matplotlib", "plotting", "plot"):
        from matplotlib import pyplot
    with importing():  # of a backend
        _, ax = pyplot.subplots()
    ax.set_aspect("equal")
    return ax


def draw(shapes: Iterable[Shape], ax: Any, **style: Any) -> Any:
    """Adds the shapes to axes in data coordinates; `style` goes to every line."""
    with importing():
        from matplotlib.collections import LineCollection
        from matplotlib.patches import PathPatch

    for order, shape in enumerate(shapes, start=1):
        if isinstance(shape, Area):
            if shape.rings:
                patch = PathPatch(_compound(shape.rings), facecolor=shape.fill, linewidth=0)
                patch.set(alpha=shape.opacity, zorder=order)
                ax.add_patch(patch)
        elif isinstance(shape, Lines):
            options = {"colors": shape.stroke, "linewidths": shape.width * _POINTS_PER_PIXEL}
            lines = LineCollection(
                shape.lines, alpha=shape.opacity, capstyle="round", zorder=order, **options
            )
            lines.set(joinstyle="round", **style)
            ax.add_collection(lines)
        elif isinstance(shape, Dots):
            across = 2 * shape.radius * _POINTS_PER_PIXEL
            rim = {"edgecolors": shape.rim, "linewidths": 1.5} if shape.rim else {"linewidths": 0}
            ax.scatter(*shape.points.T, s=across**2, c=shape.fill, zorder=order, **rim)
        else:
            size = p.FONT_SIZE * _POINTS_PER_PIXEL
            text = {"ha": "center", "va": "center", "color": shape.colour, "fontsize": size}
            ax.text(*shape.point, shape.text, zorder=order, **text)
    ax.autoscale_view()
    return ax


def to_png(
    shapes: Iterable[Shape], box: tuple[float, float, float, float], width: float = 960.0
) -> bytes:
    """A PNG that shows `box`, twice as fine as its SVG."""
    with importing_extra("matplotlib", "PNG output", "plot"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image

        Image.preinit()  # imports more modules when the first picture is saved
    x0, y0, x1, y1 = box
    scale = min((width - 2 * MARGIN) / (x1 - x0), (1.6 * width - 2 * MARGIN) / (y1 - y0))
    height = (y1 - y0) * scale + 2 * MARGIN
    figure = Figure(figsize=(width / 96, height / 96), dpi=192, facecolor=p.PAPER)
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    draw(shapes, ax)
    side = (width / scale - (x1 - x0)) / 2
    ax.set_xlim(x0 - side, x1 + side)
    ax.set_ylim(y0 - MARGIN / scale, y1 + MARGIN / scale)
    out = io.BytesIO()
    figure.savefig(out, format="png", facecolor=p.PAPER)
    return out.getvalue()


def _compound(rings: list[Floats]) -> Any:
    with importing():
        from matplotlib.path import Path

    closed = [np.vstack((ring, ring[:1])) for ring in rings]
    codes = [
        np.array([Path.MOVETO] + [Path.LINETO] * (len(r) - 2) + [Path.CLOSEPOLY], dtype=np.uint8)
        for r in closed
    ]
    return Path(np.concatenate(closed), np.concatenate(codes))
