"""The exact predicates of the core against rational arithmetic."""

import math
import random
from fractions import Fraction

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from clearway import _core

FRAME = 4.0 * _core.MAX_COORDINATE


def sign(value):
    return (value > 0) - (value < 0)


def exact(*points):
    return [(Fraction(x), Fraction(y)) for x, y in points]


def cross(o, a, b):
    return (a[0] - o[0]) * (b[1] - o[1]) - (a[1] - o[1]) * (b[0] - o[0])


def dot(o, a, b):
    return (a[0] - o[0]) * (b[0] - o[0]) + (a[1] - o[1]) * (b[1] - o[1])


def orientation(a, b, c):
    return sign(cross(*exact(a, b, c)))


def in_circle(a, b, c, d):
    a, b, c, d = exact(a, b, c, d)
    return sign(
        dot(d, a, a) * cross(d, b, c)
        + dot(d, b, b) * cross(d, c, a)
        + dot(d, c, c) * cross(d, a, b)
    )


def compare_distance(p, a, b, r):
    p, a, b = exact(p, a, b)
    r2 = Fraction(r) ** 2
    if dot(a, b, p) <= 0:
        return sign(dot(p, a, a) - r2)
    if dot(b, a, p) <= 0:
        return sign(dot(p, b, b) - r2)
    return sign(cross(a, b, p) ** 2 - r2 * dot(a, b, b))


def rounded(value):
    """The nearest double (ties to even); magnitudes below the domain are zero."""
    nearest = value.numerator / value.denominator  # integer division rounds correctly
    return nearest if abs(nearest) >= _core.MIN_COORDINATE else 0.0


def crossing(a, b, c, d):
    a, b, c, d = exact(a, b, c, d)
    ab = (b[0] - a[0], b[1] - a[1])
    cd = (d[0] - c[0], d[1] - c[1])
    area = ab[0] * cd[1] - ab[1] * cd[0]
    if area == 0:
        return None
    t = ((c[0] - a[0]) * cd[1] - (c[1] - a[1]) * cd[0]) / area
    return rounded(a[0] + t * ab[0]), rounded(a[1] + t * ab[1])


def check_triple(a, b, c):
    assert _core.orientation(a, b, c) == orientation(a, b, c), (a, b, c)


def check_quad(a, b, c, d):
    assert _core.in_circle(a, b, c, d) == in_circle(a, b, c, d), (a, b, c, d)


# Families. Each takes a random generator and returns a list of four points.


def near_collinear_grid(rng):
    """Steps of 2^-43 around a diagonal."""
    step = 2.0**-43
    near = [(0.5 + rng.randrange(64) * step, 0.5 + rng.randrange(64) * step) for _ in range(2)]
    return rng.sample([*near, (12.0, 12.0), (24.0, 24.0)], 4)


def cocircular_grid(rng):
    """Lattice points of one circle, scaled and shifted by exact amounts."""
    radius2 = rng.choice([25, 50, 65, 325, 1105])
    reach = math.isqrt(radius2)
    ring = [
        (x, y)
        for x in range(-reach, reach + 1)
        for y in range(-reach, reach + 1)
        if x * x + y * y == radius2
    ]
    scale = 2.0 ** rng.choice([-90, -43, -8, 0, 20, 80])
    dx, dy = rng.randrange(-1000, 1000), rng.randrange(-1000, 1000)
    return [((x + dx) * scale, (y + dy) * scale) for x, y in rng.sample(ring, 4)]


def nextafter_neighbours(rng):
    """Degenerate sets with one coordinate moved by a few ulps."""
    points = rng.choice([near_collinear_grid, cocircular_grid, rectangle])(rng)
    i = rng.randrange(4)
    moved = list(points[i])
    k = rng.randrange(2)
    for _ in range(rng.randrange(1, 4)):
        moved[k] = math.nextafter(moved[k], rng.choice([-math.inf, math.inf]))
    if moved[k] == 0.0 or abs(moved[k]) >= _core.MIN_COORDINATE:
        points[i] = tuple(moved)
    return points


def wild(rng):
    return math.ldexp(rng.choice([-1, 1]) * rng.uniform(1.0, 2.0), rng.randint(-100, 101))


def mixed_magnitudes(rng):
    values = [wild(rng) for _ in range(5)] + [0.0, 1.0, FRAME, -FRAME, _core.MIN_COORDINATE]
    return [(rng.choice(values), rng.choice(values)) for _ in range(4)]


def rectangle(rng):
    pick = (lambda: wild(rng)) if rng.random() < 0.3 else (lambda: rng.uniform(-1e3, 1e3))
    x0, x1, y0, y1 = pick(), pick(), pick(), pick()
    return rng.sample([(x0, y0), (x1, y0), (x1, y1), (x0, y1)], 4)


def rounded_circle(rng):
    """Points of a circle after rounding: inside or outside by far less than an ulp of r^2."""
    angles = [rng.uniform(0.0, 7.0) for _ in range(4)]
    return [(5e2 + 3e2 * math.cos(t), 4e2 + 3e2 * math.sin(t)) for t in angles]


def rounded_line(rng):
    a, b = (rng.uniform(-1e3, 1e3), rng.uniform(-1e3, 1e3)), (rng.uniform(-1, 1), 1e-3)
    ts = [rng.random(), rng.random()]
    return [a, b, *((a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])) for t in ts)]


FAMILIES = [
    near_collinear_grid,
    cocircular_grid,
    nextafter_neighbours,
    mixed_magnitudes,
    rectangle,
    rounded_circle,
    rounded_line,
]


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_signs_agree_with_rational_arithmetic(family):
    rng = random.Random(f"signs {family.__name__}")
    for _ in range(400):
        a, b, c, d = family(rng)
        check_triple(a, b, c)
        check_triple(b, d, c)
        check_quad(a, b, c, d)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_distances_agree_with_rational_arithmetic(family):
    rng = random.Random(f"distances {family.__name__}")
    for _ in range(300):
        p, a, b, q = family(rng)
        tie = math.dist(p, q)
        height = abs(cross(*exact(a, b, p)))
        length = math.dist(a, b)
        radii = [0.0, tie, math.nextafter(tie, 0.0), 1e-300, 1e300]
        if height and length:
            radii.append(float(height / Fraction(length)))
        for r in radii:
            for segment in ((a, b), (q, q), (q, a)):
                assert _core.compare_distance(p, *segment, r) == compare_distance(p, *segment, r)


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_crossing_is_rounded_to_nearest(family):
    rng = random.Random(f"crossing {family.__name__}")
    for _ in range(300):
        a, b, c, d = family(rng)
        for lines in ((a, b, c, d), (a, c, b, d), (a, d, b, c), (c, b, d, a)):
            assert _core.crossing(*lines) == crossing(*lines), lines


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_perturbed_circle_is_a_consistent_choice(family):
    rng = random.Random(f"perturbed {family.__name__}")
    for _ in range(300):
        a, b, c, d = family(rng)
        if len({a, b, c, d}) < 4:
            continue
        if orientation(a, b, c) < 0:
            b, c = c, b
        if orientation(a, b, c) == 0:
            continue
        side = _core.in_circle_perturbed(a, b, c, d)
        assert side in (-1, 1)
        assert (
            side == _core.in_circle_perturbed(b, c, a, d) == _core.in_circle_perturbed(c, a, b, d)
        )
        assert in_circle(a, b, c, d) in (0, side)
        if orientation(a, c, d) > 0 and orientation(b, c, d) > 0 and orientation(a, b, d) > 0:
            # A convex quadrilateral: one diagonal is Delaunay, for both its triangles.
            assert _core.in_circle_perturbed(a, c, d, b) == side
            assert _core.in_circle_perturbed(a, b, d, c) == -side
            assert _core.in_circle_perturbed(b, c, d, a) == -side


def coordinates():
    large = st.floats(-FRAME, FRAME, allow_nan=False)
    in_domain = large.filter(lambda x: x == 0.0 or abs(x) >= _core.MIN_COORDINATE)
    small = st.integers(-4, 4).map(float)
    scaled = st.builds(lambda m, e: math.ldexp(m, e), st.integers(-9, 9), st.integers(-99, 98))
    return st.one_of(small, scaled, in_domain)


@st.composite
def quads(draw):
    """Four points that often share coordinates, so that degenerate ones are common."""
    pool = draw(st.lists(coordinates(), min_size=1, max_size=8))
    value = st.sampled_from(pool)
    return [(draw(value), draw(value)) for _ in range(4)]


@given(quads())
@example([(0.0, 0.0), (FRAME, 0.0), (FRAME, FRAME), (_core.MIN_COORDINATE, FRAME)])
def test_predicates_and_crossing_of_anything(points):
    a, b, c, d = points
    check_triple(a, b, c)
    check_quad(a, b, c, d)
    assert _core.crossing(a, b, c, d) == crossing(a, b, c, d)
    assert _core.crossing(c, d, b, a) == crossing(a, b, c, d)


@given(quads(), st.floats(0.0, allow_nan=False))
def test_compare_distance_of_anything(points, r):
    p, a, b, _ = points
    expected = compare_distance(p, a, b, r) if math.isfinite(r) else -1
    assert _core.compare_distance(p, a, b, r) == expected


def test_build_keeps_exact_arithmetic():
    assert _core.self_test()
