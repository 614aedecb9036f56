"""Patterns: a few words that bring a container further each time they are said, and how to find them.

A system names numbers of its states that programs should bring far (`System.measures`), such as the depth of a forest.
Random programs keep them small. So short sequences of words are tried on a model; one that raises the number again and
again is a pattern. With it a program goes on as far as it has words, and asks everything on the way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final, NamedTuple

from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.wire.operations import decode
from stablelist_spec.core.family import Meaning, Operand, Role, Type
from stablelist_spec.core.history import NO_KEY, History, contract_of
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second_contract import known_of
from stablelist_spec.core.system import System

__all__ = ["Pattern", "Simulated", "Told", "measured", "patterns"]

TIMES: Final = 12
"""How often a pattern is tried."""
FEWEST: Final = TIMES // 2
"""How far it must bring a container then."""
STRIDES: Final = (1, 2)
"""The distances between numbers that are named one after the other."""
NEWEST, BEFORE, FIRST = "newest", "before", "first"
"""The elements that a word of a pattern can be about."""
CHANGING: Final = (Role.GROW, Role.SHRINK, Role.ORDER, Role.REPLACE)
LOOKS: Final = 32
"""How many operations of a long program lie between two at which its measures are looked at."""

Word = tuple[str, tuple[str, ...]]
"""An operation, and which elements it is about, or its numbers."""


class Pattern(NamedTuple):
    """Words that raise a number of the state by one.

    Attributes:
        words: one after the other, for a new element each time.
        stride: between the numbers that name these, where the caller chooses them.
        start: what the number would be before the first time.
    """

    words: tuple[Word, ...]
    stride: int
    start: int = 0


@dataclass
class Told:
    """What a pattern has named so far: the elements of each kind, and the insertions where these hand out keys.

    If there are several kinds, two elements of the simplest one are there before.
    """

    can: Vocabulary
    pattern: Pattern
    named: dict[str, list[int]] = field(default_factory=dict)
    insertions: int = 0
    elements: int = 0

    def begin(self) -> Iterator[tuple[str, list[str]]]:
        """The words before the first time."""
        for name in self.can.elements[:1] * 2:
            self.join(name)
            yield name, []

    def next(self) -> Iterator[tuple[str, list[str]]]:
        """The words of the next time, each as its name and operands."""
        for name, about in self.pattern.words:
            inserts = self.can.kinds[name].inserts
            given = [*self.operands(name, about)] if inserts else []
            if self.can.kinds[name].role is Role.GROW:
                self.join(name)
            yield name, given or [*self.operands(name, about)]

    def join(self, name: str) -> None:
        """Note the element that an insertion adds."""
        inserts = self.can.kinds[name].inserts
        number = self.insertions if inserts else self.elements * self.pattern.stride
        self.insertions += inserts
        self.elements += 1
        self.named.setdefault(name if self.can.elements else "", []).append(number)

    def operands(self, name: str, about: tuple[str, ...]) -> Iterator[str]:
        """The operands of a word."""
        kind = self.can.kinds[name]
        for (operand, element), what in zip(self.can.operands[name], about, strict=True):
            if not element or self.can.placed:
                yield what if what.isdecimal() else str(operand.near(self.elements % 997))
                continue
            known = self.named.get(kind.of if self.can.elements else "", [0])
            place = {NEWEST: -1, BEFORE: -2, FIRST: 0}[what]
            yield str(operand.near(known[place if len(known) > 1 else 0]))


# --- The search -----------------------------------------------------------------------------------


def candidates(can: Vocabulary) -> Iterator[tuple[Word, ...]]:
    """Sequences of one insertion, of one change, or of both."""
    grows = [n for n in dict.fromkeys(can.single) if not can.kinds[n].counted]
    changes = [
        name for name, kind in can.kinds.items()
        if kind.role in CHANGING and name not in (*can.trying, *can.thinning, *can.ranges)
        and not kind.iterates
    ]  # fmt: skip
    last = [word for name in changes for word in worded(can, name)]
    first = [word for name in grows for word in worded(can, name)]
    first = first if can.elements else first[: 2 * len(grows)]
    yield from ((word,) for word in first)
    yield from ((word,) for word in last)
    yield from product(first, last)


def worded(can: Vocabulary, name: str) -> Iterator[Word]:
    """The words of an operation about any elements, and with the least numbers."""
    ways = [ways_of(can, name, each, element=element) for each, element in can.operands[name]]
    yield from ((name, about) for about in product(*ways))


def ways_of(can: Vocabulary, name: str, operand: Operand, *, element: bool) -> tuple[str, ...]:
    """What an operand can be in a pattern; the element that an insertion adds is the newest one."""
    if element and not can.placed:
        new = can.kinds[name].role is Role.GROW and operand.type is not Type.KEY
        return (NEWEST,) if new else (NEWEST, BEFORE, FIRST)
    if operand.meaning is Meaning.VALUE:
        return ("new", str(operand.near(0)))
    return (str(operand.near(0)),)


def patterns(
    can: Vocabulary, measures: Mapping[str, Callable[[Any], int]], start: Callable[[], Simulated]
) -> dict[Pattern, str]:
    """For each number of the state, the shortest pattern that raises it, if there is one; and the number it raises.

    If there are several kinds of elements, also the shortest of the longer ones: it may be about other elements.
    """
    found: dict[tuple[str, int], Pattern] = {}
    for words, stride in product(candidates(can), STRIDES if can.members else STRIDES[:1]):
        for name, pattern in raised(can, Pattern(words, stride), measures, start()):
            found.setdefault((name, len(words)), pattern)
    lengths = {name: sorted(n for each, n in found if each == name) for name in measures}
    best: dict[Pattern, str] = {}
    for name in measures:
        for length in lengths[name]:
            best.setdefault(found[name, length], name)
            if not (can.elements and can.subjects[found[name, length].words[-1][0]]):
                break  # a longer one would not be about other elements
    return best


def raised(
    can: Vocabulary,
    pattern: Pattern,
    measures: Mapping[str, Callable[[Any], int]],
    container: Simulated,
) -> Iterator[tuple[str, Pattern]]:
    """The numbers that a pattern raises by one each time, but for the first few times."""
    told, met = Told(can, pattern), {name: list[int]() for name in measures}
    for said in (told.begin(), *(told.next() for _ in range(TIMES))):
        for name, given in said:
            container.perform(decode(":".join((name, *given)), can.family))
        for name, measure in measures.items():
            met[name].append(measure(container.state))
    for name, numbers in met.items():
        late = numbers[FEWEST:]
        if late == [*range(late[0], late[0] + len(late))]:
            yield name, pattern._replace(start=late[-1] - TIMES)


# --- The model ------------------------------------------------------------------------------------


class Simulated:
    """A container whose answers nobody asks for: the model, or the contract, of which it goes the first way."""

    def __init__(self, system: System, said: Any, configuration: object) -> None:  # noqa: ANN401 - as `contract_of`
        self.system = system
        self.contract = None if system.exact else contract_of(system, said, configuration)
        self.known: Any = (
            self.contract.initial() if self.contract else History(system, configuration)
        )

    def perform(self, operation: Operation) -> None:
        """Carry out an operation; what the container lacks changes nothing."""
        if self.contract:
            first = next(iter(self.contract.outcomes(self.known, operation)))
            self.known = first.after(self.known)
        elif operation.name in self.system.answered:
            try:
                self.known.perform(operation)
            except ValueError:
                self.known.issued += [NO_KEY] * self.system.family.insertions(operation)

    @property
    def state(self) -> Any:  # noqa: ANN401 - of each system its own
        """The state, as the measures of the system take it."""
        return known_of(self.known, 1) if self.contract else self.known.state


def measured(container: Simulated, operations: Iterable[Operation]) -> dict[str, int]:
    """How far a program brings each number of the state."""
    measures, most = container.system.measures, dict[str, int]()
    for at, operation in enumerate(operations):
        container.perform(operation)
        if at < LOOKS or at % LOOKS == 0:
            most = {
                name: max(most.get(name, 0), each(container.state))
                for name, each in measures.items()
            }
    return {name: max(most.get(name, 0), each(container.state)) for name, each in measures.items()}
