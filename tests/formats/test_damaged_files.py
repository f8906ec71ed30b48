"""Broken files are refused by name and line."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import TMX, grid_of, world_of


def small_files(folder):
    """One small file of each format that is read as bytes, and what reads it."""
    grid, world = grid_of(shape=(5, 6)), world_of()
    for suffix in ("map", "pgm", "png", "yaml"):
        grid.save(folder / f"a.{suffix}")
    for suffix in ("wkt", "mesh", "svg", "geojson"):
        world.save(folder / f"a.{suffix}")
    world.save(folder / "b.mesh", version=3)
    (folder / "a.txt").write_text(
        "[SCALE]\n0.5\n[BORDER]\n0 0\n9 0\n9 9\n0 9\n[OBSTACLE]\n1 1\n2 1\n2 2\n"
    )
    (folder / "b.pgm").write_bytes(b"P2\n3 2\n255\n0 255 255\n255 0 255\n")
    (folder / "a.tmx").write_text(TMX)
    (folder / "c.svg").write_text(
        '<svg viewBox="0 0 9 9"><g transform="rotate(30)"><path d="M1 1C2 3 4 5 6 7A1 2 3 0 1 8 8Z"/></g><circle r="3"/></svg>'
    )
    cw.Scenarios(
        np.array([[1, 2]]),
        np.array([[3, 4]]),
        np.array([2.5]),
        np.array([0]),
        np.array(["a.map"]),
        np.array([[9, 9]]),
    ).save(folder / "a.scen")
    grid.save(folder / "a.map.gz")
    return sorted(p for p in folder.iterdir() if p.is_file())  # fmt: skip


def survives(path):
    """Loads, or refuses by name; nothing else."""
    said = path.stem
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            (cw.load_scenarios if path.suffix == ".scen" else cw.load)(path)
        except cw.InvalidInput as error:
            said = str(error)
    assert path.stem in said


def damage(folder, flips, cuts):
    rng = np.random.default_rng(11)
    for path in small_files(folder):
        good = path.read_bytes()
        survives(path)
        for cut in rng.choice(len(good), min(cuts, len(good)), replace=False).tolist():
            path.write_bytes(good[:cut])
            survives(path)
        for _ in range(flips):
            bad = bytearray(good)
            for _ in range(rng.integers(1, 4)):
                kind = rng.integers(3)
                at = int(rng.integers(len(bad)))
                if kind == 0:
                    bad[at] ^= 1 << int(rng.integers(8))
                elif kind == 1:
                    bad[at] = int(rng.choice(list(b'0123456789-.eE ,()\n[]{}"xNaN')))
                else:
                    other = int(rng.integers(len(bad)))
                    bad[at : at + 3] = bad[other : other + 3]
            path.write_bytes(bytes(bad))
            survives(path)
        path.write_bytes(good)


def test_damaged_files_are_refused(tmp_path):
    damage(tmp_path, flips=25, cuts=12)


@pytest.mark.long
def test_damaged_files_are_refused_at_length(tmp_path):
    damage(tmp_path, flips=1000, cuts=500)


@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n..\n", "line 6: a row of 2 characters, not 3"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n", "line 6: a row of 0"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...", "line 5: 1 rows, not 2: truncated"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n.?.\n", r"line 6: column 2 holds '\?'"),
        ("a.map", "type octile\nheight 2\nwidth 3\nmap\n...\n...\nmore", "line 7: text after 2 rows"),
        ("a.map", "type octile\nheight 0\n", "line 2: height is '0'"),
        ("a.map", "type octile\nheight 5\n", "line 3: '' instead of"),
        ("a.map", "height 5\nwidth 5\nmap\n", "no type"),
        ("a.map", "", "line 1"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 7 -1 -1 -1\n", "line 7: polygon 0 has the vertex 7"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 5\n", "line 7: polygon 0 has the neighbour 5"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1", "line 7: the file ends in polygon 0"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 -1 -1 0", "line 7: polygon 0 .* is not beside 0"),
        ("a.mesh", "mesh\n2\n3 1\n0 0 0\n1 x 0\n", "line 5: 'x' is not a number"),
        ("a.mesh", "mesh\n9\n", "line 2: version 9"),
        ("a.mesh", "mush\n9\n", "line 1: 'mush' instead of 'mesh'"),
        ("a.mesh", "mesh\n2\n999999999 1\n0 0 0\n", "line 3: 999999999 vertices: more than limits.points"),
        ("a.mesh", "mesh\n2\n99999 1\n0 0 0\n", "the file ends before 99999 vertices"),
        ("a.txt", "[BORDER]\n0 0\n1 0\n", r"line 1: \[BORDER\] needs at least 3"),
        ("a.txt", "[BORDER]\n0 0\n1 0\n1 1\n[HOLE]\n", "line 5: '.HOLE.' is not one of"),
        ("a.txt", "[BORDER]\n0 0\n1 0 3\n", "line 3: '1 0 3' is not a point"),
        ("a.txt", "[SCALE]\n-1\n", "line 2: the scale"),
        ("a.txt", "1 2\n", "line 1: '1 2' before"),
        ("a.txt", "[SCALE]\n1\n", "no .BORDER. in the file"),
        ("a.pgm", "P6 1 1 255 x", "line 1: not a PGM"),
        ("a.pgm", "P5 9 9", "line 1: the head"),
        ("a.pgm", "P5 9 9 255\nxx", "truncated: 2 bytes of pixels, not 81"),
        ("a.pgm", "P2 2 1 9\n5 55", "a grey of 55, above 9"),
        ("a.png", "no picture", "not a PNG"),
    ],
    ids=lambda v: str(v)[:40],
)  # fmt: skip
def test_faults_have_a_place(tmp_path, name, text, says):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(cw.InvalidInput, match=says) as error:
        (cw.load_scenarios if path.suffix == ".scen" else cw.load)(path)
    assert str(error.value).startswith(f"{name}: ")


def test_ends_beyond_the_integers_stay_what_they_are(tmp_path):
    """2^63 and more fits no integer of 64 bits: the ends of such a file are floating-point."""
    path = tmp_path / "far.scen"
    path.write_text("version 1\n0\tx.mesh\t0\t0\t99999999999999999999\t1\t-3\t3\t5\n")
    read = cw.load_scenarios(path)
    assert read.starts.tolist() == [[1e20, 1.0]]
    assert read.goals.tolist() == [[-3.0, 3.0]]
