"""The only entry for coordinates: array-likes, GeoJSON-like dicts, `__geo_interface__` objects.

The result is C-contiguous float64, finite, at most 2**100 in magnitude, with non-zero magnitudes
below 2**-100 set to zero. GeoJSON-like geometries may have altitudes, which are dropped; arrays
with a third column are refused. Malformed input raises `InvalidInput`, which names the index and
the value at fault, before anything changes.
"""

from __future__ import annotations

from numbers import Real
from typing import Any

import numpy as np
import numpy.typing as npt

from ._core import MAX_COORDINATE, MIN_COORDINATE, in_domain
from ._doubles import as_floats
from ._errors import InvalidInput, UnknownHandle, shown

Floats = npt.NDArray[np.float64]
Pair = tuple[float, float]

_FEW = 64
_TOUCHING = 2.0**-34  # of the sum of two radii: as tolerance::apart of the core
_DOUBLE = np.dtype(np.float64)
# Collections that may consist of points, and where GeoJSON has their members.
_OF_POINTS = {
    "MultiPoint": "coordinates",
    "GeometryCollection": "geometries",
    "FeatureCollection": "features",
}


def as_points(value: Any, name: str = "points", *, copy: bool = True) -> Floats:
    """N x 2 coordinates; N may be 0.

    `copy`: returns a new array. Otherwise an array that is already valid is returned itself; the
    caller must not write to it or keep it.
    """
    if _is_ready(value):
        if copy or not in_domain(value):
            return _ready_points(value, name)
        return value  # type: ignore[no-any-return]
    pairs = plain_pairs(value)
    if pairs:
        return np.array(pairs)
    array = as_floats(value, name)
    if array.ndim != 2 or array.shape[1] != 2:
        if array.size == 0 and array.ndim <= 2:
            return np.empty((0, 2))
        is_one = array.shape == (2,) and name.endswith("]")  # of obstacles[0], say
        hint = "; one ring or line alone goes into a list, too: [points]" if is_one else ""
        raise InvalidInput(
            f"{name} must be an N x 2 array, not of shape {array.shape}{hint}", value=array.shape
        )
    return check_range(array, name)


def as_point(value: Any, name: str = "point") -> Floats:
    """One point, as a 1 x 2 array."""
    if value is None:
        raise InvalidInput(
            f"{name} is None: a point (x, y) is needed; random_point gives None if the disc fits "
            "nowhere",
            value=value,
        )
    geometry = geo_interface(value)
    if geometry is not None:
        if geometry["type"] != "Point":
            kind = shown(geometry["type"])
            raise InvalidInput(f"{name} must be a Point, not a {kind}", value=value)
        value = without_altitude((geometry.get("coordinates"),))[0]
    pairs = plain_pairs((value,))
    if pairs:
        return np.array(pairs)
    array = as_floats(value, name)
    if array.shape != (2,):
        raise InvalidInput(f"{name} must be a pair (x, y), not of shape {array.shape}", value=value)
    return check_range(array.reshape(1, 2), name, single=True)


def as_pair(value: Any, name: str = "point") -> Pair:
    """One point, as a pair of floats."""
    pair = plain_pair(value)
    if pair is None:
        x, y = as_point(value, name)[0].tolist()
        pair = x, y
    return pair


def as_one_or_many(value: Any, name: str = "points", *, empty: bool = False) -> tuple[Floats, bool]:
    """One point or N points, as N x 2, and whether it was one.

    N points may be geometries, in a sequence or a collection.
    `empty`: whether `[]` means no points (an array of shape 0 x 2 always does).
    """
    if _is_ready(value):
        return _ready_points(value, name), False
    pairs = plain_pairs((value,))
    if pairs:
        return np.array(pairs), True
    members = _members(value)
    if members is not None:
        return _from_members(members, name), False
    if geo_interface(value) is not None:
        return as_point(value, name), True
    try:
        array = as_floats(value, name)
    except InvalidInput:
        if not isinstance(value, list | tuple) or all(geo_interface(v) is None for v in value):
            raise
        return _from_members(value, name), False  # pairs and geometries
    if array.shape == (2,):
        return check_range(array.reshape(1, 2), name, single=True), True
    if array.shape == (0,) and not empty:
        raise InvalidInput(f"{name} is empty: neither a pair nor N x 2", value=value)
    return as_points(array, name, copy=False), False


def _members(value: Any) -> Any:
    """The points of a collection of points, or of a sequence that begins with a geometry."""
    if isinstance(value, list | tuple) or (
        isinstance(value, np.ndarray) and value.ndim == 1 and value.dtype == object
    ):
        return value if len(value) and geo_interface(value[0]) is not None else None
    geometry = geo_interface(value)
    listed = None if geometry is None else geometry.get(_OF_POINTS.get(geometry["type"], ""))
    return listed if isinstance(listed, list | tuple) else None


def _from_members(members: Any, name: str) -> Floats:
    out = np.empty((len(members), 2))
    for i, member in enumerate(members):
        try:
            out[i] = as_point(without_altitude((member,))[0], f"{name}[{i}]")[0]
        except InvalidInput as error:
            raise InvalidInput(str(error), i, member) from None
    return out


def plain_tuple(value: Any) -> Any:
    """A list or a row of doubles as a tuple, which the core reads fastest; else the value."""
    if type(value) is list:
        return tuple(value)
    if type(value) is np.ndarray and value.ndim == 1 and value.dtype == np.float64:
        return tuple(value.tolist())
    return value


def plain_pair(value: Any) -> Pair | None:
    """A pair of floats in range, given as a tuple, list or array; None for anything else."""
    if type(value) is np.ndarray and value.dtype == _DOUBLE and value.ndim == 1:
        value = value.tolist()
    if (type(value) is tuple or type(value) is list) and len(value) == 2:
        x, y = value
        if (
            type(x) is float
            and type(y) is float
            and (MIN_COORDINATE <= abs(x) <= MAX_COORDINATE or x == 0.0)
            and (MIN_COORDINATE <= abs(y) <= MAX_COORDINATE or y == 0.0)
        ):
            return x + 0.0, y + 0.0  # no negative zero
    return None


def plain_pairs(value: Any) -> list[tuple[float, float]] | None:
    """A few pairs of plain numbers in range; None if numpy must check them.

    For few points this is several times as fast as numpy, and most edits have few points.
    """
    if type(value) is np.ndarray:
        if value.ndim != 2 or len(value) > _FEW or value.dtype != np.float64:
            return None
        value = value.tolist()
    elif (type(value) is not list and type(value) is not tuple) or len(value) > _FEW:
        return None
    out = []
    try:
        for pair in value:
            if type(pair) is np.ndarray and pair.dtype == np.float64 and pair.shape == (2,):
                pair = pair.tolist()
            elif type(pair) is not tuple and type(pair) is not list:
                return None
            x, y = pair
            for c in (x, y):
                if type(c) is not float and type(c) is not int:
                    return None
                if not (c == 0 or MIN_COORDINATE <= abs(c) <= MAX_COORDINATE):
                    return None
            out.append((x + 0.0, y + 0.0))  # no negative zero
    except (TypeError, ValueError):
        return None
    return out


def refuse_overlaps(points: Floats, radii: Floats, name: str, times: Floats | None = None) -> None:
    """Refuses discs that overlap; `times`: only those of equal times. Discs may touch."""
    for i in range(1, len(points)):
        apart = np.hypot(*(points[:i] - points[i]).T)
        bad = apart < (radii[:i] + radii[i]) * (1 - _TOUCHING)
        if times is not None:
            bad &= times[:i] == times[i]
        if bad.any():
            j = int(np.argmax(bad))
            raise InvalidInput(
                f"{name}[{i}] is {points[i].tolist()}: it overlaps {name}[{j}], "
                f"{points[j].tolist()}",
                i,
                points[i],
            )


def as_handle(value: Any) -> int:
    """The handle of an obstacle."""
    if isinstance(value, bool | np.bool_) or not isinstance(value, int | np.integer):
        raise InvalidInput(f"a handle is an integer, not {shown(value)}", value=value)
    number = int(value)
    if not -(2**63) <= number < 2**63:
        raise UnknownHandle(f"no obstacle has the handle {shown(number)}", value=number)
    return number


def geo_interface(value: Any) -> dict[str, Any] | None:
    """The GeoJSON-like geometry of a dict, or of an object with `__geo_interface__`."""
    if not isinstance(value, dict):
        value = getattr(value, "__geo_interface__", None)
        if value is None:
            return None
    if not isinstance(value, dict) or not isinstance(value.get("type"), str):
        raise InvalidInput("a geometry given as a dict needs a 'type', a string", value=value)
    if value["type"] == "Feature":
        inner = value.get("geometry")
        if not isinstance(inner, dict) or inner.get("type") == "Feature":
            raise InvalidInput("a feature without a geometry", value=value)
        return geo_interface(inner)
    return value


def without_altitude(positions: Any) -> Any:
    """GeoJSON positions (x, y, z) as (x, y); anything else unchanged, for the caller to check.

    Only for GeoJSON-like geometries, where the third number is an altitude. In a plain array a
    third column is more likely a mistake, and is refused.
    """
    if isinstance(positions, np.ndarray):
        return positions[:, :2] if positions.ndim == 2 and positions.shape[1] == 3 else positions
    if not isinstance(positions, list | tuple):
        return positions
    return [p[:2] if _has_altitude(p) else p for p in positions]


def _has_altitude(position: Any) -> bool:
    if isinstance(position, np.ndarray):
        return bool(position.shape == (3,))
    if not isinstance(position, list | tuple) or len(position) != 3:
        return False
    z = position[2]
    return isinstance(z, Real | np.number) and not isinstance(z, bool)


def check_range(array: Floats, name: str, *, single: bool = False) -> Floats:
    """Refuses coordinates outside the numeric domain; sets tiny ones to zero, in place."""
    if array.size == 0:
        return array
    size = np.abs(array)
    if not size.max() <= MAX_COORDINATE:
        row = int(np.argmax(~(size <= MAX_COORDINATE).all(axis=1)))
        x, y = map(float, array[row])
        rule = "finite" if not np.isfinite(array[row]).all() else "at most 2**100 in magnitude"
        where = name if single else f"{name}[{row}]"
        raise InvalidInput(
            f"{where} is ({x!r}, {y!r}): coordinates must be {rule}",
            None if single else row,
            (x, y),
        )
    if size.min() < MIN_COORDINATE:
        array[size < MIN_COORDINATE] = 0.0
    return array


def _is_ready(value: Any) -> bool:
    if type(value) is not np.ndarray or value.dtype != _DOUBLE:
        return False
    shape = value.shape
    return len(shape) == 2 and shape[1] == 2 and shape[0] > 0 and value.flags.c_contiguous


def _ready_points(value: Floats, name: str) -> Floats:
    """A checked copy of an N x 2 array of doubles."""
    array = value + 0.0  # no negative zeros
    return array if in_domain(array) else check_range(array, name)
