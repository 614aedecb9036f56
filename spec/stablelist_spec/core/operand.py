"""Operands: the names of what an operation is told, what these values are, and what they mean."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple

__all__ = ["KEY", "MODULUS", "OTHER", "Meaning", "Operand", "Type"]


class Type(Enum):
    """What the value of an operand is."""

    KEY = "key"
    """A key, by its name."""
    NUMBER = "number"
    """An integer."""
    WORD = "word"
    """One of a few words."""
    OPERATION = "operation"
    """Another operation, which is tried. Its own operands follow, so it is the last operand."""


class Meaning(Enum):
    """What the number of an operand means. All but `COUNT` are for containers whose elements have no keys."""

    AMOUNT = "amount"
    """It is only a number."""
    COUNT = "count"
    """So many elements are added; if the operation hands out keys, one for each."""
    LENGTH = "length"
    """So many elements stay, if there are more."""
    MEMBER = "member"
    """The element that has this name, which the caller chose; there is at most one."""
    BOUND = "bound"
    """With a member before it: the elements that have the names from that one up to this, exclusive."""
    PLACE = "place"
    """The element that is at this place, counted from 0; or the end, after the last one."""
    VALUE = "value"
    """An element, which may be there several times."""


class Operand(NamedTuple):
    """An operand of an operation: its name, and which values it can have.

    Attributes:
        least: of a number.
        most: of a number; None for no bound.
        words: of a word, all that it can be.
        usual: the numbers that most random programs use; by default, small ones.
        meaning: what the number means; it decides which numbers random programs use.
    """

    name: str
    least: int = 0
    most: int | None = None
    type: Type = Type.NUMBER
    words: tuple[str, ...] = ()
    usual: Sequence[int] = ()
    meaning: Meaning = Meaning.AMOUNT

    @property
    def counts(self) -> bool:
        """Whether so many elements are added."""
        return self.meaning is Meaning.COUNT

    def allows(self, value: object) -> bool:
        """Whether a number or a word can be its value.

        >>> [Operand("size", 1, 64).allows(size) for size in (0, 1, 64, 65)]
        [False, True, True, False]
        """
        if self.type is not Type.NUMBER:
            return value in self.words
        return (
            isinstance(value, int)
            and value >= self.least
            and (self.most is None or value <= self.most)
        )

    def rank(self, value: int | str) -> int:
        """A value as a number: that of a word is its place among the words."""
        return self.words.index(value) if isinstance(value, str) else value

    def near(self, number: int) -> int | str:
        """Its value whose `rank` is nearest to a number; words start over.

        >>> [Operand("size", 1, 64).near(number) for number in (0, 7, 100)]
        [1, 7, 64]
        >>> Operand("side", type=Type.WORD, words=("left", "right")).near(3)
        'right'
        """
        if self.type is Type.WORD:
            return self.words[number % len(self.words)]
        nearest = max(number, self.least)
        return nearest if self.most is None else min(nearest, self.most)

    def few(self) -> Sequence[int | str]:
        """A few of its values: every word, or two small numbers within its bounds.

        >>> [Operand("size", *bounds).few() for bounds in ((), (0, 1), (16, None))]
        [(1, 2), (0, 1), (16, 17)]
        >>> Operand("side", type=Type.WORD, words=("left", "right")).few()
        ('left', 'right')
        """
        if self.type is Type.WORD:
            return self.words
        pairs = ((1, 2), (self.least, self.least + 1), (self.least,))
        return next(pair for pair in pairs if all(map(self.allows, pair)))


KEY: Final = Operand("key", type=Type.KEY)
OTHER: Final = Operand("other", type=Type.KEY)
MODULUS: Final = Operand("modulus", 1)
