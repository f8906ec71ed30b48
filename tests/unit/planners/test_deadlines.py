"""`seconds=`: a deadline, honest about what it left unproved."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw

TAKING = ("optimal", "channel", "ta*", "tra*")


@pytest.fixture(scope="module")
def crowded():
    world = cw.generate.nonuniform(size=300, seed=1, obstacles=4000)
    assert isinstance(world, cw.World)
    world.find_path((0.5, 0.5), (299.5, 299.5))
    return world


def ends(world, radius=0.0):
    points = world.random_points(400, radius, rng=2)
    far = np.argsort(points.sum(axis=1))
    return tuple(points[far[0]]), tuple(points[far[-1]])


@pytest.mark.parametrize("planner", TAKING)
@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_enough_time_changes_nothing(crowded, planner, radius):
    a, b = ends(crowded, radius)
    free = crowded.find_path(a, b, radius=radius, planner=planner)
    timed = crowded.find_path(a, b, radius=radius, planner=planner, seconds=600)
    assert timed.status is free.status
    assert timed.length == pytest.approx(free.length, rel=1e-12)
    assert timed.optimal == free.optimal


@pytest.mark.parametrize("planner", TAKING)
@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_a_deadline_is_honest(crowded, planner, radius):
    a, b = ends(crowded, radius)
    best = crowded.find_path(a, b, radius=radius)
    assert best.found
    for seconds in (1e-9, 1e-4, 1e-3):
        path = crowded.find_path(a, b, radius=radius, planner=planner, seconds=seconds)
        assert path.status in (cw.Status.FOUND, cw.Status.NO_PATH)
        assert path.lower_bound <= best.length * (1 + 1e-9)
        assert not path.optimal or path.length == pytest.approx(best.length, rel=1e-9)
        if path.found:
            assert path.length >= best.length * (1 - 1e-9)
            assert path.verify()["clearance"] >= radius * (1 - 1e-9) - 1e-9


def test_no_time_is_no_proof_that_there_is_no_path(crowded):
    a, b = ends(crowded)
    path = crowded.find_path(a, b, seconds=1e-9)
    assert path.status is cw.Status.NO_PATH
    assert 0 < path.lower_bound < np.inf


def test_an_unreachable_goal_is_proved_in_time():
    world = cw.World((0, 0, 10, 10))
    world.add_wall([(5, -1), (5, 11)])
    path = world.find_path((1, 1), (9, 9), seconds=5)
    assert path.status is cw.Status.NO_PATH
    assert path.lower_bound == np.inf


@pytest.mark.parametrize("planner", [cw.Channel, cw.TAStar, cw.TRAStar])
def test_improving_ends_at_the_deadline(crowded, planner):
    a, b = ends(crowded, 0.2)
    best = crowded.find_path(a, b, radius=0.2)
    found = list(planner(crowded).improve(a, b, 0.2, seconds=0.002))
    assert found
    last = found[-1]
    assert last.lower_bound <= best.length * (1 + 1e-9)
    whole = list(planner(crowded).improve(a, b, 0.2, seconds=600))[-1]
    assert whole.length == pytest.approx(best.length, rel=1e-9)


def test_a_batch_shares_its_time(crowded):
    """The deadline is that of the call; short queries leave their time to others."""
    points = crowded.random_points(64, rng=3)
    paths = crowded.find_paths(points[:32], points[32:], seconds=600, threads=2)
    free = crowded.find_paths(points[:32], points[32:])
    assert np.allclose(paths.length, free.length, rtol=1e-12)
    late = crowded.find_paths(points[:32], points[32:], seconds=1e-9)
    assert (late.lower_bound <= free.length * (1 + 1e-9)).all()


# A deadline that has passed when the search begins is noticed when the search first reads the
# clock: after 256 expansions, or as many more as one corridor has. Planner "optimal" may do so in
# each of four phases.
MOST_LATE = 5 * 256


@pytest.mark.parametrize("planner", TAKING)
@pytest.mark.parametrize("radius", [0.0, 0.2])
def test_a_deadline_is_noticed_soon(crowded, planner, radius):
    """Counted in expansions: independent of the speed of the machine and of other processes."""
    a, b = ends(crowded, radius)
    late = crowded.find_path(a, b, radius=radius, planner=planner, seconds=1e-9)
    assert late.stats["expanded"] <= MOST_LATE
    assert not late.optimal


@pytest.mark.parametrize("planner", [cw.TAStar, cw.TRAStar])
def test_a_deadline_ends_a_search_that_would_not_end(crowded, planner):
    """Its own proof would take years: the test ends because the search reads the clock."""
    a, b = ends(crowded, 0.2)
    late = planner(crowded).find_path(a, b, 0.2, seconds=0.05, prove_with_optimal=False)
    assert not late.optimal
    assert 0 < late.lower_bound < np.inf


def test_the_time_left_is_shared_by_the_rest_of_a_batch(crowded):
    """Once it is over, every query ends at its first reading of the clock."""
    points = crowded.random_points(64, rng=3)
    late = crowded.find_paths(points[:32], points[32:], seconds=1e-9, threads=2)
    free = crowded.find_paths(points[:32], points[32:], threads=2)
    assert (late.expanded <= MOST_LATE).all()
    assert (free.expanded > MOST_LATE).any()


@pytest.mark.parametrize("value", [0, -1, float("nan"), "1", True])
def test_bad_values_are_refused(crowded, value):
    with pytest.raises(cw.InvalidInput, match="seconds"):
        crowded.find_path((1, 1), (2, 2), seconds=value)


def test_planners_without_a_limit_have_no_deadline():
    world = cw.World((0, 0, 10, 10))
    with pytest.raises(cw.InvalidInput, match="seconds"):
        world.find_path((1, 1), (2, 2), planner="vg", seconds=1)
