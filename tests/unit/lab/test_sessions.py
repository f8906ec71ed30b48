"""Sessions of pages: loaded again, copied, too many, freed."""

from __future__ import annotations

import gc
import json
import weakref

import numpy as np
import pytest

import clearway as cw
from clearway.lab.memory import give_back
from clearway.lab.metrics import resident_bytes
from oracle.scene import box
from support.lab_client import running, until

ADD = {"id": 1, "do": "edit", "edits": [{"op": "add", "ring": box(1, 1, 5, 5)}]}


def hello(socket):
    return json.loads(socket.recv(timeout=60))


def ask(socket, **request):
    socket.send(json.dumps({"id": 1, **request}))
    answer = json.loads(socket.recv(timeout=60))
    assert answer["ok"], answer
    return answer["result"]


def test_a_page_that_is_loaded_again_has_its_world_and_history(lab_server):
    with lab_server.live() as socket:
        name = hello(socket)["session"]
        assert ask(socket, **ADD)["undo"] == 1
    with lab_server.live(f"{name}&apart") as socket:
        said = hello(socket)
        assert (said["session"], said["resumed"]) == (name, True)
        assert said["world"]["undo"] == 1
    lab_server.server.sessions.free(name)


def test_a_copy_of_a_page_that_is_open_has_a_world_of_its_own(lab_server):
    with lab_server.live() as one:
        name = hello(one)["session"]
        ask(one, **ADD)
        with lab_server.live(f"{name}&apart") as two:
            said = hello(two)
            assert said["resumed"]
            assert said["session"] != name
            assert said["world"]["obstacles"] == 4
            assert ask(two, do="clear")["removed"]
            assert ask(one, do="world")["obstacles"] == 4
            lab_server.server.sessions.free(said["session"])
        lab_server.server.sessions.free(name)


def test_too_many_pages_are_told_and_closed_ones_give_way():
    with running(cw.World((0, 0, 10, 10)), sessions=2) as lab:
        with lab.live() as one, lab.live() as two:
            hello(one), hello(two)
            with lab.live() as three:
                refused = hello(three)
            assert (refused["event"], refused["error"]) == ("refused", "Busy")
            assert refused["message"].startswith("the lab has 2 pages")
            assert refused["limit"] == 2
        until(lambda: not any(s.connections for s in lab.server.sessions.all()))
        with lab.live() as three:  # within the time in which a page may come back
            assert hello(three)["event"] == "hello"


def test_a_script_does_not_lose_its_session_to_a_page():
    with running(cw.World((0, 0, 10, 10)), sessions=2) as lab:
        own = lab.fresh()  # beside "default"
        with lab.live() as page:
            assert hello(page)["error"] == "Busy"
        assert own.get("world")["kind"] == "world"
        own.close()


def test_a_session_that_ends_frees_its_world():
    """At once, without the collector, although planners have prepared data for it."""
    pytest.importorskip("pymetis")
    with running(cw.World((0, 0, 100, 60))) as lab:
        own = lab.fresh()
        own.post("world", builtin="demo")
        own.arrays("layer", name="clusters", radius=0.5)
        for planner in ("thpa*", "labels"):
            own.post("path", start=[5, 5], goal=[95, 55], planners=[planner])
        own.post("edit", edits=[ADD["edits"][0]])
        world = weakref.ref(lab.server.sessions.get(own.session).thing)
        gc.collect()
        gc.disable()
        try:
            assert world() is not None
            own.close()
            until(lambda: world() is None)
        finally:
            gc.enable()


def boxes(count):
    """Many small boxes, which leave many small blocks of memory in a hierarchy."""
    places = np.random.default_rng(1).uniform(0, 990, (count, 2)).tolist()
    return cw.World.from_obstacles([box(x, y, x + 6, y + 6) for x, y in places], (0, 0, 1000, 1000))


@pytest.mark.alone
def test_memory_of_large_worlds_is_given_back():
    pytest.importorskip("pymetis")
    if not give_back():
        pytest.skip("the C library does not give memory back")
    with running(boxes(1000), seconds=60) as lab:

        def show():
            own = lab.fresh()
            own.arrays("layer", name="clusters", radius=1.0)
            return own

        show().close()  # the pools of the threads
        give_back()
        before = resident_bytes()
        several = [show() for _ in range(4)]
        most = resident_bytes()
        for one in several:
            one.close()
        # The server gives the memory back by itself, a moment later.
        until(lambda: resident_bytes() < before + (most - before) / 3, 30)
