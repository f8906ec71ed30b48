"""Untrusted planner files and pickles: what does not fit is refused, the rest gives legal paths."""

from __future__ import annotations

import io
import pickle
import zipfile

import numpy as np
import pytest

import clearway as cw
from clearway._journey import Journey
from clearway._limits import Limits
from support.hierarchy_worlds import town
from support.planner_mutants import run, saved, scenes, use


@pytest.fixture(scope="module")
def arrays():
    return saved(scenes()[0])


def load(tmp_path, arrays, **changes):
    np.savez(tmp_path / "t.npz", **(arrays | changes))
    return cw.THPAStar.load(tmp_path / "t.npz", threads=1)


def put(array, index, value):
    out = np.array(array)
    out.reshape(-1)[index] = value
    return out


def refused(tmp_path, arrays, said, **changes):
    with pytest.raises(cw.InvalidInput, match=said):
        load(tmp_path, arrays, **changes)


def test_what_does_not_fit_is_named(tmp_path, arrays):
    borders, edges = arrays["0_borders"], arrays["0_edges"]
    clusters, ways = arrays["0_clusters"], arrays["0_ways"]
    own = int(borders[1])
    refused(
        tmp_path,
        arrays,
        "node 0 is on the border of a cluster with itself",
        **{"0_borders": put(borders, 0, own)},
    )
    refused(
        tmp_path, arrays, "edge 2 joins a node with itself", **{"0_edges": put(edges, 4, edges[5])}
    )
    refused(tmp_path, arrays, "edge 1 has a node out of range", **{"0_edges": put(edges, 2, 999)})
    refused(tmp_path, arrays, "negative", **{"0_edges": put(edges, 2, -1)})
    refused(
        tmp_path,
        arrays,
        "two edges join the same nodes",
        **{"0_edges": np.concatenate((edges[:2], edges[:2], edges[4:]))},
    )
    refused(
        tmp_path,
        arrays,
        "have no edge",
        **{
            "0_edges": edges[:0],
            "0_way_counts": arrays["0_way_counts"][:0],
            "0_ways": ways[:0],
            "0_channel_counts": arrays["0_channel_counts"][:0],
            "0_channel": arrays["0_channel"][:0],
        },
    )
    free = int(np.flatnonzero(clusters >= 0)[0])
    refused(
        tmp_path, arrays, "is free and has no cluster", **{"0_clusters": put(clusters, free, -1)}
    )
    blocked = int(np.flatnonzero(clusters < 0)[0])
    refused(
        tmp_path,
        arrays,
        "is not free and has a cluster",
        **{"0_clusters": put(clusters, blocked, 0)},
    )
    refused(tmp_path, arrays, "a path with an invalid length", **{"0_ways": put(ways, 2, np.nan)})
    refused(tmp_path, arrays, "a path with an invalid length", **{"0_ways": put(ways, 2, -1.0)})
    refused(tmp_path, arrays, "a path for radii out of range", **{"0_ways": put(ways, 1, 2.0)})
    refused(
        tmp_path,
        arrays,
        "channel|out of range",
        **{"0_channel": put(arrays["0_channel"], 0, blocked)},
    )
    refused(
        tmp_path,
        arrays,
        "do not add up|out of range",
        **{"0_way_counts": put(arrays["0_way_counts"], 0, 2)},
    )
    refused(tmp_path, arrays, "places has the shape", **{"0_places": np.empty((3, 3))})


def test_false_lengths_are_computed_again(tmp_path, arrays):
    """A length that is not that of the channel is not trusted."""
    true = load(tmp_path, arrays).edges(0.0)[2]
    ways = arrays["0_ways"].reshape(-1, 4) * (1, 1, 0.25, 0.25)
    told = []
    np.savez(tmp_path / "t.npz", **(arrays | {"0_ways": ways.ravel()}))
    loaded = cw.THPAStar.load(tmp_path / "t.npz", progress=lambda *p: told.append(p))
    assert sorted(loaded.edges(0.0)[2]) == pytest.approx(sorted(true))
    assert max(total for _, total in told) == len(ways)
    use(loaded, 1)


def test_a_channel_that_a_disc_cannot_pass_is_not_believed(tmp_path):
    """The channel of a point's path, presented as a disc's."""
    world = cw.World((0, 0, 40, 20))
    world.add([(18, 0), (22, 0), (22, 9.9), (18, 9.9)])
    world.add([(18, 10.1), (22, 10.1), (22, 19), (18, 19)])
    points = saved(cw.THPAStar(world, (0.0,), clusters=4))
    ways = points["0_ways"].reshape(-1, 4)
    ways[:, :2] = 0.3
    radii = points["radii"] + (0.3, 0.3, 0)
    loaded = load(tmp_path, points, radii=radii, **{"0_ways": ways.ravel()})
    exact = world.find_path((2, 10), (38, 10), 0.3)
    path = loaded.find_path((2, 10), (38, 10), 0.3)
    assert path.status is exact.status
    assert path.clearance >= 0.3 * (1 - 1e-9)
    loaded._levels[0].hierarchy.validate()


def test_counts_are_held_against_the_file(tmp_path, arrays):
    """A header that announces more data than there are; a file that unpacks to more than allowed."""
    packed = io.BytesIO()
    np.savez(packed, **arrays)
    data = packed.getvalue()
    header = b"'shape': (1,), "
    for huge in (b"'shape': (9**9,),", b"'shape': (99999999999999,), "):
        member = io.BytesIO()
        np.save(member, np.array([4]))
        changed = member.getvalue().replace(header, huge[: len(header)].ljust(len(header)))
        with zipfile.ZipFile(tmp_path / "t", "w") as out:
            out.writestr("clearway_thpa.npy", changed)
        with pytest.raises(cw.InvalidInput, match="not a saved planner"):
            cw.THPAStar.load(tmp_path / "t")
    (tmp_path / "t").write_bytes(data)
    with pytest.raises(cw.InvalidInput, match=r"limits\.bytes"):
        cw.THPAStar.load(tmp_path / "t", limits=Limits(bytes=len(data) - 1))
    with zipfile.ZipFile(tmp_path / "bomb", "w", zipfile.ZIP_DEFLATED) as out:
        out.writestr("clearway_thpa.npy", bytes(3 * 2**20))
    with pytest.raises(cw.InvalidInput, match=r"unpacked.*limits\.bytes"):
        cw.THPAStar.load(tmp_path / "bomb", limits=Limits(bytes=2**20))
    with pytest.raises(cw.InvalidInput, match="not a file"):
        cw.THPAStar.load(tmp_path)


def test_objects_are_not_read(tmp_path, arrays):
    arrays = dict(arrays)
    refused(tmp_path, arrays, "not a saved planner", radii=np.array([object()]))
    refused(tmp_path, arrays, "tolerance has another type of number", tolerance=np.array([1]))
    del arrays["tolerance"]
    refused(tmp_path, arrays, "tolerance is missing")


@pytest.mark.parametrize(
    "change",
    [
        {"world": 3},
        {"prepared": None},
        {"prepared": {}},
        {"options": {"threads": -1}},
        {"options": {"threads": "x"}},
        {"options": None},
        {"kept": (10**9, True)},
        {"kept": ()},
    ],
)
def test_a_pickle_with_another_state_is_refused(change):
    planner = scenes()[0]
    state = planner.__getstate__()
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar.__new__(cw.THPAStar).__setstate__(state | change)
    with pytest.raises(cw.InvalidInput):
        cw.THPAStar.__new__(cw.THPAStar).__setstate__(change)


@pytest.mark.parametrize(
    "change",
    [
        {"planner": None},
        {"radius": np.nan},
        {"radius": -1.0},
        {"legs": [1]},
        {"legs": None},
        {"plans": "x"},
        {"_start": None},
        {"_position": (np.inf, 0.0)},
        {"_goal": (1.0, 2.0, 3.0)},
        {"_ahead": "yes"},
    ],
)
def test_a_journey_with_another_state_is_refused(change):
    planner = scenes()[0]
    journey = planner.begin((1, 1), (19, 19), 0.4)
    twin = Journey.__new__(Journey)
    with pytest.raises(cw.InvalidInput):
        twin.__setstate__(journey.__getstate__() | change)


def test_the_planner_by_name_beyond_its_radii_is_pickled():
    """It has a level without clusters, which is restored without clusters."""
    world = town()
    for radius in np.linspace(0.1, 1.0, 10).tolist():
        world.find_path((1, 1), (49, 49), radius, planner="thpa*")
    kept = cw.THPAStar._cached_for(world)
    twin = pickle.loads(pickle.dumps(kept))
    assert twin.radii == kept.radii
    for radius in (0.1, 0.95, 1.5):
        now, then = (
            twin.find_path((1, 1), (49, 49), radius),
            kept.find_path((1, 1), (49, 49), radius),
        )
        assert now.status is then.status
        assert now.length == then.length


def test_mutants():
    words, findings = run(seed=7, count=400)
    assert not findings, findings[:3]
    assert words["refused"] > 100
    assert words["used"] > 50


@pytest.mark.long
def test_many_mutants():
    words, findings = run(seed=8, count=30_000)
    assert not findings, findings[:3]
    assert words["refused"] > 10_000
    assert words["used"] > 5_000
