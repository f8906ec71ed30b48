"""Watches, compared with the verifier."""

import numpy as np


def spoilt(watch) -> bool:
    """By the raw obstacles alone; the same allowance for rounding as the watch has."""
    path = watch.path
    verdict = path.verify()
    size = max(path.radius, float(np.abs(path.points).max()))
    return bool(
        verdict["crosses"]
        or not verdict["free"]
        or verdict["clearance"] < path.radius - 2.0**-45 * size
    )
