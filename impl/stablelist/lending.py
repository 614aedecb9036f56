"""Rust's borrow rules as run-time rules: what is lent cannot change its structure.

Elements are lent by loans: one for each callback that is running, and one for each iterator that
has neither ended nor been dropped. Loans may nest; while any is open, the owner refuses structural
changes, or invalidates the loans: then whoever has one is refused. A change is the opposite of a
loan: while one is under way, the owner refuses every other, and lends nothing. Only another thread
or a finaliser can come upon it.

Representation invariant of an owner: `_era` is how often loans were invalidated; `_open` is the
number of loans that are held and began in this era, or CHANGING.

Abstraction function: the owner is lent if `_open > 0`, and being changed if `_open == CHANGING`.
(5.3; R14)
"""

from __future__ import annotations

from _thread import get_ident
from collections.abc import Iterator
from itertools import chain
from types import TracebackType
from typing import Final, Generic, NoReturn, Protocol, TypeVar, final

from .errors import BorrowError
from .lenders import (
    DEBUG,
    Task,
    began,
    ended,
    open_places,
    other_task,
    other_thread,
    task_here,
)

__all__ = [
    "CHANGING",
    "Change",
    "Loan",
    "Owner",
    "claim",
    "lent",
    "refusal",
    "refuse",
    "refuse_copy",
    "refuse_ended",
    "refuse_invalidated",
    "refuse_view",
]

T_co = TypeVar("T_co", covariant=True)

CHANGING: Final = -1
"""What stands in place of the number of loans while the owner is being changed."""


class Owner(Protocol):
    """What can be lent."""

    _open: int
    _lender_thread: int
    _lender_task: Task | None

    @property
    def _era(self) -> int: ...

    @property
    def _invalidates(self) -> bool: ...

    def _invalidate(self) -> None: ...


def refusal(owner: Owner, operation: str, found: int) -> BorrowError:
    """Why *operation* is refused. *found* is what `_open` was: by now, another thread may have ended the loan."""
    if found == CHANGING:
        return BorrowError(
            operation,
            "another change is under way",
            "guard the list by a lock if threads share it; in a finaliser or an id source,"
            " do not use the list",
        )
    thread = other_thread(owner._lender_thread)
    at_once = ", or use retain" if operation in ("remove", "remove_many", "del") else ""
    return BorrowError(
        operation,
        f"{'1 iterator or callback is' if found == 1 else f'{found} iterators or callbacks are'} open",
        f"collect what is to change and {operation} after the loop or callback has ended{at_once};"
        " drop (del) an iterator that is left half-way",
        thread=thread,
        task=None if thread else other_task(owner._lender_task),
        places=open_places(owner),
    )


def refuse(owner: Owner, operation: str, found: int) -> NoReturn:
    """Refuse *operation*, as `refusal` says."""
    raise refusal(owner, operation, found)


def claim(owner: Owner, operation: str, found: int) -> None:
    """Invalidate all loans of an owner for *operation*, or refuse it, by what `_open` was: it was not 0.

    By now, another thread may have begun a change, so the caller has to look again.
    """
    if found == CHANGING or not owner._invalidates:
        refuse(owner, operation, found)
    owner._invalidate()


def refuse_invalidated() -> NoReturn:
    """Refuse what a loan would have allowed, because a change came in between."""
    raise BorrowError(
        "access to the elements",
        "the list was changed after they were lent, which lend='invalidate' allows",
        "start again, or collect what is needed (list) before the list can change",
    )


def refuse_ended() -> NoReturn:
    """Refuse access through a view whose callback has returned."""
    raise BorrowError(
        "access through the view",
        "the callback or loop step that it was lent to is over",
        "keep keys instead of the view, and look them up in the list",
    )


def refuse_view() -> NoReturn:
    """Refuse to make a view by hand, which would be lent nothing."""
    raise TypeError(
        "a view cannot be made by hand; call apply, inspect, traverse or pivots, which lend it the list"
    )


def refuse_copy() -> NoReturn:
    """Refuse to copy what is lent."""
    raise TypeError(
        "an iterator or a view of a list can be neither copied nor pickled;"
        " take list() of what it yields, or copy the list"
    )


@final
class Loan:
    """One loan: held from when it is made until it ends, or is dropped.

    To iterate over it yields nothing and ends it. So what iterates over elements and then over
    their loan gives them back when it is through, and when it is dropped half-way.
    """

    __slots__ = ("_era", "_held", "_owner")

    def __init__(self, owner: Owner) -> None:
        if owner._open == CHANGING:
            refuse(owner, "lending", CHANGING)
        self._owner = owner
        self._era = owner._era
        owner._open += 1
        self._held = True
        owner._lender_thread = get_ident()
        owner._lender_task = task_here()
        if DEBUG:
            began(self, owner)

    def __iter__(self) -> Loan:
        return self

    def __next__(self) -> NoReturn:
        self.end()
        raise StopIteration

    def __enter__(self) -> Loan:
        """Held already."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        try:
            if kind is None:
                self.require()
        finally:
            self.end()

    def __del__(self) -> None:
        # A loan that was refused, or made without arguments, has no fields.
        try:  # noqa: SIM105 - suppress would take its time for every loan
            self.end()
        except AttributeError:
            pass

    def __reduce__(self) -> NoReturn:
        refuse_copy()

    def end(self) -> None:
        """Give back what is held; more than once does no harm."""
        if self._held:
            self._held = False
            if self._era == self._owner._era:
                self._owner._open -= 1
            if DEBUG:
                ended(self)

    def require(self) -> None:
        """Refuse to go on if the list was changed meanwhile; what has ended needs nothing."""
        if self._held and self._era != self._owner._era:
            refuse_invalidated()

    def turned_into_change(self, operation: str) -> Change:
        """Turn this loan into a change, for `with`, without a gap in between.

        Raises:
            BorrowError: elements are lent by others, too.
        """
        return Change(self._owner, operation, self)


@final
class Change:
    """One structural change, in a `with` block; nothing else is let in.

    Args:
        loan: that of whoever makes the change, which becomes it.

    Raises:
        BorrowError: elements are lent, or another change is under way.
    """

    __slots__ = ("_loan", "_operation", "_owner", "_under_way")

    def __init__(self, owner: Owner, operation: str, loan: Loan | None = None) -> None:
        self._under_way = False
        self._owner = owner
        self._operation = operation
        self._loan = loan

    def __enter__(self) -> None:
        # Not before, because nobody would leave what was not entered: an interrupt, or a lack of
        # memory, can come in between. Once `found` is read, nothing is called, so that no other
        # thread gets in.
        owner, loan = self._owner, self._loan
        if loan is not None:
            loan.require()
        if owner._open > (0 if loan is None else 1) and owner._invalidates:
            owner._invalidate()
        found = owner._open
        if found != (0 if loan is None or loan._era != owner._era else 1):
            refuse(owner, self._operation, found)
        owner._open = CHANGING
        self._under_way = True
        if loan is not None:
            loan._held = False
            if DEBUG:
                ended(loan)

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._end()

    def __del__(self) -> None:
        # Should there have been no memory, or no stack, to leave it.
        self._end()

    def _end(self) -> None:
        if self._under_way:
            self._under_way = False
            self._owner._open = 0


class Lent(Protocol):
    """A loan, or what stands for one: iterated over, it yields nothing and ends."""

    def __iter__(self) -> Iterator[NoReturn]: ...

    def require(self) -> None: ...


def lent(owner: Owner, steps: Iterator[T_co], loan: Lent) -> Iterator[T_co]:
    """These steps, and then the end of their loan; each is refused once the loan is invalidated."""
    whole = chain(steps, loan)
    return Steps(whole, loan) if owner._invalidates else whole


@final
class Steps(Generic[T_co]):
    """An iterator that asks a loan before each step."""

    __slots__ = ("_loan", "_steps")

    def __init__(self, steps: Iterator[T_co], loan: Lent) -> None:
        self._steps = steps
        self._loan = loan

    def __iter__(self) -> Steps[T_co]:
        return self

    def __next__(self) -> T_co:
        self._loan.require()
        return next(self._steps)

    def __reduce__(self) -> NoReturn:
        refuse_copy()
