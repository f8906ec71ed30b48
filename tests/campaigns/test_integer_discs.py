"""Discs among obstacles on small integers, where nearly every question is a tie: gaps exactly as
wide as the disc or off by the last bit, ends at exactly the radius from walls, obstacles that touch,
repeat and cover the bounds. Against the tangent graph; and the questions against each other."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle import closest
from oracle.discs import Discs
from oracle.scene import POST, RING, WALL, Scene, box, build, script
from support.disc_campaign import check
from support.end_checks import is_tie, too_wide
from support.scenes import disjoint_boxes, integer_obstacle

NEAR = 1e-9
TIES = (0.25, 0.5, 0.75, 1.0, 1.5, math.sqrt(0.5), math.sqrt(5) / 4)
RADII = [*TIES, *(float(np.nextafter(r, x)) for r in (0.5, 1.0, math.sqrt(0.5)) for x in (0, 2))]


def obstacles(rng, size):
    kind = rng.integers(5)
    if kind == 0:
        return disjoint_boxes(rng, size)
    if kind == 1:
        return [integer_obstacle(rng, size) for _ in range(rng.integers(1, 6))]
    if kind == 2:
        places = rng.integers(0, size + 1, (int(rng.integers(1, 12)), 2)).tolist()
        return [(POST, [tuple(p)]) for p in places]
    if kind == 3:
        out = []
        for _ in range(rng.integers(1, 6)):
            x, y, long = *rng.integers(0, size, 2).tolist(), int(rng.integers(1, size))
            end = (x + long, y) if rng.random() < 0.5 else (x, y + long)
            out.append((WALL, [(x, y), end]))
        return [*out, (RING, box(0, 0, 1, size))] if rng.random() < 0.3 else out
    corners = np.c_[rng.integers(0, size, (4, 2)), rng.integers(1, 3, (4, 2))].tolist()
    out = [(RING, box(x, y, x + a, y + b)) for x, y, a, b in corners]
    return [*out, out[0]]


def place(rng, size, r):
    kind = rng.integers(4)
    if kind < 2:
        per = 2 << int(kind)
        return tuple((rng.integers(0, per * size + 1, 2) / per).tolist())
    if kind == 3:
        return tuple(rng.uniform(0, size, 2).tolist())
    p = rng.integers(0, size + 1, 2).astype(float)  # the radius off a line of the grid
    k = rng.integers(2)
    p[k] += r * rng.choice([-1, 1])
    p[1 - k] += rng.uniform(-1, 1)
    return tuple(p.tolist())


def check_widest(world, a, b, note):
    """A disc of `max_radius` passes. One larger by the last bit does not, unless it is the room at
    an end that limits it: then one larger by more than rounding does not."""
    widest = world.max_radius(a, b)
    if math.isnan(widest):
        assert not world.reachable(a, b, 0.0), note
        return
    assert world.reachable(a, b, widest), note
    assert not world.reachable(a, b, max(too_wide(world, a, b, widest), 1e-25)), note
    if widest > 0 and a != b:
        path = world.find_path(a, b, radius=widest)
        assert path.found, note
        # Coordinates up to 17 are rounded: a disc smaller than that may touch.
        assert path.clearance >= widest * (1 - NEAR) - 17 * 2.0**-49, note
        assert not world.find_path(a, b, radius=widest * (1 + NEAR) + 17 * 2.0**-44).found, note


def check_many_goals(world, a, goals, r, note):
    lengths = np.asarray(world.find_paths([a] * len(goals), goals, radius=r).length)
    assert np.allclose(world.distances(a, goals, radius=r), lengths, rtol=NEAR), note
    row, path = world.find_nearest(a, goals, radius=r)
    if row is None:
        assert not np.isfinite(lengths).any(), note
    else:
        assert math.isclose(path.length, lengths.min(), rel_tol=NEAR), note
        assert math.isclose(lengths[row], lengths.min(), rel_tol=NEAR), note


def check_snap(world, discs, p, r, size, rng, note):
    found, drawn = world.snap(p, radius=r), world.random_point(radius=r, rng=rng)
    assert (found is None) == (drawn is None), note
    if found is None:
        return
    assert world.is_free(found, radius=r), note
    assert world.is_free(drawn, radius=r), note
    far = math.dist(found, p)
    assert far == 0 or not world.is_free(p, radius=r), note
    half = np.arange(2 * size + 1) / 2
    grid = np.stack(np.meshgrid(half, half), axis=-1).reshape(-1, 2)
    grid = grid[np.asarray(world.is_free(grid, radius=r))]
    nearer = grid[np.hypot(*(grid - np.array(p)).T) * (1 + 1e-12) < far]
    # It finds the nearest point where the disc fits exactly.
    assert all(r > 0 and discs.linework.is_blocked(tuple(q), r) for q in nearer.tolist()), note


def check_partial(world, discs, a, b, r, note):
    owed = discs.status(a, b, r)
    for planner in ("optimal", "channel"):
        path = world.find_path(a, b, radius=r, planner=planner, partial=True)
        if owed not in ("NO_PATH", "GOAL_BLOCKED"):
            assert path.status.name == owed, note
            continue
        assert path.status == cw.Status.PARTIAL, note
        # The oracle moves its candidates off the walls: in a gap that is a tie it gets less far.
        most = closest.distance(discs, a, b, r)
        assert math.dist(path.points[-1], b) <= most + 1e-7 * (1 + most), note
        assert path.clearance >= r * (1 - NEAR) or not path.segments, note


def check_world(seed):
    rng = np.random.default_rng([42, seed])
    size = int(rng.choice([5, 8, 12]))
    scene = Scene(box(0, 0, size, size), dict(enumerate(obstacles(rng, size))))
    world = build(cw, scene)
    try:
        discs = Discs(scene.bounds, scene.obstacles)
    except AttributeError:  # nothing is free: not for the oracle
        assert world.random_point() is None, script(scene)
        return
    for _ in range(8):
        r = float(rng.choice(RADII))
        a, b = place(rng, size, r), place(rng, size, r)
        note = f"{script(scene)}\n{a}, {b}, radius={r!r}"
        for planner in () if is_tie(world, discs, a, b, r) else ("optimal", "channel"):
            wrong, figures = check(world, discs, a, b, r, planner)
            assert not wrong, f"{wrong}: {planner} {figures}\n{note}"
        check_widest(world, a, b, note)
    r = float(rng.choice(RADII))
    a, goals = place(rng, size, r), [place(rng, size, r) for _ in range(6)]
    note = f"{script(scene)}\n{a}, {goals}, radius={r!r}"
    check_many_goals(world, a, goals, r, note)
    for p in goals[:2]:
        check_snap(world, discs, p, r, size, rng, note)
    if not is_tie(world, discs, a, goals[0], r):
        check_partial(world, discs, a, goals[0], r, note)


@pytest.mark.parametrize("block", range(5))
def test_discs_at_ties(block):
    for seed in range(6 * block, 6 * block + 6):
        check_world(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(8))
def test_discs_at_ties_long(block):
    for seed in range(1000 + 50 * block, 1050 + 50 * block):
        check_world(seed)
