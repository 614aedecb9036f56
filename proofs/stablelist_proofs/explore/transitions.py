"""Every transition from many states at once, with the actions of the model's quotients."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from stablelist_spec.core.step import Label
from stablelist_spec.systems import STABLE_LIST

from .insertion import add
from .memory import reserve, shrink_to_fit
from .numbering import States
from .reading import look_up, remove_followed
from .removal import clear, drain, remove
from .scope import Keep
from .system import Moves, System

__all__ = ["labels_of", "transitions"]

Operation = Callable[[System, States], Iterator[Moves]]

ON_SETS: Final[tuple[Operation, ...]] = (add, remove, clear, shrink_to_fit)
"""Actions that change which cells are live; all others equal one of these or a sequence of them, or change nothing."""
ON_LISTS: Final = (*ON_SETS, drain, reserve)
ON_KEYS: Final = (*ON_LISTS, look_up, remove_followed)

KEYED: Final = ("remove_stale", "remove_revived", "add_id_wraps")
"""Labels of a followed key."""
OF_MEMORY: Final = (
    "add_grow_moving",
    "add_grow_in_place",
    "shrink_to_fit_frees",
    "truncate_frees_reserve",
)
"""Labels that depend on memory."""

OPERATIONS: Final = {Keep.SETS: ON_SETS, Keep.ORDER: ON_LISTS, Keep.KEY: ON_KEYS}


def transitions(system: System, states: States) -> Iterator[Moves]:
    """All transitions, action by action."""
    for operation in OPERATIONS[system.scope.keep]:
        yield from operation(system, states)


def labels_of(keep: str, label: Label) -> bool:
    """Whether a transition of a scope that keeps *keep* can have a label; sets have none about memory."""
    if label in OF_MEMORY and keep == Keep.SETS:
        return False
    names = {operation.__name__ for operation in OPERATIONS[Keep(keep)]}
    operation = STABLE_LIST.needed(label)[0]
    if operation in {"at", "contains"} or label.startswith(KEYED):
        return keep == Keep.KEY and "forged" not in label
    return operation in names and "forged" not in label
