"""Fields in worlds with links: against searches, whose costs with links are proved."""

from __future__ import annotations

import math
import threading

import numpy as np
import pytest

import clearway as cw
from support.feature_worlds import make, point


def same(a, b):
    return a == b == math.inf or a == pytest.approx(b, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("radius", [0.0, 0.3])
@pytest.mark.parametrize("seed", range(12))
def test_values_are_those_of_searches(seed, radius):
    rng = np.random.default_rng(6000 + seed)
    case = make(rng, areas=0, doors=0, links=int(rng.integers(1, 5)))
    goal, points = point(rng), [point(rng) for _ in range(40)]
    field = case.world.field(goal, radius)
    paths = case.world.find_paths(points, goal, radius)
    found = [path.cost if path else math.inf for path in paths]
    assert all(map(same, field.distance(points), found))
    by_links = [i for i, path in enumerate(paths) if path and path.links]
    for i in by_links:
        path = field.path(points[i])
        assert path.links == paths[i].links
        assert path.cost == pytest.approx(found[i])
        # A step in its direction is a step nearer, up to where the link begins.
        step = np.add(points[i], 1e-6 * field.direction(points[i]))
        nearer = field.distance(step)
        assert nearer == pytest.approx(found[i] - 1e-6, abs=1e-9)


def test_several_goals_and_lines():
    rng = np.random.default_rng(1)
    for seed in range(8):
        case = make(np.random.default_rng(6100 + seed), areas=0, doors=0, links=3)
        goals = [[point(rng), point(rng)], [point(rng)]]
        points = [point(rng) for _ in range(20)]
        field = case.world.field(goals)
        distances, indices = field.distance(points), field.goal_index(points)
        for p, distance, index in zip(points, distances, indices, strict=True):
            path = case.world.find_path(p, goals)
            assert path.found == (distance < math.inf)
            if not path:
                continue
            # Paths to lines by links are searched from several points, and not all proved.
            assert path.lower_bound * (1 - 1e-9) <= distance <= path.cost * (1 + 1e-9) + 1e-9
            if path.optimal:
                assert path.cost == pytest.approx(distance, rel=1e-9, abs=1e-9)
            assert 0 <= index < 2


def test_links_are_followed_as_they_change():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add_wall([(10, 0), (10, 20)])
    field = world.field((15, 10))
    assert field.distance((5, 10)) == math.inf
    ladder = world.add_link((8, 10), (12, 10), cost=1.0)
    assert field.distance((5, 10)) == 3 + 1 + 3
    assert field.direction((5, 10)).tolist() == [1, 0]
    world.disable(ladder)
    assert field.distance((5, 10)) == math.inf
    world.enable(ladder)
    assert field.distance((5, 10)) == 7
    rope = world.add_link((8, 10), (14, 10), cost=0.5, two_way=False, radius=0.2)
    assert field.distance((5, 10)) == 3 + 0.5 + 1
    assert world.field((15, 10), radius=0.3).distance((5, 10)) == 7
    assert world.field((5, 10)).distance((15, 10)) == 7  # the rope leads one way
    world.remove(rope)
    world.add([(7, 9), (9, 9), (9, 11), (7, 11)])  # the entry of the ladder is blocked
    assert field.distance((5, 10)) == math.inf


def test_two_links_in_a_row_and_the_regions_of_goals():
    world = cw.World(bounds=(0, 0, 30, 10))
    world.add_wall([(10, 0), (10, 10)])
    world.add_wall([(20, 0), (20, 10)])
    world.add_link((9, 5), (11, 5), cost=2.0)
    world.add_link((19, 5), (21, 5), cost=3.0)
    field = world.field([[(1, 5)], [(29, 5)]])
    assert field.distance((2, 5)) == 1
    assert field.distance((15, 5)) == pytest.approx(4 + 2 + 8)  # 4 + 3 + 8 to the other side
    assert field.goal_index([(15, 5), (2, 5), (28, 5)]).tolist() == [0, 0, 1]
    west = world.field([[(1, 5)]])
    assert west.distance((28, 5)) == pytest.approx(7 + 3 + 8 + 2 + 8)


def test_links_with_segments_are_refused_by_name():
    world = cw.World(bounds=(0, 0, 10, 10))
    field = world.field((9, 5))
    ferry = world.add_link([(1, 1), (1, 2)], [(9, 1), (9, 2)])
    with pytest.raises(cw.InvalidInput, match=f"link {ferry}"):
        field.distance((1, 5))
    world.disable(ferry)
    assert field.distance((1, 5)) == 8


def test_an_edit_of_links_makes_a_field_stale():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add_wall([(10, 0), (10, 20)])
    field = world.field((15, 10))
    ladder = world.add_link((8, 10), (12, 10), cost=1.0)
    assert field.is_stale
    assert (field.distance((5, 10)), field.is_stale) == (7, False)
    world.add([(2, 9), (3, 9), (3, 11), (2, 11)])  # no path without the link leads there
    assert field.is_stale
    around = math.dist((1, 10), (2, 11)) + 1 + math.dist((3, 11), (8, 10))
    assert (field.distance((1, 10)), field.is_stale) == (pytest.approx(around + 1 + 3), False)
    world.disable(ladder)
    assert field.is_stale
    assert (field.distance((5, 10)), field.is_stale) == (math.inf, False)


def test_a_thread_that_is_late_does_not_disturb_another():
    world = cw.World(bounds=(0, 0, 20, 20))
    world.add_wall([(10, 0), (10, 20)])
    world.add_link((8, 10), (12, 10), cost=1.0, two_way=False)
    field = world.field((15, 10))
    read, begun, goes_on = field._without_links, threading.Event(), threading.Event()

    def late(rows, threads):
        # The second read of a query is that of the exits of links.
        if threading.current_thread() is thread and begun_once:
            begun.set()
            goes_on.wait(60)
        begun_once.append(True)
        return read(rows, threads)

    begun_once: list[bool] = []
    found: list[float] = []
    thread = threading.Thread(target=lambda: found.append(field.distance((5, 10))))
    field._without_links = late
    thread.start()
    assert begun.wait(60)
    world.add_link((6, 10), (14, 10), cost=0.5, two_way=False)
    world.add_link((6, 10), (13, 10), cost=5.0, two_way=False)
    assert field.distance((5, 10)) == 1 + 0.5 + 1
    goes_on.set()
    thread.join(60)
    assert found == [2.5]
