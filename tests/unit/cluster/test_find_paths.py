"""`clearway.cluster.find_paths`: equal to `find_paths`, on workers of which one is killed."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

import clearway as cw
from clearway import cluster

distributed = pytest.importorskip("distributed")
COLUMNS = ("status", "length", "lower_bound", "optimal", "radius")
COLUMNS += ("starts", "goals", "goal_index", "snapped")


@pytest.fixture(scope="module")
def client():
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs=50
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


@pytest.fixture(scope="module")
def town():
    """Boxes after some edits, so that the rows of its mesh are not those of a fresh build."""
    world = cw.generate.boxes(size=60, seed=3)
    for handle in list(world.obstacles)[:5]:
        world.remove(handle)
    world.add([(5, 5), (9, 5), (9, 9), (5, 9)])
    return world


def assert_equal(ours, theirs):
    assert type(ours) is type(theirs)
    for name in COLUMNS:
        np.testing.assert_array_equal(getattr(ours, name), getattr(theirs, name), name)
    for a, b in zip(ours, theirs, strict=True):
        np.testing.assert_array_equal(a.points, b.points)
        np.testing.assert_array_equal(a.channel, b.channel)
        assert a.planner == b.planner
        assert (a.clearance == b.clearance) or np.isnan(a.clearance)


@pytest.mark.parametrize("planner", ["optimal", "channel", "tra*", "vgo"])
def test_equal_to_one_call(client, town, planner):
    radius = 0.0 if planner == "vgo" else 0.3
    a, b = town.random_points(60, rng=1), town.random_points(60, rng=2)
    ours = cluster.find_paths(town, a, b, radius, planner, client=client, chunk=7)
    assert_equal(ours, town.find_paths(a, b, radius, planner))
    assert ours.found.sum() > 30


def test_forms_of_queries(client, town):
    a = np.concatenate((town.random_points(9, 0.5, 1), [(7.0, 7.0)]))
    exits = [[(0, 0), (0, 60)], [(60, 0), (60, 60)]]
    for goals, given in (
        (a[0], {}),
        (a[::-1], {"radius": np.linspace(0, 0.4, 10), "snap": 5.0}),
        ({"type": "MultiLineString", "coordinates": exits}, {"radius": 0.2}),
    ):
        ours = cluster.find_paths(town, a, goals, client=client, chunk=4, **given)
        assert_equal(ours, town.find_paths(a, goals, **given))
    both = cluster.find_paths(town, a[0], a[1], radius=[0, 0.1, 0.2], client=client, chunk=2)
    assert_equal(both, town.find_paths(a[0], a[1], radius=[0, 0.1, 0.2]))
    assert len(cluster.find_paths(town, np.empty((0, 2)), a[0], client=client)) == 0


def test_grids(client):
    grid = cw.generate.caves(size=40, seed=1, form="grid")
    free = np.argwhere(~grid.blocked)[:, ::-1]
    a, b = free[::40], free[::-40]
    for planner in ("jps", "hpa*"):
        ours = cluster.find_paths(grid, a, b, planner=planner, client=client, chunk=5)
        theirs = grid.find_paths(a, b, planner=planner)
        assert_equal(ours, theirs)
        assert all((p.cells == q.cells).all() for p, q in zip(ours, theirs, strict=True))


class Slow(cw.Planner):
    """Says which process asks it, and takes its time."""

    name = "slow"

    def find_path(self, start, goal, radius=0.0, *, folder):
        with open(f"{folder}/{os.getpid()}.log", "a") as file:  # noqa: PTH123
            file.write("asked\n")
        time.sleep(0.05)
        return self.world.find_path(start, goal, radius)


def test_a_worker_that_is_killed(client, town, tmp_path):
    """Its part of the batch is answered by others; the batch is whole."""
    before = set(client.run(os.getpid).values())
    killed = []

    def kill():
        while not killed:
            for log in tmp_path.glob("*.log"):
                if int(log.stem) in before and len(log.read_text().split()) >= 3:
                    os.kill(int(log.stem), signal.SIGKILL)
                    killed.append(int(log.stem))
                    return
            time.sleep(0.01)

    a, b = town.random_points(40, rng=3), town.random_points(40, rng=4)
    killer = threading.Thread(target=kill)
    killer.start()
    ours = cluster.find_paths(
        town, a, b, planner=Slow, client=client, chunk=4, folder=str(tmp_path)
    )
    killer.join()
    assert killed
    assert_equal(ours, town.find_paths(a, b, planner=Slow, folder=str(tmp_path)))


def test_a_worker_receives_the_world_once(client, town, monkeypatch):
    loads = []
    plain = cw.World.__getstate__
    monkeypatch.setattr(cw.World, "__getstate__", lambda self: loads.append(1) or plain(self))
    a = town.random_points(40, rng=5)
    cluster.find_paths(town, a, a[::-1], client=client, chunk=2)
    assert len(loads) == 1


def test_wrong_arguments(client, town):
    a = town.random_points(3, rng=1)
    places = [[(0, 0), (0, 60)], [(60, 0), (60, 60)], [(1, 1), (1, 2)]]
    for given, said in (
        ({"goals": a, "seconds": 1.0}, "seconds"),
        ({"goals": a, "chunk": 0}, "chunk is 0"),
        ({"goals": a[:2]}, "3 starts but 2 goals"),
        ({"goals": a, "nonsense": 3}, "nonsense"),
        ({"goals": places}, "one place for all starts"),
    ):
        with pytest.raises(cw.InvalidInput, match=said):
            cluster.find_paths(town, a, client=client, **given)
    with pytest.raises(cw.InvalidInput, match="a World or a Grid"):
        cluster.find_paths(None, a, a, client=client)


def test_without_a_client(town, monkeypatch):
    def no_client():
        raise ValueError("No global client found")

    monkeypatch.setattr(distributed, "get_client", no_client)
    with pytest.raises(cw.InvalidInput, match="none is active"):
        cluster.find_paths(town, [(1, 1)], [(2, 2)])
