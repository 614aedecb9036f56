"""The report folder: whole files, nothing overwritten, complaints in one sentence."""

import os
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from stablelist_conformance.report import folder
from stablelist_conformance.report.folder import prepare, save, save_verdicts, slug
from stablelist_conformance.wire.errors import UsageError

from .samples import OPEN, SMALL, TRUNCATION, loaded, verdict


def names(path: Path) -> list[str]:
    """The files in the folder, including hidden ones."""
    return sorted(entry.name for entry in path.iterdir())


def test_a_counterexample_is_saved_four_times(tmp_path: Path) -> None:
    """It is saved as a trace that replays, as text, as a drawing and as a page."""
    path = save(SMALL, tmp_path)
    assert path == tmp_path / "counterexample-stablelist-rust-1.itf.json"
    assert loaded(path) == SMALL
    assert names(tmp_path) == [
        "counterexample-stablelist-rust-1.html",
        "counterexample-stablelist-rust-1.itf.json",
        "counterexample-stablelist-rust-1.svg",
        "counterexample-stablelist-rust-1.txt",
    ]
    text = path.with_name("counterexample-stablelist-rust-1.txt").read_text()
    page = path.with_name("counterexample-stablelist-rust-1.html")
    assert text.endswith(f"page        {page}\nreplay      stablelist replay {path} --run\n")
    assert f'["replay","stablelist replay {path} --run"]' in page.read_text()


def test_another_counterexample_gets_another_number(tmp_path: Path) -> None:
    """The files of an earlier run are not changed."""
    first = save(SMALL, tmp_path)
    before = first.read_bytes()
    second = save(TRUNCATION, tmp_path)
    assert second.name == "counterexample-stablelist-rust-2.itf.json"
    assert first.read_bytes() == before
    assert loaded(second) == TRUNCATION


def test_the_same_counterexample_is_not_saved_twice(tmp_path: Path) -> None:
    first = save(SMALL, tmp_path)
    save(TRUNCATION, tmp_path)
    assert save(SMALL, tmp_path) == first
    assert len(names(tmp_path)) == 2 * 4


@pytest.mark.parametrize("kind", ["fifo", "endless", "folder", "huge"])
def test_a_file_of_somebody_else_is_left_alone(tmp_path: Path, kind: str) -> None:
    """Only a file can hold a counterexample already; nothing else is opened, and the next number is taken."""
    path = tmp_path / "counterexample-slotmap-1.itf.json"
    match kind:
        case "fifo":
            os.mkfifo(path)
        case "endless":
            path.symlink_to("/dev/zero")
        case "folder":
            path.mkdir()
        case "huge":
            path.touch()
            os.truncate(path, 1 << 40)
    assert save(OPEN, tmp_path).name == "counterexample-slotmap-2.itf.json"


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Stable_List/Rust", "stable-list-rust"),
        ("../../etc/passwd", "etc-passwd"),
        ("python:module:Class", "python-module-class"),
        ("\N{SNOWMAN}", "port"),
        ("..", "port"),
        ("x" * 300, "x" * 40),
    ],
)
def test_a_port_s_name_makes_a_file_name(name: str, expected: str) -> None:
    """It never leaves the folder, and every file system takes it."""
    assert slug(replace(SMALL, handshake=replace(SMALL.handshake, name=name))) == expected


def test_a_write_that_fails_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither half a file nor a temporary one; what was there before stays."""
    save_verdicts([verdict()], tmp_path)
    before = (tmp_path / "verdict.txt").read_text()

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="No space left on device"):
        save_verdicts([verdict(SMALL)], tmp_path)
    assert names(tmp_path) == ["junit.xml", "verdict.sarif", "verdict.txt"]
    assert (tmp_path / "verdict.txt").read_text() == before


def test_the_trace_is_on_disk_before_anything_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If explaining fails, what can be replayed is safe."""

    def broken(*_: object, **__: object) -> str:
        raise ZeroDivisionError

    monkeypatch.setattr(folder, "explain", broken)
    with pytest.raises(ZeroDivisionError):
        save(SMALL, tmp_path)
    assert loaded(tmp_path / "counterexample-stablelist-rust-1.itf.json") == SMALL


def test_the_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    """Parent folders are made as well; calling it twice is allowed."""
    path = tmp_path / "a" / "b"
    prepare(path)
    prepare(path)
    assert names(path) == []


def test_a_folder_that_cannot_be_written_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A probe is written, because permissions alone do not tell."""

    class FullDisk(BytesIO):
        def write(self, _: object) -> int:
            raise OSError(28, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", lambda dir: FullDisk())  # noqa: A006 - its name
    with pytest.raises(UsageError, match="No space left on device"):
        prepare(tmp_path)
