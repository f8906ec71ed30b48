from __future__ import annotations

import threading

import pytest

for needed in ("starlette", "uvicorn", "websockets", "httpx"):
    pytest.importorskip(needed, reason=f"{needed} is not installed: the lab is not tested")

import clearway as cw  # noqa: E402
from clearway.lab.registry import ACTIONS, Action  # noqa: E402
from oracle.scene import box  # noqa: E402
from support.lab_client import running  # noqa: E402


def a_world():
    """100 by 60 with a box, a wall, a post, an area, a door and a link."""
    world = cw.World((0, 0, 100, 60))
    world.add(box(40, 10, 60, 50))
    world.add_wall([(20, 0), (20, 40)])
    world.add_post((80, 30))
    world.add_area([(62, 20), (78, 20), (78, 40), (62, 40)], "mud")
    world.add_door([(20, 40), (20, 60)], name="gate")
    world.add_link((10, 10), (90, 10), cost=200.0, name="ferry")
    return world


@pytest.fixture
def world():
    """What new sessions of `lab` show."""
    return a_world()


@pytest.fixture(scope="session")
def lab_server():
    """A server with a session for each page."""
    with running(a_world(), sessions=16) as made:
        yield made


@pytest.fixture
def lab(lab_server):
    """A session of its own."""
    made = lab_server.fresh()
    yield made
    made.close()


@pytest.fixture
def gate(monkeypatch):
    """An event; the action `hold` ends when the test sets it."""
    opened = threading.Event()

    def hold(call):
        """Waits for the test."""
        assert opened.wait(60)
        return {}

    monkeypatch.setitem(ACTIONS, "hold", Action("hold", hold, changes=False, get=False))
    yield opened
    opened.set()


@pytest.fixture
def shared(world):
    """A server of one world, `world`, which all clients share."""
    with running(world, shared=True) as made:
        yield made
