"""What the server refuses: other hosts and origins, what is too large, what takes too long."""

from __future__ import annotations

import socket
import threading

import httpx
import numpy as np
import pytest
from websockets.exceptions import InvalidStatus

import clearway as cw
from support.lab_client import running, until


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 200),
        ({"host": "localhost:1234"}, 200),
        ({"host": "127.0.0.1"}, 200),
        ({"host": "evil.example"}, 403),
        ({"host": "evil.example:80"}, 403),
        ({"host": "127.0.0.1.evil.example"}, 403),
        ({"host": "localhost.evil.example:8000"}, 403),
        ({"host": ""}, 403),
        ({"origin": "http://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"origin": "http://127.0.0.1:1"}, 403),
        ({"host": "LOCALHOST:1234"}, 200),
        ({"origin": "http://[::1"}, 403),
        ({"origin": "https://127.0.0.1"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),  # a page of another port of this machine
        ({"sec-fetch-site": "same-origin"}, 200),
    ],
)
def test_hosts_and_origins(lab_server, headers, status):
    for path in ("/api/world", "/", "/page/index.html", "/api/openapi.json"):
        answer = lab_server.http.get(path, headers=headers)
        if path == "/api/world" or status == 403:
            assert answer.status_code == status, path
    if status == 403:
        assert answer.json()["error"] == "Forbidden"
    posted = lab_server.http.post(
        "/api/path", json={"start": [1, 1], "goal": [2, 2]}, headers=headers
    )
    assert posted.status_code == status


def test_two_hosts_are_refused(lab_server):
    own = lab_server.url.removeprefix("http://")
    address, _, port = own.partition(":")
    for hosts in ([own, "evil.example"], ["evil.example", own]):
        lines = ["GET /api/world HTTP/1.1", *(f"Host: {host}" for host in hosts), "", ""]
        with socket.create_connection((address, int(port)), timeout=20) as raw:
            raw.sendall("\r\n".join(lines).encode())
            assert raw.recv(100).startswith(b"HTTP/1.1 403")


def test_a_link_to_the_page_may_be_followed_from_anywhere(lab_server):
    """A shared world is such a link; nothing else is open to other sites."""
    headers = {
        "sec-fetch-site": "cross-site",
        "sec-fetch-mode": "navigate",
        "sec-fetch-dest": "document",
    }
    assert lab_server.http.get("/", headers=headers).status_code == 200
    assert lab_server.http.post("/", headers=headers).status_code == 403
    for path in ("/api/world", "/page/main.js", "/api/save?format=geojson"):
        assert lab_server.http.get(path, headers=headers).status_code == 403, path
    for change in ({"sec-fetch-mode": "no-cors"}, {"sec-fetch-dest": "iframe"}, {"host": "x"}):
        assert lab_server.http.get("/", headers={**headers, **change}).status_code == 403


def test_the_origin_of_the_page_is_accepted(lab_server):
    answer = lab_server.http.get("/api/world", headers={"origin": lab_server.url})
    assert answer.status_code == 200
    assert "access-control-allow-origin" not in answer.headers
    assert "default-src 'self'" in answer.headers["content-security-policy"]


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "https://127.0.0.1.evil.example"]
)
def test_websockets_of_other_origins(lab_server, origin):
    with pytest.raises(InvalidStatus) as caught:
        lab_server.live(origin=origin)
    assert caught.value.response.status_code == 403


def test_the_page_of_this_server_may_connect(lab_server):
    with lab_server.live(origin=lab_server.url) as socket:
        assert "hello" in socket.recv(timeout=60)


def test_get_changes_nothing(lab):
    before = lab.get("world")
    for query in ("builtin=empty", "generate=maze", "bounds=null", "x=1"):
        assert lab.http.get(f"/api/world?{query}").status_code == 400
    assert lab.get("world") == before
    assert lab.get("mesh", since=before["version"])["since"] == before["version"]
    assert lab.http.get("/api/mesh?since=x").status_code == 400
    for path in ("/api/undo", "/api/clear", "/api/edit", "/api/open"):
        assert lab.http.get(path).status_code == 404
    assert lab.http.delete("/api/world").status_code == 404


def test_files_outside_the_page_are_not_served(lab_server):
    for path in (
        "/page/../server.py",
        "/page/%2e%2e/server.py",
        "/page/..%2fserver.py",
        "/etc/passwd",
    ):
        assert lab_server.http.get(path).status_code in (403, 404), path


def test_uploads_have_a_limit(world):
    with running(world, upload_bytes=10_000) as lab:
        big = b"x" * 10_001
        for send in (big, iter([big[:5000], big[5000:]])):
            answer = lab.http.post("/api/open", params={"name": "x.svg"}, content=send)
            assert answer.status_code == 413
            assert "limits.upload_bytes" in answer.json()["message"]
        ok = lab.http.post(
            "/api/open", params={"name": "x.wkt"}, content=b"POLYGON ((0 0, 9 0, 9 9, 0 0))"
        )
        assert ok.status_code == 200
        for i in range(3):
            lab.http.post("/api/beside", params={"name": f"{i}.pgm"}, content=b"x" * 3000)
        last = lab.http.post("/api/beside", params={"name": "3.pgm"}, content=b"x" * 3000)
        assert last.status_code == 413


def test_uploads_at_the_same_time_have_a_limit(world):
    """Bodies that come in slowly are counted while they do."""
    with running(world, waiting_bytes=20_000) as lab:
        arrived, go_on = threading.Event(), threading.Event()

        def slowly():
            yield b"x" * 15_000
            arrived.set()
            assert go_on.wait(60)
            yield b"x"

        codes = []

        def upload():
            codes.append(lab.http.post("/api/beside", params={"name": "a.pgm"}, content=slowly()))

        thread = threading.Thread(target=upload)
        thread.start()
        assert arrived.wait(60)
        until(lambda: lab.server._held == 15_000)
        answer = httpx.post(f"{lab.url}/api/beside", params={"name": "b"}, content=b"x" * 9000)
        assert answer.status_code == 503
        assert "limits.waiting_bytes" in answer.json()["message"]
        go_on.set()
        thread.join()
        assert [one.status_code for one in codes] == [200]
        assert lab.server._held == 0
        answer = httpx.post(f"{lab.url}/api/beside", params={"name": "b"}, content=b"x" * 9000)
        assert answer.status_code == 200


def test_uploads_have_a_deadline(world):
    """A client that stalls does not hold its bytes for ever."""
    with running(world, waiting_bytes=20_000, upload_seconds=0.5) as lab:
        host, _, port = lab.url.removeprefix("http://").partition(":")
        head = f"POST /api/beside?name=a HTTP/1.1\r\nHost: {host}\r\nContent-Length: 16000\r\n\r\n"
        with socket.create_connection((host, int(port)), timeout=60) as stalled:
            stalled.sendall(head.encode() + b"x" * 15_000)
            answer = stalled.recv(10_000)
            while b"limits.upload_seconds" not in answer:
                part = stalled.recv(10_000)
                assert part, answer
                answer += part
            assert answer.startswith(b"HTTP/1.1 504")
            until(lambda: lab.server._held == 0)
            answer = httpx.post(f"{lab.url}/api/beside", params={"name": "b"}, content=b"x" * 9000)
            assert answer.status_code == 200


def test_worlds_have_a_limit(world):
    with running(world, points=200, cells=400) as lab:
        ring = [[i, i * i % 97] for i in range(150)]
        before = lab.get("world")
        for action, given in [
            ("edit", {"edits": [{"op": "add", "ring": ring}, {"op": "add", "ring": ring}]}),
            ("edit", {"edits": [{"op": "add_disc", "center": [1, 1], "radius": 1}]}),
            ("world", {"bounds": [0, 0, 9, 9], "obstacles": [ring, ring]}),
            ("world", {"generate": "maze", "arguments": {"size": 41}}),
            ("world", {"generate": "boxes", "arguments": {"obstacles": 10**6}}),
            ("world", {"generate": "scattered", "arguments": {"segments": 10**6}}),
            ("world", {"convert": "grid", "cell": 0.01}),
            ("world", {"blocked": [[0] * 30] * 30}),
        ]:
            status, said = lab.error(action, **given)
            assert (status, said["error"]) == (413, "TooLarge"), (action, said)
            assert "limits." in said["message"]
        wkt = "POLYGON ((" + ", ".join(f"{x} {y}" for x, y in [*ring, *ring, ring[0]]) + "))"
        opened = lab.http.post("/api/open", params={"name": "x.wkt"}, content=wkt.encode())
        assert opened.status_code == 400
        assert "limits.points" in opened.json()["message"]
        assert lab.get("world") == before


def _small_boxes(count):
    rng = np.random.default_rng(0)
    corners = np.array([(0, 0), (0.4, 0), (0.4, 0.4), (0, 0.4)])
    return cw.World.from_obstacles(
        list(rng.random((count, 1, 2)) * 300 + corners), (0, 0, 301, 301)
    )


@pytest.mark.alone
def test_a_query_has_a_deadline():
    with running(_small_boxes(20_000), seconds=1.0) as lab:
        status, said = lab.error("path", start=[0.5, 0.5], goal=[300, 300], planner="vg")
        assert (status, said["error"]) == (504, "DeadlineExceeded")
        answers = lab.post(
            "path", start=[0.5, 0.5], goal=[300, 300], planners=["vg", "channel"], seconds=0.3
        )
        vg = answers["answers"][0]
        assert (vg["status"], vg["error"]) == ("ERROR", "DeadlineExceeded")
        status, said = lab.error("layer", name="graph", planner="vg")
        assert status == 504
        assert lab.get("health")["status"] == "ok"
        lab.post("edit", edits=[{"op": "add_post", "point": [1, 1]}])


def test_the_deadline_ends_with_the_request(lab):
    from clearway import _core

    lab.post("path", start=[1, 1], goal=[2, 2])
    assert _core.set_deadline(float("inf")) == float("inf")


def test_too_many_waiting_requests(world, gate):
    with running(world, waiting=2) as lab:
        codes = []

        def ask():
            codes.append(httpx.post(f"{lab.url}/api/hold", json={}, timeout=60).status_code)

        threads = [threading.Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        until(lambda: lab.server._waiting == 2)
        status, said = lab.error("world")
        assert (status, said["error"]) == (503, "Busy")
        gate.set()
        for thread in threads:
            thread.join()
        assert codes == [200, 200]
        assert lab.get("world")["version"] >= 1
