"""`clearway experiment list | run NAME | report DIR`."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from .. import experiments
from .._errors import ClearwayError, InvalidInput
from . import common
from .examples import epilog

app = typer.Typer(
    help="Repeat the experiments of the source documents, and your own.", no_args_is_help=True
)
DataFolder = Annotated[
    Path | None,
    typer.Option("--data", help="Folder of maps; else $CLEARWAY_DATA; else worlds are generated."),
]


NAMED = 3  # missing files that the terminal names; the report names all


@app.command("list", epilog=epilog("experiment list"))
def list_all(data: DataFolder = None, json: common.Json = False) -> None:
    """The experiments, their sources, and the data that they find."""
    settings = experiments.Settings(data=_data(data))
    known = [experiments.load(name) for name in experiments.names()]
    if json:
        common.print_json(
            [
                {
                    "name": one.name,
                    "title": one.title,
                    "source": one.source,
                    "measures": one.measures,
                    "expectation": one.expectation,
                    "data": one.about_data(settings),
                }
                for one in known
            ]
        )
        return
    common.listing("experiments", [[one.name, one.source, one.measures] for one in known])
    _say_data(known, settings)


@app.command("run", epilog=epilog("experiment run"))
def run(
    name: Annotated[str, typer.Argument(help="Its name, a file that ends in .py, or all.")],
    data: DataFolder = None,
    quick: Annotated[bool, typer.Option("--quick", help="Few and small tasks.")] = False,
    workers: Annotated[
        int | None, typer.Option(help="Local worker processes (dask).", min=1)
    ] = None,
    scheduler: Annotated[
        str | None, typer.Option(help="Address of a dask scheduler, tcp://HOST:PORT.")
    ] = None,
    output: Annotated[
        Path | None, typer.Option(help="Folder of the run; clearway-experiments/NAME otherwise.")
    ] = None,
    resume: Annotated[bool, typer.Option("--resume", help="Continue a run.")] = False,
    serial_timing: Annotated[
        bool, typer.Option(help="Tasks whose times are compared run alone on their machine.")
    ] = True,
    json: common.Json = False,
) -> int:
    """Run an experiment, or all; then write its report. Exit status 1: some tasks failed."""
    chosen = experiments.names() if name == "all" else [name]
    known = [experiments.load(one) for one in chosen]
    settings = experiments.Settings(quick, _data(data))
    if not json:
        _say_data(known, settings)
    root = output or Path("clearway-experiments")
    ended = []
    for one in known:
        folder = root if output is not None and name != "all" else root / one.name
        try:
            finished = experiments.run(
                one,
                folder,
                quick=quick,
                data=settings.data,
                workers=workers,
                scheduler=scheduler,
                resume=resume,
                serial_timing=serial_timing,
                progress=common.on_terminal(),
            )
        except KeyboardInterrupt:
            typer.echo(f"{one.name}: stopped; --resume continues what is in {folder}", err=True)
            raise
        ended.append((one, finished, _report(folder)))
    if name == "all":
        _report(root)
    if json:
        common.print_json([_facts(*end) for end in ended])
    else:
        for one, finished, pages in ended:
            typer.echo(
                f"{one.name}: {finished.done} of {finished.tasks} tasks, in {finished.folder}"
            )
            for failure in finished.failures:
                typer.echo(f"  failed: {failure['task']}: {failure['error']}", err=True)
            for page in pages:
                typer.echo(f"  {page}")
    return 0 if all(finished.is_complete for _, finished, _ in ended) else 1


@app.command("report", epilog=epilog("experiment report"))
def report(
    folder: Annotated[Path, typer.Argument(metavar="DIR", help="A run, or a folder of runs.")],
    json: common.Json = False,
) -> None:
    """Write the report of a run, or of every run in a folder: HTML and Markdown."""
    pages = experiments.write_report(folder)
    if json:
        common.print_json({"pages": [str(page) for page in pages]})
        return
    for page in pages:
        typer.echo(str(page))


def _data(given: Path | None) -> Path | None:
    named = os.environ.get("CLEARWAY_DATA")
    folder = given if given is not None else Path(named) if named else None
    if folder is not None and not folder.is_dir():
        raise InvalidInput(f"{folder}: no such folder of data", value=str(folder))
    return folder


def _say_data(known: list[experiments.Experiment], settings: experiments.Settings) -> None:
    where = (
        "none (--data or CLEARWAY_DATA names a folder)" if settings.data is None else settings.data
    )
    typer.echo(f"data: {where}")
    for one in known:
        for line in one.about_data(settings, NAMED):
            typer.echo(f"  {one.name}: {line}")


def _report(folder: Path) -> list[Path]:
    """Its pages; none, with a line on stderr, without matplotlib or without a task that is done."""
    try:
        return experiments.write_report(folder)
    except ClearwayError as error:
        typer.echo(f"clearway: no report: {error}", err=True)
        return []


def _facts(
    one: experiments.Experiment, finished: experiments.Finished, pages: list[Path]
) -> dict[str, Any]:
    return {
        "experiment": one.name,
        "folder": str(finished.folder),
        "done": finished.done,
        "tasks": finished.tasks,
        "failures": finished.failures,
        "pages": [str(page) for page in pages],
    }
