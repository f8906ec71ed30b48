"""PNG pictures as masks (needs pillow, `clearway[geo]`).

Pixels darker than `threshold` (0 to 255, 128 unless given) are blocked, and so are transparent
ones; `invert=True` turns the greys round, not the transparent. A pixel is a cell; y grows
downwards as in the picture.
"""

from __future__ import annotations

import io
import zlib
from typing import Any

import numpy as np

from .._cells import too_large
from .._errors import InvalidInput, MissingExtra
from .._input import Floats
from . import Format
from ._grids import grid, mask_of, picture_of

MAGIC = b"\x89PNG\r\n\x1a\n"


def read(data: bytes, name: str, threshold: float = 128, invert: bool = False) -> Any:
    """The grid of a file's bytes."""
    grey, opaque = greys(data, name)
    return grid(mask_of(grey, threshold, invert) | (opaque < 128))


def greys(data: bytes, name: str) -> tuple[Floats, Floats]:
    """Rows of greys and of opacities, 0 to 255."""
    image_module = _pillow()
    if not data.startswith(MAGIC):
        raise InvalidInput(f"{name}: not a PNG (no signature at byte 0)", 0)
    _check_whole(data, name)
    try:
        with image_module.open(io.BytesIO(data), formats=("PNG",)) as picture:
            if message := too_large(picture.width, picture.height):
                raise InvalidInput(f"{name}: {message}", value=picture.size)
            if picture.mode.startswith("I"):  # 16 bits
                grey = np.asarray(picture, dtype=np.float64) * (255.0 / 65535.0)
                return grey, np.full(grey.shape, 255.0)
            plain = picture.convert("LA")
    except InvalidInput:
        raise
    except Exception as error:  # pillow raises what its decoders do
        raise InvalidInput(f"{name}: damaged PNG: {error}") from None
    pixels = np.asarray(plain, dtype=np.float64)
    return pixels[..., 0], pixels[..., 1]


def _check_whole(data: bytes, name: str) -> None:
    """Refuses a file that is cut or altered: pillow makes a picture of what is left of it."""
    at, kind = len(MAGIC), b""
    while kind != b"IEND":
        kind = data[at + 4 : at + 8]
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        if len(data) < end + 4:
            raise InvalidInput(f"{name}: damaged PNG: cut in the part at byte {at}", at)
        if zlib.crc32(data[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise InvalidInput(f"{name}: damaged PNG: wrong sum of the part at byte {at}", at)
        at = end + 4


def write(world: Any, name: str) -> bytes:
    """The bytes of a file: one bit a pixel, black where blocked."""
    out = io.BytesIO()
    picture = _pillow().fromarray(picture_of(world))
    picture.convert("1", dither=0).save(out, "PNG")
    return out.getvalue()


def _pillow() -> Any:
    try:
        from PIL import Image
    except ModuleNotFoundError:
        raise MissingExtra("PNG", "geo") from None
    return Image


FORMAT = Format(
    name="png",
    summary="PNG pictures as masks: dark is blocked",
    suffixes=(".png",),
    read=read,
    write=write,
    looks_like=lambda data: data.startswith(MAGIC),
    holds="grid",
    options=("threshold", "invert"),
)
