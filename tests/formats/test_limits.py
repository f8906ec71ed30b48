"""What a file may cost: limits that each format keeps to, and time that grows with the file only."""

from __future__ import annotations

import base64
import gzip
import struct
import time
import zlib

import numpy as np
import pytest

import clearway as cw
from support import children
from support.format_scenes import grid_of, world_of
from support.paths import DATA, needs_data

SIZE = 30_000  # bytes of a hostile file
MOST = 30.0  # seconds for one of them: each takes far below 1 s where nothing else runs


def write(folder, name, data):
    file = folder / name
    file.write_bytes(data if isinstance(data, bytes) else data.encode())
    return file


def png(width, height, rows=None):
    def part(kind, body):
        return (
            struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        )

    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = bytes((width + 7) // 8 + 1) * height if rows is None else rows
    body = part(b"IHDR", head) + part(b"IDAT", zlib.compress(rows)) + part(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + body


def yaml_aliases(levels):
    text = "a0: &a0 [1,1,1,1,1,1,1,1,1,1]\n"
    for i in range(levels):
        text += f"a{i + 1}: &a{i + 1} [{','.join([f'*a{i}'] * 10)}]\n"
    return text


def yaml_merges(levels):
    text = "a0: &a0 {x0: 1}\n"
    for i in range(levels):
        text += f"a{i + 1}: &a{i + 1} {{<<: [{','.join([f'*a{i}'] * 10)}]}}\n"
    return text


def svg(body):
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">{body}</svg>'


def svg_uses(levels, each=2):
    groups = '<g id="g0"><rect width="1" height="1"/></g>'
    for i in range(levels):
        groups += f'<g id="g{i + 1}">' + f'<use href="#g{i}"/>' * each + "</g>"
    return svg(f'<defs>{groups}</defs><use href="#g{levels}"/>')


def path(data):
    return svg(f'<path d="{data}"/>')


HANGS = {
    "yaml aliases": ("a.yaml", yaml_aliases(12), "an alias"),
    "yaml merges": ("a.yaml", yaml_merges(12), "an alias"),
    "yaml merge of itself": ("a.yaml", "image: x\n<<: {y: 1}\n", "a merge"),
    "yaml nested": ("a.yaml", "[" * SIZE, "limits.depth"),
    "yaml long": ("a.yaml", "x: 1\n" * SIZE, "at most 65536"),
    "yaml sexagesimal": ("a.yaml", "x: 1" + ":1" * SIZE, "a value of"),
    "svg uses": ("a.svg", svg_uses(30), "limits.copies"),
    "svg uses of itself": ("a.svg", svg('<g id="a"><use href="#a"/><use href="#a"/></g>'), "copies an element that contains it"),
    "svg chain of uses": ("a.svg", svg_uses(200, 1), "limits.depth"),
    "svg long number": ("a.svg", path("M" + "1" * SIZE + " 1L2 2"), "out of range"),
    "svg long fraction": ("a.svg", path("M0." + "1" * SIZE + " 1L2 2L3 0Z"), None),
    "svg long name": ("a.svg", svg(f'<rect width="{"1" * SIZE}x" height="1"/>'), "width is"),
    "svg blanks": ("a.svg", svg(f'<rect width="1{" " * SIZE}!" height="1"/>'), "width is"),
    "svg style": ("a.svg", svg(f'<rect width="1" height="1" style="{";" * SIZE}fill:{":" * SIZE}"/>'), None),
    "svg transforms": ("a.svg", svg(f'<rect width="1" height="1" transform="{"scale(1) " * 3000}"/>'), None),
    "svg transform blanks": ("a.svg", svg(f'<g transform="{" " * SIZE}x{" " * SIZE}"/>'), "where a transform should be"),
    "svg transform letters": ("a.svg", svg(f'<g transform="{"x" * SIZE}"/>'), "where a transform should be"),
    "svg style sheet": ("a.svg", svg(f"<style>{'/*' * SIZE}{'a,' * SIZE}{{fill:none}}</style><rect width='1' height='1'/>"), None),
    "svg classes": ("a.svg", svg("<style>.a{fill:none}</style>" + f'<rect id="r" class="{"a " * 5000}" width="1" height="1"/>' + '<use href="#r"/>' * 100), None),
    "svg copies of a closed path": ("a.svg", svg(f'<path id="p" d="M0 0{"Z" * SIZE}"/>' + '<use href="#p"/>' * 1000), None),
    "svg deep": ("a.svg", svg("<g>" * 5000), "limits.depth"),
    "svg viewBox": ("a.svg", f'<svg viewBox="{" " * SIZE}1"/>', "the viewBox"),
    "svg width": ("a.svg", f'<svg width="{"1" * SIZE}x" height="1"><path d="M0 0L1 1L2 0Z"/></svg>', None),
    "xml entities": ("a.svg", '<!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;">]>' + svg("&b;"), "not a short plain text"),
    "xml long entity": ("a.svg", f'<!DOCTYPE svg [<!ENTITY a "{"a" * SIZE}">]>' + svg("&a;" * 1000), "not a short plain text"),
    "xml external entity": ("a.svg", '<!DOCTYPE svg [<!ENTITY a SYSTEM "/etc/passwd">]>' + svg("&a;"), "names another file"),
    "wkt blanks": ("a.wkt", "POINT (1 1)" + " " * 20 * SIZE, None),
    "wkt blanks between": ("a.wkt", f"POINT{' ' * SIZE}({' ' * SIZE}1{chr(10) * SIZE}2{' ' * SIZE})", None),
    "wkt letters": ("a.wkt", "MULTI" * SIZE, "instead of a geometry"),
    "wkt nested": ("a.wkt", "GEOMETRYCOLLECTION(" * SIZE, "limits.depth"),
    "wkt brackets": ("a.wkt", "POLYGON" + "(" * SIZE, "instead of"),
    "geojson nested lists": ("a.geojson", '{"type":"Polygon","coordinates":' + "[" * SIZE, "limits.depth"),
    "geojson nested collections": ("a.geojson", '{"type":"GeometryCollection","geometries":[' * 200 + "]}" * 200, "limits.depth|deeply"),
    "geojson long number": ("a.geojson", '{"type":"Point","coordinates":[' + "1" * SIZE + ",1]}", "JSON"),
    "pgm blanks": ("a.pgm", b"P5" + b" " * SIZE + b"x", "the head"),
    "pgm comments": ("a.pgm", b"P5" + b"#" * SIZE + b"\r\n" * SIZE, "the head"),
    "movingai long header": ("a.map", "type " + "x " * SIZE, "instead of type"),
    "polyanya one word": ("a.mesh", "mesh " + "2" * SIZE, "is not a version"),
    "tiled nested": ("a.tmx", "<map>" + "<group>" * 5000, "limits.depth"),
    "tiled json nested": ("a.tmj", '{"layers":' + "[" * SIZE, "limits.depth"),
}  # fmt: skip


@pytest.mark.parametrize("case", HANGS)
def test_hostile_files_end_soon(tmp_path, case):
    name, text, says = HANGS[case]
    file = write(tmp_path, name, text)
    start = time.process_time()
    if says is None:
        cw.load(file)
    else:
        with pytest.raises(cw.InvalidInput, match=says) as caught:
            cw.load(file)
        assert len(str(caught.value)) < 300
    assert time.process_time() - start < MOST


def growing(count):
    """Larger and larger good files, of about `40 * count` bytes."""
    # Not a circle: there the clearance layer, not the reader, takes the time (docs/explanation/clearance.md).
    rough = np.random.default_rng(1).uniform(8, 9, count)
    turns = np.linspace(0, 6, count)
    ring = [(np.cos(a) * r, np.sin(a) * r) for a, r in zip(turns, rough, strict=True)]
    text = " ".join(f"{x:.15f},{y:.15f}" for x, y in ring)
    yield "a.svg", f'<svg viewBox="-9 -9 18 18"><polygon data-role="bounds" points="{text}"/></svg>'
    pairs = ", ".join(f"{x:.15f} {y:.15f}" for x, y in ring)
    yield "a.wkt", f"POLYGON (({pairs}))"
    lists = ",".join(f"[{x:.15f},{y:.15f}]" for x, y in ring)
    yield "a.geojson", f'{{"type":"Polygon","coordinates":[[{lists}]]}}'
    lines = "\n".join(f"{x:.15f} {y:.15f}" for x, y in ring)
    yield "a.txt", f"[BORDER]\n{lines}\n"
    spread = np.random.default_rng(0).random((count, 2)) * 10
    objects = "".join(f'<object id="1" x="{x:.9f}" y="{y:.9f}"><point/></object>' for x, y in spread)  # fmt: skip
    yield (
        "a.tmx",
        f'<map orientation="orthogonal" width="10" height="10" tilewidth="1" tileheight="1"><objectgroup>{objects}</objectgroup></map>',
    )


@pytest.mark.long
def test_time_grows_with_the_size_of_the_file(tmp_path):
    """From n to 8 n points: at most 3 times as much time per point."""
    for (name, small), (_, large) in zip(growing(4000), growing(32000), strict=True):
        taken = []
        for text in (small, large):
            file = write(tmp_path, name, text)
            start = time.process_time()
            cw.load(file, **({"project": False} if name == "a.geojson" else {}))
            taken.append(time.process_time() - start)
        assert taken[1] < 24 * taken[0] + 0.5, (name, taken)


def test_every_limit_is_kept_and_named(tmp_path):
    square = "POLYGON ((0 0, 9 0, 9 9, 0 9))"
    cases = [
        ("a.wkt", square, "bytes", 10),
        ("a.wkt.gz", gzip.compress(square.encode() + b" " * 5000), "bytes", 1000),
        ("a.wkt", square, "points", 3),
        ("a.wkt", square + "POINT(1 1)", "entities", 1),
        ("a.wkt", f"GEOMETRYCOLLECTION({square})", "depth", 1),
        ("a.geojson", '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}', "entities", 1),
        ("a.geojson", '{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[1,2]}]}', "depth", 1),
        ("a.geojson", '{"type":"MultiPoint","coordinates":[[1,2],[2,3],[3,4]]}', "points", 2),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n...\n", "cells", 5),
        ("a.pgm", "P5 3 2 255 abcdef", "cells", 5),
        ("a.png", png(3, 2), "cells", 5),
        ("a.txt", "[BORDER]\n0 0\n1 0\n1 1\n", "points", 2),
        ("a.txt", "[BORDER]\n0 0\n1 0\n1 1\n[OBSTACLE]\n", "entities", 1),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 -1\n", "points", 2),
        ("a.mesh", "mesh\n2\n3 2\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 -1\n", "entities", 1),
        ("a.svg", svg('<path d="M0 0C1 1 2 2 3 0"/>'), "points", 1),
        ("a.svg", svg('<g id="a"/><use href="#a"/><use href="#a"/><use href="#a"/>'), "copies", 1),
        ("a.svg", svg("<g/>"), "entities", 1),
        ("a.svg", svg("<g/>"), "depth", 1),
    ]  # fmt: skip
    world_of().save(tmp_path / "w.clearway")
    saved = (tmp_path / "w.clearway").read_bytes()
    cases += [("a.clearway", saved, "points", 5), ("a.clearway", saved, "entities", 3)]
    for name, data, limit, most in cases:
        file = write(tmp_path, name, data)
        with pytest.raises(
            cw.InvalidInput, match=rf"{name}.*more than limits\.{limit}, which is {most}"
        ):
            cw.load(file, limits=cw.Limits(**{limit: most}))
        cw.load(file) if limit != "entities" or name != "a.mesh" else None
    rows = write(tmp_path, "a.scen", "version 1\n" + "0 a 9 9 1 2 3 4 5\n" * 3)
    assert len(cw.load_scenarios(rows, limits=cw.Limits(entities=3)).lengths) == 3
    with pytest.raises(cw.InvalidInput, match=r"line 4: rows: more than limits\.entities"):
        cw.load_scenarios(rows, limits=cw.Limits(entities=2))


def test_limits_are_whole_numbers(tmp_path):
    grid_of().save(tmp_path / "a.map")
    for bad in (0, -1, 1.5, True, "9", None):
        with pytest.raises(cw.InvalidInput, match=r"limits\.bytes is"):
            cw.Limits(bytes=bad)
    for bad in (3, "x", {"pixels": 3}):
        with pytest.raises(cw.InvalidInput, match="limits is"):
            cw.load(tmp_path / "a.map", limits=bad)
    with pytest.raises(cw.InvalidInput, match=r"limits\.cells"):
        cw.load(tmp_path / "a.map", limits={"cells": 3})


def in_little_memory(code, megabytes=700):
    """Runs code in a process that may not have more memory than this."""
    head = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({megabytes} << 20,) * 2)\n"
    return children.python("-c", f"import clearway as cw, clearway.formats, warnings\n{head}{code}")


BOMBS = {
    "gzip": ("a.wkt.gz", lambda: gzip.compress(bytes(2**28 + 1), 1), "limits.bytes"),
    "pgm": ("a.pgm", lambda: b"P5 16384 16384 255 x", "truncated"),
    "pgm text": ("a.pgm", lambda: b"P2 16384 16384 255 1 1", "truncated"),
    "png": ("a.png", lambda: png(2**20, 2**20, b""), "at most 2**28"),
    "png of 179 million pixels": ("a.png", lambda: png(20000, 20000, b""), "20000 x 20000 cells: at most 2**28"),
    "map": ("a.map", lambda: b"type octile\nheight 16384\nwidth 16384\nmap\n", "truncated"),
    "mesh": ("a.mesh", lambda: b"mesh 2 2000000 2000000 1", "the file ends before"),
    "clearway": ("a.clearway", lambda: b"CLEARWAY\x01\0\0\0" + struct.pack("<I", 10) + bytes(50), "unreadable header"),
    "scen": ("a.scen", lambda: b"version 1\n" + b"0 a 9 9 1 2 3 4 5\n" * 90000 + b"0 " + b"x" * 900000 + b" 9 9 1 2 3 4 5", "a map's name"),
    "tiled layer": ("a.tmx", lambda: b'<map orientation="orthogonal" width="9" height="9" tilewidth="1" tileheight="1"><layer><data encoding="base64" compression="zlib">' + base64.b64encode(zlib.compress(bytes(2**28), 1)) + b"</data></layer></map>", "a tile layer of 325 bytes"),
}  # fmt: skip


@pytest.mark.parametrize("case", BOMBS)
def test_small_files_need_little_memory(tmp_path, case):
    name, data, says = BOMBS[case]
    file = write(tmp_path, name, data())
    call = "load_scenarios" if name.endswith("scen") else "load"
    out = in_little_memory(
        f"try: cw.{call}({str(file)!r})\nexcept cw.InvalidInput as error: print(error)"
    )
    assert says in out
    assert len(out) < 300


@pytest.mark.long
def test_png_beyond_the_limit_of_pillow(tmp_path):
    """Pillow itself stops at 179 million pixels."""
    file = write(tmp_path, "a.png", png(2**14, 11000))
    grid = cw.load(file)
    assert grid.shape == (11000, 2**14)
    assert grid.stats["free_cells"] == 0


def test_out_of_memory_says_which_file(tmp_path, monkeypatch):
    file = write(tmp_path, "a.wkt", "POINT (1 1)")
    from clearway.formats import formats

    def read(*_):
        raise MemoryError

    entry = formats()["wkt"]._replace(read=read)
    monkeypatch.setitem(formats(), "wkt", entry)
    with pytest.raises(MemoryError, match=r"a\.wkt: not enough memory"):
        cw.load(file)


@needs_data
def test_the_default_limits_hold_the_public_files():
    """Every map, mesh and drawing of the data has far less than the limits."""
    largest = max(p.stat().st_size for p in DATA.rglob("*") if p.is_file())
    assert largest < cw.Limits().bytes / 4


@pytest.mark.long
def test_a_million_points_are_within_the_limits(tmp_path):
    world = cw.World((0, 0, 1001, 1001))
    world.add_posts(
        np.stack(np.meshgrid(np.arange(1, 1001), np.arange(1, 1001)), -1).reshape(-1, 2)
    )
    for suffix in ("geojson", "clearway", "wkt"):
        file = tmp_path / f"w.{suffix}"
        world.save(file)
        assert len(cw.load(file)) == (1 if suffix == "wkt" else 1_000_000)
