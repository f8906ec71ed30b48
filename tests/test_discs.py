"""Planner "optimal" for discs against the tangent graph and the configuration space."""

import math

import pytest
from disc_campaign import run
from oracle.disc_worlds import KINDS

import clearway as cw


def sure(failures):
    """Without those where the oracle answers likewise for a radius changed by 1e-11."""
    return [f["script"] + "\n# " + f["note"] for f in failures if not f["tie"]]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_queries(kind):
    assert not sure(run(count=5, seed=1, kinds=[kind], queries=20))


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_queries_long(kind):
    assert not sure(run(count=60, seed=1000, kinds=[kind], queries=40))


def test_corner_is_touched_from_a_triangle_it_does_not_belong_to():
    """The triangulation joins the ends beside the middle one, and the line that touches it
    ends before that side."""
    w = cw.World(bounds=(-40, -40, 40, 40))
    w.add_wall([(-30, 6), (-3, 1.2), (0, 1)])
    w.add_wall([(2.02, 0.2), (30, -2)])
    p = w.find_path((-20, -0.5), (10, 9), radius=1)
    assert p.found
    assert p.optimal
    assert p.clearance >= 1 - 1e-12
    assert any(getattr(s, "ccw", None) and tuple(s.center) == (0, 1) for s in p.segments)


def test_disc_rolls_more_than_half_a_turn():
    w = cw.World(bounds=(0, 0, 20, 20))
    w.add_post((10, 10))
    w.add_wall([(11, 10), (19.5, 10)])
    notch = math.sqrt(1 - 0.25)
    p = w.find_path((10.5, 10 + notch + 1e-9), (10.5, 10 - notch - 1e-9), radius=1)
    assert p.found
    assert math.isclose(p.length, math.tau * 2 / 3, rel_tol=1e-6)


@pytest.mark.parametrize("scale", [2.0**-20, 1.0, 2.0**20])
@pytest.mark.parametrize("radius", [0.3, 0.5, 1.0])
def test_unreachable_goal_ends(scale, radius):
    w = cw.World(bounds=(0, 0, 20 * scale, 20 * scale))
    for i in range(1, 20):
        for k in range(1, 20):
            if (i, k) != (10, 10):
                w.add_post((i * scale, k * scale))
    p = w.find_path((0.5 * scale, 0.5 * scale), (10 * scale, 10 * scale), radius=radius * scale)
    if radius == 1.0:
        assert p.status == cw.Status.START_BLOCKED
    else:
        assert p.found == (radius <= 0.5)
