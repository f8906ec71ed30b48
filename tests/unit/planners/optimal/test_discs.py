"""Planner "optimal" for discs against the tangent graph and the configuration space."""

import math
from fractions import Fraction

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.linework import is_nearer
from oracle.scene import build
from support.disc_campaign import run
from support.end_checks import too_wide


def scripts(failures):
    return [f["script"] + "\n# " + f["note"] for f in failures]


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_queries(kind):
    assert not scripts(run(count=5, seed=1, kinds=[kind], queries=20))


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_queries_long(kind):
    assert not scripts(run(count=60, seed=1000, kinds=[kind], queries=40))


@pytest.mark.parametrize(("kind", "seed"), [("gaps", 201), ("walls", 206), ("posts", 3)])
def test_a_gap_exactly_as_wide_as_the_disc(kind, seed):
    """`max_radius` is what still passes: a path of that very radius is found."""
    scene, queries = make(kind, seed, 40)
    w, asked = build(cw, scene), 0
    for a, b, _ in queries:
        r = w.max_radius(a, b)
        if not 0 < r < math.inf:
            continue
        asked += 1
        p = w.find_path(a, b, radius=r)
        assert p.found, (a, b, r)
        assert p.optimal, (a, b, r)
        assert p.clearance >= r * (1 - 1e-11), (a, b, r)
        above = w.find_path(a, b, radius=too_wide(w, a, b, r))
        assert not above.found, (a, b, r)
    assert asked > 10


SQUARE = (0.0, 0.0, 20.0, 20.0)


@pytest.mark.parametrize(
    ("rings", "walls", "place", "fits"),
    [
        (
            [
                [(12.70183651475072, 12.852421203574258), (17.29816348524928, 7.1475787964257425), (14.219534472977108, 9.37118775675475)],
                [(11.709375851833297, 12.0), (14.290624148166703, 12.0), (13.0, 10.778096037318116)],
            ],
            [],
            (15.778703261345838, 10.627392405731339),
            True,
        ),
        (
            [[(-0.28802488358260003, 13.031626255069614), (7.458016197634064, 17.76120304155901), (3.8834783909128174, 14.907563399439804)]],
            [[(5.0, 17.0), (8.966936528235088, 14.387967367212498)]],
            (3.063875804160288, 16.24989815661983),
            False,
        ),
    ],
)  # fmt: skip
def test_a_rounded_crossing_does_not_decide_who_fits(rings, walls, place, fits):
    """The side next to the point is bent, in the mesh, by the crossing on it; its distance
    from the point is that of the side as given, which is the radius up to the last bit."""
    w = cw.World.from_obstacles(rings, bounds=SQUARE, walls=walls)
    assert w.stats["crossings"] > 0
    assert (w.max_radius(place, place) >= 1.0) == fits
    assert w.is_free(place, radius=1.0)  # up to rounding
    p = w.find_path(place, (1.0, 1.0), radius=1.0)
    assert p.found
    assert tuple(p.points[0]) == place


@pytest.mark.parametrize(
    ("rings", "start", "goal", "radius"),
    [
        (
            [
                [(7.1952983426331905, 10.168917094742882), (-23.602301033761094, -15.434283736731407), (10.01856086524309, 6.40456706459635)],
                [(9.061844760364123, 9.063825608862503), (39.26184476036413, 35.4638256088625), (42.86184476036412, 30.663825608862503)],
            ],
            (1.9340424599482597, 13.023769685232441),
            (8.818022677126496, 3.181175354852075),
            0.4150911213282598,
        ),
        (
            [
                [(11.601332230518446, 8.83671687018598), (14.298725023786124, 48.77402314081694), (8.553642093705081, 9.158028844003713)],
                [(9.895153048302628, 7.0055116316820145), (8.684740084151297, -33.08856399622359), (2.717809868276454, -32.45948228541028)],
            ],
            (13.640979583197447, 17.307528023915886),
            (3.8882119577471164, 13.252457801888745),
            0.999999999,
        ),
    ],
)  # fmt: skip
def test_a_gap_too_narrow_by_the_last_bit_is_closed(rings, start, goal, radius):
    """Also where one tangent ends in the gap and the next begins there."""
    side, corner = np.array([rings[0][0], rings[0][2]]), rings[1][0]
    assert is_nearer(corner, side.ravel(), 2 * radius)
    w = cw.World.from_obstacles(rings, bounds=SQUARE)
    assert w.find_path(start, goal, radius=radius).status == cw.Status.NO_PATH
    assert w.find_path(start, goal, radius=radius * (1 - 1e-14)).found


def check_both_ways(w, a, b, radius, fits):
    for start, goal in ((a, b), (b, a)):
        assert w.find_path(start, goal, radius=radius).found == fits
        assert w.reachable(start, goal, radius) == fits
        assert math.isfinite(w.distances(start, [goal], radius)[0]) == fits
        assert (w.find_nearest(start, [goal], radius)[0] is not None) == fits


def test_two_tips_nearer_than_the_diameter_by_the_last_bit():
    """Arcs around the two meet there: no line is between them to be measured."""
    w = cw.World(SQUARE)
    w.add_wall([(9.47, 11.34), (12, 20)])
    w.add_wall([(9.44, 10.31), (13, 0)])
    check_both_ways(w, (4.3, 8.2), (16.7, 11.5), 0.5152184002925358, False)
    check_both_ways(w, (4.3, 8.2), (16.7, 11.5), 0.5152184002925357, True)


@pytest.mark.parametrize("at", [0.0, 1000.0])
@pytest.mark.parametrize("max_radius", [None, 0])
def test_tips_apart_by_the_diameter_but_for_the_last_bits(at, max_radius):
    """Oblique gaps; who passes is decided in rational numbers."""
    rng = np.random.default_rng(int(at))
    given = {} if max_radius is None else {"max_radius": max_radius}
    seen = []
    for _ in range(60):
        low = at + np.round(rng.uniform(8, 12, 2), 2)
        high = np.round(low + rng.uniform((-0.5, 0.5), (0.5, 2)), 2)
        w = cw.World((at, at, at + 20, at + 20), **given)
        w.add_wall([high, (at + float(rng.integers(6, 14)), at + 20)])
        w.add_wall([low, (at + float(rng.integers(6, 14)), at)])
        a, b = at + rng.uniform((1, 4), (5, 16)), at + rng.uniform((15, 4), (19, 16))
        half = math.dist(low, high) / 2
        squared = sum((Fraction(p) - Fraction(q)) ** 2 for p, q in zip(low, high, strict=True))
        for radius in (half, math.nextafter(half, 0), math.nextafter(half, 9)):
            fits = 4 * Fraction(radius) ** 2 <= squared
            seen.append(fits)
            if max_radius is None:
                check_both_ways(w, a, b, radius, fits)
            for start, goal in ((a, b), (b, a)):
                assert w.find_path(start, goal, radius=radius).found == fits
        if max_radius is None:
            widest = w.max_radius(a, b)
            assert w.find_path(a, b, radius=widest).found
            assert not w.find_path(a, b, radius=too_wide(w, a, b, widest)).found
    assert 40 < sum(seen) < 140


def test_a_rounded_crossing_does_not_decide_who_passes():
    """The wall is bent, in the mesh, where it crosses a ring; beside the corner it is too near
    by the last bit, and the path around is longer."""
    wall = [(9.536280617262381, 10.94979317292883), (4.2930232172266045, 14.882236222955662)]
    corner, radius = (7.465291680907324, 13.70224327743107), 0.4796833608943789
    assert is_nearer(corner, np.ravel(wall), 2 * radius)
    rings = [
        [(8.470538129992233, 9.425379706010565), (9.432897863769872, 11.443761172137181), (10.662659143160111, 9.866520798664423)],
        [corner, (7.8652916809073234, 15.902243277431069), (9.465291680907324, 14.70224327743107)],
    ]  # fmt: skip
    w = cw.World.from_obstacles(rings, bounds=SQUARE, walls=[wall])
    a, b = (5.5047712429923195, 18.294772289306334), (12.644272781612722, 0.9063808389848838)
    around, through = (w.find_path(a, b, radius=radius * k).length for k in (1, 1 - 1e-13))
    assert through < around - 0.08


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


def test_a_disc_shut_out_of_a_room_is_told_without_searching_everything():
    rng = np.random.default_rng(8)
    world = cw.World((0, 0, 200, 200))
    with world.editing():
        for x, y in rng.uniform(2, 196, (900, 2)):
            if not (85 < x < 115 and 85 < y < 115):
                world.add([(x, y), (x + 2, y + 0.3), (x + 1.2, y + 1.8)])
        # A room whose only exit leads between the end of a wall and the middle of another.
        world.add_wall([(95, 95), (105, 95), (105, 105), (99, 105), (97, 107)])
        world.add_wall([(95, 95), (95, 110)])
    outside, inside = (90, 90), (100, 100)
    assert world.max_radius(outside, inside) == 1.0
    assert world.find_path(outside, inside, 1.0).found
    path = world.find_path(outside, inside, 1.1)
    assert path.status is cw.Status.NO_PATH
    assert path.stats["expanded"] < len(world.mesh().triangles)


@pytest.mark.parametrize(
    ("size", "blocks", "a", "b", "radius", "length"),
    [
        (
            9,
            [
                [(7, 0), (7, 1), (6, 1)],
                [(6, 1), (6, 2), (5, 2)],
                [(9, 1), (9, 2), (8, 2)],
                [(7, 2), (7, 3), (6, 3)],
                [(7, 8), (7, 9), (6, 9)],
            ],
            (6.5, 1.5),
            (5, 3.5),
            0.499999995,
            5.070796311086934,
        ),
        (
            8,
            [
                [(5, 0), (5, 1), (4, 1)],
                [(3, 1), (3, 2), (2, 2)],
                [(5, 1), (5, 2), (4, 2)],
                [(5, 3), (5, 4), (4, 4)],
            ],
            (7, 2),
            (3.5, 1),
            0.499999995,
            4.848229954954813,
        ),
        (
            8,
            [
                [(3, 4), (3, 5), (2, 5)],
                [(4, 5), (4, 6), (3, 6)],
                [(5, 5), (6, 6), (5, 6)],
                [(8, 5), (8, 6), (7, 6)],
            ],
            (2.5563776685551343, 6.449999999999998),
            (6.449999999999998, 0.8948833592990599),
            0.4999999999449506,
            7.784146706134493,
        ),
    ],
)
def test_gaps_in_a_row_hardly_wider_than_the_disc(size, blocks, a, b, radius, length):
    """A line from one to the next is so short that rounding changes its direction."""
    world = cw.World(bounds=(0, 0, size, size))
    for ring in blocks:
        world.add(ring)
    for ends in ((a, b), (b, a)):
        path = world.find_path(*ends, radius=radius)
        assert path.found
        assert path.length == pytest.approx(length, rel=1e-9)
        assert world.distances(ends[0], [ends[1]], radius=radius)[0] == pytest.approx(path.length)


@pytest.mark.parametrize(
    "seed",
    [*range(100), *(pytest.param(s, marks=pytest.mark.long) for s in range(100, 4000))],
)
def test_towns_of_unit_blocks(seed):
    """Streets wider than the disc by 1e-13 to 1e-5 of it: found wherever it can get, the same
    back, and no longer than by channel."""
    rng = np.random.default_rng(seed)
    size, offset = int(rng.integers(8, 30)), float(rng.choice([0, 100, 1e4]))
    world = cw.World(bounds=(offset, offset, offset + size, offset + size))
    with world.editing():
        for y, x in np.argwhere(rng.random((size, size)) < rng.uniform(0.1, 0.35)) + offset:
            world.add([(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)])
    radii = 0.5 * (1 - 10.0 ** rng.uniform(-13, -5, 40))
    a, b = rng.integers(0, 2 * size, (2, 40, 2)) / 2 + offset
    there, back = world.find_paths(a, b, radius=radii), world.find_paths(b, a, radius=radii)
    channel = world.find_paths(a, b, radius=radii, planner="channel")
    assert (there.status == channel.status).all()
    found = there.found
    assert (back.found == found).all()
    assert (found == world.reachable(a, b, radius=radii)).all()
    assert np.allclose(there.length[found], back.length[found], rtol=1e-9)
    assert (there.length[found] <= channel.length[found] * (1 + 1e-9)).all()


def test_a_circle_that_touches_the_line_of_an_edge_stays_in_its_triangle():
    """The disc rolls around the post at (4, 4), whose circle touches an edge of the mesh exactly."""
    w = cw.World((0, 0, 11, 11))
    for post in [(8, 1), (4, 4), (0, 6), (5, 7), (8, 8)]:
        w.add_post(post)
    for wall in ([(5, 1), (8, 0)], [(7, 10), (8, 9)], [(5, 2), (7, 1)]):
        w.add_wall(wall)
    w.add([(10, 7), (12, 7), (10, 10)])
    w.add([(2, 5), (3, 5), (3, 7), (2, 7)])
    w.add([(4, 9), (6, 9), (6, 12), (4, 12)])
    goal = (2.5, 3.5)
    for y in (5.96, 6.16, 6.26, 6.36):
        there, back = w.find_path((4.2, y), goal, 1.0), w.find_path(goal, (4.2, y), 1.0)
        assert there.optimal
        assert there.length == pytest.approx(back.length, rel=1e-12)
        assert there.length < 6


@pytest.mark.parametrize("planner", ["optimal", "channel", "ta*", "tra*"])
def test_an_arc_of_no_length_is_not_a_whole_turn(planner):
    """The goal lies on the line past the second post, so that the disc does not roll around it.

    The rounded contacts there differ, the second before the first.
    """
    w = cw.World((0, 0, 7, 7))
    w.add_post((6.5, 2.5))
    w.add_post((6.0, 4.0))
    radius = math.sqrt(2) / 4
    a, b = (6.3394731492584295, 4.637025325792711), (6.0, 1.5)
    for start, goal in [(a, b), (b, a), ((6.353465983351795, 4.007861209394786), b)]:
        path = w.find_path(start, goal, radius, planner=planner)
        assert path.length == pytest.approx(math.dist(start, goal), rel=1e-2)
        assert path.clearance >= radius - 1e-14
    field = w.field(b, radius)
    assert field.path(a).length == pytest.approx(field.distance(a), rel=1e-14)


def points_on_tangents(rng, radius):
    """Two posts on a grid, and two points on the line that touches both discs."""
    p, q = rng.integers(2, 12, (2, 2)) / 2.0
    apart = math.dist(p, q)
    if apart < 2.001 * radius:
        return None
    u = (q - p) / apart
    side = rng.choice((-1.0, 1.0), 2)
    turn = math.asin((side[1] - side[0]) * radius / apart)
    c, s = math.cos(turn), math.sin(turn)
    u = np.array([c * u[0] - s * u[1], s * u[0] + c * u[1]])
    normal = np.array([-u[1], u[0]])
    a = p + side[0] * radius * normal - u * rng.integers(0, 4) / 4
    b = q + side[1] * radius * normal + u * rng.integers(0, 4) / 4
    return p, q, a, b


def test_goals_on_the_tangent_of_two_posts():
    """Every contact is an arc of no length, up to rounding: the path is straight, up to rounding."""
    rng, tried = np.random.default_rng(5), 0
    for _ in range(600):
        radius = float(rng.choice([0.25, 0.5, math.sqrt(2) / 4, math.sqrt(5) / 4]))
        made = points_on_tangents(rng, radius)
        if made is None:
            continue
        p, q, a, b = made
        w = cw.World((-2, -2, 10, 10))
        for post in {tuple(p.tolist()), tuple(q.tolist())}:
            w.add_post(post)
        path = w.find_path(a, b, radius)
        assert path.length == pytest.approx(math.dist(a, b), rel=1e-9, abs=1e-12)
        assert path.clearance >= radius - 1e-13
        tried += 1
    assert tried > 300
