"""THPA*: walls through nodes, obstacles that touch, radii at the ends of ranges."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

import clearway as cw


def gap():
    """Two blocks with a gap between them."""
    world = cw.World((0, 0, 40, 20))
    world.add([(18, 0), (22, 0), (22, 8), (18, 8)])
    world.add([(18, 12), (22, 12), (22, 20), (18, 20)])
    return world


def wall(world, x, y):
    world.add_wall([(x, -1), (x, 21)])


def touching(world, x, y):
    with world.editing():
        world.add([(x - 1, -1), (x, -1), (x, y), (x - 1, y)])
        world.add([(x, y), (x + 1, y), (x + 1, 21), (x, 21)])


@pytest.mark.parametrize("close", [wall, touching])
@pytest.mark.parametrize("radii", [0.0, "any"])
def test_closed_through_a_node(close, radii):
    tried = 0
    for clusters in range(2, 6):
        ends = cw.THPAStar(gap(), radii, clusters=clusters).edges(0.0)[:2]
        for x, y in np.unique(np.concatenate(ends), axis=0).tolist():
            world = gap()
            planner = cw.THPAStar(world, radii, clusters=clusters)
            close(world, x, y)
            for asked in (planner, cw.THPAStar(world, radii, clusters=clusters)):
                assert asked.find_path((1, 10), (39, 10)).status is cw.Status.NO_PATH
                journey = asked.begin((1, 10), (39, 10))
                assert list(islice(journey, 20)) == []
            tried += 1
    assert tried > 5


def test_random_edits_on_a_lattice_agree_with_reachable():
    """Integer coordinates: edits often pass through nodes and corners, and along each other."""
    found = 0
    for seed in range(12):
        rng = np.random.default_rng(seed)
        world = cw.World((0, 0, 100, 100))

        def box(rng=rng):
            (x, y), (a, b) = rng.integers(0, 20, 2) * 5, rng.integers(1, 6, 2) * 5
            return [(x, y), (x + a, y), (x + a, y + b), (x, y + b)]

        handles = [world.add(box()) for _ in range(int(rng.choice([5, 30])))]
        planner = cw.THPAStar(world, (0.0,), clusters=int(rng.integers(2, 40)))
        for _ in range(6):
            if rng.random() < 0.5:
                handles.append(world.add_wall(rng.integers(0, 21, (3, 2)) * 5))
            elif rng.random() < 0.5:
                handles.append(world.add(box()))
            else:
                world.remove(handles.pop(int(rng.integers(len(handles)))))
            ends = rng.integers(0, 21, (8, 2, 2)) * 5.0
            for a, b in ends:
                path = planner.find_path(a, b)
                assert path.status == world.find_path(a, b).status
                legs = list(islice(planner.begin(a, b), 200))
                assert len(legs) < 200
                assert bool(legs) == path.found
                found += path.found
    assert found > 50


def test_a_journey_without_progress_ends(monkeypatch):
    world = cw.World((0, 0, 100, 100))
    for x in range(10, 90, 20):
        for y in range(10, 90, 20):
            world.add([(x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)])
    journey = cw.THPAStar(world, (0.0,)).begin((5, 12), (95, 65))
    start, computed, calls = journey._position, journey._computed, []

    def every_other():
        calls.append(len(journey.subgoals))
        return ((), None) if len(calls) % 2 == 0 and calls[-1] else computed()

    monkeypatch.setattr(journey, "_computed", every_other)
    for _ in range(20):
        if journey.next() is None:
            break
        if not journey._arrived:
            journey._position, journey._number = start, 0  # as if the leg had no length
    assert journey.done
    assert journey.found
    assert journey.position.tolist() == [95, 65]
    assert 2 < len(calls) < 10


def test_restart_from_where_an_agent_touches():
    """By rounding, points on an arc around a corner are nearer to it than the radius."""
    off = 0
    for s in np.arange(1.0, 16.0, 0.15):
        world = cw.World((0, 0, 40, 20))
        world.add([(8, 0), (12, 0), (12.3, 11.7), (8.1, 10.9)])
        journey = cw.THPAStar(world, (1.0,)).begin((3, 5), (37, 5), 1.0)
        watch = world.watch(journey)
        list(journey)
        watch.advance(s)
        world.add([(25, 2), (27, 2), (27, 15), (25, 15)])
        (report,) = world.disturbed()
        assert report.reason is cw.Reason.BLOCKED
        assert world.is_free(report.free, 1.0)
        assert world.is_free(report.position, 1.0)
        off += world.clearance(report.position) < 1.0
        for place in (report.position, report.free):
            journey.restart(place)
            assert journey.found
            assert world.is_free(journey.start, 1.0)
            assert np.abs(journey.start - report.position).max() <= 2.0**-40 * 40
            legs = list(islice(journey, 100))
            assert journey.done
            assert legs[0].points[0].tolist() == journey.start.tolist()
            assert min(leg.verify()["clearance"] for leg in legs) >= 1 - 2.0**-40 * 40
    assert off > 0  # else this shows nothing
    journey.restart((10, 5))
    assert journey.status is cw.Status.START_BLOCKED


def test_a_leg_got_between_the_edit_and_the_report():
    world = cw.World((0, 0, 100, 100))
    for x in range(10, 90, 20):
        for y in range(10, 90, 20):
            world.add([(x, y), (x + 10, y), (x + 10, y + 10), (x, y + 10)])
    planner = cw.THPAStar(world, (0.5,))
    journey = planner.begin((50, 2), (50, 98), 0.5)
    watch = world.watch(journey)
    leg = journey.next()
    post = world.add_post(leg.points.mean(axis=0) if len(leg.points) == 2 else leg.points[1])
    assert journey.next() is not None
    world.remove(post)
    assert world.disturbed() == []
    world.add_post(leg.points[1])
    journey.restart(leg.points[0])  # before the report: there is nothing left to say
    assert world.disturbed() == []
    assert watch.active


@pytest.mark.parametrize("clusters", [1, None])
def test_bounds_hold_for_the_radius_asked_for(clusters):
    world = cw.World((0, 0, 20, 20))
    world.add([(8, 8), (12, 8), (12, 12), (8, 12)])
    planner = cw.THPAStar(world, (3.0,), clusters=clusters)
    starts = [(4, 4), (4, 10), (5, 5), (4, 10), (8, 8)]
    goals = [(16, 16), (10, 16), (9, 3.5), (16, 10), (16, 16)]
    radii = [0.0, 0.5, 0.0, 0.0, 0.0]
    batch = planner.find_paths(starts, goals, radii)
    for start, goal, radius, row in zip(starts, goals, radii, batch, strict=True):
        exact = world.find_path(start, goal, radius)
        straight = np.hypot(*np.subtract(goal, start))
        for path in (row, planner.find_path(start, goal, radius)):
            assert straight - 1e-9 <= path.lower_bound <= exact.length + 1e-9
            assert path.optimal <= (path.length <= exact.length * (1 + 1e-9))
        legs = list(planner.begin(start, goal, radius))
        if len(legs) == 1:
            assert legs[0].lower_bound <= exact.length + 1e-9
            assert legs[0].optimal <= (legs[0].length <= exact.length * (1 + 1e-9))
    assert planner.find_path((5, 5), (9, 3.5)).optimal  # straight
    assert not planner.find_path((4, 10), (16, 10)).optimal
    if clusters == 1:  # an exact search answered
        assert planner.find_path((4, 10), (16, 10), 3.0).lower_bound > 12


def test_a_range_has_its_named_end():
    covered = cw.RadiusRange(0, 0.3, 0.1).cover(np.array([0.3, 0.2, 0.1, 0.25, 0.300001]))
    assert covered.tolist() == [0.3, 0.2, 0.1, 0.3, np.inf]
    for n in range(1, 60):
        for step in (0.1, 0.7, 1 / 3, 0.01):
            radii = cw.RadiusRange(0.2, 0.2 + n * step, step)
            asked = np.array([0.2 + k * step for k in range(n + 1)])
            kept = asked[asked <= radii.most]
            assert (radii.cover(kept) == kept).all()
            between = kept[:-1] + 0.4 * step
            between = between[between < radii.most - 0.5 * step]
            assert np.allclose(radii.cover(between), between + 0.6 * step)
    world = gap()
    planner = cw.THPAStar(world, cw.RadiusRange(0, 0.3, 0.1), strict=True, clusters=4)
    for radius in (0.0, 0.1, 0.2, 0.3):
        path = planner.find_path((1, 10), (39, 10), radius)
        assert path.found
        assert len(planner.edges(radius)[0]) > 0
    assert len(planner.edges(0.3)[0]) == len(planner.edges(0.0)[0])
    with pytest.raises(cw.InvalidInput):
        planner.find_path((1, 10), (39, 10), 0.25)


@pytest.mark.parametrize("options", [{"per_border": 10**12}, {"clusters": 10**30}])
def test_counts_beyond_measure(options):
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar(gap(), **options)


def test_radii_are_no_bytes():
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar(gap(), b"any")


def test_damaged_files(tmp_path):
    file = tmp_path / "planner.npz"
    file.write_bytes(b"junk")
    with pytest.raises(cw.InvalidInput) as told:
        cw.THPAStar.load(file)
    assert "pickle" not in str(told.value)
    cw.THPAStar(gap(), (0.0, 0.5), clusters=4).save(file)
    arrays = dict(np.load(file))
    assert cw.THPAStar.load(file).find_path((1, 10), (39, 10)).found

    def refused(**changed):
        np.savez(file, **{k: v for k, v in (arrays | changed).items() if v is not None})
        with pytest.raises(cw.InvalidInput):
            cw.THPAStar.load(file)

    for name, array in arrays.items():
        if name not in ("limit", "world_max_radius"):
            refused(**{name: None})
        if name.startswith(("0_", "1_")):
            refused(**{name: np.array(["text"])})
            refused(**{name: array[:-1]})
        if name.endswith(("edges", "counts", "channel", "borders")):
            refused(**{name: array * 0 - 1})
        if name.endswith(("edges", "counts", "channel")):
            refused(**{name: array * 0 + 10**6})
        if name.endswith(("places", "ways")):
            refused(**{name: array * np.nan})
    np.save(file.with_suffix(".npy"), np.zeros(3))
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar.load(file.with_suffix(".npy"))
