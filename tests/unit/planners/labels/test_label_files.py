"""Labels saved, loaded and pickled; files from strangers."""

from __future__ import annotations

import copy
import pickle

import numpy as np
import pytest

import clearway as cw
from clearway._limits import Limits
from support.planner_mutants import changed


@pytest.fixture(scope="module")
def town():
    rng = np.random.default_rng(7)
    corners = np.array([(0, 0), (2, 0.3), (1.7, 2)])
    return cw.World.from_obstacles(rng.uniform(0, 18, (25, 1, 2)) + corners, (0, 0, 20, 20))


@pytest.fixture(scope="module")
def planner(town):
    made = cw.Labels(town)
    made.prepare()
    return made


@pytest.fixture
def arrays(planner, tmp_path):
    planner.save(tmp_path / "t.npz")
    with np.load(tmp_path / "t.npz") as file:
        return dict(file)


def check_same(planner, town):
    a, b = np.split(town.random_points(60, rng=1), 2)
    best = town.find_paths(a, b)
    paths = planner.find_paths(a, b)
    assert (paths.status == best.status).all()
    assert paths.length == pytest.approx(best.length, rel=1e-12)


def test_saved_and_loaded(planner, town, tmp_path):
    planner.save(tmp_path / "t.npz")
    told = []
    loaded = cw.Labels.load(tmp_path / "t.npz", progress=lambda *step: told.append(step))
    assert loaded.is_ready
    assert told
    assert loaded.stats["labels"] == planner.stats["labels"]
    assert loaded.world is not town
    check_same(loaded, town)
    twin = pickle.loads(pickle.dumps(town))
    again = cw.Labels.load(tmp_path / "t.npz", twin)
    assert again.world is twin
    assert again.stats["labels"] == planner.stats["labels"]
    check_same(again, town)


def test_a_world_with_other_corners_is_prepared_anew(planner, town, tmp_path):
    planner.save(tmp_path / "t.npz")
    other = pickle.loads(pickle.dumps(town))
    other.add([(1, 18), (2, 18), (2, 19)])
    loaded = cw.Labels.load(tmp_path / "t.npz", other)
    assert loaded.is_ready
    check_same(loaded, other)


def test_what_is_not_ready_is_not_saved(town, tmp_path):
    with pytest.raises(cw.InvalidInput, match=r"prepare\(\)"):
        cw.Labels(town).save(tmp_path / "t.npz")
    changing = pickle.loads(pickle.dumps(town))
    stale = cw.Labels(changing)
    stale.prepare()
    changing.add_post((1, 1))
    with pytest.raises(cw.InvalidInput, match=r"prepare\(\)"):
        stale.save(tmp_path / "t.npz")
    assert not (tmp_path / "t.npz").exists()


def test_pickles_and_copies(planner, town):
    again = pickle.loads(pickle.dumps(planner))
    assert again.is_ready
    assert again.memory == planner.memory
    check_same(again, town)
    assert copy.deepcopy(planner).is_ready
    assert not pickle.loads(pickle.dumps(cw.Labels(town))).is_ready


def test_pickles_that_do_not_fit(planner):
    state = planner.__getstate__()
    for bad in (
        {},
        state | {"memory": "much"},
        state | {"memory": -1},
        state | {"hubs": [1, 2]},
        state | {"hubs": state["hubs"][:-1]},
        state | {"hubs": state["hubs"].astype(str)},
        state | {"hubs": state["hubs"] + np.nan},
        state | {"world": 3},
    ):
        with pytest.raises(cw.InvalidInput):
            cw.Labels.__new__(cw.Labels).__setstate__(bad)


def test_damage_is_named(arrays, tmp_path):
    hubs = arrays["hubs"]
    twice = hubs.copy()
    twice[3] = twice[5]
    moved = hubs.copy()
    moved[4, 0] += 1e-9
    for change, said in (
        ({"hubs": hubs[:-1]}, "damaged: the world has other corners"),
        ({"hubs": twice}, "damaged: a corner occurs twice"),
        ({"hubs": moved}, "damaged: the world has no such corner"),
        ({"hubs": hubs.ravel()}, "damaged: hubs has the shape"),
        ({"hubs": hubs * np.nan}, "damaged: hubs"),
        ({"memory": np.array([-5])}, "damaged: memory is -5"),
        ({"memory": np.array([1.5])}, "damaged: memory"),
        ({"clearway_labels": np.array([99])}, "format"),
        ({"world_ground_points": arrays["world_ground_points"][:1]}, "damaged"),
    ):
        np.savez(tmp_path / "bad.npz", **(arrays | change))
        with pytest.raises(cw.InvalidInput, match=said) as error:
            cw.Labels.load(tmp_path / "bad.npz")
        assert "bad.npz" in str(error.value)
    del arrays["clearway_labels"]
    np.savez(tmp_path / "bad.npz", **arrays)
    with pytest.raises(cw.InvalidInput, match="not saved labels"):
        cw.Labels.load(tmp_path / "bad.npz")
    (tmp_path / "bad.npz").write_bytes(b"nothing")
    with pytest.raises(cw.InvalidInput, match="not a saved planner"):
        cw.Labels.load(tmp_path / "bad.npz")
    with pytest.raises(FileNotFoundError):
        cw.Labels.load(tmp_path / "none.npz")


def test_any_order_of_hubs_gives_right_labels(arrays, planner, town, tmp_path):
    rng = np.random.default_rng(5)
    for _ in range(5):
        np.savez(tmp_path / "t.npz", **(arrays | {"hubs": rng.permutation(arrays["hubs"])}))
        loaded = cw.Labels.load(tmp_path / "t.npz")
        assert loaded.is_ready
        assert loaded.stats["labels"] > planner.stats["labels"]
        check_same(loaded, town)


def test_a_bad_order_stays_within_the_budget(arrays, planner, town, tmp_path):
    np.savez(tmp_path / "t.npz", **(arrays | {"hubs": arrays["hubs"][::-1]}))
    loaded = cw.Labels.load(tmp_path / "t.npz", memory=planner.stats["bytes"])
    assert loaded.stats["over_budget"]
    assert not loaded.is_ready
    check_same(loaded, town)


def test_limits_of_files(planner, tmp_path):
    planner.save(tmp_path / "t.npz")
    with pytest.raises(cw.InvalidInput, match="bytes"):
        cw.Labels.load(tmp_path / "t.npz", limits=Limits(bytes=1000))


@pytest.mark.parametrize("seed", range(8))
def test_mutants_are_refused_or_right(arrays, tmp_path, seed):
    rng = np.random.default_rng([12, seed])
    used = 0
    for _ in range(25):
        mutant, _ = changed(arrays, rng)
        np.savez(tmp_path / "t.npz", **mutant)
        try:
            loaded = cw.Labels.load(tmp_path / "t.npz", memory=1e6, threads=1)
        except cw.InvalidInput:
            continue
        used += 1
        a, b = rng.uniform(0, 20, (2, 6, 2))
        best = loaded.world.find_paths(a, b)
        paths = loaded.find_paths(a, b)
        assert (paths.status == best.status).all()
        assert paths.length == pytest.approx(best.length, rel=1e-12)
    assert used < 25
