"""Seeded small worlds for discs, and queries that are hard in them.

    scene, queries = make(kind, seed, count)    queries: (start, goal, radius)

`KINDS` lists the kinds. Worlds lie in 0..20 (about), have 5 to 80 corners, and most have
passages whose width is near some of the diameters of the queries.
"""

from __future__ import annotations

import numpy as np

from .distances import point_segments, segment_array
from .scene import POST, RING, WALL, Scene, box

SIZE = 20.0
EXCESS = (
    0.0,
    2.0**-52,
    -(2.0**-53),
    2.0**-51,
    -(2.0**-52),
    1e-9,
    -1e-9,
    1e-6,
    -1e-6,
    1e-3,
    -1e-3,
    0.1,
)  # of a gap over the diameter


def make(kind, seed, count=40):
    rng = np.random.default_rng([sorted(KINDS).index(kind), seed])
    obstacles, radii, places = KINDS[kind](rng)
    obstacles = [(shape, _pairs(points)) for shape, points in obstacles]
    scene = Scene(box(0.0, 0.0, SIZE, SIZE), dict(enumerate(obstacles)))
    segments = segment_array(scene)
    return scene, [_query(rng, segments, radii, places) for _ in range(count)]


def _query(rng, segments, radii, places):
    """One end out of three is a special point for its radius; others are points where the disc
    fits, or rarely any point."""
    r = float(rng.choice(radii))
    fitting = [p for p, for_radius in places if for_radius is None or for_radius == r]
    ends = []
    for _ in range(2):
        if fitting and rng.random() < 0.35:
            ends.append(fitting[rng.integers(len(fitting))])
        else:
            tries = rng.uniform(0, SIZE, (200, 2))
            fits = point_segments(tries, segments).min(axis=1) >= r
            ends.append(_pair(tries[np.argmax(fits) if rng.random() < 0.93 else 0]))
    return (*ends, r)


def _pair(p):
    return (float(p[0]), float(p[1]))


def _pairs(points):
    return [_pair(p) for p in points]


def _radii(rng):
    return [*rng.uniform(0.01, 0.2, 2), *rng.uniform(0.2, 1.0, 3), rng.uniform(1.0, 2.5)]


def _turned(rng):
    """A unit vector: along an axis, along (3, 4) / 5, or any."""
    choice = rng.random()
    if choice < 0.3:
        return np.array([(1.0, 0.0), (0.0, 1.0)][rng.integers(2)])
    if choice < 0.6:
        return np.array([(0.6, 0.8), (0.8, 0.6), (-0.6, 0.8), (0.8, -0.6)][rng.integers(4)])
    angle = rng.uniform(0, 2 * np.pi)
    return np.array([np.cos(angle), np.sin(angle)])


def _around(rng, centre, size, count, star=False):
    angles = np.sort(rng.uniform(0, 2 * np.pi, count))
    reach = size * (rng.uniform(0.25, 1.0, count) if star else np.ones(count))
    return _pairs(np.asarray(centre) + reach[:, None] * np.c_[np.cos(angles), np.sin(angles)])


def _apart(rng, count, size):
    """Centres of disjoint discs of this size."""
    centres = []
    for _ in range(30 * count):
        c = rng.uniform(size, SIZE - size, 2)
        if len(centres) < count and all(np.hypot(*(c - d)) > 2 * size for d in centres):
            centres.append(c)
    return centres


def convex(rng):
    size = rng.uniform(1.0, 2.5)
    centres = _apart(rng, rng.integers(3, 14), size)
    return [(RING, _around(rng, c, size, rng.integers(3, 8))) for c in centres], _radii(rng), []


def stars(rng):
    size = rng.uniform(1.5, 3.5)
    centres = _apart(rng, rng.integers(2, 9), size)
    rings = [(RING, _around(rng, c, size, rng.integers(5, 11), star=True)) for c in centres]
    return rings, _radii(rng), []


def walls(rng):
    out = []
    for _ in range(rng.integers(3, 14)):
        steps = rng.normal(0, rng.uniform(0.5, 4), (rng.integers(1, 5), 2))
        line = np.cumsum([rng.uniform(0, SIZE, 2), *steps], axis=0)
        out.append((WALL, _pairs(line)))
    return out, _radii(rng), []


def posts(rng):
    points = rng.uniform(0, SIZE, (rng.integers(5, 60), 2))
    d = np.hypot(*(points[:, None] - points[None]).T)
    near = np.sort(d[np.triu_indices(len(d), 1)])[: len(points)]
    radii = [
        *_radii(rng),
        *(rng.choice(near, 3) / 2 * (1 + rng.choice((1e-9, -1e-9, 0.01, -0.01), 3))),
    ]
    return [(POST, [_pair(p)]) for p in points], radii, []


def overlapping(rng):
    out = []
    for _ in range(rng.integers(3, 10)):
        kind, centre = rng.choice(3, p=(0.6, 0.3, 0.1)), rng.uniform(0, SIZE, 2)
        if kind == 0:
            ring = _around(
                rng, centre, rng.uniform(1, 5), rng.integers(3, 8), star=rng.random() < 0.5
            )
            out.append((RING, ring))
        elif kind == 1:
            out.append((WALL, _pairs(centre + rng.normal(0, 5, (rng.integers(2, 4), 2)))))
        else:
            out.append((POST, [_pair(centre)]))
    return out, _radii(rng), []


def touching(rng):
    """Blocks that share a corner, a side or a part of one; walls that end on sides."""
    out = []
    for _ in range(rng.integers(2, 6)):
        x, y = rng.integers(1, 14, 2).astype(float)
        w, h, u, v = rng.integers(1, 5, 4).astype(float)
        out.append((RING, box(x, y, x + w, y + h)))
        choice = rng.integers(4)
        if choice == 0:
            out.append((RING, box(x + w, y + h, x + w + u, y + h + v)))
        elif choice == 1:
            out.append((RING, box(x + w, y, x + w + u, y + v)))
        elif choice == 2:
            out.append((RING, [(x + w, y + h / 2), (x + w + u, y), (x + w + u, y + v)]))
        else:
            out.append((WALL, [(x + w / 2, y + h), (x + w / 2 + u, y + h + v)]))
    return out, [0.25, 0.5, 1.0, *rng.uniform(0.05, 1.5, 4)], []


def _barrier(rng, out, r, excess):
    """A slanted barrier across the world with one gap of 2 r (1 + excess): between two
    wall ends, a wall end and the side of a block, or two blocks."""
    u = _turned(rng)
    middle = rng.uniform(0.3, 0.7, 2) * SIZE
    half = r * (1 + excess)
    if abs(u[0]) == 1 or abs(u[1]) == 1 or rng.random() < 0.5:
        middle = np.round(middle)
    low, high = middle - half * u, middle + half * u
    across = np.array([-u[1], u[0]])
    choice = rng.integers(3)
    if choice == 0:
        out.append((WALL, _pairs([low - 40 * u, low])))
    else:
        wide = rng.uniform(0.5, 3, 2)
        out.append((RING, _pairs([low + wide[0] * across, low - 40 * u, low - wide[1] * across])))
        if choice == 2:
            base = low - rng.uniform(0.5, 2) * u
            out[-1] = (
                RING,
                _pairs([low, base + wide[0] * across, base - 40 * u, base - wide[1] * across]),
            )
    if rng.random() < 0.5:
        out.append((WALL, _pairs([high, high + 40 * u])))
    else:
        tip = high + 40 * u
        out.append((RING, _pairs([high, tip + 3 * across, tip - 3 * across])))
    return middle


def gaps(rng):
    """One or two barriers whose gaps differ from the diameter by 1e-9 and the like."""
    r = float(rng.choice((0.25, 0.5, 1.0, rng.uniform(0.1, 1.5))))
    out, places = [], []
    for _ in range(rng.integers(1, 3)):
        places.append((_pair(_barrier(rng, out, r, rng.choice(EXCESS))), None))
    out += [(POST, [_pair(p)]) for p in rng.uniform(0, SIZE, (rng.integers(0, 6), 2))]
    return out, [r, r, r, r * (1 - 1e-9), r * (1 + 1e-9), r * 0.3], places


def pinched(rng):
    """Pairs of a corner and a side, or two corners, 2 r (1 + excess) apart, free-standing."""
    r, out = float(rng.choice((0.5, 1.0, rng.uniform(0.2, 1.0)))), []
    for _ in range(rng.integers(2, 6)):
        u = _turned(rng)
        v = np.array([-u[1], u[0]])
        c, gap = rng.uniform(4, 16, 2), 2 * r * (1 + rng.choice(EXCESS))
        side = rng.uniform(0.5, 4, 2)
        out.append((WALL, _pairs([c - side[0] * v, c + side[1] * v])))
        tip = c + gap * u + rng.uniform(-side[0], side[1]) * v * rng.integers(0, 2)
        if rng.random() < 0.5:
            out.append((RING, _pairs([tip, tip + 2 * u + v, tip + 2 * u - v])))
        else:
            out.append((WALL, _pairs([tip, tip + rng.uniform(1, 5) * u])))
    return out, [r, r, r * (1 + 1e-9), r * (1 - 1e-9), r / 2], []


def grid(rng):
    """Unit cells: gaps are exactly 1, 2, ... wide; ends on half cells."""
    n = 10
    blocked = rng.random((n, n)) < rng.uniform(0.1, 0.35)
    out = []
    for i, j in zip(*np.nonzero(blocked), strict=True):
        x, y = float(2 * i), float(2 * j)
        shape = rng.integers(4)
        if shape == 0:
            out.append((RING, box(x, y, x + 1, y + 1)))
        elif shape == 1:
            out.append((RING, box(x, y, x + 2, y + 1)))
        elif shape == 2:
            out.append((WALL, [(x, y), (x, y + 2)]))
        else:
            out.append((POST, [(x + 1, y + 1)]))
    places = [(_pair(p), None) for p in rng.integers(0, 41, (40, 2)) / 2]
    return out, [0.5, 0.5, 1.0, 1.0, 0.25, 1.5], places


def comb(rng):
    """Teeth much closer together than the radius; some gaps are wide enough to enter."""
    out = []
    for _ in range(rng.integers(1, 4)):
        count, pitch = rng.integers(6, 20), rng.uniform(0.05, 0.6)
        x, y, depth = rng.uniform(1, 12), rng.uniform(3, 17), rng.uniform(0.2, 3)
        teeth = [
            (x + k * pitch / 2, y + (depth * rng.uniform(0.6, 1) if k % 2 else 0))
            for k in range(2 * count)
        ]
        base = y - rng.uniform(0.3, 2)
        ring = np.array([(x, base), *teeth[1:], (teeth[-1][0], base)][::-1])
        if rng.random() < 0.5:
            ring = ring[:, ::-1]
        out.append((RING, _pairs(ring)))
    out += [(POST, [_pair(p)]) for p in rng.uniform(0, SIZE, (rng.integers(0, 8), 2))]
    return out, [*rng.uniform(0.02, 0.3, 2), *rng.uniform(0.3, 2, 3)], []


def rounded(rng):
    """Blocks whose corners are many short edges, vertices far closer than the radius."""
    out = []
    for _ in range(rng.integers(2, 5)):
        c, w, h = rng.uniform(4, 16, 2), *rng.uniform(0.5, 3, 2)
        fillet, steps = rng.uniform(0.02, 0.5), int(rng.integers(2, 6))
        angles = np.linspace(0, np.pi / 2, steps)
        ring = []
        for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
            t = angles + k * np.pi / 2
            ring.append(c + (sx * w, sy * h) + fillet * np.c_[np.cos(t), np.sin(t)])
        out.append((RING, _pairs(np.vstack(ring))))
    return out, [*rng.uniform(0.05, 0.5, 2), *rng.uniform(0.5, 2.5, 3)], []


def ends(rng):
    """Special points at exactly the radius from a wall, a corner, the bounds."""
    radii = [0.5, 1.0, float(rng.uniform(0.1, 1.5))]
    out, places = [], []
    for _ in range(rng.integers(3, 8)):
        u, c = _turned(rng), rng.uniform(3, 17, 2)
        if rng.random() < 0.5:
            c = np.round(c)
        v, size = np.array([-u[1], u[0]]), rng.uniform(1, 5)
        if rng.random() < 0.5:
            out.append((WALL, _pairs([c - size * u, c, c + size * u])))
        else:
            out.append((RING, _pairs([c - size * u, c + size * u, c - rng.uniform(0.5, 2) * v])))
        for r in radii:
            places.append((_pair(c + r * v), r))
            places.append((_pair(c + size * u + r * u), r))
    for r in radii:
        places += [((r, r), r), ((r, float(rng.uniform(1, 19))), r), ((SIZE - r, SIZE - r), r)]
    return out, radii, places


def slivers(rng):
    """Long edges with many small features close to them."""
    out = []
    for _ in range(rng.integers(1, 4)):
        u = _turned(rng)
        v, c = np.array([-u[1], u[0]]), rng.uniform(6, 14, 2)
        size, thick = rng.uniform(4, 9), rng.uniform(0.01, 1)
        out.append(
            (
                RING,
                _pairs(
                    [c - size * u, c + size * u, c + size * u - thick * v, c - size * u - thick * v]
                ),
            )
        )
        near = 10 ** rng.uniform(-3, 0)
        for _ in range(rng.integers(3, 12)):
            p = c + rng.uniform(-size, size) * u + near * rng.uniform(0.5, 3) * v
            if rng.random() < 0.5:
                out.append((POST, [_pair(p)]))
            else:
                out.append((WALL, _pairs([p, p + near * rng.normal(0, 1, 2)])))
    return out, [*10 ** rng.uniform(-2.5, 0, 4), rng.uniform(0.3, 1.5)], []


def zigzags(rng):
    """Slanted outlines in steps far smaller than most of the radii, like those of cells."""
    out = []
    for _ in range(rng.integers(1, 4)):
        c, step = rng.uniform(4, 16, 2), rng.uniform(0.1, 0.6)
        tips = int(rng.integers(4, 12))
        bend = rng.uniform(-0.5, 0.5)
        low = [(k * step, step * round(bend * k * (tips - k) / tips)) for k in range(tips)]
        edge = [q for x, y in low for q in ((x, y + x), (x + step, y + x))]
        ring = np.array([*edge, (edge[-1][0] + rng.uniform(0, 3), edge[0][1] - rng.uniform(0, 3))])
        if rng.random() < 0.5:
            ring = ring[:, ::-1] * (1, -1)
        out.append((RING, _pairs(c + ring)))
    return out, [*rng.uniform(0.05, 0.5, 1), *rng.uniform(0.5, 3.0, 4)], []


def mixed(rng):
    out = []
    for kind in rng.choice([convex, walls, posts, touching, comb, slivers], 2, replace=False):
        more, _, _ = kind(rng)
        keep = rng.permutation(len(more))[: int(rng.integers(1, 8))]
        out += [more[k] for k in sorted(keep)]
    return out, _radii(rng), []


KINDS = {
    f.__name__: f
    for f in (
        convex, stars, walls, posts, overlapping, touching, gaps, pinched, grid, comb, rounded,
        ends, slivers, zigzags, mixed,
    )
}  # fmt: skip
