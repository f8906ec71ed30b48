"""Portable grey maps as masks: P5 (bytes) and P2 (text), up to 16 bits.

Pixels darker than `threshold` (0 to 255, default 128) are blocked; `invert=True` reverses that. A
pixel is a cell; row 0, the top one, is row 0 of the grid: y grows downwards as in the picture.
`Grid.to_world()` traces it.
"""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import numpy.typing as npt

from .._errors import InvalidInput
from .._input import Floats
from .._limits import DEFAULT, Limits
from . import Format
from ._grids import Picture, check_cells, mask_reader, picture_of
from ._text import Words, fault

_HEAD = re.compile(rb"P([25])" + 3 * rb"(?:\s|#[^\r\n]*[\r\n])+(\d{1,9})" + rb"(?=\s|#|$)")


def picture(data: bytes, name: str, limits: Limits = DEFAULT) -> Picture:
    """The greys of a file."""
    head = _HEAD.match(data)
    if head is None:
        if data[:2] not in (b"P2", b"P5"):
            raise fault(name, 1, f"not a PGM: it starts with {data[:2]!r}, not P2 or P5")
        raise fault(name, 1, "the header does not give width, height and largest grey")
    width, height, most = (int(head[i]) for i in (2, 3, 4))
    line = data.count(b"\n", 0, head.end()) + 1
    if not (width and height):
        raise fault(name, line, f"a picture of {width} x {height} pixels", (width, height))
    check_cells(width, height, limits, f"{name}: line {line}")
    if not 0 < most < 65536:
        raise fault(name, line, f"the largest grey is {most}, not 1 to 65535", most)
    if head[1] == b"2":
        values: npt.NDArray[Any] = _text(data, head.end(), name, width * height)
    else:
        values = _raw(data, head.end() + 1, name, width * height, most)
    if values.max() > most:
        raise InvalidInput(f"{name}: a grey of {values.max():g}, above {most}")
    return Picture(values.reshape(height, width), most)


def _raw(data: bytes, start: int, name: str, count: int, most: int) -> npt.NDArray[Any]:
    dtype = np.dtype(np.uint8 if most < 256 else ">u2")
    size = max(0, len(data) - start)
    if size < count * dtype.itemsize:
        raise InvalidInput(
            f"{name}: truncated: {size} bytes of pixels, not {count * dtype.itemsize}"
        )
    return np.frombuffer(data, dtype, count, start)


def _text(data: bytes, start: int, name: str, count: int) -> Floats:
    size = len(data) - start
    if size < 2 * count:  # a digit and a blank for each
        raise InvalidInput(f"{name}: truncated: {size} bytes of text for {count} greys")
    words = Words(re.sub(rb"#[^\r\n]*", b"", data[start:]).decode("latin-1"), name)
    values = words.numbers()
    if len(values) < count or (values < 0).any():
        raise InvalidInput(f"{name}: {len(values)} greys, not {count} of 0 or more")
    return values[:count]


def write(world: Any, name: str) -> bytes:
    """The bytes of a file: P5, black where blocked, white where free."""
    return packed(picture_of(world))


def packed(grey: npt.NDArray[np.uint8]) -> bytes:
    """P5 of rows of greys."""
    height, width = grey.shape
    return f"P5\n{width} {height}\n255\n".encode() + grey.tobytes()


read = mask_reader(picture)

FORMAT = Format(
    name="pgm",
    summary="Portable grey maps as masks: dark is blocked",
    suffixes=(".pgm",),
    read=read,
    write=write,
    looks_like=lambda data: data[:2] in (b"P5", b"P2"),
    holds="grid",
    options=("threshold", "invert"),
)
