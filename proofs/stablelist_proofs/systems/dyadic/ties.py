"""Every comparison of the formulas of a dyadic list with its model, and what is said of each when it agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_proofs.smt.comparison import LARGE
from stablelist_proofs.smt.tie import combined, explored, forged, wandered
from stablelist_spec.parts.parameters import Parameters, Truncate

from .clauses import judged
from .tie import DYADIC, SCOPES

__all__ = ["TIES", "tied"]


TENTH: Final = 10


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


JUDGED: Final = (
    *((Parameters(truncate=mode, id_bits=2, index_bits=3), 0) for mode in Truncate),
    *((Parameters(truncate=mode, id_bits=2, index_bits=2), 1) for mode in Truncate),
    (Parameters(id_bits=None, index_bits=3), TENTH),
)
"""Scopes in which clauses are compared with predicates; and of how many layouts one is damaged, too."""


def _clauses(number: int) -> str:
    scope, every = JUDGED[number]
    done = judged(scope, damage=every > 0, every=every or 1)
    which = f"every {every}th" if every > 1 else "every"
    ids = "unbounded" if scope.id_bits is None else f"{scope.id_bits}-bit"
    where = f"{done.layouts:,} layouts"
    if every:
        where += (
            f" and {done.damaged:,} states with one value damaged; "
            f"with any of {done.ghosts:,} other ghosts, one fails"
        )
    return (
        f"each group of clauses holds if and only if the model's predicates do, in {where} "
        f"({which} layout of up to {scope.index_count} cells, {scope.truncate.value}, {ids} ids)"
    )


def _scope(number: int) -> str:
    mode = SCOPES[number].truncate.value
    return f"every layout of up to 8 cells, minimum 4, {mode}"


SAID: Final[dict[str, Callable[[int], str]]] = {
    "explored": _explored,
    "forged": _forged,
    "combined": _combined,
    "clauses": _clauses,
}
TIES: Final = {kind: len(JUDGED) if kind == "clauses" else len(SCOPES) for kind in SAID}
"""How many there are of each kind, besides the random programs."""
