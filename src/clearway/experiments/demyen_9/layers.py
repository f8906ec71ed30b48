"""Terrain kinds of a map: paths stay within one of them (Demyen 2007, 9.1)."""

from __future__ import annotations

from pathlib import Path

# Ground and shallow water are one kind, as grass and swamp are in the document.
KINDS = (".GS", "W", "T")


def layers_of(kind: str, place: str) -> list[str]:
    """The terrain kinds of a map, each as the characters of the file that belong to it.

    Warcraft III maps have water and trees, between whose tiles the document searches too. Their
    heights, and so their cliffs and ramps, are not in the published files: what is impassable
    there is blocked in them.
    """
    if kind != "wc3":
        return [KINDS[0]]
    text = Path(place).read_text()
    tiles = set(text[text.index("\nmap") + 4 :])
    return [layer for layer in KINDS if tiles & set(layer)]
