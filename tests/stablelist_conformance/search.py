"""The search for a smaller program: the smallest one so far that fails, and what makes another one smaller."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from stablelist_spec.core.family import KEYS, Family
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Configuration, KeyName, Near

from .protocol import Program, decode
from .renumbering import REMEMBERED, named, renumbered
from .subject import Subject

__all__ = ["UNBOUNDED", "Search", "TimeIsUp", "amount", "distance"]

UNBOUNDED: Final = 65
"""What an unbounded width counts as: more than any other."""


class TimeIsUp(Exception):  # noqa: N818 - a signal, not an error
    """Nothing more is to be tried."""


@dataclass
class Search:
    """The smallest program so far that fails, and how to look for a smaller one.

    Attributes:
        best: the program and how it fails, once it was seen to.
        tried: the hashes of all candidates; the candidates themselves can be long.
    """

    program: Program
    fails: Callable[[Program], Any]
    seconds: float
    subject: Subject
    best: tuple[Program, Any] | None = None
    tried: set[int] = field(default_factory=set)
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.family = self.program.family
        self.simplest: Configuration = self.subject.simplest()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the program."""
        return self.program.words

    @property
    def elapsed(self) -> float:
        """Seconds since it began."""
        return time.monotonic() - self.began

    def helped_by(self, each: Callable[[Search], None]) -> bool:
        """Whether a pass makes the program smaller."""
        before = self.program
        each(self)
        return self.program is not before

    def attempt(self, candidate: Program) -> bool:
        """Whether a candidate is smaller and fails; it takes the place of the program then."""
        new = hash(candidate) not in self.tried and self._smaller(candidate)
        if not new or not self._askable(candidate):
            return False
        if self.best is not None and self.elapsed > self.seconds:
            raise TimeIsUp
        self.tried.add(hash(candidate))
        failure = self.fails(candidate)
        if failure is None:
            return False
        self.program, self.best = candidate, (candidate, failure)
        return True

    def attempt_words(self, words: Iterable[str]) -> bool:
        """Attempt the program with other words."""
        return self.attempt(self.program._replace(words=tuple(words)))

    def attempt_without(self, places: Iterable[int]) -> bool:
        """Attempt the program without the words at some places."""
        left_out = set(places)
        kept = [(at, word) for at, word in enumerate(self.words) if at not in left_out]
        return self.attempt_words(renumbered(self.words, kept, self.family))

    def attempt_changed(self, words: Sequence[str], changed: dict[int, str]) -> bool:
        """Attempt words of the program with others at some places."""
        kept = ((at, changed.get(at, word)) for at, word in enumerate(words))
        return self.attempt_words(renumbered(words, kept, self.family))

    def offers(self, word: str) -> bool:
        """Whether the port can be asked a word."""
        return self.subject.offers(word, self.program.parameters)

    def _askable(self, candidate: Program) -> bool:
        """Whether the port can be asked a program, if it can be asked its words with the parameters so far."""
        parameters = candidate.parameters
        return parameters == self.program.parameters or (
            self.subject.handshake.supports(parameters)
            and all(self.subject.offers(word, parameters) for word in set(candidate.words))
        )

    def _smaller(self, candidate: Program) -> bool:
        """Whether a candidate is smaller than the program, or is the first one."""
        if self.best is None:
            return True
        if len(candidate.words) == len(self.words):
            return self._size(candidate) < self._size(self.program)
        return 0 < len(candidate.words) < len(self.words)

    def _size(self, program: Program) -> tuple[int, int, int, int]:
        """What makes one program smaller than another of as many words."""
        chosen = other_choices(program.parameters, self.simplest)
        return (
            len(chosen),
            sum(word_size(word, self.family) for word in program.words),
            sum(sum(named(word, self.family)) for word in program.words),
            sum(amount(value) for value in chosen),
        )


def other_choices(parameters: Configuration, simplest: Configuration) -> list[object]:
    """The values of the parameters that are not the simplest."""
    values = [(getattr(parameters, f.name), getattr(simplest, f.name)) for f in fields(simplest)]
    return [value for value, simple in values if value != simple]


def amount(value: object) -> int:
    """What the value of a parameter counts as, among others of its kind."""
    if isinstance(value, Enum):
        return 0
    return value if isinstance(value, int) else UNBOUNDED


@lru_cache(REMEMBERED)
def word_size(word: str, family: Family) -> int:
    """How much there is to a word: its numbers, how far keys are forged, and whether there is a plainer insertion."""
    operation = decode(word, family)
    numbers: list[int] = [getattr(operation, name) for name in family.fields(operation) - KEYS]
    forged = forgery(operation.key) + forgery(operation.other)
    return sum(numbers) + forged + (operation.name in family.inserting - {family.plain})


def forgery(name: KeyName | None) -> int:
    """How far a key is from those that were handed out."""
    if not isinstance(name, Near | Key):
        return 0
    return 1 + distance(name.index) + distance(name.id)


def distance(number: int) -> int:
    """How far a number is from zero; a negative one counts as a little more."""
    return 2 * abs(number) + (number < 0)
