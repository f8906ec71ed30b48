"""Occupancy maps of ROS: a YAML file that names a picture, PGM or PNG (needs `clearway[geo]`).

A pixel is a cell of side `resolution`; `origin` is the lower left corner of the picture, so the
last row of the picture is row 0 of the grid and y grows upwards. Darkness (or, with `negate`,
brightness) below `free_thresh` is free, above `occupied_thresh` blocked, between them unknown:
blocked too, unless the option `unknown="free"` is given. A rotated map (yaw) is refused. The
reader looks for the picture under its name, plain or gzipped, and under the name of the YAML file;
in the folder of the YAML file or below, unless `allow_outside=True` is given to `cw.load`.
"""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput, shown
from .._imports import importing_extra
from .._input import Floats
from .._limits import DEFAULT, Limits
from . import Format, Pair
from ._files import Folder
from ._grids import Picture, grid, picture_of
from ._text import decoded, fault
from .pgm import packed
from .pgm import picture as pgm_picture
from .png import MAGIC
from .png import picture as png_picture

_LONGEST = 2**16  # characters: real maps have about 200
_LONGEST_VALUE = 2**12
_FREE, _OCCUPIED = 0.196, 0.65  # the values of map_saver


def read(
    data: bytes,
    name: str,
    limits: Limits = DEFAULT,
    *,
    folder: Folder,
    unknown: str = "blocked",
) -> Any:
    """The grid of a file's bytes."""
    if unknown not in ("blocked", "free"):
        raise InvalidInput(f"unknown is {shown(unknown)}: 'blocked' or 'free'", value=unknown)
    fields = _fields(data, name, limits)
    image = fields.get("image")
    if not isinstance(image, str) or not image:
        raise InvalidInput(f"{name}: image is {shown(image)}: the name of a picture", value=image)
    for key in ("resolution", "origin"):
        if key not in fields:
            raise InvalidInput(f"{name}: no {key}: a ROS map must give it")
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
        raise InvalidInput(
            f"{name}: the map is rotated by {yaw!r} (the third number of its origin), which a grid "
            "cannot be: set it to 0, and turn starts and goals instead",
            value=yaw,
        )
    negate = _number(fields, "negate", name, 0.0)
    free_below = _number(fields, "free_thresh", name, _FREE)
    if unknown == "free":
        free_to = _number(fields, "occupied_thresh", name, _OCCUPIED)
    else:
        free_to = np.nextafter(free_below, -np.inf)  # below it, not at it

    def is_free(grey: Floats) -> npt.NDArray[np.bool_]:
        dark = grey / 255.0 if negate else 1.0 - grey / 255.0
        return np.less_equal(dark, free_to)

    picture = _picture(folder, image, name)
    free = picture.where(is_free)
    if picture.opaque is not None:
        free[~picture.opaque] = is_free(np.zeros(1))[0]  # transparent is black
    return grid(np.ascontiguousarray(~free[::-1]), resolution, (x, y))


def _fields(data: bytes, name: str, limits: Limits) -> dict[str, Any]:
    with importing_extra("yaml", "YAML", "geo"):
        import yaml
    text = decoded(data, name)
    if len(text) > _LONGEST:
        raise fault(name, 1, f"{len(text)} characters: a ROS map has at most {_LONGEST}")

    class Loader(yaml.SafeLoader):  # type: ignore[misc]
        """Without aliases and merges, by which a short text can represent any amount of data."""

        depth = 0

        def compose_node(self, parent: Any, index: Any) -> Any:
            mark = self.peek_event().start_mark
            if self.check_event(yaml.AliasEvent):
                raise yaml.MarkedYAMLError(problem="an alias", problem_mark=mark)
            self.depth += 1
            line = f"{name}: line {mark.line + 1}"
            limits.check("depth", self.depth, f"{line}: nested fields")
            node = super().compose_node(parent, index)
            if isinstance(node, yaml.ScalarNode) and len(node.value) > _LONGEST_VALUE:
                raise fault(name, mark.line + 1, f"a value of {len(node.value)} characters")
            self.depth -= 1
            return node

        def flatten_mapping(self, node: Any) -> None:
            for key, _ in node.value:
                if key.tag == "tag:yaml.org,2002:merge":
                    raise yaml.MarkedYAMLError(problem="a merge", problem_mark=key.start_mark)

    try:
        fields = yaml.load(text, Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 if mark is not None else 1
        problem = getattr(error, "problem", None) or str(error)
        raise fault(name, line, f"not YAML: {shown(problem)[1:-1]}") from None
    except InvalidInput:
        raise
    except (ValueError, TypeError, RecursionError, OverflowError) as error:  # invalid dates
        raise fault(name, 1, f"not YAML: {shown(str(error))[1:-1]}") from None
    if not isinstance(fields, dict):
        raise fault(name, 1, "not a ROS map: fields are needed", fields)
    return fields


def _number(fields: dict[Any, Any], key: Any, name: str, default: float | None = None) -> float:
    value = fields.get(key, default)
    if isinstance(value, bool) and key == "negate":
        return float(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) < 2.0**100:
        what = f"origin[{key}]" if isinstance(key, int) else key
        raise InvalidInput(f"{name}: {what} is {shown(value)}: not a number", value=value)
    return float(value)


def _picture(folder: Folder, image: str, name: str) -> Picture:
    stem = name.removesuffix(".gz").rpartition(".")[0] or name
    own = stem + (PurePosixPath(image).suffix or ".pgm")
    outside = not folder.holds(image)
    for candidate in (image, f"{image}.gz", own, f"{own}.gz"):
        data = folder.read(candidate) if folder.holds(candidate) else None
        if data is not None:
            called = shown(candidate.replace("\\", "/").rsplit("/", 1)[-1])[1:-1]
            reader = png_picture if data.startswith(MAGIC) else pgm_picture
            return reader(data, called, folder.limits)
    if outside:
        raise InvalidInput(
            f"{name}: its picture {shown(image)} lies outside the folder of the map; "
            "allow_outside=True permits reading it",
            value=image,
        )
    raise InvalidInput(
        f"{name}: its picture {shown(image)} does not exist, nor {shown(own)}", value=image
    )


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
    complete=True,
)
