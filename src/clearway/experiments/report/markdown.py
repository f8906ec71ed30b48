"""A report as Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .sections import Claim, Section, shown_cell

if TYPE_CHECKING:
    from .writing import Page


def page(of: Page, pictures: Sequence[str | None]) -> str:
    """The whole page; `pictures` are the names of the figures' files."""
    lines = [f"# {of.experiment.title}", "", *_head(of), ""]
    for section, picture in zip(of.sections, pictures, strict=True):
        lines += _section(section, picture)
    return "\n".join(lines).rstrip() + "\n"


def about_run(of: Page) -> Iterator[str]:
    """Sentences on where, when and how the run was measured."""
    for session in of.about["sessions"]:
        machine = session["machine"]
        load = "" if machine["load"] is None else f", load {machine['load']} at the start"
        yield (
            f"Measured {session['begun'][:10]} in {session['runs_on']}: {machine['processor']}, "
            f"{machine['cores']} cores{load}, {machine['system']}, Python {machine['python']}, "
            + ", ".join(f"{k} {v}" for k, v in session["versions"].items())
            + "."
        )
    if of.about["settings"]["quick"]:
        yield "A quick run: few and small tasks, to see that all works; its numbers are rough."
    for line in of.about["about_data"]:
        yield f"Data: {line}."
    if of.about["done"] < len(of.about["tasks"]):
        yield f"{of.about['done']} of {len(of.about['tasks'])} tasks are done."
    for failure in of.failures:
        yield f"Failed: {failure['task']}: {failure['error']}"


def _head(of: Page) -> list[str]:
    experiment = of.experiment
    lines = [f"**Source:** {experiment.source}", "", f"**Measured:** {experiment.measures}", ""]
    lines += [f"**Expected:** {experiment.expectation}", ""]
    lines += [f"- {line}" for line in about_run(of)]
    quick = " --quick" if of.about["settings"]["quick"] else ""
    called = Path(of.about.get("file") or of.name).name
    lines += [f"- Repeat: `clearway experiment run {called}{quick}`."]
    agree, all_claims = counted(of)
    if all_claims:
        lines += ["", f"{agree} of {all_claims} statements agree."]
    return lines


def counted(of: Page) -> tuple[int, int]:
    """Claims that agree, and all claims."""
    claims = [claim for section in of.sections for claim in section.claims]
    return sum(claim.holds for claim in claims), len(claims)


def _section(section: Section, picture: str | None) -> list[str]:
    lines = [f"## {section.title}", ""]
    if section.text:
        lines += [section.text, ""]
    if picture is not None:
        lines += [f"![{section.title}](figures/{picture})", ""]
    for claim in section.claims:
        lines.append(f"- {claim_text(claim)}")
    if section.claims:
        lines.append("")
    if section.rows:
        lines += [*table(section.columns, section.rows), ""]
    return lines


def claim_text(claim: Claim) -> str:
    """A claim as a sentence or two."""
    text = f"**{claim.verdict}**: {claim.published} Here: {claim.ours}"
    return text if claim.holds or not claim.why else f"{text} Reason: {claim.why}"


def table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """The lines of a table; columns of numbers are aligned to the right."""
    shown = [[shown_cell(cell).replace("|", "\\|") for cell in row] for row in rows]
    rules = ["---" if isinstance(cell, str) else "---:" for cell in rows[0]]
    return ["| " + " | ".join(line) + " |" for line in (columns, rules, *shown)]


def anchor(title: str) -> str:
    """A title as the name of a file."""
    return re.sub(r"[^a-z0-9]+", "-", title.lower().replace("*", "-star")).strip("-")[:60]


def summary(pages: Sequence[tuple[str, Page]]) -> str:
    """One page on several runs: what agrees and what differs, with links."""
    lines = [
        "# Experiments",
        "",
        "| experiment | source | statements that agree |",
        "| --- | --- | ---: |",
    ]
    for folder, of in pages:
        agree, total = counted(of)
        title = f"[{of.name}]({folder}/report.md)"
        lines.append(f"| {title} | {of.experiment.source} | {agree} of {total} |")
    for folder, of in pages:
        lines += ["", f"## {of.experiment.title}", ""]
        lines += [f"- {line}" for line in about_run(of)]
        lines += ["", f"[Figures and tables]({folder}/report.md)", ""]
        for section in of.sections:
            lines += [f"- {section.title}: {claim_text(claim)}" for claim in section.claims]
    return "\n".join(lines).rstrip() + "\n"
