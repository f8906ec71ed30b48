"""Lengths that others have published: planner "optimal" gives every one of them."""

from __future__ import annotations

import importlib.util
import json
import math
import sys

import numpy as np
import pytest

import clearway as cw
from oracle.arrangement import Arrangement
from oracle.scene import Scene, closed
from oracle.sectors import SectorGraph
from support.mesh_readers import faces, queries
from support.paths import DATA, PEERS, need

MESHES = DATA / "mesh"
NEAR = 1e-9  # relative


def differing(world, starts, goals, owed):
    """What is not FOUND, proved and as long as published."""
    paths = world.find_paths(starts, goals)
    good = paths.found & paths.optimal & (paths.lower_bound == paths.length)
    good &= np.abs(paths.length - owed) <= NEAR * owed
    return [
        f"{starts[i].tolist()} -> {goals[i].tolist()}: {paths[i]!r}, published {owed[i]!r}"
        for i in np.flatnonzero(~good).tolist()
    ]


@pytest.fixture(scope="module")
def iron_harvest():
    mesh = need(MESHES / "iron-harvest" / "scene_mp_2p_01.mesh")
    starts, goals, lengths = queries(f"{mesh}.scen")
    assert len(starts) == 2000
    return cw.World.from_walkable(faces(mesh)), starts, goals, np.array(lengths, float)


def test_iron_harvest_sample(iron_harvest):
    world, starts, goals, owed = iron_harvest
    assert not differing(world, starts[::20], goals[::20], owed[::20])


@pytest.mark.long
def test_iron_harvest(iron_harvest):
    assert not differing(*iron_harvest)


# Published for ends moved into the corner beside them, or to as many decimals as are shown;
# -1: their search does not answer for an end in an ambiguous corner, where ours does.
ROUGH = {"bad-ambig": 0.02, "bad-collinear": 0.002}


@pytest.mark.parametrize(
    "name", ["square", "bad-ambig", "bad-collinear", *(f"bad-collinear2-rot{k}" for k in (0, 45, 90))]
)  # fmt: skip
def test_polyanya_meshes(name):
    mesh = need(MESHES / "polyanya-tests" / f"{name}.mesh")
    world, exact = cw.World.from_walkable(faces(mesh)), exactly(faces(mesh))
    for a, b, text in zip(*queries(mesh.with_suffix(".scen")), strict=True):
        path, published = world.find_path(a, b), float(text)
        assert path.found
        assert path.optimal
        assert math.isclose(path.length, exact.shortest(tuple(a), tuple(b)), rel_tol=NEAR)
        if published >= 0:
            slack = ROUGH.get(name, NEAR * published)
            assert abs(path.length - published) <= slack, f"{a} -> {b}: {path.length!r}, {text}"


def test_polyanya_hard_mesh():
    """Published without lengths: every pair of its corners, against exact visibility."""
    rings = faces(need(MESHES / "polyanya-tests" / "hard.mesh"))
    world, exact = cw.World.from_walkable(rings), exactly(rings)
    corners = sorted({p for ring in rings for p in ring})
    assert len(corners) == 36
    for i, a in enumerate(corners):
        for b in corners[:i:5]:
            length = world.find_path(a, b).length
            assert math.isclose(length, exact.shortest(a, b), rel_tol=NEAR), f"{a} -> {b}"


def exactly(rings):
    """The oracle for the union of counter-clockwise faces that meet in whole edges."""
    edges = {e for ring in rings for e in closed(ring)}
    return SectorGraph(
        Arrangement(Outline(sorted((a, b) for a, b in edges if (b, a) not in edges)))
    )


class Outline(Scene):
    """Ground alone, known by the edges of its border: `bounds`."""

    def border(self):
        return list(self.bounds)


@pytest.mark.parametrize(
    "name",
    ["boxes_100", "boxes_1000", *(pytest.param(n, marks=pytest.mark.long) for n in ("boxes_10000", "cave512"))],
)  # fmt: skip
def test_optima_of_the_peers(name):
    published = json.loads(need(PEERS / "optima" / f"{name}.json").read_text())
    if name.startswith("cave"):
        pytest.importorskip("scipy", reason="the peers' cave needs scipy")
    world = peer_worlds().make(name)
    pairs, owed = np.array(published["pairs"]), np.array(published["lengths"])
    assert np.array_equal(pairs, world.pairs), "the optima are of another world"
    mine = cw.World.from_walkable(world.polygon())
    assert not differing(mine, pairs[:, :2], pairs[:, 2:], owed)


def peer_worlds():
    if "peer_worlds" not in sys.modules:
        spec = importlib.util.spec_from_file_location("peer_worlds", need(PEERS / "worlds.py"))
        module = importlib.util.module_from_spec(spec)
        sys.modules[spec.name] = module  # its dataclass looks itself up there
        spec.loader.exec_module(module)
    return sys.modules["peer_worlds"]
