"""The special cases of TRA* (Demyen 2007, 7.1): ends in one component, tree, ring or corridor."""

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import make
from oracle.scene import box, build
from support.anytime_queries import NEAR, ask


def level(world, p):
    a = world.abstraction()
    return int(a.levels[world.locate(p)])


def tra(world, a, b, radius=0.0):
    p = ask(world, a, b, radius, "tra*", prove_with_optimal=False)
    assert ask(world, b, a, radius, "tra*").status == p.status
    return p


@pytest.fixture(scope="module")
def courts():
    """From west to east: an island, a tree, a ring, and three blocks in a yard with a bay."""
    return cw.World.from_walkable(
        {
            "type": "MultiPolygon",
            "coordinates": [
                [[(0, 0), (6, 0), (0, 6)]],
                [[(10, 0), (20, 0), (20, 10), (17, 10), (15, 2), (13, 10), (10, 10)]],
                [[(30, 0), (42, 0), (42, 12), (30, 12)], [(34, 4), (38, 4), (38, 8), (34, 8)]],
                [
                    [(50, 0), (90, 0), (90, 20), (72, 20), (72, 30), (68, 30), (68, 20), (50, 20)],
                    [(55, 8), (60, 8), (60, 12), (55, 12)],
                    [(68, 8), (72, 8), (72, 12), (68, 12)],
                    [(80, 8), (85, 8), (85, 12), (80, 12)],
                ],
            ],
        }
    )


def test_7_1_1_separate_components(courts):
    assert tra(courts, (1, 1), (12, 1)).status == cw.Status.NO_PATH
    p = courts.find_path((31, 1), (52, 1), planner="tra*")
    assert p.status == cw.Status.NO_PATH
    assert p.stats["expanded"] == 0


def test_7_1_2_island_and_same_triangle(courts):
    assert level(courts, (1, 1)) == 0
    p = tra(courts, (1, 1), (3, 1))
    assert p.length == 2
    assert p.optimal
    assert p.stats["expanded"] <= 1
    assert tra(courts, (1, 1), (3, 1), 0.5).length == 2
    assert tra(courts, (1, 1), (3, 1), 1.5).status == cw.Status.START_BLOCKED


def test_7_1_3_from_a_tree_to_its_root(courts):
    a = courts.abstraction()
    bay = next(
        d
        for d in a.dead_ends
        if d.root is not None and a.mesh.vertices[a.mesh.triangles[d.triangles]].max() > 29
    )
    root = a.mesh.vertices[a.mesh.triangles[bay.root]].mean(axis=0)
    for radius in (0.0, 1.0):
        p = tra(courts, (70, 28), root, radius)
        assert p.optimal
        assert p.stats["expanded"] <= 1
        assert tra(courts, root, (70, 28), radius).stats["expanded"] <= 1
    assert a.chokes[courts.locate((70, 25))].max() <= 4


def test_7_1_4_in_one_tree(courts):
    assert level(courts, (11, 9)) == 1
    for radius in (0.0, 0.5):
        p = tra(courts, (11, 9), (19, 9), radius)
        assert p.optimal
        assert p.stats["expanded"] <= 1
    assert not tra(courts, (11.2, 8.7), (18.8, 8.7), 1.01).found
    inside = tra(courts, (70, 28), (69, 22))  # rooted
    assert inside.optimal
    assert inside.stats["expanded"] <= 1


def test_7_1_4_tree_too_narrow_to_leave():
    world = cw.World((0, 0, 40, 20))
    world.add(box(0, 10, 9, 11))
    world.add(box(11, 10, 20, 20))
    for x in (24, 32):
        world.add(box(x, 4, x + 2, 6))
    assert tra(world, (4, 16), (38, 5), 1.0).found
    assert not tra(world, (4, 16), (38, 5), 1.01).found


def test_7_1_5_ring(courts):
    assert level(courts, (31, 6)) == 2
    for a, b in (((31, 6), (41, 6)), ((31, 6), (41, 7)), ((31, 6), (41, 5)), ((32, 1), (32, 11))):
        for radius in (0.0, 0.5):
            p = tra(courts, a, b, radius)
            assert p.optimal
            assert p.stats["expanded"] <= 2
    assert tra(courts, (32, 6), (40, 6), 2.0).found
    assert not courts.find_path((32, 6), (40, 6), radius=2.01, planner="tra*").found


def test_7_1_5_ring_open_one_way_only():
    world = cw.World((0, 0, 20, 20))
    world.add(box(5, 5, 15, 19))
    short, long = tra(world, (3, 17), (17, 17), 0.4), tra(world, (3, 17), (17, 17), 0.6)
    assert short.length < long.length
    assert long.optimal
    assert tra(world, (3, 17), (17, 17), 1.9).found


def test_7_1_5_loop():
    """Both ends around the block at the end of a yard; both directions are tried."""
    world = cw.World((0, 0, 60, 20))
    for x in (6, 26, 46):
        world.add(box(x, 6, x + 8, 14))
    world.add(box(18, 0, 20, 8))
    world.add(box(18, 12, 20, 20))
    a = world.abstraction()
    assert any(c.is_loop for c in a.corridors)
    for start, goal in (((3, 2), (3, 18)), ((3, 10), (15.5, 10)), ((10, 3), (10, 17))):
        for radius in (0.0, 1.0):
            assert tra(world, start, goal, radius).optimal


def test_7_1_6_corridor_and_the_way_outside_it():
    """Along the corridor when that is shorter; round about when it is long, or too narrow."""
    world = cw.World((0, 0, 40, 40))
    world.add(box(10, 10, 30, 18))
    world.add(box(10, 22, 30, 30))
    world.add(box(19, 18, 21, 21))  # narrows the corridor between the two
    straight = tra(world, (12, 20), (28, 20), 0.4)
    around = tra(world, (12, 20), (28, 20), 0.6)
    a = world.abstraction()
    one, other = (set(a.structures[world.locate(p)].tolist()) for p in ((12, 20), (28, 20)))
    assert one & other
    assert straight.optimal
    assert around.optimal
    assert around.length > straight.length + 10


def test_both_ends_in_one_triangle_parted_by_its_height():
    """A disc that cannot pass between corner and wall goes round to the other side of its own
    triangle."""
    world = cw.World((0, 0, 40, 30))
    world.add([(20, 2), (24, 14), (16, 14)])
    p = tra(world, (17, 2.5), (23, 2.5), 1.5)
    assert p.optimal
    assert p.length > 20
    assert ask(world, (17, 2.5), (23, 2.5), 1.5, "ta*", prove_with_optimal=False).optimal
    assert tra(world, (17, 1.5), (23, 1.5), 1.0).length < 7


def test_from_a_decision_node_to_others():
    world = cw.World((0, 0, 60, 40))
    for x in (10, 25, 40):
        for y in (8, 22):
            world.add(box(x, y, x + 8, y + 8))
    a = world.abstraction()
    points = [d.point for d in a.decision_nodes]
    for s, g in itertools.permutations(points, 2):
        p = world.find_path(s, g, planner="tra*", prove_with_optimal=False, limit=20_000)
        best = world.find_path(s, g)
        assert p.length >= best.length * (1 - NEAR)
        if p.optimal:
            assert math.isclose(p.length, best.length, rel_tol=NEAR)


def test_tra_expands_far_less_than_ta():
    scene, queries = make("comb", 3, 30)
    world = build(cw, scene)
    total = {
        planner: sum(
            world.find_path(a, b, radius=r, planner=planner, effort=1).stats["expanded"]
            for a, b, r in queries
        )
        for planner in ("ta*", "tra*")
    }
    assert total["tra*"] * 3 < total["ta*"]


def test_an_end_on_a_wall_is_reached_from_either_side():
    """What goes past one side of the wall may come to the other."""
    w = cw.World(bounds=(0, 0, 20, 20))
    w.add_wall([(5, 5), (15, 5)])
    w.add_wall([(11, 12.5), (12.5, 7.5), (12.5, 12.5)])
    for planner in ("ta*", "tra*"):
        for a, b in (((13, 15), (12.5, 8.5)), ((12.5, 8.5), (13, 15))):
            p = w.find_path(a, b, planner=planner)
            assert p.optimal
            assert p.length == pytest.approx(math.hypot(0.5, 6.5), rel=1e-12), planner


@pytest.mark.parametrize("seed", range(40))
def test_ends_on_walls_and_corners(seed):
    rng = np.random.default_rng(seed)
    w = cw.World(bounds=(0, 0, 20, 20))
    lines = [rng.integers(1, 20, (3, 2)).astype(float) for _ in range(4)]
    for line in lines:
        w.add_wall(line)
    a = np.concatenate([*lines, *[(line[:-1] + line[1:]) / 2 for line in lines]])
    b = a[rng.permutation(len(a))]
    owed = w.find_paths(a, b)
    for planner in ("ta*", "tra*"):
        found = w.find_paths(a, b, planner=planner)
        assert (found.status == owed.status).all()
        some = owed.status == 0
        assert np.allclose(found.length[some], owed.length[some], rtol=1e-9, atol=1e-12), planner
