"""Whoever comes upon a list at the wrong moment is refused, and everybody else is not (R14)."""

import pytest

from stablelist import BorrowError, Key
from suite.impl.moments import CHANGES, CHANGING, LENT, LOANS, Asked, Pool, Try, fresh

ACCEPTED = "accepted"
OPEN = "1 iterator or callback is open"
UNDER_WAY = (
    "another change is under way; guard the list by a lock if threads share it;"
    " in a finaliser or an id source, do not use the list"
)

changes = pytest.mark.parametrize("change", CHANGES)
loans = pytest.mark.parametrize("loan", LOANS)


def tried(pool: Pool, operation: Try) -> str:
    """Why an operation is refused; finalisers and other threads cannot raise."""
    try:
        operation(pool)
    except BorrowError as error:
        return str(error)
    return ACCEPTED


def named(operation: str) -> str:
    """The operation in an error, without a remark."""
    return operation.partition(" ")[0]


@changes
@pytest.mark.parametrize("moment", LENT)
def test_change_is_refused_while_elements_are_lent(moment: str, change: str) -> None:
    """It has changed nothing, and is accepted afterwards."""
    pool, answers, seen = fresh(), list[str](), list[object]()

    def act() -> None:
        seen.append(pool.layout())
        answers.append(tried(pool, CHANGES[change]))
        seen.append(pool.layout())

    LENT[moment](pool, act)
    assert answers
    assert [one for one in answers if not one.startswith(f"{named(change)} refused: {OPEN}")] == []
    assert len(set(seen)) == 1
    assert tried(pool, CHANGES[change]) == ACCEPTED
    pool.check()


@loans
@pytest.mark.parametrize("moment", LENT)
def test_nested_loans_are_counted(moment: str, loan: str) -> None:
    """The inner one ends without ending the outer one."""
    pool, answers = fresh(), list[tuple[str, str]]()

    def act() -> None:
        answers.append((tried(pool, LOANS[loan]), tried(pool, CHANGES["add"]).partition(" ")[0]))

    LENT[moment](pool, act)
    assert set(answers) == {(ACCEPTED, "add")}
    assert tried(pool, CHANGES["add"]) == ACCEPTED


@pytest.mark.parametrize("operation", [*CHANGES, *LOANS])
@pytest.mark.parametrize("moment", CHANGING)
def test_nothing_is_changed_or_lent_during_a_change(moment: str, operation: str) -> None:
    """The change is completed; afterwards, the other operation is accepted."""
    source, answers = Asked(), list[str]()
    pool, intruder = fresh(source), (CHANGES | LOANS)[operation]
    CHANGING[moment](pool, source, lambda: answers.append(tried(pool, intruder)))
    refused = named(operation) if operation in CHANGES else "lending"
    assert answers == [f"{refused} refused: {UNDER_WAY}"]
    assert list(pool.values()) == [0, 9, 2, 3]
    pool.check()
    assert tried(pool, intruder) == ACCEPTED
    pool.check()


@pytest.mark.parametrize("moment", [*LENT, *CHANGING])
def test_look_ups_and_replacements_are_always_allowed(moment: str) -> None:
    """They find the state before a change, and what is replaced stays."""
    source, found = Asked(), list[object]()
    pool = fresh(source)

    def act() -> None:
        found.append((pool.at(Key(2, 2)), Key(1, 1) in pool, pool.get(Key(4, 4)), len(pool)))
        assert pool.replace(Key(3, 3), 30)

    if moment in LENT:
        LENT[moment](pool, act)
    else:
        CHANGING[moment](pool, source, act)
    assert set(found) == {(2, False, None, 3)}
    assert pool.at(Key(3, 3)) == 30
