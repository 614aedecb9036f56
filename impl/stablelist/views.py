"""Views of the keys, values and items of a list, of all its elements but one, or of a secondary map.

Like those of a dict, a view takes O(1) to make, always shows the current contents, and can be iterated over again;
those of keys and of items are sets. Elements are lent from `iter(view)` until that iterator ends or is dropped.

Abstraction function: the current contents of `_mapping`. (R12, R14)
"""

from __future__ import annotations

from collections import abc
from collections.abc import Iterable, Iterator
from typing import Any, Generic, NoReturn, Protocol, TypeVar, cast, final

from .compiled import native
from .key import Key
from .lending import refuse_copy

__all__ = ["ItemsView", "KeysView", "Owner", "ValuesView"]

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)


class Owner(Protocol[T_co]):
    """The container that a view shows."""

    def __len__(self) -> int: ...

    def __contains__(self, key: object, /) -> bool: ...

    def __getitem__(self, key: Any, /) -> T_co: ...  # noqa: ANN401 - the key of any list

    def _lent_keys(self) -> Iterator[Key[Any]]: ...

    def _lent_values(self) -> Iterator[T_co]: ...

    def _lent_items(self) -> Iterator[tuple[Key[Any], T_co]]: ...


class View(abc.MappingView, Generic[T]):
    """The common base of the three views."""

    __slots__ = ()
    _mapping: Owner[T]

    def __init__(self, owner: Owner[T]) -> None:
        self._mapping = owner

    def __reversed__(self) -> Iterator[Any]:
        turned: Iterator[Any] = reversed(list(cast("Iterable[Any]", self)))
        return turned

    def __reduce__(self) -> NoReturn:
        refuse_copy()


@native
@final
class KeysView(View[T], abc.KeysView[Key[T]]):
    """The keys of a list, ascending.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> ant = pool.add("ant")
    >>> keys = pool.keys()
    >>> len(keys), ant in keys, list(keys)
    (1, True, [Key(index=0, id=0)])
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[Key[T]]:
        return self._mapping._lent_keys()

    def __contains__(self, key: object) -> bool:
        return key in self._mapping


@native
@final
class ValuesView(View[T], abc.ValuesView[T]):
    """The elements of a list, by ascending position.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> values = pool.values()
    >>> _ = pool.add("ant"), pool.add("bee")
    >>> len(values), "bee" in values, list(values), list(values)
    (2, True, ['ant', 'bee'], ['ant', 'bee'])
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[T]:
        return self._mapping._lent_values()

    def __contains__(self, element: object) -> bool:
        return any(found is element or found == element for found in self)


@native
@final
class ItemsView(View[T], abc.ItemsView[Key[T], T]):
    """The pairs of key and element of a list, by ascending position.

    >>> from stablelist import StableList
    >>> pool = StableList[str]()
    >>> ant = pool.add("ant")
    >>> items = pool.items()
    >>> len(items), (ant, "ant") in items, (ant, "bee") in items, list(items)
    (1, True, False, [(Key(index=0, id=0), 'ant')])
    """

    __slots__ = ()

    def __iter__(self) -> Iterator[tuple[Key[T], T]]:
        return self._mapping._lent_items()

    def __contains__(self, item: object) -> bool:
        if not isinstance(item, tuple) or len(item) != 2:
            return False
        key, element = item
        if key not in self._mapping:
            return False
        found = self._mapping[key]
        return found is element or bool(found == element)


# The native views do not inherit from these classes.
abc.KeysView.register(KeysView)
abc.ValuesView.register(ValuesView)
abc.ItemsView.register(ItemsView)
