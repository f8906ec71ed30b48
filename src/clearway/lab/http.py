"""Actions over HTTP."""

from __future__ import annotations

import asyncio
from typing import Any
from urllib.parse import quote

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from .._errors import InvalidInput
from .errors import DeadlineExceeded, NotFound, TooLarge, described
from .openapi import QUERIES
from .packets import has_arrays, parsed, to_json, to_packet
from .registry import as_parameters, named
from .server import Server
from .session import Session

PACKET = "application/x-clearway"
_HEADER = "clearway-session"
_UPLOADS = ("open", "beside")


def error_response(error: Exception) -> Response:
    """The answer to a request that failed."""
    status, facts = described(error)
    return Response(to_json(facts), status, media_type="application/json")


def server_of(request: Any) -> Server:
    """The server of a request."""
    server: Server = request.app.state.server
    return server


def session_of(request: Any) -> Session:
    """The session that a request names."""
    return server_of(request).sessions.get(request.headers.get(_HEADER))


async def act(request: Request) -> Response:
    """`/api/NAME`."""
    name = request.path_params["name"]
    request.state.held = 0
    try:
        return await _act(request, name)
    except ClientDisconnect:
        return Response(status_code=400)
    except Exception as error:
        if isinstance(error, NotFound):  # `Server.run` has counted the others
            server_of(request).metrics.count(name, error.status, 0.0)
        return error_response(error)
    finally:
        server_of(request).release(request.state.held)


async def _act(request: Request, name: str) -> Response:
    server = server_of(request)
    chosen = named(name)
    if request.method == "GET" and not chosen.get:
        raise NotFound(f"{name} needs POST")
    if request.method == "DELETE":
        if name != "session":
            raise NotFound(f"{name} cannot be deleted")
        freed = server.sessions.free(session_of(request).name)
        return Response(to_json({"freed": freed}), media_type="application/json")
    session = server.sessions.get(None) if name in ("about", "health") else session_of(request)
    given = await _given(request, name)
    takes_packets = PACKET in request.headers.get("accept", "")

    def pack(result: Any) -> Response:
        if name == "save":
            return _file(result)
        if takes_packets and has_arrays(result):
            return Response(to_packet(result), media_type=PACKET)
        return Response(to_json(result), media_type="application/json")

    response: Response = await server.run(session, name, given, pack)
    return response


async def _given(request: Request, name: str) -> dict[str, Any]:
    query = dict(request.query_params)
    if request.method == "GET":  # changes nothing: pages of other sites can send it
        taken = QUERIES[name][0] if name in QUERIES else None
        for key in query:
            if key != taken:
                raise InvalidInput(f"{name} has no parameter {key!r} with GET", value=key)
        return {key: parsed(v) if key == "since" else v for key, v in query.items()}
    body = await _body(request)
    if name in _UPLOADS:
        return {**query, "data": body}
    if not body:
        return {}
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise InvalidInput(f"the content type is {kind!r}: application/json is needed", value=kind)
    return dict(as_parameters(parsed(body)))


async def _body(request: Request) -> bytes:
    """The body, if it is within the limits.

    A client that stalls holds what it has sent, so there is a deadline for the whole body.
    """
    most, seconds = server_of(request).limits.upload_bytes, server_of(request).limits.upload_seconds
    said = request.headers.get("content-length", "0")
    parts, size = [], int(said) if said.isdecimal() else 0
    if size > most:
        raise TooLarge(
            f"the request has {size} bytes: more than limits.upload_bytes, which is {most}"
        )
    size = 0
    try:
        async with asyncio.timeout(seconds):
            async for part in request.stream():
                size += len(part)
                if size > most:
                    raise TooLarge(
                        f"the request has more bytes than limits.upload_bytes, which is {most}"
                    )
                server_of(request).hold(len(part))
                request.state.held += len(part)
                parts.append(part)
    except TimeoutError:
        raise DeadlineExceeded(
            f"the request took longer to arrive than limits.upload_seconds, which is {seconds:g}"
        ) from None
    return b"".join(parts)


def _file(result: dict[str, Any]) -> Response:
    disposition = f"attachment; filename*=UTF-8''{quote(result['name'])}"
    headers = {"content-disposition": disposition}
    if result["lost"]:
        headers["clearway-lost"] = ", ".join(result["lost"])
    return Response(result["data"].tobytes(), media_type=result["type"], headers=headers)


async def metrics(request: Request) -> Response:
    """`/api/metrics`."""
    server = server_of(request)
    return Response(server.metrics.text(server), media_type="text/plain; version=0.0.4")


async def figure(request: Request) -> Response:
    """`/api/reports/REPORT/FIGURE`."""
    server = server_of(request)
    try:
        if server.reports is None:
            raise NotFound("no folder of reports was given")
        names = request.path_params["report"], request.path_params["figure"]
        kind, data = await server.in_thread(server.reports.figure, *names)
    except Exception as error:
        return error_response(error)
    return Response(data, media_type=kind)
