"""Gates by definition, from the obstacles as given: tries every pair, without a mesh."""

from __future__ import annotations

import numpy as np
import shapely

from .distances import point_segments
from .linework import Linework


def gates(scene, margin=1e-7):
    """(sure, possible): arrays n x 4 of end points of gates; the certain ones, and all.

    A gate joins two corners, or a corner and its foot on a segment, in free space, with no
    obstacle in the open disc over it. A gate is uncertain if an obstacle, other than at the gate's
    ends, is within `margin` of the disc's size of its circle.
    """
    lines = Linework(scene.bounds, scene.obstacles)
    corners, segments = lines.corners, lines.segments
    i, j = np.triu_indices(len(corners), 1)
    candidates = [np.hstack([corners[i], corners[j]])]
    along = segments[:, 2:] - segments[:, :2]
    size = np.maximum((along**2).sum(axis=1), 1e-300)
    for c in corners:
        t = ((c - segments[:, :2]) * along).sum(axis=1) / size
        inside = (t > 1e-9) & (t < 1 - 1e-9)
        feet = segments[inside, :2] + t[inside, None] * along[inside]
        candidates.append(np.hstack([np.broadcast_to(c, feet.shape), feet]))
    ends = np.vstack(candidates)
    widths = np.hypot(*(ends[:, 2:] - ends[:, :2]).T)
    ends, widths = ends[widths > 1e-9 * lines.scale], widths[widths > 1e-9 * lines.scale]
    middles = (ends[:, :2] + ends[:, 2:]) / 2
    free = lines.ground.difference(lines.covered)
    ends, widths, middles = (
        x[shapely.contains_xy(free, *middles.T)] for x in (ends, widths, middles)
    )
    gaps = point_segments(middles, segments) / (widths[:, None] / 2)
    at_end = np.minimum(*(point_segments(e, segments) for e in (ends[:, :2], ends[:, 2:])))
    at_end = at_end <= 1e-9 * lines.scale
    possible = (gaps > 1 - margin).all(axis=1)
    sure = possible & ((at_end & (gaps > 1 - 1e-12)) | (gaps > 1 + margin)).all(axis=1)
    return ends[sure], ends[possible]
