"""`clearway experiment`: listing, running, reporting; wrong names and missing data."""

from __future__ import annotations

import json
import re

import pytest

from clearway import experiments
from clearway.cli import app
from support import experiment_file
from support.paths import PROJECT


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    monkeypatch.setenv(experiment_file.FOLDER, str(tmp_path))
    monkeypatch.delenv("CLEARWAY_DATA", raising=False)
    monkeypatch.chdir(tmp_path)

    def run(*arguments):
        status = app.run(["experiment", *map(str, arguments)])
        out, err = capsys.readouterr()
        return status, out, err

    return run


MINE = experiment_file.__file__


def test_list(run):
    status, out, _ = run("list")
    assert status == 0
    assert all(name in out for name in experiments.names())
    assert "data: none" in out
    assert "no published data: generated" in out
    status, out, _ = run("list", "--json")
    listed = json.loads(out)
    assert [one["name"] for one in listed] == experiments.names()
    assert all(one["source"] and one["measures"] and one["expectation"] for one in listed)


def test_run_resume_and_report(run, tmp_path):
    pytest.importorskip("matplotlib")
    status, out, err = run("run", MINE, "--quick")
    assert (status, err) == (0, "")
    folder = tmp_path / "clearway-experiments" / "squares"
    assert "3 of 3 tasks" in out
    assert "squares/*.txt: 0 of 7 files, published by nobody" in out
    assert (folder / "report.html").is_file()
    status, _, err = run("run", MINE, "--quick")
    assert status == 2
    assert "--resume" in err
    assert run("run", MINE, "--quick", "--resume")[0] == 0
    page = (folder / "report.md").read_text()
    assert "Repeat: `clearway experiment run experiment_file.py --quick`" in page
    (folder / "report.html").unlink()
    status, out, _ = run("report", folder, "--json")
    assert status == 0
    assert len(json.loads(out)["pages"]) == 2
    assert (folder / "report.html").is_file()


def test_failed_tasks_are_named(run, tmp_path):
    (tmp_path / "1.fail").write_text("99")
    status, _, err = run("run", MINE, "--quick", "--output", tmp_path / "out")
    assert status == 1
    assert "failed: squares/n1: RuntimeError: task 1 fails" in err
    status, out, _ = run("run", MINE, "--quick", "--output", tmp_path / "out", "--resume", "--json")
    assert status == 1
    [facts] = json.loads(out)
    assert (facts["done"], facts["tasks"]) == (2, 3)


def test_an_interrupt_says_how_to_go_on(run, tmp_path):
    (tmp_path / "1.interrupt").touch()
    status, _, err = run("run", MINE, "--quick")
    assert status == 130
    assert "--resume continues" in err
    (tmp_path / "1.interrupt").unlink()
    assert run("run", MINE, "--quick", "--resume")[0] == 0


@pytest.mark.parametrize("name", ["nonsense", "nonsense.py"])
def test_a_wrong_name(run, name):
    status, out, err = run("run", name, "--json")
    assert status == 2
    assert all(known in err for known in experiments.names())
    assert json.loads(out)["error"] == "InvalidInput"


def test_wrong_data_and_folders(run, tmp_path):
    for command in (("run", MINE), ("list",)):
        status, out, err = run(*command, "--data", tmp_path / "nowhere")
        assert (status, out) == (2, "")
        assert "no such folder" in err
    status, _, err = run("report", tmp_path / "nowhere")
    assert status == 2
    assert "no run of an experiment" in err
    (tmp_path / "empty.py").write_text("EXPERIMENT = 3\n")
    status, _, err = run("run", tmp_path / "empty.py")
    assert status == 2
    assert "not an Experiment" in err


def test_data_that_is_there(run, tmp_path):
    (tmp_path / "data" / "squares").mkdir(parents=True)
    (tmp_path / "data" / "squares" / "1.txt").touch()
    _, out, _ = run("run", MINE, "--quick", "--data", tmp_path / "data")
    assert "1 of 7 files" in out
    assert "generated" not in out


def test_the_experiment_of_the_how_to_page(run, tmp_path):
    pytest.importorskip("matplotlib")
    page = (PROJECT / "docs" / "how-to" / "experiments.md").read_text()
    [code] = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "mine.py").write_text(code)
    status, out, _ = run("run", tmp_path / "mine.py", "--quick", "--output", tmp_path / "mine")
    assert status == 0
    assert "1 of 1 tasks" in out
    assert "**agrees**: Channels are nearly" in (tmp_path / "mine" / "report.md").read_text()
