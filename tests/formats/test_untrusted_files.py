"""Untrusted files: they name no files outside their folder, and only regular files are read."""

from __future__ import annotations

import os
import shutil
import socket
import tempfile
from pathlib import Path

import pytest

import clearway as cw
from clearway.cli import app
from support.format_scenes import grid_of, world_of

YAML = "image: {}\nresolution: 1\norigin: [0, 0, 0]\n"
TMX = '<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" source="{}"/><layer><data encoding="csv">1,0,0,0,0,0</data></layer></map>'
TEMPLATE = '<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16"><objectgroup><object id="1" x="3" y="3" template="{}"/></objectgroup></map>'
TILESET = '<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2"><tile id="0"><properties><property name="blocked" type="bool" value="true"/></properties></tile></tileset>'
OBJECT = '<template><object width="7" height="5"/></template>'
CASES = {
    "ros": ("m.yaml", YAML, "p.pgm", "P2 2 1 255 0 255\n"),
    "tileset": ("m.tmx", TMX, "t.tsx", TILESET),
    "template": ("m.tmx", TEMPLATE, "o.tx", OBJECT),
}


@pytest.fixture
def folders(tmp_path):
    """A folder for the file that names another, and one beside it."""
    inside, outside = tmp_path / "inside", tmp_path / "outside"
    inside.mkdir()
    outside.mkdir()
    return inside, outside


@pytest.mark.parametrize("case", CASES)
def test_named_files_lie_in_the_folder(folders, case):
    inside, outside = folders
    name, text, other, body = CASES[case]
    map_file = inside / name
    (outside / other).write_text(body)
    (inside / "sub").mkdir()
    (inside / "sub" / other).write_text(body)
    (inside / "link").symlink_to(outside / other)
    (inside / "door").symlink_to(outside)
    (inside / "own").symlink_to(inside / "sub" / other)
    for named in (f"sub/{other}", f"./sub/../sub/{other}", str(inside / "sub" / other), "own"):
        map_file.write_text(text.format(named))
        cw.load(map_file)
    for named in (f"../outside/{other}", str(outside / other), "link", f"door/{other}", f"sub/../../outside/{other}"):  # fmt: skip
        map_file.write_text(text.format(named))
        with pytest.raises(cw.InvalidInput, match=rf"{name}: .*outside the folder.*allow_outside"):
            cw.load(map_file)
        cw.load(map_file, allow_outside=True)
    for named in ("/dev/zero", "/etc/passwd", "../../../../../../etc/passwd"):
        map_file.write_text(text.format(named))
        with pytest.raises(cw.InvalidInput, match="outside the folder"):
            cw.load(map_file)
    map_file.write_text(text.format("/dev/zero"))
    with pytest.raises(cw.InvalidInput, match="zero: a device, not a file"):
        cw.load(map_file, allow_outside=True)
    os.mkfifo(inside / "pipe")
    for named, says in (("pipe", "pipe: a FIFO"), ("sub", "sub: a folder")):
        map_file.write_text(text.format(named))
        with pytest.raises(cw.InvalidInput, match=says):
            cw.load(map_file)
    map_file.write_text(text.format("gone.x" + "y" * 300))
    with pytest.raises(cw.InvalidInput, match="does not exist") as caught:
        cw.load(map_file)
    assert len(str(caught.value)) < 700


def test_only_so_many_files_are_read(tmp_path):
    for name in ("a.tsx", "b.tsx"):
        (tmp_path / name).write_text(TILESET)
    more = '<tileset firstgid="9" source="b.tsx"/><tileset firstgid="19" source="b.tsx"/><layer>'
    (tmp_path / "m.tmx").write_text(TMX.format("a.tsx").replace("<layer>", more))
    cw.load(tmp_path / "m.tmx", limits=cw.Limits(files=2))
    with pytest.raises(cw.InvalidInput, match=r"m\.tmx: files.*more than limits\.files"):
        cw.load(tmp_path / "m.tmx", limits=cw.Limits(files=1))


def test_only_regular_files_are_read(tmp_path):
    os.mkfifo(tmp_path / "a.map")
    with pytest.raises(cw.InvalidInput, match=r"a\.map: a FIFO, not a file to read"):
        cw.load(tmp_path / "a.map")
    (tmp_path / "b.map").mkdir()
    with pytest.raises(cw.InvalidInput, match=r"b\.map: a folder, not a file to read"):
        cw.load(tmp_path / "b.map")
    (tmp_path / "c.map").symlink_to("/dev/zero")
    short = Path(tempfile.mkdtemp(prefix="cw"))  # the path of a socket is short
    try:
        with socket.socket(socket.AF_UNIX) as server:
            server.bind(str(short / "s.map"))
            for ask in (cw.load, cw.load_scenarios):
                with pytest.raises(cw.InvalidInput, match="a socket"):
                    ask(short / "s.map")
                with pytest.raises(cw.InvalidInput, match=r"c\.map: a device"):
                    ask(tmp_path / "c.map")
    finally:
        shutil.rmtree(short)
    with pytest.raises(FileNotFoundError):
        cw.load(tmp_path / "d.map")
    with pytest.raises(OSError, match="too long"):
        cw.load(tmp_path / ("x" * 300))
    grid_of().save(tmp_path / "real.map")
    (tmp_path / "e.map").symlink_to(tmp_path / "real.map")
    assert cw.load(tmp_path / "e.map") == grid_of()


def test_paths_without_a_code_are_refused(tmp_path):
    for path in ("a\ud800.map", "a\0.map", f"{tmp_path}/\udfff"):
        for ask in (cw.load, cw.load_scenarios):
            with pytest.raises(cw.InvalidInput, match="the name of a file is needed"):
                ask(path)


def test_names_that_are_no_text(tmp_path):
    """Bytes that are no UTF-8 are legal in names; messages show them escaped."""
    file = tmp_path / os.fsdecode(b"a\xff.map")
    try:
        file.write_bytes(b"nothing")
    except OSError:
        pytest.skip("this file system takes no such names")
    with pytest.raises(cw.InvalidInput, match=r"udcff\.map: line 1") as caught:
        cw.load(file)
    str(caught.value).encode()


def test_drawings_fetch_nothing(tmp_path):
    (tmp_path / "other.svg").write_text('<svg><rect id="r" width="9" height="9"/></svg>')
    (tmp_path / "d.svg").write_text(
        '<svg viewBox="0 0 9 9"><image href="/dev/zero"/><use href="other.svg#r"/>'
        '<use href="file:///etc/passwd"/><style>@import url(/dev/zero);</style></svg>'
    )
    assert len(cw.load(tmp_path / "d.svg")) == 0


def test_convert_takes_both_keywords(tmp_path, capsys):
    world_of().save(tmp_path / "w.wkt")
    source, target = str(tmp_path / "w.wkt"), str(tmp_path / "w.geojson")
    assert app.run(["convert", source, target, "--set", 'limits={"points": 3}']) == 2
    assert "limits.points" in capsys.readouterr().err
    assert app.run(["convert", source, target, "--set", "allow_outside=true"]) == 0
