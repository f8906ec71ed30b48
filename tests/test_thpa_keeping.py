"""THPA*: planners saved and loaded."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from thpa_scenes import check_whole, town

import clearway as cw


def test_saved_and_loaded(tmp_path, monkeypatch):
    world = town()
    planner = cw.THPAStar(world, (0.0, 0.4))
    world.add([(25, 25), (27, 25), (26, 28)])
    file = tmp_path / "town.thpa"
    planner.save(file)
    twin = town()
    twin.add([(25, 25), (27, 25), (26, 28)])
    loaded = cw.THPAStar.load(file, twin)
    a, b = world.random_points(60, 0.4, 1), world.random_points(60, 0.4, 2)
    radii = np.where(np.arange(60) % 2, 0.4, 0.0)
    assert loaded.radii == (0.0, 0.4)
    kept = planner.edges(0.4)
    assert sorted(kept[2]) == sorted(loaded.edges(0.4)[2])
    then, now = planner.find_paths(a, b, radii), loaded.find_paths(a, b, radii)
    assert now.length == pytest.approx(then.length, rel=0.02)
    for w in (world, twin):
        w.add([(10, 10), (14, 10), (12, 13)])
    exact = twin.find_paths(a, b, radii)
    for path, other in zip(loaded.find_paths(a, b, radii), exact, strict=True):
        check_whole(path, other)
    # Another world: clusters as good as they go, paths computed anew.
    changed = town(8)
    moved = cw.THPAStar.load(file, changed, strict=True)
    exact = changed.find_paths(a, b, radii)
    for path, other in zip(moved.find_paths(a, b, radii), exact, strict=True):
        check_whole(path, other)
    assert moved.strict
    (tmp_path / "bad").write_bytes(b"nothing")
    np.savez(tmp_path / "other.npz", x=1)
    for bad in ("bad", "other.npz"):
        with pytest.raises(cw.InvalidInput, match="not a saved planner"):
            cw.THPAStar.load(tmp_path / bad, world)
    with pytest.raises(FileNotFoundError):
        cw.THPAStar.load(tmp_path / "none", world)


def test_loading_the_same_computes_nothing(tmp_path):
    world = town()
    cw.THPAStar(world).save(tmp_path / "t")
    told = []
    loaded = cw.THPAStar.load(tmp_path / "t", town(), progress=lambda *p: told.append(p))
    assert told == [(0, 0)]
    assert loaded.stats[0.0]["partitions"] == 0


def test_saved_with_its_world(tmp_path):
    world = town()
    world.add_wall([(3, 3), (9, 4)])
    planner = cw.THPAStar(world, (0.4,))
    planner.save(tmp_path / "t")
    told = []
    loaded = cw.THPAStar.load(tmp_path / "t", progress=lambda *p: told.append(p))
    assert told == [(0, 0)]
    assert list(loaded.world.obstacles) == list(world.obstacles)
    a, b = world.random_points(30, 0.4, 1), world.random_points(30, 0.4, 2)
    then, now = planner.find_paths(a, b, 0.4), loaded.find_paths(a, b, 0.4)
    assert (then.status == now.status).all()
    assert now.length == pytest.approx(then.length)


def test_without_pymetis_a_loaded_planner_follows_edits(tmp_path, monkeypatch):
    world = town()
    cw.THPAStar(world).save(tmp_path / "t")
    monkeypatch.setitem(sys.modules, "pymetis", None)
    loaded = cw.THPAStar.load(tmp_path / "t", world)
    world.remove(list(world.obstacles)[:60])
    check_whole(loaded.find_path((1, 1), (49, 49)), world.find_path((1, 1), (49, 49)))
    assert loaded.stats[0.0]["partitions"] == 0
