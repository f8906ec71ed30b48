"""Trajectories in JuPedSim's SQLite format, version 2, as its own writer makes it.

Tables: trajectory_data (frame, id, position, orientation), metadata (version, fps, extent),
geometry (the walkable area as WKT, by hash), frame_data (the geometry of each frame). The walkable
area is that of the world now. Radii are not part of the format.
"""

from __future__ import annotations

import sqlite3
import tempfile
import zlib
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from .._input import Floats
from ..formats._free import free_space

if TYPE_CHECKING:
    from .._world import World
    from .trajectories import Trajectories

_VERSION = 2
_TABLES = """
CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL,
  pos_x REAL NOT NULL, pos_y REAL NOT NULL, ori_x REAL NOT NULL, ori_y REAL NOT NULL);
CREATE TABLE metadata(key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE geometry(hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash on geometry(hash);
CREATE TABLE frame_data(frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data(frame, id);
"""


def database(trajectories: Trajectories) -> bytes:
    """The bytes of the database."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "trajectories.sqlite"
        connection = sqlite3.connect(file)
        try:
            _write(connection, trajectories)
        finally:
            connection.close()
        return file.read_bytes()


def _write(connection: sqlite3.Connection, trajectories: Trajectories) -> None:
    wkt = walkable_wkt(trajectories.world)
    number = zlib.crc32(wkt.encode())
    x0, y0, x1, y1 = trajectories.world.bounds
    columns = trajectories._columns()
    facing = _orientations(trajectories)[columns["frame"], columns["id"]]
    rows = zip(
        columns["frame"].tolist(), columns["id"].tolist(), columns["x"].tolist(),
        columns["y"].tolist(), facing[:, 0].tolist(), facing[:, 1].tolist(), strict=True,
    )  # fmt: skip
    rate = trajectories.frames_per_second
    known = {"version": _VERSION, "fps": rate if rate == rate else 1.0}
    known |= {"xmin": x0, "ymin": y0, "xmax": x1, "ymax": y1}
    with connection:
        connection.executescript(_TABLES)
        connection.executemany(
            "INSERT INTO metadata VALUES(?, ?)", [(k, str(v)) for k, v in known.items()]
        )
        connection.execute("INSERT INTO geometry VALUES(?, ?)", (number, wkt))
        connection.executemany("INSERT INTO trajectory_data VALUES(?, ?, ?, ?, ?, ?)", rows)
        connection.executemany(
            "INSERT INTO frame_data VALUES(?, ?)",
            [(frame, number) for frame in range(len(trajectories))],
        )


def _orientations(trajectories: Trajectories) -> Floats:
    """Unit vectors: of the last step that moved the agent; (1, 0) before the first."""
    velocities = np.nan_to_num(trajectories.velocities)
    out = np.zeros_like(velocities)
    last = np.tile([1.0, 0.0], (velocities.shape[1], 1))
    for frame, velocity in enumerate(velocities):
        size = np.hypot(velocity[:, 0], velocity[:, 1])
        moving = size > 0
        last[moving] = velocity[moving] / size[moving, None]
        out[frame] = last
    return out


def walkable_wkt(world: World) -> str:
    """The free area as one geometry. Walls and posts have no area: they are left out."""
    bodies = [f"({', '.join(map(_ring, rings))})" for rings in free_space(world).polygons]
    if len(bodies) == 1:
        return f"POLYGON {bodies[0]}"
    return f"MULTIPOLYGON ({', '.join(bodies)})" if bodies else "POLYGON EMPTY"


def _ring(ring: Floats) -> str:
    points = np.concatenate((ring, ring[:1])).tolist()
    return f"({', '.join(f'{x!r} {y!r}' for x, y in points)})"
