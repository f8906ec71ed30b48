"""Discs in worlds far from the origin, where corners in a row are so up to rounding only, and
discs exactly as wide as their narrowest gap: the queries and the planners agree."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.distances import segment_array
from oracle.ends import end_rounding
from oracle.scene import Scene, build, script

PLANNERS = ("optimal", "channel")


def moved(scene, x, y):
    def by(points):
        return [(float(px) + x, float(py) + y) for px, py in points]

    return Scene(by(scene.bounds), {h: (k, by(p)) for h, (k, p) in scene.obstacles.items()})


def far(kind, seed, away):
    return moved(make(kind, seed, 1)[0], away, 0.7 * away)


def check_path(world, a, b, radius, size, note):
    """Both planners find it, legal, and none shorter than the shortest."""
    best, other = (world.find_path(a, b, radius=radius, planner=p) for p in PLANNERS)
    assert best.found, f"{note}: optimal"
    assert other.found, f"{note}: channel"
    assert best.length <= other.length * (1 + 1e-9), note
    for path in (best, other):
        assert path.clearance >= radius * (1 - 1e-11) - 2.0**-44 * size, f"{note}: {path.planner}"
    return best


def check_world(kind, seed, away, queries):
    scene = far(kind, seed, away)
    world, near, rng = (
        build(cw, scene),
        build(cw, make(kind, seed, 1)[0]),
        np.random.default_rng(seed),
    )
    for _ in range(queries):
        a, b = world.random_point(rng=rng), world.random_point(rng=rng)
        widest = float(world.max_radius(a, b))
        if not widest > 0:
            continue
        note = f"{kind} {seed} {a.tolist()} {b.tolist()} {widest!r}\n{script(scene)}"
        check_path(world, a, b, widest, away + 20, note)
        # An end may be blocked by rounding, and with large coordinates some gaps have room for one
        # more step.
        rounding = max(end_rounding(segment_array(scene), p, widest) for p in (a, b))
        above = math.nextafter(widest, math.inf) + 2 * rounding + 2.0**-44 * away
        for planner in PLANNERS:
            assert not world.find_path(a, b, radius=above, planner=planner).found, note
        radius = widest * float(rng.choice((0.3, 0.7, 0.9, 0.99)))
        path = check_path(world, a, b, radius, away + 20, f"{radius!r} {note}")
        beside = near.find_path(a - (away, 0.7 * away), b - (away, 0.7 * away), radius=radius)
        assert math.isclose(path.length, beside.length, rel_tol=1e-8), note


@pytest.mark.parametrize("away", [0.0, 1e5])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_worlds_far_from_the_origin(kind, away):
    for seed in range(20):
        check_world(kind, seed, away, 4)


@pytest.mark.long
@pytest.mark.parametrize("away", [0.0, 1e3, 1e5, 1e6])
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_worlds_far_from_the_origin_long(kind, away):
    for seed in range(100, 180):
        check_world(kind, seed, away, 6)


@pytest.mark.parametrize("away", [1e5, 1e7])
def test_along_stairs(away):
    """Two roots at one corner, their arrivals apart by rounding, left what comes after to each
    other: no path for most radii."""
    world = build(cw, far("zigzags", 78, away))
    a, b = (
        (7.70625692394 + away, 1.50815619953 + 0.7 * away),
        (15.91875 + away, 14.69394 + 0.7 * away),
    )
    for radius in np.linspace(1.2, 1.5, 40):
        check_path(world, a, b, float(radius), away + 20, radius)


@pytest.mark.parametrize(
    ("seed", "a", "b", "radius"),
    [
        (1104, (5.06891168735342, 7.329421681455614), (13.765191804510428, 6.608446036288999), 2.2677477906609536),
        (2814, (3.5768651797397832, 1.1240070900250947), (7.709775713080204, 2.0530157346959053), 0.949856811315764),
        (2940, (5.629355695911423, 15.260830132855139), (6.7616746957902185, 12.386931399603991), 3.032575242544778),
    ],
)  # fmt: skip
@pytest.mark.parametrize("planner", ["channel", "ta*", "tra*"])
def test_corners_close_together_behind_one_side(seed, a, b, radius, planner):
    """The last of them was passed too near: it had joined the funnel in the wrong order."""
    world = build(cw, make("rounded", seed, 1)[0])
    path = world.find_path(a, b, radius=radius, planner=planner)
    assert path.found
    assert path.clearance >= radius * (1 - 1e-11)


@pytest.mark.parametrize(
    ("seed", "a", "b", "corner", "wall"),
    [
        (12, (1.9562113122339095, 2.8562929403516484), (12.089436769394128, 9.074294276843558),
         (8.432270658835458, 8.129623743414655), ((-28.4999995, 11.0), (11.5000005, 8.17297005499771))),
        (17, (0.9286582339260471, 11.518804374011275), (17.362105293797452, 18.567222571909326),
         (7.3, 7.4), ((-10.278652257093146, -25.97148703692818), (7.972399382603265, 9.622039257120505))),
        (21, (12.378022668648516, 3.2787258720876093), (12.174537800596193, 9.749838405007507),
         (9.555180345258616, 9.41972199631553), ((32.56018091644162, 36.40645214117), (6.160180916441615, 6.206452141169996))),
    ],
)  # fmt: skip
def test_widest_disc_between_a_corner_and_a_wall_bent_at_the_bounds(seed, a, b, corner, wall):
    """By rationals, to the last bit: the wall as given makes the gap."""
    world = build(cw, make("gaps", seed, 1)[0])
    (px, py), (sx, sy), (tx, ty) = (tuple(map(Fraction, p)) for p in (corner, *wall))
    dx, dy = tx - sx, ty - sy
    squared = (dx * (py - sy) - dy * (px - sx)) ** 2 / (dx * dx + dy * dy)
    widest = float(world.max_radius(a, b))
    above = math.nextafter(widest, math.inf)
    assert Fraction(2 * widest) ** 2 <= squared < Fraction(2 * above) ** 2
    for planner in PLANNERS:
        assert world.find_path(a, b, radius=widest, planner=planner).found
        assert not world.find_path(a, b, radius=above, planner=planner).found


def test_from_a_pocket_through_a_gap_too_narrow_by_little():
    """The disc is in a gate too narrow for it; the exit is too narrow by 4e-13."""
    world = build(cw, make("pinched", 6, 1)[0])
    a, b = (7.113578946275146, 18.78657557179081), (13.526178787121403, 13.5291989179083)
    assert world.max_radius(a, b) == (20 - 17.723098928173282) / 2
    for planner in PLANNERS:
        assert world.find_path(a, b, radius=1.138450535913, planner=planner).found
        assert not world.find_path(a, b, radius=1.1384505359135, planner=planner).found


def test_a_path_is_no_wider_than_its_way():
    """At an end the disc stands in a gate that it could not pass, and need not."""
    for kind, seed, a, b in (
        ("pinched", 6, (7.113578946275146, 18.78657557179081), (13.526178787121403, 13.5291989179083)),
        ("walls", 225, (16.073613896678786, 11.659052652102574), (5.21861447549983, 10.734454866763633)),
        ("grid", 170, (1.3994103253862984, 7.044549090161977), (11.898274392420957, 1.0242296756522555)),
    ):  # fmt: skip
        world = build(cw, make(kind, seed, 1)[0])
        widest = float(world.max_radius(a, b))
        for radius in (widest, 0.99 * widest):
            path = world.find_path(a, b, radius=radius)
            assert radius <= path.max_radius <= widest
