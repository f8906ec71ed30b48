"""THPA*: ranges of radii by breakpoints."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import build
from support.hierarchy_worlds import blocks, check_journey, check_whole

ANY = cw.RadiusRange()


def range_campaign(kind, seed, count, radii="any"):
    """Any radius: the status of an exact search; paths legal for that radius, near-optimal."""
    scene, queries = make(kind, seed, count)
    world = build(cw, scene)
    planner = cw.THPAStar(world, radii, clusters=None if seed % 2 else 9)
    rng = np.random.default_rng(seed)
    ratios = []
    for start, goal, radius in queries:
        widest = world.max_radius(start, goal)
        some = [radius, 0.0, radius * rng.uniform(0, 2)]
        if 0 < widest < np.inf:
            some += [widest, np.nextafter(widest, np.inf), widest * rng.uniform()]
        for r in some:
            exact = world.find_path(start, goal, r)
            path = planner.find_path(start, goal, r)
            check_whole(path, exact)
            if path.found and exact.length:
                ratios.append(path.length / exact.length)
        journey = planner.begin(start, goal, radius)
        if journey:
            check_journey(journey, start, goal, 1.5 * journey.length)
        else:
            assert journey.status == world.find_path(start, goal, radius).status
    return ratios


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_any_radius(kind):
    assert np.mean(range_campaign(kind, 1, 8)) < 1.044


@pytest.mark.long
@pytest.mark.parametrize("seed", range(200, 208))
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_any_radius_long(kind, seed):
    range_campaign(kind, seed, 40)


def test_cached_paths_of_a_range():
    """Between breakpoints no cached path is longer than the tolerance allows."""
    world = cw.World.from_obstacles(blocks(np.random.default_rng(9), 60, 40), (0, 0, 40, 40))
    planner = cw.THPAStar(world, cw.RadiusRange(0.1, 1.5), tolerance=0.03)
    (stats,) = planner.stats.values()
    assert stats["cached_paths"] > 1.5 * stats["edges"]
    for radius in (0.1, 0.33, 0.7, 1.2):
        start, end, length = planner.edges(radius)
        assert len(start) > 20
        rows = np.arange(0, len(start), 7)
        exact = world.find_paths(start[rows], end[rows], radius)
        assert exact.found.all()
        assert (length[rows] <= 1.031 * exact.length + 1e-9).all()
        # Between breakpoints they are interpolated; no shorter than shortest but for that.
        assert (length[rows] >= 0.97 * exact.length).all()


def test_constrained_ranges():
    world = cw.World((0, 0, 20, 10))
    world.add([(9, 0), (11, 0), (11, 4), (9, 4)])
    world.add([(9, 6), (11, 6), (11, 10), (9, 10)])
    some = cw.RadiusRange(0.25, 1.0)
    planner = cw.THPAStar(world, some, clusters=4)
    assert planner.radii == (some,)
    assert list(planner.stats) == [some]
    assert planner.find_path((2, 5), (18, 2), 0.1).clearance >= 0.25 - 1e-12
    assert planner.find_path((2, 5), (18, 2), 0.6).clearance >= 0.6 - 1e-12
    with pytest.raises(cw.InvalidInput, match="none is large enough"):
        planner.find_path((2, 5), (18, 5), 1.01)
    steps = cw.RadiusRange(0.0, 1.0, step=0.25)
    stepped = cw.THPAStar(world, (steps, 2.0), clusters=4)
    assert stepped.find_path((2, 5), (18, 2), 0.3).clearance >= 0.5 - 1e-12
    assert stepped.find_path((2, 5), (18, 5), 1.5).status is cw.Status.NO_PATH
    assert stepped.find_path((2, 5), (18, 5), 0.9).found
    radii = np.array([0.0, 0.25, 0.3, 1.0, 1.2, 2.0])
    paths = stepped.find_paths((2, 5), [(18, 5)] * 6, radii)
    assert (paths.status == world.find_paths((2, 5), [(18, 5)] * 6, radii).status).all()
    strict = cw.THPAStar(world, steps, strict=True, clusters=4)
    for r in np.arange(0, 1.01, 0.25):
        assert strict.find_path((2, 5), (18, 5), r).found
    with pytest.raises(cw.InvalidInput, match="strict"):
        strict.find_path((2, 5), (18, 5), 0.3)
    with pytest.raises(cw.InvalidInput, match="strict"):
        cw.THPAStar(world, some, strict=True).find_path((2, 5), (18, 5), 0.2)
    assert cw.THPAStar(world, "any", strict=True).find_path((2, 5), (18, 5), 0.123).found
    limited = cw.World((0, 0, 20, 10), max_radius=0.5)
    assert cw.THPAStar(limited, "any").radii == (cw.RadiusRange(0.0, 0.5),)
    for bad in ("all", cw.World, (0.0, "any"), None):
        with pytest.raises(cw.InvalidInput):
            cw.THPAStar(world, bad)
    for bad in ({"least": 2, "most": 1}, {"least": -1}, {"step": 0.5}, {"most": 1, "step": 0}):
        with pytest.raises(cw.InvalidInput):
            cw.RadiusRange(**bad)
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar(world, tolerance=-1)


def test_ranges_under_edits(tmp_path):
    rng = np.random.default_rng(3)
    world = cw.World((0, 0, 40, 40))
    handles = [world.add(ring) for ring in blocks(rng, 40, 40)]
    planner = cw.THPAStar(world, "any", clusters=8)
    for step in range(12):
        handles.append(world.add(blocks(rng, 1, 40)[0]))
        if step % 2:
            world.remove(handles.pop(int(rng.integers(len(handles)))))
        for start, goal in rng.uniform(0, 40, (4, 2, 2)):
            radius = float(rng.uniform(0, 1.5))
            check_whole(
                planner.find_path(start, goal, radius), world.find_path(start, goal, radius)
            )
            journey = planner.begin(start, goal, radius)
            if journey:
                check_journey(journey, start, goal, 1.5 * journey.length)
    planner.save(tmp_path / "any")
    loaded = cw.THPAStar.load(tmp_path / "any", world)
    assert loaded.radii == planner.radii == (ANY,)
    assert sorted(loaded.edges(0.5)[2]) == pytest.approx(sorted(planner.edges(0.5)[2]))
