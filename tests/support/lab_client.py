"""A server of the lab inside this process, and a client that speaks its protocol."""

from __future__ import annotations

import contextlib
import threading
import time

import httpx

from clearway.lab.limits import LabLimits
from clearway.lab.packets import from_packet
from clearway.lab.results import RESULTS, SCHEMAS
from clearway.lab.running import bound
from clearway.lab.server import Server
from clearway.lab.session import Shown
from clearway.lab.sessions import copies_of
from support.json_schema import check

PACKET = "application/x-clearway"


class Lab:
    """A running server: `post` and `get` give results, `error` what a refused request says."""

    def __init__(self, server, url, session=None):
        self.server, self.url, self.session = server, url, session
        named = {} if session is None else {"clearway-session": session}
        self.http = httpx.Client(base_url=url, timeout=60, headers=named)

    def post(self, action, /, session=None, **given):
        answer = self.http.post(f"/api/{action}", json=given, headers=_headers(session))
        assert answer.status_code == 200, answer.text
        return described(action, answer.json())

    def get(self, action, /, session=None, **query):
        answer = self.http.get(f"/api/{action}", params=query, headers=_headers(session))
        assert answer.status_code == 200, answer.text
        return described(action, answer.json())

    def arrays(self, action, /, session=None, **given):
        """The same as `post`, as a packet."""
        headers = {"accept": PACKET, **_headers(session)}
        answer = self.http.post(f"/api/{action}", json=given, headers=headers)
        assert answer.headers["content-type"] == PACKET, answer.text
        return from_packet(answer.content)

    def error(self, action, /, session=None, **given):
        """The status and the JSON of a request that is refused."""
        answer = self.http.post(f"/api/{action}", json=given, headers=_headers(session))
        assert answer.status_code >= 400, answer.text
        return answer.status_code, answer.json()

    def live(self, session=None, **options):
        """A websocket, from `websockets.sync`."""
        from websockets.sync.client import connect

        query = f"?session={session}" if session else ""
        options = {"compression": None, "max_size": None, "ping_interval": None, **options}
        return connect(f"ws{self.url[4:]}/api/live{query}", **options)

    def fresh(self):
        """The same server, with a session of its own."""
        return Lab(self.server, self.url, self.post("session")["session"])

    def close(self):
        """Frees the session."""
        if self.session is not None:
            self.http.delete("/api/session")
        self.http.close()


def described(action, result):
    """A result, checked against the OpenAPI description."""
    check(RESULTS.get(action, {}), result, {"components": {"schemas": SCHEMAS}}, action)
    return result


def _headers(session):
    return {} if session is None else {"clearway-session": session}


@contextlib.contextmanager
def running(world, *, shared=False, reports=None, **limits):
    """A server of this world in a thread."""
    import uvicorn

    from clearway.lab.app import make_app

    first = (lambda: Shown(world, 0, "world")) if shared else copies_of(world, "world")
    server = Server(first, shared=shared, limits=LabLimits(**limits), reports=reports)
    listener = bound(0)
    config = uvicorn.Config(
        make_app(server), log_level="warning", lifespan="on", ws="websockets-sansio"
    )
    config.timeout_graceful_shutdown = 2
    config.ws_ping_interval = None  # pings use `random`, which Hypothesis watches in all threads
    runner = uvicorn.Server(config)
    thread = threading.Thread(target=runner.run, kwargs={"sockets": [listener]}, daemon=True)
    thread.start()
    until(lambda: runner.started)
    lab = Lab(server, f"http://127.0.0.1:{listener.getsockname()[1]}")
    try:
        yield lab
    finally:
        lab.http.close()
        runner.should_exit = True
        thread.join(20)
        listener.close()
        assert not thread.is_alive()


def until(condition, seconds=60.0):
    """Waits until a condition holds."""
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)
