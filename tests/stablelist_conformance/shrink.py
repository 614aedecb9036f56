"""Shrinking: the smallest program that still fails.

Passes make the program smaller, the quick ones first, and are repeated until none of them helps. Keys are renumbered to
the insertions that are left (`renumbering`), so that every candidate is a program. A long program loses whole kinds of
operations, then halves, quarters and so on. Then many insertions become one word, and so do many removals, if the port
offers that (`condense`). Then single words go, and numbers and parameters get smaller.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Any, Final, Generic, NamedTuple, TypeVar

from stablelist_spec.core.family import KEYS, Family
from stablelist_spec.core.operation import Configuration

from .condense import insertions_at_once, near_powers, removals_at_once, runs
from .engines import Subject
from .handshake import Widths
from .protocol import Program, decode, encode
from .renumbering import (
    REMEMBERED,
    insertion_numbers,
    insertions,
    live_keys,
    named,
    renumbered,
    with_head,
)

__all__ = ["shrink"]

F = TypeVar("F")

LARGE: Final = 64
"""The first chunks to be left out of a program are no smaller than this share of it."""
FEW: Final = 40
"""Of so many words any two are left out, and any stretch."""
LONG: Final = 200
"""A program of more words is not tried with other parameters and without every stretch."""
SHORT: Final = 6
"""A program of so many words is not rebuilt."""
LAST: Final = 3
"""As many words at the end stay where a program is rebuilt."""
GROWN: Final = 4
"""It is rebuilt with up to so many times the insertions that it had."""
UNBOUNDED: Final = 65
"""What an unbounded width counts as: more than any other."""


def shrink(
    program: Program, fails: Callable[[Program], F | None], seconds: float, subject: Subject
) -> tuple[Program, F] | None:
    """The smallest failing program found, and how it fails; None if the program does not fail at all.

    If there is time, no operation of it can be left out.

    Args:
        program: one that was seen to fail.
        fails: runs a program; how it failed, or None if it did not.
        seconds: stop looking for smaller ones after so long.
        subject: what the port can be asked.
    """
    search = _Search(program, fails, seconds, subject)
    with suppress(_TimeIsUp):
        if search.attempt(program):
            while any(search.helped_by(each) for each in PASSES):
                pass
    return search.best


class _TimeIsUp(Exception):  # noqa: N818 - a signal, not an error
    """Nothing more is to be tried."""


class Number(NamedTuple):
    """A number in a program: where it stands, and how small it may be."""

    place: int
    field: str
    value: int
    least: int


@dataclass
class _Search(Generic[F]):
    """The smallest program so far that fails, and how to look for a smaller one.

    Attributes:
        best: the program and how it fails, once it was seen to.
        tried: the hashes of all candidates; the candidates themselves can be long.
    """

    program: Program
    fails: Callable[[Program], F | None]
    seconds: float
    subject: Subject
    best: tuple[Program, F] | None = None
    tried: set[int] = field(default_factory=set)
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.family = self.program.family
        self.simplest: Configuration = self.subject.simplest()

    @property
    def words(self) -> tuple[str, ...]:
        """The words of the program."""
        return self.program.words

    def helped_by(self, each: Callable[[_Search[F]], None]) -> bool:
        """Whether a pass makes the program smaller."""
        before = self.program
        each(self)
        return self.program is not before

    def attempt(self, candidate: Program) -> bool:
        """Whether a candidate is smaller and fails; it takes the place of the program then."""
        new = hash(candidate) not in self.tried and self._smaller(candidate)
        if not new or not self._askable(candidate):
            return False
        if self.best is not None and time.monotonic() - self.began > self.seconds:
            raise _TimeIsUp
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


Search = _Search[Any]


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
    """How much there is to a word: its numbers but for its keys, and whether there is a plainer insertion."""
    operation = decode(word, family)
    numbers: list[int] = [getattr(operation, name) for name in family.fields(operation) - KEYS]
    return sum(numbers) + (operation.name in family.inserting - {family.plain})


# --- Words left out -------------------------------------------------------------------------------


def without_kinds(search: Search) -> None:
    """Leave out all operations of one kind, but for the last operation, which is the one that fails."""
    for name in search.family.kinds:
        words = search.words[:-1]
        search.attempt_without(at for at, w in enumerate(words) if w.partition(":")[0] == name)


def without_large_chunks(search: Search) -> None:
    """Leave out halves, quarters and so on."""
    without_chunks(search, max(1, len(search.words) // LARGE))


def without_small_chunks(search: Search) -> None:
    """Leave out ever smaller chunks, down to single words."""
    without_chunks(search, 1)


def without_chunks(search: Search, least: int) -> None:
    """Leave out chunks of half the program, then of a quarter, and so on."""
    for size in halves(len(search.words) // 2, least):
        for start, end in stretches(len(search.words), size):
            search.attempt_without(range(start, end))


def halves(size: int, least: int) -> Iterator[int]:
    """A size, its half, its quarter and so on."""
    while size >= least:
        yield size
        size //= 2


def stretches(length: int, size: int) -> Iterator[tuple[int, int]]:
    """Where stretches of a size begin and end. The last comes first: to change it moves none of the others."""
    for end in range(length, 0, -size):
        yield max(0, end - size), end


def without_any_two(search: Search) -> None:
    """Leave out any stretch of a short program, or any two words."""
    total = len(search.words)
    if total > FEW:
        return
    any(
        search.attempt_without(range(start, end))
        for start, end in combinations(range(total + 1), 2)
    ) or any(search.attempt_without(pair) for pair in combinations(range(total), 2))


# --- Many operations in one word ------------------------------------------------------------------


def inserting_at_once(search: Search) -> None:
    """Insert first, and at once, what a stretch inserts here and there."""
    total = len(search.words)
    for size in halves(total, max(2, total // LARGE)):
        for start, end in stretches(len(search.words), size):
            insert_at_once(search, start, end)
    for start, end in runs(search.words, lambda word: insertions(word, search.family) > 0):
        insert_at_once(search, start, end)


def insert_at_once(search: Search, start: int, end: int) -> None:
    """Insert at the beginning of a stretch whatever it inserts. Every key keeps its number."""
    words, family = search.words, search.family
    stretch = words[start:end]
    count = sum(insertions(word, family) for word in stretch)
    several = insertions_at_once(count, family, search.offers)
    others = (word for word in stretch if not insertions(word, family))
    search.attempt_words((*words[:start], *several, *others, *words[end:]))


def removing_at_once(search: Search) -> None:
    """Remove at once what a run of words removes."""
    removing = search.family.shrinking | search.family.resetting
    for start, end in runs(search.words, lambda word: word.partition(":")[0] in removing):
        words = search.words
        any(
            search.attempt_words((*words[:start], word, *words[end:]))
            for word in removals_at_once(words[:end], search.family, search.offers)
        )


def rebuilt(search: Search) -> None:
    """Insert many and remove some of them at once, in the place of all but the last few words."""
    two_at_once = len([*insertions_at_once(2, search.family, search.offers)]) == 1
    if two_at_once and len(search.words) > SHORT:
        any(rebuilt_before(search, len(search.words) - last) for last in range(1, LAST + 1))


def rebuilt_before(search: Search, place: int) -> bool:
    """Rebuild what is before a place, with as many insertions as there, or about a power of two."""
    head, tail, family = search.words[:place], search.words[place:], search.family
    inserted, live = insertion_numbers(head, family)[-1], len(live_keys(head, family))
    counts = dict.fromkeys((inserted, live, *near_powers(GROWN * inserted)))
    for start in (start for count in counts if count for start in beginnings(search, count)):
        words = with_head(start, tail, inserted, family)
        for parameters in (search.simplest, search.program.parameters):
            if search.attempt(search.program._replace(parameters=parameters, words=words)):
                return True
    return False


def beginnings(search: Search, count: int) -> Iterator[tuple[str, ...]]:
    """Words that insert so many and, but for the first of these, remove some of them."""
    several = tuple(insertions_at_once(count, search.family, search.offers))
    yield several
    for removal in removals_at_once(several, search.family, search.offers):
        yield *several, removal


# --- Simpler words --------------------------------------------------------------------------------


def plainer(search: Search) -> None:
    """Insert as plainly as the family can."""
    for place, word in enumerate(search.words):
        if insertions(word, search.family) and word != search.family.plain:
            search.attempt_changed(search.words, {place: search.family.plain})


def smaller_numbers(search: Search) -> None:
    """Make each number as small as it can be, the last one first: that renumbers none before it."""
    for number in reversed(numbers_of(search)):
        lowered(search, [number])


def smaller_numbers_together(search: Search) -> None:
    """Make two numbers smaller by the same amount, or three."""
    numbers = numbers_of(search)
    some = (several for count in (2, 3) for several in combinations(numbers, count))
    any(lowered(search, several) for several in some)


def numbers_of(search: Search) -> list[Number]:
    """All numbers of a program that can be smaller, its keys among them."""
    return [
        Number(place, operand.field, value, operand.least)
        for place, word in enumerate(search.words)
        for operation in [decode(word, search.family)]
        for operand in search.family.operands(operation)
        if isinstance(value := getattr(operation, operand.field), int) and value > operand.least
    ]


def lowered(search: Search, numbers: Sequence[Number]) -> bool:
    """Whether some numbers can be smaller by the same amount; the largest amount is found by bisection."""
    words = search.words
    low, high = 0, min(number.value - number.least for number in numbers)
    if attempt_lower(search, words, numbers, high):
        return True
    while high - low > 1:
        middle = (low + high) // 2
        lower = attempt_lower(search, words, numbers, middle)
        low, high = (middle, high) if lower else (low, middle)
    return low > 0


def attempt_lower(
    search: Search, words: Sequence[str], numbers: Sequence[Number], amount: int
) -> bool:
    """Attempt some words with smaller numbers."""
    changed: dict[int, str] = {}
    for place, name, value, _ in numbers:
        operation = decode(changed.get(place, words[place]), search.family)
        changed[place] = encode(operation.given(name, value - amount), search.family)
    return search.attempt_changed(words, changed)


# --- Simpler parameters ---------------------------------------------------------------------------


def simpler_parameters(search: Search) -> None:
    """Make all parameters the simplest, then each, or else smaller."""
    search.attempt(search.program._replace(parameters=search.simplest))
    for each in fields(search.simplest):
        choices = list(simpler_choices(search, each.name))
        any(search.attempt(search.program._replace(parameters=choice)) for choice in choices)


def simpler_choices(search: Search, name: str) -> Iterator[Configuration]:
    """The parameters with another value of one, the simplest first; then narrower widths, or smaller numbers."""
    for value in simpler_values(search, name):
        with suppress(ValueError):
            yield replace(search.program.parameters, **{name: value})


def simpler_values(search: Search, name: str) -> Iterator[object]:
    """Values of a parameter, the simplest first."""
    value, simplest = getattr(search.program.parameters, name), getattr(search.simplest, name)
    if value != simplest:
        yield simplest
    if isinstance(getattr(search.subject.handshake, name, None), Widths):
        yield from range(1, min(amount(value), UNBOUNDED - 1))
    elif isinstance(value, int) and isinstance(simplest, int):
        yield from (value - more for more in halves(value - simplest, 1))


def shorter_and_simpler(search: Search) -> None:
    """Leave out a stretch and make a parameter the simplest: a smaller container needs fewer insertions."""
    if len(search.words) > LONG:
        return
    firsts = (next(simpler_choices(search, f.name), None) for f in fields(search.simplest))
    choices = [search.simplest, *(choice for choice in firsts if choice is not None)]
    any(
        attempt_shorter(search, choice) for choice in choices if choice != search.program.parameters
    )


def attempt_shorter(search: Search, parameters: Configuration) -> bool:
    """Attempt the program with other parameters and without a stretch of any length, the longest first."""
    words, total = search.words, len(search.words)
    for size in range(total - 1, 0, -1):
        for start, end in stretches(total, size):
            kept = [(at, words[at]) for at in (*range(start), *range(end, total))]
            shorter = tuple(renumbered(words, kept, search.family))
            if search.attempt(search.program._replace(parameters=parameters, words=shorter)):
                return True
    return False


PASSES: Final[Sequence[Callable[[Search], None]]] = (
    without_kinds,
    without_large_chunks,
    inserting_at_once,
    removing_at_once,
    rebuilt,
    without_small_chunks,
    plainer,
    smaller_numbers,
    simpler_parameters,
    shorter_and_simpler,
    without_any_two,
    smaller_numbers_together,
)
"""What makes a program smaller. After one that helped, the first is tried again."""
