"""The websocket: lanes, stale requests, two pages, connections cut and restored."""

from __future__ import annotations

import asyncio
import json

import numpy as np
import pytest

from clearway.lab.packets import from_packet, to_packet
from support.lab_client import running, until

SQUARE = [[25, 20], [35, 20], [35, 30], [25, 30]]


class Page:
    """A page: requests with numbers, answers by number, events."""

    def __init__(self, lab, session=None):
        self._connection = lab.live(session)
        self.socket = self._connection.__enter__()
        self.hello = json.loads(self.socket.recv(timeout=60))
        self.answers, self.events, self.count = {}, [], 0

    def send(self, do, /, **given):
        self.count += 1
        self.socket.send(json.dumps({"id": self.count, "do": do, **given}))
        return self.count

    def receive(self):
        message = self.socket.recv(timeout=60)
        answer = json.loads(message) if isinstance(message, str) else from_packet(message)
        if "event" in answer:
            self.events.append(answer)
        else:
            self.answers[answer["id"]] = answer

    def answer(self, number):
        while number not in self.answers:
            self.receive()
        return self.answers.pop(number)

    def do(self, action, /, **given):
        answer = self.answer(self.send(action, **given))
        assert answer["ok"], answer
        return answer["result"]

    def close(self):
        self._connection.__exit__(None, None, None)


@pytest.fixture
def page(lab_server):
    made = Page(lab_server)
    yield made
    made.close()
    lab_server.server.sessions.free(made.hello["session"])


def test_hello_and_answers(page, world):
    assert page.hello["event"] == "hello"
    assert page.hello["resumed"] is False
    assert page.hello["world"]["obstacles"] == 3
    got = page.do("path", start=[5, 5], goal=[95, 30], radius=1.0)["answers"][0]
    path = world.find_path((5, 5), (95, 30), 1.0)
    assert got["length"] == path.length
    assert (got["points"] == path.points).all()


def test_errors_are_those_of_http(page, lab):
    answer = page.answer(page.send("path", start=[1, "b"], goal=[1, 2]))
    status, said = lab.error("path", start=[1, "b"], goal=[1, 2])
    assert (answer["ok"], answer["status"], answer["message"]) == (False, status, said["message"])
    for text in (
        "{",
        "[]",
        "3",
        '{"id": 9}',
        '{"id": 9, "do": "x"}',
        '{"id": 9, "do": "path", "lane": 3}',
    ):
        page.socket.send(text)
        message = json.loads(page.socket.recv(timeout=60))
        assert message["ok"] is False
        assert message["status"] in (400, 404)
    page.socket.send(b"garbage")
    assert json.loads(page.socket.recv(timeout=60))["error"] == "InvalidInput"
    assert page.do("health")["status"] == "ok"


def test_the_last_position_wins(page, gate):
    [handle] = page.do("edit", edits=[{"op": "add", "ring": SQUARE}])["handles"]
    slow = page.send("hold", lane="drag")
    numbers = [
        page.send(
            "edit",
            lane="drag",
            latest=True,
            gesture="g",
            edits=[{"op": "move", "handle": handle, "ring": (np.array(SQUARE) + i / 10).tolist()}],
        )
        for i in range(50)
    ]
    page.do("health", lane="other")  # now the server has all of them
    gate.set()
    assert page.answer(slow)["ok"]
    answers = [page.answer(number) for number in numbers]
    assert [answer.get("dropped", False) for answer in answers] == [True] * 49 + [False]
    assert answers[-1]["result"]["changed"][0]["chains"][0][0] == pytest.approx([29.9, 24.9])
    page.do("undo")
    assert page.do("object", handle=handle)["chains"] == [SQUARE]


def test_lanes_do_not_wait_for_each_other(page, gate):
    slow = page.send("hold", lane="slow")
    quick = page.send("health", lane="quick")
    assert page.answer(quick)["ok"]
    assert slow not in page.answers
    gate.set()
    assert page.answer(slow)["ok"]
    for i in range(20):
        page.send("health", lane=f"lane {i}")
    refused = [page.answer(quick + 1 + i) for i in range(20)]
    assert [answer["ok"] for answer in refused].count(False) == 20 - 14
    assert {a["error"] for a in refused if not a["ok"]} == {"Busy"}


def test_requests_that_wait_have_a_limit_of_bytes(world, gate):
    with running(world, waiting_bytes=100_000) as lab:
        page = Page(lab)
        slow = page.send("hold")
        numbers = [page.send("share", pad="x" * 30_000) for _ in range(5)]
        page.do("health", lane="other")  # now the server has all of them
        refused = [number for number in numbers if number in page.answers]
        assert refused == numbers[3:]
        assert {page.answer(number)["error"] for number in refused} == {"Busy"}
        replaced = page.send("share", pad="x" * 5_000, latest=True)
        page.send("share", pad="x" * 5_000, latest=True)
        assert page.answer(replaced)["dropped"]
        assert 0 < lab.server._held < 100_000
        gate.set()
        assert page.answer(slow)["ok"]
        assert not page.answer(numbers[2])["ok"]  # a parameter that `share` does not have
        page.do("health")
        assert lab.server._held == 0
        page.send("hold", lane="more")
        page.close()
        until(lambda: lab.server._held == 0)


def test_a_request_that_is_refused_replaces_none(world, gate):
    with running(world, waiting_bytes=100_000) as lab:
        page = Page(lab)
        slow = page.send("hold")
        page.send("share", pad="x" * 50_000)
        first = page.send("share", pad="x" * 30_000, latest=True)
        refused = page.send("share", pad="x" * 60_000, latest=True)
        assert page.answer(refused)["error"] == "Busy"
        last = page.send("share", pad="x" * 40_000, latest=True)  # fits in place of the first
        assert page.answer(first)["dropped"]
        gate.set()
        assert page.answer(slow)["ok"]
        assert page.answer(last)["status"] == 400  # a parameter that `share` does not have
        page.do("health")
        assert lab.server._held == 0
        page.close()


def test_changes_that_wait_to_be_told_become_one(lab_server, page, monkeypatch):
    """A page that does not read keeps one event of the server, however many edits there are."""
    from clearway.lab.live import Connection

    told = []
    deliver = Connection._deliver

    async def slowly(self, message):
        if '"changed"' in str(message):
            told.append(json.loads(message))
            while len(told) == 1 and not done:
                await asyncio.sleep(0.005)
        await deliver(self, message)

    done = []
    monkeypatch.setattr(Connection, "_deliver", slowly)
    session = page.hello["session"]
    for i in range(20):
        version = lab_server.post(
            "edit", session=session, edits=[{"op": "add_post", "point": [i + 1, 1]}]
        )["version"]
    done.append(True)
    until(lambda: len(told) == 2)
    assert [event["version"] for event in told] == [told[0]["version"], version]
    while len(page.events) < 2:
        page.receive()
    assert page.do("health")["status"] == "ok"
    assert len(page.events) == 2


def test_a_lane_keeps_the_order(page):
    numbers = [
        page.send("edit", edits=[{"op": "add_post", "point": [22 + i / 10, 3]}]) for i in range(30)
    ]
    handles = [page.answer(number)["result"]["handles"][0] for number in numbers]
    assert handles == sorted(handles)


def test_files_over_the_websocket(page):
    saved = page.do("save", format="geojson")
    assert saved["name"].endswith(".geojson")
    page.count += 1
    page.socket.send(
        to_packet({"id": page.count, "do": "open", "name": "x.geojson", "data": saved["data"]})
    )
    opened = page.answer(page.count)
    assert opened["ok"], opened
    assert opened["result"]["obstacles"] == 3


def test_two_pages_have_worlds_of_their_own(lab_server, page):
    other = Page(lab_server)
    page.do("edit", edits=[{"op": "add", "ring": SQUARE}])
    assert page.do("world")["obstacles"] == 4
    assert other.do("world")["obstacles"] == 3
    assert other.hello["session"] != page.hello["session"]
    assert other.events == []
    other.close()


def test_a_script_changes_the_world_of_a_page(lab_server, page):
    name = page.hello["session"]
    made = lab_server.post("edit", session=name, edits=[{"op": "add", "ring": SQUARE}])
    page.receive()
    assert page.events == [{"event": "changed", "version": made["version"], "replaced": False}]
    lab_server.post("world", session=name, builtin="empty")
    page.receive()
    assert page.events[-1]["replaced"] is True
    page.do("edit", edits=[{"op": "add", "ring": SQUARE}])
    page.do("health")
    assert len(page.events) == 2  # its own edits are no news


def test_cut_and_restored(lab_server):
    first = Page(lab_server)
    name = first.hello["session"]
    first.do("edit", edits=[{"op": "add", "ring": SQUARE}])
    first.socket.socket.close()  # without a goodbye
    again = Page(lab_server, name)
    assert (again.hello["session"], again.hello["resumed"]) == (name, True)
    assert again.hello["world"]["obstacles"] == 4
    assert again.do("undo")["removed"] == [6]
    again.close()
    unknown = Page(lab_server, "never-made")
    assert unknown.hello["resumed"] is False
    unknown.close()


def test_a_closed_page_frees_its_session(world):
    with running(world, idle_seconds=0.3) as lab:
        page = Page(lab)
        assert len(lab.server.sessions) == 1
        until(lambda: page.do("health")["uptime"] > 1.0)  # a connection keeps it
        assert len(lab.server.sessions) == 1
        page.close()
        until(lambda: len(lab.server.sessions) == 0)
        late = Page(lab, page.hello["session"])
        assert late.hello["resumed"] is False
        late.close()


def test_too_many_sessions(world):
    with running(world, sessions=2) as lab:
        pages = [Page(lab), Page(lab)]
        third = Page(lab)
        assert (third.hello["event"], third.hello["error"]) == ("refused", "Busy")
        assert lab.error("session")[0] == 503
        for page in pages:
            page.close()
