"""PNG pictures as masks (needs pillow, `clearway[geo]`).

Pixels darker than `threshold` (0 to 255, default 128) are blocked; `invert=True` reverses the
greys. Transparent pixels are blocked, with a warning unless `transparent="blocked"` says so;
`transparent="free"` takes them for free. A pixel is a cell; y grows downwards as in the picture.
"""

from __future__ import annotations

import io
import warnings
import zlib
from typing import Any

import numpy as np

from .._errors import InvalidInput, shown
from .._imports import importing_extra
from .._limits import DEFAULT, Limits
from . import Format
from ._grids import Picture, check_cells, grid, mask_of, picture_of, threshold_of

MAGIC = b"\x89PNG\r\n\x1a\n"
_NEEDED = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")


def picture(data: bytes, name: str, limits: Limits = DEFAULT) -> Picture:
    """The greys of a file."""
    plugin = _pillow("PngImagePlugin")
    if not data.startswith(MAGIC):
        raise InvalidInput(f"{name}: not a PNG (no signature at byte 0)", 0)
    needed = _needed_parts(data, name)
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    if not (width and height):
        raise InvalidInput(f"{name}: a picture of {width} x {height} pixels")
    check_cells(width, height, limits, name)
    try:
        # Not through Image.open, whose own limit on pixels is global and lower.
        with plugin.PngImageFile(io.BytesIO(needed)) as opened:
            if opened.mode.startswith("I"):  # 16 bits
                return Picture(np.asarray(opened, dtype=np.uint16), 65535)
            if opened.mode in ("1", "L") and "transparency" not in opened.info:
                return Picture(np.asarray(opened.convert("L")), 255)
            pixels = np.asarray(opened.convert("LA"))
    except MemoryError:
        raise
    except Exception as error:  # pillow passes on any exception of its decoders
        raise InvalidInput(f"{name}: damaged PNG: {shown(str(error))[1:-1]}") from None
    return Picture(pixels[..., 0], 255, pixels[..., 1] >= 128)


def _needed_parts(data: bytes, name: str) -> bytes:
    """The file with only the chunks that make the picture, each of them complete.

    Pillow accepts a truncated file; and it reads texts, profiles and animations, which may be
    compressed and of any size.
    """
    view = memoryview(data)
    out = [data[: len(MAGIC)]]
    at, kind = len(MAGIC), b""
    while kind != b"IEND":
        kind = data[at + 4 : at + 8]
        end = at + 8 + int.from_bytes(data[at : at + 4], "big")
        if len(data) < end + 4:
            raise InvalidInput(f"{name}: damaged PNG: truncated chunk at byte {at}", at)
        if zlib.crc32(view[at + 4 : end]) != int.from_bytes(data[end : end + 4], "big"):
            raise InvalidInput(f"{name}: damaged PNG: wrong checksum of the chunk at byte {at}", at)
        if (at == len(MAGIC)) != (kind == b"IHDR") or (kind == b"IHDR" and end - at != 21):
            raise InvalidInput(f"{name}: damaged PNG: no single header, at byte {at}", at)
        if kind in _NEEDED:
            out.append(data[at : end + 4])
        at = end + 4
    return b"".join(out)


def write(world: Any, name: str) -> bytes:
    """The bytes of a file: one bit per pixel, black where blocked."""
    out = io.BytesIO()
    image = _pillow("Image").fromarray(picture_of(world))
    image.convert("1", dither=0).save(out, "PNG")
    return out.getvalue()


def _pillow(module: str) -> Any:
    with importing_extra("PIL", "PNG", "geo"):
        from PIL import Image, PngImagePlugin

        Image.preinit()  # imports more modules when the first picture is opened or saved
    return {"Image": Image, "PngImagePlugin": PngImagePlugin}[module]


def read(
    data: bytes,
    name: str,
    limits: Limits = DEFAULT,
    threshold: float = 128,
    invert: bool = False,
    transparent: str | None = None,
) -> Any:
    """The grid of a file's bytes."""
    threshold_of(threshold)
    if transparent not in (None, "blocked", "free"):
        raise InvalidInput(
            f"transparent is {shown(transparent)}: 'blocked' or 'free'", value=transparent
        )
    seen = picture(data, name, limits)
    blocked = mask_of(seen, threshold, invert)
    if seen.opaque is not None and not seen.opaque.all():
        if transparent is None:
            count = seen.opaque.size - np.count_nonzero(seen.opaque)
            warnings.warn(
                f"{name}: transparent pixels are blocked: {count} of {seen.opaque.size}. Load it "
                'with transparent="free" to take them for free, or with transparent="blocked".',
                stacklevel=4,  # who called `load`
            )
        blocked = blocked & seen.opaque if transparent == "free" else blocked | ~seen.opaque
    return grid(blocked, y_down=True)


FORMAT = Format(
    name="png",
    summary="PNG pictures as masks: dark is blocked",
    suffixes=(".png",),
    read=read,
    write=write,
    looks_like=lambda data: data.startswith(MAGIC),
    holds="grid",
    options=("threshold", "invert", "transparent"),
)
