"""SVG and Tiled against the libraries that others read them with."""

from __future__ import annotations

import json
import math
import random
from io import StringIO

import numpy as np
import pytest
import pytiled_parser
import shapely
import shapely.affinity
import svgelements

import clearway as cw
from clearway._limits import DEFAULT
from clearway.formats import svg
from clearway.formats._svg_shapes import shapes
from clearway.formats._xml import parse_xml

SCALE = 100.0


def number(rng, low=-SCALE, high=SCALE):
    value = rng.uniform(low, high)
    return rng.choice((f"{value:.3f}", f"{value:.2e}", f"{round(value)}"))


def path_data(rng, arcs):
    """Path data; S and T only after their like, where svgelements takes any control point."""
    out = [f"M{number(rng)} {number(rng)}"]
    command = "M"
    for _ in range(rng.randrange(1, 9)):
        smooth = {"C": "Ss", "S": "Ss", "Q": "Tt", "T": "Tt"}.get(command.upper(), "")
        command = rng.choice("MLHVCQZmlhvcqz" + 3 * smooth + "Aa" * arcs)
        if command in "Zz":
            out.append(command)
            out.append(f"M{number(rng)},{number(rng)}")  # svgelements goes on in the same part
            continue
        count = {"H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "A": 7}.get(command.upper(), 2)
        for _ in range(rng.choice((1, 1, 2))):
            words = [number(rng) for _ in range(count)]
            if count == 7:
                words[0], words[1] = number(rng, 1, 90), number(rng, 1, 90)
                words[3], words[4] = rng.choice("01"), rng.choice("01")
            out.append(command + rng.choice((" ", ",", " , ")).join(words))
    return rng.choice(("", " ")).join(out)


def transform(rng, arcs):
    """Where there are arcs only what keeps circles: svgelements bends ellipses wrongly."""
    kinds = {"translate": (1, 2), "scale": (1,), "rotate": (1, 3)} if arcs else {"translate": (1, 2), "scale": (1, 2), "rotate": (1, 3), "matrix": (6,), "skewX": (1,), "skewY": (1,)}  # fmt: skip
    parts = []
    for _ in range(rng.randrange(3)):
        kind = rng.choice(sorted(kinds))
        low, high = (0.2, 2) if kind in ("scale", "matrix") else (-60, 60)
        words = [f"{rng.uniform(low, high):.3f}" for _ in range(rng.choice(kinds[kind]))]
        parts.append(f"{kind}({rng.choice((' ', ',')).join(words)})")
    return f' transform="{rng.choice((" ", ", ")).join(parts)}"' if parts else ""


def element(rng, arcs, depth=0):
    kind = rng.choice(range(9) if arcs else (0, 3, 4, 5, 6, 8))
    own = transform(rng, arcs) + rng.choice(("", ' fill="none"', ' style="fill:none; stroke:red"', ' class="n"'))  # fmt: skip
    n = [number(rng, 1, SCALE) for _ in range(6)]
    if kind == 0:
        return f'<rect x="{n[0]}" y="{n[1]}" width="{n[2]}" height="{n[3]}"{own}/>'
    if kind == 1:
        return f'<circle cx="{n[0]}" cy="{n[1]}" r="{n[2]}"{own}/>'
    if kind == 2:
        return f'<ellipse cx="{n[0]}" cy="{n[1]}" rx="{n[2]}" ry="{n[3]}"{own}/>'
    if kind == 3:
        return f'<line x1="{n[0]}" y1="{n[1]}" x2="{n[2]}" y2="{n[3]}"{own}/>'
    if kind == 4:
        points = " ".join(f"{number(rng)},{number(rng)}" for _ in range(rng.randrange(2, 6)))
        return f'<{rng.choice(("polygon", "polyline"))} points="{points}"{own}/>'.replace("|", "")
    if kind == 5 and depth < 3:
        return f"<g{own}>{element(rng, arcs, depth + 1)}{element(rng, arcs, depth + 1)}</g>"
    if kind == 6:
        return f'<use href="#r" x="{n[0]}" y="{n[1]}"{own}/>'
    if kind == 7:
        return f'<rect x="{n[0]}mm" width="2cm" height="{n[3]}px" rx="3" ry="2"{own}/>'
    return f'<path d="{path_data(rng, arcs)}"{own}/>'


def by_svgelements(text):
    """Sampled points and fill of every shape."""
    drawing = svgelements.SVG.parse(StringIO(text), reify=True)
    for thing in drawing.elements():
        if isinstance(thing, svgelements.Shape):
            path = svgelements.Path(thing)
            path.reify()
            points = []
            for segment in path:
                if type(segment).__name__ == "Close":
                    continue
                steps = 1 if type(segment).__name__ in ("Move", "Line") else 60
                points += [complex(*segment.point(i / steps)) for i in range(1, steps + 1)]
            yield points, str(thing.values.get("fill"))


def by_clearway(text):
    for shape in shapes(parse_xml(text.encode(), "d.svg", DEFAULT), None, DEFAULT):
        points = [z for part in shape.parts for z in svg._chain(part, 1e-3)[0]]
        yield points, shape.values["fill"]


def compare_drawing(seed):
    rng = random.Random(seed)
    body = "".join(element(rng, seed % 2 == 0) for _ in range(rng.randrange(1, 5)))
    style = "<style>/* x */ .n, text { fill : none }</style>"
    text = f'<svg xmlns="http://www.w3.org/2000/svg">{style}<defs><rect id="r" width="5" height="7"/></defs>{body}</svg>'
    theirs, ours = list(by_svgelements(text)), list(by_clearway(text))
    assert len(theirs) == len(ours), (seed, text)
    for (a, fill_a), (b, fill_b) in zip(theirs, ours, strict=True):
        assert fill_a == fill_b, (seed, text)
        first = shapely.LineString([(z.real, z.imag) for z in a] * (2 if len(a) == 1 else 1))
        second = shapely.LineString([(z.real, z.imag) for z in b] * (2 if len(b) == 1 else 1))
        size = max(1.0, *(abs(v) for v in (*first.bounds, *second.bounds)))
        # 60 points a curve stray by less than a hundredth of its size.
        with np.errstate(
            invalid="ignore"
        ):  # set by GEOS in shapely 2.0, though the result is right
            gap = shapely.hausdorff_distance(first, second)
        assert np.isfinite(gap)
        assert gap < 0.02 * size, (seed, gap, text)


def test_drawings_agree_with_svgelements():
    for seed in range(100):
        compare_drawing(seed)


@pytest.mark.long
def test_drawings_agree_with_svgelements_long():
    for seed in range(1000, 6000):
        compare_drawing(seed)


def test_transforms_of_arcs():
    """A transform moves the points of a shape, also where it is no circle any more."""
    body = '<circle r="5"/><path d="M0 0A5 3 20 1 0 8 9Z"/><rect width="9" height="8" rx="2"/>'
    matrix = (1.5, 0.25, -0.75, 0.5, 3.0, -4.0)
    plain = list(by_clearway(f"<svg>{body}</svg>"))
    moved = list(by_clearway(f'<svg><g transform="matrix{matrix}">{body}</g></svg>'))
    a, b, c, d, e, f = matrix
    for (points, _), (there, _) in zip(plain, moved, strict=True):
        ring = shapely.Polygon([(z.real, z.imag) for z in points])
        wanted = shapely.affinity.affine_transform(ring, (a, c, b, d, e, f))
        got = shapely.Polygon([(z.real, z.imag) for z in there])
        assert wanted.symmetric_difference(got).area < 3e-3 * wanted.length


def tiled_map(rng, folder):
    columns, rows = rng.randrange(1, 6), rng.randrange(1, 6)
    side = rng.choice((8, 16))

    def thing(i):
        head = f'id="{i}" x="{rng.randrange(60)}" y="{rng.randrange(60)}"'
        turn = rng.choice(("", f' rotation="{rng.randrange(360)}"'))
        seen = rng.choice(("", "", ' visible="0"'))
        kind = rng.randrange(6)
        if kind < 2:
            inside = rng.choice(("", "<ellipse/>", '<properties><property name="blocked" type="bool" value="false"/></properties>'))  # fmt: skip
            return f'<object {head}{turn}{seen} width="{rng.randrange(1, 30)}" height="{rng.randrange(1, 30)}">{inside}</object>'
        if kind == 2:
            return f"<object {head}><point/></object>"
        if kind == 3:
            return f'<object {head} width="3" height="3"><text>hello</text></object>'
        points = " ".join(
            f"{rng.randrange(40)},{rng.randrange(40)}" for _ in range(rng.randrange(3, 6))
        )
        return f'<object {head}{turn}{seen}><{("polygon", "polyline")[kind == 5]} points="{points}"/></object>'

    layers = []
    for i in range(rng.randrange(1, 4)):
        cells = [rng.choice((0, 0, 1, 2, 3)) for _ in range(columns * rows)]
        text = ",".join(map(str, cells))
        blocked = rng.choice(("", '<properties><property name="blocked" type="bool" value="true"/></properties>'))  # fmt: skip
        layers.append(f'<layer id="{i}" name="l{i}" width="{columns}" height="{rows}">{blocked}<data encoding="csv">{text}</data></layer>')  # fmt: skip
        things = "".join(thing(10 * i + k) for k in range(rng.randrange(4)))
        layers.append(f'<objectgroup id="{i + 50}" name="o{i}" offsetx="{i}" offsety="{2 * i}">{things}</objectgroup>')  # fmt: skip
    tileset = (
        '<tileset firstgid="1" name="t" tilewidth="16" tileheight="16" tilecount="4" columns="2">'
        '<image source="t.png" width="32" height="32"/>'
        '<tile id="1"><properties><property name="blocked" type="bool" value="true"/></properties></tile>'
        '<tile id="2"><objectgroup draworder="index" id="2"><object id="1" x="4" y="8" width="8" height="8"/>'
        "</objectgroup></tile></tileset>"
    )
    text = f'<map version="1.10" tiledversion="1.10.2" orientation="orthogonal" renderorder="right-down" width="{columns}" height="{rows}" tilewidth="{side}" tileheight="{side}" infinite="0" nextlayerid="4" nextobjectid="9">{tileset}{"".join(layers)}</map>'
    file = folder / "m.tmx"
    file.write_text(text)
    return file


def by_pytiled(file):
    """The blocked area of tiles, and the shapes of objects, by pytiled_parser."""
    tiled = pytiled_parser.parse_map(file)
    side = tiled.tile_size.width
    areas, walls, posts = [], 0, 0

    def add(things, dx, dy):
        nonlocal walls, posts
        for thing in things:
            kind = type(thing).__name__
            if thing.visible is False or (thing.properties or {}).get("blocked") is False:
                continue
            x, y = thing.coordinates
            if kind == "Point":
                posts += 1
            elif kind == "Polyline":
                walls += 1
            elif kind in ("Polygon", "Rectangle", "Ellipse"):
                if kind == "Polygon":
                    local = np.array([tuple(p) for p in thing.points], float)
                else:
                    w, h = thing.size
                    local = np.array([(0, 0), (w, 0), (w, h), (0, h)], float)
                    if kind == "Ellipse":
                        a = np.linspace(0, math.tau, 64, endpoint=False)
                        local = np.column_stack(((np.cos(a) + 1) * w / 2, (np.sin(a) + 1) * h / 2))
                t = math.radians(thing.rotation or 0)
                turned = local @ np.array([(math.cos(t), math.sin(t)), (-math.sin(t), math.cos(t))])
                areas.append(shapely.Polygon(np.add(turned, (x + dx, y + dy))).buffer(0))

    for layer in tiled.layers:
        if hasattr(layer, "tiled_objects"):
            add(layer.tiled_objects, *(layer.offset or (0, 0)))
            continue
        every = (layer.properties or {}).get("blocked")
        for y, row in enumerate(layer.data):
            for x, gid in enumerate(row):
                if gid and (every or gid == 2):
                    areas.append(shapely.box(x * side, y * side, (x + 1) * side, (y + 1) * side))
                elif gid == 3:
                    add(
                        tiled.tilesets[1].tiles[2].objects.tiled_objects,
                        x * side,
                        (y + 1) * side - 16,
                    )
    ground = shapely.box(0, 0, tiled.map_size.width * side, tiled.map_size.height * side)
    return ground.difference(shapely.union_all(areas)).area if areas else ground.area, walls, posts


def compare_map(seed, folder):
    file = tiled_map(random.Random(seed), folder)
    world = cw.load(file)
    free, walls, posts = by_pytiled(file)
    kinds = [o.kind for o in world.obstacles.values()]
    assert (kinds.count("wall"), kinds.count("post")) == (walls, posts), seed
    if "polygon" not in file.read_text():  # those may cross themselves: buffer(0) is not even-odd
        assert world.mesh().free_area == pytest.approx(free, abs=1e-6), seed


def test_maps_agree_with_pytiled_parser(tmp_path):
    for seed in range(120):
        compare_map(seed, tmp_path)


@pytest.mark.long
def test_maps_agree_with_pytiled_parser_long(tmp_path):
    for seed in range(1000, 5000):
        compare_map(seed, tmp_path)


def test_json_maps_are_those_of_xml(tmp_path):
    """The same map in both formats."""
    xml = '<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="16"><tileset firstgid="1" name="t" tilewidth="16" tileheight="16"><tile id="0"><objectgroup><object id="1" x="4" y="8" width="8" height="8"/></objectgroup></tile></tileset><layer name="a"><data encoding="csv">1,0,0,0,1,0</data></layer><objectgroup><object id="1" x="3" y="3" template="o.tx"/><object id="2" x="20" y="4"><polygon points="0,0 5,0 0,5"/></object></objectgroup></map>'
    document = {"orientation": "orthogonal", "width": 3, "height": 2, "tilewidth": 16, "tileheight": 16, "tilesets": [{"firstgid": 1, "tileheight": 16, "tiles": [{"id": 0, "objectgroup": {"type": "objectgroup", "objects": [{"id": 1, "x": 4, "y": 8, "width": 8, "height": 8}]}}]}],
        "layers": [{"type": "tilelayer", "name": "a", "data": [1, 0, 0, 0, 1, 0]}, {"type": "objectgroup", "objects": [{"id": 1, "x": 3, "y": 3, "template": "o.tj"}, {"id": 2, "x": 20, "y": 4, "polygon": [{"x": 0, "y": 0}, {"x": 5, "y": 0}, {"x": 0, "y": 5}]}]}]}  # fmt: skip
    (tmp_path / "o.tx").write_text(
        '<template><object width="7" height="5"><ellipse/></object></template>'
    )
    (tmp_path / "o.tj").write_text(json.dumps({"type": "template", "object": {"width": 7, "height": 5, "ellipse": True}}))  # fmt: skip
    (tmp_path / "m.tmx").write_text(xml)
    (tmp_path / "m.tmj").write_text(json.dumps(document))
    a, b = cw.load(tmp_path / "m.tmx"), cw.load(tmp_path / "m.tmj")
    assert len(a) == 4
    assert all(np.array_equal(p, q) for p, q in zip(a._state().values(), b._state().values(), strict=True))  # fmt: skip
