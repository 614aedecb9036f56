"""Histories: what became of the keys of a list."""

from copy import copy

import pytest

from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Near, Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.pool import KEY_OPERATIONS, OF_RELATIVES, OF_TWO
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from suite.spec.programs import run

ONE_BIT = Parameters(id_bits=1)


def test_key_near_an_issued_one_is_forged() -> None:
    """Index and id are those of the other key, and something is added to each."""
    history = run("add*3").history
    near = Near(1, 1, -1)
    assert (history.key(near), history.provenance(near)) == (Key(2, 0), Provenance.FORGED)


def test_keys_are_fresh_until_their_id_is_given_out_again() -> None:
    """With one-bit ids, the second insertion after its own ends this (R8)."""
    history = History(STABLE_LIST, ONE_BIT)
    fresh = []
    for _ in range(3):
        history.perform(Operation("add"))
        fresh.append(history.fresh().live)
    zero, one, two = history.issued
    assert fresh == [(zero,), (zero, one), (one, two)]
    history.perform(Operation("remove", key=1))
    assert history.fresh() == FreshKeys(live=(two,), retired=(one,))


def test_failed_insertions_age_no_key() -> None:
    """Only an id that was given out counts (R8, R9)."""
    history = run("add*8 remove:7 add*3", Parameters(id_bits=3, index_bits=3)).history
    assert history.issued[0] not in history.fresh().live
    assert len(history.fresh().live) == 7
    assert history.fresh().retired == (Key(7, 7),)


def test_copy_goes_its_own_way() -> None:
    """It has the same state and knows the same keys; what happens to one does not happen to the other."""
    history = run("add*2 remove:0").history
    copied = copy(history)
    before = history.state, [*history.issued], history.fresh()
    assert (copied.state, copied.issued, copied.fresh()) == before
    for operation in (Operation("add"), Operation("remove", key=1), Operation("clear")):
        copied.perform(operation)
    assert (history.state, history.issued, history.fresh()) == before


@pytest.mark.parametrize("name", [*KEY_OPERATIONS, *sorted(OF_TWO - OF_RELATIVES)])
def test_key_operation_without_a_key_is_a_mistake(name: str) -> None:
    """It is the caller's, and is said at once."""
    with pytest.raises(KeyError, match=f"{name} has no operand 'key'"):
        History(STABLE_LIST, Parameters()).perform(Operation(name))
