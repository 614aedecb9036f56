"""The store: records that are there whole or not at all, and errors in one sentence."""

from __future__ import annotations

import os
import resource
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign import store as module
from stablelist_conformance.campaign.records import (
    Alike,
    FailureFound,
    ProgramKept,
    Record,
    decoded,
    encoded,
)
from stablelist_conformance.judging.reach import Reach
from stablelist_conformance.wire.errors import UsageError

from .conftest import MET, done, records_of

ALIKE = Alike("answer", ("live_key_resolves",), "at", 3)
REACH = Reach(
    live=300, words=20, indices={1, 52}, widths={"id_bits": {None, 3}}, lengths={"m": (0, 8)}
)
RECORDS: list[Record] = [
    MET,
    done(0, labels=("a", "b"), reach=REACH, failed=(ALIKE,), escaped=("sleep",), doubt="who?"),
    ProgramKept(MET.port, "a", "contract id_bits=2 : add add at:0"),
    FailureFound(MET.port, ALIKE, "{}", shrunk=True),
]


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: type(record).__name__)
def test_a_record_is_read_as_it_was_written(record: Record) -> None:
    """Of every kind."""
    assert decoded(encoded(record)) == record


@pytest.mark.parametrize(
    "text",
    [b"[]", b"{}", b'{"record":"star"}', b'{"record":"program"}', b"no", b"\xff", b"[" * 10**6],
)
def test_anything_else_is_no_record(text: bytes) -> None:
    """And is refused as such."""
    with pytest.raises(ValueError, match="it is not a record: "):
        decoded(text)


def test_length_of_a_program_is_that_of_its_operations() -> None:
    """Not of its configuration."""
    assert ProgramKept(MET.port, "a", "contract id_bits=2 minimum=4 : add add at:0").words == 3


def test_records_are_there_when_the_store_is_opened_again(store: Store) -> None:
    """Each once."""
    assert store.add(RECORDS) == 4
    assert store.add(RECORDS) == 0
    with Store.open(store.folder) as again:
        assert sorted(records_of(again), key=repr) == sorted(RECORDS, key=repr)


def test_a_store_is_not_begun_twice_unless_it_is_empty(store: Store) -> None:
    """The remedy is named."""
    with Store.create(store.folder):
        pass
    store.add([MET])
    with pytest.raises(UsageError, match="--continue"):
        Store.create(store.folder)


def test_there_must_be_a_store_to_open(tmp_path: Path) -> None:
    """Nothing is made."""
    with pytest.raises(UsageError, match="there is no store in"):
        Store.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()


def test_a_store_of_another_version_is_left_alone(store: Store) -> None:
    """Both versions are named."""
    store.database.execute("PRAGMA user_version = 7")
    store.database.commit()
    with pytest.raises(UsageError, match="has version 7, and this kit reads version 1"):
        Store.open(store.folder)


def test_another_database_is_not_a_store(tmp_path: Path) -> None:
    """Nor is anything else."""
    sqlite3.connect(tmp_path / "store.sqlite").execute("CREATE TABLE t (x)").connection.close()
    with pytest.raises(UsageError, match="is not the store of a campaign"):
        Store.open(tmp_path)
    (tmp_path / "store.sqlite").write_text("certainly not a database, but long enough" * 10)
    with pytest.raises(UsageError, match="cannot be used"):
        Store.open(tmp_path)


def test_full_disk_loses_what_is_being_written_and_nothing_else(store: Store) -> None:
    """All or none of it."""
    store.add(RECORDS)
    (pages,) = store.database.execute("PRAGMA page_count").fetchone()
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UsageError, match=r"full.*make room on the disk, and add --continue"):
        store.add([done(n, escaped=("x" * 1000,)) for n in range(1, 200)])
    assert len(records_of(store)) == len(RECORDS)


def test_a_store_that_a_full_disk_cut_short_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """Wherever that happened, also while it was begun; other files than the store's are no longer written, either."""
    failed = 0
    for most in range(0, 120_000, 3_000):
        folder, (_, hard) = tmp_path / str(most), resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            with Store.create(folder) as store:
                for seed in range(10):
                    store.add([done(seed, escaped=("x" * 1000,))])
        except UsageError:
            failed += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        with Store.at(folder) as again, again.alone():
            again.add([MET])
            assert MET in records_of(again)
    assert 10 < failed < 40


def test_a_store_that_another_process_keeps_locked(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Is waited for, but not for ever."""
    monkeypatch.setattr(module, "WAIT", 0.05)
    with Store.open(store.folder) as other:
        store.database.execute("BEGIN IMMEDIATE")
        with pytest.raises(UsageError, match=r"locked.*end the process that writes to it"):
            other.add([MET])
        store.database.rollback()
        assert other.add([MET]) == 1


def test_others_read_while_one_writes(store: Store) -> None:
    """What is there so far."""
    store.add([MET])
    store.database.execute("BEGIN IMMEDIATE")
    with Store.open(store.folder) as other:
        assert records_of(other) == [MET]
    store.database.rollback()


def test_one_campaign_at_a_time(store: Store) -> None:
    """Until its end."""
    with (
        store.alone(),
        pytest.raises(UsageError, match="another campaign writes to the store"),
        store.alone(),
    ):
        pass
    with store.alone():
        pass


@pytest.mark.parametrize("name", ["lock", "store.sqlite"])
@pytest.mark.parametrize(
    "make",
    [os.mkfifo, os.mkdir, lambda path: Path(path).symlink_to("mine")],
    ids=["FIFO", "folder", "link"],
)
def test_what_is_no_file_is_not_opened(
    store: Store, make: Callable[[Path], None], name: str
) -> None:
    """A FIFO would wait for ever, and what a link leads to is another's."""
    (store.folder / "mine").write_text("mine")
    (store.folder / name).unlink(missing_ok=True)
    make(store.folder / name)
    for begin in (Store.at, Store.create):
        with (
            pytest.raises(UsageError, match=f"/{name}' is not an ordinary file; remove it"),
            begin(store.folder) as again,
            again.alone(),
        ):
            pass
    assert (store.folder / "mine").read_text() == "mine"


def test_lock_ends_with_a_killed_process(store: Store) -> None:
    """Whatever kills it."""
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from stablelist_conformance.campaign import Store\n"
        "with Store.open(Path(sys.argv[1])).alone(): os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(store.folder)]).returncode == -9
    with store.alone():
        pass


def test_shards_under_way_are_counted_once(store: Store) -> None:
    """Those that are done are not lost."""
    store.begin("tiny", "1")
    store.begin("tiny", "2")
    store.begin("tiny", "2")
    store.add_texts([encoded(done(1))], [("tiny", "1")])
    assert (store.lost(), store.lost()) == (1, 0)


@pytest.mark.parametrize("path", ["file", "file/store"])
def test_a_store_is_a_folder(tmp_path: Path, path: str) -> None:
    """The file that is there instead is named."""
    (tmp_path / "file").write_text("")
    for begin in (Store.create, Store.open, Store.at):
        with pytest.raises(UsageError, match=r"/file' is not a folder; a store is one"):
            begin(tmp_path / path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    """Because its name is too long."""
    with pytest.raises(UsageError, match="cannot be written"):
        Store.create(tmp_path / ("x" * 300))


# --- A store that was made in vain ------------------------------------------------------------------


def fail(store: Store) -> None:
    """End a campaign by an error."""
    with store, store.unless_in_vain(), store.alone():
        raise KeyError


def test_a_store_in_vain_leaves_nothing(tmp_path: Path) -> None:
    """Nor do the folders that were made for it."""
    with pytest.raises(KeyError):
        fail(Store.create(tmp_path / "a" / "b"))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("new", "records"), [(True, [MET]), (False, [MET]), (False, [])])
def test_another_store_stays(tmp_path: Path, new: bool, records: list[Record]) -> None:
    """It has a record, or was there before."""
    store = Store.create(tmp_path / "store")
    store.add(records)
    with pytest.raises(KeyError):
        fail(store if new else Store.open(tmp_path / "store"))
    with Store.open(tmp_path / "store") as again:
        assert records_of(again) == records


def test_what_else_is_in_the_folder_stays(tmp_path: Path) -> None:
    """Only the store's own files are removed."""
    store = Store.create(tmp_path / "mine")
    (tmp_path / "mine" / "notes.txt").write_text("")
    with pytest.raises(KeyError):
        fail(store)
    assert [path.name for path in (tmp_path / "mine").iterdir()] == ["notes.txt"]
