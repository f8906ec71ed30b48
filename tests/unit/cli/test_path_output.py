"""Coordinates that `clearway path` reads and writes: files, standard input, steps."""

from __future__ import annotations

import json
import sys

import pytest

import clearway as cw
from support import children

FAR = (410260.125, 5476786.1234567)


@pytest.fixture
def far(tmp_path):
    x, y = FAR
    world = cw.World((x, y, x + 100, y + 100))
    world.add([(x + 40, y + 20), (x + 60, y + 20), (x + 60, y + 80), (x + 40, y + 80)])
    world.save(tmp_path / "far.clearway")
    return tmp_path / "far.clearway"


def test_coordinates_can_be_pasted_back(run, far):
    world = cw.load(far)
    x, y = FAR
    ends = f"{x + 10!r},{y + 50!r}", f"{x + 90!r},{y + 50!r}"
    found = world.find_path((x + 10, y + 50), (x + 90, y + 50), radius=3)
    status, out, _ = run("path", far, *ends, "--radius", 3)
    assert status == 0
    head, *lines = out.splitlines()
    assert head == f"FOUND: length {found.length!r}, proved shortest"
    assert [[float(c) for c in line.split(",")] for line in lines] == found.points.tolist()
    status, out, _ = run("path", far, *ends, "--radius", 3, "--points")
    assert [[float(c) for c in line.split(",")] for line in out.split()] == found.points.tolist()
    for i, j in ((0, 3), (3, -1)):  # a printed point is an argument
        assert run("path", far, out.split()[i], out.split()[j])[0] == 0
    assert (
        repr(world)
        == "<World (410260.125, 5476786.1234567, 410360.125, 5476886.1234567): 1 obstacle>"
    )
    status, out, _ = run("info", far)
    assert "410260.125, 5476786.1234567, 410360.125" in " ".join(out.split())
    grid = cw.Grid([[0, 1]], cell=0.1234567891, origin=FAR)
    assert (
        repr(grid) == "<Grid 2 x 1 of 0.1234567891 from (410260.125, 5476786.1234567): 50 % free>"
    )
    assert repr(cw.RadiusRange(0.1234567891, 2.0)) is not None


def test_path_output_by_suffix(run, far, tmp_path):
    world, (x, y) = cw.load(far), FAR
    found = world.find_path((x + 10, y + 50), (x + 90, y + 50), radius=3)
    ends = f"{x + 10!r},{y + 50!r}", f"{x + 90!r},{y + 50!r}"
    for suffix in ("geojson", "wkt", "csv", "svg", "pdf"):
        file = tmp_path / f"p.{suffix}"
        assert run("path", far, *ends, "--radius", 3, "-o", file)[0] == 0
        assert file.stat().st_size > 100
    written = json.loads((tmp_path / "p.geojson").read_text())
    assert written["geometry"]["coordinates"] == found.points.tolist()
    assert (tmp_path / "p.wkt").read_text() == found.to_wkt() + "\n"
    assert (tmp_path / "p.csv").read_text().splitlines()[0] == "x,y"
    assert (tmp_path / "p.pdf").read_bytes().startswith(b"%PDF")
    run("path", far, *ends, "--radius", 3, "-o", tmp_path / "fine.csv", "--tolerance", "1e-6")
    assert len((tmp_path / "fine.csv").read_text()) > 3 * len((tmp_path / "p.csv").read_text())
    status, out, err = run("path", far, *ends, "-o", tmp_path / "p.shp")
    assert (status, out) == (2, "")
    assert ".geojson, .json, .wkt" in err
    assert not (tmp_path / "p.shp").exists()


def test_standard_input(file, far, tmp_path):
    for command in (
        ["path", "-", "1,5", "9,5"],
        ["info", "-"],
        ["render", "-", tmp_path / "w.svg"],
        ["convert", "-", tmp_path / "w.wkt"],
        ["convert", "-", tmp_path / "v.wkt", "--from", "geojson"],
        ["bench", "-", "--queries", "2", "--planner", "optimal,channel"],
    ):
        printed = children.python("-m", "clearway", *map(str, command), input=file.read_text())
        assert printed
    assert (tmp_path / "w.wkt").read_bytes() == (tmp_path / "v.wkt").read_bytes()
    assert cw.load(tmp_path / "w.wkt").bounds == cw.load(file).bounds


def test_bad_standard_input(run, monkeypatch):
    import io

    for data, says in (
        (b"", "unknown format"),
        (b"{", "stdin: not JSON"),
        (b"type octile", "stdin"),
    ):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        status, out, err = run("path", "-", "1,1", "2,2")
        assert (status, out) == (2, "")
        assert says in err


def test_steps_and_tangents(run, far, tmp_path):
    world, (x, y) = cw.load(far), FAR
    found = world.find_path((x + 10, y + 50), (x + 90, y + 50), radius=3)
    ends = f"{x + 10!r},{y + 50!r}", f"{x + 90!r},{y + 50!r}"
    asked = ("path", far, *ends, "--radius", 3, "--points")

    def points(*more):
        status, out, err = run(*asked, *more)
        assert (status, err) == (0, "")
        return [[float(c) for c in line.split(",")] for line in out.split()]

    assert points("--step", 5) == found.resample(5).tolist()
    assert points("--outside") == found.sample(outside=True).tolist()
    assert points("--outside", "--tolerance", 0.1) == found.sample(0.1, outside=True).tolist()
    for bad in (["--step", 0], ["--step", 5, "--outside"], ["--tolerance", -1]):
        status, out, err = run(*asked, *bad)
        assert (status, out) == (2, "")
        assert err.count("\n") == 1
    blocked = f"{x + 50!r},{y + 50!r}"
    status, out, _ = run("path", far, blocked, ends[1], "--step", 5, "-o", tmp_path / "none.csv")
    assert (status, out) == (1, "START_BLOCKED\n")
    assert (tmp_path / "none.csv").read_text() == "x,y\n"
