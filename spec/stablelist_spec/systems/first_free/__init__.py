"""First-free: a list with a priority queue of vacancies, whose cells end with the last element.

There are no partitions. The parameters are StableList's.

Representation invariant:

1. The queue is a binary heap with the lowest position at its root. Its entries below `opened` are the vacancies, each
   once; all others were cut off.
2. The last opened cell is live, or the mode is NEVER.
3. The opened cells fit the space, which is StableList's: it governs growth and memory, and nothing else.

The abstraction is StableList's: the live cells, as a map from keys to elements.

The rulings apply, with these differences:

- R2: an element goes to the lowest vacancy, else to the next untouched cell.
- R3: a full list doubles its space, as StableList does; there is nothing else to change.
- R4, R5: the removal of the element in the last cell truncates: that cell and the vacancies before it are dropped, so
  that the cells end with the last element. Other removals queue their cell. There is no partition to empty, so the
  number of opened cells follows the last element exactly, in every mode but NEVER.
- R4, R6: if that takes the last opened cell out of the upper half of the space, the space is halved, as often as the
  opened cells fit and R1 allows it. A truncation is one step, so mode MEMORY reallocates once. `shrink_to_fit` drops
  the vacancies at the end, which only NEVER has, and halves the space as well.
- A vacancy that is cut off stays in the queue. Once the lowest entry is beyond the end, all are, so the insertion
  that finds no vacancy empties the queue. A position is appended only then, so no entry is in the queue twice.

The costs are StableList's, with these differences:

- *visits*: the vacancies that truncation passes on its way to the last element. All of them are dropped.
- *compared*, a fifth number: comparisons between entries of the queue, a binary heap as in `queue`. Emptying it costs
  none.

(thesis 5.6.2)
"""

from __future__ import annotations

from typing import Final

from stablelist_spec.parts.variant import ListModel, variant

from .invariants import INVARIANTS
from .model import clear, insert, shrink_to_fit, vacate
from .observer import LABELS, classify
from .picturing import cost_word, layout_word, picture, variables
from .state import State, initial

__all__ = ["FIRST_FREE", "MODEL"]

MODEL: Final = ListModel[State](
    name="first-free list",
    labels=LABELS,
    classify=classify,
    invariants=INVARIANTS,
    shown={"layout": layout_word, "cost": cost_word},
    initial=initial,
    insert=insert,
    vacate=vacate,
    clear=clear,
    shrink_to_fit=shrink_to_fit,
)
"""The model of a first-free list."""

FIRST_FREE: Final = variant(
    MODEL,
    "first-free",
    like="stablelist",
    vacancies="the lowest vacancy first, by a priority queue",
    truncation="vacant cells at the end are dropped",
    picture=picture,
    variables=variables,
    programs=("systems/first_free/crafted.programs",),
)
"""The system."""
