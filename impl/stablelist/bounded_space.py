"""An element space that holds no more elements than its user allows.

A space without a maximum does not even ask, so that nobody pays who wants none.

Representation invariant: that of `element_space`, and `live() <= most_live`.
"""

from __future__ import annotations

from typing import TypeVar, final

from .element_space import ElementSpace
from .key import Key
from .parameters import Parameters

__all__ = ["BoundedSpace"]

T = TypeVar("T")


@final
class BoundedSpace(ElementSpace[T]):
    """Where elements live, as long as there are not too many (R9)."""

    __slots__ = ("_parameters",)

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._parameters = parameters

    def next_position(self, operation: str) -> int:
        """Where the next element goes.

        Raises:
            CapacityError: no index can name the position, or there are as many elements as are allowed.
        """
        position = super().next_position(operation)
        self._parameters.require_room(self.live(), 1, operation)
        return position

    def put(self, element: T, stamp: int) -> Key[T]:
        """Put an element where the next one goes, and give it a key.

        Raises:
            CapacityError: there is no room; nothing has changed.
        """
        self._parameters.require_room(self.live(), 1, "add")
        return super().put(element, stamp)
