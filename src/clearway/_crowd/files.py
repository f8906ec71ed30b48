"""Trajectories in files: CSV, JuPedSim's SQLite, pictures and animations; the suffix decides."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from .._errors import InvalidInput
from .._imports import importing
from .._saving import replace_file
from ..formats._files import as_file, display_name

if TYPE_CHECKING:
    from .trajectories import Trajectories

_ANIMATIONS = {".gif": "gif", ".mp4": "mp4", ".svg": "svg"}
_PICTURES = (".png", ".pdf")
_OPTIONS = {
    **dict.fromkeys(_ANIMATIONS, ("fps", "speed", "width")),
    **dict.fromkeys(_PICTURES, ("density", "step", "width")),
}
_SUFFIXES = (".csv", ".sqlite", *_ANIMATIONS, *_PICTURES)


def save(trajectories: Trajectories, file: Path, options: dict[str, Any]) -> None:
    """Writes a file, completely or not at all."""
    target = as_file(file)
    suffix = target.suffix.lower()
    if suffix not in _SUFFIXES:
        known = ", ".join(_SUFFIXES)
        raise InvalidInput(
            f"{display_name(target)}: trajectories are written to {known}", value=target.name
        )
    for name in options:
        if name not in _OPTIONS.get(suffix, ()):
            raise InvalidInput(f"{name} is no option of {suffix} files", value=name)
    replace_file(target, _content(trajectories, suffix, options))


def _content(trajectories: Trajectories, suffix: str, options: dict[str, Any]) -> bytes:
    if suffix == ".csv":
        return _csv(trajectories)
    with importing():
        from . import animation, pictures, sqlite
    if suffix == ".sqlite":
        return sqlite.database(trajectories)
    if suffix in _PICTURES:
        return pictures.picture(trajectories, suffix[1:], **options)
    return animation.animation(trajectories, _ANIMATIONS[suffix], **options)


def _csv(trajectories: Trajectories) -> bytes:
    columns = trajectories._columns()
    rows = zip(*(column.tolist() for column in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
    return ("\n".join(lines) + "\n").encode()
