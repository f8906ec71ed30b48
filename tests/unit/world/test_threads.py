"""Edits from many threads: none is lost, transactions stay with their thread."""

from __future__ import annotations

import pickle
import threading

import pytest

import clearway as cw


def square(x, y, size=0.5):
    return [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]


@pytest.fixture
def world():
    return cw.World((0, 0, 100, 100))


def together(*jobs):
    """Runs all at once; returns what they raised."""
    raised = []
    gate = threading.Barrier(len(jobs))

    def start(job):
        gate.wait()
        try:
            job()
        except Exception as error:
            raised.append(error)

    threads = [threading.Thread(target=start, args=(job,)) for job in jobs]
    for t in threads:
        t.start()
    for t in threads:
        t.join(60)
        assert not t.is_alive()
    return raised


def test_no_add_is_lost(world):
    handles = [[] for _ in range(4)]

    def add(i):
        for k in range(50):
            handles[i].append(world.add(square(k * 1.5, i * 1.5)))
            if k % 10 == 0:
                handles[i] += world.add_posts([(k * 1.5, 50 + i), (k * 1.5, 60 + i)]).tolist()

    assert together(*(lambda i=i: add(i) for i in range(4))) == []
    assert sorted(h for each in handles for h in each) == list(range(240))
    assert list(world.obstacles) == list(range(240))
    world.validate()


def test_moves_and_removals_meet(world):
    handles = [world.add(square(i, 0)) for i in range(100)]

    def remove():
        for h in handles:
            world.remove(h)

    def move():
        for h in reversed(handles):
            world.move(h, square(h, 5))

    raised = together(remove, move, remove)
    assert raised
    assert all(isinstance(error, cw.UnknownHandle) for error in raised)
    world.validate()


def test_an_obstacle_that_goes_while_it_is_moved(world, monkeypatch):
    box = world.add(square(1, 1))
    known = type(world)._known

    def removed_after(self, handle):
        found = known(self, handle)
        self.remove(found)
        return found

    monkeypatch.setattr(type(world), "_known", removed_after)
    with pytest.raises(cw.UnknownHandle, match=f"handle {box}"):
        world.move(box, square(3, 3))
    world.validate()


def test_a_transaction_belongs_to_its_thread(world):
    old = world.add(square(1, 1))
    other = []
    with world.editing():
        mine = world.add(square(3, 3))
        assert together(lambda: other.append(world.add(square(5, 5)))) == []
        assert list(world.obstacles) == [old, *other]
        world.move(old, square(7, 7))
    assert list(world.obstacles) == [old, mine, *other]
    assert world.obstacles[old].points[0].tolist() == [7, 7]


def test_a_transaction_overtaken_by_a_removal_does_nothing(world):
    old = world.add(square(1, 1))
    with pytest.raises(cw.UnknownHandle, match="removed by another thread"), world.editing():
        world.add(square(3, 3))
        world.move(old, square(7, 7))
        assert together(lambda: world.remove(old)) == []
    assert len(world) == 0
    world.validate()


def test_transactions_of_many_threads(world):
    def edit(i):
        for k in range(10):
            with world.editing():
                for j in range(5):
                    world.add(square(k * 4 + j * 0.7, i * 2))

    assert together(*(lambda i=i: edit(i) for i in range(4))) == []
    assert len(world) == 200
    world.validate()


def test_copies_taken_while_others_edit(world, tmp_path):
    stop = threading.Event()

    def edit():
        k = 0
        while not stop.is_set():
            k += 1
            with world.editing():  # pairs: no copy may hold half of one
                pair = world.add(square(k % 90, 1)), world.add(square(k % 90, 3))
            if k % 2:
                world.remove(pair)

    def keep():
        try:
            for _ in range(60):
                twin = pickle.loads(pickle.dumps(world))
                assert len(twin) % 2 == 0
                assert len(world.to_geojson()["features"]) % 2 == 1
            world.save(tmp_path / "w.clearway")
            assert len(cw.load(tmp_path / "w.clearway")) % 2 == 0
        finally:
            stop.set()

    assert together(edit, keep) == []
