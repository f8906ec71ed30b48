"""Opening untrusted files: only regular ones, of limited size, in their own folder."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from .._errors import InvalidInput, shown
from .._limits import DEFAULT, Limits

_LONGEST_NAME = 100  # in a message
_GZIP = b"\x1f\x8b"
_KINDS = {
    stat.S_IFDIR: "a folder",
    stat.S_IFIFO: "a FIFO",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
    stat.S_IFSOCK: "a socket",
}


def as_file(path: Any) -> Path:
    """The path of a file, from text or a path-like object."""
    try:
        text = os.fspath(path)
    except TypeError:
        text = None
    if not isinstance(text, str) or not text or not is_file_name(text):
        raise InvalidInput(f"path is {shown(path)}: the name of a file is needed", value=path)
    return Path(text)


def is_file_name(text: str) -> bool:
    """Whether the file system accepts the name: no NUL, every character encodable."""
    try:
        return b"\0" not in os.fsencode(text)
    except UnicodeEncodeError:
        return False


def display_name(file: Path) -> str:
    """The last part of a path, for messages: printable and not too long."""
    name = file.name.encode("utf-8", "backslashreplace").decode()
    return name if len(name) <= _LONGEST_NAME else f"{name[: _LONGEST_NAME - 3]}..."


def read_file(file: Path, limits: Limits = DEFAULT) -> bytes:
    """The bytes of a regular file, unpacked if it is gzipped."""
    name = display_name(file)
    _check_regular(file.stat(), name)
    # A FIFO that has replaced the file in the meantime must not block.
    descriptor = os.open(file, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | os.O_CLOEXEC)
    with os.fdopen(descriptor, "rb") as stream:
        found = os.fstat(descriptor)
        _check_regular(found, name)
        limits.check("bytes", found.st_size, f"{name}: a file of {found.st_size} bytes")
        data = stream.read(limits.bytes + 1)  # the file may grow while it is read
    limits.check("bytes", len(data), f"{name}: the file")
    return unpacked(data, name, limits)


def _check_regular(found: os.stat_result, name: str) -> None:
    kind = stat.S_IFMT(found.st_mode)
    if kind != stat.S_IFREG:
        raise InvalidInput(f"{name}: {_KINDS.get(kind, 'not a regular file')}, not a file to read")


def unpacked(data: bytes, name: str, limits: Limits = DEFAULT) -> bytes:
    """The unpacked bytes of gzip data, or the bytes as they are."""
    if not data.startswith(_GZIP):
        return data
    try:
        with gzip.GzipFile(fileobj=io.BytesIO(data)) as stream:
            out = stream.read(limits.bytes + 1)
    except (OSError, EOFError, zlib.error) as error:
        raise InvalidInput(f"{name}: damaged gzip: {error}") from None
    limits.check("bytes", len(out), f"{name}: the file unpacked")
    return out


def inflated(data: bytes, most: int, wbits: int = zlib.MAX_WBITS) -> bytes:
    """The unpacked bytes of zlib data, at most `most` and one more; truncated data give a part."""
    return zlib.decompressobj(wbits).decompress(data, most + 1)


class Folder:
    """Reads the files that a file names, by default only those in its own folder or below.

    Symbolic links count by their target.
    """

    def __init__(self, folder: Path, limits: Limits = DEFAULT, allow_outside: bool = False) -> None:
        self.limits, self.allow_outside = limits, allow_outside
        self._folder = folder
        self._count = 0

    def holds(self, name: str) -> bool:
        """Whether a file of this name may be read; it need not exist."""
        if not is_file_name(name):
            return False
        if self.allow_outside:
            return True
        root = os.path.realpath(self._folder)
        return os.path.commonpath((root, os.path.realpath(self._folder / name))) == root

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, unpacked; None if it does not exist."""
        if not self.holds(name):
            raise InvalidInput(
                f"{shown(name)} lies outside the folder of the file; "
                "allow_outside=True permits reading it",
                value=name,
            )
        file = self._folder / name
        try:
            file.stat()
        except OSError:  # a name that the file system cannot hold does not exist either
            return None
        self._count += 1
        self.limits.check("files", self._count, "files named in the file")
        return read_file(file, self.limits)


class GivenFiles(Folder):
    """Files in memory instead of a folder, by the last part of their name."""

    def __init__(self, files: Mapping[str, bytes], limits: Limits = DEFAULT) -> None:
        super().__init__(Path(), limits)
        self._files = files

    def holds(self, name: str) -> bool:
        """Whether a file of this name may be read; it need not exist."""
        return is_file_name(name)

    def read(self, name: str) -> bytes | None:
        """The bytes of a file, unpacked; None if it was not given."""
        data = self._files.get(name.replace("\\", "/").rpartition("/")[2])
        if data is None:
            return None
        self._count += 1
        self.limits.check("files", self._count, "files named in the file")
        self.limits.check("bytes", len(data), f"{shown(name)}: the file")
        return unpacked(data, display_name(Path(name)), self.limits)
