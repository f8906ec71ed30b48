"""Reports of watches against the verifier, in random worlds."""

from __future__ import annotations

import sys
import threading

import numpy as np
import pytest

import clearway as cw
from support.watch_checks import spoilt


def blob(rng, x, y, size):
    n = int(rng.integers(3, 8))
    angles = np.sort(rng.uniform(0, 2 * np.pi, n))
    reach = size * rng.uniform(0.4, 1.0, n)
    return np.column_stack((x + reach * np.cos(angles), y + reach * np.sin(angles)))


def campaign(seed, edits, at_once=1):
    """Random edits; after so many the reports are compared with checking every path."""
    rng = np.random.default_rng(seed)
    snapped = bool(rng.integers(2))  # integer coordinates: touching and collinear throughout

    def place():
        p = rng.uniform(0, 40, 2)
        return np.round(p) if snapped else p

    def obstacle():
        ring = blob(rng, *place(), rng.uniform(0.5, 5))
        return np.round(ring) if snapped else ring

    world = cw.World((0, 0, 40, 40))
    handles = [world.add(obstacle()) for _ in range(25)]
    watches: list[cw.Watch] = []
    reported = 0
    for _ in range(edits):
        while len(watches) < 12:
            radius = float(rng.choice([0.0, 0.0, 0.25, 1.0]))
            path = world.find_path(place(), place(), radius)
            if not path.found:
                break
            watches.append(world.watch(path))
        for _ in range(at_once):
            kind = rng.integers(4)
            if kind == 0 and handles:
                world.remove(handles.pop(int(rng.integers(len(handles)))))
            elif kind == 1 and handles:
                world.move(handles[int(rng.integers(len(handles)))], obstacle())
            elif kind == 2:
                with world.editing():
                    handles += [world.add(obstacle()) for _ in range(3)]
                    world.remove(handles.pop(0))
            else:
                handles.append(world.add(obstacle()))
        found = {id(report.watch): report for report in world.disturbed()}
        for report in found.values():
            at, radius = report.position, report.watch.path.radius
            assert report.free is None or world.is_free(report.free, radius)
            if report.reason is cw.Reason.BLOCKED:
                assert np.abs(report.free - at).max() <= 2.0**-40 * 40
            else:
                assert not world.is_free(at, radius)
        for watch in watches:
            bad = spoilt(watch)
            if bad != (id(watch) in found):
                # What the raw obstacles cannot show: a point's path pinched between two of
                # them that touch. Then the world itself must say so.
                assert not bad, (seed, watch)
                assert watch.path.radius == 0.0, (seed, watch)
                assert watch.path.verify()["clearance"] <= 2.0**-40 * 40
        reported += len(found)
        watches = [w for w in watches if w.active]
        if len(handles) > 40:
            world.remove(handles[:15])
            del handles[:15]
            assert world.disturbed() == []
    return reported


@pytest.mark.parametrize("seed", range(6))
def test_reports_are_those_of_the_verifier(seed):
    assert campaign(seed, 60) > 10


@pytest.mark.parametrize("seed", range(20, 24))
def test_reports_of_several_edits_are_of_the_world_as_it_is(seed):
    assert campaign(seed, 30, at_once=5) > 10


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 160))
def test_reports_are_those_of_the_verifier_long(seed):
    assert campaign(seed, 120) > 10


def test_ended_watches_do_not_come_back_with_a_one_way_door():
    world = cw.World(bounds=(0, 0, 20, 20))
    watch = world.watch(world.find_path((1, 5), (19, 5), radius=0.5))
    post = world.add_post((10, 5))
    assert [r.watch for r in world.disturbed()] == [watch]
    world.remove(post)
    world.add_door([(5, 10), (5, 12)], open=True, direction="left")
    assert world.disturbed() == []
    assert not watch.active
    world.add_post((10, 5))
    assert world.disturbed() == []


def test_threads_that_ask_at_once_lose_no_report():
    """Each report goes to one of them."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for _ in range(30):
            world = cw.World(bounds=(0, 0, 100, 100))
            watches = [world.watch(world.find_path((1, y), (99, y), 0.5)) for y in range(2, 98, 3)]
            got = []
            start = threading.Barrier(3)

            def ask(world=world, got=got, start=start):
                start.wait()
                for _ in range(6):
                    got.extend(r.watch for r in world.disturbed())

            threads = [threading.Thread(target=ask) for _ in range(2)]
            for thread in threads:
                thread.start()
            start.wait()
            for y in range(2, 98, 3):
                world.add_post((50, y))
            for thread in threads:
                thread.join()
            got.extend(r.watch for r in world.disturbed())
            assert len(got) == len(watches)
            assert set(got) == set(watches)
    finally:
        sys.setswitchinterval(interval)
