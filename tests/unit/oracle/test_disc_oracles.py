"""The oracles for discs against answers known by hand, and against each other."""

from __future__ import annotations

import heapq
import math
from itertools import pairwise
from math import acos, asin, cos, dist, hypot, inf, pi, sqrt
from types import SimpleNamespace

import numpy as np
import pytest
import shapely

from oracle.arrangement import Arrangement
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs, reachable, shortest, status
from oracle.linework import Linework
from oracle.scene import POST, RING, WALL, Scene, box
from oracle.tangents import measure
from oracle.visibility import shortest as shortest_through_touching
from support import disc_campaign

BOUNDS = (-10, -10, 10, 10)


def length(obstacles, a, b, r, bounds=BOUNDS):
    return shortest(bounds, obstacles, a, b, r)[0]


def test_a_straight_path():
    assert shortest(BOUNDS, [], (-3, 0), (3, 0), 1) == (6, (("line", (-3, 0), (3, 0)),))
    assert shortest(BOUNDS, [], (2, 2), (2, 2), 1) == (0, ())


@pytest.mark.parametrize("r", [0.5, 1, 3])
def test_round_a_post(r):
    owed = 2 * sqrt(25 - r * r) + r * (pi - 2 * acos(r / 5))
    assert length([(POST, [(0, 0)])], (-5, 0), (5, 0), r) == pytest.approx(owed, rel=1e-14)


def test_round_a_post_from_its_circle():
    assert length([(POST, [(0, 0)])], (-1, 0), (1, 0), 1) == pytest.approx(pi, rel=1e-14)
    assert length([(POST, [(0, 0)])], (0, -1), (1, 0), 1) == pytest.approx(pi / 2, rel=1e-14)


def test_round_the_corner_of_a_square():
    # The square fills the third quadrant; the ends are symmetric to the diagonal.
    square = [(RING, box(-10, -10, 0, 0))]
    found, pieces = shortest(BOUNDS, square, (-5, 1), (1, -5), 1)
    assert found == pytest.approx(5 + pi / 2 + 5, rel=1e-14)
    assert [p[0] for p in pieces] == ["line", "arc", "line"]
    owed = 2 * sqrt(31) + pi - 2 * acos(1 / sqrt(32))
    assert length(square, (-4, 4), (4, -4), 1) == pytest.approx(owed, rel=1e-14)


def test_an_s_bend_between_two_posts():
    # Inner tangent: centres 6 apart, the line between the circles has length sqrt(36 - 4).
    posts = [(WALL, [(-3, 0), (-3, 10)]), (WALL, [(3, 0), (3, -10)])]
    a, b = (-3 - 1, 5), (3 + 1, -5)
    turn = pi / 2 + asin(2 / 6)
    owed = 5 + turn + sqrt(32) + turn + 5
    assert length(posts, a, b, 1) == pytest.approx(owed, rel=1e-14)


def corridor(width):
    return [(RING, box(-5, -10, 5, -width / 2)), (RING, box(-5, width / 2, 5, 10))]


def test_corridor_as_wide_as_the_disc():
    assert length(corridor(2), (-7, 0), (7, 0), 1) == 14
    assert status(BOUNDS, corridor(2), (0, 0), (7, 0), 1) == "FOUND"
    assert length(corridor(2), (-7, 0), (7, 0), np.nextafter(1, 2)) == inf
    assert length(corridor(2), (-7, 0), (7, 0), 1 - 1e-9) == 14
    assert reachable(BOUNDS, corridor(2), (-7, 0), (7, 0), 1) is None
    assert reachable(BOUNDS, corridor(2), (-7, 0), (7, 0), 1.01) is False
    assert reachable(BOUNDS, corridor(2), (-7, 0), (7, 0), 0.99) is True


@pytest.mark.parametrize("excess", [-1e-9, -4e-16, 0.0, 1e-9, 1e-6])
@pytest.mark.parametrize("u", [(1, 0), (0, 1), (3, 4), (-4, 3)])
def test_gap_between_two_corners(u, excess):
    u = np.array(u, float)
    r = hypot(*u) / 2 / (1 + excess)
    walls = [(WALL, [tuple(-80 * u), (0.0, 0.0)]), (WALL, [tuple(u), tuple(90 * u)])]
    across = np.array([-u[1], u[0]]) * 1.5
    a, b = tuple(u / 2 + across), tuple(u / 2 - across)
    bounds = (-30, -30, 30, 30)
    found = length(walls, a, b, r, bounds)
    assert found == (inf if excess < 0 else dist(a, b))


@pytest.mark.parametrize("excess", [-1e-9, 0.0, 1e-9])
def test_gap_between_a_corner_and_a_side(excess):
    # The side lies on 3 x + 4 y = 0, the corner at (3, 4): 5 apart.
    side = (RING, [(-80, 60), (80, -60), (60, -100), (-100, 40)])
    tip = (RING, [(3, 4), (63, 44), (43, 84)])
    bounds, r = (-20, -20, 20, 20), 2.5 / (1 + excess)
    a, b = (1.5 - 8, 2 + 6), (1.5 + 8, 2 - 6)
    assert status(bounds, [side], a, b, r) == ("FOUND" if excess >= 0 else "START_BLOCKED")
    a, b = (-6.4, 8.2), (9.6, -3.8)
    found = length([side, tip], a, b, r, bounds)
    assert (found < inf) == (excess >= 0)
    assert length([side], a, b, r, bounds) == dist(a, b)


def test_capsule_between_close_ends():
    # The disc fits at both ends, but not on the line between them: a post is in the capsule.
    a, b, post = (-1.0, 0.0), (1.0, 0.0), [(POST, [(0, 0.5)])]
    assert status(BOUNDS, post, a, b, 1) == "FOUND"
    d = hypot(1, 0.5)
    arc = 2 * (pi / 2 - math.atan2(0.5, 1) - acos(1 / d))
    owed = 2 * sqrt(d * d - 1) + arc
    assert length(post, a, b, 1) == pytest.approx(owed, rel=1e-13)


def test_ends_at_the_radius():
    wall = [(WALL, [(-4, 0), (4, 0)])]
    assert status(BOUNDS, wall, (0, 1), (3, 1), 1) == "FOUND"
    assert status(BOUNDS, wall, (0, np.nextafter(1, 0)), (3, 1), 1) == "FOUND"
    assert status(BOUNDS, wall, (0, 1 - 2.0**-39), (3, 1), 1) == "START_BLOCKED"
    assert status(BOUNDS, wall, (0, 1), (9.5, 1), 1) == "GOAL_BLOCKED"
    assert reachable(BOUNDS, wall, (0, 1), (0, -1), 1) is True
    assert length(wall, (0, 1), (0, -1), 1) == pytest.approx(8 + pi, rel=1e-14)


def test_boundaries_that_cross_make_corners():
    cross = [(WALL, [(-3, 0), (3, 0)]), (WALL, [(0, -3), (0, 3)])]
    assert (Linework(BOUNDS, cross).corners == 0).all(axis=1).any()
    two = [(RING, box(-4, -4, 1, 1)), (RING, box(-1, -1, 4, 4))]
    corners = {tuple(c) for c in Linework(BOUNDS, two).corners}
    assert {(1, -1), (-1, 1)} <= corners
    assert (1, 1) not in corners
    assert length(two, (3, -2), (-2, 3), 0.5) == length(two[::-1], (3, -2), (-2, 3), 0.5) < inf


def test_hollows_smaller_than_the_disc_are_closed():
    comb = [(RING, [(-3, -1), *((x / 4, x % 2) for x in range(-12, 13)), (3, -1)])]
    hull = [(RING, [(-3, -1), (-3, 0), (-2.75, 1), (2.75, 1), (3, 0), (3, -1)])]
    a, b = (-5.0, -0.5), (5.0, -0.5)
    assert length(comb, a, b, 0.9) >= length(hull, a, b, 0.9) * (1 - 1e-13)
    assert length(comb, a, b, 0.9) == pytest.approx(length(hull, a, b, 0.9), rel=1e-3)


def polygonal(discs, r, outside, steps=6):
    """The room with capsules as polygons, and a shortest path among its corners."""
    lines = shapely.linestrings(discs.linework.segments.reshape(-1, 2, 2))
    capsules = shapely.buffer(lines, r / cos(pi / 4 / steps) if outside else r, quad_segs=steps)
    floor = shapely.difference(discs.linework.ground, discs.linework.covered)
    room = shapely.difference(floor, shapely.union_all(capsules))
    corners = shapely.get_coordinates(room)
    return room.buffer(1e-7), np.unique(corners, axis=0)


def by_polygons(room, corners, a, b):
    places = np.vstack([a, b, corners])
    left = np.hypot(*(places - b).T)
    shapely.prepare(room)
    best, done, queue = {0: 0.0}, set(), [(0.0, 0)]
    while queue:
        i = heapq.heappop(queue)[1]
        if i == 1:
            return best[1]
        if i in done:
            continue
        done.add(i)
        cost = best[i]
        lines = np.stack([np.broadcast_to(places[i], places.shape), places], axis=1)
        steps = cost + np.hypot(*(places - places[i]).T)
        open_ = np.array([steps[k] < best.get(k, inf) for k in range(len(places))])
        open_[open_] = shapely.covers(room, shapely.linestrings(lines[open_]))
        for k in np.flatnonzero(open_).tolist():
            best[k] = float(steps[k])
            heapq.heappush(queue, (best[k] + float(left[k]), k))
    return inf


@pytest.mark.parametrize("kind", ["convex", "stars", "overlapping", "walls", "comb"])
def test_lengths_lie_between_those_among_polygons(kind):
    """Capsules inside and outside the true ones give a lower and an upper bound."""
    scene, queries = make(kind, 3, 60)
    discs, tried = Discs(scene.bounds, scene.obstacles), 0
    r = sorted({q[2] for q in queries})[-2]
    queries = [q for q in queries if q[2] == r]
    low, high = (polygonal(discs, r, outside) for outside in (False, True))
    for a, b, _ in queries:
        found, pieces = discs.shortest(a, b, r)
        if len(pieces) < 3 or tried == 3:
            continue
        tried += 1
        assert by_polygons(*low, a, b) <= found * (1 + 1e-6)
        assert by_polygons(*high, a, b) >= found * (1 - 1e-6)


def ends_of(piece, r):
    if piece[0] == "line":
        return piece[1], piece[2]
    (x, y), first, last = piece[1:]
    return [(x + r * cos(t), y + r * math.sin(t)) for t in (first, last)]


@pytest.mark.parametrize("kind", KINDS)
def test_oracles_agree_and_paths_are_paths(kind):
    for seed in range(2):
        scene, queries = make(kind, seed, 12)
        discs = Discs(scene.bounds, scene.obstacles)
        for a, b, r in queries:
            note = f"{kind} {seed} {a} {b} {r}"
            found, pieces = discs.shortest(a, b, r)
            assert discs.reachable(a, b, r) in (None, found < inf), note
            back = discs.shortest(b, a, r)[0]
            assert found == back or math.isclose(found, back, rel_tol=1e-11), note
            if not pieces:
                continue
            assert math.isclose(measure(pieces, r), found, rel_tol=1e-12), note
            assert discs.clearance(pieces, r) >= r * (1 - 1e-11), note
            stops = [a, *(p for piece in pieces for p in ends_of(piece, r)), b]
            assert all(dist(*jump) < 1e-11 * 20 for jump in list(pairwise(stops))[::2]), note


def test_points_do_not_pass_where_obstacles_touch():
    blocks = [(RING, box(-3, -3, 0, 0)), (RING, box(0, 0, 3, 3))]
    assert length(blocks, (-1, 1), (1, -1), 0) == pytest.approx(6 + 2 * sqrt(5), rel=1e-14)
    assert length(blocks, (-1, 1), (0, 0), 0) == sqrt(2)
    walls = [(WALL, [(0, -3), (0, 3)]), (WALL, [(-3, 0), (3, 0)])]
    assert length(walls, (0, 1), (0, -1), 0) == pytest.approx(2 * sqrt(10), rel=1e-14)
    assert length(walls, (0, 1), (1, 0), 0) == pytest.approx(sqrt(2), rel=1e-14)


@pytest.mark.parametrize("seed", range(4))
def test_points_are_the_limit_of_small_discs(seed):
    rng = np.random.default_rng(seed)
    rings = [(RING, rng.integers(0, 13, (4, 2)).tolist()) for _ in range(3)]
    scene = Scene(box(0, 0, 12, 12), dict(enumerate(rings)))
    discs = Discs(scene.bounds, scene.obstacles)
    for _ in range(3):
        a, b = (tuple(p) for p in (rng.integers(0, 24, (2, 2)) / 2 + 0.25).tolist())
        found, small = discs.shortest(a, b, 0)[0], discs.shortest(a, b, 1e-5)[0]
        assert found == pytest.approx(small, abs=1e-3)
        if found < inf:
            assert found >= shortest_through_touching(Arrangement(scene), a, b) * (1 - 1e-12)


def test_larger_discs_go_no_shorter_way():
    scene, queries = make("convex", 5, 20)
    discs = Discs(scene.bounds, scene.obstacles)
    for a, b, _ in queries:
        lengths = [discs.shortest(a, b, r)[0] for r in (0.1, 0.2, 0.4)]
        assert lengths == sorted(lengths) or lengths[0] == pytest.approx(lengths[-1], rel=1e-12)


class Answering:
    """A world that answers as the oracle does, its lengths times a factor."""

    def __init__(self, scene, factor=1.0):
        self.discs, self.factor = Discs(scene.bounds, scene.obstacles), factor

    def find_path(self, a, b, radius, planner):
        found, pieces = self.discs.shortest(a, b, radius)
        name, segments = self.discs.status(a, b, radius), []
        for p in pieces:
            start, end = ends_of(p, radius)
            size = measure([p], radius)
            s = SimpleNamespace(start=start, end=end, length=size * self.factor)
            if p[0] == "arc":
                vars(s).update(
                    center=p[1], radius=radius, start_angle=p[2], end_angle=p[3], ccw=p[3] > p[2]
                )
            segments.append(s)
        found *= self.factor
        return SimpleNamespace(
            status=SimpleNamespace(name=name), found=name == "FOUND", length=found, lower_bound=found,
            optimal=True, segments=segments,
        )  # fmt: skip


def test_campaign_sees_wrong_lengths_only():
    scene, queries = make("stars", 1, 20)
    right, long, short = (Answering(scene, f) for f in (1.0, 1 + 1e-8, 1 - 1e-8))
    for q in queries:
        owed = "length" if right.discs.status(*q) == "FOUND" else ""
        assert disc_campaign.check(right, right.discs, *q, "optimal") == ("", "")
        assert disc_campaign.check(long, right.discs, *q, "optimal")[0] == owed
        assert disc_campaign.check(short, right.discs, *q, "channel")[0] == owed


def test_campaign_shrinks():
    scene, _ = make("stars", 1, 1)
    obstacles = [*scene.obstacles.values(), (POST, [(1, 2)])]
    assert disc_campaign.shrink(obstacles, lambda o: (POST, [(1, 2)]) in o) == [(POST, [(1, 2)])]
    rings = disc_campaign.shrink(obstacles, lambda o: any(k == RING for k, _ in o))
    assert len(rings) == 1
    assert len(rings[0][1]) == 3
