"""Examples of what has no docstring: options of planners and file formats with their options.

The reference shows them and a test runs them. An option or a format without one fails the build.
"""

from __future__ import annotations

from typing import Any

# What the examples take for granted; the pages show it once.
SETTING = """\
import clearway as cw

world = cw.generate.boxes(size=60, seed=1)
a, b = (1, 1), (59, 59)
grid = cw.generate.rooms(size=40, seed=1, form="grid")
c, d = (1, 1), (38, 38)
"""
# One value for each option of a planner, other than its default.
VALUES = {
    "cluster": "8",
    "clusters": "4",
    "cost_tolerance": "0.05",
    "effort": "2.0",
    "heuristic": '"euclidean"',
    "level": "2",
    "limit": "500",
    "memory": "10**7",
    "metric": "3",
    "partial": "True",
    "per_border": "2",
    "prefer": "1.0",
    "prove_with_optimal": "False",
    "prune_successors": "False",
    "queue": '"binary"',
    "seconds": "0.5",
    "smooth": "False",
    "stop_early": "True",
    "tolerance": "0.1",
    "weight": "1.5",
}
# One value for each option of a format, by format.
READING = {
    "geojson": {"project": "False"},
    "movingai": {"passable": '".GSW"'},
    "pgm": {"threshold": "200", "invert": "True"},
    "png": {"threshold": "200", "invert": "True", "transparent": '"free"'},
    "ros": {"unknown": '"free"'},
    "svg": {"tolerance": "0.01"},
    "wkt": {"role": '"obstacle"'},
}
WRITING = {"polyanya": {"version": "3"}}
# Formats that are only read: a file of that kind.
TILED = """\
<map version="1.10" orientation="orthogonal" width="10" height="10" tilewidth="6" tileheight="6">
 <objectgroup id="1" name="walls"><object id="1" x="12" y="12" width="24" height="6"/></objectgroup>
</map>
"""
GIVEN = {"tiled": ("map.tmx", TILED)}


def class_of(planner: str) -> str:
    """The name of a planner's class."""
    from clearway._planners._base import BUILT_IN

    return BUILT_IN[planner].__name__


def option_example(planner: str, option: Any, on: str) -> str:
    """Code that uses an option; `on` is "World" or "Grid"."""
    if option.name not in VALUES:
        raise ValueError(
            f'option {option.name} of "{planner}" has no example (docsite/examples.py)'
        )
    given = f"{option.name}={VALUES[option.name]}"
    searched, ends = ("world", "a, b") if on == "World" else ("grid", "c, d")
    if option.when_finding:
        return f'{searched}.find_path({ends}, planner="{planner}", {given})'
    if option.when_made:
        return f"cw.{class_of(planner)}({searched}, {given}).find_path({ends})"
    return f"*_, last = cw.{class_of(planner)}({searched}).improve({ends}, {given})"


def format_example(name: str, entry: Any) -> str:
    """Code that writes a file of a format, if that is possible, and reads it with every option."""
    file = f"map{entry.suffixes[0]}"
    out = ""
    if entry.write:
        given = _arguments(file, entry.write_options, WRITING.get(name, {}))
        out = f"{entry.holds}.save({given})\n"
    elif name not in GIVEN:
        raise ValueError(f"format {name} has no example (docsite/examples.py)")
    return out + f"cw.load({_arguments(file, entry.options, READING.get(name, {}))})\n"


def _arguments(file: str, options: tuple[str, ...], values: dict[str, str]) -> str:
    missing = [option for option in options if option not in values]
    if missing:
        raise ValueError(f"options {missing} of {file} have no example (docsite/examples.py)")
    return ", ".join([f'"{file}"', *(f"{option}={values[option]}" for option in options)])
