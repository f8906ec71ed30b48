"""Actions over a websocket: lanes, the last position of a drag wins."""

from __future__ import annotations

import asyncio
import copy
import time
from collections import deque
from typing import Any, NamedTuple

from starlette.websockets import WebSocket, WebSocketDisconnect

from .._errors import InvalidInput, shown
from .errors import Busy, TooLarge, UnknownSession, described
from .packets import from_packet, has_arrays, parsed, to_json, to_packet
from .registry import as_parameters
from .server import Server
from .session import Session
from .summary import summary

_MOST_WAITING = 1024  # requests in a lane
_LEAVING = 0.5  # seconds for the connection of a page that is loaded again to end


class Waiting(NamedTuple):
    """A request in a lane, and the bytes of its message."""

    request: dict[str, Any]
    size: int


class Connection:
    """One websocket: a queue per lane, each worked off by a task of its own."""

    def __init__(self, server: Server, session: Session, socket: WebSocket) -> None:
        self._server, self._session, self._socket = server, session, socket
        self._lanes: dict[str, deque[Waiting]] = {}
        self._held = 0  # bytes of the requests that are not answered
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._event: dict[str, Any] | None = None  # the change to tell next
        self._telling: asyncio.Task[None] | None = None
        self._sending = asyncio.Lock()

    async def serve(self, resumed: bool) -> None:
        """Until the client leaves."""
        session = self._session
        session.listeners.add(self._on_change)
        session.connections += 1
        session.had_page = True
        self._server.metrics.connections += 1
        try:
            hello = {"event": "hello", "session": session.name, "resumed": resumed}
            await self._deliver(packed({**hello, "world": summary(session)}))
            while True:
                message = await self._socket.receive()
                if message["type"] == "websocket.disconnect":
                    break
                await self._take(message)
        except WebSocketDisconnect:
            pass
        finally:
            session.listeners.discard(self._on_change)
            session.connections -= 1
            session.touch()
            self._server.metrics.connections -= 1
            for task in [*self._tasks.values(), self._telling]:
                if task is not None:
                    task.cancel()
            self._server.release(self._held)

    async def _take(self, message: Any) -> None:
        """Puts a request into its lane."""
        number: Any = None
        try:
            text, data = message.get("text"), message.get("bytes")
            size = len(text or data or "")
            if size > self._server.limits.message_bytes:
                raise TooLarge("the message is longer than limits.message_bytes")
            request = dict(as_parameters(parsed(text) if text is not None else from_packet(data)))
            number = request.get("id")
            lane = request.pop("lane", "")
            if not isinstance(lane, str):
                raise InvalidInput(f"lane is {shown(lane)}: a text", value=lane)
            stale = self._put(lane, Waiting(request, size))
        except Exception as error:
            await self._deliver(packed(_refusal(number, error)))
            return
        # A client that sends without reading is not read any more once its answers pile up.
        for waiting in stale:
            await self._deliver(packed({"id": waiting.get("id"), "ok": True, "dropped": True}))

    def _put(self, lane: str, new: Waiting) -> list[dict[str, Any]]:
        """Queues a request; returns those that it replaces. One that is refused replaces none."""
        queue = self._lanes.get(lane)
        if queue is None:
            if len(self._lanes) >= self._server.limits.lanes:
                raise Busy(f"{len(self._lanes)} lanes, which is limits.lanes")
            queue = self._lanes[lane] = deque()
        stale: list[Waiting] = []
        kept = list(queue)
        if new.request.get("latest") is True:
            stale = [waiting for waiting in queue if waiting.request.get("latest") is True]
            kept = [waiting for waiting in queue if waiting.request.get("latest") is not True]
        if len(kept) >= _MOST_WAITING:
            raise Busy(f"{len(kept)} requests wait in the lane {lane!r}")
        more = new.size - sum(waiting.size for waiting in stale)
        self._server.hold(more)
        self._held += more
        self._server.metrics.dropped += len(stale)
        queue.clear()
        queue.extend([*kept, new])
        task = self._tasks.get(lane)
        if task is None or task.done():
            self._tasks[lane] = asyncio.create_task(self._work(queue))
        return [waiting.request for waiting in stale]

    def _release(self, answered: Waiting) -> None:
        self._held -= answered.size
        self._server.release(answered.size)

    async def _work(self, queue: deque[Waiting]) -> None:
        """Does the requests of a lane in order."""
        while queue:
            waiting = queue.popleft()
            request = waiting.request
            number = request.pop("id", None)
            request.pop("latest", None)
            name = request.pop("do", None)
            answer = await self._answer(number, name, request)
            self._release(waiting)
            try:
                await self._deliver(answer)
            except (RuntimeError, WebSocketDisconnect):  # the client has left
                return

    async def _answer(self, number: Any, name: Any, request: dict[str, Any]) -> bytes | str:
        def pack(result: Any) -> bytes | str:
            return packed({"id": number, "ok": True, "result": result})

        try:
            if name == "session":
                raise InvalidInput("a websocket has its session already")
            answer: bytes | str = await self._server.run(
                self._session, name, request, pack, self._on_change
            )
            return answer
        except Exception as error:
            return packed(_refusal(number, error))

    async def _deliver(self, message: bytes | str) -> None:
        async with self._sending:
            if isinstance(message, bytes):
                await self._socket.send_bytes(message)
            else:
                await self._socket.send_text(message)

    def _on_change(self, event: dict[str, Any]) -> None:
        """Tells of a change; those that wait to be told become one."""
        waiting = self._event or {}
        replaced = event["replaced"] or waiting.get("replaced", False)
        self._event = {**event, "replaced": replaced}
        if self._telling is None or self._telling.done():
            self._telling = asyncio.create_task(self._tell())

    async def _tell(self) -> None:
        while self._event is not None:
            event, self._event = self._event, None
            try:
                await self._deliver(packed(event))
            except (RuntimeError, WebSocketDisconnect):  # the client has left
                return


def packed(answer: dict[str, Any]) -> bytes | str:
    """A message: a packet if the answer has arrays, else JSON."""
    return to_packet(answer) if has_arrays(answer) else to_json(answer).decode()


def _refusal(number: Any, error: Exception) -> dict[str, Any]:
    status, facts = described(error)
    known = number if isinstance(number, int | str) else None
    return {"id": known, "ok": False, "status": status, **facts}


async def live(socket: WebSocket) -> None:
    """`/api/live`."""
    server: Server = socket.app.state.server
    wanted = socket.query_params.get("session")
    await socket.accept()
    try:
        session, resumed = await _session(server, wanted, "apart" in socket.query_params)
    except Exception as error:
        status, facts = described(error)
        refusal = {"event": "refused", "status": status, **facts, "limit": server.limits.sessions}
        await socket.send_text(to_json(refusal).decode())
        await socket.close(1013)
        return
    await Connection(server, session, socket).serve(resumed)


async def _session(server: Server, wanted: str | None, apart: bool) -> tuple[Session, bool]:
    """The session that a page asks for, and whether it shows the world of that session.

    `apart`: the page was loaded again, or is a copy of another one. If that is open, the session
    is a new one with a copy of the world.
    """
    if server.sessions.shared:
        return server.sessions.get(None), False
    if not wanted:
        return server.sessions.create(), False
    try:
        session = server.sessions.get(wanted)
    except UnknownSession:
        return server.sessions.create(), False
    if not apart or await _is_left(session):
        return session, True
    shown = session.shown
    async with session.editing:
        thing = await server.in_thread(copy.copy, shown.thing)
    return server.sessions.create(shown=shown._replace(thing=thing, base=0)), True


async def _is_left(session: Session) -> bool:
    """Whether no page uses a session; the socket of a page that is loaded again may close late."""
    until = time.monotonic() + _LEAVING
    while session.connections and time.monotonic() < until:
        await asyncio.sleep(0.02)
    return not session.connections
