"""Ids: counters that wrap, UUIDs according to RFC 9562, and user-defined sources."""

import os
import pickle
import time
import uuid
from collections.abc import Callable
from itertools import pairwise

import pytest

from stablelist import CapacityError, Key, StableList, Truncate, ids
from stablelist.stamps import Stamps
from suite.impl.elements import Pool, Script, TroubleError, filled, observed

COUNTERS = [(ids.u8, 8), (ids.u16, 16), (ids.u32, 32), (ids.u64, 64)]


# --- counters --------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "bits"), COUNTERS)
def test_counter_starts_over_at_its_width(source: ids.Counter, bits: int) -> None:
    """The id after 2**bits - 1 is 0, both for the source and for the list (R8)."""
    last = 2**bits - 1
    assert (source.bits, source.period) == (bits, 2**bits)
    assert [source.initial(), source.next(0), source.next(last)] == [0, 1, 0]
    stamps = Stamps(source, source.initial())
    assert [stamps.next_id, stamps.following(last - 1), stamps.following(last)] == [0, last, 0]


@pytest.mark.parametrize(("source", "bits"), COUNTERS)
def test_counter_begins_where_it_is_told(source: ids.Counter, bits: int) -> None:
    """After the last id comes 0 all the same, and a list that is emptied or copied goes on (R8)."""
    last = 2**bits - 1
    begun = ids.Counter(bits, start=last)
    assert (begun.initial(), begun.next(last), begun.period) == (last, 0, 2**bits)
    pool = Pool(ids=begun)
    assert pool.extend([1, 2, 3]) == [Key(0, last), Key(1, 0), Key(2, 1)]
    pool.check()
    pool.clear()
    assert pool.copy().add(1) == pickle.loads(pickle.dumps(pool)).add(1) == pool.add(1) == Key(0, 2)
    assert begun != source
    assert ids.Counter(bits, start=0) == source


def test_unbounded_counter_begins_anywhere() -> None:
    """Also beyond any machine word; a start that is no id is refused."""
    pool = Pool(ids=ids.Counter(None, start=2**70))
    assert pool.extend([1, 2]) == [Key(0, 2**70), Key(1, 2**70 + 1)]
    pool.check()
    for bits, start in ((8, 256), (1, 2), (None, -1), (64, 2**64)):
        with pytest.raises(ValueError, match=f"start is {start}; pass an id of"):
            ids.Counter(bits, start=start)
    for wrong in (True, 1.0, "1", None):
        with pytest.raises(TypeError, match="start is"):
            ids.Counter(8, start=wrong)  # type: ignore[arg-type]


def test_counter_that_was_saved_before_there_was_a_start_is_loaded() -> None:
    """It has no such attribute, and neither has one that starts at 0."""
    assert vars(ids.u32) == {"_bits": 32}
    old = ids.Counter.__new__(ids.Counter)
    old.__dict__["_bits"] = 32
    assert old == ids.u32
    assert Pool(ids=old).add(1) == Key(0, 0)


def test_unbounded_ids_do_not_start_over() -> None:
    """They continue beyond any machine word (R8)."""
    assert (ids.unbounded.bits, ids.unbounded.period) == (None, 0)
    assert ids.unbounded.next(2**64 - 1) == Stamps(ids.unbounded, 0).following(2**64 - 1) == 2**64


def test_sources_of_one_class_and_width_are_equal() -> None:
    """A loaded list has its own source; nothing is known about a subclass."""
    sources = [ids.u8, ids.u32, ids.unbounded, ids.uuid4, ids.uuid7, Even(8)]
    assert len(set(sources)) == len(sources)
    for source in sources:
        twin = pickle.loads(pickle.dumps(source))
        assert twin == source
        assert hash(twin) == hash(source)
        assert [each for each in sources if each == twin] == [source]
        assert source != 8
    assert repr(sources[1:5]) == "[Counter(bits=32), Counter(bits=None), Uuid4(), Uuid7()]"


# --- UUIDs -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("source", "version"), [(ids.uuid4, 4), (ids.uuid7, 7)])
def test_uuids_bear_their_version_and_variant(source: ids.Uuid4 | ids.Uuid7, version: int) -> None:
    """The standard library, which knows RFC 9562 as RFC 4122, reads both from them."""
    drawn = [source.initial(), *(source.next(0) for _ in range(99))]
    assert len(set(drawn)) == 100
    assert source.bits == 128
    for number in drawn:
        parsed = uuid.UUID(int=number)
        assert (parsed.version, parsed.variant) == (version, uuid.RFC_4122)


@pytest.mark.parametrize(
    ("byte", "version_4", "version_7"),
    [
        (0x00, "00000000-0000-4000-8000-000000000000", "017f22e2-79b0-7000-8000-000000000000"),
        (0xFF, "ffffffff-ffff-4fff-bfff-ffffffffffff", "017f22e2-79b0-7fff-bfff-ffffffffffff"),
    ],
)
def test_bits_are_where_the_standard_puts_them(
    monkeypatch: pytest.MonkeyPatch, byte: int, version_4: str, version_7: str
) -> None:
    """RFC 9562, 5.4 and 5.7, with the time of its example, and all random bits 0, or 1."""
    monkeypatch.setattr(os, "urandom", lambda count: bytes([byte] * count))
    monkeypatch.setattr(time, "time_ns", lambda: 0x017F22E279B0 * 1_000_000 + 999_999)
    assert str(uuid.UUID(int=ids.uuid4.next(0))) == version_4
    assert str(uuid.UUID(int=ids.uuid7.next(0))) == version_7


def test_uuids_of_later_milliseconds_are_greater(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 7 is ordered by time, for all random bits; after 48 bits it starts over."""
    clock = iter(range(5_000_000, 105_000_000, 1_000_000))
    monkeypatch.setattr(time, "time_ns", lambda: next(clock))
    drawn = [ids.uuid7.initial() for _ in range(99)]
    assert all(before < after for before, after in pairwise(drawn))
    last = 2**48 - 1
    clock = iter([last * 1_000_000, (last + 1) * 1_000_000])
    assert [ids.uuid7.initial() >> 80 for _ in range(2)] == [last, 0]


# --- sources of one's own --------------------------------------------------------------------


def test_source_is_asked_for_the_id_after_the_one_given() -> None:
    """The source is called once for each insertion, and the list gives out its answer.

    (5.1)
    """
    source = Script(7, 3, 3, 2**90, 0)
    pool = Pool(ids=source)
    keys = [pool.add(1), *pool.extend([2, 3]), pool.insert_with(lambda key: key.id)]
    assert [key.id for key in keys] == [7, 3, 3, 2**90]
    assert source.asked == [7, 3, 3, 2**90]
    assert pool.layout().next_id == 0
    pool.check()


@pytest.mark.parametrize(
    ("value", "kind", "message"),
    [
        (True, TypeError, "the id source gave True; an id is an int"),
        (1.0, TypeError, "the id source gave 1.0; an id is an int"),
        (None, TypeError, "the id source gave None; an id is an int"),
        ("7", TypeError, "the id source gave '7'; an id is an int"),
        (-1, ValueError, "the id source gave -1; an id is 0 or more"),
        (TroubleError("no id"), TroubleError, "no id"),
    ],
)
def test_source_that_gives_no_id_changes_nothing(
    value: object, kind: type[Exception], message: str
) -> None:
    """Every kind of insertion passes the error on, adds nothing, and leaves the list unlocked (R9)."""
    with pytest.raises(kind) as caught:
        Pool(ids=Script(value))
    assert str(caught.value) == message
    source = Script(0, 1, value, 2, value, 3, 4, value, 8)
    pool = Pool(ids=source)
    keys = [pool.add(0)]
    adds: list[Callable[[], object]] = [
        lambda: pool.add(1),
        lambda: pool.insert_with(lambda key: 1),
    ]
    for add in adds:
        before = observed(pool)
        with pytest.raises(kind) as caught:
            add()
        assert str(caught.value) == message
        assert observed(pool) == before
        keys.append(pool.add(1))
    before = observed(pool)
    with pytest.raises(kind) as caught:
        pool.extend(range(9))
    assert str(caught.value) == message
    assert observed(pool) == before
    keys.append(pool.add(2))
    assert [key.id for key in keys] == [0, 1, 2, 3]
    pool.check()


def test_full_list_gives_the_same_id_when_there_is_room_again() -> None:
    """An insertion that fails because the list is full uses no id, even if the source was called (R9)."""
    pool = Pool(index_bits=3, ids=Script(*range(10, 30)))
    keys = filled(pool, 8)
    for add in (
        lambda: pool.add(8),
        lambda: pool.extend([8]),
        lambda: pool.insert_with(lambda key: 8),
    ):
        with pytest.raises(CapacityError):
            add()
    pool.remove(keys[0])
    assert pool.add(8) == Key(0, 18)


class Even(ids.Counter):
    """A counter that leaves out odd numbers."""

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The number after the next."""
        return super().next(super().next(id))


def test_subclass_of_a_counter_is_asked() -> None:
    """The list calls the subclass instead of counting itself."""
    pool = StableList[int](ids=Even(2), truncate=Truncate.NEVER)
    assert [key.id for key in filled(pool, 4)] == [0, 2, 0, 2]
    pool.check()
    assert pool.unpack(pool.pack(pool.add(1))).index == 4
