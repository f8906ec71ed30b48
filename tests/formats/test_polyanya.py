"""Polygon meshes of Polyanya."""

from __future__ import annotations

import numpy as np
import pytest

import clearway as cw
from support.format_scenes import same_state, world_of
from support.paths import DATA, needs_data, or_skip


def test_meshes_of_both_versions_say_the_same(tmp_path):
    world = world_of()
    world.save(tmp_path / "2.mesh")
    world.save(tmp_path / "3.mesh", version=3)
    a, b = cw.load(tmp_path / "2.mesh"), cw.load(tmp_path / "3.mesh")
    assert same_state(a, b)
    text = (tmp_path / "2.mesh").read_text().split("\n")
    vertices, polygons = map(int, text[2].split())
    assert a.mesh().free_area == pytest.approx(world.mesh().free_area)
    around = [list(map(int, line.split()[2:])) for line in text[3 : 3 + vertices]]
    corners = [list(map(int, line.split()))[1:4] for line in text[3 + vertices :] if line]
    assert len(corners) == polygons
    for v, (count, *members) in enumerate(around):
        assert count == len(members)
        own = sorted(m for m in members if m >= 0)
        assert own == [p for p, c in enumerate(corners) if v in c]
    with pytest.raises(cw.InvalidInput, match="version is 4"):
        world.save(tmp_path / "4.mesh", version=4)


def mesh_and_map(path):
    kind = path.parent.name.split("-")[1]
    return DATA / "grid" / kind / path.name.replace("-merged.mesh", ".map")


MERGED = [p for p in sorted(DATA.glob("mesh/merged*/*.mesh")) if mesh_and_map(p).exists()]


@pytest.mark.parametrize("path", or_skip(MERGED[::13]), ids=lambda p: p.stem)
def test_meshes_are_their_maps(path):
    check_mesh(path)


@pytest.mark.long
@pytest.mark.parametrize("path", or_skip(MERGED), ids=lambda p: p.stem)
def test_all_meshes_are_their_maps(path):
    check_mesh(path)


def check_mesh(path):
    mesh, grid = cw.load(path), cw.load(mesh_and_map(path))
    assert mesh.mesh().free_area == (~grid.blocked).sum()
    centres = np.argwhere(~grid.blocked)[:, ::-1] + 0.5
    assert mesh.is_free(centres).all()
    assert not mesh.is_free(np.argwhere(grid.blocked)[:, ::-1] + 0.5).any()


@needs_data
def test_published_lengths_of_mesh_tests():
    checked = 0
    for path in sorted(DATA.glob("mesh/polyanya-tests/*.scen")):
        queries = cw.load_scenarios(path)
        world = cw.load(path.with_name(queries.map_name))
        found = world.find_paths(queries.starts, queries.goals)
        known = queries.lengths > 0
        if "ambig" in path.name or not found.found[known].all():
            continue  # starts in a corner point, where what touches is closed
        assert found.length[known] == pytest.approx(queries.lengths[known], rel=1e-3)
        checked += known.sum()
    assert checked >= 2
