"""What queries of planners with prepared data expand: nodes of "thpa*", corners of "labels"."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from clearway._planners import planner_class
from clearway.render.explored import explored_shapes
from clearway.render.shapes import Area, Lines

RADII = (0.0, 0.6)


@pytest.fixture(scope="module")
def boxes():
    return cw.generate.boxes(size=90, seed=4, obstacles=90)


@pytest.fixture(scope="module")
def hierarchy(boxes):
    return cw.THPAStar(boxes, radii=RADII, clusters=12, partition="grow")


@pytest.fixture(scope="module")
def labels(boxes):
    planner = cw.Labels(boxes)
    planner.prepare()
    return planner


def queries(world, radius, count):
    ends = world.random_points(2 * count, radius, rng=8).tolist()
    return list(zip(map(tuple, ends[:count]), map(tuple, ends[count:]), strict=True))


@pytest.mark.parametrize("radius", RADII)
def test_nodes_are_a_search_tree_of_the_hierarchy(boxes, hierarchy, radius):
    """A node is reached from the start, or by a cached path from a node expanded before it."""
    sources, targets, _ = hierarchy.edges(radius)
    edges = {(*p, *q) for p, q in zip(sources.tolist(), targets.tolist(), strict=True)}
    edges |= {(*q, *p) for p, q in zip(sources.tolist(), targets.tolist(), strict=True)}
    nodes = {edge[:2] for edge in edges}
    tried = 0
    for a, b in queries(boxes, radius, 40):
        tree = hierarchy.explored_nodes(a, b, radius)
        assert tree.tolist() == hierarchy.explored_nodes(a, b, radius).tolist()
        assert len(tree) <= hierarchy.find_path(a, b, radius).stats["expanded"]
        known = {a}
        for before, node in tree.tolist():
            p, q = tuple(before), tuple(node)
            assert p in known
            assert q in nodes
            assert p == a or (*p, *q) in edges
            known.add(q)
            tried += 1
        planned = hierarchy.begin(a, b, radius).subgoals.tolist()
        assert {tuple(p) for p in planned[:-1]} <= known | {b}
    assert tried > 100


@pytest.mark.parametrize("radius", RADII)
def test_triangles_of_exact_searches(boxes, hierarchy, radius):
    """Ends near each other are searched exactly, as by "optimal"; `stats` counts the nodes."""
    mesh, exact, counts = boxes.mesh(), cw.Optimal(boxes), [0, 0]
    for a, b in queries(boxes, radius, 40):
        rows, tree = hierarchy.explored(a, b, radius), hierarchy.explored_nodes(a, b, radius)
        assert ((rows >= 0) & (rows < len(mesh))).all()
        assert not mesh.blocked[rows].any()
        path = hierarchy.find_path(a, b, radius)
        expanded = path.stats["expanded"]
        assert len(tree) <= expanded
        via_nodes = len(hierarchy.begin(a, b, radius).subgoals) > 0
        if not via_nodes and path.length > np.linalg.norm(np.subtract(a, b)):
            alone = exact.explored(a, b, radius).tolist()
            assert rows.tolist()[-len(alone) :] == alone  # after searches of connections
        elif via_nodes and not len(rows):
            assert len(tree) == expanded
        counts[via_nodes] += 1
    assert min(counts) >= 3


def test_a_smaller_radius_explores_what_its_query_does(boxes, hierarchy):
    """Planned for the next larger prepared radius; a disc without such a path is searched for."""
    for a, b in queries(boxes, 0.6, 6):
        assert np.array_equal(hierarchy.explored(a, b, 0.5), hierarchy.explored(a, b, 0.6))
    world = cw.World((0, 0, 20, 10))
    world.add_wall([(10, 0), (10, 4.5)])
    world.add_wall([(10, 5.5), (10, 10)])
    planner = cw.THPAStar(world, radii=0.7, clusters=2, partition="grow")
    rows = planner.explored((1, 5), (19, 4), 0.3)
    assert planner.find_path((1, 5), (19, 4), 0.3).found
    assert len(rows) > 0
    with pytest.raises(cw.InvalidInput, match="radius"):
        planner.explored((1, 5), (19, 4), 2.0)
    with pytest.raises(cw.InvalidInput, match="option 'limit'"):
        planner.explored((1, 5), (19, 4), 0.3, limit=3)


def test_an_edit_is_followed(boxes):
    world = cw.generate.boxes(size=60, seed=2, obstacles=30)
    planner = cw.THPAStar(world, clusters=6, partition="grow")
    (a, b), *_ = queries(world, 0.0, 1)
    world.add_disc(np.add(a, b) / 2, 1.0)
    rows = planner.explored(a, b)
    assert ((rows >= 0) & (rows < len(world.mesh()))).all()


def test_corners_whose_labels_are_read(boxes, labels):
    """Each end sees its corners; the path bends at one of both; `stats` counts them."""
    tried = 0
    for a, b in queries(boxes, 0.0, 40):
        lines, path = labels.explored_corners(a, b), labels.find_path(a, b)
        assert lines.shape == (path.stats["expanded"], 2, 2)
        seen = {a: set(), b: set()}
        for end, corner in lines.tolist():
            seen[tuple(end)].add(tuple(corner))
            assert boxes.visible(end, corner)
            tried += 1
        if len(path.points) > 2:
            assert tuple(path.points[1].tolist()) in seen[a]
            assert tuple(path.points[-2].tolist()) in seen[b]
            assert len(labels.explored(a, b)) == 0
        else:
            assert len(lines) == 0
            assert labels.explored(a, b).tolist() == path.channel.tolist()
    assert tried > 100


def test_labels_that_are_not_ready_search(boxes, labels):
    unprepared = cw.Labels(boxes)
    for a, b in queries(boxes, 0.0, 5):
        assert len(unprepared.explored_corners(a, b)) == 0
        assert unprepared.explored(a, b).tolist() == cw.Optimal(boxes).explored(a, b).tolist()
    with pytest.raises(cw.InvalidInput, match="takes radius 0 only"):
        labels.explored((1, 1), (2, 2), 0.5)
    with pytest.raises(cw.InvalidInput, match="goal"):
        labels.explored_corners((1, 1), (2, np.nan))


@pytest.mark.parametrize("planner", ["thpa*", "labels"])
def test_pictures(boxes, planner):
    """The lines of the tree are drawn with a dot each, and the triangles of exact searches."""
    if planner == "thpa*":
        pytest.importorskip("pymetis")
    known = planner_class(planner)._cached_for(boxes)
    a, b = max(queries(boxes, 0.0, 8), key=lambda ends: len(known._expansions(*ends, 0.0, {})[1]))
    rows, tree = known._expansions(a, b, 0.0, {})
    assert len(tree) > 5
    path = boxes.find_path(a, b, planner=planner)
    shapes = explored_shapes(boxes, boxes.mesh(), [path])
    drawn = [s.lines for s in shapes if isinstance(s, Lines)]
    assert np.concatenate(drawn).tolist() == tree.tolist()
    assert any(isinstance(s, Area) for s in shapes) == (len(rows) > 0)
    plain, shown = cw.render.svg(boxes, path), cw.render.svg(boxes, path, explored=True)
    assert shown.count("<circle") - plain.count("<circle") == len(tree)


def test_a_blocked_end_explores_nothing():
    world = cw.World((0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    for planner in ("optimal", "labels", "vg"):
        path = world.find_path((5, 5), (1, 1), planner=planner)
        assert explored_shapes(world, world.mesh(), [path]) == []
