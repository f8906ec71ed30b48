"""Fields drawn by matplotlib: a heat map with contours and arrows."""

from __future__ import annotations

from typing import Any

import numpy as np

from .._arguments import as_count
from .._field import Field, FieldRaster
from .._imports import importing
from .heat import COLOURS, blocked_area
from .mpl import axes, draw, turned
from .palette import INK
from .scene import solid_shapes

_CELLS = 240  # along the longer side
_MOST = 1000  # contours, and arrows along the longer side
_OVER = 5.0  # the order in which matplotlib draws: above the heat map


def plot_field(field: Field, ax: Any, step: float | None, contours: int, arrows: int) -> Any:
    """Draws on matplotlib axes; returns them."""
    lines, along = (
        min(as_count(n, name), _MOST) for n, name in ((contours, "contours"), (arrows, "arrows"))
    )
    world = field.world
    x0, y0, x1, y1 = world.bounds
    longer = max(x1 - x0, y1 - y0)
    raster = field.raster(longer / _CELLS if step is None else step)
    drawn = axes(ax)
    distance = np.ma.masked_invalid(raster.distance)
    if distance.count():
        _heat(drawn, raster, distance, lines)
    mesh = world.mesh()
    draw([blocked_area(world, mesh), *solid_shapes(world, mesh)], drawn)
    if distance.count() and along:
        _arrows(drawn, field, longer / along)
    drawn.set(xlim=(x0, x1), ylim=(y0, y1))
    return turned(drawn, world.y_down)


def _heat(ax: Any, raster: FieldRaster, distance: Any, lines: int) -> None:
    with importing():
        from matplotlib.colors import LinearSegmentedColormap

    colours = LinearSegmentedColormap.from_list("distance", COLOURS)
    ax.pcolormesh(raster.x, raster.y, distance, cmap=colours, shading="nearest", zorder=0)
    if lines and distance.min() < distance.max() and min(distance.shape) > 1:
        style = {"colors": INK, "linewidths": 0.5, "alpha": 0.5, "zorder": 0.5}
        ax.contour(raster.x, raster.y, distance, levels=lines, **style)


def _arrows(ax: Any, field: Field, apart: float) -> None:
    """Arrows that point along the first step, `apart` from each other."""
    coarse = field.raster(apart)
    u, v = np.moveaxis(np.nan_to_num(coarse.direction), 2, 0)
    moving = (u != 0) | (v != 0)
    across, up = np.meshgrid(coarse.x, coarse.y)
    ax.quiver(
        across[moving], up[moving], u[moving], v[moving],
        color=INK, alpha=0.7, pivot="mid", angles="xy", scale_units="xy", scale=1.6 / apart,
        width=0.002, zorder=_OVER,
    )  # fmt: skip
