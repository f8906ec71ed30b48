"""The world of a session: what it is, another one in its place."""

from __future__ import annotations

from typing import Any

from ..._errors import InvalidInput
from ..._grid import Grid
from ..._world import World
from ...formats import load_bytes
from .. import builtin as builtin_worlds
from .. import generated, sharing
from ..bounds import within
from ..checks import as_text, point_count
from ..ends import suggested_ends
from ..errors import TooLarge
from ..packets import to_json
from ..registry import Call, action
from ..session import Session
from ..shapes import Anything, Geometry, Maybe, Number, Object, Point, Text
from ..summary import summary

_SOURCES = (
    "builtin",
    "generate",
    "bounds",
    "walkable",
    "blocked",
    "geojson",
    "share",
    "convert",
    "resize",
)
_MISSING = object()


@action("world", changes=True, get=True)
def world(
    call: Call,
    builtin: Text = None,
    generate: Text = None,
    arguments: Object = None,
    bounds: Anything = _MISSING,
    obstacles: Anything = (),
    walls: Anything = (),
    posts: Anything = (),
    max_radius: Maybe = None,
    walkable: Geometry = None,
    blocked: Anything = None,
    cell: Number = 1.0,
    origin: Point = (0.0, 0.0),
    geojson: Object = None,
    share: Text = None,
    convert: Text = None,
    smooth: Maybe = None,
    resize: Anything = None,
) -> dict[str, Any]:
    """The world in a few numbers; with parameters, another world in its place."""
    session = call.session
    given: dict[str, Any] = {
        "builtin": builtin,
        "generate": generate,
        "bounds": None if bounds is _MISSING else (bounds,),
        "walkable": walkable,
        "blocked": blocked,
        "geojson": geojson,
        "share": share,
        "convert": convert,
        "resize": resize,
    }
    if bounds is _MISSING and (obstacles or walls or posts):
        given["bounds"] = (None,)
    chosen = [name for name in _SOURCES if given[name] is not None]
    if not chosen:
        return summary(session)
    if len(chosen) > 1:
        raise InvalidInput(
            f"world takes one of {', '.join(_SOURCES)}; {', '.join(chosen)} are given"
        )
    source = chosen[0]
    name, suggested = source, dict[str, Any]()
    check_points(session, sum(map(point_count, (obstacles, walls, posts, walkable, geojson))))
    if source == "builtin":
        made, suggested = builtin_worlds.make(builtin)
        name = builtin
    elif source == "generate":
        made, name = (
            generated.generated(generate, arguments, session.limits),
            as_text(generate, "generate"),
        )
    elif source == "bounds":
        box = None if bounds is _MISSING else bounds
        made = World.from_obstacles(obstacles, box, walls=walls, posts=posts, max_radius=max_radius)
        name = "drawn"
    elif source == "walkable":
        made = World.from_walkable(walkable, max_radius)
    elif source == "blocked":
        made = Grid(blocked, cell, origin)
        name = "grid"
    elif source == "geojson":
        made = load_bytes(
            to_json(geojson), "geojson", name="geojson", limits=session.limits.of_files()
        )
    elif source == "share":
        made, suggested = sharing.unshared(share, session.limits)
        name = "shared"
    elif source == "resize":
        made, name = within(session.world("resize"), resize), session.shown.name
        suggested = session.shown.suggested
    else:
        made, name = _converted(session, convert, cell, smooth), session.shown.name
    show(session, made, name, suggested)
    return summary(session)


def show(session: Session, made: World | Grid, name: str, suggested: dict[str, Any]) -> None:
    """Shows a world if it is within the limits."""
    if isinstance(made, Grid):
        cells = made.width * made.height
        if cells > session.limits.cells:
            raise TooLarge(
                f"{cells} cells: more than limits.cells, which is {session.limits.cells}"
            )
    else:
        check_points(session, int(made.stats["vertices"]))
    session.replace(made, name, {**suggested_ends(made), **suggested})


def check_points(session: Session, count: int) -> None:
    """Refuses a world of so many points if they exceed the limit."""
    most = session.limits.points
    if count > most:
        raise TooLarge(f"{count} points: more than limits.points, which is {most}")


def _converted(session: Session, to: Any, cell: Any, smooth: Any) -> World | Grid:
    if to == "grid":
        source = session.world("convert")
        x0, y0, x1, y1 = source.bounds
        if isinstance(cell, int | float) and cell > 0:
            count = (x1 - x0) / cell * (y1 - y0) / cell
            if count > session.limits.cells:
                most = session.limits.cells
                raise TooLarge(f"{count:.3g} cells: more than limits.cells, which is {most}")
        return source.to_grid(cell)
    if to == "world":
        return session.grid("convert").to_world(smooth)
    raise InvalidInput(f"convert is {to!r}: 'grid' or 'world'", value=to)
