"""The lab: a page in the browser that draws, changes and asks worlds, and the API behind it.

`clearway lab` and `clearway serve` start the server; docs/reference/lab-protocol.md describes the
routes and messages. The server needs starlette, uvicorn and websockets (`clearway[lab]`).

    actions/   what clients can ask for, one module per concept; they compute with the library
    layers/    the insides of a world as arrays to draw
    page/      the page itself: HTML, CSS and JavaScript modules
"""

from __future__ import annotations
