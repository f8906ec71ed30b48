"""Draws every kind of `clearway.generate`, small, on one sheet, into a FILE."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import matplotlib

matplotlib.use("agg")
import matplotlib.pyplot as plt
from PIL import Image

import clearway as cw

SIZES = {
    "boxes": {"obstacles": 50},
    "caves": {"size": 96},
    "checker": {"size": 20},
    "city": {"size": 260},
    "coastline": {"segments": 3000},
    "lines": {"size": 300},
    "maze": {"size": 41},
    "maze_cor5": {"size": 91},
    "nonuniform": {"obstacles": 500},
    "rooms": {"size": 95},
    "scaled_maze": {"size": 21, "form": "grid", "corridor": 4},
    "scattered": {},
    "star": {"size": 200},
    "uniform": {"size": 20},
}
COLUMNS = 5


def main(file: Path) -> None:
    """Writes the sheet."""
    kinds = list(cw.generate.KINDS)
    rows = -(-len(kinds) // COLUMNS)
    figure, axes = plt.subplots(rows, COLUMNS, figsize=(2.3 * COLUMNS, 2.5 * rows), dpi=110)
    for ax in axes.flat:
        ax.axis("off")
    for kind, ax in zip(kinds, axes.flat, strict=False):
        made = cw.generate.make(kind, **SIZES[kind])
        if isinstance(made, cw.Grid):
            x0, y0, x1, y1 = made.bounds
            place = {"origin": "lower", "extent": (x0, x1, y0, y1)}
            ax.imshow(~made.blocked, cmap="gray", vmin=-0.4, **place)
        else:
            made.plot(ax)
        ax.axis("off")
        form = " (grid)" if isinstance(made, cw.Grid) else ""
        ax.set_title(kind + form, fontsize=9)
    figure.tight_layout(pad=0.6)
    raw = io.BytesIO()
    figure.savefig(raw, format="png")
    with Image.open(raw) as picture:
        picture.convert("RGB").quantize(24).save(file, optimize=True)
    sys.stdout.write(f"wrote {file}: {file.stat().st_size} bytes\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
