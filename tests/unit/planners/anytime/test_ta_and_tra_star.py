"""TA* and TRA*: against "optimal", against the oracle of discs, and case by case."""

import itertools
import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import Scene, box, build
from support.alarm import interrupted
from support.disc_campaign import run
from support.scenes import integer_obstacle

PLANNERS = ("ta*", "tra*")
NEAR = 1e-9


def ask(world, a, b, radius, planner, **options):
    """One path, checked: status and length against "optimal", legality by the verifier."""
    best = world.find_path(a, b, radius=radius)
    path = world.find_path(a, b, radius=radius, planner=planner, **options)
    assert path.status == best.status
    if not path.found:
        assert path.length == math.inf
        assert path.lower_bound == math.inf
        return path
    assert path.length >= best.length * (1 - NEAR)
    assert path.lower_bound <= best.length * (1 + NEAR)
    assert path.lower_bound <= path.length
    if path.optimal:
        assert path.length <= best.length * (1 + NEAR)
        assert path.lower_bound == path.length
    verdict = path.verify()
    assert verdict["clearance"] >= radius * (1 - NEAR)
    assert not verdict["crosses"]
    assert verdict["gap"] <= NEAR * (1 + path.length)
    assert math.isclose(verdict["length"], path.length, rel_tol=NEAR)
    if len(path.points):
        assert np.allclose(path.points[0], a)
        assert np.allclose(path.points[-1], b)
    return path


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


# --- the special cases of 7.1 --------------------------------------------------------


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
        for planner in PLANNERS
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


@pytest.mark.parametrize("planner", ["ta*", "tra*"])
def test_a_disc_that_needs_a_triangle_by_two_doors(planner):
    """The turns that it can take there depend on the portal by which it entered."""
    world = build(cw, make("ends", 16, 1)[0])
    a, b = (0.5934635977366425, 4.60040060551512), (8.179992377005998, 2.6463613096353336)
    for radius in (0.25, 0.26, 0.28, 0.2999):
        path = world.find_path(a, b, radius=radius, planner=planner)
        assert path.found
        assert path.length == pytest.approx(world.find_path(a, b, radius=radius).length, rel=1e-9)
