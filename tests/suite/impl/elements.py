"""Elements that cause trouble, and other helpers that the tests of the container share."""

from collections.abc import Callable, Iterable, Iterator
from typing import NoReturn, TypeVar

from stablelist import Key, StableList

T = TypeVar("T")

Pool = StableList[int]


class TroubleError(Exception):
    """The exception that elements and callbacks of these tests raise."""


class Hostile:
    """An element that raises whenever it is compared, hashed or printed."""

    def _refuse(self, *_: object) -> NoReturn:
        raise TroubleError("the list looked at its element")

    __eq__ = __ne__ = __lt__ = __le__ = __gt__ = __ge__ = _refuse
    __hash__ = __bool__ = __len__ = __iter__ = __repr__ = __str__ = _refuse


class Box:
    """An element that can be changed in place, and is only equal to itself."""

    def __init__(self, content: object = None) -> None:
        self.content = content


class Mourner:
    """An element that calls back when it is deleted."""

    def __init__(self, last_words: Callable[[], object]) -> None:
        self.last_words = last_words

    def __del__(self) -> None:
        self.last_words()


class Script:
    """An id source that returns given values and raises given errors."""

    def __init__(self, *values: object) -> None:
        self.values = list(values)
        self.asked: list[int] = []

    def initial(self) -> int:
        return self._given()

    def next(self, id: int, /) -> int:  # noqa: A002 - the field's word
        """The next value, whatever *id*."""
        self.asked.append(id)
        return self._given()

    def _given(self) -> int:
        value = self.values.pop(0)
        if isinstance(value, Exception):
            raise value
        return value  # type: ignore[return-value] # it may be anything: that is tested


def filled(pool: Pool, count: int) -> list[Key[int]]:
    """Add 0, 1, 2 … to *pool*, and return the keys."""
    return [pool.add(number) for number in range(count)]


def churned(**parameters: object) -> Pool:
    """A list of ten elements in sixteen cells, of which 13 are opened; each partition has a vacancy."""
    pool = Pool(**parameters)  # type: ignore[arg-type]
    keys = filled(pool, 13)
    for number in (2, 0, 5, 9):
        pool.remove(keys[number])
    pool.add(13)
    return pool


def positions(pool: StableList[T]) -> list[int]:
    return [key.index for key in pool]


def observed(pool: StableList[T]) -> tuple[object, ...]:
    """Everything that can be observed of *pool* without using its elements."""
    before = pool.layout(), pool.stats(), len(pool), pool.capacity
    return (*before, *[(key, id(element)) for key, element in pool.copy().items()])


def breaking_off(elements: Iterable[T]) -> Iterator[T]:
    """An iterator over these elements, which raises at the end."""
    yield from elements
    raise TroubleError


def raise_trouble(*_: object) -> NoReturn:
    """A callback that raises."""
    raise TroubleError
