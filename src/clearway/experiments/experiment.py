"""What an experiment is: its source, its data, its tasks, its report."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .._errors import InvalidInput, shown
from .report.sections import Section
from .tables import Row, Table

_NAME = re.compile(r"[A-Za-z0-9][\w.,+-]*")


@dataclass(frozen=True)
class Settings:
    """How an experiment runs: `quick` for few and small tasks, `data` for the folder of maps.

    >>> from clearway.experiments import Settings
    >>> Settings(quick=True).data is None
    True
    """

    quick: bool = False
    data: Path | None = None


@dataclass(frozen=True)
class Task:
    """One call of a function, whose rows go into one table; the unit of resuming and retrying.

    `measure(**arguments)` returns rows: dictionaries from column to number, word or None. It is a
    function of a module, so that a worker can import it. `arguments` are JSON. `name` is unique in
    its `table` and a file name. `timed`: its times are compared, so that it should run alone.
    `weight`: what it costs, relative to the other tasks, for the estimate of the time left.

    >>> from clearway.experiments import Task
    >>> Task("sizes", "ten", dict, {"size": 10}).timed
    True
    """

    table: str
    name: str
    measure: Callable[..., Iterable[Row]]
    arguments: Mapping[str, Any] = field(default_factory=dict)
    timed: bool = True
    weight: float = 1.0

    def __post_init__(self) -> None:
        for text in (self.table, self.name):
            if not _NAME.fullmatch(text):
                raise InvalidInput(
                    f"{shown(text)}: tables and tasks are named by letters, digits and . , + - _",
                    value=text,
                )

    @property
    def id(self) -> str:
        """Table and name."""
        return f"{self.table}/{self.name}"

    def run(self) -> Table:
        """The rows of this task.

        >>> from clearway.experiments import Task
        >>> Task("sizes", "ten", lambda size: [{"size": size}], {"size": 10}).run()
        <Table: 1 rows of size>
        """
        return Table.of_rows(self.measure(**self.arguments))


@dataclass(frozen=True)
class Data:
    """Files of the data folder that an experiment reads.

    `count`: how many the document used, None if that is not known. `origin`: who publishes them.
    `names`: those that are published, as far as they are known. A file has a name if it begins with
    it: "a.map.scen.gz" has the name "a.map".

    >>> from clearway.experiments import Data, Settings
    >>> maps = Data("grid/bg512", "*.map", 75, "Moving AI Lab grid benchmarks")
    >>> maps.files(Settings())
    []
    """

    folder: str
    pattern: str
    count: int | None
    origin: str
    names: tuple[str, ...] = ()

    def files(self, settings: Settings) -> list[Path]:
        """Those that are there, sorted.

        >>> from clearway.experiments import Data, Settings
        >>> maps = Data("grid/bg512", "*.map", 75, "Moving AI Lab grid benchmarks")
        >>> maps.files(Settings(data=None))
        []
        """
        return (
            []
            if settings.data is None
            else sorted((settings.data / self.folder).glob(self.pattern))
        )

    def missing(self, settings: Settings) -> list[str]:
        """The published names of which no file is there.

        >>> from clearway.experiments import Data, Settings
        >>> maps = Data("grid/bg512", "*.map", 2, "nobody", ("a.map", "b.map"))
        >>> maps.missing(Settings())
        ['a.map', 'b.map']
        """
        found = [file.name for file in self.files(settings)]
        return [
            name for name in self.names if not any(f"{f}.".startswith(f"{name}.") for f in found)
        ]

    def describe(self, settings: Settings, most: int | None = None) -> str:
        """How much is there, of how much, which are missing, and who publishes them.

        `most`: how many names of missing files at most, None for all. Where nothing is there, none
        is named. The path of the data folder is not mentioned.

        >>> from clearway.experiments import Data, Settings
        >>> maps = Data("grid/bg512", "*.map", 75, "Moving AI Lab grid benchmarks")
        >>> maps.describe(Settings())
        'grid/bg512/*.map: 0 of 75 files, published by Moving AI Lab grid benchmarks'
        """
        found = len(self.files(settings))
        wanted = "" if self.count is None else f" of {self.count}"
        text = f"{self.folder}/{self.pattern}: {found}{wanted} files, published by {self.origin}"
        missing = self.missing(settings)
        if not found or not missing:
            return text
        named = missing if most is None else missing[:most]
        more = f" and {len(missing) - len(named)} more" if len(named) < len(missing) else ""
        unnamed = 0 if self.count is None else max(0, self.count - max(found, len(self.names)))
        rest = f"; the document used {unnamed} more than are published" if unnamed else ""
        return f"{text}; missing: {', '.join(named)}{more}{rest}"


@dataclass(frozen=True)
class Results:
    """The tables of a run, and how it ran.

    >>> from clearway.experiments import Results, Settings, Table
    >>> Results({"sizes": Table.of_rows([])}, Settings()).has("sizes")
    False
    """

    tables: Mapping[str, Table]
    settings: Settings

    def has(self, *names: str) -> bool:
        """Whether these tables have rows.

        >>> from clearway.experiments import Results, Settings, Table
        >>> results = Results({"sizes": Table.of_rows([{"size": 1}])}, Settings())
        >>> results.has("sizes"), results.has("sizes", "times")
        (True, False)
        """
        return all(len(self.tables.get(name, ())) for name in names)

    def __getitem__(self, name: str) -> Table:
        return self.tables[name] if name in self.tables else Table({})


@dataclass(frozen=True)
class Experiment:
    """An experiment: `tasks(settings)` says what to measure, `sections(results)` how to show it.

    `source` names the document, section and figures; `measures` what is measured, in a sentence;
    `expectation` what should come out; `generated` the worlds that stand in for missing data.
    `load` sets `file`, for an experiment that is a file of the user.

    >>> from clearway.experiments import Experiment, Task
    >>> mine = Experiment("mine", "Sizes", "nobody", "sizes", "they grow", lambda settings: [
    ...     Task("sizes", "ten", lambda size: [{"size": size}], {"size": 10})], lambda results: [])
    >>> mine.tasks(None)[0].run()["size"].tolist()
    [10.0]
    """

    name: str
    title: str
    source: str
    measures: str
    expectation: str
    tasks: Callable[[Settings], Sequence[Task]]
    sections: Callable[[Results], Iterable[Section]]
    data: tuple[Data, ...] = ()
    generated: str = ""
    file: str = ""

    def has_data(self, settings: Settings) -> bool:
        """Whether any of its data is there.

        >>> from clearway.experiments import Data, Experiment, Settings
        >>> maps = Data("grid/bg512", "*.map", 75, "Moving AI Lab grid benchmarks")
        >>> mine = Experiment("mine", "Sizes", "nobody", "sizes", "they grow", lambda settings: [],
        ...     lambda results: [], data=(maps,), generated="mazes")
        >>> mine.has_data(Settings())
        False
        """
        return any(part.files(settings) for part in self.data)

    def about_data(self, settings: Settings, most: int | None = None) -> list[str]:
        """Sentences on the data: what is there, what is missing, what stands in for it.

        `most`: how many missing files a sentence names at most.

        >>> from clearway.experiments import Data, Experiment, Settings
        >>> maps = Data("grid/bg512", "*.map", 75, "Moving AI Lab grid benchmarks")
        >>> mine = Experiment("mine", "Sizes", "nobody", "sizes", "they grow", lambda settings: [],
        ...     lambda results: [], data=(maps,), generated="mazes")
        >>> mine.about_data(Settings())[1]
        'no published data: mazes instead'
        """
        lines = [part.describe(settings, most) for part in self.data]
        if self.data and not self.has_data(settings):
            lines.append(f"no published data: {self.generated or 'generated worlds'} instead")
        elif not self.data and self.generated:
            lines.append(self.generated)
        return lines
