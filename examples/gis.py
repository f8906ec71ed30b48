"""A GIS round trip: a map in degrees, paths in metres, and a layer in degrees again.

Writes campus.geojson (buildings), paths.geojson and gis.svg. With geopandas, the layer is read as a
GeoDataFrame and measured again.
"""

import json

import numpy as np

import clearway as cw
from clearway import render

# Buildings of a campus, longitudes and latitudes, as a GIS exports them.
WEST, SOUTH = 7.0990, 50.7270


def building(x, y, w, h):
    ring = [(x, y), (x + w, y), (x + w, y + h), (x, y + h), (x, y)]
    return [[WEST + 1e-5 * a, SOUTH + 1e-5 * b] for a, b in ring]


blocks = [(60, 40, 90, 60), (60, 140, 90, 70), (200, 40, 40, 170), (290, 90, 110, 40)]
features = [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [ring]}}
    for ring in (building(*block) for block in blocks)
]
with open("campus.geojson", "w") as file:  # noqa: PTH123
    json.dump({"type": "FeatureCollection", "features": features}, file)

world = cw.load("campus.geojson", project=True)  # metres, around the middle of the map
print(f"{world.projection}, {len(world)} buildings")

gates = np.array([(WEST + 1e-5 * x, SOUTH + 1e-5 * y) for x, y in ((55, 35), (55, 215), (405, 85))])
library = (WEST + 180e-5, SOUTH + 120e-5)
paths = world.find_paths(
    world.projection.forward(gates), world.projection.forward(library), radius=1.0, snap=5.0
)
paths.save("paths.geojson")  # in the coordinates of the file
render.save(world, "gis.svg", paths, scale_bar=True, legend=["gate 1", "gate 2", "gate 3"])

with open("paths.geojson") as file:  # noqa: PTH123
    layer = json.load(file)
for feature, path in zip(layer["features"], paths, strict=True):
    back = world.projection.forward(feature["geometry"]["coordinates"])
    assert np.allclose(back, path.points, rtol=0, atol=1e-6)
    print(f"gate {feature['id'] + 1}: {feature['properties']['length']:.1f} m")

try:
    import geopandas
except ImportError:
    print("with geopandas, more could be checked")
else:
    frame = geopandas.GeoDataFrame.from_features(layer, crs="OGC:CRS84")
    metres = frame.to_crs(frame.estimate_utm_crs()).length
    off = np.abs(metres / paths.length - 1).max()
    assert off < 2e-3, off
print("the layer holds the same paths")
