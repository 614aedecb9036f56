"""Histories: what became of the keys of a list."""

from copy import copy

import pytest

from stablelist_spec.core.history import History
from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Near, Operation
from stablelist_spec.core.step import Provenance
from stablelist_spec.families.pool import KEY_OPERATIONS, OF_RELATIVES, OF_TWO, POOL, PoolError
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import broken
from suite.spec.programs import run

ONE_BIT = Parameters(id_bits=1)


def test_failed_insertion_has_a_number_but_no_key() -> None:
    """Its name stands for a key that nothing has; the next insertion has the next number."""
    came = run("add*9 at:8 remove:8 contains:8 apply:8 remove:3 add", Parameters(index_bits=3))
    history = came.history
    assert came.answers[8:] == [PoolError.FULL, None, None, False, None, 3, Key(3, 8)]
    assert history.provenance(8) is Provenance.FORGED
    assert came.told[9] == ("at_forged_negative",)
    assert (history.issued[8], history.key(9)) == (Key(-1, 0), Key(3, 8))
    assert history.state.cells[3] == (9, 8)
    assert Key(-1, 0) not in history.fresh().live + history.fresh().retired


def test_provenance_tells_live_retired_and_forged() -> None:
    """A forged key stays forged even if it coincides with a live one."""
    history = run("add*3 remove:1 add clear add").history
    kinds = [history.provenance(name) for name in (0, 1, 2, 3, 4, Key(0, 4))]
    retired, issued, forged = Provenance.RETIRED, Provenance.ISSUED, Provenance.FORGED
    assert kinds == [retired, retired, retired, retired, issued, forged]


def test_key_near_an_issued_one_is_forged() -> None:
    """Index and id are those of the other key, and something is added to each."""
    history = run("add*3").history
    near = Near(1, 1, -1)
    assert (history.key(near), history.provenance(near)) == (Key(2, 0), Provenance.FORGED)


def test_revived_key_is_retired_still() -> None:
    """It resolves to the element of a later insertion, which then is the one that is removed."""
    came = run("add remove:0 add remove:1 add at:0 remove:0 at:2", ONE_BIT)
    assert came.answers[4:] == [Key(0, 0), 2, 2, None]
    assert came.told[5] == ("at_revived",)
    assert came.told[6][0] == "remove_revived"
    assert came.history.provenance(2) is Provenance.RETIRED


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


def test_unbounded_ids_keep_every_key_fresh() -> None:
    """None is ever given out again."""
    history = run("add*6 remove:0..4", Parameters(id_bits=None)).history
    assert (len(history.fresh().live), len(history.fresh().retired)) == (1, 5)


@pytest.mark.parametrize("id_bits", [1, 2, 3])
def test_live_elements_may_share_an_id_once_it_was_given_out_again(id_bits: int) -> None:
    """Two cells with the same id break no invariant then, because their keys have different positions (R8)."""
    history = run(f"add*{2**id_bits + 1}", Parameters(id_bits=id_bits)).history
    assert history.issued[0].id == history.issued[-1].id
    assert broken(history.state, history.fresh()) == []


def test_copy_goes_its_own_way() -> None:
    """It has the same state and knows the same keys; what happens to one does not happen to the other."""
    history = run("add*2 remove:0").history
    copied = copy(history)
    before = history.state, [*history.issued], history.fresh()
    assert (copied.state, copied.issued, copied.fresh()) == before
    for operation in (Operation("add"), Operation("remove", key=1), Operation("clear")):
        copied.perform(operation)
    assert (history.state, history.issued, history.fresh()) == before


def test_looking_ahead_changes_nothing() -> None:
    """`step` says what an operation would do; only `perform` does it."""
    history = run("add*2").history
    before, fresh = history.state, history.fresh()
    assert history.step(Operation("clear")).state != before
    assert history.step(Operation("add")).answer == Key(2, 2)
    assert (history.state, history.fresh(), len(history.issued)) == (before, fresh, 2)


@pytest.mark.parametrize("name", ["layout", "cost", "insert"])
def test_operation_that_a_stable_list_lacks_is_refused(name: str) -> None:
    """The message has its name, with or without a key."""
    for operation in (Operation(name), Operation(name, key=0)):
        with pytest.raises(ValueError, match=f"stablelist has no operation '{name}'"):
            History(STABLE_LIST, Parameters()).perform(operation)


@pytest.mark.parametrize("name", [*KEY_OPERATIONS, *sorted(OF_TWO - OF_RELATIVES)])
def test_key_operation_without_a_key_is_a_mistake(name: str) -> None:
    """It is the caller's, and is said at once."""
    with pytest.raises(KeyError, match=f"{name} has no operand 'key'"):
        History(STABLE_LIST, Parameters()).perform(Operation(name))


def test_extension_is_as_many_insertions() -> None:
    """Each has a number, whether they succeed or not (R9)."""
    came = run("add extend:2 extend:9 insert_with at:2 at:3 at:11 at:12", Parameters(index_bits=3))
    assert came.answers == [
        *(Key(0, 0), (Key(1, 1), Key(2, 2)), PoolError.FULL, Key(3, 3)),
        *(2, None, None, 12),
    ]
    assert came.history.provenance(11) is Provenance.FORGED
    assert came.history.fresh().live == tuple(Key(n, n) for n in range(4))


def test_whatever_takes_an_element_out_retires_its_key() -> None:
    """Drain all keys, retain those of the rejected elements; what stays is issued still."""
    history = run("extend:4 at_mut:1:1 retain:2:0").history
    issued, retired = Provenance.ISSUED, Provenance.RETIRED
    assert [history.provenance(number) for number in range(4)] == [issued, issued, issued, retired]
    history.perform(Operation("drain"))
    assert [history.provenance(number) for number in range(4)] == [retired] * 4
    assert len(history.fresh().retired) == 4


def test_retained_key_that_another_shares_keeps_its_holder() -> None:
    """With one-bit ids a key is issued twice; the key of the first insertion stays retired."""
    history = run("add remove:0 add remove:1 add retain:1:0", ONE_BIT).history
    assert history.issued[0] == history.issued[2]
    assert history.provenance(0) is Provenance.RETIRED
    assert history.provenance(2) is Provenance.ISSUED


def test_every_operation_has_a_meaning() -> None:
    """The vocabulary of programs is documented."""
    assert all(POOL.kinds.values())
    assert len(set(POOL.kinds.values())) == len(POOL.kinds)
