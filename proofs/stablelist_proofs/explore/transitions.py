"""Every transition from many states at once: the same actions as the model's quotients have."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from .insertion import add
from .memory import reserve, shrink_to_fit
from .numbering import States
from .reading import look_up, remove_followed
from .removal import clear, drain, remove
from .scope import Keep
from .system import Moves, System

__all__ = ["transitions"]

Operation = Callable[[System, States], Iterator[Moves]]

ON_SHAPES: Final[tuple[Operation, ...]] = (add, remove, clear, shrink_to_fit)
"""What else there is changes no shape, or is one of these, or several in a row."""
ON_LISTS: Final = (*ON_SHAPES, drain, reserve)
ON_KEYS: Final = (*ON_LISTS, look_up, remove_followed)

OPERATIONS: Final = {Keep.SETS: ON_SHAPES, Keep.ORDER: ON_LISTS, Keep.KEY: ON_KEYS}


def transitions(system: System, states: States) -> Iterator[Moves]:
    """All of them, action by action."""
    for operation in OPERATIONS[system.scope.keep]:
        yield from operation(system, states)
