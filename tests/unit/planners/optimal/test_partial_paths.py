"""`partial=True`: the nearest point that can be reached, against brute force."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import closest
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import build, script


def check(kind, seed, count, most):
    """At most `most` goals that cannot be reached; how many there were."""
    scene, asked = make(kind, seed, count)
    world, discs, seen = build(cw, scene), Discs(scene.bounds, scene.obstacles), 0
    for i, (a, b, r) in enumerate(asked):
        r = 0.0 if i % 3 == 2 else r
        if discs.status(a, a, r) == "NO_PATH":  # free by rounding, which the oracle has not got
            continue
        plain = world.find_path(a, b, radius=r)
        path = world.find_path(a, b, radius=r, partial=True)
        note = f"{script(scene)}\nfind_path({a}, {b}, {r}, partial=True): {path!r} {plain!r}"
        if plain.status in (cw.Status.FOUND, cw.Status.START_BLOCKED):
            assert path.status == plain.status, note
            continue
        seen += 1
        assert path.status == cw.Status.PARTIAL, note
        assert not path, note
        assert path.optimal, note
        assert tuple(path.goal) == b
        end = tuple(path.points[-1].tolist())
        assert tuple(path.points[0]) == a, note
        assert world.is_free(end, r), note
        again = world.find_path(a, end, radius=r)
        assert again.found, note
        assert math.isclose(again.length, path.length, abs_tol=1e-12), note
        assert path.clearance >= r * (1 - 1e-9), note
        owed = closest.distance(discs, a, b, r)
        figures = f"{note}\nends at {end}, {math.dist(end, b)!r} away, owed {owed!r}"
        assert math.dist(end, b) <= owed * (1 + 1e-9) + 1e-9 * r, figures
        # Closer only where the disc has no room to spare, which the oracle needs: it gets 1e-9.
        if not math.isclose(math.dist(end, b), owed, rel_tol=1e-9, abs_tol=1e-9 * r):
            turns = np.exp(2j * np.pi * np.arange(32) / 32) * 1e-9
            near = [end, *((end[0] + z.real, end[1] + z.imag) for z in turns)]
            found = (discs.status(a, p, r * (1 - 1e-9)) == "FOUND" for p in near)
            assert any(found), figures
        if seen >= most:
            break
    return seen


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_closest_place_by_brute_force(kind):
    check(kind, 3, 40, 2)


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_closest_place_by_brute_force_long(kind):
    assert sum(check(kind, seed, 60, 20) for seed in range(50, 58)) > 3


def test_behind_a_wall():
    """A wall without width: the point is on the start's side of it."""
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add_wall([(0, 3.1), (10, 7.3)])
    for goal in ((2, 9), (9.7, 7.9), (0, 10)):
        p = w.find_path((5, 1), goal, partial=True)
        assert p.status == cw.Status.PARTIAL
        x, y = p.points[-1]
        dx, dy = 10.0, 4.2
        t = (goal[0] * dx + (goal[1] - 3.1) * dy) / (dx * dx + dy * dy)
        foot = (min(max(t, 0), 1) * dx, 3.1 + min(max(t, 0), 1) * dy)
        assert math.dist((x, y), foot) < 1e-12
        assert not p.verify()["crosses"]
    p = w.find_path((5, 1), (2, 9), radius=1, partial=True)
    assert math.isclose(p.clearance, 1, rel_tol=1e-12)
    assert p.status == cw.Status.PARTIAL


@pytest.mark.parametrize("planner", ["optimal", "channel"])
def test_in_batches_and_never_silently(planner):
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    goals = [(5, 4.5), (9, 9), (20, 5)]
    plain = w.find_paths((1, 1), goals, planner=planner)
    assert [p.status.name for p in plain] == ["GOAL_BLOCKED", "FOUND", "GOAL_BLOCKED"]
    some = w.find_paths((1, 1), goals, planner=planner, partial=True)
    assert [p.status.name for p in some] == ["PARTIAL", "FOUND", "PARTIAL"]
    assert np.array_equal(some[0].points[-1], (5, 4))
    assert np.array_equal(some[2].points[-1], (10, 5))
    assert w.find_path((5, 5), (1, 1), partial=True).status == cw.Status.START_BLOCKED
    p = w.find_path((10, 5), (20, 5), partial=True)
    assert p.status == cw.Status.PARTIAL
    assert p.length == 0
    assert len(p.points) == 1
    with pytest.raises(cw.InvalidInput):
        w.find_path((1, 1), (2, 2), partial=1)


def test_between_obstacles_that_face_one_another():
    """A goal in a gap too narrow by 1e-9: the disc can come within 4e-5 of it."""
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add(
        [
            (10.95066274585951, 11.912002940605365),
            (-11.3, -21.4),
            (14.467382259663937, 9.274463305252047),
        ]
    )
    world.add_wall([(13.3, 11.4), (37.3, 43.4)])
    for more in (5e-10, 5e-9, 5e-8):
        path = world.find_path((11.5, 3.6), (13, 11), 0.5 + more, partial=True)
        assert path.status is cw.Status.PARTIAL
        assert world.clearance(path.points[-1]) >= 0.5 + more
        assert math.dist(path.points[-1], (13, 11)) <= 1.01 * math.sqrt(2 * more)
