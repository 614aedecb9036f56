"""Segments: named by their content, checked before anything is taken, and merged as sets are."""

from __future__ import annotations

import gzip
import tempfile
from hashlib import sha256
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_conformance.campaign import Store, segments
from stablelist_conformance.campaign.records import ProgramKept, Record, encoded
from stablelist_conformance.campaign.segments import HEAD, export, read_segment, write_segment
from stablelist_conformance.campaign.summary import Summary
from stablelist_conformance.wire.errors import UsageError

from .conftest import MET, done, records_of, texts_of

SHARDS = st.builds(
    done,
    st.integers(0, 3),
    operations=st.sampled_from([10, 20]),
    worker=st.sampled_from(["a", "b"]),
    labels=st.sets(st.sampled_from("xyz")).map(lambda labels: tuple(sorted(labels))),
)
PROGRAMS = st.builds(
    ProgramKept,
    st.just(MET.port),
    st.sampled_from("xyz"),
    st.lists(st.sampled_from(["add", "len"]), min_size=1, max_size=3).map(
        lambda words: f"contract id_bits=0 : {' '.join(words)}"
    ),
)
SETS = st.lists(st.one_of(SHARDS, PROGRAMS, st.just(MET)), max_size=6)


def merged(*several: list[Record]) -> list[Record]:
    """What a store has after these were added to it, one after the other, each by its segment."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with Store.create(folder / "store") as store:
            for records in several:
                told = set(map(encoded, [MET, *records]))
                store.add_texts(read_segment(placed(folder, write_segment(told))))
            return records_of(store)


def packed(text: bytes) -> bytes:
    """A text as a segment holds it."""
    return gzip.compress(text, mtime=0)


def placed(folder: Path, data: bytes) -> Path:
    """A segment on disk."""
    path = folder / f"{sha256(data).hexdigest()}.segment.gz"
    path.write_bytes(data)
    return path


@settings(max_examples=25)
@given(SETS, SETS, SETS)
def test_a_merge_is_a_union(one: list[Record], two: list[Record], three: list[Record]) -> None:
    """In any order, in any grouping, and twice."""
    whole = merged(one, two, three)
    assert whole == merged(three, one, two) == merged(one + two, three) == merged(one, two + three)
    assert merged(one, two, three, one, three) == whole
    assert merged([*one, *two, *three]) == whole


@given(SETS, st.randoms())
def test_what_records_say_together_does_not_depend_on_their_order(
    records: list[Record], dice: object
) -> None:
    """Even if the port is met last."""
    shuffled = [*records, *records]
    dice.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Summary.of(texts_of(MET, *records)) == Summary.of(texts_of(*shuffled, MET))


def test_the_same_records_make_the_same_segment(store: Store, tmp_path: Path) -> None:
    """In whatever order they came, and whenever it is written."""
    store.add([MET, done(1), done(2)])
    path, _ = export(store, tmp_path / "out")
    assert path.name == f"{sha256(path.read_bytes()).hexdigest()}.segment.gz"
    with Store.create(tmp_path / "other") as other:
        other.add([done(2), done(1), MET])
        assert export(other, tmp_path / "out") == (path, [])
    assert list(tmp_path.joinpath("out").iterdir()) == [path]
    assert len(read_segment(path)) == 3


def test_a_segment_whose_hash_is_wrong(store: Store, tmp_path: Path) -> None:
    """One bit is enough."""
    path, _ = export(store, tmp_path)
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(
        UsageError, match="not the one in its name, so it is damaged; copy it again"
    ):
        read_segment(path)


def test_a_segment_that_was_renamed(store: Store, tmp_path: Path) -> None:
    """Has no hash to compare."""
    path = export(store, tmp_path)[0].rename(tmp_path / "mine.gz")
    with pytest.raises(UsageError, match="is not the name of a segment"):
        read_segment(path)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"not gzip", id="not packed"),
        pytest.param(packed(b""), id="empty"),
        pytest.param(packed(b"stablelist campaign 2\n"), id="another version"),
        pytest.param(packed(b"stablelist campaign 1\na\na\n"), id="twice"),
        pytest.param(packed(b"stablelist campaign 1\nb\na\n"), id="not in order"),
        pytest.param(packed(b"stablelist campaign 1\n")[:-3], id="cut off"),
    ],
)
def test_what_is_named_by_its_hash_but_is_no_segment(tmp_path: Path, data: bytes) -> None:
    """Is refused whole."""
    with pytest.raises(UsageError, match="is not a segment of this version"):
        read_segment(placed(tmp_path, data))


@pytest.mark.parametrize(("name", "most"), [("MOST", 5000), ("LONGEST", 150)])
def test_a_segment_that_unpacks_to_too_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, most: int
) -> None:
    """Is not unpacked further: a line that never ends, or a million of them."""
    monkeypatch.setattr(segments, name, most)
    lines = b"".join(b"%08d\n" % number for number in range(1000))
    text = HEAD + b"\n" + (lines if name == "MOST" else b"0" * 10_000 + b"\n")
    with pytest.raises(UsageError, match=r"a line of more than [0-9,]+ bytes, or [0-9,]+ bytes"):
        read_segment(placed(tmp_path, packed(text)))


def test_a_segment_that_is_not_there(tmp_path: Path) -> None:
    """Or a folder that cannot be written."""
    with pytest.raises(UsageError, match="cannot read the segment"):
        read_segment(tmp_path / "nothing")


def test_a_folder_that_cannot_be_written(store: Store, tmp_path: Path) -> None:
    """Because it is a file."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot write into the folder"):
        export(store, tmp_path / "file")
