"""Covering programs: every edge of a small exploration, with every possible question in every state.

The scopes are those of the system. For a StableList they are an element space of up to 8 cells, in each truncation
mode; ids are one bit wide, so that they wrap soon. What such an exploration cannot show (a cascade of three steps, a
space that does not halve, growth back into kept memory …) is among the crafted programs of its system, one line each.
Crafted programs are available at once; those of a StableList take seconds to make, and are kept on disk (`cache`).
Containers of which only the contract is known have others (`fates`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import product, starmap
from typing import Any, Final

from stablelist_conformance.programs.cache import cached
from stablelist_conformance.programs.tour_programs import Told, TourWriter, arrows
from stablelist_conformance.programs.tours import tours
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.wire.configurations import scope_words
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Program, parse_program
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Kind
from stablelist_spec.core.states import Pairs, States
from stablelist_spec.core.system import System
from stablelist_spec.systems import STABLE_LIST

__all__ = [
    "LONGEST",
    "coupled",
    "crafted",
    "explored_programs",
    "insertions",
    "scope_programs",
    "summary",
    "wholes",
]

MOST_STATES: Final = 10_000
"""The number of states of a scope that is explored completely."""
LONGEST: Final = 150
"""Edges in a tour. With the questions on the way, a program has some hundred operations."""


def crafted(name: str = STABLE_LIST.name) -> tuple[Program, ...]:
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


# --- Exploring --------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def explored_programs(name: str, *, aside: bool = True) -> tuple[Program, ...]:
    """Programs that take every edge of the scopes of a system, the shortest first.

    Args:
        name: that of the system.
        aside: whether elements are looked up that a change did not concern; vectors do without, to be small.
    """
    system = system_named(name)
    parts = [partial(scope_programs, name, scope, aside=aside) for scope in system.scopes]
    parts += [partial(pair_programs, name, scope) for scope in system.pairs if aside]
    if name != STABLE_LIST.name:
        return shortest_first(program for part in parts for program in part())
    kept = name if aside else f"{name}-vectors"
    return shortest_first(cached({f"{kept}-{n}": part for n, part in enumerate(parts, 1)}))


def scope_programs(name: str, scope: object, *, aside: bool = True) -> list[Program]:
    """Programs that take every edge of a scope of a system."""
    system, told = system_named(name), Told(looks_aside=aside)
    graph = States(system, follow=False, checks=False)
    edges = _Bounded(partial(arrows, graph), f"{scope_words(system, scope)} of {name}")
    paths = tours(graph.initial(scope), edges, LONGEST)
    return [TourWriter(name, scope, told).program(path) for path in paths]


def pair_programs(name: str, scope: object) -> list[Program]:
    """Programs that take every edge of two containers in a scope of a system."""
    system, told = system_named(name), Told()
    graph = Pairs(system)
    edges = _Bounded(partial(arrows, graph), f"two containers with {scope_words(system, scope)}")
    paths = tours(graph.initial(scope), edges, LONGEST)
    return [TourWriter(name, scope, told, two=True).program(path) for path in paths]


def shortest_first(programs: Iterable[Program]) -> tuple[Program, ...]:
    """Programs by their lengths."""
    return tuple(sorted(programs, key=lambda program: len(program.words)))


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
