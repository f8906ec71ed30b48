"""`clearway bench`: a scenario file with several planners, a table and a picture."""

from __future__ import annotations

import csv
import json
import math

import numpy as np
import pytest

import clearway as cw
from clearway import _benchmark


@pytest.fixture
def arena(tmp_path):
    rng = np.random.default_rng(4)
    grid = cw.Grid(rng.random((24, 30)) < 0.15)
    grid.save(tmp_path / "arena.map")
    free = np.argwhere(~grid.blocked)[:, ::-1]
    ends = free[rng.integers(len(free), size=(60, 2))]
    lengths = grid.find_paths(ends[:, 0], ends[:, 1], planner="a*").length
    keep = np.isfinite(lengths)
    ends, lengths = ends[keep], lengths[keep]
    count = len(lengths)
    names, sizes = ["arena.map"] * count, [[30, 24]] * count
    buckets = (lengths // 4).astype(int)
    cw.Scenarios(ends[:, 0], ends[:, 1], lengths, buckets, names, sizes).save(tmp_path / "arena.map.scen")  # fmt: skip
    return tmp_path / "arena.map"


def test_grid_and_world_planners_on_one_file(run, arena, tmp_path):
    pytest.importorskip("matplotlib")
    table, plot = tmp_path / "t.csv", tmp_path / "p.png"
    status, out, err = run(
        "bench",
        arena,
        f"{arena}.scen",
        "--planner",
        "a*,jps,optimal",
        "--csv",
        table,
        "--plot",
        plot,
    )
    assert (status, err) == (0, "")
    assert all(name in out for name in ("a*", "jps", "optimal", "median"))
    rows = list(csv.DictReader(table.read_text().splitlines()))
    queries = cw.load_scenarios(f"{arena}.scen")
    assert len(rows) == 3 * len(queries)
    for row in rows:
        published, length = float(row["published"]), float(row["length"])
        if row["planner"] == "optimal":
            assert length <= published * (1 + 1e-9)
        else:
            assert length == pytest.approx(published)
    assert plot.read_bytes().startswith(b"\x89PNG")


def test_json_and_the_scenario_beside_the_map(run, arena):
    status, out, _ = run("bench", arena, "--queries", 10, "--json")
    assert status == 0
    data = json.loads(out)
    assert data["queries"] == 10
    assert [entry["planner"] for entry in data["planners"]] == ["a*", "jps"]
    for entry in data["planners"]:
        assert entry["found"] == entry["optimal"] == 10
        assert entry["differing"] == 0
        assert entry["longer"] == pytest.approx(0, abs=1e-12)


def test_random_queries_in_a_world(run, tmp_path):
    world = cw.World((0, 0, 50, 50))
    world.add([(10, 10), (40, 10), (40, 40), (10, 40)])
    world.save(tmp_path / "w.clearway")
    asked = ("bench", tmp_path / "w.clearway", "--queries", 20, "--radius", 1, "--json")
    data = json.loads(run(*asked)[1])
    optimal = data["planners"][1]
    assert optimal["planner"] == "optimal"
    assert optimal["found"] == optimal["optimal"] == 20
    assert data["planners"][0]["longer"] >= optimal["longer"] == 0
    pytest.importorskip("matplotlib")
    for kind in ("svg", "pdf"):
        assert run(*asked, "--plot", tmp_path / f"p.{kind}")[0] == 0
        assert (tmp_path / f"p.{kind}").stat().st_size > 1000


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (["--planner", "nothing"], "no planner 'nothing'; there are: a*, bsp*, channel, dijkstra"),
        (["--planner", ","], "no planner"),
        (["--plot", "p.txt"], "plots are .svg"),
        (["--queries", "0"], "queries"),
        (["missing.scen"], "missing.scen"),
        (["--radius", "1", "--planner", "a*"], "radius"),
    ],
)
def test_bad_input(run, arena, more, says):
    status, out, err = run("bench", arena, *more)
    assert (status, out) == (2, "")
    assert says in err


def test_what_does_not_fit_together(run, arena, tmp_path):
    cw.load(arena).to_world().save(tmp_path / "w.clearway")
    status, _, err = run("bench", tmp_path / "w.clearway", "--planner", "jps")
    assert status == 2
    assert "searches grids" in err
    points = cw.Scenarios([[1.5, 1.5]], [[2.5, 2.0]], [1.0], [0], ["m"], [[3, 3]])
    points.save(tmp_path / "points.scen")
    status, _, err = run("bench", arena, tmp_path / "points.scen")
    assert status == 2
    assert "points, not cells" in err
    cw.Grid(np.ones((3, 3))).save(tmp_path / "full.map")
    assert run("bench", tmp_path / "full.map")[0] == 2


def test_the_summary_counts_what_differs(arena):
    grid, queries = cw.load(arena), cw.load_scenarios(f"{arena}.scen")
    runs = _benchmark.run(grid, queries.starts, queries.goals, ["jps"])
    wrong = queries.lengths.copy()
    wrong[:3] += 1
    [facts] = _benchmark.summary(runs, wrong)
    assert facts["differing"] >= 2
    assert math.isfinite(facts["median_us"])


def test_published_paths_that_are_missing_are_counted():
    blocked = np.zeros((6, 9), dtype=bool)
    blocked[0, 0] = True
    starts, goals = np.array([(0, 0), (1, 1)]), np.array([(7, 1), (3, 1)])
    runs = _benchmark.run(cw.Grid(blocked), starts, goals, ["a*"])
    (facts,) = _benchmark.summary(runs, np.array([7.5, 2.0]))
    assert facts["found"] == 1
    assert facts["differing"] == 1
