"""Clearway's own format: small, exact, with a checksum.

::

    8 bytes   magic "CLEARWAY"
    4 bytes   version of the format, little-endian: 1, or 2 with areas, doors or links
    4 bytes   length of the header
    32 bytes  SHA-256 of everything after
    header    JSON: {"arrays": [[name, dtype, shape], ...]}; also "crs", "projection" as
              [longitude, latitude] and "y_down", where the world has them
    arrays    one after the other, little-endian, C order

Loading gives the same obstacles under the same handles, to the bit, and the same `max_radius`.
Worlds without areas, doors and links are written in version 1, which older releases read.
"""

from __future__ import annotations

import hashlib
import json
import math
import struct
from typing import Any

import numpy as np

from .._arrays import FEATURES
from .._errors import InvalidInput, shown
from .._frame import Projection
from .._input import as_points
from .._lengths import as_radius
from .._limits import DEFAULT, Limits
from .._world import World
from . import Format

MAGIC = b"CLEARWAY"
VERSION = 2
_HEAD = struct.Struct("<8sII32s")
_DTYPES = {
    "ground_starts": "<i8",
    "ground_roles": "|u1",
    "ground_points": "<f8",
    "handles": "<i8",
    "obstacle_starts": "<i8",
    "chain_starts": "<i8",
    "roles": "|u1",
    "points": "<f8",
    "max_radius": "<f8",
    "next_handle": "<i8",
}
_FEATURE_DTYPES = {
    name: {"i8": "<i8", "u1": "|u1", "f8": "<f8"}[kind.dtype] for name, kind in FEATURES.items()
}


# None: any number. The core checks whether the starts match the arrays that they index.
_SHAPES: dict[str, tuple[int | None, ...]] = {
    **dict.fromkeys(_DTYPES, (None,)),
    "ground_points": (None, 2),
    "points": (None, 2),
    "max_radius": (1,),
    "next_handle": (1,),
    **{name: kind.shape for name, kind in FEATURES.items()},
}


def write(world: World, name: str) -> bytes:
    """The bytes of a file."""
    state = world._state()
    version = 2 if "feature_handles" in state else 1
    dtypes = _dtypes(version)
    arrays = {key: np.ascontiguousarray(state[key], dtype) for key, dtype in dtypes.items()}
    listing = [[key, dtypes[key], list(a.shape)] for key, a in arrays.items()]
    header = json.dumps({"arrays": listing, **_frame_of(world)}).encode()
    body = header + b"".join(a.tobytes() for a in arrays.values())
    return _HEAD.pack(MAGIC, version, len(header), hashlib.sha256(body).digest()) + body


def read(data: bytes, name: str, limits: Limits = DEFAULT) -> World:
    """The world of a file's bytes."""
    if not data.startswith(MAGIC):
        raise InvalidInput(f"{name}: not a Clearway file (no magic at byte 0)", 0, data[:8])
    if len(data) < _HEAD.size:
        raise InvalidInput(f"{name}: truncated in the header, at byte {len(data)}", len(data))
    _, version, header_size, digest = _HEAD.unpack_from(data)
    if not 1 <= version <= VERSION:
        raise InvalidInput(
            f"{name}: format version {version}, this Clearway reads 1 to {VERSION}", 8, version
        )
    body = data[_HEAD.size :]
    arrays = _listing(body[:header_size], name, _dtypes(version))
    size = header_size + sum(np.dtype(d).itemsize * math.prod(shape) for _, d, shape in arrays)
    if len(body) != size:
        problem = "truncated" if len(body) < size else "too long"
        announced = _HEAD.size + size if size < 1 << 64 else "more than 2^64"
        raise InvalidInput(f"{name}: {problem}: {len(data)} bytes, not {announced}", len(data))
    if hashlib.sha256(body).digest() != digest:
        raise InvalidInput(f"{name}: checksum mismatch: the file was damaged")
    shapes = {key: shape for key, _, shape in arrays}
    keys = [key for key in ("points", "ground_points", "feature_points") if key in shapes]
    limits.check("points", sum(shapes[key][0] for key in keys), f"{name}: its points")
    entities = shapes["handles"][0] + shapes.get("feature_handles", [0])[0]
    limits.check("entities", entities, f"{name}: its obstacles")
    state: dict[str, Any] = {}
    at = header_size
    for key, dtype, shape in arrays:
        count = math.prod(shape)
        array = np.frombuffer(body, dtype, count, at).reshape(shape)
        state[key] = array.astype(np.dtype(dtype).newbyteorder("="))
        at += array.nbytes
    for key in keys:
        state[key] = as_points(state[key], f"{name}: {key}")
    next_handle = int(state["next_handle"][0])
    handles = state["handles"]
    if not 0 <= next_handle <= 2**62 or ((handles < 0) | (handles >= next_handle)).any():
        raise InvalidInput(f"{name}: next_handle {next_handle} is out of range", value=next_handle)
    max_radius = float(state["max_radius"][0])
    if max_radius != math.inf:
        as_radius(max_radius, f"{name}: max_radius")
    try:
        world = World._from_state(state)
        _set_frame(world, body[:header_size], name)
        return world
    except InvalidInput as error:
        raise InvalidInput(f"{name}: {error.args[0]}", error.index, error.value) from None


def _frame_of(world: World) -> dict[str, Any]:
    frame = {"crs": world.crs, "projection": world.projection, "y_down": world.y_down}
    return {key: value for key, value in frame.items() if value not in (None, False)}


def _set_frame(world: World, header: bytes, name: str) -> None:
    head = json.loads(header)
    crs, place, y_down = head.get("crs"), head.get("projection"), head.get("y_down", False)
    right = isinstance(crs, str | None) and isinstance(y_down, bool)
    if place is not None:
        right &= isinstance(place, list) and len(place) == 2
        right = right and all(type(c) in (int, float) for c in place)
        right = right and abs(place[0]) <= 540 and abs(place[1]) <= 90
    if not right:
        raise InvalidInput("the header has an unreadable frame", _HEAD.size)
    world.crs, world.y_down = crs, y_down
    world.projection = None if place is None else Projection(*map(float, place))


def _dtypes(version: int) -> dict[str, str]:
    return _DTYPES if version == 1 else _DTYPES | _FEATURE_DTYPES


def _listing(header: bytes, name: str, dtypes: dict[str, str]) -> list[tuple[str, str, list[int]]]:
    try:
        arrays = [(str(k), str(d), [int(n) for n in s]) for k, d, s in json.loads(header)["arrays"]]
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
        raise InvalidInput(f"{name}: unreadable header at byte {_HEAD.size}", _HEAD.size) from None
    if {k: d for k, d, _ in arrays} != dtypes or any(n < 0 for _, _, s in arrays for n in s):
        raise InvalidInput(f"{name}: the header lists the wrong arrays", _HEAD.size)
    for key, _, shape in arrays:
        wanted = _SHAPES[key]
        if len(shape) != len(wanted) or any(
            w not in (None, n) for w, n in zip(wanted, shape, strict=True)
        ):
            raise InvalidInput(
                f"{name}: {key} has the wrong shape {shown(shape)}", _HEAD.size, shape
            )
    return arrays


FORMAT = Format(
    name="clearway",
    summary="Clearway's own: exact, with handles and a checksum",
    suffixes=(".clearway",),
    read=read,
    write=write,
    looks_like=lambda data: data.startswith(MAGIC),
    complete=True,
)
