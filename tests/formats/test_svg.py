"""SVG drawings."""

from __future__ import annotations

import numpy as np
import pytest
import shapely

import clearway as cw
from support.format_scenes import world_of


def svg(tmp_path, body, head='viewBox="-10 0 110 100"', **options):
    file = tmp_path / "d.svg"
    file.write_text(f'<svg xmlns="http://www.w3.org/2000/svg" {head}>{body}</svg>')
    return cw.load(file, **options)


def test_svg_keeps_handles(tmp_path):
    world = world_of()
    world.remove(0)
    world.save(tmp_path / "w.svg")
    assert list(cw.load(tmp_path / "w.svg").obstacles) == [1, 2, 3]


def test_shapes_and_transforms_are_read(tmp_path):
    world = svg(
        tmp_path,
        '<defs><rect id="r" width="5" height="5"/></defs>'
        '<g transform="translate(10,20)"><rect x="1" y="2" width="10" height="5"/>'
        '<rect width="2" height="2" transform="rotate(90) scale(2)"/></g>'
        '<use href="#r" x="50" y="60"/>'
        '<polygon points="60,10 70,10 65,20" style="fill:#333"/>'
        '<line x1="1" y1="90" x2="9" y2="95" stroke="black"/>'
        '<polyline points="20,90 25,95 30,90" fill="none"/>'
        '<g data-role="post"><circle cx="80" cy="80" r="1"/></g>'
        '<rect data-role="ignore" width="99" height="99"/>'
        '<text x="3" y="3">hello</text>'
        '<path d="M40 40h10v10h-10z m2 2v6h6v-6z"/>',
    )
    assert world.bounds == (-10, 0, 100, 100)
    shapes = [
        shapely.Polygon(o.points) if o.kind == "area" else o.points
        for o in world.obstacles.values()
    ]
    boxes = [s.bounds for s in shapes if isinstance(s, shapely.Polygon)]
    assert boxes[0] == pytest.approx((11, 22, 21, 27))
    assert boxes[1] == pytest.approx((6, 20, 10, 24))
    assert boxes[2] == pytest.approx((50, 60, 55, 65))
    kinds = [o.kind for o in world.obstacles.values()]
    assert kinds == ["area", "area", "area", "area", "wall", "wall", "post", "area"]
    blocked = 50 + 16 + 25 + 50 + (100 - 36)
    assert 11000 - world.mesh().free_area == pytest.approx(blocked)


def test_svg_curves_are_within_the_tolerance(tmp_path):
    body = (
        '<circle cx="50" cy="50" r="30"/><ellipse cx="0" cy="50" rx="5" ry="9"/>'
        '<path d="M60 90 C 70 80 90 100 99 90 Q 95 99 60 99 Z"/>'
        '<path d="M10 10 A 5 8 30 1 1 20 12 Z"/>'
    )
    for tolerance in (1.0, 0.01):
        world = svg(tmp_path, body, tolerance=tolerance)
        ring = world.obstacles[0].points
        middle = (ring + np.roll(ring, -1, axis=0)) / 2
        assert np.hypot(*(ring - 50).T) == pytest.approx(30, abs=tolerance)
        assert np.hypot(*(middle - 50).T) == pytest.approx(30, abs=tolerance)
    assert len(ring) > 50
    fine = svg(tmp_path, body, tolerance=1e-4).mesh().free_area
    assert svg(tmp_path, body, tolerance=0.01).mesh().free_area == pytest.approx(
        fine, abs=0.01 * 400
    )


def test_svg_ground_and_faults(tmp_path):
    room = '<rect data-role="walkable" width="10" height="10"/>'
    both = svg(tmp_path, room + '<rect data-role="walkable" x="5" width="10" height="10"/>', "")
    assert both.mesh().free_area == 150
    assert (
        svg(tmp_path, '<path data-role="bounds" d="M0 0H9V9H0ZM3 3H6V6H3Z"/>').mesh().free_area
        == 72
    )
    assert svg(tmp_path, '<rect width="10" height="10"/>', 'width="20px" height="30"').bounds == (
        0,
        0,
        20,
        30,
    )
    assert svg(tmp_path, '<rect width="10" height="10"/>', "").bounds == (-0.5, -0.5, 10.5, 10.5)
    for body, head, says in (
        ("<g>\n<a></g>", "", "line 2: not XML"),
        ('<rect data-role="door" width="1" height="1"/>', "", "shape 0: the role is 'door'"),
        (room + '<rect data-role="bounds" width="1" height="1"/>', "", "use only one"),
        ("", 'viewBox="0 0 x"', "the viewBox is '0 0 x'"),
        ("", 'viewBox="0 0 0 0"', "the viewBox is"),
        ("", "", "needs bounds"),
    ):
        with pytest.raises(cw.InvalidInput, match=rf"d\.svg: .*{says}"):
            svg(tmp_path, body, head)
    (tmp_path / "d.svg").write_text("<html/>")
    with pytest.raises(cw.InvalidInput, match="the root is 'html'"):
        cw.load(tmp_path / "d.svg")


def test_a_filled_background_is_named_where_it_blocks(tmp_path):
    sheet = '<rect x="-10" width="110" height="100" fill="white"{}/><rect x="20" y="20" width="9" height="9"/>'
    seen = svg(tmp_path, sheet.format("")).find_path((1, 1), (90, 90))
    assert "if it is the background, remove it or give it data-role='bounds'" in repr(seen)
    assert svg(tmp_path, sheet.format(' data-role="bounds"')).find_path((1, 1), (90, 90)).found
    frame = '<path fill-rule="evenodd" d="M-10 0h110v100h-110zM5 5v90h90v-90z"/>'
    assert "background" not in repr(svg(tmp_path, frame).find_path((1, 1), (90, 90)))
