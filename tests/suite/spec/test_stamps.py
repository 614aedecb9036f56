"""Stamps: the first insertion or removal at which a retired key may resolve again, and the one before."""

import pytest

from stablelist_spec.families.stamps import (
    ByContainer,
    ByInsertion,
    BySlot,
    Life,
    Stamps,
    Unstamped,
)


def inserted(after: int) -> tuple[Life, Life]:
    """A key retired at once, and a live one so many insertions after it."""
    return Life(10, 3, 11), Life(10 + after, 4)


def removed(after: int) -> tuple[Life, Life]:
    """A key and a live one so many removals after it."""
    return Life(10, 3, 11), Life(12, 3 + after)


@pytest.mark.parametrize(
    ("stamps", "lives", "may"),
    [
        # one counter for the container: whole multiples of 2^bits insertions, and 0 is none of them
        (ByInsertion(2), inserted(0), False),
        (ByInsertion(2), inserted(3), False),
        (ByInsertion(2), inserted(4), True),
        (ByInsertion(2), inserted(5), False),
        (ByInsertion(2), inserted(8), True),
        (ByInsertion(2), inserted(-4), False),
        (ByInsertion(1), inserted(1), False),
        (ByInsertion(1), inserted(2), True),
        (ByInsertion(0), inserted(1), True),
        (ByInsertion(None), inserted(2**40), False),
        # a version for every slot: from 2^bits insertions on, half as many with parity
        (BySlot(2), inserted(3), False),
        (BySlot(2), inserted(4), True),
        (BySlot(2), inserted(5), True),
        (BySlot(2, parity=True), inserted(1), False),
        (BySlot(2, parity=True), inserted(2), True),
        (BySlot(1, parity=True), inserted(1), True),
        (BySlot(2, wraps=False), inserted(4), False),
        (BySlot(None), inserted(2**40), False),
        # a generation for the container: from 2^bits removals on, however many insertions there were
        (ByContainer(2), removed(3), False),
        (ByContainer(2), removed(4), True),
        (ByContainer(2), removed(5), True),
        (ByContainer(2), inserted(100), False),
        (ByContainer(None), removed(2**40), False),
        # no stamp: whatever was inserted after the retirement
        (Unstamped(), (Life(10, 3, 11), Life(10, 3)), False),
        (Unstamped(), (Life(10, 3, 11), Life(11, 4)), True),
        (Unstamped(), (Life(10, 3, 11), Life(99, 4)), True),
        (Unstamped(), (Life(10, 3, 12), Life(11, 3)), False),
    ],
)
def test_key_may_revive_at_its_boundary(
    stamps: Stamps, lives: tuple[Life, Life], may: bool
) -> None:
    assert stamps.may_revive(*lives) is may


@pytest.mark.parametrize(
    "stamps",
    [
        *(
            ByInsertion(2),
            ByInsertion(None),
            BySlot(3),
            BySlot(3, parity=True),
            BySlot(3, wraps=False),
        ),
        *(ByContainer(2), ByContainer(None), Unstamped()),
    ],
)
def test_key_may_recur_if_any_later_one_may_be_equal(stamps: Stamps) -> None:
    """Up to the latest, which need not be equal itself; so most keys need no look at what is live."""
    retired, later = Life(10, 3, 12), [Life(number, number - 7) for number in range(11, 40)]
    for latest in later:
        equal = [live for live in later if live <= latest and stamps.may_revive(retired, live)]
        assert stamps.may_recur(retired, latest) is bool(equal)


def test_policies_are_values() -> None:
    said = [ByInsertion(2), BySlot(2), BySlot(2, parity=True), ByContainer(2), Unstamped()]
    again = [ByInsertion(2), BySlot(2), BySlot(2, parity=True), ByContainer(2), Unstamped()]
    assert said == again
    assert len({*said, *again}) == len(said)


def test_life_goes_on_until_it_is_retired() -> None:
    assert Life(10, 3) == Life(10, 3, retired=-1)
