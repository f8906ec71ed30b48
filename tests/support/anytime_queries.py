"""Queries to anytime planners, checked against planner "optimal"."""

import math

import numpy as np

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
