"""The command line: output as text and JSON, exit status."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

import numpy as np
import pytest

import clearway as cw
from clearway.cli import app
from support import children


@pytest.fixture
def file(tmp_path):
    world = cw.World((-10, -10, 10, 10))
    world.add([(4, 2), (6, 2), (6, 8), (4, 8)])
    world.add_wall([(-5, -5), (-5, 5)])
    world.add_post((0, 9))
    world.save(tmp_path / "w.geojson")
    return tmp_path / "w.geojson"


@pytest.fixture
def run(capsys):
    def run(*arguments):
        status = app.run([str(a) for a in arguments])
        out, err = capsys.readouterr()
        return status, out, err

    return run


def test_path_found(run, file):
    status, out, err = run("path", file, "1,5", "9,5")
    assert (status, err) == (0, "")
    assert out.splitlines()[0].startswith("FOUND: length 10.485")
    assert out.splitlines()[1].split() == ["1,5"]


def test_path_with_options_of_its_planner(run, file):
    status, out, err = run("path", file, "1,5", "4.5,5", "--set", "partial=True")
    assert (status, err) == (1, "")
    assert out.splitlines()[0] == "PARTIAL: length 3, proved shortest"
    status, out, _ = run("path", file, "1,5", "9,5", "--planner", "channel", "--set", "metric=2")
    assert (status, out.split(":")[0]) == (0, "FOUND")
    for bad in ("metric=2", "radius=1", "partial=perhaps", "partial"):
        status, out, err = run("path", file, "1,5", "9,5", "--set", bad)
        assert (status, out) == (2, "")
        assert bad.split("=")[0] in err


def test_path_moves_blocked_ends(run, file):
    status, out, err = run("path", file, "1,5", "4.5,5")
    assert (status, out) == (1, "GOAL_BLOCKED\n")
    status, out, err = run("path", file, "1,5", "4.5,5", "--snap", "1")
    assert (status, err) == (0, "")
    assert out.splitlines()[:2] == ["FOUND: length 3, proved shortest", "the goal was moved to 4,5"]
    status, out, _ = run("path", file, "1,5", "4.5,5", "--snap", "1", "--json")
    assert json.loads(out)["snapped"] == {"start": None, "goal": [4.0, 5.0]}
    status, out, _ = run("path", file, "1,5", "4.5,5", "--snap", "0.2", "--json")
    assert json.loads(out)["snapped"] is None
    assert run("path", file, "1,5", "4.5,5", "--snap", "-1")[0] == 2


def test_levels_and_rooms_are_drawn_one_at_a_time(run, file, tmp_path):
    status, _, err = run("render", file, tmp_path / "w.svg", "--levels", "--rooms")
    assert status == 2
    assert "give only one" in err


def test_render_waypoints(run, file, tmp_path):
    picture = tmp_path / "graph.svg"
    assert run("render", file, picture, "--waypoints", "--radius", "0.2")[0] == 0
    plain = tmp_path / "plain.svg"
    assert run("render", file, plain)[0] == 0
    assert picture.read_text().count("<path") > plain.read_text().count("<path")


def test_render_sight_and_graphs(run, file, tmp_path):
    picture = tmp_path / "w.svg"
    status, out, _ = run("render", file, picture, "--visible", "1,5", "--graph")
    assert status == 0
    assert out.splitlines() == [
        f"wrote {picture}",
        "visible from 1,5: area 268.5",
        "vg: 6 corners, 10 edges",
        "vgo: 6 corners, 9 edges",
    ]
    drawn = picture.read_text()
    assert drawn.count("#f6d55c") == 2  # once a side
    assert "VG: 10 edges" in drawn
    assert "VGO: 9 edges" in drawn
    assert run("render", file, picture, "--visible", "1")[0] == 2


def test_render_sight_as_json(run, file, tmp_path):
    asked = ("render", file, tmp_path / "w.svg", "--visible", "1,5", "--visible", "5,5", "--json")
    status, out, err = run(*asked, "--graph")
    facts = json.loads(out)
    assert [region["free"] for region in facts["visible"]] == [True, False]
    assert [region["area"] for region in facts["visible"]] == [pytest.approx(268.5), 0]
    assert {name: g["edges"] for name, g in facts["graphs"].items()} == {"vg": 10, "vgo": 9}
    assert (status, err) == (1, "clearway: 5,5 is blocked: nothing is visible from it\n")


def test_path_json(run, file, tmp_path):
    pictures = tmp_path / "p.svg", tmp_path / "p.png"
    status, out, _ = run(
        "path", file, "-9,-9", "9,5", "--json", "--svg", pictures[0], "--png", pictures[1]
    )
    data = json.loads(out)
    assert status == 0
    assert data["status"] == "FOUND"
    assert data["points"][0] == [-9, -9]
    assert data["stats"]["planner"] == "optimal"
    assert all(p.stat().st_size for p in pictures)


def test_radius_is_drawn(run, file, tmp_path):
    pictures = tmp_path / "p.svg", tmp_path / "p.png"
    for radius in ("0", "0.25"):
        status, _, _ = run(
            "path", file, "1,5", "9,5", "--radius", radius, "--svg", pictures[0], "--png", pictures[1]
        )  # fmt: skip
        assert status == 0
        assert ('opacity="0.22"' in pictures[0].read_text()) == (radius != "0")
        assert pictures[1].stat().st_size > 1000


def test_no_path(run, file):
    status, out, _ = run("path", file, "5,5", "9,5")
    assert (status, out) == (1, "START_BLOCKED\n")
    status, out, _ = run("path", file, "5,5", "9,5", "--json")
    assert status == 1
    assert json.loads(out)["length"] is None


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["path", "FILE", "1,5"], "Missing argument"),
        (["path", "FILE", "1,5", "9"], "'9' is not a point"),
        (["path", "FILE", "1,5", "9,x"], "'9,x' is not a point"),
        (["path", "FILE", "1,5", "nan,1"], "goal is (nan, 1.0)"),
        (["path", "FILE", "1,5", "9,5", "--radius", "-1"], "radius is -1.0"),
        (
            ["path", "FILE", "1,5", "9,5", "--radius", "1", "--planner", "vg"],
            "planner 'vg' takes radius 0 only; these take a radius: channel",
        ),
        (
            ["path", "FILE", "1,5", "9,5", "--planner", "x"],
            "no planner 'x'; there are: bsp*, channel, labels, optimal",
        ),
        (["path", "FILE", "1,5", "9,5", "--colour", "x"], "--colour"),
        (
            ["path", "FILE", "1,5", "9,5", "--svg", "/nonexistent/x.svg"],
            "/nonexistent/x.svg: No such file",
        ),
        (["path", "missing.geojson", "1,5", "9,5"], "missing.geojson: No such file"),
        (["info", "missing.geojson"], "missing.geojson: No such file"),
        (["render", "FILE", "x.gif"], "pictures are .svg, .png or .pdf"),
        (["render", "FILE", "x.svg", "--path", "1,1"], "write X,Y:X,Y"),
        (["fly"], "No such command 'fly'"),
    ],
)
def test_bad_input_is_one_line_and_status_2(run, file, arguments, says):
    status, out, err = run(*[file if a == "FILE" else a for a in arguments])
    assert (status, out) == (2, "")
    assert err.startswith("clearway: ")
    assert err.count("\n") == 1
    assert says in err


def test_bad_file(run, tmp_path):
    (tmp_path / "bad.geojson").write_text("{")
    status, _, err = run("info", tmp_path / "bad.geojson")
    assert status == 2
    assert err.startswith("clearway: bad.geojson: not JSON: ")


def test_info(run, file):
    status, out, _ = run("info", file)
    assert status == 0
    assert "free_triangles" in out
    data = json.loads(run("info", file, "--json")[1])
    assert data["obstacles"] == 3
    assert (data["areas"], data["walls"], data["posts"]) == (1, 1, 1)
    assert data["free_area"] == 400 - 12
    assert "channel" in json.loads(run("info", "--json")[1])["planner"]


def test_render(run, file, tmp_path):
    picture = tmp_path / "x.svg"
    status, out, _ = run(
        "render", file, picture, "--mesh", "--labels", "--path", "-9,0:9,5", "--channel"
    )
    assert (status, out) == (0, f"wrote {picture}\n")
    assert picture.read_text().startswith("<svg")
    status, out, _ = run("render", file, picture, "--path", "5,5:9,5", "--json")
    assert status == 1
    assert json.loads(out)["paths"][0]["status"] == "START_BLOCKED"


def test_demo(run, tmp_path):
    status, out, _ = run("demo", "--output", tmp_path / "d")
    assert status == 0
    assert "west to east" in out
    data = json.loads(run("demo", "--output", tmp_path / "d", "--json")[1])
    assert data["before"].keys() == data["after"].keys()


def test_version_and_help(run):
    assert run("--version")[:2] == (0, f"clearway {cw.__version__}\n")
    status, out, _ = run("--help")
    assert status == 0
    assert "path" in out
    assert "Exit status" in out


def test_as_a_process(file):
    for points, status in ((["1,5", "9,5"], 0), (["5,5", "9,5"], 1), (["1,5", "x"], 2)):
        assert clearway("path", file, *points).returncode == status


def test_no_arguments_print_the_help(run):
    status, out, err = run()
    assert status == 2
    assert "Usage" in out + err
    assert "clearway: " not in err


def test_errors_are_json_too(run, tmp_path):
    (tmp_path / "bad.geojson").write_text('{"type": "Polygon", "coordinates": 5}')
    for arguments, kind in (
        (["info", tmp_path / "bad.geojson"], "InvalidInput"),
        (["info", tmp_path / "none.geojson"], "FileNotFoundError"),
        (["path", tmp_path / "bad.geojson"], "MissingParameter"),
    ):
        status, out, err = run(*arguments, "--json")
        assert status == 2
        assert json.loads(out)["error"] == kind
        assert json.loads(out)["message"] in err
        assert err.count("\n") == 1


def test_the_unexpected_is_one_line_unless_debugged(run, file, monkeypatch):
    def broken(_, **options):
        raise LookupError("lost\nand gone")

    monkeypatch.setattr("clearway.formats.load", broken)
    assert run("info", file) == (2, "", "clearway: LookupError: lost and gone\n")
    monkeypatch.setenv("CLEARWAY_DEBUG", "1")
    with pytest.raises(LookupError):
        run("info", file)


def test_convert(run, file, tmp_path):
    status, out, err = run("convert", file, tmp_path / "w.wkt")
    assert (status, err) == (0, "")
    assert out.startswith(f"wrote {tmp_path / 'w.wkt'}: <World")
    status, _, err = run("convert", file, tmp_path / "w.map")
    assert status == 2
    assert "--cell" in err
    status, out, _ = run("convert", file, tmp_path / "w.map", "--cell", "1", "--json")
    assert json.loads(out)["format"] == "movingai"
    assert (
        run(
            "convert",
            tmp_path / "w.map",
            tmp_path / "w.mesh",
            "--smooth",
            "1",
            "--set",
            "version=3",
        )[0]
        == 0
    )
    assert (tmp_path / "w.mesh").read_text().startswith("mesh\n3\n")
    assert run("convert", tmp_path / "w.map", tmp_path / "w.png")[0] == 0
    assert run("convert", tmp_path / "w.png", tmp_path / "v.map", "--set", "threshold=99")[0] == 0
    assert (tmp_path / "v.map").read_bytes() == (tmp_path / "w.map").read_bytes()
    for arguments, says in (
        (["--set", "x"], "'x' is not a setting"),
        (["--set", "x=1"], "no option 'x'"),
        (["--cell", "1"], "--cell and --smooth"),
        (["--to", "tiled"], "can only be read"),
        (["--to", "nope"], "no format 'nope'"),
    ):
        status, _, err = run("convert", tmp_path / "w.png", tmp_path / "u.map", *arguments)
        assert status == 2
        assert says in err


def test_info_of_grids_and_scenarios(run, tmp_path):
    cw.generate.maze(11, form="grid").save(tmp_path / "m.map")
    data = json.loads(run("info", tmp_path / "m.map", "--json")[1])
    assert (data["width"], data["height"], data["free_regions"]) == (11, 11, 1)
    assert data["free_cells"] + data["blocked_cells"] == 121
    assert data["components"] == 1
    assert data["narrowest"][0]["width"] == 1.0
    (tmp_path / "m.scen").write_text("version 1\n0\tm.map\t11\t11\t1\t1\t1\t2\t1\n")
    data = json.loads(run("info", tmp_path / "m.scen", "--json")[1])
    assert (data["queries"], data["maps"], data["longest"]) == (1, ["m.map"], 1.0)
    assert run("path", tmp_path / "m.map", "1.5,1.5", "9.5,9.5")[0] == 0


def test_generate(run, tmp_path):
    status, out, _ = run("generate", "maze", "--size", 21, "--seed", 3, "-o", tmp_path / "m.map")
    assert status == 0
    assert cw.load(tmp_path / "m.map") == cw.generate.maze(21, 3, form="grid")
    status, out, _ = run(
        *(
            "generate",
            "scattered",
            "--set",
            "segments=obst1k",
            "-o",
            tmp_path / "s.clearway",
            "--json",
        )
    )
    assert json.loads(out)["segments"] == "obst1k"
    assert len(cw.load(tmp_path / "s.clearway")) == len(cw.generate.scattered())
    assert run("generate", "checker", "--seed", 1, "-o", tmp_path / "c.png")[0] == 0
    plain = (tmp_path / "p.clearway", "--size", 60, "--set", "smooth=None")
    assert run("generate", "star", "-o", *plain)[0] == 0
    rough = cw.generate.star(60, smooth=None)
    assert cw.load(tmp_path / "p.clearway").mesh().free_area == rough.mesh().free_area
    for arguments, says in (
        (["volcano", "-o", tmp_path / "x.map"], "no kind 'volcano'"),
        (["maze", "-o", tmp_path / "x.map", "--set", "colour=1"], "no 'colour'"),
        (["maze", "-o", tmp_path / "x.y"], "unknown format"),
        (["boxes", "-o", tmp_path / "x.map", "--set", "cell=None"], "not None"),
        (["maze"], "--output"),
    ):
        status, _, err = run("generate", *arguments)
        assert status == 2
        assert says in err


def test_degrees_are_one_warning_line(run, tmp_path):
    ring = [[-0.127758, 51.507351], [-0.126758, 51.507351], [-0.126758, 51.508351]]
    (tmp_path / "d.geojson").write_text(json.dumps({"type": "Polygon", "coordinates": [ring]}))
    status, _, err = run("info", tmp_path / "d.geojson")
    assert status == 0
    assert err.startswith("clearway: warning: d.geojson looks like longitudes")
    assert err.count("\n") == 1
    assert (
        run("convert", tmp_path / "d.geojson", tmp_path / "m.clearway", "--set", "project=true")[2]
        == ""
    )


@pytest.fixture
def grid_file(tmp_path):
    rows = ["......", "...@..", "...@..", "...@..", "......"]
    head = "type octile\nheight 5\nwidth 6\nmap\n"
    (tmp_path / "g.map").write_text(head + "\n".join(rows) + "\n")
    return tmp_path / "g.map"


@pytest.mark.parametrize("planner", ["dijkstra", "a*", "jps", "hpa*", "pra*"])
def test_path_on_a_grid(run, grid_file, tmp_path, planner):
    picture = tmp_path / "p.svg"
    status, out, err = run(
        "path", grid_file, "2,2", "4,2", "--planner", planner, "--json", "--svg", picture
    )
    data = json.loads(out)
    assert (status, err) == (0, "")
    assert data["length"] == 6
    assert data["points"][0] == [2.5, 2.5]
    assert data["stats"]["planner"] == planner
    assert picture.read_text().startswith("<svg")


def test_refused_on_a_grid(run, grid_file, file):
    assert run("path", grid_file, "3,2", "4,2", "--planner", "jps")[:2] == (1, "START_BLOCKED\n")
    status, _, err = run("path", grid_file, "2.5,2", "4,2", "--planner", "jps")
    assert (status, "whole numbers" in err) == (2, True)
    status, _, err = run("path", file, "1,1", "4,2", "--planner", "jps")
    assert (status, "w.geojson is a world" in err) == (2, True)


def test_render_explored(run, grid_file, file, tmp_path):
    sizes = {}
    for planner in ("dijkstra", "jps"):
        for name in ("svg", "png"):
            out = tmp_path / f"{planner}.{name}"
            trip = ("--path", "0,2:5,2", "--planner", planner, "--explored", "--mesh")
            assert run("render", grid_file, out, *trip)[0] == 0
            sizes[planner, name] = out.stat().st_size
    assert sizes["dijkstra", "svg"] != sizes["jps", "svg"]
    for trip in (["--path", "1,1:2,2", "--planner", "vg"], ["--planner", "jps"], []):
        status, _, err = run("render", grid_file, tmp_path / "x.svg", *trip, "--explored")
        assert (status, "give --path X,Y:X,Y and --planner, one of a*" in err) == (2, True)
    for planner in ("optimal", "channel", "ta*", "tra*"):
        trip = ("--path", "1,5:9,5", "--planner", planner)
        for more in ((), ("--explored",)):
            assert run("render", file, tmp_path / "w.svg", *trip, *more)[0] == 0
            sizes[planner, more] = (tmp_path / "w.svg").stat().st_size
        assert sizes[planner, ("--explored",)] > sizes[planner, ()]
    trip = ("--path", "1,5:9,5", "--planner", "jps", "--explored")
    status, _, err = run("render", file, tmp_path / "x.svg", *trip)
    assert (status, "w.geojson is a world" in err) == (2, True)
    status, _, err = run("render", grid_file, tmp_path / "x.svg", "--planner", "jps", "--labels")
    assert (status, "neither constraints nor labels" in err) == (2, True)


def clearway(*arguments, **options):
    return children.start(sys.executable, "-m", "clearway", *arguments, seconds=120, **options)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("arguments", [["info", "--json"], ["info"], ["--help"], ["--version"]])
def test_output_that_is_full_is_one_line_and_status_2(arguments):
    with Path("/dev/full").open("w") as full:
        run = clearway(*arguments, stdout=full)
    assert (run.returncode, run.stderr) == (2, "clearway: output: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_errors_where_output_is_full_or_closed():
    with Path("/dev/full").open("w") as full:
        run = clearway("info", "none.map", "--json", stdout=full)
        assert (run.returncode, run.stderr.count("\n")) == (2, 1)
        run = clearway("info", "none.map", "--json", stderr=full)
        assert (run.returncode, json.loads(run.stdout)["error"]) == (2, "FileNotFoundError")
    for closed, status in (("1", 0), ("2", 0)):
        line = f'exec "$0" -m clearway info --json {closed}>&-'
        run = children.start("sh", "-c", line, sys.executable)
        assert (run.returncode, run.stderr) == (status, "")


@pytest.mark.skipif(not hasattr(signal, "SIGPIPE"), reason="needs SIGPIPE")
@pytest.mark.parametrize("arguments", [["--help"], ["info"], ["info", "--json"], ["--version"]])
def test_a_closed_pipe_ends_the_command_by_sigpipe(arguments):
    """As it ends other commands; exit status 1 would mean that there is no path."""
    reader, writer = os.pipe()
    os.close(reader)
    try:
        run = clearway(*arguments, stdout=writer)
    finally:
        os.close(writer)
    assert (run.returncode, run.stderr) == (-signal.SIGPIPE, "")


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


def test_points_are_in_the_coordinates_of_the_file(run, tmp_path):
    ring = [[-0.1278, 51.5073], [-0.1268, 51.5073], [-0.1268, 51.5083], [-0.1278, 51.5083]]
    document = {"type": "Polygon", "coordinates": [ring]}
    (tmp_path / "town.geojson").write_text(json.dumps(document))
    asked = ("path", tmp_path / "town.geojson", "-0.12784,51.5078", "-0.12676,51.5078", "--read", "project=true")  # fmt: skip
    status, out, err = run(*asked, "--points", "--radius", 1)
    assert (status, err) == (0, "")
    lines = [[float(c) for c in line.split(",")] for line in out.split()]
    assert lines[0] == pytest.approx((-0.12784, 51.5078), abs=1e-12)
    assert lines[-1] == pytest.approx((-0.12676, 51.5078), abs=1e-12)
    status, out, _ = run(*asked, "--json")
    facts = json.loads(out)
    assert facts["length"] > 70  # metres
    assert facts["points"][0] == pytest.approx((-0.12784, 51.5078), abs=1e-12)
    drawn = ("render", asked[1], tmp_path / "t.svg", "--visible", asked[2], *asked[-2:], "--json")
    [seen] = json.loads(run(*drawn)[1])["visible"]
    assert seen["free"]
    assert seen["point"] == pytest.approx((-0.12784, 51.5078), abs=1e-12)
    assert np.abs(np.array(seen["ring"]) - (-0.1273, 51.5078)).max() < 0.001  # degrees
    assert seen["area"] > 100  # square metres
    assert run(*asked[:-1], "project=maybe")[0] == 2
    assert run(*asked[:-1], "nothing=1")[0] == 2


def test_a_blocked_end_says_what_polygons_mean(run, tmp_path):
    wkt, geojson = tmp_path / "w.wkt", tmp_path / "w.geojson"
    wkt.write_text("POLYGON ((4 2, 6 2, 6 8, 4 8, 4 2))\nPOINT (0 0)\nPOINT (10 10)")
    geojson.write_text(
        json.dumps({"type": "Polygon", "coordinates": [[[4, 2], [6, 2], [6, 8], [4, 2]]]})
    )
    status, out, err = run("path", wkt, "1,5", "9,5")
    assert (status, out) == (1, "START_BLOCKED\n")
    assert "WKT file are walkable areas" in err
    assert "role='obstacle'" in err
    assert run("path", wkt, "1,5", "9,5", "--read", "role=obstacle")[0] == 0
    status, _, err = run("path", geojson, "5.5,4", "4,2")
    assert status == 1
    assert "unless their property 'role'" in err
    world = cw.load(wkt)
    assert "walkable areas" in repr(world.find_path((1, 5), (9, 5)))
    assert "walkable areas" not in repr(cw.load(wkt, role="walkable").find_path((1, 5), (9, 5)))
    assert repr(world.find_path((5, 5), (5, 6))).startswith("<Path FOUND")


def test_short_help_and_completion(run, file):
    for command in ([], ["path"], ["render"], ["info"]):
        status, out, _ = run(*command, "-h")
        assert status == 0
        assert "Usage" in out
    env = {"_CLEARWAY_COMPLETE": "complete_bash", "COMP_WORDS": "clearway pa", "COMP_CWORD": "1"}
    printed = children.python("-m", "clearway", env=env)
    assert "path" in printed
    env["COMP_WORDS"], env["COMP_CWORD"] = "clearway path w 1,1 2,2 --planner th", "6"
    assert "thpa*" in children.python("-m", "clearway", env=env)


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


def test_costs_of_areas(run, tmp_path):
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add_area([(4, 2), (6, 2), (6, 8), (4, 8)], "mud")
    world.save(tmp_path / "mud.geojson")
    code, out, _ = run("path", tmp_path / "mud.geojson", "1,5", "9,5", "--cost", "mud=3", "--json")
    facts = json.loads(out)
    assert code == 0
    assert facts["lower_bound"] <= facts["cost"] <= 1.01 * facts["lower_bound"]
    assert facts["cost"] == pytest.approx(2 + 2 * 18**0.5)  # around; straight on costs 12
    code, out, _ = run("path", tmp_path / "mud.geojson", "1,5", "9,5", "--cost", "mud=1.1")
    assert code == 0
    assert "no path costs less than" in out
    assert run("path", tmp_path / "mud.geojson", "1,5", "9,5", "--cost", "mud=0")[0] == 2
    assert run("path", tmp_path / "mud.geojson", "1,5", "9,5", "--cost", "road=2")[0] == 2
