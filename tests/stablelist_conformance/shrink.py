"""Shrinking: the smallest program that still fails, found by Hypothesis.

A candidate is a choice among the words of the failing program, in any order, and among simplifications of its
parameters. Keys are renumbered to the insertions that are left, and words whose key is gone are dropped, so that
every choice is a program. The failing program itself enters through ``fuzz_one_input``, Hypothesis' documented door
for failures found elsewhere; its shrinker does the rest, and the smallest failure it meets is kept here.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, fields, replace
from typing import Final, Generic, TypeVar

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.database import InMemoryExampleDatabase

from stablelist_spec.core.family import KEYS, Family, Operand
from stablelist_spec.core.operation import Configuration, KeyName, Near, Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters, Truncate

from .protocol import Program, decode, encode

__all__ = ["shrink"]

F = TypeVar("F")

MOST_WORDS: Final = 2500
"""Hypothesis bounds the size of one example; a longer program is cut before it gets there."""
LONG: Final = 200
"""A program that Hypothesis left longer than this is not polished in every detail."""
UINT16: Final = (1 << 16) - 1
SIMPLEST: Final = Parameters(minimum=4, capacity=0, truncate=Truncate.ITERATION, id_bits=32)
"""What a person reads most easily, where the port supports it."""


def shrink(
    program: Program,
    fails: Callable[[Program], F | None],
    seconds: float,
    simplest: Configuration = SIMPLEST,
) -> tuple[Program, F] | None:
    """The smallest failing program met, and how it fails; None if the program does not fail at all.

    Args:
        program: one that was seen to fail.
        fails: runs a program; how it failed, or None if it did not.
        seconds: stop looking for smaller ones after so long.
        simplest: the simplest configuration that the port supports.
    """
    free = _shrink(_Search(program, fails, seconds / 2, simplest))
    if free is None or program.parameters == simplest:
        return free
    # Simpler parameters are sometimes paid for with more operations.
    pinned = _shrink(_Search(program, fails, seconds / 2, program.parameters))
    return pinned if pinned is not None and len(pinned[0].words) < len(free[0].words) else free


def _shrink(search: _Search[F]) -> tuple[Program, F] | None:
    """One search."""
    search.attempt(everything(search.program))
    if search.best is None:
        return None
    test = hypothesis_test(search)
    with suppress(_TimeIsUp):
        for run in (lambda: test.hypothesis.fuzz_one_input(search.encoded()), test):  # type: ignore[attr-defined]
            with suppress(_StillFails):
                run()
        search.polish()
    return search.best


class _TimeIsUp(BaseException):
    """Nothing more is to be tried. It passes through Hypothesis, which handles no BaseException."""


class _StillFails(AssertionError):  # noqa: N818 - a signal to Hypothesis, not an error
    """A candidate that fails."""


Choice = tuple[int, ...]
"""Which parameters to simplify, as a mask of those to keep; then the words, counted from 1."""


def everything(program: Program) -> Choice:
    """The choice that keeps the whole program."""
    return (KEEP_ALL, *range(1, len(program.words) + 1))


@st.composite
def choices(draw: st.DrawFn) -> Choice:
    """A mask, then words up to a 0."""
    numbers = st.integers(0, UINT16)
    chosen = [draw(numbers)]
    while len(chosen) < MOST_WORDS and (word := draw(numbers)):
        chosen.append(word)
    return tuple(chosen)


KEEP_ALL: Final = UINT16


def hypothesis_test(search: _Search[F]) -> Callable[[], None]:
    """A test without generation: it replays what was put into its database, and shrinks it."""

    @settings(
        database=InMemoryExampleDatabase(),
        phases=(Phase.reuse, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        deadline=None,
        print_blob=False,
    )
    @given(choices())
    def test(choice: Choice) -> None:
        if search.attempt(choice):
            raise _StillFails

    return test


@dataclass
class _Search(Generic[F]):
    """Candidates tried so far, and the smallest that fails."""

    program: Program
    fails: Callable[[Program], F | None]
    seconds: float
    simplest: Configuration = SIMPLEST
    best: tuple[Program, F] | None = None
    tried: dict[Program, bool] = field(default_factory=dict)
    began: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.program = self.program._replace(words=self.program.words[: MOST_WORDS - 2])
        self.names = [each.name for each in fields(self.simplest)]

    def attempt(self, choice: Choice) -> bool:
        """Whether the program that a choice stands for fails."""
        return self.attempt_program(self.chosen(choice))

    def attempt_program(self, candidate: Program) -> bool:
        """Whether a candidate fails, as far as there is time to try it."""
        if candidate not in self.tried:
            if self.best is not None and time.monotonic() - self.began > self.seconds:
                raise _TimeIsUp
            self.tried[candidate] = bool(candidate.words) and self._try(candidate)
        return self.tried[candidate]

    def polish(self) -> None:
        """Leave out a run of words, or make one simpler, for as long as that helps.

        With a run of words left out, the parameters are kept or one of them is simplified. Hypothesis goes by
        small steps. It does not see that a container of half the size needs half the insertions.
        """
        while self.best is not None and (
            self._shortened(self.best[0]) or self._reworded(self.best[0])
        ):
            pass

    def _shortened(self, program: Program) -> bool:
        """Whether a shorter program fails; it is the best one then."""
        for parameters in self._simpler(program.parameters):
            for words in shorter(program.words, program.family):
                if self.attempt_program(program._replace(parameters=parameters, words=words)):
                    return True
        return False

    def _reworded(self, program: Program) -> bool:
        """Whether the program fails with one word made simpler; it is the best one then."""
        words = program.words
        kept = list(enumerate(words))
        for place, word in kept:
            for simpler in simpler_words(word, program.family):
                changed = [*kept[:place], (place, simpler), *kept[place + 1 :]]
                if self.attempt_program(
                    program._replace(words=tuple(renumbered(words, changed, program.family)))
                ):
                    return True
        return False

    def _simpler(self, parameters: Configuration) -> Iterator[Configuration]:
        """The configuration, then with one of its choices at its simplest."""
        yield parameters
        for name in self.names:
            with suppress(ValueError):
                simpler = replace(parameters, **{name: getattr(self.simplest, name)})
                if simpler != parameters:
                    yield simpler

    def _try(self, candidate: Program) -> bool:
        failure = self.fails(candidate)
        if failure is None:
            return False
        if self.best is None or self.size(candidate) < self.size(self.best[0]):
            self.best = (candidate, failure)
        return True

    def chosen(self, choice: Choice) -> Program:
        """The program that a choice stands for."""
        mask, *places = choice
        within = [place - 1 for place in places if place <= len(self.program.words)]
        kept = [(place, self.program.words[place]) for place in within]
        words = tuple(renumbered(self.program.words, kept, self.program.family))
        return self.program._replace(parameters=self.simplified(mask), words=words)

    def simplified(self, keep: int) -> object:
        """The parameters, at their simplest wherever the mask does not keep them and that is possible."""
        kept = {
            name: getattr(self.program.parameters if keep >> bit & 1 else self.simplest, name)
            for bit, name in enumerate(self.names)
        }
        try:
            return type(self.simplest)(**kept)
        except ValueError:
            unchanged: object = self.program.parameters
            return unchanged

    def size(self, program: Program) -> tuple[int, int, int, str]:
        """What makes one program smaller than another: words, then simpler parameters, then simpler words."""
        parameters = program.parameters
        complex_ones = sum(
            getattr(parameters, name) != getattr(self.simplest, name) for name in self.names
        )
        complexity = sum(word_size(word, program.family) for word in program.words)
        return len(program.words), complex_ones, complexity, " ".join(program.words)

    def encoded(self) -> bytes:
        """The whole program as Hypothesis reads bytes: each integer of `choices` takes two."""
        return b"".join(number.to_bytes(2, "big") for number in (*everything(self.program), 0))


def shorter(words: Sequence[str], family: Family = POOL) -> Iterator[tuple[str, ...]]:
    """The words without one run of them, the shortest first; a very long program only without a tenth or more."""
    total = len(words)
    for length in range(total - 1, total // 10 if total > LONG else 0, -1):
        for start in range(total - length + 1):
            places = [*range(start), *range(start + length, total)]
            yield tuple(renumbered(words, [(place, words[place]) for place in places], family))


def numbers_of(operation: Operation, family: Family) -> Iterator[tuple[Operand, int]]:
    """The operands that are no keys, with their values."""
    for operand in family.operands(operation):
        if operand.field not in KEYS:
            yield operand, int(getattr(operation, operand.field))


def word_size(word: str, family: Family = POOL) -> int:
    """How much there is to a word: its operands, but for its keys, and whether there is a plainer insertion."""
    operation = decode(word, family)
    fancy = operation.name in family.inserting and operation.name != family.plain
    return sum(number for _, number in numbers_of(operation, family)) + fancy


def simpler_words(word: str, family: Family = POOL) -> Iterator[str]:
    """The words that a person would rather read, the simplest first: plain insertions, smaller operands.

    >>> list(simpler_words("extend:3")), list(simpler_words("at_mut:2:9"))
    (['add', 'extend:0', 'extend:1', 'extend:2'], ['at_mut:2:0', 'at_mut:2:4', 'at_mut:2:8'])
    """
    operation = decode(word, family)
    if operation.name in family.inserting - {family.plain}:
        yield family.plain
    for operand, number in numbers_of(operation, family):
        least = operand.least
        for smaller in sorted({least, max(least, number // 2), number - 1}):
            if least <= smaller < number:
                yield encode(operation.given(operand.field, smaller), family)


def renumbered(
    words: Sequence[str], kept: Iterable[tuple[int, str]], family: Family = POOL
) -> Iterator[str]:
    """The words kept at these places, or simpler ones there, their keys renumbered to the insertions among them.

    Where a simpler word inserts less, its last insertion stands for those that are missing.
    """
    numbers = insertion_numbers(words, family)
    renamed: dict[int, int] = {}
    inserted = 0
    for place, word in kept:
        operation = decode(word, family)
        count = family.insertions(operation)
        before = family.insertions(decode(words[place], family)) if count else 0
        for offset in range(before):
            renamed[numbers[place] + offset] = inserted + min(offset, count - 1)
        inserted += count
        named = [
            number
            for key in (operation.key, operation.other)
            if (number := anchor(key)) is not None
        ]
        if all(number in renamed for number in named):
            key, other = (renumber(key, renamed) for key in (operation.key, operation.other))
            yield encode(operation._replace(key=key, other=other), family) if named else word


def anchor(name: KeyName | None) -> int | None:
    """The insertion that a key is named by."""
    if isinstance(name, Near):
        return name.number
    return name if isinstance(name, int) else None


def renumber(name: KeyName | None, renamed: Mapping[int, int]) -> KeyName | None:
    """The key by the new number of its insertion."""
    if isinstance(name, Near):
        return name._replace(number=renamed[name.number])
    return renamed[name] if isinstance(name, int) else name


def insertion_numbers(words: Sequence[str], family: Family = POOL) -> list[int]:
    """For every place, how many insertions came before it."""
    numbers, count = [], 0
    for word in words:
        numbers.append(count)
        count += family.insertions(decode(word, family))
    return numbers
