"""`clearway path`: answers as text and JSON, options, grids, areas."""

from __future__ import annotations

import json

import pytest

import clearway as cw


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


def test_no_path(run, file):
    status, out, _ = run("path", file, "5,5", "9,5")
    assert (status, out) == (1, "START_BLOCKED\n")
    status, out, _ = run("path", file, "5,5", "9,5", "--json")
    assert status == 1
    assert json.loads(out)["length"] is None


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
    code, out, _ = run("path", tmp_path / "mud.geojson", "1,5", "9,5", "--cost", "mud=avoid")
    assert "proved shortest" in out
    again = ("--cost", "mud=3", "--cost", "mud=avoid")
    code, _, err = run("path", tmp_path / "mud.geojson", "1,5", "9,5", *again)
    assert code == 2
    assert "'mud' has two costs" in err
