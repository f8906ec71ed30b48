"""Animations of trajectories: GIF and MP4 by matplotlib, SVG without dependencies."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from .._errors import ClearwayError
from .._imports import importing, importing_extra
from .._input import Floats
from .._lengths import as_positive
from ..render.heat import blocked_area
from ..render.mpl import draw
from ..render.palette import PATHS
from ..render.scene import solid_shapes
from ..render.svg import MARGIN, scale_of, to_svg

if TYPE_CHECKING:
    from .trajectories import Trajectories

_SHORTEST = 1e-3  # seconds of an animation; trajectories may consist of one moment


def animation(
    trajectories: Trajectories,
    kind: str,
    fps: float = 20.0,
    speed: float = 1.0,
    width: float = 640.0,
) -> bytes:
    """The discs moving: `kind` is gif, mp4 or svg."""
    rate, times = as_positive(fps, "fps"), as_positive(speed, "speed")
    pixels = as_positive(width, "width")
    if kind == "svg":
        return _svg(trajectories, times, pixels).encode()
    return _film(trajectories, kind, rate, times, pixels)


def positions_at(trajectories: Trajectories, times: Floats) -> Floats:
    """Where the agents were at these times, on straight lines between the records."""
    known = trajectories.times
    after = np.clip(np.searchsorted(known, times), 1, len(known) - 1) if len(known) > 1 else None
    if after is None:
        return np.repeat(trajectories.positions, len(times), axis=0)
    part = (times - known[after - 1]) / (known[after] - known[after - 1])
    share = np.clip(part, 0.0, 1.0)[:, None, None]
    before = trajectories.positions[after - 1]
    there = trajectories.positions[after]
    # Who leaves between two records is seen until the second; who is added, from it on.
    return np.where(np.isnan(there), there, before + share * (there - before))


def _film(trajectories: Trajectories, kind: str, fps: float, speed: float, width: float) -> bytes:
    if kind == "mp4" and shutil.which("ffmpeg") is None:
        raise ClearwayError("an MP4 needs the program ffmpeg, which is not installed; GIF does not")
    with importing_extra("matplotlib", "animations", "plot"):
        from matplotlib.animation import FFMpegWriter, PillowWriter
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.collections import EllipseCollection
        from matplotlib.figure import Figure
    world = trajectories.world
    mesh = world.mesh()
    x0, y0, x1, y1 = world.bounds
    inches = width / 100
    figure = Figure(figsize=(inches, inches * (y1 - y0) / (x1 - x0)), dpi=100)
    FigureCanvasAgg(figure)
    ax = figure.add_axes((0, 0, 1, 1), frameon=False)
    ax.set_axis_off()
    ax.set(xlim=(x0, x1), ylim=(y1, y0) if world.y_down else (y0, y1))
    draw([blocked_area(world, mesh), *solid_shapes(world, mesh)], ax)
    size = 2 * trajectories.radii
    discs = EllipseCollection(
        size, size, np.zeros(len(size)), units="xy", offsets=np.zeros((len(size), 2)),
        offset_transform=ax.transData, facecolors=_colours(len(size)), zorder=20,
    )  # fmt: skip
    ax.add_collection(discs)
    count = max(1, int(np.ceil((trajectories.times[-1] - trajectories.times[0]) * fps / speed)))
    shown = positions_at(trajectories, trajectories.times[0] + np.arange(count + 1) * speed / fps)
    make: Any = PillowWriter if kind == "gif" else FFMpegWriter
    writer = make(fps=fps)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"crowd.{kind}"
        with writer.saving(figure, str(file), dpi=100):
            for frame in shown:
                discs.set_offsets(np.ma.masked_invalid(frame))
                writer.grab_frame()
        return file.read_bytes()


def _colours(count: int) -> list[str]:
    return [PATHS[i % len(PATHS)] for i in range(count)]


def _svg(trajectories: Trajectories, speed: float, width: float) -> str:
    """SMIL animation, which browsers play; it repeats. Agents are hidden once they have left."""
    with importing():
        from ..render import shapes_of

    world = trajectories.world
    x0, y0, x1, y1 = world.bounds
    scale = scale_of(world.bounds, width)
    left = (width - (x1 - x0) * scale) / 2
    length = max(float(trajectories.times[-1] - trajectories.times[0]), _SHORTEST)
    seconds = length / speed
    down = (
        trajectories.positions[..., 1] - y0 if world.y_down else y1 - trajectories.positions[..., 1]
    )
    xs, ys = left + (trajectories.positions[..., 0] - x0) * scale, MARGIN + down * scale
    keys = (trajectories.times - trajectories.times[0]) / length
    timing = f'dur="{seconds:.3f}s" repeatCount="indefinite"'
    key_times = f'keyTimes="{";".join(f"{k:.5g}" for k in keys)}"'
    circles = []
    for i, radius in enumerate(trajectories.radii.tolist()):
        present = ~np.isnan(xs[:, i])
        if not present.any():
            continue
        circles.append(
            f'<circle r="{radius * scale:.2f}" fill="{PATHS[i % len(PATHS)]}">'
            f'<animate attributeName="cx" {timing} {key_times} values="{_values(xs[:, i])}"/>'
            f'<animate attributeName="cy" {timing} {key_times} values="{_values(ys[:, i])}"/>'
            + _hiding(present, key_times, timing)
            + "</circle>"
        )
    picture = to_svg(shapes_of(world), world.bounds, width, y_down=world.y_down)
    return picture.replace("</svg>", "\n".join(circles) + "\n</svg>")


def _values(column: Floats) -> str:
    """Numbers for each record; where the agent is absent, the nearest one before or after."""
    known = np.nonzero(~np.isnan(column))[0]
    at = known[np.clip(np.searchsorted(known, np.arange(len(column)), "right") - 1, 0, None)]
    return ";".join(f"{v:.1f}" for v in column[at].tolist())


def _hiding(present: Any, key_times: str, timing: str) -> str:
    if present.all():
        return ""
    values = ";".join("1" if is_there else "0" for is_there in present.tolist())
    return (
        f'<animate attributeName="opacity" calcMode="discrete" {timing} {key_times} '
        f'values="{values}"/>'
    )
