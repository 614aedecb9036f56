"""Covering programs: every edge of a small exploration, with every possible question in every state.

For a StableList this is the model with an element space of up to 8 cells, in each truncation mode; ids are one bit
wide, so that they wrap soon. What such an exploration cannot show (a cascade of three steps, a space that does not
halve, growth back into kept memory …) is among the crafted programs of its system, one line each. Crafted programs are
available at once; those of a StableList take seconds to make, and are kept on disk (`cache`). Containers of which only
the contract is known have others (`fates`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import product, starmap
from typing import Any, Final

from stablelist_conformance.programs.cache import cached
from stablelist_conformance.programs.tour_programs import TourWriter, arrows
from stablelist_conformance.programs.tours import tours
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.wire.configurations import scope_words
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Program, parse_program
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Kind
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.states import States
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL, STRUCTURAL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST

__all__ = [
    "LONGEST",
    "coupled",
    "crafted",
    "explored_programs",
    "insertions",
    "layout_programs",
    "summary",
    "wholes",
]

MOST_STATES: Final = 10_000
"""The number of states of a scope that is explored completely."""
LONGEST: Final = 150
"""Edges in a tour. With the questions on the way, a program has some hundred operations."""


def crafted(name: str = STABLE_LIST.name) -> list[Program]:
    """All crafted programs of a system, written out, the shortest first."""
    return shortest_first(expand(text, name) for text in texts(system_named(name)))


def texts(system: System) -> Iterator[str]:
    """The crafted programs as texts; one about any operation on a key is repeated for each of them."""
    kinds = {name: kind for name, kind in system.family.kinds.items() if name in system.operations}
    about_a_key = {name: kind for name, kind in kinds.items() if len(kind.keys) == 1}
    for text in system.crafted:
        yield from starmap(partial(about, text), about_a_key.items()) if "?" in text else (text,)


def about(text: str, operation: str, kind: Kind) -> str:
    """A program with an operation on one key in the place of every question mark."""
    operand = ":5" * (len(kind.operands) > 1)
    words = (w.replace("?", operation) + operand if "?" in w else w for w in text.split())
    return " ".join(words)


def expand(text: str, system: str = STABLE_LIST.name) -> Program:
    """A crafted program with its repetitions written out.

    >>> expand("cost truncate=never id_bits=2 index_bits=0 : add*2 remove:0..1").words
    ('add', 'add', 'remove:0', 'remove:1')
    """
    first, *words = text.split()
    written = [first, *(one for word in words for one in repeated(word))]
    return parse_program(" ".join(written), system)[1]


def repeated(word: str) -> Iterator[str]:
    """A word, repeated as often as it says."""
    name, _, times = word.partition("*")
    if times:
        yield from [name] * int(times)
    elif ".." in word:
        operation, span = word.split(":")
        first, last = map(int, span.split(".."))
        yield from (f"{operation}:{number}" for number in range(first, last + 1))
    else:
        yield word


# --- StableList -----------------------------------------------------------------------------------------


@lru_cache(maxsize=2)
def layout_programs(index_bits: int = 3) -> tuple[Program, ...]:
    """Programs that take every edge of the smallest exploration, in every mode.

    They are the same in every run, the shortest first, so that what fails is short to begin with. For a port without
    such widths they are run at the nearest it has.
    """
    make = partial(made_layout_programs, index_bits)
    return cached(f"{STABLE_LIST.name}-{index_bits}", make)


def made_layout_programs(index_bits: int) -> list[Program]:
    """The same programs, without the cache."""
    programs: list[Program] = []
    quotient = TrackedKey(STABLE_LIST, follow=False)
    for mode in Truncate:
        preset = Parameters(truncate=mode, id_bits=1, index_bits=index_bits)
        asked: set[Hashable] = set()
        paths = tours(quotient.initial(preset), partial(arrows, quotient), LONGEST)
        programs += [_Narrator(STABLE_LIST.name, preset, asked).program(path) for path in paths]
        programs += [
            Program(Parameters(truncate=mode, id_bits=3), (*words, "layout", "cost"))
            for words in coupled(
                Vocabulary(POOL, POOL.kinds), 2, ("extend:9", "remove:2", "remove:8")
            )
        ]
    return shortest_first(programs)


def shortest_first(programs: Iterable[Program]) -> list[Program]:
    """Programs by their lengths."""
    return sorted(programs, key=lambda program: len(program.words))


KEY_CHANGES: Final = ("replace", "at_mut")


class _Narrator(TourWriter):
    """Asks every question about a StableList with ids of one bit."""

    def key_names(self) -> list[KeyName]:
        """The names of all keys with one-bit ids: the latest number if the key was issued, otherwise a forged name."""
        keys = [Key(i, id_) for i in range(-1, self.history.state.space + 1) for id_ in (0, 1)]
        return [self.numbers.get(key, key) for key in keys]

    def questions(self) -> Iterator[Operation]:
        """Every key that was or could be issued, iteration, cross-iteration, the layout and the cost."""
        names = self.key_names()
        resolving = [name for name in names if self.resolves(name)]
        for name in names:
            yield Operation("at", key=name)
            if name not in resolving:
                yield Operation("remove", key=name)
        turn = len(self.asked)
        change = KEY_CHANGES[turn % 2]
        any_key, live_key = (keys[turn % len(keys)] for keys in (names, resolving or names))
        for asked in ("contains", "key_at", "repack", change):
            yield Operation(asked, key=any_key, value=turn % 7)
        for asked in ("apply", "inspect", "repack", change):
            yield Operation(asked, key=live_key, value=turn % 7)
        structural = STRUCTURAL[turn % len(STRUCTURAL)]
        yield Operation(
            "lend",
            tried=Operation(
                structural, key=any_key, other=any_key, modulus=1, residue=0, count=turn % 3
            ),
        )
        yield Operation("each_mut", value=turn % 2)
        for question in ("len", "is_empty", "reload", "each", "keys", "traverse", "layout", "cost"):
            yield Operation(question)


# --- Whatever has a model ---------------------------------------------------------------------------


@lru_cache(maxsize=16)
def explored_programs(name: str) -> tuple[Program, ...]:
    """Programs that take every edge of the scopes of a system, the shortest first."""
    system = system_named(name)
    programs: list[Program] = []
    for scope in system.scopes:
        graph, asked = States(system, follow=False, checks=False), set[Hashable]()
        edges = _Bounded(partial(arrows, graph), f"{scope_words(system, scope)} of {name}")
        paths = tours(graph.initial(scope), edges, LONGEST)
        programs += [TourWriter(name, scope, asked).program(path) for path in paths]
    return tuple(shortest_first(programs))


class _Bounded:
    """The edges of the nodes of a scope, unless these are too many.

    Args:
        edges: those of a node.
        scope: in words.
    """

    def __init__(self, edges: Callable[[Any], Any], scope: str) -> None:
        self.edges, self.scope, self.met = edges, scope, 0

    def __call__(self, node: Any) -> Any:  # noqa: ANN401 - whatever a system has
        """The edges of one more node.

        Raises:
            UsageError: too many came before it.
        """
        self.met += 1
        if self.met > MOST_STATES:
            raise UsageError(
                f"the scope with {self.scope} has more than {MOST_STATES:,} states; "
                "choose a smaller one, or give its operands fewer values"
            )
        return self.edges(node)


# --- Operations on the whole --------------------------------------------------------------------------


def summary(can: Vocabulary) -> list[str]:
    """The shortest question about the whole container, and one that lists all elements."""
    listing = [name for name in can.questions if name in can.listing & can.bare]
    return [*(name for name in can.cheap if name in can.bare), *listing[:1]]


def wholes(can: Vocabulary) -> Iterator[str]:
    """Every operation that changes the container as a whole, with a few operands."""
    yield from can.clearing
    yield from (f"{name}:{kept}" for name in can.thinning for kept in ("2:0", "1:1"))
    yield from (f"{name}:{room}" for name in can.reserving for room in (0, 3))
    yield from (*can.releasing, *can.copying)


def insertions(can: Vocabulary) -> dict[str, int]:
    """Every kind of insertion, and how many elements it inserts."""
    several = {f"{can.bulk[0]}:2": 2} if can.bulk else {}
    return dict.fromkeys(can.single, 1) | several


def coupled(can: Vocabulary, times: int, start: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Every sequence of a number of operations on the whole container, followed by every kind of insertion.

    What they leave behind (capacity, a free list, a generation) shows only at the next insertion. They are tried on a
    fresh container, and on one that was used before.
    """
    asked = [*(f"{name}:{key}" for name in can.looking_up for key in (0, 1)), *summary(can)]
    for before in ((), start):
        for sequence, way in product(product([*wholes(can)], repeat=times), insertions(can)):
            yield *before, *sequence, way, can.family.plain, *asked
