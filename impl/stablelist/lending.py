"""Rust's borrow rules as run-time rules: what is lent cannot change its structure (5.3; R14).

Elements are lent by loans: one for each callback that is running, and one for each iterator that
is under way. Loans may nest; while any is open, the owner refuses structural changes.

Representation invariant of `Loans`: `open` counts the loans that are held.

Abstraction function: the owner is lent if and only if `open > 0`.
"""

from __future__ import annotations

from types import TracebackType

from .errors import BorrowError

__all__ = ["Loan", "Loans"]


class Loans:
    """The open loans of one owner."""

    __slots__ = ("open",)

    def __init__(self) -> None:
        self.open = 0

    def refusal(self, operation: str) -> BorrowError:
        """Why *operation* is refused while anything is lent."""
        return BorrowError(
            operation,
            f"elements are lent ({self.open} open iterator(s) or callback(s))",
            f"collect what is to change and {operation} after the loop or callback has ended;"
            " close() an iterator that is left half-way",
        )


class Loan:
    """One loan, held from entering a `with` block to leaving it."""

    __slots__ = ("_held", "_loans")

    def __init__(self, loans: Loans) -> None:
        self._loans = loans
        self._held = False

    def __enter__(self) -> None:
        self._held = True
        self._loans.open += 1

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.end()

    def __del__(self) -> None:
        # A generator that is dropped half-way leaves its `with` block; compiled by mypyc it does
        # not, and only drops its local variables.
        self.end()

    def end(self) -> None:
        """Give back what is held; more than once does no harm."""
        if self._held:
            self._held = False
            self._loans.open -= 1
