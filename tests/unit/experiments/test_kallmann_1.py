"""Tiny instances of the experiment `kallmann-1`."""

from __future__ import annotations

import pytest

from clearway import experiments
from clearway.experiments.kallmann_1.environments import PUBLISHED, environment
from clearway.experiments.kallmann_1.measure import measure

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
    assert [t.split(":")[0] for t in titles[3:]] == [f"Figure {i}" for i in (6, 11, 13, 14, 15)]
    assert [row[0] for row in sections[0].rows] == [
        "env1, published",
        "env1, here",
        "obst1k, published",
        "obst1k, here",
    ]
    metrics = next(s for s in sections if "metrics" in s.title)
    assert all(0 <= row[2] < 50 for row in metrics.rows)
