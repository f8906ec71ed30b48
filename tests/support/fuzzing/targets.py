"""The contract of a reader for any bytes: a valid world or grid, or a short error."""

from __future__ import annotations

import warnings
from pathlib import Path

import clearway as cw
from support.paths import TESTS

CORPUS = TESTS / "data" / "corpus"
SUFFIXES = {
    "clearway": "clearway",
    "geojson": "geojson",
    "gzip": "wkt.gz",
    "labels": "labels",
    "movingai": "map",
    "pgm": "pgm",
    "planner": "thpa",
    "png": "png",
    "polyanya": "mesh",
    "ros": "yaml",
    "scenarios": "scen",
    "sections": "txt",
    "svg": "svg",
    "tiled": "tmx",
    "wkt": "wkt",
}
BESIDE = {  # files that maps of these formats may name
    "ros": {"m.pgm": b"P2 3 2 255 0 205 254 254 254 254\n"},
    "tiled": {
        "t.tsx": b'<tileset name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2">'
        b'<tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties>'
        b'</tile><tile id="2"><objectgroup><object id="1" x="4" y="8" width="8" height="8"/>'
        b"</objectgroup></tile></tileset>",
        "o.tx": b'<template><object width="7" height="5"><ellipse/></object></template>',
    },
}
LONGEST_MESSAGE = 500
LIMITS = cw.Limits(cells=2**20, copies=2000, points=10**5)  # large worlds would slow fuzzing down


class Finding(AssertionError):
    """A reader broke its contract."""


def prepare(folder: Path, name: str) -> Path:
    """Writes the files that maps may name; returns the path for inputs of this format."""
    for other, data in BESIDE.get(name, {}).items():
        (folder / other).write_bytes(data)
    return folder / f"a.{SUFFIXES[name]}"


def check(name: str, file: Path, data: bytes) -> bool:
    """Reads the bytes as a file of a format; True if the result is a world or grid."""
    file.write_bytes(data)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            loaded = _load(name, file)
    except cw.InvalidInput as error:
        if len(str(error)) > LONGEST_MESSAGE:
            raise Finding(f"a message of {len(str(error))} characters") from error
        return False
    except (Exception, RecursionError) as error:
        raise Finding(f"{type(error).__name__}: {str(error)[:200]}") from error
    if isinstance(loaded, cw.World):
        loaded.validate()
    return True


def _load(name: str, file: Path) -> object:
    if name == "scenarios":
        return cw.load_scenarios(file, limits=LIMITS)
    if name == "planner":
        planner = cw.THPAStar.load(file)
        x0, y0, x1, y1 = planner.world.bounds
        planner.find_path((x0, y0), (x1, y1))
        return planner
    if name == "labels":
        labels = cw.Labels.load(file, memory=1e7)
        x0, y0, x1, y1 = labels.world.bounds
        labels.find_path((x0, y0), (x1, y1))
        return labels
    return cw.load(file, None if name == "gzip" else name, limits=LIMITS)
