"""Small readers of public files, for the tests: each yields (name, bounds or None, pieces).

A piece is (kind, points) as in `oracle.scene`, or ("polygon", [shell, hole, ...]).
"""

from __future__ import annotations

import gzip
import json
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import shapely

from oracle.scene import POST, RING, WALL

POLYGON = "polygon"


def read(path):
    path = Path(path)
    return READERS[path.parent.name](path)


def cdt(path):
    tokens = path.read_text().split()
    n, m = int(tokens[0]), int(tokens[1])
    values = list(map(float, tokens[2 : 2 + 2 * n]))
    points = list(zip(values[::2], values[1::2], strict=True))
    ids = list(map(int, tokens[2 + 2 * n : 2 + 2 * n + 2 * m]))
    yield path.stem, None, [(POST, [p]) for p in points] + _edges(points, ids[::2], ids[1::2])


def poly2tri(path):
    rings, posts, into = [[]], [], "ring"
    for line in path.read_text().split("\n"):
        word = line.strip()
        if word == "HOLE":
            rings.append([])
            into = "ring"
        elif word == "STEINER":
            into = "post"
        elif word:
            p = tuple(map(float, word.split()[:2]))
            (posts if into == "post" else rings[-1]).append(p)
    yield path.stem, None, [(POLYGON, rings)] + [(POST, [p]) for p in posts]


def earcut(path):
    if path.stem.startswith("expected"):
        return
    yield (
        path.stem,
        None,
        [(POLYGON, [[tuple(p) for p in r] for r in json.loads(path.read_text())])],
    )


def pslg(path):
    rows = [line.split("#")[0].split() for line in path.read_text().splitlines()]
    rows = iter([r for r in rows if r])
    header = next(rows)
    count, table = int(header[0]), {}
    if count == 0:  # the vertices are in the .node file of the same name
        beside = iter([r for line in path.with_suffix(".node").read_text().splitlines()
                       if (r := line.split("#")[0].split())])  # fmt: skip
        count = int(next(beside)[0])
        table = {
            r[0]: (float(r[1]), float(r[2])) for r, _ in zip(beside, range(count), strict=False)
        }
    else:
        for _ in range(count):
            r = next(rows)
            table[r[0]] = (float(r[1]), float(r[2]))
    pieces = [(POST, [p]) for p in table.values()]
    if path.suffix == ".poly":
        for _ in range(int(next(rows)[0])):
            r = next(rows)
            pieces += _edges(table, [r[1]], [r[2]])
    yield path.stem, None, pieces


def cgshop(path):
    data = json.loads(path.read_text())
    points = list(zip(map(float, data["points_x"]), map(float, data["points_y"]), strict=True))
    pieces = [(POST, [p]) for p in points]
    pieces.append((RING, [points[i] for i in data["region_boundary"]]))
    for a, b in data["additional_constraints"]:
        pieces += _edges(points, [a], [b])
    yield path.stem, None, pieces


def delaunator(path):
    yield path.stem, None, [(POST, [tuple(map(float, p))]) for p in json.loads(path.read_text())]


def jts(path):
    for number, case in enumerate(ET.parse(path).getroot().iter("case")):
        pieces = []
        for tag in ("a", "b"):
            for node in case.findall(tag):
                pieces += _pieces(_geometry((node.text or "").strip()))
        if pieces:
            yield f"{path.stem}#{number}", None, pieces


def sections(path):
    bounds, pieces, into = [], [], None
    for line in path.read_text().split("\n"):
        word = line.strip()
        if word.startswith("["):
            into = [] if word in ("[BORDER]", "[OBSTACLE]") else None
            if word == "[BORDER]":
                bounds = into
            elif word == "[OBSTACLE]":
                pieces.append((RING, into))
        elif word and into is not None:
            into.append(tuple(map(float, word.split()[:2])))
    yield path.stem, bounds, pieces


def geojson(path):
    pieces = []
    text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    for feature in json.loads(text)["features"]:
        pieces += _pieces(shapely.from_geojson(json.dumps(feature["geometry"])))
    yield path.stem, None, pieces


READERS = {
    "cdt": cdt,
    "poly2tri": poly2tri,
    "earcut": earcut,
    "pslg": pslg,
    "cgshop2025": cgshop,
    "delaunator": delaunator,
    "jts-xml": jts,
    "iron-harvest": sections,
    "natural-earth": geojson,
}


def _edges(points, a, b):
    return [(WALL, [points[i], points[j]]) for i, j in zip(a, b, strict=True)]


def _geometry(text):
    """WKT or hexadecimal WKB; None if shapely itself cannot read it."""
    try:
        plain = text.replace("\n", "").replace(" ", "")
        if plain and all(c in "0123456789abcdefABCDEF" for c in plain):
            return shapely.from_wkb(plain)
        with np.errstate(invalid="ignore"):  # NaN coordinates are among the cases
            return shapely.from_wkt(text)
    except shapely.errors.ShapelyError:
        return None


def _pieces(geometry):
    if geometry is None or geometry.is_empty:
        return []
    if hasattr(geometry, "geoms"):
        return [p for g in geometry.geoms for p in _pieces(g)]
    if geometry.geom_type == "Point":
        return [(POST, _xy(geometry))]
    if geometry.geom_type == "Polygon":
        return [(POLYGON, [_xy(r) for r in (geometry.exterior, *geometry.interiors)])]
    return [(WALL, _xy(geometry))]


def _xy(geometry):
    return [(float(p[0]), float(p[1])) for p in geometry.coords]


def octile_map(path):
    """A Moving AI map as `blocked[y, x]`: ground and shallow water are free."""
    lines = path.read_bytes().replace(b"\r", b"").split(b"\n")
    height, width = (int(line.split()[1]) for line in lines[1:3])
    rows = b"".join(line[:width] for line in lines[4 : 4 + height])
    cells = np.frombuffer(rows, dtype=np.uint8).reshape(height, width)
    return ~np.isin(cells, np.frombuffer(b".GS", dtype=np.uint8))


def scenarios(path):
    """Starts, goals and octile lengths of a map; infinity where the ends are not connected.

    The files contain 0 for ends that differ and are not connected. For wc3 the lengths are
    those of the table in the same folder.
    """
    text = gzip.decompress(path.with_name(path.name + ".scen.gz").read_bytes()).decode()
    rows = [line.split() for line in text.splitlines()[1:] if line.strip()]
    ends = np.array([row[4:8] for row in rows], dtype=int)
    lengths = np.array([float(row[8]) for row in rows])
    table = path.with_name("octile_lengths.tsv.gz")
    if table.exists():
        for line in gzip.decompress(table.read_bytes()).decode().splitlines()[1:]:
            name, query, _, length = line.split("\t")
            if Path(name).stem == path.stem:
                lengths[int(query)] = float(length)
    starts, goals = ends[:, :2], ends[:, 2:]
    lengths[(lengths == 0) & (starts != goals).any(axis=1)] = np.inf
    return starts, goals, lengths
