"""A path in other formats, in the coordinates of the file of its world."""

from __future__ import annotations

import math
import os
from typing import Any

import numpy as np

from .._arguments import as_truth
from .._errors import InvalidInput
from .._frame import crs_member, written
from .._imports import importing
from .._input import Floats
from .following import Following
from .polyline import Polyline
from .status import Status


class Export(Following, Polyline):
    """GeoJSON, WKT and files."""

    __slots__ = ()

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        """The polyline in the coordinates of the world, for `add_wall` and shapely."""
        return {"type": "LineString", "coordinates": tuple(map(tuple, _ends(self.points)))}

    def to_geojson(
        self, *, step: float | None = None, tolerance: float | None = None, outside: bool = False
    ) -> dict[str, Any]:
        """A GeoJSON Feature, ready for `json.dump`; its geometry is None without a path.

        `step`, `tolerance` and `outside` choose the points, as for `polyline`. In a world that
        was read with `project=True` the coordinates are those of the file, and so they are in
        `to_wkt` and `save`.

        >>> import clearway as cw
        >>> path = cw.World((0, 0, 10, 10)).find_path((1, 1), (9, 1))
        >>> path.to_geojson()["geometry"]
        {'type': 'LineString', 'coordinates': [[1.0, 1.0], [9.0, 1.0]]}
        """
        points = written(self.polyline(step, tolerance, outside), self._world)
        line = {"type": "LineString", "coordinates": _ends(points)} if len(points) else None
        return {
            "type": "Feature",
            **crs_member(self._world),
            "geometry": line,
            "properties": self._properties(),
        }

    def _properties(self) -> dict[str, Any]:
        return {
            "status": self.status.name,
            "length": self.length if math.isfinite(self.length) else None,
            "optimal": self.optimal,
            "radius": self.radius,
            "planner": self.planner,
            **({} if self.snapped is None else {"snapped": self._moved_ends()}),
        }

    def _moved_ends(self) -> list[str]:
        return [name for name, moved in zip(("start", "goal"), self._snapped, strict=True) if moved]

    def to_wkt(
        self, *, step: float | None = None, tolerance: float | None = None, outside: bool = False
    ) -> str:
        """A WKT LINESTRING, in full precision; `polyline` explains the arguments.

        >>> import clearway as cw
        >>> cw.World((0, 0, 10, 10)).find_path((1, 1), (9, 1)).to_wkt()
        'LINESTRING (1.0 1.0, 9.0 1.0)'
        """
        points = _ends(written(self.polyline(step, tolerance, outside), self._world))
        if not points:
            return "LINESTRING EMPTY"
        return "LINESTRING (" + ", ".join(f"{x!r} {y!r}" for x, y in points) + ")"

    def polyline(
        self, step: float | None = None, tolerance: float | None = None, outside: bool = False
    ) -> Floats:
        """The points of the path as written to files, N x 2.

        `step`: equal distances along the path (`resample`). Otherwise arcs are sampled to
        `tolerance` (`sample`), with `outside=True` by tangents that keep the radius.

        >>> import clearway as cw
        >>> path = cw.World((0, 0, 10, 10)).find_path((1, 1), (9, 1))
        >>> path.polyline().tolist()
        [[1.0, 1.0], [9.0, 1.0]]
        """
        beyond = as_truth(outside, "outside")
        if step is not None:
            if tolerance is not None or beyond:
                raise InvalidInput("give either step, or tolerance and outside: not both")
            if self.status not in (Status.FOUND, Status.PARTIAL):
                return np.empty((0, 2))
            return self.resample(step)
        return self.sample(tolerance, outside=beyond)

    def save(
        self,
        file: str | os.PathLike[str],
        *,
        step: float | None = None,
        tolerance: float | None = None,
        outside: bool = False,
        **options: Any,
    ) -> None:
        """Writes the path to a file, completely or not at all.

        The suffix decides: .geojson or .json, .wkt, .csv (columns x and y), or a picture in its
        world (.svg, .png, .pdf), for which `options` are those of `cw.render.save`. `polyline`
        explains the other arguments.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> file = Path(tempfile.mkdtemp()) / "path.csv"
        >>> cw.World((0, 0, 10, 10)).find_path((1, 1), (9, 1)).save(file)
        >>> file.read_text().split()
        ['x,y', '1.0,1.0', '9.0,1.0']
        """
        with importing():
            from .files import save_path

        save_path(self, file, {"step": step, "tolerance": tolerance, "outside": outside}, options)


def _ends(points: Floats) -> list[list[float]]:
    """Positions of a line string, which has two ends even if the path is one point."""
    listed: list[list[float]] = np.asarray(points).tolist()
    return listed * 2 if len(listed) == 1 else listed
