"""Rust's borrow rules as run-time rules: what is lent cannot change its structure (5.3; R14).

Elements are lent by loans: one for each callback that is running, and one for each iterator that
has neither ended nor been dropped. Loans may nest; while any is open, the owner refuses structural
changes. A change is the opposite of a loan: while one is under way, the owner refuses every other,
and lends nothing. Only another thread or a finaliser can come upon it.

Representation invariant of `Loans`: `open` counts the loans that are held, or is CHANGING.

Abstraction function: the owner is lent if `open > 0`, and being changed if `open == CHANGING`.
"""

from __future__ import annotations

from types import TracebackType
from typing import Final, NoReturn, final

from .errors import BorrowError

__all__ = ["CHANGING", "UNCOPYABLE", "Change", "Loan", "Loans"]

UNCOPYABLE: Final = (
    "an iterator or a view of a list can be neither copied nor pickled;"
    " take list() of what it yields, or copy the list"
)
CHANGING: Final = -1
"""What stands in place of the number of loans while the owner is being changed."""


@final
class Loans:
    """The open loans of one owner."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = 0

    def refusal(self, operation: str) -> BorrowError:
        """Why *operation* is refused now."""
        if self.open == CHANGING:
            return BorrowError(
                operation,
                "another change is under way",
                "guard the list by a lock if threads share it; in a finaliser or an id source,"
                " do not use the list",
            )
        return BorrowError(
            operation,
            f"elements are lent ({self.open} open iterator(s) or callback(s))",
            f"collect what is to change and {operation} after the loop or callback has ended;"
            " drop (del) an iterator that is left half-way",
        )


@final
class Loan:
    """One loan: held from when it is made until it ends, or is dropped.

    To iterate over it yields nothing and ends it. So what iterates over elements and then over
    their loan gives them back when it is through, and when it is dropped half-way.
    """

    __slots__ = ("_held", "_loans")

    def __init__(self, loans: Loans) -> None:
        self._begin(loans)

    def _begin(self, loans: Loans) -> None:
        # Not in __init__: so compiled code looks whether the fields are there, and `__del__` may.
        if loans.open == CHANGING:
            raise loans.refusal("lending")
        self._loans = loans
        loans.open += 1
        self._held = True

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
        self.end()

    def __del__(self) -> None:
        # A loan that was refused, or made without arguments, has no fields.
        try:  # noqa: SIM105 - suppress would take its time for every loan
            self.end()
        except AttributeError:
            pass

    def __reduce__(self) -> NoReturn:
        raise TypeError(UNCOPYABLE)

    def end(self) -> None:
        """Give back what is held; more than once does no harm."""
        if self._held:
            self._held = False
            self._loans.open -= 1

    def turn_into_change(self, operation: str) -> None:
        """Begin a change, with nobody let in between. Whoever asks ends it, as `Change` does.

        Raises:
            BorrowError: elements are lent by others, too.
        """
        loans = self._loans
        if loans.open != 1:
            raise loans.refusal(operation)
        self._held = False
        loans.open = CHANGING


@final
class Change:
    """One structural change, from entering a `with` block to leaving it; nothing else is let in.

    Raises:
        BorrowError: elements are lent, or another change is under way.
    """

    __slots__ = ("_loans", "_operation")

    def __init__(self, loans: Loans, operation: str) -> None:
        self._loans = loans
        self._operation = operation

    def __enter__(self) -> None:
        loans = self._loans
        # Nothing is called in between, so that no other thread gets in.
        if loans.open != 0:
            raise loans.refusal(self._operation)
        loans.open = CHANGING

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._loans.open = 0
