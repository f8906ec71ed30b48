"""Waypoint graphs after edits: equal to those of a fresh world, with stable ids."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway._waypoints import edges
from oracle.scene import box
from support.waypoint_checks import check_graph


def sketch(graph):
    """The graph by places: nodes, and edges with their lengths."""
    nodes = sorted((*node.point, node.kind, node.width) for node in graph.nodes)
    joined = {}
    for (a, b), length in zip(graph.points[graph.ends].tolist(), graph.lengths, strict=True):
        joined[tuple(sorted((tuple(a), tuple(b))))] = length
    return nodes, joined


def check_same(graph, other):
    nodes, joined = sketch(graph)
    others, expected = sketch(other)
    assert nodes == others
    assert joined.keys() == expected.keys()
    for pair, length in joined.items():
        assert length == pytest.approx(expected[pair], rel=1e-9), pair


@pytest.mark.parametrize("seed", range(4))
def test_an_edited_graph_equals_a_fresh_one(seed):
    rng = np.random.default_rng(seed)
    world, rings = cw.World((0, 0, 60, 60)), {}

    def edit():
        if rings and rng.random() < 0.4:
            handle = list(rings)[rng.integers(len(rings))]
            world.remove(handle)
            del rings[handle]
        else:
            low, size = rng.uniform(0, 55, 2), rng.uniform(1, 6, 2)
            ring = box(*low, *(low + size))
            rings[world.add(ring)] = ring

    for _ in range(25):
        edit()
    for step in range(30):
        for _ in range(1 + step % 3):
            edit()
        graph = world.waypoints(0.5)
        fresh = cw.World.from_obstacles(list(rings.values()), bounds=(0, 0, 60, 60))
        check_same(graph, fresh.waypoints(0.5))
    check_graph(world, graph)


def test_ids_stay_and_are_not_used_again():
    world = cw.World((0, 0, 100, 100))
    handles = [
        world.add(box(x, y, x + 6, y + 6)) for x in range(7, 90, 12) for y in range(7, 90, 12)
    ]
    before = {node.point: node.id for node in world.waypoints(0.5).nodes}
    world.remove(handles[0])
    middle = {node.point: node.id for node in world.waypoints(0.5).nodes}
    kept = before.keys() & middle.keys()
    assert len(kept) > 0.9 * len(before)
    assert all(before[point] == middle[point] for point in kept)
    new = {middle[point] for point in middle.keys() - kept}
    assert not new & set(before.values())


def test_only_edges_near_an_edit_are_searched_again(monkeypatch):
    rng = np.random.default_rng(3)
    world = cw.World.from_obstacles(rng.uniform(0, 200, (400, 1, 2)) + np.array(box(0, 0, 3, 3)))
    first = world.waypoints(0.3)
    searched = []
    plain = edges.measure

    def counted(world, ends, radius, known):
        searched.append(len(ends) - sum(key in known for key in edges.keys_of(ends)))
        return plain(world, ends, radius, known)

    monkeypatch.setattr("clearway._waypoints.keeping.measure", counted)
    world.add_post(world.random_point(1.0, rng=1))
    world.waypoints(0.3)
    assert 0 < searched[0] < 0.05 * len(first.edges)


def test_a_graph_belongs_to_one_version():
    world = cw.World((0, 0, 10, 10))
    graph = world.waypoints(0.5)
    assert world.waypoints(0.5) is graph
    world.add(box(4, 4, 6, 6))
    assert world.waypoints(0.5) is not graph
    with pytest.raises(cw.InvalidInput, match="changed"):
        graph.find_path((1, 1), (9, 9))
    assert graph.version < world.version == world.waypoints(0.5).version


def test_copies_of_a_world_have_graphs_of_their_own():
    import copy
    import pickle

    world = cw.World((0, 0, 10, 10))
    world.add(box(4, 4, 6, 6))
    graph = world.waypoints(0.5)
    for other in (copy.deepcopy(world), pickle.loads(pickle.dumps(world))):
        assert other.waypoints(0.5).world is other
        check_same(other.waypoints(0.5), graph)
