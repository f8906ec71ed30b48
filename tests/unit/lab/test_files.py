"""Files and links: every format there and back, nothing read from the server's disk."""

from __future__ import annotations

import io
import zipfile

import numpy as np
import pytest

import clearway as cw
from clearway import formats

WRITES = [f for f in formats.formats().values() if f.write is not None]


def send(lab, name, data, action="open", **query):
    return lab.http.post(f"/api/{action}", params={"name": name, **query}, content=data)


@pytest.mark.parametrize("entry", WRITES, ids=lambda f: f.name)
def test_every_format_there_and_back(lab, entry):
    builtin = "rooms" if entry.holds == "world" else "caves-grid"
    before = lab.post("world", builtin=builtin)
    saved = lab.http.get("/api/save", params={"format": entry.name})
    assert saved.status_code == 200, saved.text
    name = "x.zip" if entry.name == "ros" else f"x{entry.suffixes[0]}"
    opened = send(lab, name, saved.content)
    assert opened.status_code == 200, opened.text
    after = opened.json()
    assert after["kind"] == entry.holds
    assert after["undo"] == before["undo"] + 1
    sizes = ("width", "height", "free") if entry.holds == "grid" else ("triangles",)
    if entry.name != "polyanya":  # a mesh becomes one walkable area
        assert [after[size] for size in sizes] == [before[size] for size in sizes]


def test_named_files_are_not_read_from_the_disk(lab, tmp_path, monkeypatch):
    secret = tmp_path / "secret.pgm"
    cw.generate.caves(size=16, form="grid").save(secret)
    monkeypatch.chdir(tmp_path)
    for image in ("secret.pgm", str(secret), f"../{tmp_path.name}/secret.pgm"):
        text = f"image: {image}\nresolution: 1.0\norigin: [0, 0, 0]\nnegate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"
        refused = send(lab, "map.yaml", text.encode())
        assert refused.status_code == 400
        assert "secret.pgm" in refused.json()["message"]
    assert lab.get("world")["undo"] == 0


@pytest.mark.parametrize(
    ("name", "data"),
    [
        ("x.geojson", b"{"),
        ("x.svg", b"<svg"),
        ("x.map", b"type octile\nheight 3\n"),
        ("x.unknown", b"\0\1\2"),
        ("../../etc/passwd", b"root"),
        ("x.clearway", b"CLEARWAY"),
        ("a.geojson.gz", b"\x1f\x8bgarbage"),
    ],
)
def test_bad_files_have_the_message_of_python(lab, name, data):
    refused = send(lab, name, data)
    assert (refused.status_code, refused.json()["error"]) == (400, "InvalidInput")
    label = name.rpartition("/")[2]
    with pytest.raises(cw.InvalidInput) as caught:
        formats.load_bytes(data, name=label)
    assert refused.json()["message"] == str(caught.value)


def test_names_and_formats(lab):
    data = b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))"
    assert send(lab, "by-content", data).status_code == 200
    assert send(lab, "x", data, format="wkt").json()["bounds"] == [0.0, 0.0, 9.0, 9.0]
    assert send(lab, "x", data, format="nonsense").status_code == 400
    assert lab.http.post("/api/open", content=data).status_code == 400
    assert lab.http.get("/api/save", params={"format": "png"}).status_code == 400
    assert lab.http.get("/api/save", params={"format": "x"}).status_code == 400


def test_links(lab):
    for builtin in ("door", "caves-grid"):
        before = lab.post("world", builtin=builtin)
        path = lab.post("path", start=before["start"], goal=before["goal"])["answers"][0]
        shared = lab.post("share", start=before["start"], goal=before["goal"], radius=0.5)
        assert shared["characters"] == len(shared["share"])
        lab.post("world", builtin="empty")
        after = lab.post("world", share=shared["share"])
        assert (after["start"], after["goal"], after["radius"]) == (
            before["start"],
            before["goal"],
            0.5,
        )
        again = lab.post("path", start=after["start"], goal=after["goal"])["answers"][0]
        assert again["points"] == path["points"]
    lab.post("world", builtin="boxes-10000")
    status, said = lab.error("share")
    assert (status, said["error"]) == (413, "TooLarge")
    assert "limits.share_characters" in said["message"]


def test_damaged_links_are_refused(lab):
    text = lab.post("share")["share"]
    rng = np.random.default_rng(0)
    letters = "ABCabc012-_"
    for bad in ["", "x", "!!!!", text[:-9], text[9:], 3, None, "A" * 20_000]:
        if bad is not None:
            assert lab.error("world", share=bad)[0] == 400
    for _ in range(50):
        i = int(rng.integers(len(text)))
        bad = text[:i] + letters[rng.integers(len(letters))] + text[i + 1 :]
        answer = lab.http.post("/api/world", json={"share": bad})
        assert answer.status_code in (200, 400)


def zipped(files, **options):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, **options) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return out.getvalue()


SQUARE = b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))"


def test_a_map_in_two_files_opens_from_its_parts(lab):
    lab.post("world", builtin="caves-grid")
    saved = lab.http.get("/api/save", params={"format": "ros"}).content
    with zipfile.ZipFile(io.BytesIO(saved)) as archive:
        picture, text = sorted(archive.namelist())
        assert send(lab, picture, archive.read(picture), "beside").status_code == 200
        assert send(lab, "x.yaml", archive.read(text)).status_code == 200


def test_a_zip_file_opens_as_the_map_in_it(lab):
    noise = {"__MACOSX/._x.wkt": b"?", "maps/.DS_Store": b"?", "maps/": b""}
    opened = send(lab, "x.zip", zipped({"maps/x.wkt": SQUARE, **noise}))
    assert opened.json()["bounds"] == [0.0, 0.0, 9.0, 9.0]
    assert opened.json()["name"] == "x.wkt"


def test_bad_zip_files_are_refused_and_change_nothing(lab, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.pgm").write_bytes(b"P5 1 1 255 x")
    yaml = b"image: ../secret.pgm\nresolution: 1.0\norigin: [0, 0, 0]\n"
    yaml += b"negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.2\n"
    good = zipped({"x.wkt": SQUARE})
    many = {f"{i}.txt": b"" for i in range(16)}
    cases = {
        "16": zipped({"x.wkt": SQUARE, **many}),
        "unpacked": zipped({"x.wkt": b" " * (17 * 2**20)}),
        "together": zipped({"x.wkt": SQUARE, "a": b" " * (9 * 2**20), "b": b" " * (9 * 2**20)}),
        "one map": zipped({"x.wkt": SQUARE, "y.wkt": SQUARE}),
        "no file": zipped({"folder/": b""}),
        "two files named 'x.wkt'": zipped({"a/x.wkt": SQUARE, "b/x.wkt": SQUARE}),
        "cannot be read": good[:40],
        "bad": good[:30] + b"?" + good[31:],
        "secret.pgm": zipped({"../../map.yaml": yaml}),
    }
    before = lab.get("world")
    for said, data in cases.items():
        assert len(data) < 2**20
        refused = send(lab, "x.zip", data)
        assert refused.status_code == 400, (said, refused.text)
        assert said in refused.json()["message"] or said in ("together", "bad"), refused.text
    assert lab.get("world") == before
    assert sorted(p.name for p in tmp_path.iterdir()) == ["secret.pgm"]


def lost(lab, name):
    saved = lab.http.get("/api/save", params={"format": name})
    assert saved.status_code == 200, saved.text
    return saved.headers.get("clearway-lost", ""), saved.content


@pytest.mark.parametrize("entry", WRITES, ids=lambda f: f.name)
def test_what_a_file_does_not_hold_is_told(lab, entry):
    """Exactly what is missing when the file is opened again."""
    if entry.holds == "grid":
        lab.post("world", blocked=[[0, 1, 0], [0, 0, 0]], cell=0.5, origin=[3, 4])
    if entry.name == "sections":  # refuses walls and posts
        lab.post("edit", edits=[{"op": "remove", "handles": [1, 2]}])
    told, data = lost(lab, entry.name)
    before = lab.get("world")
    name = "x.zip" if entry.name == "ros" else f"x{entry.suffixes[0]}"
    after = send(lab, name, data).json()
    if entry.holds == "grid":
        parts = {"the size of a cell, 0.5": "cell", "the origin, (3, 4)": "origin"}
    else:
        parts = {"1 area": "areas", "1 door": "doors", "1 link": "links"}
    missing = [words for words, key in parts.items() if after[key] != before[key]]
    assert told == ", ".join(missing)
    assert bool(missing) == (entry.name not in ("clearway", "geojson", "ros"))


def test_nothing_is_told_where_nothing_is_lost(lab):
    lab.post("world", builtin="rooms")
    assert lost(lab, "wkt")[0] == ""
    lab.post("world", blocked=[[0, 1, 0], [0, 0, 0]])
    assert lost(lab, "png")[0] == ""
