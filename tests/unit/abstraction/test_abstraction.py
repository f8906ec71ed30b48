"""Levels, structures, chokes and rooms against definitions, laws and the raw obstacles."""

import itertools
import pickle

import numpy as np
import pytest

import clearway as cw
from oracle import levels as by_definition
from oracle.arrangement import has_crossings
from oracle.canonical import same_mesh
from oracle.disc_worlds import KINDS, make
from oracle.scene import RING, WALL, Scene, box, build
from support.abstraction_checks import check_against_definition
from support.scenes import integer_obstacle
from support.terrain_worlds import two_rooms, world_of


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_worlds(kind):
    for seed in range(2):
        check_against_definition(world_of(kind, seed)[1])


@pytest.mark.long
@pytest.mark.parametrize("kind", sorted(KINDS))
def test_random_worlds_long(kind):
    for seed in range(100, 200):
        check_against_definition(world_of(kind, seed)[1])


def test_integer_worlds():
    """Overlaps, shared sides and corners, pinched components, rings that cross themselves."""
    rng = np.random.default_rng(5)
    for _ in range(25):
        scene = Scene(box(0, 0, 8, 8))
        scene.obstacles = dict(enumerate(integer_obstacle(rng, 8) for _ in range(6)))
        check_against_definition(build(cw, scene))


@pytest.mark.parametrize("seed", range(6))
def test_two_n_minus_two_for_free_standing_obstacles(seed):
    """The law in its plain form: n obstacles apart from each other and from the bounds."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(2, 30))
    world = cw.World((0, 0, 60, 50))
    cells = rng.permutation(30)[:n]
    for k, cell in enumerate(cells):
        x, y = 10 * (cell % 6) + 1.0, 10 * (cell // 6) + 1.0
        points = np.array([x, y]) + rng.uniform(0, 8, (5, 2))
        hull = points[np.argsort(np.arctan2(*(points - points.mean(axis=0)).T))]
        if k % 3 == 0:
            world.add(hull)
        elif k % 3 == 1:
            world.add_wall(points[:2])
        else:
            world.add_post(points[0])
    a = check_against_definition(world)
    assert len(a.decision_nodes) == 2 * n - 2
    assert a.component_count == 1


@pytest.mark.parametrize("kind", ["convex", "posts", "touching", "overlapping"])
def test_holes_from_the_raw_obstacles(kind):
    """The same law with holes counted by shapely, per component."""
    for seed in range(4):
        scene, world = world_of(kind, seed)
        a = world.abstraction()
        for component in range(a.component_count):
            rows = np.flatnonzero(a.components == component)
            areas = a.mesh.areas[rows]
            t = rows[np.argmax(areas)]
            if areas.max() < 1e-6:
                continue
            n = by_definition.holes(scene, a.mesh.vertices[a.mesh.triangles[t]].mean(axis=0))
            assert (a.levels[rows] == 3).sum() == max(0, 2 * n - 2), (seed, component)


def by_place(world):
    """Level, choke and link of each triangle under its corners' coordinates."""
    a = world.abstraction()
    corners = a.mesh.vertices[a.mesh.triangles]
    keys = [tuple(sorted(map(tuple, c.tolist()))) for c in corners]

    def key(t):
        return keys[t] if t >= 0 else None

    out = {}
    for t, level in enumerate(a.levels.tolist()):
        links = sorted(
            (str(key(n)), round(choke, 9), round(angle, 9))
            for n, choke, angle in zip(a.adjacent[t], a.chokes[t], a.angles[t], strict=True)
        )
        out[keys[t]] = (level, links)
    return out


@pytest.mark.parametrize("kind", ["convex", "walls", "overlapping"])
def test_independent_of_insertion_order_and_of_edits(kind):
    scene, _ = make(kind, 3, 1)
    plain = build(cw, scene)
    keys = list(scene.obstacles)
    other = build(cw, scene, order=keys[::-1])
    edited = build(cw, scene)
    before = edited.abstraction()
    for key in keys[::2]:
        edited.remove(key)
        assert edited.abstraction().version == edited.version
        check_against_definition(edited)
    for key in keys[::2]:
        shape, points = scene.obstacles[key]
        add = {RING: edited.add, WALL: edited.add_wall}.get(shape)
        if add is None:
            edited.add_post(points[0])
        else:
            add(points)
        check_against_definition(edited)
    assert by_place(plain) == by_place(other) == by_place(edited)
    assert before.version < edited.version
    assert len(before.levels) == len(before.mesh)


def _shape(world, radius):
    """Counts and widths that do not depend on how triangles are numbered."""
    a = world.abstraction()
    graph = a.at(radius)
    passages = sorted(round(p.width, 8) for p in graph.passages)
    if radius > 0:
        return len(graph.decision_nodes), passages
    widths = [c.width for c in a.choke_points()]
    return np.bincount(a.levels + 1).tolist(), passages, a.component_count, widths


@pytest.mark.parametrize("seeds", [range(40), pytest.param(range(1500), marks=pytest.mark.long)])
def test_insertion_order_shows_only_where_crossings_are_rounded(seeds):
    """The mesh says it all; where rounding makes another, only slivers of its size differ."""
    rounded = 0
    for seed in seeds:
        rng = np.random.default_rng(seed)
        size = int(rng.integers(4, 12))
        place = lambda p: (0.37 * p[0] + 1000, 0.37 * p[1] + 2000)  # noqa: E731
        scene = Scene([place(p) for p in box(0, 0, size, size)])
        for key in range(5):
            kind, points = integer_obstacle(rng, size)
            scene.obstacles[key] = (kind, [place(p) for p in points])
        one, other = build(cw, scene), build(cw, scene, order=rng.permutation(5).tolist())
        if same_mesh(one.mesh(), other.mesh()):
            assert _shape(one, 0.0) == _shape(other, 0.0)
        else:
            rounded += 1
            assert has_crossings(scene.segments())
        assert _shape(one, 1e-6) == _shape(other, 1e-6)
    assert rounded > 0


# --- structures by hand ---------------------------------------------------------


@pytest.mark.parametrize("seed", range(3))
def test_repaired_after_edits(seed):
    """After edits the abstraction still follows the definition, and TRA* agrees."""
    rng = np.random.default_rng(seed)
    world = cw.World(bounds=(0, 0, 30, 30))
    handles = []
    with world.editing():
        for x, y in itertools.product(range(1, 30, 5), repeat=2):  # so many that repair pays
            handles.append(world.add(box(x, y, x + 1 + rng.random(), y + 1 + rng.random())))
    for _ in range(15):
        for _ in range(rng.integers(1, 3)):
            if handles and rng.random() < 0.4:
                world.remove(handles.pop(rng.integers(len(handles))))
                continue
            x, y = rng.integers(0, 30, 2) if seed else rng.uniform(0, 30, 2)
            w, h = rng.integers(1, 4, 2)
            if rng.random() < 0.5:
                handles.append(world.add([(x, y), (x + w, y), (x + w, y + h), (x, y + h)]))
            else:
                handles.append(world.add_wall([(x, y), (x + w, y), (x + w, y + h)]))
        a = check_against_definition(world)
        mine, its = (x.choke_points() for x in (a, pickle.loads(pickle.dumps(world)).abstraction()))
        assert [c.width for c in mine] == [c.width for c in its]
        gates = [sorted(sorted(c.gate.tolist()) for c in of) for of in (mine, its)]
        assert gates[0] == gates[1]
        start, goal = rng.uniform(0, 30, (2, 2))
        length = cw.TRAStar(world).find_path(start, goal, radius=0.2).length
        assert length == pytest.approx(world.find_path(start, goal, radius=0.2).length, rel=1e-9)


def test_island_tree_ring_and_decisions():
    """The four kinds of component, as in Figure 6.10."""
    world = cw.World.from_walkable(
        {
            "type": "MultiPolygon",
            "coordinates": [
                [[(0, 0), (3, 0), (0, 3)]],
                [[(10, 0), (20, 0), (20, 10), (15, 4), (10, 10)]],
                [[(30, 0), (40, 0), (40, 10), (30, 10)], [(34, 4), (36, 4), (36, 6), (34, 6)]],
                [
                    [(50, 0), (80, 0), (80, 10), (50, 10)],
                    [(54, 4), (56, 4), (56, 6), (54, 6)],
                    [(64, 4), (66, 4), (66, 6), (64, 6)],
                    [(74, 4), (76, 4), (76, 6), (74, 6)],
                ],
            ],
        }
    )
    a = check_against_definition(world)
    assert a.component_count == 4
    assert len(a.islands) == 1
    assert [d.root for d in a.dead_ends if d.root is None] == [None]
    assert sum(c.is_ring for c in a.corridors) == 1
    assert len(a.decision_nodes) == 4
    [ring] = [c for c in a.corridors if c.is_ring]
    assert ring.width == 4.0
    assert len(a.rooms) == 4
    assert {len(r.bridges) for r in a.rooms} == {0}


def test_loop_multiple_corridors_and_a_rooted_tree():
    """Two pairs of obstacles joined by one corridor: two rooms, a bridge between them."""
    a = check_against_definition(two_rooms())
    assert len(a.decision_nodes) == 2
    loops = [c for c in a.corridors if c.is_loop]
    assert len(loops) == 2
    [bridge] = [c for c in a.corridors if not c.is_loop]
    assert bridge.width == 2.0
    assert next(c.corridor for c in a.choke_points()) == bridge.number
    wider = a.choke_points(1.01)
    assert {c.corridor for c in wider} <= {c.number for c in loops} | {None}
    assert [c.width for c in wider] == sorted(c.width for c in wider)
    assert {c.width for c in wider} == {4.0}  # above and below the two boxes
    assert len(a.rooms) == 2
    assert [r.bridges for r in a.rooms] == [((bridge.number, 1),), ((bridge.number, 0),)]
    assert set(a.room_of[bridge.triangles].tolist()) <= {-1}
    assert a.at(1.0).closed == ()
    assert a.at(1.0).decision_nodes == (0, 1)
    graph = a.at(1.5)
    assert graph.closed == (bridge.number,)
    assert graph.decision_nodes == ()
    assert sorted(p.corridors for p in graph.passages) == sorted((c.number,) for c in loops)
    assert all(p.ends is None for p in graph.passages)
    assert a.at(3.0).passages == ()


@pytest.mark.parametrize("kind", ["convex", "posts", "touching"])
def test_pickled(kind):
    _, world = world_of(kind, 1)
    a = world.abstraction()
    b = pickle.loads(pickle.dumps(a))
    assert repr(a) == repr(b)
    assert (b.levels == a.levels).all()
    assert not b.levels.flags.writeable
    assert b.at(0.3) == a.at(0.3)
    assert b.rooms == a.rooms
    assert [c.width for c in b.choke_points(0.1)] == [c.width for c in a.choke_points(0.1)]
    assert [d.width for d in b.dead_ends] == [d.width for d in a.dead_ends]


def test_kept_until_an_edit():
    world = two_rooms()
    first = world.abstraction()
    assert world.abstraction() is first
    for array in (first.levels, first.components, first.adjacent, first.chokes, first.lengths):
        assert not array.flags.writeable
    handle = world.add_post((0.123, 0.456))
    second = world.abstraction()
    assert second is not first
    assert second.version == world.version
    world.remove(handle)
    assert world.abstraction().version == world.version
    twin = pickle.loads(pickle.dumps(world))
    assert "_abstraction" not in world.__getstate__()["attributes"]
    assert twin.abstraction() is not world.abstraction()
    assert np.array_equal(np.sort(twin.abstraction().levels), np.sort(world.abstraction().levels))
