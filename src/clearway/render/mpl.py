"""Scenes drawn by matplotlib: on given axes, or to a PNG or PDF."""

from __future__ import annotations

import io
from collections.abc import Iterable
from typing import Any

import numpy as np

from .._errors import InvalidInput, shown
from .._imports import importing, importing_extra
from .._input import Floats
from . import palette as p
from .shapes import Area, Dots, Lines, Shape
from .svg import MARGIN, scale_of

_POINTS_PER_PIXEL = 0.75  # widths are in pixels of the SVG; matplotlib uses points


def axes(ax: Any = None) -> Any:
    """These axes, or new ones."""
    if ax is not None:
        if not hasattr(ax, "pcolormesh"):
            raise InvalidInput(f"ax must be axes of matplotlib, not {shown(ax)}", value=ax)
        return ax
    with importing_extra("matplotlib", "plotting", "plot"):
        from matplotlib import pyplot
    with importing():  # of a backend
        _, ax = pyplot.subplots()
    ax.set_aspect("equal")
    return ax


def turned(ax: Any, y_down: bool) -> Any:
    """These axes, with y growing downwards if the world is drawn so."""
    if y_down and not ax.yaxis_inverted():
        ax.invert_yaxis()
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
            side = {"start": "left", "middle": "center", "end": "right"}[shape.anchor]
            text = {"ha": side, "va": "center", "color": shape.colour, "fontsize": size}
            ax.text(*shape.point, shape.text, zorder=order, **text)
    ax.autoscale_view()
    return ax


def to_bytes(
    shapes: Iterable[Shape],
    box: tuple[float, float, float, float],
    width: float = 960.0,
    *,
    kind: str = "png",
    title: str | None = None,
    y_down: bool = False,
) -> bytes:
    """A file that shows `box`: a PNG twice as fine as its SVG, or a PDF of lines and areas."""
    with importing_extra("matplotlib", f"{kind.upper()} output", "plot"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
        from PIL import Image

        if kind == "pdf":
            from matplotlib.backends import backend_pdf  # noqa: F401  else imported while saving
        Image.preinit()  # imports more modules when the first picture is saved
    x0, y0, x1, y1 = box
    scale = scale_of(box, width)
    height = (y1 - y0) * scale + 2 * MARGIN
    figure = Figure(figsize=(width / 96, height / 96), dpi=192, facecolor=p.PAPER)
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0.0, 0.0, 1.0, 1.0))
    ax.set_axis_off()
    draw(shapes, ax)
    side = (width / scale - (x1 - x0)) / 2
    ax.set_xlim(x0 - side, x1 + side)
    low, high = y0 - MARGIN / scale, y1 + MARGIN / scale
    ax.set_ylim((high, low) if y_down else (low, high))
    out = io.BytesIO()
    facts = {"CreationDate": None, "Title": title} if kind == "pdf" else {"Title": title}
    known = {key: value for key, value in facts.items() if value or key != "Title"}
    figure.savefig(out, format=kind, facecolor=p.PAPER, metadata=known)
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
