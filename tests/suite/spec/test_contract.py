"""What a user who sees no key may expect; answers and effects of operations are asked by `suite.kit.test_judge`."""

from copy import copy

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.contract import Pools, outcomes
from stablelist_spec.families.effect import UNSEEN, effect
from stablelist_spec.families.knowledge import LIVE, REFINEMENT, Pool, Room
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.stamps import ByInsertion, Life, Unstamped
from suite.spec.programs import operations


def test_insertion_answers_the_keys_that_are_seen() -> None:
    """The answer is one key, or one for each element; a number stands for a key that is not shown."""
    new = {Key(7, 1): 5, Key(8, 2): 6}
    assert effect({}, Operation("extend", count=2), new=new) == (tuple(new), new)
    assert effect({}, Operation("add"), new={Key(7, 1): 5})[0] == Key(7, 1)
    assert effect({}, Operation("insert_with"), new={3: 3}) == (UNSEEN, {3: 3})


def test_operations_are_counted_in_insertions() -> None:
    """An extension is as many as it has elements."""
    counts = {name: POOL.insertions(POOL.least(name, number=5)) for name in POOL.kinds}
    assert {name: count for name, count in counts.items() if count} == {
        "add": 1, "insert_with": 1, "extend": 5, "put": 1, "insert_at": 1, "cycle": 1, "fill": 5,
    }  # fmt: skip


@pytest.mark.parametrize("name", ["layout", "cost", "insert"])
def test_what_a_user_cannot_see_is_no_operation(name: str) -> None:
    """Such an operation raises an error."""
    with pytest.raises(AssertionError, match=name):
        effect({}, Operation(name))


# --- What a user knows ----------------------------------------------------------------------------


def slab(program: str) -> Pool:
    """A pool without stamps after a program; wherever several outcomes are possible, the first is taken."""
    pools = Pools(Unstamped(), Room())
    pool = pools.initial()
    for operation in operations(program):
        pool = next(iter(pools.outcomes(pool, operation))).after(pool)
    return pool


def test_keys_of_a_slot_live_again_in_turn() -> None:
    """Each takes the place of the other, which is then known to be at its slot."""
    pool = Pool(Unstamped(), Room(), keeps=True)
    pool.change({0: 0}, {}).change({0: None}, {}).change({1: 1}, {})
    pool.insert_at(0, 1).insert_at(1, 0)
    assert (pool.live, pool.beside(0)) == ({1: 3}, (1,))


def test_stale_key_may_mean_what_was_inserted_since_it_was_retired() -> None:
    pool = slab("add add remove:0 add add")
    assert pool.standing(0) == ((None, 2, 3), "stale_open", REFINEMENT)
    assert pool.standing(1) == ((1,), "live", LIVE)


def found(pool: Pool, word: str, answer: object) -> Pool:
    """The one pool that is possible after an answer."""
    (operation,) = operations(word)
    (outcome,) = [each for each in outcomes(pool, operation) if each.answer == answer]
    return outcome.after(copy(pool))


def test_hash_tells_which_elements_are_live() -> None:
    """So only a few of many possible states have to be compared."""
    pool = slab("add remove:0 add add")
    after = [each.after(copy(pool)) for each in outcomes(pool, Operation("remove", key=0))]
    assert len({hash(each) for each in after}) == len(after) == 3
    assert hash(found(pool, "replace:1:9", True)) != hash(pool)


def answers(pool: Pool, word: str) -> list[object]:
    """Whatever may be answered."""
    (operation,) = operations(word)
    return [outcome.answer for outcome in outcomes(pool, operation)]


def test_insertion_at_an_index_displaces_what_may_be_there() -> None:
    """The places of other elements are unknown; an element that was put at an index is there as long as it is live."""
    pool = slab("add add")
    assert answers(pool, "put:5") == [None, 0, 1]
    kept, displacing = found(pool, "put:5", None), found(pool, "put:5", 1)
    assert [*kept.live] == [0, 1, 2]
    assert [*displacing.live] == [0, 2]
    assert displacing.lives[1] == Life(1, 0, retired=2)
    assert answers(kept, "put:5") == answers(displacing, "put:5") == [2]
    assert answers(kept, "put:4") == [None, 0, 1]
    assert answers(found(kept, "remove:2", 2), "put:5") == [None]
    assert answers(found(kept, "remove:2", 2), "put:4") == [None, 0, 1]


def test_retired_key_may_be_restored() -> None:
    """It is live again, as the key of its insertion; one that is live, forged or failed is not."""
    pool = Pool(ByInsertion(1), Room(indices=2))
    for word in ("add", "add", "remove:0"):
        (operation,) = operations(word)
        pool = next(iter(outcomes(pool, operation))).after(pool)
    assert answers(pool, "restore:0:500") == [False, True]
    assert answers(pool, "restore:1:500") == answers(pool, "restore:#0.0:500") == [False]
    back = found(pool, "restore:0:500", True)
    assert (back.live, back.standing(0)) == ({1: 1, 0: 500}, ((0,), "live", LIVE))
    assert answers(back, "at:0") == [500]
    assert answers(found(back, "remove:0", 500), "at:0") == [None]


def test_restored_key_may_be_equal_to_a_retired_one() -> None:
    """With ids of one bit, the third key has the id of the first, which finds what is restored under it."""
    pool = Pool(ByInsertion(1), Room())
    pool.change({0: 0}, {}).change({0: None}, {}).change({1: 1}, {})
    pool.change({2: 2}, {}).change({2: None}, {})
    assert pool.restore(2, 500).standing(0).meanings == (None, 2)
    pool.retire(2)
    assert pool.restore(0, 501).standing(2).meanings == (None, 0)


def test_nothing_is_restored_where_there_is_no_room() -> None:
    pool = Pool(ByInsertion(None), Room(indices=1))
    pool.change({0: 0}, {}).change({0: None}, {}).change({1: 1}, {})
    assert answers(pool, "restore:0:500") == [False]
