"""Keys: a StableList returns one for each element, and finds the element by it.

A key is an index, the position of the element, and an id, which was stored in its cell when the element was added. It
resolves as long as the cell still has that id.

Representation invariant: index and id are ints, and not bools. Any values are allowed: looking up a key that was never
issued finds nothing (R10).

Abstraction function: `Key(index, id)` names the element that was given this id, at that position. It refers to no list,
and does not say whether the element is still there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, Literal, TypeVar, final

from .compiled import native

__all__ = ["Key", "blank", "issued", "require"]

T = TypeVar("T")


@native
@final
class Key(Generic[T]):
    """The name of one element of type T: immutable, hashable, equal and ordered by index and id.

    T is only for the type checker, which rejects a `Key[int]` on a `StableList[str]`.

    Raises:
        TypeError: index or id is not an int; True and 1.0 are not the int 1 here.

    >>> Key(3, 7)
    Key(index=3, id=7)
    >>> Key(3, 7) == Key(3, 7), Key(3, 7) == Key(3, 8), Key(3, 7) < Key(4, 0)
    (True, False, True)
    >>> match Key(3, 7):
    ...     case Key(index, id):
    ...         print(index, id)
    3 7
    """

    # Source: 4.1, 5.1

    # Slots behind properties: as immutable as a frozen dataclass, and created in a third of the time.
    __slots__ = ("_id", "_index")
    __match_args__: ClassVar[tuple[Literal["index"], Literal["id"]]] = ("index", "id")

    _index: int
    _id: int

    def __new__(cls, index: int, id: int) -> Key[T]:  # noqa: A002 - the field's word
        """Create the key here, because `__init__` could be called again."""
        if type(index) is not int or type(id) is not int:
            raise TypeError(f"index is {index!r} and id is {id!r}; pass two ints")
        return issued(index, id)

    @property
    def index(self) -> int:
        """The position of the element, in O(1).

        >>> Key(3, 7).index
        3
        """
        # Source: 5.1
        return self._index

    @property
    def id(self) -> int:
        """The id that the element got when it was added, in O(1).

        >>> Key(3, 7).id
        7
        """
        # Source: 5.1; R8
        return self._id

    def __eq__(self, other: object) -> bool:
        # Not isinstance: it would trust the `__class__` that the other object claims.
        if type(other) is not Key:
            return NotImplemented
        return self._index == other._index and self._id == other._id

    def __lt__(self, other: Key[T]) -> bool:
        if type(other) is not Key:
            return NotImplemented
        return (self._index, self._id) < (other._index, other._id)

    def __le__(self, other: Key[T]) -> bool:
        if type(other) is not Key:
            return NotImplemented
        return (self._index, self._id) <= (other._index, other._id)

    def __gt__(self, other: Key[T]) -> bool:
        if type(other) is not Key:
            return NotImplemented
        return (self._index, self._id) > (other._index, other._id)

    def __ge__(self, other: Key[T]) -> bool:
        if type(other) is not Key:
            return NotImplemented
        return (self._index, self._id) >= (other._index, other._id)

    def __hash__(self) -> int:
        return hash((self._index, self._id))

    def __repr__(self) -> str:
        return f"Key(index={self._index}, id={self._id})"

    def __copy__(self) -> Key[T]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Key[T]:
        return self

    def __reduce__(self) -> tuple[type[Key[T]], tuple[int, int]]:
        return Key, (self._index, self._id)


blank: Final[Callable[[type[Key[Any]]], Key[Any]]] = object.__new__
"""An interpreted key whose fields have no values yet."""


def issued(index: int, id: int) -> Key[Any]:  # noqa: A002 - the field's word
    """An interpreted key from two values that are known to be ints."""
    key = blank(Key)
    key._index = index
    key._id = id
    return key


def require(key: object) -> None:
    """Reject an object that is not a key; only `in` accepts any object.

    Raises:
        TypeError: it is not a `Key`.

    >>> require("ant")
    Traceback (most recent call last):
    TypeError: 'ant' is not a Key; pass the Key that add returned
    """
    # Source: R10
    if type(key) is not Key:
        raise TypeError(f"{key!r} is not a Key; pass the Key that add returned")
