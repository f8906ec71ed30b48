"""Runs the queries of a scenario file with several planners and measures their cost."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

import numpy as np

from ._errors import InvalidInput
from ._grid import Grid
from ._imports import importing_extra
from ._input import Floats
from ._path import Paths
from ._planners import GRID_PLANNERS, WORLD_PLANNERS, planner_class
from ._progress import Progress, working
from ._world import World

_AT_ONCE = 200  # queries between two steps of the progress bar
_DIFFERING = 1e-5  # relative: files hold six digits
_COLUMNS = (
    "planner,query,start_x,start_y,goal_x,goal_y,published,status,length,lower_bound,optimal,"
    "expanded,generated,seconds"
)


class Run(NamedTuple):
    """The answers of one planner, and the seconds of its preparation."""

    planner: str
    paths: list[Paths]
    preparation: float

    def column(self, name: str) -> Any:
        """An array over all queries."""
        return np.concatenate([getattr(part, name) for part in self.paths])


def run(
    place: World | Grid,
    starts: Any,
    goals: Any,
    planners: Sequence[str],
    radius: float = 0.0,
    progress: bool = False,
) -> list[Run]:
    """One `Run` for each planner, on one thread.

    Integer `starts` and `goals` on a Grid are cells; planners of worlds then search the polygons
    of its free cells, between the centres of these cells.
    """
    names = list(dict.fromkeys(planners))
    if not names:
        raise InvalidInput("no planner is named")
    for name in names:
        if name in GRID_PLANNERS and not isinstance(place, Grid):
            raise InvalidInput(f"planner {name!r} searches grids; this is a world", value=name)
        if name not in GRID_PLANNERS and name not in WORLD_PLANNERS:
            known = sorted({*WORLD_PLANNERS, *(GRID_PLANNERS if isinstance(place, Grid) else ())})
            raise InvalidInput(f"no planner {name!r}; there are: {', '.join(known)}", value=name)
    world: Any = None
    runs = []
    with Progress(progress, len(names) * len(starts), "bench") as bar:
        for i, name in enumerate(names):
            on: Any = place
            ends = starts, goals
            if name not in GRID_PLANNERS and isinstance(place, Grid):
                world = world or place.to_world()
                on, ends = world, (place.centres(starts), place.centres(goals))
            runs.append(_run(name, on, *ends, radius, partial(_advance, bar, i * len(starts))))
    return runs


def _advance(bar: Progress, before: int, done: int) -> None:
    bar(before + done)


def _run(name: str, on: Any, starts: Any, goals: Any, radius: float, done: Any) -> Run:
    begin = time.perf_counter()
    with working(f"preparing {name}"):
        planner = planner_class(name, "Grid" if name in GRID_PLANNERS else "World")(on)
        if len(starts):  # the first query may prepare data: this counts as preparation
            planner.find_paths(starts[:1], goals[:1], radius, 1)
    preparation = time.perf_counter() - begin
    parts = []
    for at in range(0, len(starts), _AT_ONCE):
        rows = slice(at, at + _AT_ONCE)
        parts.append(planner.find_paths(starts[rows], goals[rows], radius, 1))
        done(min(at + _AT_ONCE, len(starts)))
    return Run(name, parts, preparation)


def summary(runs: list[Run], published: Floats | None = None) -> list[dict[str, Any]]:
    """For each planner: counts, and the times, lengths and expansions of its paths.

    `longer`: mean length of the paths over the shortest that any planner found, minus 1;
    `differing`: published paths that were not found, or whose length differs by more than 1e-5
    (relative); for planners of grids, whose lengths are the published ones.
    """
    best = np.min([run.column("length") for run in runs], axis=0)
    out = []
    for run in runs:
        length, found = run.column("length"), run.column("found")
        seconds = run.column("seconds")
        both = found & (best > 0)
        facts: dict[str, Any] = {
            "planner": run.planner,
            "queries": len(length),
            "found": int(found.sum()),
            "optimal": int(run.column("optimal").sum()),
            "longer": float((length[both] / best[both]).mean() - 1) if both.any() else 0.0,
            "expanded": float(run.column("expanded").mean()),
            "median_us": 1e6 * float(np.median(seconds)),
            "longest_us": 1e6 * float(seconds.max()),
            "seconds": float(seconds.sum()),
            "preparation": run.preparation,
        }
        if published is not None and run.planner in GRID_PLANNERS:
            known = published > 0
            off = np.abs(length[known] - published[known]) > _DIFFERING * published[known]
            facts["differing"] = int(off.sum())
        out.append(facts)
    return out


def to_csv(runs: list[Run], published: Floats | None = None) -> str:
    """A line for each planner and query; numbers read back without loss."""
    lines = [_COLUMNS]
    for run in runs:
        query = 0
        for part in run.paths:
            for path in part:
                known = "" if published is None else repr(float(published[query]))
                ends = [*path.start.tolist(), *path.goal.tolist()]
                stats = path.stats
                cells = [
                    run.planner,
                    query,
                    *map(repr, ends),
                    known,
                    path.status.name,
                    repr(path.length),
                    repr(path.lower_bound),
                    int(path.optimal),
                    stats["expanded"],
                    stats["generated"],
                    repr(stats["seconds"]),
                ]
                lines.append(",".join(map(str, cells)))
                query += 1
    return "\n".join(lines) + "\n"


def picture(runs: list[Run], kind: str, title: str) -> bytes:
    """Time and expansions of every query over the length of its path, as a file of this kind."""
    with importing_extra("matplotlib", "the plot of a benchmark", "plot"):
        from matplotlib.backends.backend_agg import FigureCanvasAgg
        from matplotlib.figure import Figure
    figure = Figure(figsize=(11, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    figure.suptitle(title)
    columns = (("seconds", 1e6, "time (µs)"), ("expanded", 1.0, "expansions"))
    for ax, (column, scale, label) in zip(figure.subplots(1, 2), columns, strict=True):
        for run in runs:
            found = run.column("found")
            length, value = run.column("length")[found], scale * run.column(column)[found]
            shown = value > 0
            ax.plot(length[shown], value[shown], ".", ms=3, alpha=0.6, label=run.planner)
        if any(run.column("found").any() for run in runs):
            ax.set_yscale("log")
        ax.set(xlabel="length of the path", ylabel=label)
        ax.grid(True, which="major", alpha=0.3)
    ax.legend(markerscale=4)
    out = io.BytesIO()
    figure.savefig(out, format=kind, dpi=150)
    return out.getvalue()
