"""`clearway info`, `convert` and `generate`."""

from __future__ import annotations

import json

import clearway as cw


def test_info(run, file):
    status, out, _ = run("info", file)
    assert status == 0
    assert "free_triangles" in out
    assert "decision_nodes" in out
    assert "decision_points" not in out  # deprecated: only in JSON
    data = json.loads(run("info", file, "--json")[1])
    assert data["obstacles"] == 3
    assert (data["areas"], data["walls"], data["posts"]) == (1, 1, 1)
    assert data["free_area"] == 400 - 12
    assert "channel" in json.loads(run("info", "--json")[1])["planner"]


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
    assert "On the command line: --read NAME=VALUE" in err
    assert err.count("\n") == 1
    assert (
        run("convert", tmp_path / "d.geojson", tmp_path / "m.clearway", "--set", "project=true")[2]
        == ""
    )
