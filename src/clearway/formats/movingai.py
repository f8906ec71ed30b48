"""Moving AI grid maps.

`type octile`, `height H`, `width W`, `map`, then H rows of W characters. Free: `.` and `G`
(ground), `S` (shallow water); blocked: `@` and `O` (outside), `T` (trees), `W` (water). The option
`passable` names other free characters, `".GSW"` for swimmers. Cell (x, y) is column x of row y,
row 0 first. Lines end with LF or CRLF.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput, shown
from .._limits import DEFAULT, Limits
from . import Format
from ._grids import check_cells, grid, looked_up
from ._text import decoded, fault

TERRAIN = ".GS@OTW"
_LONGEST_LINE = 1000  # bytes of a header line that are read


def read(data: bytes, name: str, limits: Limits = DEFAULT, passable: str = ".GS") -> Any:
    """The grid of a file's bytes."""
    if not isinstance(passable, str) or not set(passable) <= set(TERRAIN):
        raise InvalidInput(f"passable is {shown(passable)}: characters of {TERRAIN}")
    data = data.removeprefix(b"\xef\xbb\xbf")
    first, start, sizes = _header(data, name)
    height, width = sizes["height"], sizes["width"]
    check_cells(width, height, limits, f"{name}: line {first}")
    if height > len(data) - start:  # every row except the last one needs a byte for its end
        count = data.count(b"\n", start) + 1
        raise fault(name, first + count, f"{count} rows, not {height}: truncated", count)
    rows = data[start:].split(b"\n", height)
    for i, row in enumerate(rows[:height]):
        rows[i] = row = row.removesuffix(b"\r")
        if len(row) != width:
            count = len(decoded(row, name))
            if count != width:
                message = f"a row of {count} characters, not {width}"
                raise fault(name, first + i + 1, message, count)
            raise _unknown_character(row, name, first + i + 1)
    if len(rows) < height:
        count = len(rows)
        raise fault(name, first + count, f"{count} rows, not {height}: truncated", count)
    rest = rows.pop() if len(rows) > height else b""
    if rest.strip():
        lines = rest.split(b"\n")
        i = next(i for i, line in enumerate(lines) if line.strip())
        text = lines[i].removesuffix(b"\r").decode("utf-8", "replace")
        raise fault(name, first + height + i + 1, f"text after {height} rows: {shown(text)}", text)
    codes = np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(height, width)
    known = looked_up(_among(TERRAIN), codes)
    if not known.all():
        y = int(np.argmin(known.all(axis=1)))
        raise _unknown_character(rows[y], name, first + y + 1)
    return grid(looked_up(~_among(passable), codes), y_down=True)


def _among(characters: str) -> npt.NDArray[np.bool_]:
    """For each byte whether it is one of these characters."""
    table = np.zeros(256, dtype=bool)
    table[np.frombuffer(characters.encode(), dtype=np.uint8)] = True
    return table


def _unknown_character(row: bytes, name: str, line: int) -> InvalidInput:
    """The error for the first character of a row that is not a terrain."""
    text = row.decode("utf-8", "replace")
    x = next(i for i, character in enumerate(text) if character not in TERRAIN)
    return fault(name, line, f"column {x + 1} holds {text[x]!r}", text[x])


def _header(data: bytes, name: str) -> tuple[int, int, dict[str, int]]:
    """The number of the line `map`, the byte after it, and the sizes."""
    sizes: dict[str, int] = {}
    kind = None
    at = i = 0
    while at <= len(data):
        i += 1
        end = data.find(b"\n", at)
        end = len(data) if end < 0 else end
        line = decoded(data[at : min(end, at + _LONGEST_LINE)], name).removesuffix("\r")
        at = end + 1
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
        raise fault(name, i, "the file ends before the line 'map'")
    for key in ("height", "width"):
        if key not in sizes:
            raise fault(name, i, f"no {key} before 'map'")
    if kind is None:
        raise fault(name, i, "no type before 'map'")
    return i, at, sizes


def write(world: Any, name: str) -> bytes:
    """The bytes of a file: `.` free, `@` blocked. The format has no cell size and no origin."""
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
