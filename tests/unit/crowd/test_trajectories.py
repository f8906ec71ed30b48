"""Trajectories: arrays, tables, files, pictures and animations."""

from __future__ import annotations

import sqlite3
import xml.etree.ElementTree as ET

import numpy as np
import pytest
import shapely

import clearway as cw


@pytest.fixture(scope="module")
def walked():
    world = cw.World(bounds=(0, 0, 20, 10))
    world.add([(9, 2), (11, 2), (11, 8), (9, 8)])
    crowd = cw.Crowd(world)
    crowd.add([(2, 4), (2, 5), (2, 6)], goals=[(12, 5), [(16, 4), (16, 6)], (18, 9)])
    return crowd, crowd.run(30.0, dt=0.05, record=0.25)


def test_records(walked):
    crowd, made = walked
    assert np.allclose(np.diff(made.times)[:-1], 0.25)
    assert made.times[0] == 0
    assert made.times[-1] == crowd.time < 30
    assert made.positions.shape == made.velocities.shape == (len(made), 3, 2)
    assert np.array_equal(made.positions[-1], crowd.positions, equal_nan=True)
    assert made.frames_per_second == pytest.approx(4.0)
    gone = np.isnan(made.positions[:, 1, 0])
    assert gone[-1]
    assert not gone[0]


def test_agents_that_are_added_during_a_run_are_nowhere_before():
    """By another thread: here, as part of a step."""

    class Growing(cw.Crowd):
        def step(self, dt, threads=None):
            super().step(dt, threads)
            if len(self) == 1:
                self.add((5, 8), radius=0.5)

    crowd = Growing(cw.World(bounds=(0, 0, 10, 10)))
    crowd.add((1, 2), goals=(9, 2))
    trajectories = crowd.run(1.0, dt=0.25)
    assert trajectories.positions.shape == (5, 2, 2)
    assert np.isnan(trajectories.positions[0, 1]).all()
    assert trajectories.positions[1:, 1].tolist() == [[5, 8]] * 4
    assert trajectories.radii.tolist() == [0.3, 0.5]


def test_run_goes_on_to_the_end_if_asked():
    crowd = cw.Crowd(cw.World(bounds=(0, 0, 20, 10)))
    crowd.add((2, 5), goals=(3, 5))
    assert crowd.run(4.0, until_arrived=False).times[-1] == pytest.approx(4.0)


def test_table_and_csv(walked, tmp_path):
    pd = pytest.importorskip("pandas")
    made = walked[1]
    table = made.to_dataframe()
    assert list(table.columns) == ["time", "frame", "id", "x", "y", "vx", "vy"]
    assert len(table) == int((~np.isnan(made.positions[..., 0])).sum())
    made.save(tmp_path / "walk.csv")
    pd.testing.assert_frame_equal(pd.read_csv(tmp_path / "walk.csv"), table)


def test_sqlite_has_the_tables_of_jupedsim(walked, tmp_path):
    made = walked[1]
    made.save(tmp_path / "walk.sqlite")
    connection = sqlite3.connect(tmp_path / "walk.sqlite")
    meta = dict(connection.execute("SELECT key, value FROM metadata").fetchall())
    assert meta["version"] == "2"
    assert float(meta["fps"]) == pytest.approx(4.0)
    assert [float(meta[k]) for k in ("xmin", "ymin", "xmax", "ymax")] == [0, 0, 20, 10]
    [(number, wkt)] = connection.execute("SELECT hash, wkt FROM geometry").fetchall()
    assert shapely.from_wkt(wkt).area == pytest.approx(200 - 12)
    frames = connection.execute("SELECT frame, geometry_hash FROM frame_data").fetchall()
    assert frames == [(i, number) for i in range(len(made))]
    rows = np.array(connection.execute("SELECT * FROM trajectory_data").fetchall())
    assert np.allclose(np.hypot(rows[:, 4], rows[:, 5]), 1)
    at = made.positions[rows[:, 0].astype(int), rows[:, 1].astype(int)]
    assert np.array_equal(at, rows[:, 2:4])
    connection.close()


def test_jupedsim_reads_the_file(walked, tmp_path):
    jps = pytest.importorskip("jupedsim")
    made = walked[1]
    made.save(tmp_path / "walk.sqlite")
    recording = jps.Recording(str(tmp_path / "walk.sqlite"))
    assert recording.num_frames == len(made)
    assert recording.fps == pytest.approx(4.0)
    frame = recording.frame(3)
    assert [agent.position for agent in frame.agents] == [tuple(p) for p in made.positions[3]]
    assert recording.geometry().area == pytest.approx(188)


def test_density(walked):
    made = walked[1]
    values = made.density(2.0)
    assert values.shape == (5, 10)
    present = (~np.isnan(made.positions[..., 0])).sum(axis=1).mean()
    assert values.sum() * 4 == pytest.approx(present)
    assert values[2, 4] == 0  # the obstacle


def test_pictures(walked, tmp_path):
    pytest.importorskip("matplotlib")
    made = walked[1]
    made.save(tmp_path / "walk.png")
    made.save(tmp_path / "density.png", density=True)
    for name in ("walk", "density"):
        assert (tmp_path / f"{name}.png").read_bytes().startswith(b"\x89PNG")
    assert (tmp_path / "walk.png").read_bytes() != (tmp_path / "density.png").read_bytes()


def test_animations(walked, tmp_path):
    pytest.importorskip("matplotlib")
    image = pytest.importorskip("PIL.Image")
    made = walked[1]
    made.save(tmp_path / "walk.gif", fps=5, speed=4.0, width=200)
    with image.open(tmp_path / "walk.gif") as shown:
        assert shown.n_frames == pytest.approx(made.times[-1] * 5 / 4, abs=2)
    made.save(tmp_path / "walk.svg")
    root = ET.parse(tmp_path / "walk.svg").getroot()
    circles = [e for e in root.iter() if e.tag.endswith("circle")]
    assert len(circles) == 3
    assert all(len(list(c)) >= 2 for c in circles)


def test_mp4_needs_ffmpeg(walked, tmp_path, monkeypatch):
    pytest.importorskip("matplotlib")
    monkeypatch.setenv("PATH", "")
    with pytest.raises(cw.ClearwayError, match="ffmpeg"):
        walked[1].save(tmp_path / "walk.mp4")
    assert not (tmp_path / "walk.mp4").exists()


def test_unknown_files_and_options(walked, tmp_path):
    with pytest.raises(cw.InvalidInput, match=r"walk\.xyz"):
        walked[1].save(tmp_path / "walk.xyz")
    with pytest.raises(cw.InvalidInput, match="fps"):
        walked[1].save(tmp_path / "walk.csv", fps=3)
    assert list(tmp_path.iterdir()) == []
