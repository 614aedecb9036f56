"""The store: records that are there whole or not at all, merged as sets are; and errors in one sentence."""

import os
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign.records import Record, decoded, encoded, named
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.wire.errors import UsageError

from .conftest import FAILED, REACH, done, no_room

RECORDS = [
    encoded(
        done(0, reach=REACH, labels=("a", "b"), escaped=("sleep",), doubt="who?", unjudged=(1, 2))
    ),
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
    with Store.create(store.folder):  # it is empty
        pass
    store.add(RECORDS)
    store.add(RECORDS)
    with Store.open(store.folder) as again:
        assert sorted(text for _, text in again.texts()) == sorted(RECORDS)
    with pytest.raises(UsageError, match="--continue"):
        Store.create(store.folder)


@pytest.mark.parametrize("name", ["store.sqlite", "records-3", "records-5"])
def test_store_of_another_version_is_refused(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    for begin in (Store.at, Store.open, Store.create):
        with pytest.raises(UsageError, match="another version than this kit reads"):
            begin(tmp_path)


def test_full_disk_loses_the_record_that_is_being_written_and_no_other(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store goes on when there is room."""
    store.add(RECORDS[:1])
    with monkeypatch.context() as full:
        full.setattr(os, "fsync", no_room)
        with pytest.raises(
            UsageError, match=r"No space left.*make room on the disk and add --cont"
        ):
            store.add(RECORDS)
        assert [text for _, text in store.texts()] == RECORDS[:1]
    store.add(RECORDS)
    assert len(list(store.records.iterdir())) == 2


def test_one_campaign_at_a_time_writes_to_a_store(store: Store) -> None:
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


ODD = {"FIFO": os.mkfifo, "folder": os.mkdir, "link": lambda path: Path(path).symlink_to("../mine")}


@pytest.mark.parametrize("kind", ODD)
def test_record_that_is_no_file_is_not_opened(store: Store, kind: str) -> None:
    """A FIFO would wait for ever, and what a link leads to is another's; it is told, and stays."""
    (store.folder / "mine").write_bytes(RECORDS[0])
    name = named(RECORDS[0])
    ODD[kind](store.records / f"{name}.json")
    store.add(RECORDS)
    assert Summary.of(store).excluded == {name: "its text does not fit its hash"}


@pytest.mark.parametrize("kind", ["file", "link"])
def test_records_that_are_no_folder_are_refused(store: Store, kind: str) -> None:
    store.records.rename(store.folder / "mine")
    store.records.symlink_to("mine") if kind == "link" else store.records.write_text("")
    for begin in (Store.at, Store.open, Store.create):
        with pytest.raises(UsageError, match="is not an ordinary folder; remove it"):
            begin(store.folder)


@pytest.mark.parametrize(
    ("path", "complaint"),
    [
        ("file", "/file' is not a folder; a store is one"),
        ("file/store", "/file' is not a folder; a store is one"),
        ("x" * 300, "cannot be used"),
    ],
)
def test_store_is_a_folder_that_can_be_made(tmp_path: Path, path: str, complaint: str) -> None:
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
    assert left - {"records-4"} == {*filter(None, [file])}
    assert folder.exists() == bool(file or texts)
    with Store.at(folder):
        pass
    fail(Store.open(folder))
    assert (folder / "records-4").exists()


# --- Merging ----------------------------------------------------------------------------------------

SHARDS = st.builds(
    done,
    st.integers(0, 3),
    operations=st.sampled_from([10, 20]),
    worker=st.sampled_from(["a", "b"]),
    labels=st.sets(st.sampled_from("xyz")).map(lambda labels: tuple(sorted(labels))),
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
    shuffled = [*one, *two, *one]
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert merged(one, two) == merged(two, one) == merged([*one, *two]) == merged(shuffled, two)
    found = Summary()
    for record in shuffled:
        found.add(record)
    assert found == merged(one, two)
