"""TA* and TRA*: against "optimal", against the oracle of discs, and case by case."""

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import Scene, box, build
from support.alarm import interrupted
from support.anytime_queries import NEAR, ask
from support.disc_campaign import run
from support.scenes import integer_obstacle

PLANNERS = ("ta*", "tra*")


@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_worlds(kind, planner):
    """Discs and points: the closed search, its own proof, the first path alone."""
    for seed in range(2):
        scene, queries = make(kind, seed, 8)
        world = build(cw, scene)
        for a, b, r in queries:
            for radius in (r, 0.0):
                assert ask(world, a, b, radius, planner).optimal or not world.reachable(
                    a, b, radius
                )
                own = ask(world, a, b, radius, planner, prove_with_optimal=False, limit=3000)
                assert own.optimal or not own.found or own.stats["expanded"] >= 3000
                ask(world, a, b, radius, planner, effort=1)


@pytest.mark.parametrize("planner", PLANNERS)
def test_oracle_of_discs(planner):
    failures = run(count=len(KINDS), seed=40, planners=[planner], queries=6)
    assert not [f["script"] + "\n# " + f["note"] for f in failures if not f["tie"]]


@pytest.mark.long
@pytest.mark.parametrize("planner", PLANNERS)
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_oracle_of_discs_long(kind, planner):
    failures = run(count=40, seed=2000, kinds=[kind], planners=[planner], queries=30)
    assert not [f["script"] + "\n# " + f["note"] for f in failures if not f["tie"]]


@pytest.mark.parametrize("planner", PLANNERS)
def test_ends_on_edges_and_vertices(planner):
    """Integer worlds with integer ends: on walls, corners, and where obstacles touch."""
    rng = np.random.default_rng(11)
    for _ in range(25):
        scene = Scene(box(0, 0, 8, 8))
        scene.obstacles = dict(enumerate(integer_obstacle(rng, 8) for _ in range(5)))
        world = build(cw, scene)
        for a, b in rng.integers(0, 9, (12, 2, 2)).tolist():
            ask(world, a, b, 0.0, planner)
            ask(world, a, b, 0.0, planner, prove_with_optimal=False, limit=2000)
            ask(world, a, b, 0.5, planner)


@pytest.mark.parametrize("planner", [cw.TAStar, cw.TRAStar])
@pytest.mark.parametrize("radius", [0.0, 0.3])
def test_each_improvement_is_better_and_the_last_is_optimal(planner, radius):
    improved = 0
    for seed in range(12):
        scene, queries = make("posts", seed, 6)
        world = build(cw, scene)
        for a, b, _ in queries:
            best = world.find_path(a, b, radius=radius)
            paths = list(planner(world).improve(a, b, radius=radius))
            assert paths[-1].status == best.status
            if not best.found:
                assert len(paths) == 1
                continue
            improved += len(paths) > 1
            for worse, better in itertools.pairwise(paths):
                assert better.length < worse.length
                assert not worse.optimal
            for p in paths:
                assert p.clearance >= radius * (1 - NEAR)
                assert p.lower_bound <= best.length * (1 + NEAR)
            assert paths[-1].optimal
            assert math.isclose(paths[-1].length, best.length, rel_tol=NEAR)
            first = planner(world).find_path(a, b, radius=radius, effort=1)
            assert first.length == paths[0].length
    assert improved > 3


@pytest.mark.parametrize("planner", PLANNERS)
def test_effort_counts_expansions_of_the_first_path(planner):
    scene, queries = make("posts", 4, 20)
    world = build(cw, scene)
    shorter = 0
    for a, b, _ in queries:
        first = world.find_path(a, b, planner=planner, effort=1)
        if not first.found:
            continue
        lengths = [first.length]
        for f in (2, 4, 6, 10):
            p = world.find_path(a, b, planner=planner, effort=f)
            assert p.stats["expanded"] <= math.ceil(f * first.stats["expanded"])
            assert p.length <= lengths[-1]
            lengths.append(p.length)
        shorter += lengths[-1] < lengths[0]
    assert shorter


@pytest.mark.parametrize("planner", PLANNERS)
def test_limit(planner):
    scene, queries = make("posts", 4, 20)
    world = build(cw, scene)
    seen = set()
    for a, b, _ in queries:
        best = world.find_path(a, b)
        for limit in (1, 5, 20, 100, 400, 10_000):
            p = world.find_path(a, b, planner=planner, limit=limit)
            assert p.status is best.status
            assert p.lower_bound <= best.length * (1 + NEAR)
            if p.found:
                first = next(
                    {"ta*": cw.TAStar, "tra*": cw.TRAStar}[planner](world).improve(
                        a, b, limit=limit
                    )
                )
                assert p.stats["expanded"] <= max(limit, first.stats["expanded"])
                seen.add(p.optimal)
                assert p.length >= best.length * (1 - NEAR)
    assert seen == {True, False}


@pytest.mark.parametrize("planner", PLANNERS)
def test_options_are_checked(planner):
    world = cw.World((0, 0, 10, 10))
    for bad in ({"effort": 0}, {"limit": -1}, {"prove_with_optimal": 1}, {"metric": 2}):
        with pytest.raises(cw.InvalidInput):
            world.find_path((1, 1), (9, 9), planner=planner, **bad)
        with pytest.raises(cw.InvalidInput):
            {"ta*": cw.TAStar, "tra*": cw.TRAStar}[planner](world).improve((1, 1), (9, 9), **bad)


@pytest.mark.parametrize("planner", ["ta*", "tra*", "optimal", "channel"])
def test_a_limit_is_a_whole_number(planner):
    world = cw.World((0, 0, 10, 10))
    for bad in (2.5, 0, -1, True, "3", math.nan, None):
        with pytest.raises(cw.InvalidInput, match="limit is"):
            world.find_path((1, 1), (9, 9), planner=planner, limit=bad)
    for good in (1, np.int64(3), 4.0, math.inf):
        assert world.find_path((1, 1), (9, 9), planner=planner, limit=good).found


@pytest.mark.parametrize(
    ("planner", "options"),
    [(cw.TAStar, {}), (cw.TRAStar, {}), (cw.Channel, {}), (cw.Channel, {"by": "fronts"})],
)
def test_improve_says_once_why_there_is_no_path(planner, options):
    world = cw.World((0, 0, 10, 10))
    world.add(box(4, -1, 6, 4.5))
    world.add(box(4, 5.5, 6, 11))
    for a, b, radius, status in (
        ((1, 5), (9, 5), 0.6, cw.Status.NO_PATH),
        ((5, 1), (9, 5), 0.0, cw.Status.START_BLOCKED),
        ((1, 5), (5, 1), 0.0, cw.Status.GOAL_BLOCKED),
    ):
        [path] = planner(world).improve(a, b, radius=radius, **options)
        assert path.status is status is world.find_path(a, b, radius=radius).status
        assert not path.found
        assert path.length == math.inf
        assert len(path.points) == 0


@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("planner", [cw.TAStar, cw.TRAStar])
def test_a_long_search_can_be_interrupted(planner):
    world = cw.World((0, 0, 100, 100))
    world.add_posts(np.random.default_rng(0).uniform(1, 99, (3000, 2)))
    ends = (0.5, 0.5), (99.5, 99.5)
    with interrupted(within=10):
        planner(world).find_path(*ends, radius=0.05, prove_with_optimal=False)
    search = planner(world).improve(*ends, radius=0.05, prove_with_optimal=False)
    first = next(search)
    with interrupted(within=10):
        list(search)
    best = planner(world).find_path(*ends, radius=0.05)
    assert best.optimal
    assert best.length <= first.length


@pytest.mark.parametrize("planner", PLANNERS)
def test_batches_do_not_depend_on_threads(planner):
    scene, queries = make("stars", 7, 40)
    world = build(cw, scene)
    starts, goals, radii = (np.array(column) for column in zip(*queries, strict=True))
    one, four = (
        world.find_paths(starts, goals, radius=radii, planner=planner, threads=t) for t in (1, 4)
    )
    assert (one.status == four.status).all()
    assert (one.length == four.length).all()
    for i, p in enumerate(one):
        single = world.find_path(starts[i], goals[i], radius=radii[i], planner=planner)
        assert (p.points == single.points).all()
        assert (p.channel == single.channel).all()


@pytest.mark.parametrize("planner", [cw.TAStar, cw.TRAStar])
def test_planner_follows_edits_and_a_search_under_way_does_not(planner):
    world = cw.World((0, 0, 20, 20))
    t = planner(world)
    assert t.find_path((1, 10), (19, 10), radius=1).length == 18
    search = t.improve((1, 10), (19, 10), radius=1)
    wall = world.add(box(9, 5, 11, 15))
    with pytest.raises(cw.ClearwayError, match="changed while"):
        next(search)
    p = t.find_path((1, 10), (19, 10), radius=1)
    assert p.optimal
    assert p.length > 18
    world.remove(wall)
    assert t.find_path((1, 10), (19, 10), radius=1).length == 18


@pytest.mark.parametrize("planner", PLANNERS)
def test_beyond_the_radius_that_the_mesh_is_made_for(planner):
    world = cw.World((0, 0, 20, 20), max_radius=0.1)
    world.add(box(9, 0, 11, 9))
    world.add(box(9, 11, 11, 20))
    assert ask(world, (1, 3), (19, 3), 0.9, planner).found
    assert ask(world, (1, 3), (19, 3), 1.0, planner).found
    assert not ask(world, (2, 3), (18, 3), 1.01, planner).found


@pytest.mark.parametrize("planner", PLANNERS)
def test_many_small_obstacles_still_end(planner):
    """Figure 8.4: each post doubles the channels; the proof must not take for ever."""
    world = cw.World((0, 0, 60, 30))
    rng = np.random.default_rng(3)
    world.add_posts(rng.uniform((20, 2), (40, 28), (250, 2)))
    p = ask(world, (2, 15), (58, 14), 0.05, planner)
    assert p.optimal
    assert p.stats["expanded"] < 20_000
    first = ask(world, (2, 15), (58, 14), 0.05, planner, effort=1)
    assert first.length < 1.1 * p.length


@pytest.mark.parametrize("planner", ["ta*", "tra*"])
def test_a_disc_that_needs_a_triangle_by_two_doors(planner):
    """The turns that it can take there depend on the portal by which it entered."""
    world = build(cw, make("ends", 16, 1)[0])
    a, b = (0.5934635977366425, 4.60040060551512), (8.179992377005998, 2.6463613096353336)
    for radius in (0.25, 0.26, 0.28, 0.2999):
        path = world.find_path(a, b, radius=radius, planner=planner)
        assert path.found
        assert path.length == pytest.approx(world.find_path(a, b, radius=radius).length, rel=1e-9)
