"""A path in other formats."""

from __future__ import annotations

import math
from typing import Any

from .polyline import Polyline


class Export(Polyline):
    """GeoJSON and WKT."""

    __slots__ = ()

    @property
    def __geo_interface__(self) -> dict[str, Any]:
        points = [tuple(map(float, p)) for p in self.points]
        if len(points) == 1:  # a line string has two ends
            points *= 2
        return {"type": "LineString", "coordinates": tuple(points)}

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON Feature, ready for `json.dump`; its geometry is None without a path."""
        line = self.__geo_interface__
        coordinates = [list(p) for p in line["coordinates"]]
        return {
            "type": "Feature",
            "geometry": {"type": "LineString", "coordinates": coordinates} if coordinates else None,
            "properties": {
                "status": self.status.name,
                "length": self.length if math.isfinite(self.length) else None,
                "optimal": self.optimal,
                "radius": self.radius,
                "planner": self.planner,
            },
        }

    def to_wkt(self) -> str:
        """A WKT LINESTRING, in full precision."""
        points = self.__geo_interface__["coordinates"]
        if not points:
            return "LINESTRING EMPTY"
        return "LINESTRING (" + ", ".join(f"{x!r} {y!r}" for x, y in points) + ")"
