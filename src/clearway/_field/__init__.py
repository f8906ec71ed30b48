"""Fields: exact distances from everywhere to the nearest of several goals."""

from .field import Field
from .raster import FieldRaster

__all__ = ["Field", "FieldRaster"]
