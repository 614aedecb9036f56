"""A documented difference widens the contract of a container by exactly this difference."""

from copy import copy

import pytest

from stablelist_spec.core.operation import Operation
from stablelist_spec.families.contract import Pools
from stablelist_spec.families.documented import USUAL, Documented, Panic
from stablelist_spec.families.knowledge import Pool, Room
from stablelist_spec.families.stamps import BySlot
from suite.spec.programs import operations

NEVER = BySlot(None)
"""A stale key never resolves."""


def answers(said: Documented, program: str) -> list[object]:
    """Whatever may be answered to the last operation; before it the last outcome is taken."""
    *before, last = operations(program)
    return [
        outcome.answer
        for outcome in Pools(NEVER, Room(), said).outcomes(played(said, before), last)
    ]


def played(said: Documented, before: list[Operation]) -> Pool:
    """A pool after some operations, where the first outcome is taken."""
    pools = Pools(NEVER, Room(), said)
    pool = pools.initial()
    for operation in before:
        pool = next(iter(pools.outcomes(pool, operation))).after(copy(pool))
    return pool


@pytest.mark.parametrize(
    ("program", "right"),
    [
        ("add clear at:0", [None]),
        ("add clear add at:0", [None, 1]),
        ("add remove:0 clear add at:0", [None, 1]),
        ("add clear add add remove:1 at:0", [None, 2]),
        ("add remove:0 add at:0", [None]),
        ("add clear add remove:1 add at:1", [None]),
        ("add drain add at:0", [None]),
    ],
)
def test_documented_forgetting_is_accepted(program: str, right: list[object]) -> None:
    """After ``clear``, and only then, older keys may find what was inserted since."""
    assert answers(Documented(forgets=True), program) == right


def test_undocumented_forgetting_is_refused() -> None:
    """Otherwise ``clear`` is like any removal."""
    assert answers(USUAL, "add clear add at:0") == [None]


def test_documented_silent_removal_is_accepted() -> None:
    """It says neither what it removed nor whether it did."""
    said = Documented(silent=True)
    assert answers(said, "add remove:0") == answers(said, "add remove:0 remove:0") == ["ok"]
    assert answers(said, "add add remove:0 len") == [1]
    assert answers(said, "add at:0") == [0]


def test_documented_issuer_of_ids_is_accepted() -> None:
    """It says whether there was such an id, unless it says nothing."""
    said = Documented(issues=True)
    assert answers(said, "add remove:0") == ["yes"]
    assert answers(said, "add remove:0 remove:0") == ["no"]
    assert answers(said._replace(silent=True), "add remove:0") == ["ok"]
    assert {"at", "each", "insert_with"} < said.lacking
    assert not {"add", "remove", "contains"} & said.lacking


@pytest.mark.parametrize(
    ("panics", "program", "may"),
    [
        ("remove.stale", "add remove:0 remove:0", True),
        ("remove.stale", "add remove:0", False),
        ("remove.stale", "add remove:#7.7", False),
        ("remove.forged", "add remove:#7.7", True),
        ("remove.forged", "add remove:0~0.4", True),
        ("remove.forged", "add remove:0 remove:0", False),
        ("remove.stale", "add remove:0 at:0", False),
        ("pair.same", "add pair:0:0", True),
        ("pair.same", "add add pair:0:1", False),
        ("pair.stale", "add add remove:0 pair:1:0", True),
        ("put", "put:9", True),
        ("put", "add", False),
    ],
)
def test_panic_is_accepted_where_it_is_documented(panics: str, program: str, may: bool) -> None:
    """It is accepted for that operation and that kind of key, in addition to the usual answers."""
    said = Documented(panics=frozenset([panics]))
    assert answers(USUAL, program) == [
        each for each in answers(said, program) if each != Panic.OTHER
    ]
    assert (Panic.OTHER in answers(said, program)) is may


def test_panic_changes_nothing() -> None:
    """But an insertion is numbered; it counts as the requested operation."""
    said = Documented(panics=frozenset(["put"]))
    pools, pool = Pools(NEVER, Room(), said), played(said, [*operations("add")])
    *_, failed = pools.outcomes(pool, *operations("put:9"))
    assert failed.labels == ("put",)
    assert (dict(failed.after(pool).live), pool.lives[1], pool.insertions) == ({0: 0}, None, 1)


def test_what_is_declared_has_a_field_and_a_sentence() -> None:
    """No other declaration has them."""
    said = Documented(True, True, True, True, frozenset(["put", "at.stale"]))
    assert said.fields == {
        "clear": "forgets", "stale": "undefined", "remove": "silent", "panics": "at.stale,put", "ids": "only",
    }  # fmt: skip
    assert [sentence.partition(": ")[0] for sentence in said.sentences()] == [
        f"{name}={value}" for name, value in said.fields.items()
    ]
    assert (USUAL.fields, [*USUAL.sentences()], USUAL.lacking) == ({}, [], frozenset())
    assert said._replace(issues=False).lacking == {"forge", "put", "insert_at"}
