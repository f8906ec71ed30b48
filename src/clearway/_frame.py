"""The relation between the coordinates of a world and those of its file or data."""

from __future__ import annotations

import math
import warnings
from typing import Any, NamedTuple

import numpy as np

from ._imports import importing
from ._input import Floats, as_one_or_many

CRS84 = "urn:ogc:def:crs:OGC:1.3:CRS84"  # longitude and latitude
_A, _E2 = 6378137.0, 6.69437999014e-3  # WGS 84: semi-major axis, squared eccentricity


class Projection(NamedTuple):
    """Converts degrees of longitude and latitude to metres from a reference point, and back.

    x = N cos(lat0) (lon - lon0), y = M (lat - lat0), with the radii of curvature N and M of the
    WGS 84 ellipsoid at the reference point: straight lines stay straight, and no crossings
    appear. Distances are correct at its latitude; 100 km north or south of it, east-west
    distances have an error of about 1.6 % times tan(lat0).

    >>> import clearway as cw
    >>> bonn = cw.Projection(7.1, 50.7)
    >>> bonn.forward((7.1, 50.701)).round(3).tolist()
    [0.0, 111.243]
    >>> bonn.inverse((0.0, 0.0)).tolist()
    [7.1, 50.7]
    """

    longitude: float
    latitude: float

    @property
    def scales(self) -> tuple[float, float]:
        """Metres per degree of longitude and of latitude."""
        sine = math.sin(math.radians(self.latitude))
        w = math.sqrt(1 - _E2 * sine * sine)
        east = math.radians(_A / w * math.cos(math.radians(self.latitude)))
        return east, math.radians(_A * (1 - _E2) / w**3)

    def forward(self, points: Any) -> Floats:
        """Longitudes and latitudes to metres: one point or N x 2.

        >>> import clearway as cw
        >>> cw.Projection(7.1, 50.7).forward((7.1, 50.701)).round(3).tolist()
        [0.0, 111.243]
        """
        array, single = as_one_or_many(points, empty=True)
        out: Floats = (array - (self.longitude, self.latitude)) * self.scales
        return out[0] if single else out

    def inverse(self, points: Any) -> Floats:
        """Metres to longitudes and latitudes: one point or N x 2.

        >>> import clearway as cw
        >>> cw.Projection(7.1, 50.7).inverse((0.0, 0.0)).tolist()
        [7.1, 50.7]
        """
        array, single = as_one_or_many(points, empty=True)
        out: Floats = array / self.scales + (self.longitude, self.latitude)
        return out[0] if single else out


class Frame:
    """The frame of a world or grid; pickles and copies keep it.

    `projection`: the one that `cw.load(file, project=True)` applied to the coordinates of the
    file, else None. Queries are in metres; paths and worlds are written in those of the file:
    `path.to_geojson()`, `path.to_wkt()`, `path.save()`, `world.save()`.
    `crs`: the name of the coordinate reference system that the file or GeoDataFrame states, else
    None. Every output format that can store it contains it.
    `y_down`: whether y grows downwards in pictures, as it does in files with row 0 on top. It
    changes pictures only; set it if a drawing is upside down.
    """

    crs: str | None = None
    projection: Projection | None = None
    y_down: bool = False
    _note: str | None = None  # the default meaning of polygons in the file, for blocked ends

    def _set_crs(self, name: str | None) -> None:
        if name is not None:
            self.crs = name

    def _in_frame_of(self, other: Frame) -> None:
        """Copies the frame of the object from which this one was made."""
        for name in ("crs", "projection", "y_down", "_note"):
            if (value := getattr(other, name)) != getattr(self, name):
                setattr(self, name, value)


def written(points: Floats, frame: Any) -> Floats:
    """Points in the coordinates of the file of a frame."""
    projection = frame.projection
    return points if projection is None else projection.inverse(points)


def crs_member(frame: Any) -> dict[str, Any]:
    """The member "crs" of a GeoJSON document, if its reference system is known."""
    # Degrees are declared, so that a reader does not mistake them for plane coordinates.
    name = frame.crs or (CRS84 if frame.projection is not None else None)
    return {} if name is None else {"crs": {"type": "name", "properties": {"name": name}}}


def mapped_geometry(geometry: dict[str, Any], frame: Any) -> dict[str, Any]:
    """A GeoJSON geometry in the coordinates of the file of a frame."""
    if frame.projection is None:
        return geometry
    return {**geometry, "coordinates": _mapped(geometry["coordinates"], frame)}


def _mapped(value: Any, frame: Any) -> Any:
    if isinstance(value[0], float | int):
        return written(np.asarray(value, dtype=float), frame).tolist()
    if isinstance(value[0][0], float | int):
        return written(np.asarray(value, dtype=float), frame).tolist()
    return [_mapped(member, frame) for member in value]


def crs_of_data(data: Any) -> str | None:
    """The reference system that a GeoDataFrame or GeoSeries states; warns if it is in degrees."""
    try:
        if not (hasattr(data, "crs") and hasattr(data, "__geo_interface__")):
            return None
        crs = data.crs
        in_degrees = bool(getattr(crs, "is_geographic", False))
        if crs is None:
            with importing():
                from .formats import _degrees
            in_degrees = _degrees.looks_like(_lists(data.__geo_interface__))
        name = None if crs is None else str(crs.to_string() if hasattr(crs, "to_string") else crs)
    except Exception:  # of any kind; the geometry of such an object is read and checked later
        return None
    if in_degrees:
        what = "these data look like" if name is None else f"these data ({name}) are"
        warnings.warn(
            f"{what} longitudes and latitudes: lengths are in degrees. For metres, convert them "
            "first: data.to_crs(data.estimate_utm_crs()).",
            stacklevel=3,
        )
    return name


def _lists(value: Any) -> Any:
    """A GeoJSON-like object as a parser returns it: with lists for tuples."""
    if isinstance(value, dict):
        return {key: _lists(member) for key, member in value.items()}
    return [_lists(member) for member in value] if isinstance(value, list | tuple) else value
