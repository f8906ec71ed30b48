"""Visibility: against exact arrangements, shapely, raycast, and both methods against each other."""

from __future__ import annotations

import itertools
import math
import threading

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.scene import Scene, box, build, script
from oracle.sight import is_exact, region, sees
from oracle.union import even_odd
from support.scenes import FAMILIES, disjoint_boxes, float_family, integer_obstacle
from support.visibility_scenes import cells, places

METHODS = ("triangles", "bsp")


def area(ring, origin=(0.0, 0.0)):
    x, y = (np.asarray(ring) - origin).T if len(ring) else np.zeros((2, 0))
    return 0.5 * float(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1)))


def corner_set(points):
    return set(map(tuple, np.asarray(points).tolist()))


# --- one by one -----------------------------------------------------------------------------


def test_visible_is_a_bool_or_an_array(room):
    assert room.visible((1, 5), (3, 9)) is True
    assert room.visible((1, 5), (9, 5)) is False
    assert room.visible((1, 5), [(3, 9), (9, 5)]).tolist() == [True, False]
    assert room.visible([(3, 9), (9, 5)], (1, 5)).tolist() == [True, False]
    assert room.visible([(3, 9)], [(3, 1)]).tolist() == [True]
    assert room.visible([(1, 5)], [(3, 9), (9, 5)]).tolist() == [True, False]
    assert room.visible([(3, 9), (9, 5)], np.array([(1.0, 5.0)])).tolist() == [True, False]
    assert room.visible([(1, 5)], np.empty((0, 2))).tolist() == []
    with pytest.raises(cw.InvalidInput, match="2 points a but 3"):
        room.visible([(1, 1)] * 2, [(2, 2)] * 3)


def test_grazing_running_along_and_blocked_ends(room):
    assert room.visible((3, 1), (5, 3)) is False  # through a corner, into the box
    assert room.visible((3, 3), (5, 1))  # grazes the corner (4, 2)
    assert room.visible((0, 2), (10, 2))  # along the whole side
    assert room.visible((4, 2), (4, 8))  # from corner to corner
    assert not room.visible((4, 2), (6, 8))  # through the inside
    assert not room.visible((5, 5), (1, 5))  # from the inside
    assert not room.visible((1, 5), (11, 5))  # to the outside
    assert room.visible((1, 1), (1, 1))
    assert not room.visible((5, 5), (5, 5))


def test_what_touches_is_closed():
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add(box(0, 0, 5, 5))
    w.add(box(5, 5, 10, 10))
    assert not w.visible((4, 6), (6, 4))
    assert w.visible((4, 6), (5, 5))
    assert w.visible((6, 4), (5, 5))
    assert corner_set(w.visible_corners((4, 6))) == set()  # nothing protrudes by more than a half


def test_sight_passes_between_things_on_either_side():
    """Collinear, one to the left, then one to the right: a line without width."""
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add(box(2, 5, 3, 6))
    w.add(box(5, 4, 6, 5))
    for p in ((0, 5), (10, 5)):
        for method in METHODS:
            seen = corner_set(w.visible_corners(p, method=method))
            assert {(2, 5), (3, 5), (5, 5), (6, 5)} <= seen
    assert w.visible((0, 5), (10, 5))
    w.add(box(7, 5, 8, 6))
    w.add_wall([(7, 5), (7, 4)])  # with the box: both sides closed at (7, 5)
    assert not w.visible((0, 5), (10, 5))
    for method in METHODS:
        seen = corner_set(w.visible_corners((0, 5), method=method))
        assert (6, 5) in seen
        assert (8, 5) not in seen


def test_walls_hide_and_posts_do_not():
    w = cw.World(bounds=(0, 0, 10, 10))
    w.add_post((5, 5))
    assert w.visible((0, 5), (10, 5))
    assert area(w.visible_region((2, 5))) == pytest.approx(100)
    assert len(w.visible_corners((2, 5))) == 0
    w.add_wall([(5, 2), (5, 8)])
    assert not w.visible((0, 5), (10, 5))
    assert w.visible((5, 0), (5, 10))  # along the wall
    for method in METHODS:
        assert corner_set(w.visible_corners((2, 5), method=method)) == {(5, 2), (5, 8)}
        assert corner_set(w.visible_corners((5, 0), method=method)) == {(5, 2), (5, 8)}


@pytest.mark.parametrize("method", METHODS)
def test_region_of_a_room(room, method):
    ring = room.visible_region((1, 5), method=method)
    assert ring.shape == (6, 2)
    assert corner_set(ring) == {(0, 0), (0, 10), (4, 2), (4, 8), (6, 0), (6, 10)}
    assert area(ring) == pytest.approx(40 + 2 + 2)
    many = room.visible_region([(1, 5), (9, 5)], method=method)
    assert np.array_equal(many[0], ring)
    assert len(many) == 2
    assert room.visible_region(np.empty((0, 2)), method=method) == []


@pytest.mark.parametrize("method", METHODS)
def test_region_from_awkward_places(room, method):
    assert room.visible_region((5, 5), method=method).shape == (0, 2)
    assert room.visible_region((11, 5), method=method).shape == (0, 2)
    on_side = room.visible_region((4, 5), method=method)
    assert area(on_side) == pytest.approx(40)
    assert (4, 5) in corner_set(on_side)
    on_corner = room.visible_region((4, 2), method=method)
    assert area(on_corner) == pytest.approx(40 + 12)
    assert on_corner.tolist().count([4, 2]) == 1
    room.add(box(2, 0, 4, 2))  # touches in (4, 2): two sectors, closed towards each other
    twice = room.visible_region((4, 2), method=method)
    assert twice.tolist().count([4, 2]) == 2
    assert area(twice) == pytest.approx(40 - 8 + 12)


def test_unknown_method_and_bad_points(room):
    with pytest.raises(cw.InvalidInput, match="triangles"):
        room.visible_region((1, 1), method="magic")
    with pytest.raises(cw.InvalidInput):
        room.visible_region((1, float("nan")))
    with pytest.raises(cw.InvalidInput):
        room.visible((1, 2, 3), (1, 1))


def test_never_stale(room):
    assert len(room.visible_corners((1, 5), method="bsp")) == 2
    h = room.add(box(2, 4, 3, 6))
    assert len(room.visible_corners((1, 5), method="bsp")) == 4
    before = room.visible_region((1, 5), method="bsp")
    room.remove(h)
    assert area(room.visible_region((1, 5), method="bsp")) > area(before)
    with room.editing():
        room.add(box(2, 4, 3, 6))
        assert len(room.visible_corners((1, 5), method="bsp")) == 2


# --- campaigns ------------------------------------------------------------------------------


def check_cells(seed, size=6, count=24):
    rng = np.random.default_rng([3, seed])
    scene = cells(rng, size)
    arrangement = Arrangement(scene)
    assert is_exact(arrangement)
    world = build(cw, scene)
    here = list(places(rng, size, count))
    a, b = np.array([*itertools.combinations(here, 2)])[: 4 * count].transpose(1, 0, 2)
    told = world.visible(a, b)
    hits = world.raycast(a, b)
    for p, q, seen, hit in zip(a.tolist(), b.tolist(), told.tolist(), hits, strict=True):
        owed = sees(arrangement, p, q)
        assert seen == owed, f"{script(scene)}\nvisible({p}, {q}) is {seen}"
        assert seen == (hit is None)
    assert np.array_equal(told, world.visible(b, a)), script(scene)
    corners = cw.VG(world).graph()[0]
    for p in here:
        owed = {tuple(c) for c in corners.tolist() if sees(arrangement, p, c)}
        for method in METHODS:
            seen = corner_set(world.visible_corners(p, method=method))
            assert seen == owed, f"{script(scene)}\nvisible_corners({p}, {method!r})\n{seen ^ owed}"
    check_regions(scene, world, here)


def check_regions(scene, world, here):
    """Both methods against shapely. Scene without rounded crossings."""
    free = even_odd(scene.bounds)
    if scene.rings():
        free = free.difference(shapely.union_all([even_odd(r) for r in scene.rings()]))
    x0, y0, x1, y1 = free.bounds if not free.is_empty else (0, 0, 1, 1)
    small = 1e-9 * max(x1 - x0, y1 - y0) ** 2
    rings = {m: world.visible_region(np.array(here), method=m) for m in METHODS}
    for i, p in enumerate(here):
        if not world.is_free(p):
            assert len(rings["bsp"][i]) == len(rings["triangles"][i]) == 0
            continue
        owed = region(free, scene.segments(), p)
        for method in METHODS:
            ring = rings[method][i]
            note = f"{script(scene)}\nvisible_region({p}, {method!r})"
            assert area(ring, p) == pytest.approx(owed.area, abs=small), note
            assert (ring[:-1] != ring[1:]).any(axis=1).all() if len(ring) else True, note
            shape = shapely.Polygon(ring).buffer(0)
            assert shape.symmetric_difference(owed).area < 10 * small, note
            turns = [area([p, u, v]) for u, v in itertools.pairwise([*ring, ring[0]])]
            assert min(turns) >= -small, f"{note}\nnot counter-clockwise around the point"


@pytest.mark.parametrize("seed", range(5))
def test_visibility_among_cells(seed):
    check_cells(seed, count=14)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 250))
def test_visibility_among_cells_long(seed):
    check_cells(seed, size=4 + seed % 5)


def check_tidy(seed, size=14):
    rng = np.random.default_rng([4, seed])
    scene = Scene(box(0, 0, size, size), dict(enumerate(disjoint_boxes(rng, size))))
    world = build(cw, scene)
    spots = rng.uniform(0, size, (20, 2))
    check_regions(scene, world, [tuple(p) for p in spots.tolist()] + list(places(rng, size, 12)))


@pytest.mark.parametrize("seed", range(4))
def test_regions_among_boxes(seed):
    check_tidy(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_regions_among_boxes_long(seed):
    check_tidy(seed, 10 + seed % 12)


def check_methods(seed):
    """Any scene: both methods and `visible` agree for every corner, in both directions."""
    rng = np.random.default_rng([5, seed])
    if seed % 2:
        size = int(rng.choice([4, 6, 10]))
        count = int(rng.integers(1, 9))
        scene = Scene(box(0, 0, size, size), {i: integer_obstacle(rng, size) for i in range(count)})
        here = list(places(rng, size, 12))
    else:
        bounds, draw = float_family(list(FAMILIES)[seed // 2 % len(FAMILIES)], rng)
        scene = Scene(box(*bounds), {i: draw() for i in range(int(rng.integers(1, 8)))})
        here = [tuple(p) for p in rng.uniform(bounds[:2], bounds[2:], (8, 2)).tolist()]
        here += [p for _, points in scene.obstacles.values() for p in points][:6]
    world = build(cw, scene)
    corners = cw.VG(world).graph()[0]
    for p in here:
        try:
            check_place(world, corners, p, f"{script(scene)}\nfrom {p}")
        except AssertionError:
            # On a wall that rounding has bent, visibility along it depends on the rounding; and a
            # place that is free by rounding only may count to either side of a wall.
            exact = Arrangement(scene)
            if exact.is_sure(p) and exact.is_free(p) == world.is_free(p):
                raise


def check_place(world, corners, p, note):
    seen = corner_set(world.visible_corners(p))
    assert seen == corner_set(world.visible_corners(p, method="bsp")), note
    if len(corners):
        assert seen == corner_set(corners[world.visible(p, corners)]), note
        assert seen == corner_set(corners[world.visible(corners, p)]), note
    one, two = world.visible_region(p), world.visible_region(p, method="bsp")
    assert (len(one) > 0) == (len(two) > 0) == world.is_free(p), note
    if len(one):
        reach = max(np.ptp(one, axis=0).max(), np.ptp(two, axis=0).max())
        size = area(one, p)
        assert math.isclose(size, area(two, p), rel_tol=1e-9, abs_tol=1e-12 * reach**2), note


@pytest.mark.parametrize("seed", range(40))
def test_methods_agree(seed):
    check_methods(seed)


@pytest.mark.long
@pytest.mark.parametrize("block", range(40))
def test_methods_agree_long(block):
    for seed in range(1000 + 100 * block, 1100 + 100 * block):
        check_methods(seed)


def test_size_of_the_bsp_is_linear():
    """Vinther 4.4.3.1: fragments a segment stay bounded as worlds of one kind grow."""
    ratios = []
    for size in (12, 24, 48, 96):
        rng = np.random.default_rng(size)
        scene = Scene(box(0, 0, size, size), dict(enumerate(disjoint_boxes(rng, size))))
        cost = cw.BSPStar(build(cw, scene)).prepare()
        ratios.append(cost["fragments"] / cost["segments"])
    assert max(ratios) < 2
    assert ratios[-1] < 1.3 * ratios[0]


@pytest.mark.parametrize("kind", cw.generate.KINDS)
def test_size_of_the_bsp_on_every_generator(kind):
    given = {"corridor": 5} if kind == "scaled_maze" else {"size": 80}
    cost = cw.BSPStar(cw.generate.KINDS[kind](form="polygon", **given)).prepare()
    assert cost["segments"] <= cost["fragments"] < 2 * cost["segments"]
    assert cost["depth"] < 6 * math.log2(cost["segments"])


def convex_ring(points, rng):
    """A lattice polygon of many sides: steps drawn at random, sorted by direction."""
    steps = rng.integers(-9, 10, (points, 2))
    steps = np.vstack((steps, -steps))
    steps = steps[np.argsort(np.arctan2(steps[:, 1], steps[:, 0]), kind="stable")]
    return np.cumsum(steps, axis=0).astype(float)


def check_chains(seed, sides=120):
    """Long convex chains, in which chords part the tree: both methods see the same."""
    rng = np.random.default_rng([6, seed])
    rings = [convex_ring(sides, rng) for _ in range(2)]
    rings[1] += (np.ptp(rings[0][:, 0]) // 3, np.ptp(rings[0][:, 1]) // 2)  # they may overlap
    world = cw.World.from_obstacles(rings)
    x0, y0, x1, y1 = world.bounds
    here = np.vstack((*(r[rng.integers(len(r), size=5)] for r in rings),
                      rng.integers((x0, y0), (x1, y1), (10, 2))))  # fmt: skip
    for p in here.tolist():
        seen = corner_set(world.visible_corners(p))
        assert seen == corner_set(world.visible_corners(p, method="bsp")), (seed, p)
        one, two = world.visible_region(p), world.visible_region(p, method="bsp")
        assert area(one, p) == pytest.approx(area(two, p), rel=1e-9), (seed, p)
    free = world.random_points(8, rng=seed)
    lengths = [world.find_paths(free[:4], free[4:], planner=n).length for n in ("bsp*", "optimal")]
    assert np.allclose(*lengths, rtol=1e-9, atol=0)


@pytest.mark.parametrize("seed", range(3))
def test_convex_chains(seed):
    check_chains(seed)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 200))
def test_convex_chains_long(seed):
    check_chains(seed, 40 + 3 * seed % 200)


def test_depth_along_a_convex_chain():
    turn = np.linspace(0, 2 * np.pi, 8000, endpoint=False)
    world = cw.World(bounds=(-2, -2, 2, 2))
    world.add(np.column_stack((np.cos(turn), np.sin(turn))))
    cost = cw.BSPStar(world).prepare()
    assert cost["segments"] == 8004
    assert cost["depth"] < 120
    assert cost["fragments"] < 1.01 * cost["segments"]


def test_threads_ask_while_the_world_changes(room):
    """Answers are those of the world with or without the second box, never of a mixture."""
    owed = {2, 4}
    wrong, stop = [], threading.Event()

    def ask(method):
        while not stop.is_set():
            count = len(room.visible_corners((1, 5), method=method))
            length = room.find_path((1, 5), (9, 5), planner="vgo").length
            if count not in owed or not 10.48 < length < 10.6:
                wrong.append((count, length))

    threads = [threading.Thread(target=ask, args=(m,)) for m in METHODS]
    for t in threads:
        t.start()
    for _ in range(60):
        room.remove(room.add(box(2, 4, 3, 6)))
    stop.set()
    for t in threads:
        t.join()
    assert not wrong
