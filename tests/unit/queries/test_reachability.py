"""`reachable` and `max_radius` against the configuration space by shapely."""

import math
import pickle

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.discs import Discs
from oracle.scene import build, insert, script
from support.end_checks import is_tie, too_wide

BOX = np.array([(0, 0), (2, 0), (2, 1), (0, 1)], float)


def disagreements(kind, seeds, queries):
    """Scripts of queries on which the oracle is sure and the world says otherwise."""
    wrong, decided = [], 0
    for seed in seeds:
        scene, asked = make(kind, seed, queries)
        world = build(cw, scene)
        discs = Discs(scene.bounds, scene.obstacles)
        starts, goals, radii = (np.array(column) for column in zip(*asked, strict=True))
        answers = world.reachable(starts, goals, radii)
        widest = world.max_radius(starts, goals)
        for query, can, most in zip(asked, answers, widest, strict=True):
            owed = discs.reachable(*query)
            decided += owed is not None
            a, b, r = query
            note = f"{script(scene)}\n# {kind} {seed}: reachable({a}, {b}, {r}) is not {owed}"
            if owed is not None and owed != can and not is_tie(world, discs, *query):
                wrong.append(note)
            if (r <= most and not can) or (can and not r < too_wide(world, a, b, most)):
                wrong.append(note + f": {can}, but the widest is {most}")
    return wrong, decided


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_reachable_agrees_with_shapely(kind):
    wrong, decided = disagreements(kind, range(2), 12)
    assert not wrong, wrong[0]
    assert decided >= 6


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_reachable_agrees_with_shapely_long(kind):
    wrong, decided = disagreements(kind, range(100, 160), 60)
    assert not wrong, wrong[0]
    assert decided >= 1000


@pytest.mark.parametrize("seed", range(3))
def test_edited_world_answers_like_a_fresh_one(seed):
    rng = np.random.default_rng(seed)
    scene, asked = make("mixed", seed, 60)
    world = cw.World(scene.bounds)
    empty = world.mesh()
    items = list(scene.obstacles.values())
    handles = [insert(world, *item) for item in items]
    starts, goals, radii = (np.array(column) for column in zip(*asked, strict=True))
    for _ in range(8):
        k = int(rng.integers(len(items)))
        world.remove(handles[k])
        handles[k] = insert(world, *items[k])
        j = int(rng.integers(len(items)))
        world.remove(handles[j])
        fresh = cw.World(scene.bounds)
        for i, item in enumerate(items):
            if i != j:
                insert(fresh, *item)
        assert (
            world.reachable(starts, goals, radii) == fresh.reachable(starts, goals, radii)
        ).all()
        assert np.array_equal(
            world.max_radius(starts, goals), fresh.max_radius(starts, goals), equal_nan=True
        )
        handles[j] = insert(world, *items[j])
    for h in handles:
        world.remove(h)
    world.validate()
    assert world.stats["refinements"] == 0
    assert len(world.mesh().triangles) == len(empty.triangles)


def test_every_world_answers_for_any_radius():
    w = cw.World((0, 0, 10, 10))
    w.add([(4, 0), (5, 0), (5, 4.5), (4, 4.5)])
    w.add([(4, 5.5), (5, 5.5), (5, 10), (4, 10)])
    assert w.reachable((1, 1), (9, 9), 0.5)
    assert not w.reachable((1, 1), (9, 9), math.nextafter(0.5, 1))
    assert w.max_radius((2, 2), (8, 8)) == 0.5
    assert w.reachable((1, 1), [(9, 9), (2, 2), (4.5, 2)], 0.6).tolist() == [False, True, False]
    assert math.isnan(w.max_radius((1, 1), (4.5, 2)))


def test_lists_of_points_that_were_meant_as_places():
    world = cw.World((0, 0, 10, 10))
    room, exit_ = [(1, 1), (3, 1), (3, 3), (1, 1)], [(9, 1), (9, 9)]
    for ask in (world.max_radius, world.reachable):
        with pytest.raises(cw.InvalidInput, match=r"4 points a but 2 .* geometry or a list of one"):
            ask(room, exit_)
    assert world.max_radius([room], [exit_]) == pytest.approx([1.0])


def test_a_world_may_be_for_small_discs_or_points_only():
    rings = [[(4, 0), (5, 0), (5, 4.5), (4, 4.5)], [(4, 5.5), (5, 5.5), (5, 10), (4, 10)]]
    bounds = (0, 0, 10, 10)
    points = cw.World.from_obstacles(rings, bounds, max_radius=0)
    assert points.stats["refinements"] == 0
    assert points.reachable((1, 1), (9, 9))
    # Above max_radius the answer is that of find_path, exact too.
    assert points.reachable((1, 1), (9, 9), 0.5)
    assert points.reachable((1, 1), (9, 9), [0.0, 0.5, 0.6]).tolist() == [True, True, False]
    assert not points.reachable((1, 1), (9, 9), math.nextafter(0.5, 1))
    assert not points.find_path((1, 1), (9, 9), math.nextafter(0.5, 1)).found
    small = cw.World.from_obstacles(rings, bounds, max_radius=0.5)
    assert small.reachable((1, 1), (9, 9), 0.5)
    assert not small.reachable((1, 1), (9, 9), 0.6)
    assert small.reachable((1, 1), (2, 2), 0.6)
    assert not small.reachable((0.5, 1), (2, 2), 0.6)


def test_two_points_and_many_radii():
    world = cw.World((0, 0, 10, 10))
    world.add_wall([(5, 0), (5, 8)])
    radii = [0.0, 0.5, 1.0, 1.5]
    a, b = (2, 2), (8, 2)
    assert world.reachable(a, b, radii).tolist() == [True, True, True, False]
    paths = world.find_paths(a, b, radii)
    assert paths.length.tolist() == [world.find_path(a, b, r).length for r in radii]
    assert world.reachable(a, b, []).shape == (0,)
    with pytest.raises(cw.InvalidInput, match="radius"):
        world.find_paths(a, [b, b], radii)


def test_reachability_follows_edits():
    """What edits keep and repair answers as what is built from nothing."""
    rng = np.random.default_rng(17)
    world = cw.World(bounds=(0, 0, 40, 40))
    handles = [world.add(p + BOX) for p in rng.uniform(0, 37, (120, 2))]
    for edit in range(40):
        if edit % 4 == 3:
            with world.editing():
                for _ in range(10):
                    world.remove(handles.pop(int(rng.integers(len(handles)))))
        elif edit % 4 == 2:
            start = rng.uniform(0, 30, 2)
            handles.append(world.add_wall([start, start + rng.uniform(-9, 9, 2)]))
        else:
            handles += [world.add(p + BOX) for p in rng.uniform(0, 37, (4, 2))]
        if edit % 5 == 4:
            continue
        ends = world.random_points(60, rng=edit)
        fresh = pickle.loads(pickle.dumps(world))
        for radius in (0.0, 0.1, 0.4):
            asked = (ends[:30], ends[30:], radius)
            assert world.reachable(*asked).tolist() == fresh.reachable(*asked).tolist()
        widest = world.max_radius(ends[:30], ends[30:])
        assert np.allclose(widest, fresh.max_radius(ends[:30], ends[30:]), 1e-12, 0, equal_nan=True)
