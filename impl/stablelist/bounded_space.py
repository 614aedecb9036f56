"""An element space with a maximum number of elements.

It is a subclass, so that a list without a maximum has no check to pay for.

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
    """An element space that holds at most a given number of elements."""

    # Source: R9

    __slots__ = ("_parameters",)

    def __init__(self, parameters: Parameters) -> None:
        super().__init__(parameters)
        self._parameters = parameters

    def next_position(self, operation: str) -> int:
        """The position of the next element.

        Raises:
            CapacityError: no index can name the position, or the maximum is reached.
        """
        position = super().next_position(operation)
        self._parameters.require_room(self.live(), 1, operation)
        return position

    def put(self, element: T, stamp: int) -> Key[T]:
        """Put an element at the next position, and give it a key.

        Raises:
            CapacityError: there is no room; nothing has changed.
        """
        self._parameters.require_room(self.live(), 1, "add")
        return super().put(element, stamp)
