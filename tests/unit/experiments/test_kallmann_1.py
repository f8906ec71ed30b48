"""Tiny instances of the experiment `kallmann-1`."""

from __future__ import annotations

import numpy as np
import pytest

from clearway import experiments
from clearway.experiments.kallmann_1.channels import Sides, wrongly_accepted
from clearway.experiments.kallmann_1.disturbances import Triangulation, disturbances, refine
from clearway.experiments.kallmann_1.environments import PUBLISHED, environment
from clearway.experiments.kallmann_1.fronts import fronts_section
from clearway.experiments.kallmann_1.measure import Fronts, measure
from clearway.experiments.kallmann_1.refinement import measure_refinement, small_worlds

pytest.importorskip("matplotlib")


@pytest.mark.parametrize("name", ["env1", "env2", "obst1k", "obst5k"])
def test_look_alikes_have_the_size_of_the_originals(name):
    world = environment(name)
    segments = world.stats["constrained_edges"] - world.stats["refinements"]
    assert segments == pytest.approx(PUBLISHED[name][0], rel=0.1)


def test_a_row_and_the_report():
    table = experiments.Table.of_rows(
        row for name in ("env1", "obst1k") for row in measure(name, 5, 1)
    )
    assert (table["disagreement"] < 1e-9).all()
    assert (table["local_length"] >= table["global_length"] - 1e-9).all()
    assert (table["local_ms"] > 0).all()
    assert (table["build_ms"] > table["triangulation_ms"] / 2).all()
    one = experiments.load("kallmann-1")
    sections = list(one.sections(experiments.Results({"table": table}, experiments.Settings(True))))
    titles = [section.title for section in sections]
    assert titles[0] == "Table 1"
    assert [t.split(":")[0] for t in titles[3:]] == [
        f"Figure {i}" for i in (6, 11, 13, 14, 14, 15, 15)
    ]
    assert [row[0] for row in sections[0].rows] == [
        "env1, published",
        "env1, here",
        "obst1k, published",
        "obst1k, here",
    ]
    metrics = next(s for s in sections if "metrics" in s.title)
    assert all(0 <= row[2] < 50 for row in metrics.rows)
    stages = next(s for s in sections if s.title == "Figure 14: the fronts of the global search")
    assert stages.claims[0].holds
    counts = [row[1] for row in stages.rows]
    assert counts[-1] < max(counts)
    assert [row[3] for row in stages.rows] == sorted(row[3] for row in stages.rows)
    better = sections[-1].rows
    assert [row[3] for row in better[:4]] == [32.49, 32.46, 32.30, 32.29]
    assert better[0][1] > better[1][1]


def test_fronts_prove_without_planner_optimal(monkeypatch):
    seen = []
    monkeypatch.setattr(
        "clearway._planners.channel.improve", lambda *given: seen.append(given[-1]) or iter(())
    )
    Fronts(environment("env1")).improve((1, 1), (2, 2), by="fronts")
    assert seen == [{"prove_with_optimal": False}]


def test_the_picture_of_fronts():
    world = environment("env1")
    starts, goals = (world.random_points(3, 0.75, seed) for seed in (5, 6))
    section = fronts_section(14, "env1", world, starts, goals, 0.75)
    to_hex = pytest.importorskip("matplotlib.colors").to_hex
    figure = pytest.importorskip("matplotlib.figure").Figure()
    section.draw(figure)
    assert len(figure.axes) == len(section.rows) == 6
    expansions = [row[0] for row in section.rows]
    for ax, (_, alive, waiting, _) in zip(figure.axes, section.rows, strict=True):
        reds = [patch for patch in ax.patches if to_hex(patch.get_facecolor()) == to_hex("tab:red")]
        funnels = [patch for patch in ax.patches if patch.get_facecolor()[3] == 0.25]
        assert (len(reds), len(funnels)) == (alive, waiting)
    assert expansions == sorted(expansions)


def test_refinement_to_the_letter():
    """It ends without disturbances, and adds vertices on obstacles only."""
    *_, world = small_worlds(2)
    bare = Triangulation(world)
    found = list(disturbances(bare))
    assert found
    for one in found:
        a, b = bare.points[list(one.constraint)]
        apart = np.hypot(*(a - one.point)) + np.hypot(*(b - one.point))
        assert apart == pytest.approx(np.hypot(*(a - b)), rel=1e-9)
    refined = refine(world)
    assert refined.is_complete
    assert refined.added >= 1
    before = {tuple(p) for p in bare.points.tolist()}
    after = {tuple(p) for p in np.asarray(refined.mesh.vertices).tolist()}
    assert before < after
    assert len(after - before) == refined.added


def test_channels_that_local_tests_accept():
    """Without refinement some are too narrow; an oracle from the obstacles finds them."""
    wrong = np.zeros(3, int)
    for world in small_worlds(4):
        refined, bare, mesh = refine(world).mesh, Triangulation(world).mesh, world.mesh()
        for k, (of, widths) in enumerate(
            ((bare, bare.widths), (refined, refined.widths), (mesh, mesh.clearances))
        ):
            wrong[k] += wrongly_accepted(of, widths, 60)[0]
    assert wrong[0] > 0
    assert wrong.tolist()[1:] == [0, 0]


def test_a_channel_with_a_corner_behind_the_first():
    """Figure 7: every traversal is wide enough, and yet the disc does not pass."""
    points = np.array([(0, 0), (10, 0), (4, 3), (7, 2.0), (0, 6), (10, 6)], float)
    # From the left portal (4, 0) to the right one (5, 1): corners 2 and 3 above the wall 0 - 1.
    triangles = np.array([(0, 2, 4), (0, 1, 2), (1, 3, 2), (1, 5, 3)])
    walls = points[[(0, 1)]]
    channel = [(0, 2, 0), (1, 2, 1), (2, 2, 0), (3, 2, 0)]
    assert Sides(points, triangles, channel).width(walls, 5.0) == 2.0
    assert Sides(points, triangles, channel).width(walls, 1.5) == 1.5


def test_refinement_beside_ours():
    [row] = measure_refinement("walls", channels=20, worlds=2)
    assert row["tried"] == 40
    assert (row["wrong_ours"], row["endless"]) == (0, 0)
    table = experiments.Table.of_rows([row, *measure_refinement("env1", 30)])
    one = experiments.load("kallmann-1")
    results = experiments.Results({"refinement": table}, experiments.Settings(True))
    [section] = [s for s in one.sections(results) if s.title.startswith("Section 4")]
    assert [r[0] for r in section.rows] == ["2 small worlds", "env1"]
