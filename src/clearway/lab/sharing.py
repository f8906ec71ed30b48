"""A world as text for a URL."""

from __future__ import annotations

import base64
import binascii
import json
import struct
import zlib
from typing import Any

import numpy as np

from .._errors import InvalidInput
from .._grid import Grid
from .._world import World
from ..formats import clearway
from ..formats._files import inflated
from .errors import TooLarge
from .history import Thing
from .limits import LabLimits

_WORLD, _GRID = b"W", b"G"


def shared(thing: Thing, suggested: dict[str, Any], limits: LabLimits) -> str:
    """The text; `TooLarge` above the limit.

    A letter for the kind, the length of the JSON of `suggested`, that JSON, and the bytes of
    Clearway's own format, or a grid as a line of JSON and bits; all deflated, in base 64 for URLs.
    """
    head = json.dumps(suggested).encode()
    if isinstance(thing, Grid):
        about = [thing.width, thing.height, thing.cell, *thing.origin, thing.corner_cutting]
        body = json.dumps(about).encode() + b"\n" + np.packbits(thing.blocked).tobytes()
    else:
        body = clearway.write(thing, "shared")
    kind = _GRID if isinstance(thing, Grid) else _WORLD
    packed = zlib.compress(kind + struct.pack("<I", len(head)) + head + body, 9)
    text = base64.urlsafe_b64encode(packed).decode().rstrip("=")
    if len(text) > limits.share_characters:
        raise TooLarge(
            f"the world takes {len(text)} characters: more than limits.share_characters, which is"
            f" {limits.share_characters}; save it as a file"
        )
    return text


def unshared(text: Any, limits: LabLimits) -> tuple[World | Grid, dict[str, Any]]:
    """The world of a text, and start, goal and radius that were shared with it."""
    if not isinstance(text, str) or len(text) > limits.share_characters:
        raise InvalidInput(f"share is not a text of at most {limits.share_characters} characters")
    try:
        packed = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
        data = inflated(packed, limits.upload_bytes)
    except (ValueError, binascii.Error, zlib.error):
        raise InvalidInput("share is damaged: it is not a world as text") from None
    length = struct.unpack_from("<I", data, 1)[0] if len(data) > 5 else 0
    head, body = data[5 : 5 + length], data[5 + length :]
    try:
        suggested = json.loads(head)
        if not isinstance(suggested, dict) or not set(suggested) <= {"start", "goal", "radius"}:
            raise ValueError
        if data[:1] == _GRID:
            return _grid(body, limits), suggested
    except (ValueError, TypeError, RecursionError) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput("share is damaged: it is not a world as text") from None
    return clearway.read(body, "share", limits.of_files()), suggested


def _grid(body: bytes, limits: LabLimits) -> Grid:
    line, _, bits = body.partition(b"\n")
    width, height, cell, x, y, corner_cutting = json.loads(line)
    if not (type(width) is int and type(height) is int and 0 < width * height <= limits.cells):
        raise ValueError
    mask = np.unpackbits(np.frombuffer(bits, np.uint8), count=width * height)
    blocked = mask.reshape(height, width).astype(bool)
    return Grid(blocked, cell, (x, y), corner_cutting=corner_cutting)
