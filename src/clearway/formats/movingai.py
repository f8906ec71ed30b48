"""Moving AI grid maps.

`type octile`, `height H`, `width W`, `map`, then H rows of W characters. Free are `.` and `G`
(ground) and `S` (shallow water); blocked `@` and `O` (outside), `T` (trees) and `W` (water).
The option `passable` names other free characters, `".GSW"` for swimmers. Cell (x, y) is column
x of row y, row 0 first. Lines end with LF or CRLF.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .._cells import too_large
from .._errors import InvalidInput, shown
from . import Format
from ._grids import grid
from ._text import decoded, fault, lines_of

TERRAIN = ".GS@OTW"


def read(data: bytes, name: str, passable: str = ".GS") -> Any:
    """The grid of a file's bytes."""
    if not isinstance(passable, str) or not set(passable) <= set(TERRAIN):
        raise InvalidInput(f"passable is {shown(passable)}: characters of {TERRAIN}")
    lines = lines_of(decoded(data, name))
    first, sizes = _header(lines, name)
    height, width = sizes["height"], sizes["width"]
    rows = lines[first : first + height]
    for i, row in enumerate(rows):
        if len(row) != width:
            message = f"a row of {len(row)} characters, not {width}"
            raise fault(name, first + i + 1, message, len(row))
    if len(rows) < height:
        raise fault(name, len(lines), f"{len(rows)} rows, not {height}: truncated", len(rows))
    for i, line in enumerate(lines[first + height :], first + height + 1):
        if line.strip():
            raise fault(name, i, f"text after {height} rows: {shown(line)}", line)
    codes = np.frombuffer("".join(rows).encode("utf-32-le"), dtype="<u4").reshape(height, width)
    strange = ~np.isin(codes, _codes(TERRAIN))
    if strange.any():
        y, x = map(int, np.argwhere(strange)[0])
        character = rows[y][x]
        raise fault(name, first + y + 1, f"column {x + 1} holds {character!r}", character)
    return grid(~np.isin(codes, _codes(passable)))


def _codes(characters: str) -> list[int]:
    return [ord(c) for c in characters]


def _header(lines: list[str], name: str) -> tuple[int, dict[str, int]]:
    """The index of the first row of cells, and the sizes."""
    sizes: dict[str, int] = {}
    kind = None
    for i, line in enumerate(lines, 1):
        words = line.split()
        if words == ["map"]:
            break
        if len(words) == 2 and words[0] == "type" and kind is None:
            kind = words[1]
        elif len(words) == 2 and words[0] in ("height", "width") and words[0] not in sizes:
            text = words[1]
            if not (text.isascii() and text.isdigit() and len(text) < 10 and int(text)):
                raise fault(name, i, f"{words[0]} is {shown(text)}: not a size", text)
            sizes[words[0]] = int(text)
        else:
            raise fault(name, i, f"{shown(line)} instead of type, height, width or map", line)
    else:
        raise fault(name, len(lines), "the file ends before the line 'map'")
    for key in ("height", "width"):
        if key not in sizes:
            raise fault(name, i, f"no {key} before 'map'")
    if kind is None:
        raise fault(name, i, "no type before 'map'")
    if message := too_large(sizes["width"], sizes["height"]):
        raise fault(name, i, message, sizes)
    return i, sizes


def write(world: Any, name: str) -> bytes:
    """The bytes of a file: `.` free, `@` blocked. Cell size and origin have no place in it."""
    height, width = world.blocked.shape
    cells = np.where(world.blocked, ord("@"), ord(".")).astype(np.uint8)
    body = np.column_stack((cells, np.full(height, ord("\n"), dtype=np.uint8))).tobytes()
    return f"type octile\nheight {height}\nwidth {width}\nmap\n".encode() + body


FORMAT = Format(
    name="movingai",
    summary="Moving AI grid maps",
    suffixes=(".map",),
    read=read,
    write=write,
    looks_like=lambda data: data.startswith(b"type "),
    holds="grid",
    options=("passable",),
)
