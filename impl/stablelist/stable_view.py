"""The common interface of a list and of a view of all its elements but one.

A function that takes a `StableView[T]` works on either: it may look up, change and iterate over elements, but neither
add nor remove any. (4.4, 5.3)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, TypeVar, overload

from .key import Key
from .views import ItemsView, KeysView, ValuesView

__all__ = ["StableView"]

T = TypeVar("T")
D = TypeVar("D")


class StableView(Protocol[T]):
    """Elements of type T, each under a key: a `StableList`, or a `StableAccess` to it.

    >>> from stablelist import StableList
    >>> def longest(view: StableView[str]) -> str:
    ...     return max(view.values(), key=len, default="")
    >>> pool = StableList[str]()
    >>> ant, bumblebee = pool.add("ant"), pool.add("bumblebee")
    >>> longest(pool)
    'bumblebee'
    >>> pool.apply(bumblebee, lambda _, others: print(longest(others)))
    ant
    True
    """

    # Source: 4.4; R13

    def at(self, key: Key[T], /) -> T | None:
        """The element of *key*, or None if the key is stale, in O(1)."""
        # Source: 4.3; R11

    @overload
    def get(self, key: Key[T], /) -> T | None: ...
    @overload
    def get(self, key: Key[T], default: T | D, /) -> T | D: ...
    def get(self, key: Key[T], default: object = None, /) -> object:
        """The element of *key*, or *default* if the key is stale, in O(1)."""
        # Source: R11

    def __getitem__(self, key: Key[T]) -> T: ...

    def __setitem__(self, key: Key[T], element: T) -> None: ...

    def __contains__(self, key: object) -> bool: ...

    def contains(self, key: Key[T], /) -> bool:
        """Whether *key* resolves, in O(1)."""
        # Source: 5.1; R10

    def replace(self, key: Key[T], element: T, /) -> bool:
        """Replace the element of *key*, in O(1); False if *key* is stale."""
        # Source: R15

    def at_mut(self, key: Key[T], f: Callable[[T], T | None], /) -> bool:
        """Let *f* change the element of *key*, in O(1); False if the key is stale."""
        # Source: 4.3; R15

    def each(self, f: Callable[[Key[T], T], object]) -> None:
        """Call *f* with every key and element, ascending: O(opened)."""
        # Source: 4.3; R12

    def each_mut(self, f: Callable[[Key[T], T], T | None]) -> None:
        """Let *f* change every element, ascending: O(opened)."""
        # Source: 4.3; R15

    def keys(self) -> KeysView[T]:
        """A view of the keys, ascending; to iterate over it takes O(opened)."""
        # Source: R12

    def values(self) -> ValuesView[T]:
        """A view of the elements, ascending; to iterate over it takes O(opened)."""
        # Source: R12

    def items(self) -> ItemsView[T]:
        """A view of keys and elements, ascending; to iterate over it takes O(opened)."""
        # Source: R12

    def __iter__(self) -> Iterator[Key[T]]: ...

    def __len__(self) -> int: ...
