"""`clearway render`: what it draws."""

from __future__ import annotations

import json

import pytest

from clearway._planners import WORLD_PLANNERS


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


def test_radius_is_drawn(run, file, tmp_path):
    pictures = tmp_path / "p.svg", tmp_path / "p.png"
    for radius in ("0", "0.25"):
        status, _, _ = run(
            "path", file, "1,5", "9,5", "--radius", radius, "--svg", pictures[0], "--png", pictures[1]
        )  # fmt: skip
        assert status == 0
        assert ('opacity="0.22"' in pictures[0].read_text()) == (radius != "0")
        assert pictures[1].stat().st_size > 1000


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


def test_render_explored(run, grid_file, file, tmp_path):
    sizes = {}
    for planner in ("dijkstra", "jps"):
        for name in ("svg", "png"):
            out = tmp_path / f"{planner}.{name}"
            trip = ("--path", "0,2:5,2", "--planner", planner, "--explored", "--mesh")
            assert run("render", grid_file, out, *trip)[0] == 0
            sizes[planner, name] = out.stat().st_size
    assert sizes["dijkstra", "svg"] != sizes["jps", "svg"]
    for trip in (["--planner", "jps"], []):
        status, _, err = run("render", grid_file, tmp_path / "x.svg", *trip, "--explored")
        assert (status, "give --path X,Y:X,Y" in err) == (2, True)
    for planner in WORLD_PLANNERS:
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
