"""Atomic writes: a file holds its complete old content or its complete new content.

`replace_file` writes a temporary file beside the target, flushes it to disk and renames it over
the target. After a crash, a full disk, an interrupt or a second writer the file is complete. Mode,
owner (where this user may set it), group, access lists and user attributes of an existing file
are kept. A symbolic link stays: its target is replaced. Devices, FIFOs and descriptors
(`/dev/stdout`) are written to directly.

A writer holds a lock (flock) on its temporary file, which the kernel releases when the process
dies. So a temporary file that can be locked is a leftover; the next save of that target removes it.
"""

# System calls by their own names, so that tests can make each of them fail.
# ruff: noqa: PTH100, PTH105, PTH108, PTH114, PTH115, PTH116, PTH118

from __future__ import annotations

import errno
import os
import re
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

locks: Any = None
with suppress(ImportError):  # not on Windows, where leftovers stay
    import fcntl

    locks = fcntl

_CHUNK = 1 << 24  # bytes: an interrupt is noticed between two chunks
_NO_SYNC = (errno.EINVAL, errno.ENOTSUP, errno.ENOSYS)  # file systems without fsync
_MOST_LINKS = 40
_BESIDE = re.compile(r"(\.clearway-[0-9a-f]{8}-)[0-9a-f]{16}(\.\w+)$")
_KEPT_ATTRIBUTES = ("user.", "system.posix_acl_access")


def replace_file(path: Path, data: bytes) -> None:
    """Makes these bytes the content of a file; on any error the old content stays.

    Raises `OSError` with the given path. The folder must be writable, and so must the file if it
    exists. Special files have no old content to keep: they get as many bytes as they accept.
    """
    with errors_about(path):
        write(path, data)


@contextmanager
def errors_about(path: Path) -> Iterator[None]:
    """Errors name the requested file, not a temporary one."""
    try:
        yield
    except OSError as error:
        raise OSError(error.errno, error.strerror or str(error), str(path)) from None


def write(path: Path, data: bytes) -> None:
    """As `replace_file`; errors may name the temporary file."""
    descriptor = own_descriptor(path)
    if descriptor is not None:
        _write_into(os.dup(descriptor), data)
        return
    try:
        found = os.stat(path)
    except FileNotFoundError:
        found = None
    if found is not None and not stat.S_ISREG(found.st_mode):
        if stat.S_ISDIR(found.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        _write_into(os.open(path, os.O_WRONLY | getattr(os, "O_BINARY", 0)), data)
        return
    target = Path(os.path.realpath(path))
    if found is not None:  # a read-only file must not be replaced either
        os.close(os.open(target, os.O_WRONLY))
    _remove_leftovers(target)
    _write_beside(target, found, data)


def _write_beside(target: Path, found: os.stat_result | None, data: bytes) -> None:
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    is_done = False
    while not is_done:
        temporary = target.with_name(f"{prefix_of(target)}{os.urandom(8).hex()}.part")
        descriptor = None
        try:
            descriptor = os.open(temporary, flags, 0o666 if found is None else 0o600)
            # Between creation and lock another writer may have removed it as a leftover.
            if not _lock(descriptor):
                continue
            _write_all(descriptor, data)
            if found is not None:
                _keep(target, found, descriptor)
            _sync(descriptor)
            if locks is None:  # Windows renames closed files only
                os.close(descriptor)
                descriptor = None
            os.replace(temporary, target)
            is_done = True
        finally:
            try:
                if descriptor is not None:
                    os.close(descriptor)
            finally:
                with suppress(OSError):
                    os.unlink(temporary)  # no file has this name after the rename
    _sync_folder(target.parent)


def _lock(descriptor: int) -> bool:
    """Locks a new temporary file; False when it has been removed in the meantime."""
    if locks is None:
        return True
    try:
        locks.flock(descriptor, locks.LOCK_EX)
    except OSError:  # a file system without locks: no writer removes leftovers there
        return True
    return os.fstat(descriptor).st_nlink > 0


def prefix_of(target: Path) -> str:
    """The prefix of files beside a target. The copy of a body is one of those beside its head."""
    if (beside := _BESIDE.match(target.name)) is not None:
        return beside[1]
    # A checksum, because the name itself may have the maximum length.
    return f".clearway-{zlib.crc32(os.fsencode(target.name)):08x}-"


def _remove_leftovers(target: Path) -> None:
    if locks is None:
        return
    prefix = prefix_of(target)
    with suppress(OSError), os.scandir(target.parent) as entries:
        for entry in entries:
            beside = _BESIDE.match(entry.name)
            if beside is not None and beside.groups() == (prefix, ".part"):
                with suppress(OSError):
                    _remove_if_abandoned(entry.path)


def _remove_if_abandoned(file: str) -> None:
    descriptor = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        locks.flock(descriptor, locks.LOCK_EX | locks.LOCK_NB)
        os.unlink(file)
    finally:
        os.close(descriptor)


def _keep(target: Path, found: os.stat_result, descriptor: int) -> None:
    """Gives a new file the mode, owner, group and attributes of the one it replaces."""
    if not hasattr(os, "fchown"):
        return
    mode = stat.S_IMODE(found.st_mode)
    try:
        os.fchown(descriptor, found.st_uid, found.st_gid)
    except OSError:  # only root may change the owner; members may set the group
        mode &= 0o777
        with suppress(OSError):
            os.fchown(descriptor, -1, found.st_gid)
    os.fchmod(descriptor, mode)
    if hasattr(os, "listxattr"):
        with suppress(OSError):
            for name in os.listxattr(target):
                if name.startswith(_KEPT_ATTRIBUTES):
                    os.setxattr(descriptor, name, os.getxattr(target, name))


def own_descriptor(path: Path) -> int | None:
    """The descriptor of this process that a path such as /dev/stdout stands for."""
    own, at = os.path.realpath("/dev/fd"), os.path.abspath(path)
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(at)
        if name.isascii() and name.isdigit() and os.path.realpath(folder) == own:
            return int(name)
        if not os.path.islink(at):
            return None
        at = os.path.join(folder, os.readlink(at))
    return None


def _write_into(descriptor: int, data: bytes) -> None:
    try:
        _write_all(descriptor, data)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(descriptor, rest[:_CHUNK]) :]


def _sync(descriptor: int) -> None:
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in _NO_SYNC:
            raise


def _sync_folder(folder: Path) -> None:
    """Makes the new name survive a power failure, where folders can be flushed."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
