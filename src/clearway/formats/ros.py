"""Occupancy maps of ROS: a YAML file that names a picture, PGM or PNG (needs `clearway[geo]`).

A pixel is a cell with the side `resolution`; `origin` is the lower left corner of the picture,
so the last row of the picture is row 0 of the grid and y grows upwards. Darkness (or, with
`negate`, brightness) below `free_thresh` is free, above `occupied_thresh` blocked, between them
unknown: blocked too, unless the option `unknown="free"` is given. A turned map (yaw) is refused.
The picture is looked for under its name, packed by gzip, and under the name of the YAML file.
"""

from __future__ import annotations

import json
from pathlib import Path, PurePosixPath
from typing import Any

import numpy as np

from .._errors import InvalidInput, MissingExtra, shown
from .._input import Floats
from . import Format, Pair, unpacked
from ._grids import grid, picture_of
from ._text import decoded, fault
from .pgm import greys as pgm_greys
from .pgm import packed
from .png import MAGIC
from .png import greys as png_greys

_FREE, _OCCUPIED = 0.196, 0.65  # what map_saver writes


def read(data: bytes, name: str, folder: Path, unknown: str = "blocked") -> Any:
    """The grid of a file's bytes."""
    if unknown not in ("blocked", "free"):
        raise InvalidInput(f"unknown is {shown(unknown)}: 'blocked' or 'free'", value=unknown)
    fields = _fields(data, name)
    image = fields.get("image")
    if not isinstance(image, str) or not image:
        raise InvalidInput(f"{name}: image is {shown(image)}: the name of a picture", value=image)
    for key in ("resolution", "origin"):
        if key not in fields:
            raise InvalidInput(f"{name}: no {key}: a map of ROS has to give it")
    resolution = _number(fields, "resolution", name)
    if not 0 < resolution < 2.0**60:
        raise InvalidInput(f"{name}: resolution is {resolution!r}: not positive", value=resolution)
    if (mode := fields.get("mode", "trinary")) != "trinary":
        raise InvalidInput(f"{name}: mode is {shown(mode)}: only trinary is read", value=mode)
    origin = fields["origin"]
    if not isinstance(origin, list) or not 2 <= len(origin) <= 3:
        raise InvalidInput(f"{name}: origin is {shown(origin)}: not [x, y, yaw]", value=origin)
    x, y, yaw = (_number(dict(enumerate(origin)), i, name, 0.0) for i in range(3))
    if yaw != 0.0:
        raise InvalidInput(f"{name}: the map is turned by {yaw!r}: a grid cannot be", value=yaw)
    grey = _picture(folder, image, name)
    dark = grey / 255.0 if _number(fields, "negate", name, 0.0) else 1.0 - grey / 255.0
    free = dark < _number(fields, "free_thresh", name, _FREE)
    if unknown == "free":
        free = dark <= _number(fields, "occupied_thresh", name, _OCCUPIED)
    return grid(np.ascontiguousarray(~free[::-1]), resolution, (x, y))


def _fields(data: bytes, name: str) -> dict[str, Any]:
    try:
        import yaml
    except ModuleNotFoundError:
        raise MissingExtra("YAML", "geo") from None
    text = decoded(data, name)
    try:
        fields = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error)
        raise fault(name, line, f"not YAML: {problem}") from None
    except (ValueError, RecursionError, OverflowError) as error:  # dates that are none, and so on
        raise fault(name, 1, f"not YAML: {shown(str(error))}") from None
    if not isinstance(fields, dict):
        raise fault(name, 1, "not a map of ROS: fields are needed", fields)
    return fields


def _number(fields: dict[Any, Any], key: Any, name: str, default: float | None = None) -> float:
    value = fields.get(key, default)
    if isinstance(value, bool) and key == "negate":
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2.0**100:
        what = f"origin[{key}]" if isinstance(key, int) else key
        raise InvalidInput(f"{name}: {what} is {shown(value)}: not a number", value=value)
    return float(value)


def _picture(folder: Path, image: str, name: str) -> Floats:
    own = PurePosixPath(name.removesuffix(".gz")).with_suffix(PurePosixPath(image).suffix or ".pgm")
    for candidate in (image, f"{image}.gz", str(own), f"{own}.gz"):
        if "\0" in candidate:
            break
        file = folder / candidate
        if file.is_file():
            data = unpacked(file.read_bytes(), file.name)
            if not data.startswith(MAGIC):
                return pgm_greys(data, file.name)
            grey, opaque = png_greys(data, file.name)
            return np.where(opaque < 128, 0.0, grey)
    raise InvalidInput(f"{name}: its picture {shown(image)} is not there, nor {own}", value=image)


def write(world: Any, name: str) -> Pair:
    """The bytes of both files, the picture beside the YAML file and named after it."""
    x, y = map(float, world.origin)

    def yaml_naming(picture: str) -> bytes:
        text = (
            f"image: {json.dumps(picture)}\nresolution: {float(world.cell)!r}\n"
            f"origin: [{x!r}, {y!r}, 0.0]\n"
            f"negate: 0\noccupied_thresh: {_OCCUPIED}\nfree_thresh: {_FREE}\n"
        )
        return text.encode()

    stem = name.removesuffix(".gz").rsplit(".", 1)[0]
    return Pair(f"{stem}.pgm", packed(picture_of(world)[::-1]), yaml_naming)


FORMAT = Format(
    name="ros",
    summary="Occupancy maps of ROS: YAML and a picture",
    suffixes=(".yaml", ".yml"),
    read=read,
    write=write,
    looks_like=lambda data: data.lstrip().startswith(b"image:"),
    holds="grid",
    options=("unknown",),
    beside=True,
)
