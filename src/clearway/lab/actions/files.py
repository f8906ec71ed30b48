"""Files: opened from the bytes that the client sends, written to bytes that it receives."""

from __future__ import annotations

import io
import zipfile
from typing import Any

import numpy as np

from ..._errors import InvalidInput, shown
from ..._grid import Grid
from ...formats import Pair, as_file, formats, load_bytes
from ...formats._files import display_name
from ..archives import is_archive, unzipped
from ..checks import as_text
from ..errors import TooLarge
from ..losses import losses
from ..registry import Call, action
from ..shapes import Anything, Text
from ..summary import summary
from .worlds import show

_TYPES = {".geojson": "application/geo+json", ".svg": "image/svg+xml", ".png": "image/png"}


@action("open", changes=True)
def open_file(call: Call, name: Text, data: Anything, format: Text = None) -> dict[str, Any]:  # noqa: A002
    """Reads a world or grid from the bytes of a file, in place of the one shown.

    A ZIP file may hold the file and those that it names, as `save` writes it.
    """
    session = call.session
    label = display_name(as_file(as_text(name, "name")))
    kept, content, limits = dict(session.beside), _bytes(data), session.limits.of_files()
    if format is None and is_archive(content):
        label, content, inside = unzipped(content, label, limits)
        kept |= inside
    made = load_bytes(content, format, name=label, limits=limits, files=kept)
    show(session, made, label, {})
    session.beside.clear()
    return summary(session)


@action("beside", changes=True)
def beside(call: Call, name: Text, data: Anything) -> dict[str, Any]:
    """A file that the next file to open names: a picture, a tileset."""
    session, content = call.session, _bytes(data)
    label = display_name(as_file(as_text(name, "name")))
    total = sum(map(len, session.beside.values())) + len(content)
    if total > session.limits.upload_bytes or len(session.beside) >= 16:
        raise TooLarge(f"the files take {total} bytes: more than limits.upload_bytes")
    session.beside[label] = content
    return {"name": label, "bytes": len(content)}


@action("save", get=True)
def save(call: Call, format: Text = "clearway") -> dict[str, Any]:  # noqa: A002
    """The world or grid as a file, and what the file lacks; two files come as a ZIP file."""
    thing = call.session.thing
    known = formats()
    if not isinstance(format, str) or format not in known:
        raise InvalidInput(
            f"no format {shown(format)}; there are: {', '.join(known)}", value=format
        )
    chosen = known[format]
    if chosen.write is None:
        raise InvalidInput(f"format {chosen.name!r} can only be read", value=chosen.name)
    kind = "grid" if isinstance(thing, Grid) else "world"
    if kind != chosen.holds:
        hint = "convert it to a world" if kind == "grid" else "convert it to a grid"
        raise InvalidInput(f"format {chosen.name!r} holds a {chosen.holds}: {hint}")
    stem = as_file(call.session.shown.name or "world").stem or "world"
    name = f"{stem}{chosen.suffixes[0]}"
    written = chosen.write(thing, name)
    if isinstance(written, Pair):
        name, written = f"{stem}.zip", _zipped(name, written)
    suffix = as_file(name).suffix
    return {
        "name": name,
        "type": _TYPES.get(suffix, "application/octet-stream"),
        "data": np.frombuffer(written, np.uint8),
        "lost": losses(thing, chosen),
    }


def _zipped(name: str, pair: Pair) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, mode="x", compression=zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, pair.naming(pair.name))
        archive.writestr(pair.name, pair.data)
    return out.getvalue()


def _bytes(data: Any) -> bytes:
    if isinstance(data, bytes):
        return data
    if isinstance(data, np.ndarray) and data.dtype == np.uint8:
        return data.tobytes()
    raise InvalidInput(f"data is {shown(data)}: the bytes of a file are needed", value=data)
