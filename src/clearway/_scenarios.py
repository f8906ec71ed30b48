"""Queries with known lengths: the `.scen` files of Moving AI, Polyanya and Iron Harvest."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import Any, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from ._arguments import as_list
from ._errors import InvalidInput, shown
from ._input import Floats
from ._limits import Limits, as_limits
from .formats import as_file, write_file
from .formats._files import display_name, read_file
from .formats._text import decoded, fault, lines_of

_FIELDS = 9
_LONGEST_NAME = 1000  # of a map: numpy stores every name with the size of the longest


class _Columns(NamedTuple):
    starts: npt.NDArray[Any]
    goals: npt.NDArray[Any]
    lengths: Floats
    buckets: npt.NDArray[np.int64]
    maps: npt.NDArray[np.str_]
    sizes: npt.NDArray[np.int64]


class Scenarios(_Columns):
    """One row per query, in the order of the file; `len` is the number of queries.

    Unpacks into its six columns. `starts` and `goals` are N x 2: integers if every coordinate of
    the file is one (cells of a grid), else floats (points). `lengths`: as published; octile on
    grids, Euclidean on meshes; where there is no path, or no answer is expected, files have 0 or
    -1. `buckets`: lengths over 4, rounded down, on grids. `maps`: the map's name in each row, with
    folders; `sizes`: its width and height.

    >>> import clearway as cw
    >>> cw.Scenarios([[1, 1]], [[4, 5]], [5.0], [1], ["arena.map"], [[9, 9]])
    <Scenarios: 1 query on arena.map>
    """

    __slots__ = ()

    def __len__(self) -> int:
        return len(self.starts)

    def __repr__(self) -> str:
        names = sorted(set(map(str, self.maps)))
        noun = "query" if len(self) == 1 else "queries"
        where = "" if not names else names[0] if len(names) == 1 else f"{len(names)} maps"
        return f"<Scenarios: {len(self)} {noun}{where and ' on '}{where}>"

    @classmethod
    def _make(cls, iterable: Iterable[Any]) -> Self:  # type: ignore[override]
        return tuple.__new__(cls, iterable)  # NamedTuple's own expects len to be six

    @property
    def map_name(self) -> str:
        """The last part of the map's name, which all rows share."""
        names = {name.replace("\\", "/").rsplit("/", 1)[-1] for name in self.maps.tolist()}
        if len(names) != 1:
            raise InvalidInput(f"{len(names)} maps are named, not one", value=sorted(names))
        return str(names.pop())

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a `.scen` file, separated by tabs; compressed if the name ends in `.gz`.

        >>> import tempfile
        >>> from pathlib import Path
        >>> import clearway as cw
        >>> file = Path(tempfile.mkdtemp()) / "room.map.scen"
        >>> cw.Scenarios([[0, 0]], [[2, 1]], [2.41], [0], ["room.map"], [[3, 3]]).save(file)
        >>> len(cw.load_scenarios(file))
        1
        """
        file = as_file(path)
        columns: list[list[Any]] = [
            _table(self.buckets, "buckets", 1),
            _names(self.maps),
            _table(self.sizes, "sizes", 2),
            _table(self.starts, "starts", 2),
            _table(self.goals, "goals", 2),
            _table(self.lengths, "lengths", 1),
        ]
        if len(counts := {len(column) for column in columns}) > 1:
            raise InvalidInput(f"columns of different lengths: {sorted(counts)}")
        rows = ["version 1"]
        for bucket, name, size, a, b, length in zip(*columns, strict=True):
            fields = [*bucket, name, *size, *map(repr, (*a, *b)), repr(float(length[0]))]
            rows.append("\t".join(map(str, fields)))
        write_file(file, ("\n".join(rows) + "\n").encode())


def _table(value: Any, name: str, width: int) -> list[list[Any]]:
    """Rows of finite numbers; integers stay integers."""
    try:
        array = np.asarray(value)
        flat = array.size == 0 or array.shape == (len(array),) + (width,) * (width > 1)
    except (ValueError, TypeError):
        flat = False
    if not flat or (array.size and (array.dtype.kind not in "iuf" or not np.isfinite(array).all())):
        raise InvalidInput(f"{name} are {shown(value)}: N x {width} numbers are needed")
    rows: list[list[Any]] = array.reshape(-1, width).tolist()
    return rows


def _names(value: Any) -> list[str]:
    """Names that fill one field of one line."""
    names = as_list(value, "maps", "names")
    for i, name in enumerate(names):
        # No tabs, line ends or outer blanks, and nothing that UTF-8 cannot encode.
        text = name.encode(errors="ignore").decode().strip() if isinstance(name, str) else ""
        if len(text.replace("\t", "\n").splitlines()) != 1 or text != name:
            raise InvalidInput(f"maps[{i}] is {shown(name)}: the name of a map", i, name)
    return names


def load_scenarios(path: str | os.PathLike[str], *, limits: Limits | None = None) -> Scenarios:
    """Reads a `.scen` file, plain or gzipped, with fields separated by tabs or spaces.

    Names of maps with spaces need tabs. Queries of a grid (the map's name ends in `.map`) must
    lie within the size that the file gives. A file without queries gives empty arrays. `limits`
    bounds the cost of the file: a row counts as an entity.

    >>> import clearway as cw
    >>> scenarios = cw.load_scenarios("maps/AR0011SR.map.scen")  # doctest: +SKIP
    >>> len(scenarios)  # doctest: +SKIP
    """
    file, most = as_file(path), as_limits(limits)
    name = display_name(file)
    try:
        return _read(read_file(file, most), name, most)
    except MemoryError:
        raise MemoryError(f"{name}: not enough memory to read it") from None


def _read(data: bytes, name: str, limits: Limits) -> Scenarios:
    lines = lines_of(decoded(data, name))
    if lines == [""]:
        raise fault(name, 1, "the file is empty")
    head = lines[0].split()
    if len(head) != 2 or head[0] != "version" or head[1] not in ("1", "1.0"):
        raise fault(name, 1, f"{shown(lines[0])} instead of 'version 1'", lines[0])
    rows: list[tuple[str, ...]] = []
    names: list[str] = []
    for i, line in enumerate(lines[1:], 2):
        if not line.strip():
            continue
        words = [word.strip() for word in line.rstrip().split("\t")]
        if len(words) != _FIELDS:
            words = line.split()
        if len(words) != _FIELDS:
            raise fault(name, i, f"{len(words)} fields, not {_FIELDS}", line)
        if len(words[1]) > _LONGEST_NAME:
            raise fault(name, i, f"a map's name of {len(words[1])} characters")
        if len(rows) == limits.entities:
            limits.check("entities", len(rows) + 1, f"{name}: line {i}: rows")
        names.append(words[1])
        rows.append((words[0], *words[2:], str(i)))
    return _scenarios(rows, names, name, limits)


def _scenarios(
    rows: list[tuple[str, ...]], names: list[str], name: str, limits: Limits
) -> Scenarios:
    room = 4 * len(names) * max(map(len, names), default=0)
    limits.check("bytes", room, f"{name}: the names of its maps")
    table = np.zeros((len(rows), _FIELDS))
    try:
        table = np.array(rows, dtype=np.float64).reshape(len(rows), _FIELDS)
    except ValueError:
        for row in rows:
            for word in row:
                try:
                    float(word)
                except ValueError:
                    raise fault(
                        name, int(row[-1]), f"{shown(word)} is not a number", word
                    ) from None
    whole = table[:, :3]
    bad = (~np.isfinite(table)).any(axis=1) | (whole != np.floor(whole)).any(axis=1)
    bad |= (np.abs(table) > 2.0**100).any(axis=1) | (np.abs(whole) > 2**40).any(axis=1)
    if bad.any():
        row = rows[int(np.argmax(bad))]
        raise fault(name, int(row[-1]), f"numbers out of range: {shown(' '.join(row[:-1]))}")
    ends = table[:, 3:7]
    on_grid = np.array([map_name.lower().endswith(".map") for map_name in names], dtype=bool)
    outside = ((ends < 0) | (ends >= table[:, [1, 2, 1, 2]])).any(axis=1) & on_grid
    if outside.any():
        row = rows[int(np.argmax(outside))]
        raise fault(
            name, int(row[-1]), f"cells {' '.join(row[3:7])} outside a map of {row[1]} x {row[2]}"
        )
    are_cells = all(word.lstrip("-").isdigit() for row in rows for word in row[3:7])
    if are_cells and (np.abs(ends) < 2.0**63).all():
        ends = ends.astype(np.int64)
    return Scenarios(
        np.ascontiguousarray(ends[:, :2]),
        np.ascontiguousarray(ends[:, 2:]),
        table[:, 7].copy(),
        table[:, 0].astype(np.int64),
        np.array(names, dtype=np.str_),
        table[:, 1:3].astype(np.int64),
    )
