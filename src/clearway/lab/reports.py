"""Reports of experiments in the folder that the command line names."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ..formats._files import read_file
from .errors import NotFound

_FIGURES = {".svg": "image/svg+xml", ".png": "image/png"}
_TEXT = "report.md"


class Reports:
    """The reports below a folder. Only files found by listing it are read, never a path given."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def _found(self) -> dict[str, Path]:
        """Folders with a report, by name: the folder itself, or those in it."""
        folders = [self._folder, *sorted(p for p in self._folder.iterdir() if p.is_dir())]
        return {one.name or "report": one for one in folders if (one / _TEXT).is_file()}

    def _figures(self, folder: Path) -> dict[str, Path]:
        places = [folder, folder / "figures"]
        files = [file for place in places if place.is_dir() for file in sorted(place.iterdir())]
        return {f.name: f for f in files if f.suffix in _FIGURES and f.is_file()}

    def listing(self) -> list[dict[str, Any]]:
        """As the action `reports` tells them."""
        out = []
        for name, folder in self._found().items():
            text = read_file(folder / _TEXT).decode("utf-8", "replace")
            first = next((line for line in text.splitlines() if line.startswith("#")), name)
            figures = [
                {
                    "name": figure,
                    "type": _FIGURES[file.suffix],
                    "url": f"/api/reports/{name}/{figure}",
                }
                for figure, file in self._figures(folder).items()
            ]
            title = first.lstrip("# ").strip()
            out.append({"name": name, "title": title, "figures": figures, "text": text})
        return out

    def figure(self, report: str, figure: str) -> tuple[str, bytes]:
        """The type and the bytes of a figure."""
        folder = self._found().get(report)
        file = None if folder is None else self._figures(folder).get(figure)
        if file is None:
            raise NotFound("no such figure")
        return _FIGURES[file.suffix], read_file(file)
