"""Discs, capsules and rectangles as rings: on the safe side, within the tolerance; by shapely."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest
import shapely

import clearway as cw

RNG = np.random.default_rng(18)


def exactly_outside(ring, p, radius):
    """Whether every side's line keeps p at least `radius` to its left, in exact arithmetic."""
    points = [(Fraction(x), Fraction(y)) for x, y in ring.tolist()]
    px, py = map(Fraction, map(float, p))
    square = Fraction(float(radius)) ** 2
    for (ax, ay), (bx, by) in zip(points, [*points[1:], points[0]], strict=True):
        ux, uy = bx - ax, by - ay
        cross = ux * (py - ay) - uy * (px - ax)
        if cross <= 0 or cross * cross < square * (ux * ux + uy * uy):
            return False
    return True


def cases(count):
    for i in range(count):
        scale = 10.0 ** RNG.uniform(-6, 6)
        offset = [0.0, 1.0, 1e3, 1e7][i % 4] * scale
        yield (
            RNG.uniform(-1, 1, (2, 2)) * scale + offset,
            float(RNG.uniform(0.01, 2) * scale),
            float(10.0 ** RNG.uniform(-6, 0.5)),
        )


def test_discs():
    for (center, _), radius, part in cases(300):
        for tolerance in (None, part * radius):
            ring = cw.shapes.disc(center, radius, tolerance=tolerance)
            far = np.hypot(*(ring - center).T)
            rounding = 2.0**-46 * (np.abs(center).max() + radius)
            most = 1e-3 * radius if tolerance is None else tolerance
            assert far.max() <= radius + most + rounding
            assert shapely.LinearRing(ring).is_ccw
            if len(ring) <= 300:
                assert exactly_outside(ring, center, radius)
            # No more sides than needed: with two sides less, a corner is too far.
            half = math.pi / (len(ring) - 2)
            assert len(ring) == 4 or radius * (1 / math.cos(half) - 1) > most * (1 - 1e-9)


def test_capsules():
    for (a, b), radius, part in cases(300):
        tolerance = part * radius
        ring = cw.shapes.capsule(a, b, radius, tolerance=tolerance)
        solid, spine = shapely.Polygon(ring), shapely.LineString([a, b])
        assert solid.is_valid
        assert shapely.LinearRing(ring).is_ccw
        rounding = 2.0**-46 * (np.abs([a, b]).max() + radius)
        far = shapely.distance(shapely.points(ring), spine)
        assert far.max() <= radius + tolerance + rounding
        if len(ring) <= 300:
            for p in (a, b):
                assert exactly_outside(ring, p, radius)
    same = cw.shapes.capsule((1, 2), (1, 2), 3)
    assert np.array_equal(same, cw.shapes.disc((1, 2), 3))


def test_rectangles():
    for (a, b), _, _ in cases(300):
        straight = cw.shapes.rect(a, b)
        assert sorted(map(tuple, straight.tolist())) == sorted(
            (x, y) for x in (float(a[0]), float(b[0])) for y in (float(a[1]), float(b[1]))
        )
        angle = float(RNG.uniform(-7, 7))
        middle = tuple((a + b) / 2)
        wanted = shapely.affinity.rotate(
            shapely.box(*np.minimum(a, b), *np.maximum(a, b)), angle, middle, use_radians=True
        )
        turned = shapely.Polygon(cw.shapes.rect(a, b, angle=angle))
        rounding = 2.0**-45 * np.abs([a, b]).max()
        assert turned.hausdorff_distance(wanted) <= rounding
        assert turned.exterior.is_ccw


def test_in_a_world():
    world = cw.World(bounds=(0, 0, 20, 20))
    with world.editing():
        pillar = world.add_disc((5, 5), 2)
        hedge = world.add_capsule((10, 3), (10, 12), 0.5, tolerance=0.01)
        table = world.add_rect((13, 13), (17, 15), angle=0.3)
        assert not len(world)
    assert [pillar, hedge, table] == [0, 1, 2]
    world.validate()
    solids = [
        shapely.Point(5, 5).buffer(2, quad_segs=4096),
        shapely.LineString([(10, 3), (10, 12)]).buffer(0.5, quad_segs=4096),
        shapely.affinity.rotate(shapely.box(13, 13, 17, 15), 0.3, use_radians=True),
    ]
    solid = shapely.union_all(solids)
    points = RNG.uniform(1, 19, (2000, 2))
    exact = shapely.distance(shapely.points(points), solid)
    ours = world.clearance(points)
    edge = np.minimum(points, 20 - points).min(axis=1)
    assert (ours <= np.minimum(exact, edge) + 1e-6).all()
    assert (ours >= np.minimum(exact, edge) - 0.01 - 1e-6).all()
    for a, b in RNG.uniform(1, 19, (100, 2, 2)):
        path = world.find_path(a, b, radius=0.4)
        if path.found:
            assert shapely.LineString(path.sample(1e-4, outside=True)).distance(solid) >= 0.4 - 1e-6
    world.move(pillar, cw.shapes.disc((4, 6), 1))
    assert world.is_free((6, 4))
    assert not world.is_free((4, 6.999))
    world.remove([pillar, hedge, table])
    assert not len(world)


def test_an_agent_keeps_its_distance_from_the_disc():
    for (center, _), radius, part in cases(40):
        r = radius / 2
        low, high = center - 9 * radius, center + 9 * radius
        world = cw.World(bounds=(*low, *high))
        world.add_disc(center, radius, tolerance=max(part, 1e-4) * radius)
        for _ in range(5):
            path = world.find_path(*RNG.uniform(low + 2 * r, high - 2 * r, (2, 2)), r)
            if path.found:
                line = shapely.LineString(path.sample(1e-3 * radius, outside=True))
                rounding = 1e-11 * (np.abs(center).max() + radius)
                assert line.distance(shapely.Point(center)) >= radius + r - rounding


@pytest.mark.parametrize(
    ("call", "what"),
    [
        (lambda w: w.add_disc((5, 5), 0), "radius"),
        (lambda w: w.add_disc((5, 5), -1), "radius"),
        (lambda w: w.add_disc((5, 5), math.nan), "radius"),
        (lambda w: w.add_disc((5, math.inf), 1), "center"),
        (lambda w: w.add_disc((5, 5), 1, tolerance=0), "tolerance"),
        (lambda w: w.add_disc((5, 5), 1, tolerance=1e-12), "use at least"),
        (lambda w: w.add_disc((5, 5), 1, tolerance="x"), "tolerance"),
        (lambda w: w.add_capsule((5, 5), None, 1), "b"),
        (lambda w: w.add_capsule((5, 5), (6, 6), 0), "radius"),
        (lambda w: w.add_rect((1, 1), (1, 5)), "no area"),
        (lambda w: w.add_rect((1, 1), (5, 1)), "no area"),
        (lambda w: w.add_rect((1, 1), (5, 5), angle=math.inf), "angle"),
        (lambda w: w.add_rect((1, 1), (5, 5), angle="x"), "angle"),
        (lambda w: w.add_rect((1, 1), (5, 5), angle=10**400), "angle"),
    ],
)
def test_bad_values(call, what):
    world = cw.World(bounds=(0, 0, 10, 10))
    with pytest.raises(cw.InvalidInput, match=what):
        call(world)
    assert not len(world)


def test_the_least_tolerance_is_taken():
    with pytest.raises(cw.InvalidInput) as raised:
        cw.shapes.disc((5, 5), 1, tolerance=1e-12)
    least = float(str(raised.value).rsplit(" ", 1)[1])
    assert 60_000 < len(cw.shapes.disc((5, 5), 1, tolerance=least)) <= 65_536
