"""Areas, doors and links in files, pickles and copies."""

from __future__ import annotations

import copy
import json
import math
import pickle

import numpy as np
import pytest

import clearway as cw
from support.feature_worlds import make


def full():
    world = cw.World(bounds=(0, 0, 10, 10))
    world.add([(4, 4), (6, 4), (6, 6), (4, 6)])
    hole = [(2, 2), (3, 2), (3, 3)]
    world.add_area({"type": "Polygon", "coordinates": [[(1, 1), (9, 1), (9, 9)], hole]}, "Sümpfe")
    world.add_door([(5, 0), (5, 4)], open=False, direction="left", name="gate")
    world.add_door([(5, 6), (5, 8), (6, 9)])
    world.add_link((1, 1), (9, 9), cost=2.5, two_way=False, radius=0.75, name="ladder")
    off = world.add_link([(1, 5), (1, 6)], (9, 5))
    world.disable(off)
    return world


def contents(world):
    areas = {h: (a.name, a.__geo_interface__) for h, a in world.areas.items()}
    doors = {h: (d.name, d.is_open, d.direction, d.points.tolist()) for h, d in world.doors.items()}
    links = {
        h: (k.name, k.a.tolist(), k.b.tolist(), k.cost, k.two_way, k.radius, k.enabled)
        for h, k in world.links.items()
    }
    return areas, doors, links, list(world.obstacles), world._core.reserve_handles(0)


@pytest.mark.parametrize("suffix", [".clearway", ".geojson"])
def test_files_keep_features(tmp_path, suffix):
    world = full()
    world.save(tmp_path / f"w{suffix}")
    again = cw.load(tmp_path / f"w{suffix}")
    again.validate()
    *features, after = contents(again)
    *wanted, before = contents(world)
    assert features == wanted
    assert after == before or suffix == ".geojson"


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda w: pickle.loads(pickle.dumps(w))]
)
def test_copies_keep_features(copied):
    world = full()
    again = copied(world)
    again.validate()
    assert contents(again) == contents(world)
    again.open(2)
    assert not world.doors[2].is_open


def test_worlds_without_features_are_written_as_before(tmp_path):
    world = cw.World(bounds=(0, 0, 10, 10))
    world.save(tmp_path / "plain.clearway")
    full().save(tmp_path / "full.clearway")
    versions = [(tmp_path / f"{n}.clearway").read_bytes()[8] for n in ("plain", "full")]
    assert versions == [1, 2]


@pytest.mark.parametrize("seed", range(3))
def test_damaged_files_are_refused(tmp_path, seed):
    file = tmp_path / "w.clearway"
    make(np.random.default_rng(seed), areas=2, doors=2, links=2).world.save(file)
    data = file.read_bytes()
    rng = np.random.default_rng(seed)
    for _ in range(20):
        broken = bytearray(data)
        broken[int(rng.integers(len(data)))] ^= 1 << int(rng.integers(8))
        file.write_bytes(bytes(broken))
        with pytest.raises(cw.InvalidInput):
            cw.load(file)


def test_states_that_do_not_fit_are_refused():
    state = full()._state()
    for name, value in {
        "feature_kinds": np.full(5, 7, dtype=np.uint8),
        "feature_directions": np.full(5, 3),
        "feature_name_starts": np.zeros(6, dtype=np.int64),
        "feature_handles": np.zeros(5, dtype=np.int64),
        "feature_costs": np.full(5, -1.0),
        "feature_roles": np.full(len(state["feature_roles"]), 3, dtype=np.uint8),
        "feature_starts": np.array([0, 99]),
        "feature_names": np.full(len(state["feature_names"]), 255, dtype=np.uint8),
    }.items():
        with pytest.raises(cw.InvalidInput):
            cw.World._from_state(state | {name: value})


@pytest.mark.parametrize(
    ("role", "geometry", "properties"),
    [
        ("area", {"type": "Point", "coordinates": [1, 1]}, {"name": "x"}),
        ("area", {"type": "Polygon", "coordinates": [[[1, 1], [2, 1], [2, 2], [1, 1]]]}, {}),
        ("door", {"type": "LineString", "coordinates": [[1, 1], [2, 1]]}, {"open": "yes"}),
        ("door", {"type": "LineString", "coordinates": [[1, 1], [2, 1]]}, {"direction": 3}),
        ("link", {"type": "LineString", "coordinates": [[1, 1], [2, 1], [3, 1]]}, {}),
        ("link", {"type": "Point", "coordinates": [1, 1]}, {}),
        ("link", {"type": "LineString", "coordinates": [[1, 1], [2, 1]]}, {"cost": -2}),
    ],
)
def test_bad_geojson_features_are_refused(tmp_path, role, geometry, properties):
    feature = {"type": "Feature", "properties": {"role": role} | properties, "geometry": geometry}
    file = tmp_path / "w.geojson"
    file.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}))
    with pytest.raises(cw.InvalidInput, match="feature 0"):
        cw.load(file)


def test_a_path_through_links_is_pickled_with_its_cost():
    world = full()
    path = pickle.loads(pickle.dumps(world.find_path((1, 1), (9, 9), 0.1)))
    assert path.links == (4,)
    assert path.cost == 2.5 + path.length
    assert math.isfinite(path.in_world(world).clearance)
