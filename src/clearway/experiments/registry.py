"""The experiments by name: those of this package, and those in files of users."""

from __future__ import annotations

import sys
from dataclasses import replace
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

from .._errors import InvalidInput, shown
from .._imports import importing
from .experiment import Experiment

# Each is a module of this package with an EXPERIMENT.
BUILT_IN = {
    "bhatena-7": "bhatena_7",
    "demyen-9": "demyen_9",
    "kallmann-1": "kallmann_1",
    "planners": "planners",
    "vinther-6": "vinther_6",
}


def names() -> list[str]:
    """The names of the experiments that come with Clearway.

    >>> from clearway import experiments
    >>> "planners" in experiments.names()
    True
    """
    return sorted(BUILT_IN)


def load(name: str) -> Experiment:
    """An experiment by its name, or by the path of a Python file that defines EXPERIMENT.

    >>> from clearway import experiments
    >>> experiments.load("planners").name
    'planners'
    """
    if name in BUILT_IN:
        with importing():
            module: Any = import_module(f".{BUILT_IN[name]}", __package__)
    elif name.endswith(".py") and Path(name).is_file():
        module = _from_file(Path(name))
    else:
        known = ", ".join(names())
        raise InvalidInput(
            f"no experiment {shown(name)}; there are: {known}, and files that end in .py",
            value=name,
        )
    found = getattr(module, "EXPERIMENT", None)
    if not isinstance(found, Experiment):
        raise InvalidInput(f"{name}: its EXPERIMENT is {shown(found)}, not an Experiment")
    return found if name in BUILT_IN else replace(found, file=str(Path(name).resolve()))


def _from_file(file: Path) -> Any:
    """The module of a user's file; workers get its functions by value."""
    name = f"clearway_experiment_{file.stem}"
    spec = spec_from_file_location(name, file)
    if spec is None or spec.loader is None:
        raise InvalidInput(f"{file}: not a Python module", value=str(file))
    module = module_from_spec(spec)
    sys.modules[name] = module
    with importing():
        spec.loader.exec_module(module)
        try:
            import cloudpickle
        except ImportError:  # without dask everything runs in this process
            pass
        else:
            cloudpickle.register_pickle_by_value(module)
    return module
