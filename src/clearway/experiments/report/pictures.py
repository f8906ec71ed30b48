"""Figures of a report as SVG: small, the same for the same data, readable in print."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from typing import Any

from ..._imports import importing_extra

_STYLE: Any = {
    "axes.grid": True,
    "axes.spines.right": False,
    "axes.spines.top": False,
    "font.size": 9.0,
    "grid.alpha": 0.3,
    "legend.fontsize": 8.0,
    "legend.frameon": False,
    "lines.linewidth": 1.4,
    "svg.fonttype": "none",  # text stays text: small files, and found by searching
    "svg.hashsalt": "clearway",
}


def svg(draw: Callable[[Any], None], size: tuple[float, float]) -> str:
    """What `draw` draws into a matplotlib figure, as one SVG element."""
    with importing_extra("matplotlib", "a report", "plot"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure
    out = io.StringIO()
    with rc_context(_STYLE):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure)
        figure.savefig(out, format="svg", metadata={"Date": None, "Creator": None})
    text = out.getvalue()
    text = re.sub(r"<!--.*?-->|<metadata>.*?</metadata>", "", text, flags=re.DOTALL)
    text = re.sub(r"\n\s+", "\n", text)
    # Six decimals of a point are invisible, and most of the file; those of a text are read.
    text = re.sub(r"<[^>]*>", lambda tag: re.sub(r"(\d\.\d\d)\d+", r"\1", tag.group()), text)
    return text[text.index("<svg") :].strip() + "\n"
