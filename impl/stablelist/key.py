"""Keys: what a StableList hands out for an element, and the only way back to it.

A key is an index, the position of the element, and an id, the stamp that its cell got when the
element was added. It resolves as long as the cell still bears that stamp.

Representation invariant: index and id are ints, and not bools. They may be any: a key that was
never issued is simply not found (R10), and it is the look-up that sees to it.

Abstraction function: `Key(index, id)` is the name of the element that the id was given to, at that
position; it knows neither the list nor whether the element is still there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, Final, Generic, TypeVar, final

from .compiled import native

__all__ = ["Key", "blank", "issued", "require"]

T = TypeVar("T")


@native
@final
class Key(Generic[T]):
    """The name of one element of type T: immutable, hashable, equal and ordered by index and id.

    T exists for the type checker alone, which so refuses a `Key[int]` on a `StableList[str]`.

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

    (4.1, 5.1)
    """

    # Slots behind properties: as immutable as a frozen dataclass, and made in a third of the time.
    __slots__ = ("_id", "_index")
    __match_args__: ClassVar[tuple[str, str]] = ("index", "id")

    _index: int
    _id: int

    def __new__(cls, index: int, id: int) -> Key[T]:  # noqa: A002 - the field's word
        """Not `__init__`, which could be called again."""
        if type(index) is not int or type(id) is not int:
            raise TypeError(f"a key is made of {index!r} and {id!r}; pass two ints")
        return issued(index, id)

    @property
    def index(self) -> int:
        """The position of the element, in O(1) (5.1).

        >>> Key(3, 7).index
        3
        """
        return self._index

    @property
    def id(self) -> int:
        """The id that the element got when it was added, in O(1) (5.1; R8).

        >>> Key(3, 7).id
        7
        """
        return self._id

    def __eq__(self, other: object) -> bool:
        # Not isinstance, which would ask the other for its class and believe the answer.
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
    """An interpreted key of two values that are known to be ints."""
    key = blank(Key)
    key._index = index
    key._id = id
    return key


def require(key: object) -> None:
    """Refuse what is no key at all, where nothing would be done with it in silence (R10).

    Raises:
        TypeError: it is no `Key`.

    >>> require("ant")
    Traceback (most recent call last):
    TypeError: 'ant' is no Key; pass the Key that add returned
    """
    if type(key) is not Key:
        raise TypeError(f"{key!r} is no Key; pass the Key that add returned")
