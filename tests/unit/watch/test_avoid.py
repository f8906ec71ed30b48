"""A moving disc on the path: pass it, plan again, or wait."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest
import shapely

import clearway as cw


def legal(avoidance, disc, radius):
    """Legal by the verifier for the static obstacles, and clear of the disc."""
    path = avoidance.path
    verdict = path.verify()
    assert not verdict["crosses"]
    assert verdict["clearance"] >= radius - 1e-9
    gap = shapely.LineString(path.sample(1e-6)).distance(shapely.Point(disc[:2]))
    assert gap >= disc[2] + radius - 1e-4


@pytest.fixture
def corridor():
    """Two rooms joined by a wide and a narrow passage."""
    world = cw.World((0, 0, 30, 20))
    world.add([(10, 4), (20, 4), (20, 12), (10, 12)])
    return world


def test_not_in_the_way(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.5)
    answer = path.avoid((15, 3.6, 0.5))
    assert answer.encounter is cw.Encounter.CLEAR
    assert answer.path.segments == path.segments
    assert answer.path.avoided.tolist() == [[15, 3.6, 0.5]]


def test_passes_in_a_wide_channel(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.25)
    disc = (15.0, 2.0, 0.5)
    answer = path.avoid(disc)
    assert answer.encounter is cw.Encounter.PASS
    legal(answer, disc, 0.25)
    assert path.length < answer.path.length < path.length + 1
    assert answer.path.start.tolist() == [5, 2]
    assert answer.path.goal.tolist() == [25, 2]


def test_takes_another_channel(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.75)
    disc = (15.0, 2.0, 1.5)
    answer = path.avoid(((15.0, 2.0), 1.5))
    assert answer.encounter is cw.Encounter.REPLAN
    legal(answer, disc, 0.75)
    assert answer.path.length > path.length + 5


def test_waits_when_every_way_is_shut(corridor):
    corridor.add_wall([(15, 12), (15, 20)])
    path = corridor.find_path((5, 2), (25, 2), radius=0.75)
    assert path.avoid((15, 2, 1.5)) == (cw.Encounter.WAIT, None)


def test_waits_when_it_stands_on_an_end(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.5)
    assert path.avoid((25, 2.2, 0.5)).encounter is cw.Encounter.WAIT
    assert path.avoid((5, 2, 0.5)).encounter is cw.Encounter.WAIT


def test_an_agent_at_its_goal(corridor):
    path = corridor.find_path((5, 2), (5, 2), radius=0.5)
    assert path.avoid((5, 3, 1)) == (cw.Encounter.WAIT, None)
    assert path.avoid((9, 3, 1)).encounter is cw.Encounter.CLEAR


def test_the_world_stays_as_it_was(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.75)
    version = corridor.version
    path.avoid((15, 2, 1.5))
    assert corridor.version == version
    assert len(corridor) == 1


@pytest.mark.parametrize(
    "bad", [None, 3, (1, 2), (1, 2, 0), (1, 2, -1), (1, 2, float("nan")), (1, 2, 3, 4), "abc"]
)
def test_bad_discs(corridor, bad):
    path = corridor.find_path((5, 2), (25, 2))
    with pytest.raises(cw.InvalidInput):
        path.avoid(bad)


@pytest.mark.parametrize("bad", [[(1, 2, 3), (1, 2)], [(1, 2, 3), 4], [(1, 2, 3), (1, 2, -1)]])
def test_bad_discs_among_several(corridor, bad):
    with pytest.raises(cw.InvalidInput, match="disc"):
        corridor.find_path((5, 2), (25, 2)).avoid(bad)


@pytest.mark.parametrize("s", [None, "x", float("nan"), [1, 2]])
def test_bad_distances(corridor, s):
    with pytest.raises(cw.InvalidInput, match="s"):
        corridor.find_path((5, 2), (25, 2)).avoid((15, 2, 0.5), s)


def test_no_discs(corridor):
    path = corridor.find_path((5, 2), (25, 2))
    for none in ([], (), np.empty((0, 3))):
        assert path.avoid(none).encounter is cw.Encounter.CLEAR


def test_forms_of_discs(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.25)
    discs = [(12.0, 2.0, 0.4), (18.0, 1.8, 0.3)]
    answers = [
        path.avoid(form).path
        for form in (discs, tuple(discs), np.array(discs), [((x, y), r) for x, y, r in discs])
    ]
    assert all(p.segments == answers[0].segments for p in answers)
    for disc in discs:
        legal(cw.Avoidance(cw.Encounter.PASS, answers[0]), disc, 0.25)


def test_the_discs_of_the_issue():
    """Avoiding a second disc led back into the first, which it passed at 2.40 instead of 3.0."""
    world = cw.World((0, 0, 40, 20))
    path = world.find_path((2, 10), (38, 10), radius=1)
    first, second = (15.0, 10.0, 2.0), (15.0, 13.5, 2.0)
    one = path.avoid(first).path
    two = one.avoid(second)
    for disc in (first, second):
        legal(two, disc, 1)
    assert two.path.avoided.tolist() == [list(first), list(second)]
    forgotten = one.avoid(second, keep=False)
    assert forgotten.path.avoided.tolist() == [list(second)]
    twin = pickle.loads(pickle.dumps(two.path))
    assert twin.avoided.tolist() == two.path.avoided.tolist()
    assert two.path.after(3).avoided.tolist() == two.path.avoided.tolist()
    assert twin.in_world(world).avoid((30, 10, 1)).path.avoided.shape == (3, 3)


def test_from_a_distance(corridor):
    path = corridor.find_path((5, 2), (25, 2), radius=0.25)
    disc = (8.0, 2.0, 0.5)
    assert path.avoid(disc).encounter is cw.Encounter.PASS
    past = path.avoid(disc, s=5.0)
    assert past.encounter is cw.Encounter.CLEAR
    assert past.path.start.tolist() == [10, 2]
    ahead = path.avoid((15.0, 2.0, 0.5), s=5.0)
    assert ahead.encounter is cw.Encounter.PASS
    assert ahead.path.start.tolist() == [10, 2]
    assert path.avoid((10.0, 2.0, 0.5), s=5.0).encounter is cw.Encounter.WAIT


def test_random_chains():
    """Three discs on the path, one after the other or together, while the agent moves on."""
    rng = np.random.default_rng(12)
    passed = {1: 0, 2: 0, 3: 0}
    for _ in range(120):
        world = cw.World((0, 0, 40, 40))
        for x, y in rng.uniform(2, 36, (8, 2)):
            world.add_rect((x, y), (x + 3, y + 2))
        radius = float(rng.choice([0.0, 0.5, 1.0]))
        path = world.find_path(*rng.uniform(1.1, 38.9, (2, 2)), radius)
        if not path.found or path.length < 10:
            continue
        discs = []
        for step in range(1, 4):
            s = float(rng.uniform(0, 0.2)) * path.length
            ahead = path.at(s + float(rng.uniform(0.2, 0.8)) * (path.length - s))
            disc = (*(ahead + rng.normal(0, 0.7, 2)).tolist(), float(rng.uniform(0.2, 2.0)))
            answer = path.avoid(disc, s)
            if answer.path is None:
                ends = np.array([path.at(s), path.goal])
                other = copy.copy(world)
                for x, y, r in [*discs, disc]:
                    other.add_disc((x, y), r, tolerance=1e-6 * r)
                again = other.find_path(*ends, radius)
                assert not again.found or again.clearance < radius + 0.003 * 2
                break
            discs.append(disc)
            passed[step] += 1
            for known in discs:
                legal(answer, known, radius)
            assert np.allclose(answer.path.start, path.at(s), rtol=0, atol=1e-11)
            assert np.allclose(answer.path.goal, path.goal, rtol=0, atol=1e-11)
            path = answer.path
            assert path.avoided.tolist() == [list(d) for d in discs]
    assert min(passed.values()) > 30, passed


def test_no_path_to_keep(corridor):
    with pytest.raises(cw.InvalidInput):
        corridor.find_path((5, 2), (15, 8)).avoid((1, 1, 1))


def test_random_encounters():
    rng = np.random.default_rng(11)
    seen = set()
    for _ in range(60):
        world = cw.World((0, 0, 30, 30))
        for x, y in rng.uniform(2, 28, (14, 2)):
            w, h = rng.uniform(0.5, 5, 2)
            world.add([(x, y), (x + w, y), (x + w, y + h), (x, y + h)])
        radius = float(rng.choice([0.0, 0.3, 0.8]))
        path = world.find_path(*rng.uniform(0.9, 29.1, (2, 2)), radius)
        if not path.found or not len(path.segments):
            continue
        on = path.sample(0.01)[int(rng.integers(len(path.sample(0.01))))]
        disc = (*(on + rng.normal(0, 0.5, 2)).tolist(), float(rng.uniform(0.2, 2.0)))
        answer = path.avoid(disc)
        seen.add(answer.encounter)
        if answer.path is not None:
            legal(answer, disc, radius)
            assert answer.path.length >= path.length - 1e-9
        else:
            ring = shapely.Point(disc[:2]).buffer(disc[2], quad_segs=64)
            world.add(np.array(ring.exterior.coords)[:-1])
            again = world.find_path(path.start, path.goal, radius)
            assert not again.found or again.clearance < radius + 0.003 * disc[2]
    assert seen >= {cw.Encounter.PASS, cw.Encounter.WAIT, cw.Encounter.CLEAR}


@pytest.mark.parametrize(
    ("ring", "wall", "ends", "disc"),
    [
        ([(5, 5), (10, 5), (10, 10), (5, 10)], None, ((5, 5), (10, 9)), (10, 5, 0.5)),
        (None, [(10, 0), (10, 15)], ((5, 0), (15, 0)), (10, 15, 1)),
        ([(5, 0), (10, 0), (10, 18), (5, 18)], None, ((5, 5), (10, 5)), (7, 18.1, 0.25)),
    ],
)
def test_points_on_walls_do_not_pass_through_what_is_behind(ring, wall, ends, disc):
    world = cw.World((0, 0, 20, 20))
    world.add(ring) if ring else world.add_wall(wall)
    answer = world.find_path(*ends).avoid(disc)
    assert answer.encounter is cw.Encounter.PASS
    verdict = answer.path.verify()
    assert not verdict["crosses"]
    assert verdict["free"]
    assert answer.path.length > world.find_path(*ends).length


def test_points_on_walls_wait_where_the_only_way_is_shut():
    world = cw.World((0, 0, 20, 20))
    world.add([(5, 0), (10, 0), (10, 18), (5, 18)])
    answer = world.find_path((5, 5), (10, 5)).avoid((7, 19, 2))
    assert answer == (cw.Encounter.WAIT, None)
