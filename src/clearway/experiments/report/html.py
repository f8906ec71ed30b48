"""A report as one HTML file: pictures inside, no scripts, nothing to fetch."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from .markdown import about_run, anchor, counted
from .sections import Section, shown_cell

if TYPE_CHECKING:
    from .writing import Page

_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
h1, h2 { line-height: 1.2; }
h2 { margin-top: 2.5rem; border-top: 1px solid #ddd; padding-top: 1rem; }
svg { max-width: 100%; height: auto; }
table { border-collapse: collapse; font-size: 13px; display: block; overflow-x: auto; }
th, td { padding: 2px 8px; border-bottom: 1px solid #eee; text-align: right; white-space: nowrap; }
th { background: #f6f6f6; } .word { text-align: left; }
.agrees { color: #106b2f; font-weight: 600; } .differs { color: #a03000; font-weight: 600; }
nav { columns: 2; font-size: 13px; }
"""


def page(of: Page) -> str:
    """The whole document."""
    experiment = of.experiment
    agree, total = counted(of)
    body = [f"<h1>{escape(experiment.title)}</h1>"]
    for name in ("source", "measures", "expectation"):
        body.append(f"<p><b>{name.title()}:</b> {escape(getattr(experiment, name))}</p>")
    body.append(f"<ul>{''.join(f'<li>{escape(line)}</li>' for line in about_run(of))}</ul>")
    if total:
        body.append(f"<p>{agree} of {total} statements agree.</p>")
    links = (f'<li><a href="#{anchor(s.title)}">{escape(s.title)}</a></li>' for s in of.sections)
    body.append(f"<nav><ul>{''.join(links)}</ul></nav>")
    for section, picture in zip(of.sections, of.pictures, strict=True):
        body.append(_section(section, picture))
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape(experiment.title)}</title><style>{_STYLE}</style></head>\n<body>"
        + "\n".join(body)
        + "</body></html>\n"
    )


def _section(section: Section, picture: str | None) -> str:
    key = anchor(section.title)
    parts = [f'<section id="{key}"><h2>{escape(section.title)}</h2>']
    if section.text:
        parts.append(f"<p>{escape(section.text)}</p>")
    if picture is not None:
        parts.append(_with_own_ids(picture, key))
    if section.claims:
        items = []
        for claim in section.claims:
            why = f" Reason: {escape(claim.why)}" if claim.why and not claim.holds else ""
            items.append(
                f'<li><span class="{claim.verdict}">{claim.verdict}</span>: '
                f"{escape(claim.published)} Here: {escape(claim.ours)}{why}</li>"
            )
        parts.append(f"<ul>{''.join(items)}</ul>")
    if section.rows:
        parts.append(_table(section.columns, section.rows))
    return "\n".join([*parts, "</section>"])


def _with_own_ids(picture: str, key: str) -> str:
    """A picture whose ids differ from those of the other pictures on the page."""
    out = picture.replace(' id="', f' id="{key}-')
    return out.replace('href="#', f'href="#{key}-').replace("url(#", f"url(#{key}-")


def _table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    words = [isinstance(cell, str) for cell in rows[0]]
    kinds = [' class="word"' if word else "" for word in words]
    head = "".join(f"<th{k}>{escape(c)}</th>" for k, c in zip(kinds, columns, strict=True))
    lines = [
        "<tr>"
        + "".join(
            f"<td{k}>{escape(shown_cell(cell))}</td>" for k, cell in zip(kinds, row, strict=True)
        )
        + "</tr>"
        for row in rows
    ]
    return f"<table><thead><tr>{head}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
