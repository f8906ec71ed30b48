"""Writing a file and the file that it names, so that the two match at every moment."""

from __future__ import annotations

import errno
import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from ._saving import errors_about, locks, own_descriptor, prefix_of, write

_LONGEST_WAIT = 60.0  # seconds for another writer of the folder


def replace_pair(body: Path, data: bytes, head: Path, naming: Callable[[str], bytes]) -> None:
    """Replaces a file and the file that it names, so that they match at every moment.

    `naming` gives the content of `head` for a name of the body. The new head first names a copy of
    the new body, then the body is replaced, then the head names the body: a process that is killed
    in between leaves a head whose body exists. Writers of one folder write one at a time. Special
    files are refused.
    """
    copies = f"{prefix_of(head)}{{}}{body.suffix}"
    copy = body.with_name(copies.format(os.urandom(8).hex()))
    with errors_about(head), _locked_folder(head.parent) as is_locked:
        if own_descriptor(head) is not None or (head.exists() and not head.is_file()):
            code = errno.EISDIR if head.is_dir() else errno.ESPIPE
            raise OSError(code, os.strerror(code))
        try:
            write(copy, data)
            write(head, naming(copy.name))
            write(body, data)
            write(head, naming(body.name))
        finally:
            if not _has_content(head, naming(copy.name)):
                copy.unlink(missing_ok=True)
        if is_locked:  # leftovers of writers that were killed
            for old in body.parent.glob(copies.format("?" * 16)):
                old.unlink(missing_ok=True)


def _has_content(file: Path, data: bytes) -> bool:
    try:
        return file.read_bytes() == data
    except FileNotFoundError:
        return False
    except OSError:
        return True  # unknown: the caller keeps files that the head may name


@contextmanager
def _locked_folder(folder: Path) -> Iterator[bool]:
    """Holds a lock on a folder; False where the system has no such locks."""
    if locks is None:
        yield False
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        yield _wait_for_lock(descriptor)
    finally:
        os.close(descriptor)


def _wait_for_lock(descriptor: int) -> bool:
    deadline = time.monotonic() + _LONGEST_WAIT
    while True:
        try:
            locks.flock(descriptor, locks.LOCK_EX | locks.LOCK_NB)
            return True
        except BlockingIOError:  # a suspended writer may hold it forever
            if time.monotonic() > deadline:
                raise TimeoutError(errno.ETIMEDOUT, "another process keeps saving here") from None
        except OSError:
            return False
        time.sleep(0.002)
