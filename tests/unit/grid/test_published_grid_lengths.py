"""Paths on grids against the lengths published with the maps."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support.data_readers import octile_map, scenarios
from support.paths import DATA, or_skip

MAPS = sorted(DATA.glob("grid/*/*.map"))


CLASSES = sorted({p.parent.name for p in MAPS})


NEAR = ("hpa*", "pra*")


def published(path, planner, step):
    """Differences beyond what the file's digits can tell."""
    starts, goals, lengths = (a[::step] for a in scenarios(path))
    grid = cw.Grid(octile_map(path))
    found = grid.find_paths(starts, goals, planner=planner)
    assert (np.isinf(found.length) == np.isinf(lengths)).all()
    finite = np.isfinite(lengths)
    slack = 0.006 + 6e-6 * lengths[finite]
    off = np.abs(found.length[finite] - lengths[finite]) > slack
    assert not off.any(), (path.name, starts[finite][off][:3], goals[finite][off][:3])
    return grid, starts, goals, found


@pytest.mark.parametrize("name", or_skip(CLASSES))
def test_published_lengths_sample(name):
    paths = [p for p in MAPS if p.parent.name == name]
    for path in paths[:: max(1, len(paths) // 3)][:3]:
        found = [
            published(path, planner, 97 if name != "maze" else 397)[3] for planner in ("a*", "jps")
        ]
        assert (found[0].length == found[1].length).all()


@pytest.mark.parametrize("name", or_skip(CLASSES))
@pytest.mark.parametrize("planner", NEAR)
def test_near_lengths_sample(name, planner):
    paths = [p for p in MAPS if p.parent.name == name]
    ratios = [
        near(path, planner, 199 if name != "maze" else 797)
        for path in paths[:: max(1, len(paths) // 3)][:3]
    ]
    assert np.concatenate(ratios).mean() < 1.06


@pytest.mark.long
@pytest.mark.parametrize("name", or_skip(CLASSES))
@pytest.mark.parametrize("planner", NEAR)
def test_near_lengths_all(name, planner):
    ratios = np.concatenate([near(p, planner, 5) for p in MAPS if p.parent.name == name])
    print(f"{planner} {name}: mean {ratios.mean():.4f}, largest {ratios.max():.3f}")
    assert ratios.mean() < (1.06 if planner == "pra*" else 1.02)


def near(path, planner, step):
    """Ratios to the published lengths; a path is found exactly where one is published."""
    starts, goals, lengths = (a[::step] for a in scenarios(path))
    found = cw.Grid(octile_map(path)).find_paths(starts, goals, planner=planner).length
    assert (np.isinf(found) == np.isinf(lengths)).all()
    known = np.isfinite(lengths) & (lengths > 0)
    ratios = found[known] / lengths[known]
    assert (ratios > 0.999).all()
    return ratios


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(MAPS), ids=lambda p: f"{p.parent.name}/{p.stem}")
def test_published_lengths_all(path):
    *_, jps = published(path, "jps", 1)
    *_, astar = published(path, "a*", 1)
    assert (jps.length == astar.length).all()
    *_, few = published(path, "dijkstra", 20)
    assert (few.length == jps.length[::20]).all()
