"""Paths between ends on walls, or within rounding of them, against exact cells and crossings."""

from __future__ import annotations

import math

from oracle.arrangement import point, properly_cross
from oracle.distances import segment_array
from oracle.ends import OF_COORDINATES, OF_RADIUS, depth, end_rounding
from oracle.scene import script

PLANNERS = ("optimal", "channel", "ta*", "tra*", "vg", "labels", "thpa*")
TIE = 1e-11  # relative: radius


def crossed(scene, path):
    """The input segments that a line of the path properly crosses."""
    lines = [(point(s.start), point(s.end)) for s in path.segments]
    walls = [(point(a), point(b)) for a, b in scene.segments()]
    return [wall for wall in walls for line in lines if properly_cross(*line, *wall)]


def too_wide(world, a, b, widest):
    """A radius that does not pass if `widest` is the `max_radius`: the next one, unless the room at
    an end limits it. Then one that is larger by more than the rounding of ends."""
    if min(world.clearance(a), world.clearance(b)) > widest * (1 + 1e-9):
        return math.nextafter(widest, math.inf)
    size = max(map(abs, (*a, *b, *world.bounds)))
    return widest * (1 + 2 * OF_RADIUS) + 2 * OF_COORDINATES * size


def is_tie(world, truth, a, b, r):
    """Whether an end lies in a gap that is too narrow by rounding only: such an end counts as free,
    so the planner finds the way out, which the oracle finds only for a smaller disc."""
    if min(world.clearance(a), world.clearance(b)) > r * (1 + TIE):
        return False
    return truth.status(a, b, r) != "FOUND" and truth.status(a, b, r * (1 - TIE)) == "FOUND"


def counts_as_free(world, scene, p):
    """Whether a point that is exactly blocked must be accepted, being so by rounding only."""
    segments = segment_array(scene)
    deep, most = depth(segments, p), end_rounding(segments, p)
    assert deep <= 2 * most or not world.is_free(p), f"{p}\n{script(scene)}"
    free = bool(world.is_free(p))
    if not free and (near := world.snap(p)) is not None:
        assert math.dist(near, p) > 0.5 * most, f"{p}\n{script(scene)}"
    return free


def check_rounded_ends(world, scene, a, b, planners):
    """An end that is blocked by rounding: accepted, or blocked for another reason."""
    free = bool(world.is_free(a)), bool(world.is_free(b))
    for planner in planners:
        path = world.find_path(a, b, planner=planner)
        note = f"{planner} {a} {b}: {path!r}\n{script(scene)}"
        assert (path.status.name != "START_BLOCKED") == free[0], note
        assert (path.status.name == "GOAL_BLOCKED") == (free == (True, False)), note
        assert path.found == bool(world.reachable(a, b, 0.0)), note
        if path.found:
            assert not path.verify()["crosses"], note
            assert tuple(path.points[0]) == a, note
            assert tuple(path.points[-1]) == b, note


def check_ends(world, cells, scene, a, b, planners=PLANNERS):
    expected = cells.status(a, b)
    blocked = [p for p in (a, b) if cells.status(p, p) == "START_BLOCKED"]
    accepted = [counts_as_free(world, scene, p) for p in blocked]
    if any(accepted):
        check_rounded_ends(world, scene, a, b, planners)
        return
    assert bool(world.is_free(a)) == (expected != "START_BLOCKED"), f"{a}\n{script(scene)}"
    lengths = []
    for planner in planners:
        path = world.find_path(a, b, planner=planner)
        note = f"{planner} {a} {b}: {path!r}, expected {expected}\n{script(scene)}"
        assert path.status.name == expected, note
        if path.found:
            verdict = path.verify()
            assert verdict["free"] or not path.segments, note
            assert not verdict["crosses"], note
            assert not crossed(scene, path), note
            assert tuple(path.points[0]) == a, note
            assert tuple(path.points[-1]) == b, note
            lengths.append(path.length)
    assert bool(world.reachable(a, b, 0.0)) == (expected == "FOUND"), f"{a} {b}\n{script(scene)}"
    if lengths:
        assert lengths[0] <= min(lengths) * (1 + 1e-12)
