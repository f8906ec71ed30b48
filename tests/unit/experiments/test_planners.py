"""A tiny instance of the experiment `planners`."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway import experiments
from clearway.experiments.planners import figures, measure, places

pytest.importorskip("pymetis")
pytest.importorskip("matplotlib")


def test_all_planners_and_what_holds_of_them():
    rows = experiments.Table.of_rows(measure("rooms", "rooms:size=31:seed=2", 12, 1))
    points = rows.where(rows["radius"] == 0)
    assert set(points["planner"]) == {*cw.planners(), "ta*(1)", "tra*(1)"}
    assert (rows["missed"] == 0).all()
    for exact in ("optimal", "ta*", "tra*", "vg", "vgo", "bsp*"):
        assert points.where(planner=exact)["over_mean"][0] == pytest.approx(1, abs=1e-9)
        assert points.where(planner=exact)["proved"][0] == 1
    labels, optimal = points.where(planner="labels"), points.where(planner="optimal")
    assert labels["expanded"][0] != optimal["expanded"][0]  # labels answer, not their substitute
    cells = points.where(on="cells")
    shortest = cells.where(planner="a*")["over_mean"][0]
    assert cells.where(planner="jps")["over_mean"][0] == pytest.approx(shortest)
    assert (cells["over_mean"] >= shortest - 1e-9).all()
    assert (rows["us_mean"] > 0).all()
    assert (rows["memory_kB"] > 0).all()


def test_the_report_has_every_section(tmp_path):
    one = experiments.load("planners")
    some = [t for t in one.tasks(experiments.Settings(quick=True)) if "rooms" in t.name]
    results = experiments.Results({"planners": some[0].run()}, experiments.Settings(quick=True))
    sections = list(one.sections(results))
    assert sections[0].title == "Which planner when"
    assert len(sections) == 5
    assert len(sections[0].claims) == 4
    proved = sections[0].rows[0]
    assert proved[1].split()[0] in ("optimal", "labels", "ta*", "tra*")
    assert list(one.sections(experiments.Results({}, experiments.Settings()))) == []


def test_what_is_compared_is_measured_on_the_same_maps():
    """Break-even: maps that a planner lacks are left out; tra*(1) needs what tra* prepared."""
    rows = [
        {"map": m, "planner": p, "radius": 0.0, "prepare_ms": ms}
        for m, p, ms in (("a", "tra*", 5.0), ("a", "tra*(1)", 0.1), ("b", "tra*", 1.0))
    ]
    table = experiments.Table.of_rows(rows)
    assert set(figures.measured_by_all(table)["map"]) == {"a"}
    assert figures._with_abstraction(table)["prepare_ms"].tolist() == [5.0, 5.0, 1.0]


def test_labels_beyond_their_memory_have_no_row(monkeypatch):
    monkeypatch.setattr(cw.Labels, "prepare", lambda self: {"over_budget": True, "bytes": 0})
    rows = experiments.Table.of_rows(measure("rooms", "rooms:size=31:seed=2", 4, 1))
    assert "labels" not in rows["planner"]
    assert "vgo" in rows["planner"]


def test_places_of_a_data_folder(tmp_path):
    (tmp_path / "grid" / "dao").mkdir(parents=True)
    cw.Grid(np.zeros((5, 5), bool)).save(tmp_path / "grid" / "dao" / "a.map")
    assert list(places(experiments.Settings(data=tmp_path))) == [
        ("dao", str(tmp_path / "grid" / "dao" / "a.map"))
    ]
    assert {kind for kind, _ in places(experiments.Settings())} == {
        "caves",
        "rooms",
        "maze",
        "stars",
    }
