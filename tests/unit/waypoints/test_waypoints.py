"""Waypoint graphs: nodes, edges, connectivity, paths."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from oracle.disc_worlds import KINDS, make
from oracle.scene import box, insert
from support.nasty_worlds import NASTY, build
from support.waypoint_checks import check_connections, check_graph, components


def world_of(scene):
    world = cw.World(bounds=scene.bounds)
    with world.editing():
        for obstacle in scene.obstacles.values():
            insert(world, *obstacle)
    return world


def boxes(count, seed, side=None):
    rng = np.random.default_rng(seed)
    side = side or 10 * math.sqrt(count)
    rings = rng.uniform(0, side, (count, 1, 2)) + np.array(box(0, 0, 3, 3))
    return cw.World.from_obstacles(rings)


@pytest.mark.parametrize("kind", sorted(KINDS))
def test_the_graph_joins_what_the_disc_can_reach(kind):
    compared = 0
    for seed in range(4):
        scene, queries = make(kind, seed, 40)
        world = world_of(scene)
        by_radius = {}
        for a, b, radius in queries:
            by_radius.setdefault(radius, []).append((a, b))
        for radius, pairs in by_radius.items():
            graph = world.waypoints(radius, dead_ends=seed % 2 == 0)
            check_graph(world, graph)
            compared += check_connections(world, graph, pairs)
    assert compared > 50


@pytest.mark.parametrize("name", sorted(NASTY))
def test_hard_worlds(name):
    world = build(cw, NASTY[name](80))
    for radius in (0.0, 0.05, 0.5, 2.0):
        points = world.random_points(40, radius, rng=1)
        for dead_ends in (True, False):
            graph = world.waypoints(radius, dead_ends=dead_ends)
            check_graph(world, graph)
            check_connections(world, graph, zip(points[::2], points[1::2], strict=True))


def test_components_are_those_of_inflated_obstacles():
    """Beside shapely: free space shrunk by the radius has as many parts as the graph."""
    shapely = pytest.importorskip("shapely")
    seen = set()
    for seed in range(30):
        rng = np.random.default_rng(seed)
        rings = [box(*low, *(low + size)) for low, size in rng.uniform(1, 9, (12, 2, 2))]
        world = cw.World.from_obstacles(rings, bounds=(0, 0, 20, 20))
        for radius in (0.15, 0.4, 0.8):
            solid = shapely.union_all([shapely.Polygon(ring) for ring in rings])
            free = shapely.box(0, 0, 20, 20).difference(solid).buffer(-radius, quad_segs=64)
            parts = [p for p in shapely.get_parts(free) if p.area > 1e-3]
            if any(p.area <= 1e-3 for p in shapely.get_parts(free) if not p.is_empty):
                continue  # a part of the size of the oracle's chord error
            graph = world.waypoints(radius)
            groups = components(graph)
            assert len(set(groups)) == len(parts), (seed, radius)
            grown = [part.buffer(1e-3) for part in parts]
            for node, group in zip(graph.points, groups, strict=True):
                [home] = [i for i, p in enumerate(grown) if p.contains(shapely.Point(node))]
                seen.add((seed, radius, group, home))
    homes = {}
    for seed, radius, group, home in seen:
        assert homes.setdefault((seed, radius, group), home) == home
    assert len(seen) > 60


def test_an_empty_world_is_one_room():
    graph = cw.World((0, 0, 10, 6)).waypoints(1.0)
    [node] = graph.nodes
    assert node.kind == "room"
    assert node.gate is None
    assert graph.edges == ()
    assert graph.find_path((2, 2), (8, 4)).length == math.hypot(6, 2)


def test_a_disc_that_fits_nowhere():
    graph = cw.World((0, 0, 10, 6)).waypoints(4.0)
    assert graph.nodes == ()
    assert graph.find_path((5, 3), (6, 3)).status is cw.Status.START_BLOCKED
    assert len(cw.World((0, 0, 1, 1)).waypoints(0.5)) == 1  # in the middle only


def test_a_ring_is_a_cycle():
    world = cw.World((0, 0, 10, 10))
    world.add(box(4, 2, 6, 8))
    graph = world.waypoints(0.5)
    assert graph.kinds == ("gate",) * 3
    assert np.bincount(graph.ends.ravel()).tolist() == [2, 2, 2]


def test_trees_end_in_dead_ends():
    world = build(cw, NASTY["comb"](40))
    graph = world.waypoints(0.5)
    assert "dead_end" in graph.kinds
    # The comb stands free: around it there is a ring.
    assert len(graph.ends) == len(graph)
    lean = world.waypoints(0.5, dead_ends=False)
    assert "dead_end" not in lean.kinds
    assert len(lean) < len(graph)
    # Attached to the bounds, it is a tree: one waypoint is left of it.
    world.add_wall([(5, 10), (5, 0)])
    assert len(world.waypoints(0.5).ends) == len(world.waypoints(0.5)) - 1
    assert len(world.waypoints(0.5, dead_ends=False)) == 1


def test_islands_have_graphs_of_their_own():
    world = cw.World((0, 0, 30, 10))
    for x in (10, 20):
        world.add_wall([(x, 0), (x, 10)])
    graph = world.waypoints(1.0)
    assert graph.kinds == ("room",) * 3
    assert graph.find_path((5, 5), (15, 5)).status is cw.Status.NO_PATH


def test_gates_limit_the_disc():
    world = cw.World((0, 0, 20, 10))
    world.add(box(9, 0, 11, 4))
    world.add(box(9, 6, 11, 10))
    gates = [node for node in world.waypoints(0.9).nodes if node.kind == "gate"]
    assert [node.width for node in gates] == [2.0]
    assert world.waypoints(1.0).find_path((5, 5), (15, 5)).found  # exactly as wide
    assert not world.waypoints(1.01).find_path((5, 5), (15, 5)).found


@pytest.mark.parametrize("seed", range(3))
def test_paths_are_legal_and_near_the_optimum(seed):
    world, radius = boxes(150, seed), 0.4
    graph = world.waypoints(radius)
    points = world.random_points(120, radius, rng=seed)
    ratios = {False: [], True: []}
    for a, b in zip(points[::2], points[1::2], strict=True):
        best = world.find_path(a, b, radius)
        for tight, into in ratios.items():
            path = graph.find_path(a, b, tight=tight)
            assert path.found == best.found
            if not path.found:
                continue
            verdict = path.verify()
            assert not verdict["crosses"]
            assert verdict["free"]
            assert verdict["clearance"] >= radius * (1 - 1e-12)
            assert verdict["gap"] <= 1e-12 * 150
            assert verdict["length"] == pytest.approx(path.length)
            assert path.lower_bound <= best.length * (1 + 1e-12)
            into.append(path.length / best.length)
    for tight, most in ((False, 1.25), (True, 1.15)):
        assert len(ratios[tight]) > 40
        assert min(ratios[tight]) >= 1 - 1e-12
        assert np.mean(ratios[tight]) < most
        assert max(ratios[tight]) < 2


def test_a_path_along_the_graph_is_as_long_as_networkx_says():
    networkx = pytest.importorskip("networkx")
    world = boxes(80, 5)
    graph = world.waypoints(0.3)
    other = graph.to_networkx()
    assert other.graph == {"radius": 0.3, "version": world.version}
    points = world.random_points(40, 0.3, rng=1)
    for a, b in zip(points[::2], points[1::2], strict=True):
        if math.dist(a, b) < 40:
            continue  # near enough to leave the graph out
        cells = world._core.cells(np.array([a, b]))[1].tolist()
        for name, end, cell in zip("ab", (a, b), cells, strict=True):
            near = list(graph._layout.attached[cell])
            lengths = world.distances(end, graph.points[near], 0.3).tolist()
            for row, length in zip(near, lengths, strict=True):
                other.add_edge(name, int(graph.ids[row]), length=length)
        expected = networkx.dijkstra_path_length(other, "a", "b", weight="length")
        other.remove_nodes_from("ab")
        assert graph.find_path(a, b).length == pytest.approx(expected)


def test_edges_are_paths_of_the_world():
    world = boxes(30, 2)
    graph = world.waypoints(0.4)
    for i, edge in enumerate(graph.edges):
        path = graph.path(i)
        assert path.length == edge.length
        assert path.radius == 0.4
        a, b = graph.points[graph.ends[i]]
        np.testing.assert_array_equal(path.start, a)
        np.testing.assert_array_equal(path.goal, b)
    for bad in (-1, len(graph.edges), 1.5, True, None):
        with pytest.raises(cw.InvalidInput, match="edge is"):
            graph.path(bad)


def test_bad_input():
    world = cw.World((0, 0, 10, 10))
    for bad in (-1.0, math.nan, "1", None, [1, 2]):
        with pytest.raises(cw.InvalidInput):
            world.waypoints(bad)
    with pytest.raises(cw.InvalidInput, match="dead_ends"):
        world.waypoints(1.0, dead_ends="no")
    graph = world.waypoints(1.0)
    with pytest.raises(cw.InvalidInput, match="start"):
        graph.find_path((math.nan, 0), (5, 5))
    assert graph.find_path((5, 5), (0.5, 5)).status is cw.Status.GOAL_BLOCKED


def test_links_and_one_way_doors_are_refused():
    world = cw.World((0, 0, 10, 10))
    door = world.add_door([(5, 0), (5, 10)], open=False)
    assert len(world.waypoints(1.0)) == 2  # a closed door is a wall
    world.open(door)
    assert len(world.waypoints(1.0)) == 1
    link = world.add_link((1, 1), (9, 9))
    with pytest.raises(cw.InvalidInput, match="links"):
        world.waypoints(1.0)
    world.remove(link)
    world.remove(door)
    world.add_door([(5, 0), (5, 10)], direction="left")
    with pytest.raises(cw.InvalidInput, match="one-way"):
        world.waypoints(1.0)
