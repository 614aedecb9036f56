"""Every comparison of the formulas of a dyadic list with its model, and what is said of each when it agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_proofs.smt.comparison import LARGE
from stablelist_proofs.smt.tie import combined, explored, forged, wandered

from .tie import DYADIC, SCOPES

__all__ = ["TIES", "tied"]


def tied(kind: str, number: int, amount: int = 0) -> str:
    """Make one comparison; what agrees, as a sentence.

    Raises:
        DisagreementError: something does not.
    """
    if kind == "wandered":
        done = wandered(amount, number, DYADIC)
        return (
            f"{done.steps:,} transitions of the model satisfy the formulas, {done.large:,} of them in spaces of at "
            f"least {LARGE}; space up to {done.largest:,}, up to {done.deepest} blocks dropped at once "
            f"(random, seed {number})"
        )
    return SAID[kind](number)


def _explored(number: int) -> str:
    steps = explored(SCOPES[number], system=DYADIC).steps
    return f"{steps:,} transitions of the model satisfy the formulas ({_scope(number)})"


def _forged(number: int) -> str:
    steps = explored(SCOPES[number], moves=forged, system=DYADIC).steps
    what = "look-ups, removals and replacements by keys that are not live"
    return f"{steps:,} {what} ({_scope(number)})"


def _combined(number: int) -> str:
    steps = explored(SCOPES[number], moves=combined, system=DYADIC).steps
    return f"{steps:,} operations that consist of other moves ({_scope(number)})"


def _scope(number: int) -> str:
    mode = SCOPES[number].truncate.value
    return f"every layout of up to 8 cells, minimum 4, {mode}"


SAID: Final[dict[str, Callable[[int], str]]] = {
    "explored": _explored,
    "forged": _forged,
    "combined": _combined,
}
TIES: Final = {kind: len(SCOPES) for kind in SAID}
"""How many there are of each kind, besides the random programs."""
