"""Files: one module of this folder per format, found automatically.

To add one, add a module with `FORMAT = Format(...)` here; nothing else changes. Modules whose
name starts with an underscore are shared by several formats. Gzip data are unpacked on reading,
and packed on writing if the name ends in `.gz`.
"""

from __future__ import annotations

import gzip
import importlib
import os
import pkgutil
from collections.abc import Callable, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Unpack, overload

import numpy as np

from .. import _core
from .._arguments import as_truth
from .._errors import InvalidInput, shown
from .._imports import importing
from .._limits import Limits as Limits
from .._limits import as_limits as as_limits
from .._progress import Show, as_show, working
from .._saving import replace_file
from .._saving_pair import replace_pair
from ._files import Folder, GivenFiles, display_name, unpacked
from ._files import as_file as as_file
from ._files import read_file as read_file
from ._option_types import GridReading, Reading, WorldReading

_OTHER_PICTURES = (".jpg", ".jpeg", ".bmp", ".gif", ".tif", ".tiff", ".webp")

if TYPE_CHECKING:
    from .._grid import Grid
    from .._world import World

# The formats of worlds and of grids, for type checkers; a test compares them with the modules.
WorldFormat = Literal["clearway", "geojson", "polyanya", "sections", "svg", "tiled", "wkt"]
GridFormat = Literal["movingai", "pgm", "png", "ros"]


class Pair(NamedTuple):
    """A file that names another one, its body.

    The name and bytes of the body, and the bytes of the file for any name of the body.
    """

    name: str
    data: bytes
    naming: Callable[[str], bytes]


class Format(NamedTuple):
    """The reader and the writer of one kind of file.

    `read` takes the bytes of a file, its name for messages and the `Limits`, and raises
    `InvalidInput`, which names the error and its position. `write` takes a world or grid (see
    `holds`) and the file's name, and returns bytes, or a `Pair` if the file names a second one;
    None: the format is read-only. `looks_like` recognises the first bytes, for files with an
    unknown suffix. `options` are further keywords of `read`, `write_options` those of `write`.
    With `beside`, `read` also takes `folder`, the `Folder` of files named inside. `complete`:
    whether files hold areas, doors and links; of a grid, the size of its cells and its origin.
    """

    name: str
    summary: str
    suffixes: tuple[str, ...]
    read: Callable[..., Any]
    write: Callable[..., bytes | Pair] | None
    looks_like: Callable[[bytes], bool]
    holds: str = "world"
    options: tuple[str, ...] = ()
    write_options: tuple[str, ...] = ()
    beside: bool = False
    complete: bool = False


@cache
def formats() -> dict[str, Format]:
    """Every format by name."""
    found = {}
    with importing():
        for module in pkgutil.iter_modules(__path__):
            if not module.name.startswith("_"):
                entry = importlib.import_module(f"{__name__}.{module.name}").FORMAT
                found[entry.name] = entry
    return dict(sorted(found.items()))


@overload
def load(
    path: str | os.PathLike[str],
    format: WorldFormat,
    *,
    limits: Limits | None = None,
    allow_outside: bool = False,
    progress: Show = None,
    **options: Unpack[WorldReading],
) -> World: ...
@overload
def load(
    path: str | os.PathLike[str],
    format: GridFormat,
    *,
    limits: Limits | None = None,
    allow_outside: bool = False,
    progress: Show = None,
    **options: Unpack[GridReading],
) -> Grid: ...
@overload
def load(
    path: str | os.PathLike[str],
    format: str | None = None,
    *,
    limits: Limits | None = None,
    allow_outside: bool = False,
    progress: Show = None,
    **options: Unpack[Reading],
) -> World | Grid: ...
def load(
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    *,
    limits: Limits | None = None,
    allow_outside: bool = False,
    progress: Show = None,
    **options: Any,
) -> World | Grid:
    """Reads a `World` or a `Grid` from a file, depending on its format.

    The suffix decides the format, then the content, unless it is named. `options` are those of
    the format: `cw.load("land.geojson", project=True)`. `limits` bounds the cost of the file;
    `allow_outside` permits it to name files outside its own folder (pictures of ROS maps,
    tilesets). docs/reference/formats.md lists the formats. `progress`: True shows the phase and
    the elapsed time.

    >>> import tempfile
    >>> from pathlib import Path
    >>> import clearway as cw
    >>> file = Path(tempfile.mkdtemp()) / "room.geojson"
    >>> cw.World(bounds=(0, 0, 10, 10)).save(file)
    >>> cw.load(file)
    <World (0, 0, 10, 10): 0 obstacles>
    """
    file, most = as_file(path), as_limits(limits)
    with working(f"reading {file.name}", as_show(progress)):
        return _load(file, format, most, allow_outside, options, lambda: read_file(file, most))


def load_bytes(
    data: bytes,
    format: str | None = None,  # noqa: A002
    *,
    name: str = "data",
    limits: Limits | None = None,
    files: Mapping[str, bytes] | None = None,
    **options: Any,
) -> World | Grid:
    """Reads a `World` or a `Grid` from the bytes of a file, as `load` reads the file.

    The content decides the format, unless it is named or the `name` has a known suffix. Files
    that the data name are taken from `files`, by the last part of their name, and then nothing is
    read from the disk; if None, they are read from the current folder.

    >>> from clearway import formats
    >>> formats.load_bytes(b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))").bounds
    (0.0, 0.0, 9.0, 9.0)
    """
    if not isinstance(data, bytes):
        raise InvalidInput(f"data are {shown(data)}: bytes are needed", value=data)
    most = as_limits(limits)
    file = as_file(name)
    most.check("bytes", len(data), f"{display_name(file)}: the data")
    unpack = partial(unpacked, data, display_name(file), most)
    folder = None if files is None else GivenFiles(files, most)
    return _load(file, format, most, False, options, unpack, folder)


def _load(
    file: Path,
    format: str | None,  # noqa: A002
    most: Limits,
    allow_outside: bool,
    options: dict[str, Any],
    content: Callable[[], bytes],
    folder: Folder | None = None,
) -> World | Grid:
    name = display_name(file)
    try:
        data = content()
        chosen = choose(file, format, data)
        check_options(chosen, chosen.options, options)
        if chosen.beside:
            outside = as_truth(allow_outside, "allow_outside")
            options["folder"] = folder or Folder(file.parent, most, outside)
        loaded: World | Grid = chosen.read(data, name, most, **options)
        return loaded
    except RecursionError:
        raise most.too_deep(name) from None
    except MemoryError:
        raise MemoryError(f"{name}: not enough memory to read it") from None


def save(
    world: Any,
    path: str | os.PathLike[str],
    format: str | None = None,  # noqa: A002
    **options: Any,
) -> None:
    """Writes a world or grid to a file, completely or not at all."""
    file = as_file(path)
    chosen = choose(file, format, None)
    if chosen.write is None:
        raise InvalidInput(f"format {chosen.name!r} can only be read", value=chosen.name)
    check_options(chosen, chosen.write_options, options)
    core = getattr(world, "_core", None)
    if not isinstance(core, _core.World | _core.Grid):
        raise InvalidInput(f"only a World or a Grid can be saved, not {shown(world)}", value=world)
    kind = "grid" if isinstance(core, _core.Grid) else "world"
    if kind != chosen.holds:
        hint = "its to_world()" if kind == "grid" else "a to_grid(cell) of it"
        raise InvalidInput(f"format {chosen.name!r} holds a {chosen.holds}: save {hint}")
    written = chosen.write(world, file.name, **options)
    if isinstance(written, bytes):
        write_file(file, written)
        return
    name, data, naming = written
    replace_pair(file.with_name(name), data, file, lambda n: _packed(file.name, naming(n)))


def choose(file: Path, name: str | None, data: bytes | None) -> Format:
    """The format of a file: as named, or by suffix, or by content."""
    known = formats()
    if name is not None:
        if not isinstance(name, str) or name not in known:
            raise InvalidInput(
                f"no format {shown(name)}; there are: {', '.join(known)}", value=name
            )
        return known[name]
    suffix = Path(file.stem if _is_packed(file.name) else file.name).suffix.lower()
    for entry in known.values():
        if suffix in entry.suffixes:
            return entry
    shown_name = display_name(file)
    if suffix == ".scen":
        raise InvalidInput(f"{shown_name} contains queries, not a world: use cw.load_scenarios")
    for entry in known.values():
        if data is not None and entry.looks_like(data):
            return entry
    suffixes = ", ".join(s for entry in known.values() for s in entry.suffixes)
    hint = "; save the picture as PNG" if suffix in _OTHER_PICTURES and data is not None else ""
    raise InvalidInput(
        f"{shown_name}: unknown format{hint}; known suffixes: {suffixes}", value=file.name
    )


def check_options(chosen: Format, known: tuple[str, ...], given: dict[str, Any]) -> None:
    """Refuses options that the format does not have, and values of a wrong type."""
    for option, value in given.items():
        if option not in known:
            there = f"; there are: {', '.join(known)}" if known else " here"
            raise InvalidInput(
                f"format {chosen.name!r} has no option {option!r}{there}", value=option
            )
        if value is not None and not isinstance(value, str | int | float | np.generic):
            raise InvalidInput(
                f"{option} is {shown(value)}: a text, a number, a bool or None", value=value
            )


def _is_packed(name: str) -> bool:
    return name.lower().endswith(".gz")


def _packed(name: str, data: bytes) -> bytes:
    return gzip.compress(data, mtime=0) if _is_packed(name) else data


def write_file(file: Path, data: bytes) -> None:
    """Writes a file, completely or not at all; packed if the name ends in `.gz`."""
    replace_file(file, _packed(file.name, data))
