"""The command line: output as text and JSON, exit status."""

from __future__ import annotations

import json

import numpy as np
import pytest

import clearway as cw
from support import children


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
            "no planner 'x'; there are: a*, bsp*, channel, dijkstra",
        ),
        (["path", "FILE", "1,5", "9,5", "--colour", "x"], "no option --colour; --help lists them"),
        (
            ["path", "FILE", "1,5", "9,5", "--planer=vg"],
            "no option --planer; do you mean --planner",
        ),
        (["path", "FILE", "--radios", "1", "1,5", "9,5"], "do you mean --radius?"),
        (["render", "FILE", "x.svg", "--scalebar"], "do you mean --scale-bar?"),
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
    for misspelt in ("--planer", "--planer x"):
        env["COMP_WORDS"] = f"clearway path {misspelt} w 1,1 2,2 --planner th"
        env["COMP_CWORD"] = str(len(env["COMP_WORDS"].split()) - 1)
        assert "thpa*" in children.python("-m", "clearway", env=env)


def test_an_interrupt_is_said(run, file, monkeypatch):
    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("clearway.formats.load", interrupted)
    assert run("info", file) == (130, "", "clearway: interrupted\n")
    status, out, _ = run("path", file, "1,1", "2,2", "--json")
    assert (status, json.loads(out)["error"]) == (130, "Interrupted")


@pytest.mark.parametrize("words", [(), ("render",), ("path",), ("experiment", "run")])
@pytest.mark.parametrize("wanted", ["-h", "--help"])
def test_the_help_shows_flags_without_a_type(run, words, wanted):
    """`--json <bool>` would look as if it took a value."""
    status, out, _ = run(*words, wanted)
    assert status == 0
    assert "--help" in out
    assert "bool" not in out
