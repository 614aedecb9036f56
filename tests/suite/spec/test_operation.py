"""Operations as values, and the operands that a family declares."""

import pickle
from typing import Final

import pytest

from stablelist_spec.core.family import Answer, Family, Kind, Operand, Role, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL

FIT: Final = Operand("fit", type=Type.WORD, words=("first", "best", "worst"))
HEAP: Final = Family(
    "heap", {"alloc": Kind("allocate", Role.GROW, (Operand("size", 16, 17), FIT), Answer.DONE)}
)


def test_operation_is_a_value() -> None:
    """Equal by name, operands and element; it cannot be changed, and survives pickling."""
    one = Operation("extend", count=2)
    assert one == Operation("extend").given(count=2)
    assert hash(one) == hash(Operation("extend", count=2))
    assert one not in (one.adding(7), Operation("extend", count=3), Operation("reserve", count=2))
    assert one != ("extend", 2)
    assert pickle.loads(pickle.dumps(one.adding(7))) == one.adding(7)
    with pytest.raises(AttributeError, match="its element cannot be set"):
        one.element = 7


def test_operand_that_is_lacking_is_named() -> None:
    """So is the operation."""
    with pytest.raises(KeyError, match="add has no operand 'count'"):
        Operation("add")["count"]


def test_words_are_operands() -> None:
    """They have ranks, by which they are made simpler; only those that are declared are allowed."""
    assert [FIT.rank(word) for word in FIT.words] == [0, 1, 2]
    assert (FIT.near(1), FIT.near(4), FIT.few()) == ("best", "best", FIT.words)
    assert [FIT.allows(word) for word in ("best", "any", 1)] == [True, False, False]
    assert HEAP.least("alloc") == Operation("alloc", size=16, fit="first")
    assert Operand("size", 16, 17).near(99) == Operand("size", 16, 17).rank(17) == 17


def test_operands_of_a_tried_operation_are_leaves() -> None:
    """They can be replaced, alone or as keys."""
    lend = Operation("lend", tried=Operation("remove_many", key=3, other=Key(0, 0)))
    assert [value for _, value in POOL.leaves(lend)] == POOL.keys_of(lend) == [3, Key(0, 0)]
    assert POOL.with_keys(lend, [5, 6]) == POOL.least("lend").given(
        tried=Operation("remove_many", key=5, other=6)
    )
    assert (lend.names, POOL.insertions(lend)) == (("lend", "remove_many"), 0)
