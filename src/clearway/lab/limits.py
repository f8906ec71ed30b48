"""What one client may cost the server."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any

from .._limits import Limits


@dataclass(frozen=True, slots=True, kw_only=True)
class LabLimits:
    """Limits of the server; `about` tells them to clients.

    upload_bytes: size of a request; upload_seconds: how long its body may take to arrive. points:
    vertices of a world. cells: cells of a grid. share_characters: length of a world in a URL.
    seconds: the longest deadline of a query, and the one of queries that give none. sessions,
    lanes: at the same time. history: steps of undo. waiting: requests that wait for a thread;
    waiting_bytes: size of all that have arrived and are not answered. idle_seconds: how long a
    session lives without a connection or a request. batch: queries or actions in one request;
    batch_bytes: size of the arrays in its answers. message_bytes: size of a message of the
    websocket, an upload with its header.
    """

    upload_bytes: int = 16 * 2**20
    upload_seconds: float = 60.0
    points: int = 250_000
    cells: int = 2**22
    share_characters: int = 16_384
    seconds: float = 10.0
    sessions: int = 32
    lanes: int = 16
    history: int = 200
    waiting: int = 256
    waiting_bytes: int = 256 * 2**20
    idle_seconds: float = 60.0
    batch: int = 10_000
    batch_bytes: int = 64 * 2**20
    message_bytes: int = 16 * 2**20 + 2**16

    def of_files(self) -> Limits:
        """The limits of the readers of files."""
        return Limits(
            bytes=self.upload_bytes,
            points=self.points,
            cells=self.cells,
            entities=self.points,
            files=16,
        )

    def told(self) -> dict[str, Any]:
        """As `about` tells them."""
        return asdict(self)
