"""The command that installs an extra, with the installer of this Clearway."""

from __future__ import annotations

import json
import sys
from importlib import metadata
from urllib.parse import unquote, urlparse


def how_to_install(extra: str) -> str:
    """The command that installs an extra of Clearway."""
    try:
        found = metadata.distribution("clearway")
        installer = (found.read_text("INSTALLER") or "pip").strip()
        source = json.loads(found.read_text("direct_url.json") or "{}")
        needed = _needed(found, extra)
    except Exception:  # no metadata, or not enough memory to read it
        return f"pip install 'clearway[{extra}]'"
    if installer == "conda" and needed:
        return f"conda install {needed}"
    if "pipx" in sys.prefix and needed:
        return f"pipx inject clearway {needed}"
    tool = "uv pip" if installer == "uv" else "pip"
    url = source.get("url", "")
    if url.startswith("file:"):  # a checkout: the package index does not have this version
        folder = unquote(urlparse(url).path)
        editable = "-e " if source.get("dir_info", {}).get("editable") else ""
        return f"{tool} install {editable}'{folder}[{extra}]'"
    return f"{tool} install 'clearway[{extra}]'"


def _needed(found: metadata.Distribution, extra: str) -> str:
    """The packages of an extra, by name."""
    marked = [line.partition(";") for line in found.requires or []]
    names = [
        name.strip()
        for name, _, marker in marked
        if marker.replace('"', "'").replace(" ", "") == f"extra=='{extra}'"
    ]
    return " ".join(name for name in names if not name.startswith("clearway"))
