"""Files: one module of this folder a format, found by itself.

To add one, add a module with `FORMAT = Format(...)` here; nothing else changes.
"""

from __future__ import annotations

import importlib
import os
import pkgutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from .._errors import InvalidInput, shown


class Format(NamedTuple):
    """How to read and write one kind of file.

    `read` gets the bytes of a file and its name for messages, and raises `InvalidInput` that
    says what is wrong and where. `write` returns bytes; None: the format is read only.
    `looks_like` tells from the first bytes, for files with an unknown suffix.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]
    read: Callable[[bytes, str], Any]
    write: Callable[[Any], bytes] | None
    looks_like: Callable[[bytes], bool]


@cache
def formats() -> dict[str, Format]:
    """Every format by name."""
    found = {}
    for module in pkgutil.iter_modules(__path__):
        entry = importlib.import_module(f"{__name__}.{module.name}").FORMAT
        found[entry.name] = entry
    return dict(sorted(found.items()))


def load(path: str | os.PathLike[str], format: str | None = None) -> Any:  # noqa: A002
    """Reads a world from a file; the format is told by suffix, then by content, unless named."""
    file = Path(path)
    data = file.read_bytes()
    return _choose(file, format, data).read(data, file.name)


def save(world: Any, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Writes a world to a file; either the whole file or none of it."""
    file = Path(path)
    chosen = _choose(file, format, None)
    if chosen.write is None:
        raise InvalidInput(f"format {chosen.name!r} can only be read", value=chosen.name)
    data = chosen.write(world)
    partial = file.with_name(f".{file.name}.{os.getpid()}.part")
    try:
        partial.write_bytes(data)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)


def _choose(file: Path, name: str | None, data: bytes | None) -> Format:
    known = formats()
    if name is not None:
        if not isinstance(name, str) or name not in known:
            raise InvalidInput(
                f"no format {shown(name)}; there are: {', '.join(known)}", value=name
            )
        return known[name]
    for entry in known.values():
        if file.suffix.lower() in entry.suffixes:
            return entry
    for entry in known.values():
        if data is not None and entry.looks_like(data):
            return entry
    suffixes = ", ".join(s for entry in known.values() for s in entry.suffixes)
    raise InvalidInput(f"{file.name}: unknown format; known suffixes: {suffixes}", value=file.name)
