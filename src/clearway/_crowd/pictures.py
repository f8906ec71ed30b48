"""Pictures of trajectories: traces, and maps of the density."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import numpy as np

from .._arguments import as_truth
from .._imports import importing, importing_extra
from .._input import Floats
from .._lengths import as_positive
from ..render.heat import blocked_area
from ..render.mpl import axes, draw, turned
from ..render.palette import PATHS
from ..render.scene import solid_shapes

if TYPE_CHECKING:
    from .trajectories import Trajectories

_CELLS = 60  # of a density map, along the longer side


def density(trajectories: Trajectories, step: float) -> Floats:
    """Agents per square unit, averaged over the records."""
    side = as_positive(step, "step")
    x0, y0, x1, y1 = trajectories.world.bounds
    shape = max(1, int(np.ceil((y1 - y0) / side))), max(1, int(np.ceil((x1 - x0) / side)))
    at = trajectories.positions.reshape(-1, 2)
    at = at[~np.isnan(at[:, 0])]
    column = np.clip(((at[:, 0] - x0) / side).astype(np.int64), 0, shape[1] - 1)
    row = np.clip(((at[:, 1] - y0) / side).astype(np.int64), 0, shape[0] - 1)
    counts = np.bincount(row * shape[1] + column, minlength=shape[0] * shape[1])
    return counts.reshape(shape) / (max(1, len(trajectories)) * side * side)


def plot(trajectories: Trajectories, ax: Any, is_density: bool, step: float | None) -> Any:
    """Draws on matplotlib axes; returns them."""
    drawn = axes(ax)
    world = trajectories.world
    mesh = world.mesh()
    x0, y0, x1, y1 = world.bounds
    if as_truth(is_density, "density"):
        side = max(x1 - x0, y1 - y0) / _CELLS if step is None else as_positive(step, "step")
        values = density(trajectories, side)
        rows, columns = values.shape
        drawn.pcolormesh(
            x0 + side * np.arange(columns + 1), y0 + side * np.arange(rows + 1), values,
            cmap="magma_r", zorder=0,
        )  # fmt: skip
    else:
        _traces(trajectories, drawn)
    draw([blocked_area(world, mesh), *solid_shapes(world, mesh)], drawn)
    drawn.set(xlim=(x0, x1), ylim=(y0, y1))
    return turned(drawn, world.y_down)


def _traces(trajectories: Trajectories, ax: Any) -> None:
    with importing():
        from matplotlib.collections import LineCollection
    lines = np.moveaxis(trajectories.positions, 1, 0)
    colours = [PATHS[i % len(PATHS)] for i in range(len(lines))]
    ax.add_collection(LineCollection(list(lines), colors=colours, linewidths=0.6, alpha=0.7))


def picture(
    trajectories: Trajectories,
    kind: str,
    density: bool = False,
    step: float | None = None,
    width: float = 960.0,
) -> bytes:
    """The traces, or the density, as a PNG or a PDF."""
    pixels = as_positive(width, "width")
    with importing_extra("matplotlib", "pictures of trajectories", "plot"):
        from matplotlib.figure import Figure
    x0, y0, x1, y1 = trajectories.world.bounds
    inches = pixels / 100
    figure = Figure(figsize=(inches, inches * (y1 - y0) / (x1 - x0)), dpi=100)
    ax = figure.add_axes((0, 0, 1, 1), frameon=False)
    ax.set_axis_off()
    ax.set_aspect("equal")
    plot(trajectories, ax, density, step)
    out = io.BytesIO()
    figure.savefig(out, format=kind)
    return out.getvalue()
