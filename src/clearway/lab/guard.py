"""Refuses requests that other pages could send: wrong host, wrong origin, too large.

A page of another site can make a browser send requests to this machine. Its `Origin` gives it away.
A site that lets its name point to 127.0.0.1 (DNS rebinding) has the origin of the server, but the
wrong `Host`. A link to the page may be followed from anywhere: a shared world is one.
"""

from __future__ import annotations

import json
from typing import Any

from .errors import Forbidden, described

_OWN_SITES = ("none", "same-origin")  # typed by the user, or from the page itself
_LOCAL = ("127.0.0.1", "localhost", "[::1]")
HEADERS = (
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-frame-options", b"DENY"),
    (
        b"content-security-policy",
        b"default-src 'self'; img-src 'self' data: blob:; style-src 'self' 'unsafe-inline';"
        b" connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    ),
)


class Guard:
    """Middleware around the application; hosts are the names of this machine, with any port."""

    def __init__(self, app: Any, hosts: tuple[str, ...] = _LOCAL) -> None:
        self._app, self._hosts = app, hosts

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Passes a request on, or refuses it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        fault = self._fault(scope)
        if fault is None:
            await self._app(scope, receive, send if scope["type"] == "websocket" else _with(send))
        elif scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": fault})
        else:
            status, facts = described(Forbidden(fault))
            headers = [(b"content-type", b"application/json"), *HEADERS]
            await send({"type": "http.response.start", "status": status, "headers": headers})
            await send({"type": "http.response.body", "body": json.dumps(facts).encode()})

    def _fault(self, scope: Any) -> str | None:
        """Why a request is refused; None: it is not."""
        hosts = _values(scope, b"host")
        host = hosts[0] if len(hosts) == 1 else ""
        if _name_of(host.lower()) not in self._hosts:
            return f"host {', '.join(hosts)!r} is not this machine"
        for origin in _values(scope, b"origin"):
            if origin.lower() != f"http://{host.lower()}":
                return f"origin {origin!r} is not this server"
        site = _values(scope, b"sec-fetch-site")
        if site and site[0] not in _OWN_SITES and not _opens_the_page(scope):
            return "the request comes from another site"
        return None


def _values(scope: Any, name: bytes) -> list[str]:
    """The values of a header."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _opens_the_page(scope: Any) -> bool:
    """Whether the user has followed a link to the page, which other sites may show."""
    return (
        scope["type"] == "http"
        and scope["method"] == "GET"
        and scope["path"] == "/"
        and _values(scope, b"sec-fetch-mode") == ["navigate"]
        and _values(scope, b"sec-fetch-dest") == ["document"]
    )


def _name_of(host: str) -> str:
    """A host without its port."""
    name, colon, port = host.rpartition(":")
    return name if colon and port.isdecimal() else host


def _with(send: Any) -> Any:
    """Adds the headers that every answer has."""

    async def sending(message: Any) -> None:
        if message["type"] == "http.response.start":
            message = {**message, "headers": [*message["headers"], *HEADERS]}
        await send(message)

    return sending
