"""Layers: arrays that agree with the library."""

from __future__ import annotations

import math

import numpy as np
import pytest

import clearway as cw
from clearway._planners import WORLD_PLANNERS
from clearway.lab.bsp import clipped_cuts
from clearway.lab.contours import contour


def layer(lab, name, **given):
    return lab.arrays("layer", name=name, **given)


def test_levels_rooms_and_components(lab, world):
    terrain = world.abstraction()
    free = ~terrain.mesh.blocked
    for name, array in [
        ("levels", terrain.levels),
        ("rooms", terrain.room_of),
        ("components", terrain.components),
    ]:
        got = layer(lab, name)
        assert (got["ids"] == terrain.mesh.ids[free]).all()
        assert (got[name] == array[free]).all()
    assert layer(lab, "components")["count"] == terrain.component_count


def test_clearances_and_gates(lab, world):
    mesh = world.mesh()
    free = ~mesh.blocked
    got = layer(lab, "clearances", radius=4.0)
    assert np.allclose(got["corners"], mesh.clearances[free])
    assert (got["passable"] == (mesh.clearances[free] >= 8.0) @ [1, 2, 4]).all()
    gates = layer(lab, "gates", radius=6.0)
    chokes = world.abstraction().choke_points()
    assert gates["widths"].tolist() == [c.width for c in chokes]
    assert (gates["segments"] == [c.gate.ravel() for c in chokes]).all()
    assert gates["passable"].sum() == len(world.abstraction().choke_points(6.0))
    lengths = np.hypot(*(gates["segments"][:, 2:] - gates["segments"][:, :2]).T)
    assert np.allclose(lengths, gates["widths"])


def test_corridors(lab):
    lab.post("world", builtin="demo")
    got, wide = layer(lab, "corridors"), layer(lab, "corridors", radius=3.0)
    count = len(got["widths"])
    assert len(got["route_starts"]) == count + 1
    assert got["route_starts"][-1] == len(got["points"])
    assert wide["used"].sum() < got["used"].sum() <= count
    assert (wide["widths"][wide["used"].astype(bool)] >= 6.0).all()


def test_clusters(lab):
    lab.post("world", builtin="demo")
    got = layer(lab, "clusters", radius=0.5)
    assert set(got["clusters"]) == set(range(got["count"]))
    assert len(got["ids"]) == len(got["clusters"])
    assert got["edges"].shape[1] == 4


def test_visibility_graphs(lab, world):
    for planner, made in (("vg", cw.VG), ("vgo", cw.VGO)):
        got = layer(lab, "graph", planner=planner)
        corners, edges = made(world).graph()
        assert (got["corners"] == corners).all()
        assert (got["edges"] == edges).all()
        for a, b in got["edges"]:
            assert world.visible(got["corners"][a], got["corners"][b])
    ring = layer(lab, "visible", point=[30, 30])["points"]
    assert (ring == world.visible_region((30, 30))).all()


def area(ring):
    x, y = np.asarray(ring).T
    return abs(np.dot(x, np.roll(y, -1)) - np.dot(y, np.roll(x, -1))) / 2


def test_the_cuts_of_the_bsp_divide_the_box(lab, world):
    got = layer(lab, "bsp")
    x0, y0, x1, y1 = got["box"]
    s = got["segments"]
    assert (s[:, ::2] >= x0 - 1e-6).all()
    assert (s[:, ::2] <= x1 + 1e-6).all()
    assert (s[:, 1::2] >= y0 - 1e-6).all()
    assert (s[:, 1::2] <= y1 + 1e-6).all()
    assert len(got["depths"]) == len(s)
    lines, _ = world._core.bsp()
    assert 0 < len(s) <= len(lines) // 2
    # every constrained edge with free space beside it lies on cuts
    mesh = world.mesh()
    for a, b in mesh.vertices[mesh.constrained_edges]:
        middle = (a + b) / 2
        if (middle == np.clip(middle, (x0 + 1, y0 + 1), (x1 - 1, y1 - 1))).all():
            p, q = s[:, :2], s[:, 2:]
            t = np.clip(((middle - p) * (q - p)).sum(1) / ((q - p) ** 2).sum(1), 0, 1)
            assert np.hypot(*(p + t[:, None] * (q - p) - middle).T).min() < 1e-6


def test_clipped_cuts_of_a_known_tree():
    lines = np.array([[5.0, 0.0, 5.0, 1.0], [0.0, 5.0, 1.0, 5.0]])
    children = np.array([[1, -1], [-1, -1]], dtype=np.int32)
    segments, depths = clipped_cuts(lines, children, (0.0, 0.0, 10.0, 10.0))
    assert sorted(segments[0].tolist()) == [0.0, 5.0, 5.0, 10.0]
    # the left of an upward line is the side of smaller x
    assert sorted(segments[1].tolist()) == [0.0, 5.0, 5.0, 5.0]
    assert depths.tolist() == [0, 1]


def test_the_field_and_its_contours(lab, world):
    got = layer(lab, "field", goals=[90, 30], radius=1.0, cells=50, contours=4)
    field = world.field((90, 30), 1.0)
    x, y = np.meshgrid(got["x"], got["y"])
    expected = field.distance(np.column_stack((x.ravel(), y.ravel()))).reshape(
        got["distance"].shape
    )
    assert np.allclose(got["distance"], expected, rtol=1e-6)
    assert got["longest"] == pytest.approx(expected[np.isfinite(expected)].max())
    starts = got["contour_starts"]
    for k, level in enumerate(got["levels"]):
        rings = range(starts[k], starts[k + 1])
        points = np.concatenate(
            [got["points"][got["ring_starts"][r] : got["ring_starts"][r + 1]] for r in rings]
        )
        distances = field.distance(points)
        near = np.abs(distances[np.isfinite(distances)] - level)
        assert np.median(near) < 0.2
        assert len(near) > 0


def test_contours_of_a_cone():
    x = y = np.linspace(-5, 5, 41)
    values = np.hypot(*np.meshgrid(x, y))
    segments = contour(x, y, values, 3.0)
    ends = np.concatenate(segments)
    assert np.allclose(np.hypot(*ends.T), 3.0, atol=0.02)
    length = sum(math.dist(a, b) for a, b in segments)
    assert length == pytest.approx(6 * math.pi, rel=0.01)
    values[20, 20] = np.inf
    assert len(contour(x, y, values, 0.1)) == 0


@pytest.mark.parametrize(
    ("given", "part"),
    [
        ({"name": "x"}, "no layer 'x'"),
        ({"name": "levels", "radius": 1}, "no parameter 'radius'"),
        ({"name": "visible"}, "needs the parameter 'point'"),
        ({"name": "graph", "planner": "optimal"}, "'vg' or 'vgo'"),
        ({"name": "gates", "radius": -1}, "radius is -1"),
        ({"name": "field", "goals": [1, 2], "cells": 10**6}, "cells is"),
        ({"name": "traced"}, "needs a grid"),
    ],
)
def test_bad_parameters(lab, given, part):
    status, said = lab.error("layer", **given)
    assert status == 400
    assert part in said["message"]


def test_every_layer_is_listed(lab):
    listed = {one["name"]: one for one in lab.get("about")["layers"]}
    assert {
        "clearances",
        "gates",
        "levels",
        "corridors",
        "rooms",
        "clusters",
        "graph",
        "bsp",
        "field",
        "traced",
    } <= set(listed)
    assert listed["visible"]["parameters"] == [{"name": "point", "needed": True, "default": None}]


def test_searches_to_play(lab, world):
    query = {"start": [5, 5], "goal": [95, 30], "radius": 1.0}
    better = lab.post("search", planner="ta*", mode="improve", **query)
    lengths = [step["length"] for step in better["steps"]]
    assert lengths == sorted(lengths, reverse=True)
    assert lengths[-1] == pytest.approx(world.find_path((5, 5), (95, 30), 1.0).length)
    assert better["steps"][-1]["optimal"]
    journey = lab.post("search", planner="thpa*", mode="journey", **query)
    ends = [leg["points"] for leg in journey["legs"]]
    assert ends[0][0] == [5.0, 5.0]
    assert ends[-1][-1] == [95.0, 30.0]
    assert lab.error("search", planner="optimal", mode="journey", **query)[0] == 501
    assert lab.error("search", planner="vg", mode="improve", **query)[0] == 501
    assert lab.error("search", planner="optimal", mode="fast", **query)[0] == 400


def test_expansions_in_a_world(lab, world):
    query = {"start": [5, 5], "goal": [95, 30], "planner": "optimal"}
    assert "links" in lab.error("search", **query)[1]["message"]  # several meshes, no one order
    (link,) = world.links
    lab.post("edit", edits=[{"op": "remove", "handle": link}])
    got = lab.arrays("search", **query)
    assert got["count"] > 0
    assert got["on"] == "triangles"
    assert set(got["ids"].tolist()) <= set(world.mesh().ids.tolist())


@pytest.mark.parametrize("planner", ["vg", "vgo", "bsp*"])
def test_expansions_of_corners(lab, world, planner):
    query = {"start": [25, 5], "goal": [90, 30], "planner": planner}
    (link,) = world.links
    world.remove(link)
    lab.post("edit", edits=[{"op": "remove", "handle": link}])
    got = lab.arrays("search", **query)
    lines = WORLD_PLANNERS[planner](world).explored_corners((25, 5), (90, 30))
    assert (got["on"], got["count"]) == ("corners", len(lines))
    assert got["lines"].tolist() == lines.reshape(-1, 4).tolist()
    assert got["count"] == got["answer"]["expanded"] > 0
    assert "radius" in lab.error("search", radius=1.0, **query)[1]["message"]


@pytest.mark.parametrize(("planner", "on"), [("labels", "corners"), ("thpa*", "nodes")])
def test_expansions_of_prepared_planners(lab, world, planner, on):
    query = {"start": [5, 5], "goal": [95, 30], "planner": planner}
    got = lab.arrays("search", **query)
    rows, tree = WORLD_PLANNERS[planner]._cached_for(world)._expansions((5, 5), (95, 30), 0.0, {})
    if len(tree):
        assert (got["on"], got["lines"].tolist()) == (on, tree.reshape(-1, 4).tolist())
    else:
        assert got["on"] == "triangles"
        assert got["ids"].tolist() == world.mesh().ids[rows].tolist()
    straight = lab.arrays("search", **query | {"goal": [6, 5]})
    assert straight["on"] == "triangles"
    assert straight["count"] > 0


def test_compare(lab):
    names = ["optimal", "channel", "vg"]
    result = lab.post("compare", planners=names, queries=30, seed=1)
    optimal, channel, vg = result["rows"]
    assert optimal["ratio_worst"] == 1.0
    assert channel["ratio_mean"] >= 1.0
    assert vg["ratio_worst"] == pytest.approx(1.0)
    assert vg["found"] == optimal["found"]
    assert lab.error("compare", planners=names, queries=0)[0] == 400
