"""ZIP files of a map and the files that it names, as `save` writes them."""

from __future__ import annotations

import io
import zipfile
import zlib
from typing import Any, NamedTuple

from .._errors import InvalidInput
from .._limits import Limits
from ..formats import as_file, formats
from ..formats._files import display_name

_MAGIC = b"PK\x03\x04"
_DESCRIPTIONS = (".yaml", ".yml", ".tmx", ".tmj")  # name other files


class Archive(NamedTuple):
    """The name and bytes of the map, and the files beside it, by name."""

    name: str
    data: bytes
    beside: dict[str, bytes]


def is_archive(data: bytes) -> bool:
    """Whether these are the first bytes of a ZIP file."""
    return data.startswith(_MAGIC)


def unzipped(data: bytes, name: str, limits: Limits) -> Archive:
    """The files of an archive, in memory; folders inside it are ignored, as are hidden files.

    At most `limits.files` of them, which take at most `limits.bytes` together when unpacked.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            files = _files(archive, name, limits)
    except (
        zipfile.BadZipFile,
        zlib.error,
        EOFError,
        OSError,
        NotImplementedError,  # a compression that Python lacks
        RuntimeError,  # encrypted
        ValueError,
    ) as error:
        if isinstance(error, InvalidInput):
            raise
        raise InvalidInput(f"{name}: the ZIP file cannot be read: {error}") from None
    chosen = _map_of(files)
    if chosen is None:
        raise InvalidInput(
            f"{name}: the ZIP file holds {', '.join(files) or 'no file'}: one map is needed, and"
            " the files that it names"
        )
    return Archive(chosen, files.pop(chosen), files)


def _files(archive: zipfile.ZipFile, name: str, limits: Limits) -> dict[str, bytes]:
    members = [m for m in archive.infolist() if not m.is_dir() and not _is_hidden(m.filename)]
    limits.check("files", len(members), f"{name}: files in the ZIP file")
    files: dict[str, bytes] = {}
    left = limits.bytes
    for member in members:
        label = _label(member.filename)
        if label in files:
            raise InvalidInput(f"{name}: the ZIP file holds two files named {label!r}")
        with archive.open(member) as stream:  # the size that the directory states may be wrong
            content = stream.read(left + 1)
        limits.check("bytes", limits.bytes - left + len(content), f"{name}: the files unpacked")
        left -= len(content)
        files[label] = content
    return files


def _label(path: str) -> str:
    """The last part of a path: a label, never a path of this machine."""
    return display_name(as_file(path.replace("\\", "/").rstrip("/")))


def _is_hidden(path: str) -> bool:
    """What archivers add: `__MACOSX/`, `.DS_Store`."""
    parts = path.replace("\\", "/").split("/")
    return "__MACOSX" in parts or parts[-1].startswith(".")


def _map_of(files: dict[str, Any]) -> str | None:
    """The file to open: a description of others, the only one of a known format, the only one."""
    suffixes = tuple(s for entry in formats().values() for s in entry.suffixes)
    known = [name for name in files if name.lower().removesuffix(".gz").endswith(suffixes)]
    for wanted in ([n for n in known if n.lower().endswith(_DESCRIPTIONS)], known, list(files)):
        if len(wanted) == 1:
            return wanted[0]
    return None
