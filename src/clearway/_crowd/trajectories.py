"""Trajectories: the positions of a crowd over time, as arrays, files, pictures and animations."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np

from .._imports import importing, importing_extra
from .._input import Floats

if TYPE_CHECKING:
    import pandas as pd

    from .._world import World


class Trajectories:
    """Where the agents of a crowd were: made by `Crowd.run`.

    `times`: T seconds. `positions`, `velocities`: T x N x 2, NaN before an agent was added and
    after it has left. `radii`: N.

    >>> import clearway as cw
    >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
    >>> ids = crowd.add([(1, 5), (1, 2)], goals=[(9, 5), (9, 2)])
    >>> trajectories = crowd.run(2.0, dt=0.1, record=1.0)
    >>> trajectories.positions.shape
    (3, 2, 2)
    """

    def __init__(
        self, world: World, times: Floats, positions: Floats, velocities: Floats, radii: Floats
    ) -> None:
        self.world = world
        self.times, self.positions = times, positions
        self.velocities, self.radii = velocities, radii

    @property
    def frames_per_second(self) -> float:
        """Records in a second; NaN for a single record.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> round(crowd.run(2.0, dt=0.1, record=0.5).frames_per_second, 6)
        2.0
        """
        if len(self.times) < 2:
            return float("nan")
        return float(1.0 / (self.times[1] - self.times[0]))

    def to_dataframe(self) -> pd.DataFrame:
        """A pandas DataFrame with columns time, frame, id, x, y, vx, vy; a row where it is present.

        Needs pandas (`clearway[data]`).

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> table = crowd.run(2.0, dt=0.1, record=1.0).to_dataframe()  # doctest: +SKIP
        >>> table.groupby("id").x.max()  # doctest: +SKIP
        """
        with importing_extra("pandas", "to_dataframe", "data"):
            import pandas as pd

        return pd.DataFrame(self._columns())

    def save(self, file: str | os.PathLike[str], **options: Any) -> None:
        """Writes the trajectories to a file, completely or not at all; the suffix decides.

        .csv: the columns of `to_dataframe`. .sqlite: JuPedSim's format, which its tools open.
        .gif, .mp4 (needs ffmpeg) and .svg: an animation; `fps=` frames in a second, `speed=` times
        as fast as real. .png, .pdf: the traces; `density=True`: where agents were, in agents per
        square unit.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), speed=1.0, goals=(9, 5))
        >>> file = Path(tempfile.mkdtemp()) / "walk.csv"
        >>> crowd.run(1.0, dt=0.5).save(file)
        >>> file.read_text().split()[:2]
        ['time,frame,id,x,y,vx,vy', '0.0,0,0,1.0,5.0,0.0,0.0']
        """
        with importing():
            from ..formats import as_file
            from .files import save

        save(self, as_file(file), options)

    def density(self, step: float) -> Floats:
        """Agents per square unit, averaged over the records, by square cells of this side.

        Row i and column j cover the cell whose lower left corner is `step` * (j, i) from that of
        the bounds.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5))
        >>> density = crowd.run(1.0, dt=0.5).density(2.0)
        >>> density.shape, float(density[2, 0])
        ((5, 5), 0.25)
        """
        with importing():
            from .pictures import density

        return density(self, step)

    def plot(self, ax: Any = None, *, density: bool = False, step: float | None = None) -> Any:
        """Draws the traces, or a map of the density, with matplotlib; returns the axes.

        `step`: the side of a cell of that map.

        >>> import clearway as cw
        >>> crowd = cw.Crowd(cw.World(bounds=(0, 0, 10, 10)))
        >>> agent = crowd.add((1, 5), goals=(9, 5))
        >>> axes = crowd.run(1.0, dt=0.5).plot()  # doctest: +SKIP
        """
        with importing():
            from .pictures import plot

        return plot(self, ax, density, step)

    def _columns(self) -> dict[str, Any]:
        frames, ids = np.nonzero(~np.isnan(self.positions[:, :, 0]))
        at, velocity = self.positions[frames, ids], self.velocities[frames, ids]
        return {
            "time": self.times[frames],
            "frame": frames,
            "id": ids,
            "x": at[:, 0],
            "y": at[:, 1],
            "vx": velocity[:, 0],
            "vy": velocity[:, 1],
        }

    def __len__(self) -> int:
        """How many records there are."""
        return len(self.times)

    def __repr__(self) -> str:
        agents = self.positions.shape[1]
        return f"<Trajectories of {agents} agents: {len(self)} records in {self.times[-1]:g} s>"
