"""Arrays from outside, checked for the type and shape that the reader expects."""

from __future__ import annotations

import codecs
import io
import math
import os
import stat
import zipfile
from collections.abc import Mapping
from pathlib import Path as File
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ._errors import InvalidInput, shown
from ._imports import importing
from ._limits import Limits

Array = npt.NDArray[Any]


class Kind(NamedTuple):
    """The required type and lengths of an array (None: any length)."""

    dtype: str
    shape: tuple[int | None, ...]


NUMBER = Kind("i8", (1,))
FLOAT = Kind("f8", (1,))
FLAG = Kind("?", (1,))
NUMBERS = Kind("i4", (None,))
LONG_NUMBERS = Kind("i8", (None,))
BYTES = Kind("u1", (None,))
FLOATS = Kind("f8", (None,))
POINTS = Kind("f8", (None, 2))

# A world, as `World._state` returns it.
WORLD = {
    "ground_starts": LONG_NUMBERS,
    "ground_roles": BYTES,
    "ground_points": POINTS,
    "handles": LONG_NUMBERS,
    "obstacle_starts": LONG_NUMBERS,
    "chain_starts": LONG_NUMBERS,
    "roles": BYTES,
    "points": POINTS,
    "max_radius": FLOAT,
    "next_handle": NUMBER,
}

# Its features, where it has any (`_features.feature_arrays`).
FEATURES = {
    "feature_handles": LONG_NUMBERS,
    "feature_starts": LONG_NUMBERS,
    "feature_chain_starts": LONG_NUMBERS,
    "feature_roles": BYTES,
    "feature_points": POINTS,
    "feature_kinds": BYTES,
    "feature_on": BYTES,
    "feature_directions": LONG_NUMBERS,
    "feature_costs": FLOATS,
    "feature_radii": FLOATS,
    "feature_two_way": BYTES,
    "feature_name_starts": LONG_NUMBERS,
    "feature_names": BYTES,
}


def checked_arrays(arrays: Mapping[str, Any], kinds: Mapping[str, Kind]) -> dict[str, Array]:
    """Copies of the arrays named in `kinds`, each checked against its kind."""
    return {name: _as_kind(name, arrays, kind) for name, kind in kinds.items()}


def _as_kind(name: str, arrays: Mapping[str, Any], kind: Kind) -> Array:
    if name not in arrays:
        raise InvalidInput(f"{name} is missing")
    array, wanted = arrays[name], np.dtype(kind.dtype)
    if not isinstance(array, np.ndarray):
        raise InvalidInput(f"{name} is not an array", value=shown(array))
    of_kind = "iu" if wanted.kind in "iu" else wanted.kind
    if array.dtype.kind not in of_kind or array.dtype.itemsize > 8:
        raise InvalidInput(f"{name} has another type of number", value=shown(array.dtype))
    if array.ndim != len(kind.shape) or any(
        n not in (None, m) for n, m in zip(kind.shape, array.shape, strict=True)
    ):
        raise InvalidInput(f"{name} has the shape {array.shape}", value=array.shape)
    if wanted.kind in "iu" and array.size:
        least, most = np.iinfo(wanted).min, np.iinfo(wanted).max
        bad = np.flatnonzero((array.ravel() < least) | (array.ravel() > most))
        if len(bad):
            i = int(bad[0])
            raise InvalidInput(f"{name} has a number out of range", i, array.ravel()[i].item())
    return np.array(array, wanted, order="C")


def read_archive(path: str | os.PathLike[str], limits: Limits, what: str) -> dict[str, Array]:
    """The arrays of a file written by `numpy.savez`, without objects.

    `what` names the expected content in errors.

    Announced sizes are compared with `limits.bytes` and with the actual data before anything is
    allocated for them. `OSError` if the file cannot be read.
    """
    name = os.fspath(path)
    if not stat.S_ISREG(File(path).stat().st_mode):
        raise InvalidInput(f"{name}: not a file")
    with File(path).open("rb") as file:
        data = file.read(limits.bytes + 1)
    limits.check("bytes", len(data), f"{name}: bytes")
    with importing():
        codecs.lookup("cp437")  # for the names of the members
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = archive.infolist()
            limits.check("bytes", sum(m.file_size for m in members), f"{name}: bytes unpacked")
            return {m.filename.removesuffix(".npy"): _unpacked(archive, m) for m in members}
    except (InvalidInput, MemoryError):
        raise
    except Exception as error:  # of many types: from zipfile, its codecs and numpy
        said = f" ({shown(error.args[0])})" if error.args else ""
        raise InvalidInput(f"{name}: not {what}{said}") from None


def _unpacked(archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> Array:
    with archive.open(member) as stream:
        version = np.lib.format.read_magic(stream)
        if version == (1, 0):
            shape, is_fortran, dtype = np.lib.format.read_array_header_1_0(stream)
        elif version == (2, 0):
            shape, is_fortran, dtype = np.lib.format.read_array_header_2_0(stream)
        else:
            raise ValueError(f"numpy format {version}")
        size = dtype.itemsize * math.prod(shape)
        if dtype.kind not in "biuf" or any(n < 0 for n in shape) or size > member.file_size:
            raise ValueError(f"array {shape} of {dtype}")
        data = stream.read()
    if len(data) != size:
        raise ValueError(f"array {shape} in {len(data)} bytes")
    return np.frombuffer(data, dtype).reshape(shape, order="F" if is_fortran else "C")
