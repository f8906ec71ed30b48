"""Starts a server on this machine and runs it until it is interrupted."""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from .._errors import InvalidInput
from .._imports import importing_extra
from .server import Server

HOST = "127.0.0.1"


def bound(port: int) -> socket.socket:
    """A socket on 127.0.0.1; port 0 takes a free one."""
    # asyncio sends small answers at once (TCP_NODELAY) only where the protocol is named.
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except OSError as error:
        listener.close()
        raise InvalidInput(f"port {port}: {error.strerror}", value=port) from None
    return listener


def run(server: Server, port: int, ready: Callable[[str], Any]) -> None:
    """Serves until Ctrl+C; calls ready(url) once it accepts connections."""
    with importing_extra("uvicorn", "the lab", "lab"):
        import uvicorn
    with importing_extra("starlette", "the lab", "lab"):
        from .app import make_app
    listener = bound(port)
    url = f"http://{HOST}:{listener.getsockname()[1]}/"

    class Announcing(uvicorn.Server):
        async def startup(self, sockets: Any = None) -> None:
            await super().startup(sockets=sockets)
            ready(url)

    config = uvicorn.Config(
        make_app(server),
        log_level="warning",
        access_log=False,
        lifespan="on",
        ws="websockets-sansio",
        ws_max_size=server.limits.message_bytes,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        timeout_keep_alive=30,
    )
    try:
        Announcing(config).run(sockets=[listener])
    except KeyboardInterrupt:
        pass
    finally:
        listener.close()
