"""`Channel.explored_fronts`: the fronts of Kallmann's extended search, held to oracles.

The length of a front's path to a point of its portal is compared with the shortest path through
its sequence of portals, by dynamic programming over their ends, and with planner "optimal".
"""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw

EQUAL = 1e-9
LONGEST = 9  # portals to a front, for the slow oracle
SHARES = (0.0, 0.3, 0.5, 0.9, 1.0)


def cross(a, b):
    return a[0] * b[1] - a[1] * b[0]


def to_point(front, x):
    """Of points: the length of the front's path to a point on its portal."""
    for side, chain in ((1, front.left), (-1, front.right)):
        at, length = front.root, front.length
        for corner in chain[:-1]:  # the last one is an end of the portal
            if side * cross(corner - at, x - at) <= 0:
                break
            length += math.dist(at, corner)
            at = corner
        if at is not front.root:
            break
    return length + math.dist(at, x)


def portals_to(fronts, i):
    """The portals from the start to a front."""
    out = []
    while i is not None:
        out.append(fronts[i].portal)
        i = fronts[i].parent
    return out[::-1]


def through(start, portals, x):
    """The shortest path from portal to portal: it bends at ends of portals only."""
    stations = [[np.asarray(start)], *(list(portal) for portal in portals[:-1]), [x]]
    best = [[0.0]]
    for j in range(1, len(stations)):
        best.append(
            [
                min(
                    best[i][k] + math.dist(a, b)
                    for i in range(j)
                    for k, a in enumerate(stations[i])
                    if is_straight(a, b, portals[max(i - 1, 0) : j], i > 0)
                )
                for b in stations[j]
            ]
        )
    return best[-1][0]


def is_straight(a, b, portals, begins_at_portal):
    """Whether the segment crosses these portals; it ends at the last, and may begin at the first.

    A portal at an end of the segment counts only beside that end: a channel can return to a corner.
    """
    if begins_at_portal:
        while portals and is_at(a, portals[0]):
            portals = portals[1:]
    portals = portals[:-1]
    while portals and is_at(b, portals[-1]):
        portals = portals[:-1]
    return all(crosses(a, b, portal) for portal in portals)


def is_at(p, portal):
    return any(math.dist(p, q) == 0 for q in portal)


def crosses(a, b, portal):
    left, right = portal
    p, q = cross(b - a, left - a), cross(b - a, right - a)
    r, s = cross(right - left, a - left), cross(right - left, b - left)
    return p * q <= 0 and r * s <= 0


def queries(world, count, radius, seed):
    a, b = (world.random_points(count, radius, seed + k) for k in (0, 1))
    return zip(map(tuple, a.tolist()), map(tuple, b.tolist()), strict=True)


WORLDS = [cw.generate.boxes(size=30, obstacles=n, seed=s) for n, s in ((30, 2), (45, 3), (80, 4))]


@pytest.mark.parametrize("world", WORLDS)
def test_lengths_through_the_portals(world):
    tried = 0
    for a, b in queries(world, 15, 0.0, 10):
        fronts = cw.Channel(world).explored_fronts(a, b, weight=1.0)
        for i, front in enumerate(fronts):
            left, right = front.portal
            portals = portals_to(fronts, i)
            if len(portals) > LONGEST:
                continue
            for share in SHARES:
                x = left + share * (right - left)
                expected = through(a, portals, x)
                assert to_point(front, x) == pytest.approx(expected, rel=EQUAL)
                tried += 1
    assert tried > 300


@pytest.mark.parametrize("world", WORLDS)
def test_the_least_length_at_a_portal_is_the_shortest(world):
    """Where a path that goes on to the goal could still be shorter than the one proved."""
    compared = 0
    for a, b in queries(world, 15, 0.0, 20):
        best = world.find_path(a, b)
        at = {}
        for front in cw.Channel(world).explored_fronts(a, b, metric=1, weight=50.0):
            at.setdefault(frozenset(map(tuple, front.portal.tolist())), []).append(front)
        for fronts in at.values():
            left, right = fronts[0].portal
            for share in SHARES[1:-1]:
                x = left + share * (right - left)
                shortest = world.find_path(a, tuple(x.tolist())).length
                ours = min(to_point(front, x) for front in fronts)
                assert ours >= shortest * (1 - EQUAL)
                if shortest + math.dist(x, b) < best.length * (1 - EQUAL):
                    assert ours == pytest.approx(shortest, rel=EQUAL)
                    compared += 1
    assert compared > 20


@pytest.mark.parametrize("radius", [0.0, 0.2, 0.45])
@pytest.mark.parametrize("world", WORLDS)
def test_the_proved_path_goes_through_its_fronts(world, radius):
    """At each root on its channel it has the length that the front has."""
    bent = 0
    for a, b in queries(world, 30, radius, 30):
        *_, path = cw.Channel(world).improve(a, b, radius, by="fronts")
        fronts = cw.Channel(world).explored_fronts(a, b, radius)
        if not fronts or not path.found:
            continue
        channel = path.channel.tolist()
        to = {a: 0.0}  # each corner that it bends around: length up to there
        length = 0.0
        for part in path.segments:
            at = tuple(part.center) if hasattr(part, "center") else tuple(part.start)
            to.setdefault(at, length)
            length += part.length
        for front in fronts:
            rows = [front.triangle]
            j = front.parent
            while j is not None:
                rows.insert(0, fronts[j].triangle)
                j = fronts[j].parent
            if rows == channel[1 : 1 + len(rows)]:
                assert front.bound <= path.length * (1 + EQUAL)
                root = tuple(front.root.tolist())
                if root in to:
                    assert front.length == pytest.approx(to[root], rel=EQUAL, abs=EQUAL)
                    bent += root != a
            # A point could go to where the disc touches the corner, and on to the corner.
            near = world.find_path(a, tuple(front.root.tolist())).length - radius
            assert front.length >= near * (1 - EQUAL)
    assert bent > 5


@pytest.mark.parametrize("radius", [0.0, 0.3])
def test_the_order(radius):
    taken = set()
    world = WORLDS[1]
    a, b = (1.0, 1.0), (29.0, 29.0)
    a, b = (tuple(world.snap(p, radius).tolist()) for p in (a, b))
    fronts = cw.Channel(world).explored_fronts(a, b, radius)
    assert fronts
    mesh = world.mesh()
    for i, front in enumerate(fronts):
        if front.parent is not None:
            assert front.parent < i
            parent = fronts[front.parent]
            assert front.queued == parent.taken + 1
            assert front.bound >= parent.bound
        else:
            assert front.queued == 0
        if front.taken is not None:
            assert front.taken >= front.queued
            assert front.taken not in taken
            taken.add(front.taken)
        corners = np.asarray(mesh.vertices)[mesh.triangles[front.triangle]].tolist()
        assert front.portal[0].tolist() in corners
        assert front.portal[1].tolist() in corners
        for chain, end in zip((front.left, front.right), front.portal, strict=True):
            assert (chain[-1] if len(chain) else front.root).tolist() == end.tolist()
    again = cw.Channel(world).explored_fronts(a, b, radius)
    assert [f.length for f in again] == [f.length for f in fronts]


def test_a_limit_leaves_fronts_in_the_queue():
    fronts = cw.Channel(WORLDS[2]).explored_fronts((1, 1), (29, 29), metric=1, effort=1.01)
    assert [f.taken for f in fronts].count(None) > 0


def test_nothing_to_search():
    world = cw.World((0, 0, 10, 10), max_radius=1.0)
    box = world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    planner = cw.Channel(world)
    assert planner.explored_fronts((1, 1), (9, 1)) == []  # straight
    assert planner.explored_fronts((5, 5), (9, 1)) == []  # blocked
    assert planner.explored_fronts((1, 5), (9, 5), 1.5) == []  # the exact search answers
    assert planner.explored_fronts((1, 5), (9, 5), 0.5) != []
    world.remove(box)
    assert planner.explored_fronts((1, 5), (9, 5)) == []


def test_errors():
    world = cw.World((0, 0, 10, 10))
    planner = cw.Channel(world)
    with pytest.raises(cw.InvalidInput, match="no option"):
        planner.explored_fronts((1, 5), (9, 5), speed=3)
    with pytest.raises(cw.InvalidInput, match="radius"):
        planner.explored_fronts((1, 5), (9, 5), -1)
    with pytest.raises(cw.InvalidInput, match="start"):
        planner.explored_fronts((1, math.nan), (9, 5))
    world.add_link((1, 1), (9, 9), cost=1.0)
    with pytest.raises(cw.InvalidInput, match="several meshes"):
        planner.explored_fronts((1, 5), (9, 5))
