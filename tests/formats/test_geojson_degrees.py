"""GeoJSON in degrees: detected, warned of, projected."""

from __future__ import annotations

import json
import warnings

import numpy as np
import pytest

import clearway as cw
from clearway.formats import _degrees


def geo(points, crs=None, role=None):
    feature = {
        "type": "Feature",
        "properties": {"role": role} if role else {},
        "geometry": {"type": "Polygon", "coordinates": [points]},
    }
    return {"type": "FeatureCollection", "features": [feature], **({"crs": {"properties": {"name": crs}}} if crs else {})}  # fmt: skip


def test_degrees_are_distinguished_from_small_plane_worlds(tmp_path):
    london = [[-0.127758, 51.507351], [-0.126758, 51.507351], [-0.126758, 51.508351]]
    plane = [[0, 0], [12.5, 0], [12.5, 7.25]]
    large = [[410260.098, 5476786.396], [410263.744, 5476788.094], [410265.298, 5476785.094]]
    assert _degrees.looks_like(geo(london))
    assert _degrees.looks_like(geo(plane, crs="urn:ogc:def:crs:OGC:1.3:CRS84"))
    assert not _degrees.looks_like(geo(london, crs="urn:ogc:def:crs:EPSG::25832"))
    assert not _degrees.looks_like(geo(london, role="obstacle"))
    assert not _degrees.looks_like(geo(plane))
    assert not _degrees.looks_like(geo(large))
    rounded = [[180.00000000000003, -16.067133], [179.413509, -16.379054], [180, -16.555217]]
    assert _degrees.looks_like(geo(rounded))
    file = tmp_path / "g.geojson"
    file.write_text(json.dumps(geo(london)))
    with pytest.warns(UserWarning, match=r"g\.geojson .* lengths are in degrees") as said:
        cw.load(file)
    assert said[0].filename == __file__, "the line of the caller"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.load(file, project=False)
        world = cw.load(file, project=True)
    # One thousandth of a degree at 51.5 north, by the lengths that geodesy gives.
    (ring,) = (o.points for o in world.obstacles.values())
    assert np.ptp(ring, axis=0) == pytest.approx((69.44, 111.26), abs=0.05)
    assert (ring.min(axis=0) + ring.max(axis=0)) == pytest.approx(0, abs=1e-6)
    file.write_text(json.dumps(geo(large)))
    with pytest.raises(cw.InvalidInput, match="not a longitude and latitude"):
        cw.load(file, project=True)
    with pytest.raises(cw.InvalidInput, match="project is 'yes'"):
        cw.load(file, project="yes")


@pytest.mark.parametrize(
    ("points", "is_degrees"),
    [
        ([[7.098, 50.737], [7.102, 50.737], [7.102, 50.733]], True),  # a town
        ([[5.866, 51.051], [15.041, 51.103], [9.948, 54.984], [10.178, 47.277]], True),  # a country
        ([[0.125, 0.35], [12.345, 0.215], [11.875, 7.253]], False),  # a floor plan in metres
        ([[7.1, 50.73], [7.12, 50.73], [7.12, 50.71]], False),  # two decimals are too few
        ([[7.125, 50.735]] * 3, False),  # no size
    ],
)
def test_three_decimals_are_degrees_where_they_lie_close_together(points, is_degrees):
    assert _degrees.looks_like(geo(points)) == is_degrees


def test_own_files_never_warn(tmp_path):
    rng = np.random.default_rng(0)
    world = cw.World.from_obstacles([rng.random((3, 2)) for _ in range(5)])
    world.save(tmp_path / "w.geojson")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        cw.load(tmp_path / "w.geojson")
