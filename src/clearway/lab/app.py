"""The application: routes of the API, and the files of the page."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles

from .errors import NotFound
from .guard import Guard
from .http import act, error_response, figure, metrics
from .live import live
from .openapi import openapi
from .packets import to_json
from .server import Server

PAGE = Path(__file__).parent / "page"


def make_app(server: Server) -> Any:
    """The ASGI application of a server; the page is left out where all share one world."""

    async def description(request: Request) -> Response:
        return Response(to_json(openapi()), media_type="application/json")

    async def index(request: Request) -> Response:
        return FileResponse(PAGE / "index.html", headers={"cache-control": "no-cache"})

    routes: list[Any] = [
        Route("/api/openapi.json", description),
        Route("/api/metrics", metrics),
        Route("/api/reports/{report}/{figure}", figure),
        Route("/api/{name}", act, methods=["GET", "POST", "DELETE"]),
        WebSocketRoute("/api/live", live),
    ]
    if not server.sessions.shared:
        routes.append(Route("/", index))
        routes.append(Mount("/page", StaticFiles(directory=PAGE, check_dir=False)))
    app = Starlette(
        routes=routes, lifespan=_lifespan, exception_handlers={HTTPException: _no_route}
    )
    app.state.server = server
    return Guard(app)


async def _no_route(request: Request, error: Exception) -> Response:
    """The answer where the router finds nothing, or not for this method."""
    return error_response(NotFound(f"no {request.method} {request.url.path}"))


@contextlib.asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    server: Server = app.state.server
    freeing = asyncio.create_task(server.free_idle_forever())
    try:
        yield
    finally:
        freeing.cancel()
        server.close()
