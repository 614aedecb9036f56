"""Every comparison of the formulas of a dyadic list with its model, and what is said of each when it agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist_proofs.core.comparing.diving import dived
from stablelist_proofs.core.comparing.judging import said
from stablelist_proofs.core.comparing.tie import explored, wandered
from stablelist_proofs.core.comparing.ties import Ties, said_of_new_lists
from stablelist_spec.parts.parameters import Parameters, Truncate

from .clauses import judged
from .masked import MASKED, named_by_clause
from .starting import started
from .tie import DYADIC, SCOPES

__all__ = ["TIES", "tied"]


def tied(kind: str, number: int, amount: int = 0) -> str:
    """Make one comparison; what agrees, as a sentence.

    Raises:
        DisagreementError: something does not.
    """
    if kind == "wandered":
        return SHARED.wandered(amount, number)
    return SAID[kind](number)


def _scope(parameters: Parameters) -> str:
    return f"up to 8 cells, minimum 4, {parameters.truncate.value}"


SHARED: Final = Ties(DYADIC, _scope, "blocks dropped")

JUDGED: Final = (
    *((Parameters(truncate=mode, id_bits=2, index_bits=3), False) for mode in Truncate),
    *((Parameters(truncate=mode, id_bits=2, index_bits=2), True) for mode in Truncate),
)
"""Scopes in which clauses are compared with predicates, and whether in damaged states, too."""
FIFTH: Final = 5
WANDERED: Final = 20_000
"""The number of large transitions of the random program without loops."""


def _clauses(number: int) -> str:
    scope, damage = JUDGED[number]
    return said(judged(scope, damage=damage), scope, damage=damage)


def _damaged(_: int) -> str:
    scope = Parameters(id_bits=None, index_bits=3)
    done = judged(scope, every=FIFTH)
    return said(done, scope, damage=True, which=f"every {FIFTH}th")


def _masked(number: int) -> str:
    steps, done = explored(SCOPES[number], system=MASKED).steps, named_by_clause(SCOPES[number])
    return (
        f"{steps:,} transitions of the model satisfy the formulas without loops, and the masks are those of its "
        f"blocks; the clause about masks holds in {done.layouts:,} layouts, and of none of {done.others:,} masks with "
        f"another bit (every layout of {_scope(SCOPES[number])})"
    )


def _masked_programs(_: int) -> str:
    done, deep = wandered(WANDERED, 1, MASKED), dived(system=MASKED)
    return (
        f"{done.steps + deep.steps:,} transitions of the model satisfy the formulas without loops; space up to "
        f"{deep.largest:,}, up to {deep.deepest} blocks dropped at once, {deep.shrunk} by one shrink_to_fit (a random "
        "program, seed 1, and one program for each mode)"
    )


SAID: Final[dict[str, Callable[[int], str]]] = {
    "explored": lambda number: SHARED.explored(SCOPES[number]),
    "forged": lambda number: SHARED.forged(SCOPES[number]),
    "combined": lambda number: SHARED.combined(SCOPES[number]),
    "clauses": _clauses,
    "damaged": _damaged,
    "dived": lambda _: SHARED.dived(),
    "started": lambda _: said_of_new_lists(started()),
    "masked": _masked,
    "masked_programs": _masked_programs,
}
TIES: Final = {
    **dict.fromkeys(("explored", "forged", "combined", "masked"), len(SCOPES)),
    "clauses": len(JUDGED),
    "damaged": 1,
    "dived": 1,
    "started": 1,
    "masked_programs": 1,
}
"""How many there are of each kind, besides the random programs."""
