"""Paths between ends on walls, or within rounding of them, against exact cells and crossings."""

from __future__ import annotations

from oracle.arrangement import point, properly_cross
from oracle.scene import script

PLANNERS = ("optimal", "channel", "ta*", "tra*", "vg", "labels", "thpa*")


def crossed(scene, path):
    """The input segments that a line of the path properly crosses."""
    lines = [(point(s.start), point(s.end)) for s in path.segments]
    walls = [(point(a), point(b)) for a, b in scene.segments()]
    return [wall for wall in walls for line in lines if properly_cross(*line, *wall)]


def check_ends(world, cells, scene, a, b, planners=PLANNERS):
    expected = cells.status(a, b)
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
