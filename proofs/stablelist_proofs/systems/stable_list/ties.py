"""Every comparison of the formulas with the model, by name, with the sentence that a run prints."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from stablelist.compiled import EXTENSION
from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.judging import said
from stablelist_proofs.core.comparing.ties import Ties, said_of_new_lists
from stablelist_spec.parts.parameters import Parameters, Truncate

from .beside import accompanied
from .clauses import judged
from .repaired import repaired
from .starting import started
from .tie import SCOPES, STABLE_LIST

__all__ = ["TIES", "DisagreementError", "tied"]

WIDER: Final = SCOPES[1::3]
"""For each mode, a scope that contains the layouts of the others, except for a larger minimum."""

JUDGED: Final = (
    (Parameters(id_bits=None, index_bits=3), True),
    (Parameters(id_bits=2, index_bits=3), False),
    (Parameters(truncate=Truncate.NEVER, id_bits=2, index_bits=3), False),
    (Parameters(truncate=Truncate.NEVER, id_bits=2, index_bits=2), True),
    (Parameters(truncate=Truncate.MEMORY, id_bits=1, index_bits=3), False),
    (Parameters(truncate=Truncate.MEMORY, id_bits=1, index_bits=2), True),
)
"""Scopes in which clauses are compared with predicates, and whether in damaged states, too."""

OPERATIONS: Final = 20_000
"""The number of operations of the container that are compared."""


def tied(kind: str, number: int, amount: int = 0) -> str:
    """Make one comparison; returns a sentence that says what agrees.

    Raises:
        DisagreementError: something does not.
    """
    if kind == "wandered":
        return SHARED.wandered(amount, number)
    return SAID[kind](number)


# --- What is said ---------------------------------------------------------------------------------


def _scope(parameters: Parameters) -> str:
    p = parameters
    return f"up to 8 cells, minimum {p.minimum}, capacity {p.capacity}, {p.truncate.value}"


SHARED: Final = Ties(STABLE_LIST, _scope, "halvings")


def _accompanied(seed: int) -> str:
    done = accompanied(OPERATIONS, seed)
    build = "interpreted" if EXTENSION is None else "compiled"
    return (
        f"{done.steps:,} operations of the {build} container are as the formulas say, with all cells; "
        f"space up to {done.largest:,}, up to {done.deepest} halvings at once (random, seed {seed})"
    )


def _repaired(_: int) -> str:
    done = repaired()
    return (
        f"{done.operations:,} operations with the mended rule are as its formulas say; "
        f"memory was given back {done.given_back} times"
    )


def _clauses(number: int) -> str:
    scope, damage = JUDGED[number]
    return said(judged(scope, damage=damage), scope, damage=damage)


SAID: Final[dict[str, Callable[[int], str]]] = {
    "started": lambda _: said_of_new_lists(started()),
    "accompanied": _accompanied,
    "clauses": _clauses,
    "dived": lambda _: SHARED.dived(),
    "repaired": _repaired,
    "explored": lambda number: SHARED.explored(SCOPES[number]),
    "forged": lambda number: SHARED.forged(WIDER[number]),
    "combined": lambda number: SHARED.combined(WIDER[number]),
}
TIES: Final = {
    "started": 1,
    "clauses": len(JUDGED),
    "accompanied": 1,
    "dived": 1,
    "repaired": 1,
    "explored": len(SCOPES),
    "forged": len(WIDER),
    "combined": len(WIDER),
}
"""The number of comparisons of each kind, besides the random programs."""
