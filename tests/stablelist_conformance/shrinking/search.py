"""The search for a smaller failing program, and the order that says which program is smaller."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from functools import lru_cache
from typing import Any, Final

from stablelist_conformance.programs.renumbering import REMEMBERED, named, renumbered
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.core.family import Family, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Configuration, KeyName, Near

__all__ = ["UNBOUNDED", "Search", "TimeIsUp", "amount", "distance"]

UNBOUNDED: Final = 65
"""The size of an unbounded width: more than any other."""


class TimeIsUp(Exception):  # noqa: N818 - a signal, not an error
    """The time limit is reached."""


@dataclass
class Search:
    """The smallest failing program so far, and methods that try smaller ones.

    Attributes:
        best: the program and how it fails, after it failed once.
        tried: the hashes of all candidates; the candidates themselves can be long.
    """

    program: Program
    fails: Callable[[Program], Any]
    seconds: float
    target: Target
    best: tuple[Program, Any] | None = None
    tried: set[int] = field(default_factory=set)
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.family = self.program.family
        compared = self.target.compared  # such a port keeps its own configuration
        self.simplest: Configuration = (
            self.program.parameters if compared else self.target.simplest()
        )
        told = self.target.handshake.system.chosen  # the port is told nothing else
        self.chosen = () if compared else told

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the program."""
        return self.program.words

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.monotonic() - self.began

    def helped_by(self, each: Callable[[Search], None]) -> bool:
        """Run a pass; return whether it made the program smaller."""
        before = self.program
        each(self)
        return self.program is not before

    def attempt(self, candidate: Program) -> bool:
        """Replace the program by a candidate if that is smaller and fails; return whether it is."""
        self._check_time()
        new = hash(candidate) not in self.tried and self._smaller(candidate)
        return new and self._askable(candidate) and self._replaced(candidate)

    def attempt_as_small(self, changed: dict[int, str]) -> bool:
        """Replace the program by one with other words at some places if that fails; return whether it does."""
        words = (changed.get(at, word) for at, word in enumerate(self.words))
        return self._replaced(self.program._replace(words=tuple(words)))

    def _replaced(self, candidate: Program) -> bool:
        """Replace the program by a candidate if that fails; return whether it does."""
        self._check_time()
        self.tried.add(hash(candidate))
        failure = self.fails(candidate)
        if failure is None:
            return False
        self.program, self.best = candidate, (candidate, failure)
        return True

    def _check_time(self) -> None:
        """Stop the search if its time is up; the first program is always run."""
        if self.best is not None and self.elapsed > self.seconds:
            raise TimeIsUp

    def attempt_words(self, words: Iterable[str]) -> bool:
        """Try the program with other words."""
        return self.attempt(self.program._replace(words=tuple(words)))

    def attempt_without(self, places: Iterable[int]) -> bool:
        """Try the program without the words at some places."""
        excluded = set(places)
        kept = [(at, word) for at, word in enumerate(self.words) if at not in excluded]
        return self.attempt_words(renumbered(self.words, kept, self.family))

    def attempt_changed(self, words: Sequence[str], changed: dict[int, str]) -> bool:
        """Try the program with other words at some places."""
        kept = ((at, changed.get(at, word)) for at, word in enumerate(words))
        return self.attempt_words(renumbered(words, kept, self.family))

    def attempt_all_or_each(self, *ways: dict[int, str]) -> None:
        """Try the program with other words at all places, in any of these ways; otherwise in the first, one by one."""
        if not any(self.attempt_changed(self.words, each) for each in ways):
            for place, word in ways[0].items():
                self.attempt_changed(self.words, {place: word})

    def offers(self, word: str) -> bool:
        """Whether the port offers a word."""
        return self.target.offers(word, self.program.parameters)

    def _askable(self, candidate: Program) -> bool:
        """Whether the port can be sent a program, given that it offers its words with the current parameters."""
        parameters = candidate.parameters
        return parameters == self.program.parameters or (
            self.target.handshake.supports(parameters)
            and all(self.target.offers(word, parameters) for word in set(candidate.words))
            and not self.target.doubling(candidate, self.program.parameters)
        )

    def _smaller(self, candidate: Program) -> bool:
        """Whether a candidate is smaller than the best program, or is the first one."""
        if self.best is None:
            return True
        if len(candidate.words) == len(self.words):
            return self._size(candidate) < self._size(self.program)
        return 0 < len(candidate.words) < len(self.words)

    def _size(self, program: Program) -> tuple[int, int, int, int]:
        """The key by which programs with equally many words are compared."""
        chosen = other_choices(program.parameters, self.simplest)
        return (
            len(chosen),
            sum(word_size(word, self.family) for word in program.words),
            sum(sum(named(word, self.family)) for word in program.words),
            sum(amount(value) for value in chosen),
        )


def other_choices(parameters: Configuration, simplest: Configuration) -> list[object]:
    """The values of the parameters that do not have the simplest value."""
    values = [(getattr(parameters, f.name), getattr(simplest, f.name)) for f in fields(simplest)]
    return [value for value, simple in values if value != simple]


def amount(value: object) -> int:
    """The size of a parameter's value, compared with other values of it."""
    if isinstance(value, Enum):
        return 0
    return value if isinstance(value, int) else UNBOUNDED


@lru_cache(REMEMBERED)
def word_size(word: str, family: Family) -> int:
    """The size of a word: its numbers, ways and container, and whether a plainer one adds elements.

    That of a forged key is its distance from issued ones.
    """
    operation = decode(word, family)
    sizes = (
        forgery(value) if operand.type is Type.KEY else abs(operand.rank(value))
        for operand, value in family.leaves(operation)
    )
    plainer = operation.name in family.growing[1:]
    return sum(sizes) + plainer + word.count("@") + (operation.on > 1)


def forgery(name: KeyName) -> int:
    """How far a key is from the issued ones."""
    if not isinstance(name, Near | Key):
        return 0
    return 1 + distance(name.index) + distance(name.id)


def distance(number: int) -> int:
    """How far a number is from zero; a negative one counts as a little more."""
    return 2 * abs(number) + (number < 0)
