"""Scenarios that the field knows: everyone arrives, and the law holds at every step."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support import crowd_scenes

SCENARIOS = {
    "circle": (crowd_scenes.circle, 90),
    "crossing": (crowd_scenes.crossing, 120),
    "counterflow": (crowd_scenes.counterflow, 150),
    "bottleneck": (crowd_scenes.bottleneck, 150),
    "exits": (crowd_scenes.exits, 120),
    "maze": (crowd_scenes.maze, 200),
}


@pytest.mark.parametrize("name", SCENARIOS)
def test_everyone_arrives_and_nobody_overlaps(name):
    make, seconds = SCENARIOS[name]
    made = make()
    breaches, _ = crowd_scenes.walk(made, seconds)
    assert breaches == []
    assert made.crowd.arrived.all()


def test_the_law_holds_for_mixed_sizes_and_speeds():
    made = crowd_scenes.bottleneck(count=0)
    rng = np.random.default_rng(3)
    points = crowd_scenes.lattice(0.8, 9.2, 0.8, 9.3, 1.1)
    made.crowd.add(
        points,
        radius=rng.uniform(0.1, 0.5, len(points)),
        speed=rng.uniform(0.5, 2.0, len(points)),
        goals=[(15, 1), (15, 9)],
    )
    breaches, _ = crowd_scenes.walk(made, 200)
    assert breaches == []
    assert made.crowd.arrived.all()


@pytest.mark.parametrize("threads", [2, 3])
def test_the_result_does_not_depend_on_the_number_of_threads(threads):
    one, many = (crowd_scenes.bottleneck(count=220) for _ in range(2))
    for _ in range(200):
        one.crowd.step(0.05, threads=1)
        many.crowd.step(0.05, threads=threads)
    assert np.array_equal(one.crowd.positions, many.crowd.positions, equal_nan=True)
    assert np.array_equal(one.crowd.velocities, many.crowd.velocities, equal_nan=True)


def test_large_steps_stay_legal():
    made = crowd_scenes.bottleneck(count=60)
    breaches, _ = crowd_scenes.walk(made, 300, dt=0.7)
    assert breaches == []
    assert made.crowd.arrived.all()


def test_a_checker_that_sees_breaches():
    """The law is tested by something that can fail."""
    from oracle import crowd_law

    before, after = np.array([[0.0, 0.0], [4.0, 0.0]]), np.array([[4.0, 0.0], [0.0, 0.0]])
    radii = np.array([0.5, 0.5])
    assert crowd_law.overlapping_pairs(before, after, radii) == {(0, 1)}
    solid = crowd_law.blocked([[(1, 0.4), (2, 0.4), (2, 1), (1, 1)]])
    assert crowd_law.too_near_to_walls(solid, before, after, radii).tolist() == [0, 1]
    assert cw.Crowd


def test_who_avoids_nobody_stays_legal_too():
    """`neighbours=0`, and a horizon shorter than the step: only shortened steps keep the law."""
    for options in ({"neighbours": 0}, {"horizon": 0.01}, {"neighbours": 0, "horizon": 0.01}):
        made = crowd_scenes.scene((0, 0, 20, 20), **options)
        points = crowd_scenes.lattice(2, 18, 2, 18, 2.0)
        made.crowd.add(points, radius=0.4, goals=20 - points)
        breaches, _ = crowd_scenes.walk(made, 5, dt=0.1)
        assert breaches == []


@pytest.mark.parametrize("dt", [0.05, 1e9])
def test_a_giant_among_small_ones(dt):
    """Agents of very unlike sizes, and moves across the whole world in one step."""
    made = crowd_scenes.scene((0, 0, 60, 60), [[(40, 0), (42, 0), (42, 30), (40, 30)]])
    small = crowd_scenes.lattice(1, 20, 1, 20, 1.0)
    made.crowd.add(small, radius=0.1, goals=(55, 55))
    made.crowd.add([(30, 45), (50, 10)], radius=[9.0, 7.5], goals=(11, 45))
    breaches, _ = crowd_scenes.walk(made, 100 * dt if dt < 1 else 3 * dt, dt)
    assert breaches == []
    assert np.hypot(*(made.crowd.positions[:-2] - small).T).min() > 1
