"""Covering programs: every edge of a small exploration, with every possible question in every state.

For a StableList this is the model with an element space of up to 8 cells, in each truncation mode; ids are one bit
wide, so that they wrap soon. For containers of which only the contract is known, it is a graph of the possible fates of
four keys. What such an exploration cannot show (a cascade of three steps, a space that does not halve, growth back into
kept memory …) is among the crafted programs of its system, one line each. Crafted programs are available at once; the
others take seconds to make, and are kept on disk (`cache`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import lru_cache, partial
from itertools import product, starmap
from typing import Any, Final

from stablelist_conformance.programs.cache import cached
from stablelist_conformance.programs.tour_programs import TourWriter, arrows
from stablelist_conformance.programs.tours import tours
from stablelist_conformance.wire.configurations import scope_words
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.protocol import Program, decode, parse_program
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.family import Kind
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.states import States
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL, STRUCTURAL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST, SYSTEMS

__all__ = ["contract_programs", "crafted", "explored_programs", "layout_programs"]

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
    return cached(f"{STABLE_LIST.name}-{index_bits}", STABLE_LIST.name, make)


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
            for words in coupled(frozenset(POOL.kinds), 2, ("extend:9", "remove:2", "remove:8"))
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
    make = partial(made_explored_programs, name)
    return cached(name, name, make) if name in SYSTEMS else tuple(make())


def made_explored_programs(name: str) -> list[Program]:
    """The same programs, without the cache."""
    system = system_named(name)
    programs: list[Program] = []
    for scope in system.scopes:
        graph, asked = States(system, follow=False, checks=False), set[Hashable]()
        edges = _Bounded(partial(arrows, graph), f"{scope_words(system, scope)} of {name}")
        paths = tours(graph.initial(scope), edges, LONGEST)
        programs += [TourWriter(name, scope, asked).program(path) for path in paths]
    return shortest_first(programs)


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


# --- The relatives ----------------------------------------------------------------------------------

KEYS: Final = 4
FAR_INDEX: Final = 2**53 - 1
Fates = tuple[str, ...]
"""The fate of each key, in the order of issue."""


@lru_cache(maxsize=16)
def contract_programs(offered: frozenset[str]) -> tuple[Program, ...]:
    """Programs for the operations that a port offers: coupled operations, and tours of the fates of keys.

    Insertions at an index are in programs of their own, because nobody knows what they displace.
    """
    words = (
        *coupled(offered, 3, ("add", "add")),
        *toured(offered),
        *placed(offered),
        *forged(offered),
    )
    return tuple(Program(Parameters(), program) for program in words)


def toured(offered: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Every edge of the fates of four keys."""
    asked: set[Fates] = set()
    nothing: Fates = ()
    for tour in tours(nothing, lambda fates: fate_edges(fates, offered), LONGEST):
        yield tuple(narrate(tour, offered, asked))


def placed(offered: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Insertions at an index that is free, taken, taken by another element, vacated, or far away."""
    if "put" not in offered:
        return
    keyed = [name for name in ("at", "contains") if name in offered]
    listed = [name for name in ("each", "len") if name in offered]
    beginnings = ((), ("add", "add"), ("add", "add", "remove:0"), ("add", "add", "remove:1"))
    between = ("remove:0", *(name for name in ("clear", "shrink_to_fit") if name in offered))
    for before, place, change in product(beginnings, (0, 1, 9, 300), between):
        words = (*before, f"put:{place}", "add", change, f"put:{place}", "add", f"put:{place}")
        asked = (f"{name}:{key}" for key in range(insertions(words)) for name in keyed)
        yield *words, *asked, *listed


def forged(offered: frozenset[str]) -> Iterator[tuple[str, ...]]:
    """Every operation on keys that were not issued, but are near issued ones; a port may take none."""
    for key in ("0~0.1", "0~1.0", "1~0.1", "2~5.7", f"#{FAR_INDEX}.0"):
        names = [name for name in KEY_OPERATIONS if name in offered]
        words = [f"{n}:{key}{':5' * (len(POOL.kinds[n].operands) > 1)}" for n in names]
        yield "add", "add", "remove:1", "add", *words, "add", *({"len"} & offered)


def insertions(words: Iterable[str]) -> int:
    """The insertions in some words of a pool."""
    return sum(POOL.insertions(decode(word, POOL)) for word in words)


BULK: Final = (
    "clear",
    "drain",
    "retain:2:0",
    "retain:1:1",
    "reserve:0",
    "reserve:3",
    "shrink_to_fit",
    "reload",
)


def coupled(
    offered: frozenset[str], times: int, start: tuple[str, ...]
) -> Iterator[tuple[str, ...]]:
    """Every sequence of a number of operations on the whole container, followed by every kind of insertion.

    What they leave behind (capacity, a free list, a generation) shows only at the next insertion. They are tried on a
    fresh container, and on one that was used before.
    """
    bulk = [word for word in BULK if word.partition(":")[0] in offered]
    ways = [
        word for word in ("add", "insert_with", "extend:2") if word.partition(":")[0] in offered
    ]
    asked = [word for word in ("at:0", "at:1", "len", "each") if word.partition(":")[0] in offered]
    for before in ((), start):
        for sequence, way in product(product(bulk, repeat=times), ways):
            yield *before, *sequence, way, "add", *asked


def fate_edges(fates: Fates, offered: frozenset[str]) -> Iterator[tuple[str, Fates]]:
    """The possible next operations, as words, and the fates of the keys after each."""
    for word, count in (("add", 1), ("insert_with", 1), ("extend:2", 2)):
        if word.partition(":")[0] in offered and len(fates) + count <= KEYS:
            yield word, (*fates, *["live"] * count)
    for number, fate in enumerate(fates):
        if fate == "live":
            yield f"remove:{number}", (*fates[:number], "removed", *fates[number + 1 :])
    for name in sorted(offered & {"clear", "drain"}):
        yield name, tuple(name if fate == "live" else fate for fate in fates)
    if "retain" in offered:
        for residue in (0, 1):
            kept = tuple(
                "retained-out" if fate == "live" and number % 2 != residue else fate
                for number, fate in enumerate(fates)
            )
            yield f"retain:2:{residue}", kept
    for word in ("reserve:0", "reserve:5", "shrink_to_fit", "reload"):
        if word.partition(":")[0] in offered:
            yield word, fates


def narrate(
    tour: list[tuple[str, Fates]], offered: frozenset[str], asked: set[Fates]
) -> Iterator[str]:
    """The words of a tour, with all questions in each state that was not asked before."""
    for word, fates in tour:
        yield word
        if fates not in asked:
            asked.add(fates)
            yield from questions(fates, offered)
    yield from (name for name in ("len", "each") if name in offered)


def questions(fates: Fates, offered: frozenset[str]) -> Iterator[str]:
    """Every question that shows something of a state, as far as the port offers it.

    Where elements are changed they stay even or odd: by that the tour knows which ones are retained.
    """
    yield from (n for n in ("len", "is_empty", "each", "keys", "traverse") if n in offered)
    for number, fate in enumerate(fates):
        yield from (f"{n}:{number}" for n in ("at", "contains", "repack", "apply") if n in offered)
        yield from (f"{n}:{number}:{number + 10}" for n in ("replace",) if n in offered)
        yield from (f"{n}:{number}:2" for n in ("at_mut",) if n in offered)
        if fate != "live" and "remove" in offered:
            yield f"remove:{number}"
        for name in ("exchange", "pair"):
            if name in offered:
                yield f"{name}:{number}:0"
                yield f"{name}:{number}:{number}"
    if "lend" in offered:
        yield from ("lend:add", "lend:clear")
    yield from (f"{name}:2" for name in ("each_mut",) if name in offered)
