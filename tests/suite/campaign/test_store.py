"""The store: records that are there whole or not at all, merged as sets are; and errors in one sentence."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign import store as module
from stablelist_conformance.campaign.records import Record, decoded, encoded
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.wire.errors import UsageError

from .conftest import FAILED, REACH, done, records_of

RECORDS = [
    encoded(done(0, reach=REACH, labels=("a", "b"), escaped=("sleep",), doubt="who?")),
    encoded(FAILED),
]


@pytest.mark.parametrize("text", RECORDS)
def test_record_is_read_as_it_was_written(text: bytes) -> None:
    assert encoded(decoded(text)) == text


@pytest.mark.parametrize("text", [b"[]", b"{}", b"no", b"\xff", b"[" * 10**6])
def test_text_that_is_no_record_is_refused(text: bytes) -> None:
    with pytest.raises(ValueError, match="it is not a record: "):
        decoded(text)


def test_records_are_there_when_the_store_is_opened_again(store: Store) -> None:
    """Each once; the store is then not begun a second time."""
    with Store.create(store.folder):  # it is empty
        pass
    assert (store.add(RECORDS), store.add(RECORDS)) == (2, 0)
    with Store.open(store.folder) as again:
        assert sorted(text for _, text in again.texts()) == sorted(RECORDS)
    with pytest.raises(UsageError, match="--continue"):
        Store.create(store.folder)


@pytest.mark.parametrize(
    ("written", "complaint"),
    [
        ("PRAGMA user_version = 7", "has version 7, and this kit reads version 2"),
        ("DROP TABLE records", "is not the store of a campaign"),
        ("CREATE VIEW more AS SELECT 1", "is not the store of a campaign"),
    ],
)
def test_other_databases_are_no_stores(store: Store, written: str, complaint: str) -> None:
    """Also one whose records would be computed when they are read."""
    store.database.executescript(f"{written}; CREATE TABLE IF NOT EXISTS records (x)")
    with pytest.raises(UsageError, match=complaint):
        Store.open(store.folder)


def test_other_files_are_no_stores(tmp_path: Path) -> None:
    """The database says why."""
    (tmp_path / "store.sqlite").write_text("certainly not a database, but long enough" * 10)
    with pytest.raises(UsageError, match="cannot be used"):
        Store.open(tmp_path)


def test_full_disk_loses_what_is_being_written_and_nothing_else(store: Store) -> None:
    """All or none of it."""
    store.add(RECORDS)
    (pages,) = store.database.execute("PRAGMA page_count").fetchone()
    store.database.execute(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(UsageError, match=r"full.*make room on the disk, and add --continue"):
        store.add(encoded(done(n, escaped=("x" * 1000,))) for n in range(1, 200))
    assert len(records_of(store)) == len(RECORDS)


def test_store_that_a_full_disk_cut_short_goes_on_when_there_is_room(tmp_path: Path) -> None:
    """Wherever that happened, also while it was begun; other files than the store's are no longer written, either."""
    failed = 0
    for most in range(0, 240_000, 6_000):
        folder, (_, hard) = tmp_path / str(most), resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
        try:
            with Store.create(folder) as store:
                for seed in range(10):
                    store.add([encoded(done(seed, escaped=("x" * 1000,)))])
        except UsageError:
            failed += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (hard, hard))
        with Store.at(folder) as again, again.alone():
            again.add(RECORDS)
            assert decoded(RECORDS[0]) in records_of(again)
    assert 10 < failed < 40


def test_store_that_another_process_keeps_locked_is_waited_for(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """But not for ever; meanwhile, others read what is there so far."""
    monkeypatch.setattr(module, "WAIT", 0.05)
    store.add(RECORDS[:1])
    with Store.open(store.folder) as other:
        store.database.execute("BEGIN IMMEDIATE")
        with pytest.raises(UsageError, match=r"locked.*end the process that writes to it"):
            other.add(RECORDS)
        assert len(records_of(other)) == 1
        store.database.rollback()
        assert other.add(RECORDS) == 1


def test_one_campaign_at_a_time_writes_to_a_store(store: Store) -> None:
    """Until its end, or until its process is killed."""
    with (
        store.alone(),
        pytest.raises(UsageError, match="another campaign writes to the store"),
        store.alone(),
    ):
        pass
    script = (
        "import os, signal, sys; from pathlib import Path\n"
        "from stablelist_conformance.campaign import Store\n"
        "with Store.open(Path(sys.argv[1])).alone(): os.kill(os.getpid(), signal.SIGKILL)"
    )
    assert subprocess.run([sys.executable, "-c", script, str(store.folder)]).returncode == -9
    with store.alone():
        pass


@pytest.mark.parametrize("name", ["lock", "store.sqlite"])
@pytest.mark.parametrize(
    "make",
    [os.mkfifo, os.mkdir, lambda path: Path(path).symlink_to("mine")],
    ids=["FIFO", "folder", "link"],
)
def test_file_that_is_not_ordinary_is_not_opened(
    store: Store, make: Callable[[Path], None], name: str
) -> None:
    """A FIFO would wait for ever, and what a link leads to is another's."""
    (store.folder / "mine").write_text("mine")
    (store.folder / name).unlink(missing_ok=True)
    make(store.folder / name)
    for begin in (Store.at, Store.create):
        with pytest.raises(UsageError, match=f"/{name}' is not an ordinary file; remove it"):
            begin(store.folder)
    assert (store.folder / "mine").read_text() == "mine"


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("file", "/file' is not a folder; a store is one"),
        ("file/store", "/file' is not a folder; a store is one"),
        ("x" * 300, "cannot be written"),
    ],
)
def test_store_is_a_folder_that_can_be_made(tmp_path: Path, path: str, complaint: str) -> None:
    """Else the file that is there is named."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match=complaint):
        Store.create(tmp_path / path)


@pytest.mark.parametrize("texts", [[], RECORDS[:1]])
@pytest.mark.parametrize("file", ["", "notes.txt"])
def test_failed_new_store_leaves_no_files_of_its_own(
    tmp_path: Path, texts: Sequence[bytes], file: str
) -> None:
    """Nothing but files that are not its own; one that has a record, or was there before, stays."""
    folder = tmp_path / "store"

    def fail(store: Store) -> None:
        with suppress(KeyboardInterrupt), store, store.alone():
            store.add(texts)
            if file:
                (folder / file).write_text("")
            raise KeyboardInterrupt

    fail(Store.create(folder))
    left = {path.name for path in folder.iterdir()} if folder.exists() else set()
    assert left - {"lock"} == {*filter(None, [file]), *["store.sqlite"] * len(texts)}
    with Store.at(folder):
        pass
    fail(Store.open(folder))
    assert (folder / "store.sqlite").exists()


# --- Merging ----------------------------------------------------------------------------------------

SHARDS = st.builds(
    done,
    st.integers(0, 3),
    operations=st.sampled_from([10, 20]),
    worker=st.sampled_from(["a", "b"]),
    labels=st.sets(st.sampled_from("xyz")).map(lambda labels: tuple(sorted(labels))),
    shortest=st.dictionaries(
        st.sampled_from("xyz"),
        st.lists(st.sampled_from(["add", "len"]), min_size=1, max_size=3).map(
            lambda words: f"contract id_bits=0 : {' '.join(words)}"
        ),
    ),
)


def merged(*several: list[Record]) -> Summary:
    """What records say that were added to a store one set after the other."""
    with TemporaryDirectory() as folder, Store.create(Path(folder) / "store") as store:
        for records in several:
            store.add(map(encoded, records))
        found = Summary.of(store)
    assert found.excluded == {}
    return found


@settings(max_examples=25)
@given(st.lists(SHARDS, max_size=6), st.lists(SHARDS, max_size=6), st.randoms())
def test_merge_is_a_union(one: list[Record], two: list[Record], dice: object) -> None:
    """In any order, in any grouping, and twice."""
    shuffled = [*one, *two, *one]
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merged(one, two) == merged(two, one) == merged([*one, *two]) == merged(shuffled, two)
    found = Summary()
    for record in shuffled:
        found.add(record)
    assert found == merged(one, two)
