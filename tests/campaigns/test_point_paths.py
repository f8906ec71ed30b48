"""Random worlds and queries at radius 0: statuses against exact cells, lengths against
exact visibility (equal for "optimal", never shorter for "channel"), every path measured against the raw obstacles."""

from __future__ import annotations

import math

import numpy as np
import pytest
import shapely

import clearway as cw
from oracle import distances, union
from oracle.arrangement import Arrangement
from oracle.scene import RING, Scene, box, build, insert, script
from oracle.visibility import is_visible, shortest, touches_node
from support.scenes import crowded, integer_obstacle, tidy

PLANNERS = ("channel", "optimal")


def ends(rng, size, cells):
    """Half on grid points, where vertices and edges are; half between them."""
    while True:
        half = rng.random() < 0.5
        p = rng.integers(0, 2 * size + 1, 4) / 2 if half else rng.integers(0, size + 1, 4)
        a, b = tuple(map(float, p[:2])), tuple(map(float, p[2:]))
        if cells.is_sure(a) and cells.is_sure(b):
            return a, b


def check_path(scene, path, start, goal, note):
    """Ends, continuity, length, and the distance to every raw segment."""
    points = np.asarray(path.points)
    assert points.shape[1] == 2, note
    assert (tuple(points[0]), tuple(points[-1])) == (start, goal), note
    measured = distances.length(points)
    assert math.isclose(path.length, measured, rel_tol=1e-12, abs_tol=1e-12), note
    assert path.length >= math.dist(start, goal) * (1 - 1e-15), note
    assert path.lower_bound <= path.length * (1 + 1e-15), note
    assert not path.optimal or path.lower_bound >= path.length * (1 - 1e-12), note
    assert path.clearance >= 0, note
    at = start
    for s in path.segments:
        assert tuple(s.start) == at, note
        at = tuple(s.end)
    assert at == goal or not path.segments, note
    if len(points) > 1 and not np.array_equal(points[0], points[-1]):
        line = shapely.LineString(points)
        covered = [union.even_odd(r) for r in scene.rings()]
        inside = shapely.union_all(covered).buffer(-1e-9) if covered else shapely.Polygon()
        assert not line.intersects(inside), note + "\nthrough an obstacle"
        assert union.even_odd(scene.bounds).buffer(1e-9).covers(line), note + "\nout of bounds"


def check_world(seed, kind, size, queries):
    for planner in PLANNERS:
        check_planner(planner, seed, kind, size, queries)


def check_planner(planner, seed, kind, size, queries):
    rng = np.random.default_rng([size, seed])
    scene = {"crowded": crowded, "tidy": tidy}[kind](rng, size)
    world, cells = build(cw, scene), Arrangement(scene)
    asked = [ends(rng, size, cells) for _ in range(queries)]
    answers = [world.find_path(a, b, radius=0.0, planner=planner) for a, b in asked]
    for (a, b), path in zip(asked, answers, strict=True):
        note = f"seed {seed} {kind} {size}\n{script(scene)}\nw.find_path({a}, {b}, planner={planner!r})"
        assert path.status.name == cells.status(a, b), (
            f"{note}\n{path.status}, owed {cells.status(a, b)}"
        )
        if not path.found:
            assert path.length == math.inf, note
            continue
        check_path(scene, path, a, b, note)
        least = shortest(cells, a, b)
        assert path.length >= least * (1 - 1e-12), f"{note}\n{path.length} below {least}"
        if planner == "optimal":
            assert path.optimal, note
        if planner == "optimal" and kind == "tidy":  # nothing touches: the bound is the optimum
            assert path.length <= least * (1 + 1e-12), f"{note}\n{path.length} above {least}"
    starts, goals = (np.array(p, float) for p in zip(*asked, strict=True))
    for threads in (1, 2):
        batch = world.find_paths(starts, goals, radius=0.0, planner=planner, threads=threads)
        compare(answers, batch, scene)
    extra = [insert(world, *integer_obstacle(rng, size)) for _ in range(3)]
    for h in extra:
        world.remove(h)
    world.validate()
    again = [world.find_path(a, b, radius=0.0, planner=planner) for a, b in asked]
    for one, two in zip(answers, again, strict=True):
        assert one.status == two.status, script(scene)
        assert math.isclose(one.length, two.length, rel_tol=1e-9), (
            f"{one.length}, after add and remove {two.length}\n{script(scene)}"
        )


def compare(answers, batch, scene):
    assert len(batch) == len(answers)
    for one, two in zip(answers, batch, strict=True):
        assert one.status == two.status, script(scene)
        assert one.length == two.length, script(scene)
        assert np.array_equal(one.points, two.points), script(scene)


@pytest.mark.parametrize("size", [6, 12])
@pytest.mark.parametrize("kind", ["crowded", "tidy"])
@pytest.mark.parametrize("seed", range(8))
def test_paths_agree_with_exact_visibility(kind, size, seed):
    check_world(seed, kind, size, queries=12)


@pytest.mark.parametrize("kind", ["crowded", "tidy"])
@pytest.mark.parametrize("seed", range(8))
def test_visible_goal_is_reached_straight(kind, seed):
    rng = np.random.default_rng([77, seed])
    scene = {"crowded": crowded, "tidy": tidy}[kind](rng, 12)
    world, cells = build(cw, scene), Arrangement(scene)
    for a, b in (ends(rng, 12, cells) for _ in range(20)):
        if is_visible(cells, a, b) and not touches_node(cells, a, b):
            path = world.find_path(a, b, planner="optimal")
            note = f"{script(scene)}\nw.find_path({a}, {b}, planner='optimal')"
            assert math.isclose(path.length, math.dist(a, b), rel_tol=1e-12), note


@pytest.mark.long
@pytest.mark.parametrize("size", [6, 12, 20])
@pytest.mark.parametrize("kind", ["crowded", "tidy"])
def test_paths_agree_with_exact_visibility_long(kind, size):
    failed = {}
    for seed in range(
        1000, 1000 + 600 // size
    ):  # the oracle's cost grows with the cube of the size
        try:
            check_world(seed, kind, size, queries=30)
        except Exception as e:
            failed[seed] = f"{type(e).__name__}: {e}"
    assert not failed, f"{len(failed)} seeds {list(failed)[:20]}\n{next(iter(failed.values()))}"


@pytest.mark.parametrize("seed", range(3))
def test_clearance_and_freedom_of_places(seed):
    """Doubles against brute force and shapely, at several radii."""
    rng = np.random.default_rng(seed)
    scene = crowded(rng, 12)
    world = build(cw, scene)
    places = rng.uniform(-1, 13, (300, 2))
    owed = np.array([union.clearance(scene, p) for p in places])
    found = np.asarray(world.clearance(places))
    assert np.allclose(found, owed, rtol=1e-12, atol=1e-12), script(scene)
    open_places = places[owed > 0]
    if len(open_places):
        brute = distances.clearance(open_places, scene)
        assert np.allclose(found[owed > 0], brute, rtol=1e-12, atol=1e-12), script(scene)
    for radius in (0.0, 0.1, 0.5, 1.0):
        sure = np.abs(owed - radius) > 1e-9
        free = np.asarray(world.is_free(places, radius=radius))
        assert np.array_equal(free[sure], (owed > radius)[sure]), (
            f"radius {radius}\n{script(scene)}"
        )


def test_a_ring_inside_a_ring_encloses():
    scene = Scene(box(0, 0, 12, 12), {0: (RING, [(2, 2), (10, 2), (10, 10), (2, 10)])})
    world = build(cw, scene)
    world.add_wall([(1, 1), (11, 1), (11, 11), (1, 11), (1, 1)])
    assert world.find_path((1.5, 1.5), (0, 0), planner="channel").status == cw.Status.NO_PATH
    assert world.find_path((1, 1), (0, 0), planner="optimal").found
