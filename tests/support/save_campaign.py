"""Disturbs saves in forked processes: `python save_campaign.py WHAT COUNT [CASE,CASE...]`.

WHAT is one of
  steps    killed before each call to the system in turn
  faults   each call to the system fails in turn, with ENOSPC, EIO or a KeyboardInterrupt
  kills    killed by SIGKILL at random moments, COUNT times a case
  limits   a limit on the size of files (RLIMIT_FSIZE), COUNT sizes a case
  disks    a full disk, a tmpfs of a few pages, COUNT sizes a case
  writers  two processes and two threads save to one path, COUNT times each
After each, the file holds the complete old or the complete new content; the next save removes
leftovers.
Prints one line of JSON with counts. A disturbance that has no effect is not counted.
"""

from __future__ import annotations

import errno
import json
import os
import random
import resource
import signal
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

from clearway import _saving, _saving_pair
from support.save_cases import cases, leftovers

TOUCHED = (
    "open", "write", "fsync", "replace", "close", "unlink", "fchown", "fchmod", "scandir", "stat"
)  # fmt: skip


class Tripwire:
    """Replaces `os` in the module that saves; acts at the `at`-th system call."""

    def __init__(self, at, act):
        self.at, self.act, self.calls = at, act, 0

    def __getattr__(self, name):
        real = getattr(os, name)
        if name not in TOUCHED:
            return real

        def call(*arguments, **options):
            self.calls += 1
            if self.calls != self.at:
                return real(*arguments, **options)
            if name == "close":  # it closes, whatever it reports
                real(*arguments, **options)
            self.act(name)

        return call


def wire(system):
    _saving.os = _saving_pair.os = system


def forked(work):
    """Runs `work` in a child process and returns how it ended, as os.waitstatus_to_exitcode."""
    child = os.fork()
    if child == 0:
        status = 99
        try:
            status = work() or 0
        finally:
            os._exit(status)
    return child


def ended(child):
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def check(case, path, counts, new=None):
    which = case.content(path)
    assert new is None or which == new, f"{case.name}: content {which}, not {new}"
    counts["new" if which else "old"] = counts.get("new" if which else "old", 0) + 1


def check_cleaned(case, folder):
    case.save(0, case.file(folder))
    assert leftovers(folder) == [], leftovers(folder)
    assert case.content(case.file(folder)) == 0


def steps(case, folder, count, counts):
    path = case.file(folder)

    def save_until(at):
        _saving._CHUNK = 4096
        wire(Tripwire(at, lambda _: os.kill(os.getpid(), signal.SIGKILL)))
        case.save(1, path)

    at = 1
    while True:
        case.save(0, path)
        status = ended(forked(lambda at=at: save_until(at)))
        if status == 0:
            break
        assert status == -signal.SIGKILL, status
        check(case, path, counts)
        check_cleaned(case, folder)
        at += 1
    counts["killed"] = counts.get("killed", 0) + at - 1


def faults(case, folder, count, counts):
    path = case.file(folder)
    kinds = {
        "ENOSPC": OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)),
        "EIO": OSError(errno.EIO, os.strerror(errno.EIO)),
        "interrupt": KeyboardInterrupt(),
    }
    for kind, error in kinds.items():
        at = 1
        while True:
            case.save(0, path)
            struck = []

            def strike(name, struck=struck, error=error):
                struck.append(name)
                raise error

            wire(Tripwire(at, strike))
            _saving._CHUNK = 4096
            raised = None
            try:
                case.save(1, path)
            except (OSError, KeyboardInterrupt) as caught:
                raised = caught
            finally:
                wire(os)
            if not struck:
                break
            check(case, path, counts, 1 if raised is None else None)
            if isinstance(raised, OSError):
                assert raised.filename, f"{kind} in {struck[0]}: no path: {raised}"
            if kind != "interrupt" and struck[0] != "unlink":
                names = [n for n in leftovers(folder) if n.endswith(".part")]
                assert names == [], f"{kind} in {struck[0]}: {names}"
            counts[kind] = counts.get(kind, 0) + 1
            at += 1
        check_cleaned(case, folder)


def kills(case, folder, count, counts):
    path = case.file(folder)
    began = time.perf_counter()
    for which in (0, 1):
        case.save(which, path)
    usual = time.perf_counter() - began

    def save_forever():
        while True:
            for which in (1, 0):
                case.save(which, path)

    for _ in range(count):
        child = forked(save_forever)
        time.sleep(random.uniform(0.0, 1.5 * usual))
        os.kill(child, signal.SIGKILL)
        assert ended(child) == -signal.SIGKILL
        check(case, path, counts)
        counts["left"] = counts.get("left", 0) + len(leftovers(folder))
    check_cleaned(case, folder)
    counts["killed"] = counts.get("killed", 0) + count


def save_in_want(case, path):
    """0: saved; 3: an OSError that names the path."""
    try:
        case.save(1, path)
    except OSError as error:
        return 3 if error.errno in (errno.EFBIG, errno.ENOSPC) and error.filename else 4
    return 0


def limits(case, folder, count, counts):
    path = case.file(folder)
    case.save(1, path)
    whole = max(p.stat().st_size for p in Path(folder).iterdir())

    def save_within(size):
        resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        return save_in_want(case, path)

    for i in range(count):
        case.save(0, path)
        size = whole * i // count
        status = ended(forked(lambda size=size: save_within(size)))
        assert status == 3, f"limit {size} of {whole}: {status}"
        check(case, path, counts, 0)
        assert leftovers(folder) == []
        counts["full"] = counts.get("full", 0) + 1


def disks(case, folder, count, counts):
    """In a tmpfs with space for the old content and for less and less in addition."""
    path = case.file(folder)
    page = resource.getpagesize()
    case.save(0, path)
    least = sum(-(-p.stat().st_size // page) for p in Path(folder).iterdir())
    case.save(1, path)
    most = 2 * sum(-(-p.stat().st_size // page) for p in Path(folder).iterdir())
    disk = Path(folder) / "disk"
    disk.mkdir()
    inside = case.file(disk)
    for i in range(count):
        pages = least + 2 + (most - least) * i // count
        options = f"size={pages * page}"
        subprocess.run(["mount", "-t", "tmpfs", "-o", options, "none", disk], check=True)
        try:
            case.save(0, inside)
            status = ended(forked(lambda: save_in_want(case, inside)))
            assert status in (0, 3), status
            check(case, inside, counts, None if status else 1)
            assert [n for n in leftovers(disk) if n.endswith(".part")] == []
            counts["full"] = counts.get("full", 0) + (status == 3)
        finally:
            subprocess.run(["umount", disk], check=True)


def writers(case, folder, count, counts):
    path = case.file(folder)
    case.save(0, path)

    def save_often(which):
        for _ in range(count):
            case.save(which, path)

    children = [forked(lambda which=which: save_often(which)) for which in (0, 1)]
    alive = set(children)
    while alive:
        if not path.name.startswith("file.yaml"):  # two files are not read at one moment
            check(case, path, counts)
        for child in list(alive):
            if os.waitpid(child, os.WNOHANG)[0]:
                alive.remove(child)
                counts["saves"] = counts.get("saves", 0) + count
    check(case, path, counts)
    assert leftovers(folder) == []
    failed = []

    def save_in_thread(which):
        try:
            save_often(which)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=save_in_thread, args=(which,)) for which in (0, 1)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failed == []
    counts["saves"] += 2 * count
    check(case, path, counts)
    assert leftovers(folder) == []


def main(what, count, only=None):
    random.seed(15)
    counts = {}
    for case in cases().values():
        if only and case.name not in only.split(","):
            continue
        with tempfile.TemporaryDirectory() as folder:
            case.learn(folder)
            globals()[what](case, folder, int(count), counts)
        counts["cases"] = counts.get("cases", 0) + 1
    with suppress(BrokenPipeError):
        print(json.dumps(counts))


if __name__ == "__main__":
    main(*sys.argv[1:])
