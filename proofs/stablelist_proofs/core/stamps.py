"""Keys of insertions: every insertion has a stamp, and one key that was issued is followed.

Whatever has cells, and stamps each element by its insertion, has these clauses. The *tracked* key represents every key
that was ever issued.
"""

from __future__ import annotations

from typing import Final

from .cells import Cells
from .functions import POSITION, within
from .terms import Term, all_of, apply, equal, for_all, implies, no, symbol

__all__ = [
    "ELEMENT",
    "IDENTITY",
    "INDEX",
    "keys",
    "live_ids_are_distinct",
    "live_key_resolves",
    "retired_key_never_resolves",
    "stamp",
]


INDEX, IDENTITY = symbol("key_index"), symbol("key_id")
"""The key argument of an operation."""
ELEMENT: Final = symbol("new_element")
"""The element argument of an operation."""


def stamp(insertion: Term) -> Term:
    """The id of an insertion; nothing is assumed about the source of ids (R9)."""
    return apply("stamp", insertion)


def live_ids_are_distinct(state: Cells) -> Term:
    """Two live elements come from two insertions, and each has the id of its own insertion.

    (5.1; R8)
    """
    return all_of(
        equal(state.next_id, stamp(state.added)),
        state.added >= 0,
        for_all(
            POSITION,
            lambda i: implies(
                all_of(within(0, i, state.opened), state.has(i)),
                all_of(
                    within(0, state.born(i), state.added),
                    equal(state.place(state.born(i)), i),
                    equal(state.id(i), stamp(state.born(i))),
                ),
            ),
            state.has,
        ),
    )


def live_key_resolves(state: Cells) -> Term:
    """A key resolves to its own element until it is retired.

    (5.1)
    """
    index = state.tracked_index
    return implies(
        state.tracked_live,
        all_of(
            index < state.opened,
            state.has(index),
            equal(state.born(index), state.tracked_birth),
            equal(state.element(index), state.tracked_element),
        ),
    )


def retired_key_never_resolves(state: Cells) -> Term:
    """An element at the position of a retired key was inserted after the key's own element.

    (2.4, 5.1; R8)
    """
    index, birth = state.tracked_index, state.tracked_birth
    later = implies(all_of(index < state.opened, state.has(index)), state.born(index) > birth)
    return all_of(index >= 0, within(0, birth, state.added), implies(no(state.tracked_live), later))


def keys(state: Cells) -> dict[str, Term]:
    """The clauses about the tracked key after it was issued.

    There is none before the first insertion, so these clauses are no hypotheses of that insertion.
    """
    return {
        clause.__name__: clause(state) for clause in (live_key_resolves, retired_key_never_resolves)
    }
