"""Saving: the old file or the new one, whole, through kills, full disks and other writers."""

from __future__ import annotations

import errno
import json
import os
import stat
import tempfile
import threading
from pathlib import Path

import pytest

import clearway as cw
from clearway import _saving, _saving_pair, render
from support import children
from support.save_cases import cases, leftovers

CASES = ("clearway.clearway", "ros.yaml", "planner")
MEMORY = "/dev/shm"  # where flushing to disk costs nothing
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX files")


def names(folder):
    return sorted(file.name for file in folder.iterdir())


def campaign(what, count, only=(), folder=None):
    folder = folder or (MEMORY if Path(MEMORY).is_dir() else tempfile.gettempdir())
    env = {"TMPDIR": folder, "PYTHONWARNINGS": "error"}
    printed = children.module("save_campaign", what, count, ",".join(only), seconds=3600, env=env)
    counts = json.loads(printed)
    assert counts["cases"] == (len(only) or len(cases()))
    return counts


@POSIX_ONLY
@pytest.mark.parametrize("what", ["steps", "faults"])
def test_each_call_to_the_system_in_turn(what):
    counts = campaign(what, 0, CASES)
    assert counts["old"] > 30
    assert counts["new"] > 10


@POSIX_ONLY
def test_kills_at_random():
    assert campaign("kills", 2)["killed"] == 2 * len(cases())


@POSIX_ONLY
def test_limits_on_the_size_of_files():
    counts = campaign("limits", 2)
    assert counts["old"] == counts["full"] == 2 * len(cases())


@POSIX_ONLY
def test_writers_at_once():
    counts = campaign("writers", 3)
    assert counts["saves"] == 12 * len(cases())
    assert counts["old"] > 0
    assert counts["new"] > 0


def can_mount(folder):
    mount = ["mount", "-t", "tmpfs", "-o", "size=64k", "none", str(folder)]
    try:
        if children.start(*mount).returncode:
            return False
    except OSError:
        return False
    children.run("umount", folder)
    return True


def test_full_disks(tmp_path):
    if not can_mount(tmp_path):
        pytest.skip("no right to mount a small disk here")
    counts = campaign("disks", 4, CASES)
    assert counts["full"] > 0


@pytest.mark.long
@POSIX_ONLY
@pytest.mark.parametrize(
    ("what", "count"),
    [("steps", 0), ("faults", 0), ("kills", 200), ("limits", 100), ("writers", 100)],
)
def test_long_campaign(what, count, tmp_path):
    campaign(what, count, folder=tmp_path)


@pytest.mark.long
def test_full_disks_long(tmp_path):
    if not can_mount(tmp_path):
        pytest.skip("no right to mount a small disk here")
    assert campaign("disks", 40)["full"] >= 40


def test_every_format_that_can_be_written_is_a_case():
    known = {case.split(".")[0] for case in cases()}
    written = {name for name, entry in cw.formats.formats().items() if entry.write is not None}
    assert written <= known


def test_nothing_else_in_the_package_opens_files_to_write():
    """Every writer goes through one module."""
    words = ("write_text(", "write_bytes(", '"wb"', '"w"', "O_WRONLY", "O_CREAT", "savefig(file")
    for file in sorted(Path(cw.__file__).parent.rglob("*.py")):
        if file.name != "_saving.py":
            text = file.read_text()
            assert [word for word in words if word in text] == [], file


@POSIX_ONLY
def test_mode_and_symbolic_links_are_kept(room, tmp_path):
    (tmp_path / "real").mkdir()
    file, link = tmp_path / "real" / "a.svg", tmp_path / "b.svg"
    (tmp_path / "c.svg").symlink_to(file)
    link.symlink_to("c.svg")
    render.save(room, link)  # a link to a link to nothing yet
    assert stat.S_IMODE(file.stat().st_mode) == 0o666 & ~umask()
    for mode in (0o600, 0o664, 0o640):
        file.chmod(mode)
        render.save(room, link, mesh=True)
        assert stat.S_IMODE(file.stat().st_mode) == mode
    assert link.is_symlink()
    assert (tmp_path / "c.svg").is_symlink()
    assert names(tmp_path) == ["b.svg", "c.svg", "real"]
    assert names(tmp_path / "real") == ["a.svg"]
    loop = tmp_path / "loop.svg"
    loop.symlink_to(loop)
    with pytest.raises(OSError, match=r"loop\.svg") as error:
        render.save(room, loop)
    assert error.value.errno == errno.ELOOP


def umask():
    now = os.umask(0o22)
    os.umask(now)
    return now


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="needs root")
def test_owner_and_group_are_kept(room, tmp_path):
    file = tmp_path / "w.clearway"
    room.save(file)
    os.chown(file, 12, 34)
    file.chmod(0o4640)
    room.save(file)
    found = file.stat()
    assert (found.st_uid, found.st_gid, stat.S_IMODE(found.st_mode)) == (12, 34, 0o4640)


@pytest.mark.skipif(not hasattr(os, "setxattr"), reason="needs extended attributes")
def test_attributes_are_kept(room, tmp_path):
    file = tmp_path / "w.clearway"
    room.save(file)
    try:
        os.setxattr(file, "user.note", b"mine")
    except OSError:
        pytest.skip("no extended attributes here")
    room.save(file)
    assert os.getxattr(file, "user.note") == b"mine"


@pytest.mark.skipif(not hasattr(os, "fork") or os.geteuid() != 0, reason="needs root to give up")
def test_protected_files_and_folders_are_refused():
    """As another user, in a process of its own; pytest's folders are closed to others."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        check_as_another_user(Path(folder))


def check_as_another_user(tmp_path):
    script = f"""
import os, clearway as cw
world = cw.World((0, 0, 1, 1))
world.save("/dev/null", "clearway")  # loads what this user can read
os.setgid(65534); os.setuid(65534)
for name in ("open/protected.clearway", "closed/w.clearway"):
    try:
        world.save({str(tmp_path)!r} + "/" + name)
    except PermissionError as error:
        assert error.filename.endswith(name), error
    else:
        raise SystemExit(name + " was written")
os.umask(0o27)
world.save({str(tmp_path)!r} + "/open/shared.clearway")
"""
    for name, mode in (("open", 0o777), ("closed", 0o755)):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(mode)
    world = cw.World((0, 0, 2, 2))
    for name, mode in (("protected", 0o644), ("shared", 0o4666)):
        world.save(tmp_path / "open" / f"{name}.clearway")
        (tmp_path / "open" / f"{name}.clearway").chmod(mode)
    children.python("-c", script)
    assert cw.load(tmp_path / "open" / "protected.clearway").bounds == (0, 0, 2, 2)
    shared = tmp_path / "open" / "shared.clearway"
    assert cw.load(shared).bounds == (0, 0, 1, 1)
    assert stat.S_IMODE(shared.stat().st_mode) == 0o666  # the owner changed: no set-user-id
    assert leftovers(tmp_path / "open") == leftovers(tmp_path / "closed") == []


@POSIX_ONLY
def test_special_files_are_written_to(room, tmp_path):
    fifo = tmp_path / "pipe.svg"
    os.mkfifo(fifo)
    got = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_bytes()))
    reader.start()
    render.save(room, fifo)
    reader.join()
    assert got == [render.svg(room).encode()]
    assert stat.S_ISFIFO(fifo.stat().st_mode)
    room.save("/dev/null", "geojson")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
    with pytest.raises(OSError, match="/dev/full") as error:
        room.save("/dev/full", "geojson")
    assert error.value.errno == errno.ENOSPC
    with pytest.raises(OSError, match="/dev/null"):
        cw.Grid([[False]]).save("/dev/null", "ros")
    assert not Path("/dev/null.pgm").exists()


@POSIX_ONLY
@pytest.mark.parametrize("name", ["/dev/stdout", "/proc/self/fd/1", "/dev/fd/1"])
def test_standard_output_is_written_to(tmp_path, name):
    if not Path(name).exists():
        pytest.skip(f"no {name} here")
    script = f"import clearway as cw; cw.World((0, 0, 1, 1)).save({name!r}, 'wkt')"
    piped = children.python("-c", script).encode()
    assert piped.startswith(b"POLYGON")
    with (tmp_path / "out").open("wb") as out:
        out.write(b"before\n")
        out.flush()
        for _ in range(2):
            children.python("-c", script, stdout=out)
    assert (tmp_path / "out").read_bytes() == b"before\n" + 2 * piped
    assert names(tmp_path) == ["out"]


@POSIX_ONLY
def test_long_names_and_bad_folders(room, tmp_path):
    longest = tmp_path / ("ö" * 122 + "xyz.svg")
    assert len(os.fsencode(longest.name)) <= 255
    render.save(room, longest)
    render.save(room, longest)
    assert names(tmp_path) == [longest.name]
    (tmp_path / "folder.svg").mkdir()
    for file, code in (
        (tmp_path / "none" / "x.svg", errno.ENOENT),
        (tmp_path / "folder.svg", errno.EISDIR),
        (longest / "x.svg", errno.ENOTDIR),
        (tmp_path / ("x" * 300 + ".svg"), errno.ENAMETOOLONG),
    ):
        with pytest.raises(OSError, match=r"\.svg") as error:
            render.save(room, file)
        assert (error.value.errno, error.value.filename) == (code, str(file))
    with pytest.raises(OSError, match="none") as error:
        cw.Grid([[False]]).save(tmp_path / "none" / "x.yaml")
    assert error.value.errno == errno.ENOENT


@POSIX_ONLY
def test_leftovers_of_the_dead_are_removed_and_those_of_the_living_are_not(room, tmp_path):
    import fcntl

    file = tmp_path / "w.svg"
    prefix = _saving.prefix_of(file)
    dead, living = tmp_path / f"{prefix}{'0' * 16}.part", tmp_path / f"{prefix}{'1' * 16}.part"
    other = tmp_path / f"{_saving.prefix_of(tmp_path / 'v.svg')}{'0' * 16}.part"
    named = [tmp_path / f"{prefix}{'0' * 15}.part", tmp_path / f"{prefix}{'0' * 16}.part2"]
    for part in (dead, living, other, *named):
        part.write_bytes(b"half")
    with living.open("rb") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        render.save(room, file)
    assert not dead.exists()
    assert all(part.exists() for part in (living, other, *named))


@POSIX_ONLY
def test_a_writer_that_stopped_for_good_is_not_waited_for(tmp_path, monkeypatch):
    import fcntl

    monkeypatch.setattr(_saving_pair, "_LONGEST_WAIT", 0.01)
    grid = cw.Grid([[False, True]])
    grid.save(tmp_path / "m.yaml")
    folder = os.open(tmp_path, os.O_RDONLY)
    try:
        fcntl.flock(folder, fcntl.LOCK_EX)
        with pytest.raises(TimeoutError, match=r"another process.*m\.yaml"):
            cw.Grid([[True]]).save(tmp_path / "m.yaml")
    finally:
        os.close(folder)
    assert cw.load(tmp_path / "m.yaml") == grid
    assert names(tmp_path) == ["m.pgm", "m.yaml"]


def test_ros_files_match_at_every_moment(tmp_path):
    """Names that YAML has to quote; the picture keeps its name."""
    for name in ('a "b" c.yaml', "a: b#.yaml", "ö\\n.yaml"):
        grid = cw.Grid([[False, True]], cell=0.25, origin=(1.0, 2.0))
        grid.save(tmp_path / name)
        assert cw.load(tmp_path / name) == grid
        assert (tmp_path / name).with_suffix(".pgm").exists()
    assert len(names(tmp_path)) == 6


@pytest.mark.parametrize("path", ["", "a\0b.svg", "\ud800.svg", b"x.svg", 5, None, object()])
def test_paths_that_are_none(room, path):
    for save in (
        lambda: render.save(room, path),
        lambda: room.save(path),
        lambda: cw.THPAStar(room, clusters=2).save(path),
        lambda: cw.Grid([[False]]).save(path),
        lambda: cw.load(path),
    ):
        with pytest.raises(cw.InvalidInput):
            save()
