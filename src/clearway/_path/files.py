"""Paths in files: GeoJSON, WKT, CSV, pictures; the suffix decides."""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

from .._arguments import as_truth
from .._errors import InvalidInput
from .._frame import written
from .._imports import importing
from .._saving import replace_file
from ..formats._files import as_file, display_name
from .absent import AbsentWorld

if TYPE_CHECKING:
    from .batch import Paths
    from .export import Export

_PICTURES = (".svg", ".png", ".pdf")
_SUFFIXES = (".geojson", ".json", ".wkt", ".csv", *_PICTURES)


def save_path(
    path: Export, file: str | os.PathLike[str], points: dict[str, Any], options: dict[str, Any]
) -> None:
    """Writes one path; `points` are the arguments of `polyline`, `options` those of a picture."""
    suffix = _suffix(file, options)
    if suffix in _PICTURES:
        _draw(path._world, file, [path], points, options)
        return
    if suffix == ".csv":
        lines = ["x,y", *_rows(path, points)]
        text = "\n".join(lines) + "\n"
    elif suffix == ".wkt":
        text = path.to_wkt(**points) + "\n"
    else:
        text = json.dumps(path.to_geojson(**points)) + "\n"
    replace_file(as_file(file), text.encode())


def save_paths(
    paths: Paths, file: str | os.PathLike[str], points: dict[str, Any], options: dict[str, Any]
) -> None:
    """Writes several paths: a FeatureCollection, a WKT line or rows of a CSV for each."""
    suffix = _suffix(file, options)
    if suffix in _PICTURES:
        _draw(paths._fields[0], file, list(paths), points, options)
        return
    if suffix == ".csv":
        rows = (f"{i},{row}" for i, path in enumerate(paths) for row in _rows(path, points))
        text = "\n".join(["path,x,y", *rows]) + "\n"
    elif suffix == ".wkt":
        text = "".join(path.to_wkt(**points) + "\n" for path in paths)
    else:
        text = json.dumps(paths.to_geojson(**points)) + "\n"
    replace_file(as_file(file), text.encode())


def _suffix(file: str | os.PathLike[str], options: dict[str, Any]) -> str:
    target = as_file(file)
    suffix = target.suffix.lower()
    if suffix not in _SUFFIXES:
        raise InvalidInput(
            f"{display_name(target)}: paths are written to {', '.join(_SUFFIXES)}",
            value=target.name,
        )
    if options and suffix not in _PICTURES:
        raise InvalidInput(f"{next(iter(options))} is an option of pictures", value=suffix)
    return suffix


def _rows(path: Export, points: dict[str, Any]) -> list[str]:
    line = written(path.polyline(**points), path._world)
    return [f"{x!r},{y!r}" for x, y in line.tolist()]


def _draw(world: Any, file: Any, paths: list[Any], points: Any, options: dict[str, Any]) -> None:
    with importing():
        from ..render import save

    chosen = as_truth(points["outside"], "outside")
    if chosen or points["step"] is not None or points["tolerance"] is not None:
        raise InvalidInput(
            "a picture shows the exact path: step, tolerance and outside are for other formats"
        )
    if isinstance(world, AbsentWorld):
        raise world.error()
    save(world, file, paths, **options)
