"""Checks a built site: every link and anchor resolves, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote


class Page(HTMLParser):
    """The anchors, links and loaded files of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.anchors: set[str] = set()
        self.links: list[str] = []
        self.loaded: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Notes what a tag names."""
        of = {name: value or "" for name, value in attrs}
        self.anchors |= {of[name] for name in ("id", "name") if name in of}
        if tag == "a" and "href" in of:
            self.links.append(of["href"])
        elif tag == "link" and of.get("rel") in ("stylesheet", "icon", "preload"):
            self.loaded.append(of["href"])
        elif tag in ("script", "img", "source", "iframe") and "src" in of:
            self.loaded.append(of["src"])


@cache
def page_of(file: Path) -> Page:
    """The page of a file, parsed once."""
    return Page(file.read_text())


def complaints(site: Path) -> list[str]:
    """What is wrong with a site; empty when nothing is."""
    out = []
    if not (site / "index.html").is_file():
        return [f"{site}: no index.html"]
    for file in sorted(site.rglob("*.html")):
        name = file.relative_to(site)
        page = page_of(file)
        foreign = [link for link in page.loaded if re.match(r"(?:https?:)?//", link)]
        out += [f"{name}: loads {link}" for link in foreign]
        for link in page.links + page.loaded:
            if re.match(r"[a-z]+:", link) or link in ("#", ""):
                continue
            path, _, anchor = unquote(link.partition("?")[0]).partition("#")
            target = (file.parent / path).resolve() if path else file
            if not target.is_file() or (
                anchor and target.suffix == ".html" and anchor not in page_of(target).anchors
            ):
                out.append(f"{name}: {link} leads nowhere")
    return out
