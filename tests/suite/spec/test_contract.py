"""The contract: a map from keys to elements, and the keys that are retired."""

from __future__ import annotations

import pytest

from stablelist_spec.contract import Pool
from stablelist_spec.stable_list import Exchanged, Pivot


def pool() -> Pool[str]:
    """Three live keys and a retired one."""
    made = Pool({"a": 1, "b": 2, "c": 3, "d": 4})
    assert made.remove("d") == 4
    return made


def test_retired_key_resolves_to_nothing() -> None:
    """By no operation, and removing it again changes nothing."""
    made = pool()
    answers = (made.at("d"), made.contains("d"), made.remove("d"), made.apply("d"))
    assert answers == (None, False, None, None)
    assert made.exchange("d", "a") is None
    assert (made.live, made.retired) == ({"a": 1, "b": 2, "c": 3}, {"d"})


def test_retired_key_may_be_issued_again() -> None:
    """Whether that happens is the business of the stamps; then it is live."""
    made = pool()
    made.add("d", 5)
    assert (made.at("d"), made.retired) == (5, set())


def test_live_key_is_never_issued_again() -> None:
    """Two elements under one key would be one too many."""
    with pytest.raises(AssertionError, match="a is live already"):
        pool().add("a", 5)


def test_clear_and_drain_retire_every_key() -> None:
    """Drain hands the elements out as well."""
    cleared, drained = pool(), pool()
    cleared.clear()
    assert drained.drain() == (1, 2, 3)
    for made in (cleared, drained):
        assert (made.live, made.retired, made.elements()) == ({}, {"a", "b", "c", "d"}, ())


def test_retain_hands_out_what_it_does_not_keep() -> None:
    """And retires its keys."""
    made = pool()
    assert made.retain(2, 0) == (1, 3)
    assert (made.live, made.retired) == ({"b": 2}, {"a", "c", "d"})


def test_view_shows_all_but_the_pivot() -> None:
    """Of one pivot, and of each."""
    made = pool()
    assert made.apply("b") == Pivot(2, (1, 3))
    assert made.traverse() == (Pivot(1, (2, 3)), Pivot(2, (1, 3)), Pivot(3, (1, 2)))


def test_exchange_needs_two_live_keys() -> None:
    """Then the elements change places, and the answer says what they were."""
    made = pool()
    assert made.exchange("a", "c") == Exchanged(1, 3)
    assert made.exchange("a", "a") == Exchanged(3, None)
    assert made.exchange("a", "d") == Exchanged(3, None)
    assert made.live == {"a": 3, "b": 2, "c": 1}
    assert made.exchange("c", "b") == Exchanged(1, 2)
    assert made.live == {"a": 3, "b": 1, "c": 2}


def test_pool_is_independent_of_what_it_was_made_from() -> None:
    """It copies both the map and the retired keys."""
    live, retired = {"a": 1}, frozenset({"z"})
    made = Pool(live, retired)
    made.remove("a")
    assert (live, retired, made.retired) == ({"a": 1}, frozenset({"z"}), {"a", "z"})


def test_replacing_keeps_keys() -> None:
    """What is put in an element's place is found under its key; a retired key changes nothing."""
    made = pool()
    assert (made.replace("a", 7), made.replace("d", 7)) == (True, False)
    assert (made.at_mut("b", 5), made.at_mut("d", 5)) == (7, None)
    assert (made.live, made.retired) == ({"a": 7, "b": 7, "c": 3}, {"d"})
    made.each_mut(1)
    assert made.live == {"a": 8, "b": 8, "c": 4}
