"""Covering programs: every edge of the explored minimal preset, with everything visible asked in every state.

For a StableList the graph is the model's own, explored with an element space of up to 8 cells, in each truncation mode;
ids are one bit wide, so that every stale key is soon a wrapped one. For the relatives it is the graph of what
can become of four keys. What one preset cannot show (a cascade of three steps, a space that does not halve, growth
back into kept memory …) is in the list `CRAFTED`, one line each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from stablelist_spec.explore import Action
from stablelist_spec.history import History
from stablelist_spec.labels import Resolution
from stablelist_spec.operation import KeyName, Operation
from stablelist_spec.parameters import Parameters, Truncate
from stablelist_spec.stable_list import Has, Key, resolve
from stablelist_spec.tracked_key import Node, TrackedKey

from .protocol import Program, encode, parse_program
from .tours import tours

__all__ = ["contract_programs", "layout_programs"]

LONGEST: Final = 150
"""Edges in a tour; with what is asked on the way, a program has some hundred operations."""

CRAFTED: Final = (
    # a cascade of three steps and more, to the minimum; the free lists of q1 and q2 both long
    "cost,4,0,iteration,2,0 add*33 remove:5..31 remove:4 remove:3 remove:32 add*20 each layout cost",
    "cost,4,0,memory,2,0 add*65 remove:40..63 remove:2..39 remove:64 add*9 each layout cost",
    "cost,4,0,never,2,0 add*33 remove:1..32 add*3 layout cost clear add layout cost",
    # a cascade that ends at a live h2, its list handed over
    "cost,4,0,iteration,2,0 add*17 remove:9..15 remove:6..7 remove:16 layout cost add*12 layout",
    # q1's list is split, and what goes to q2 is reversed
    "cost,4,0,memory,2,0 add*17 remove:3 remove:0 remove:2 remove:1 remove:16 layout add*5 layout",
    # growth back into memory that was kept, and beyond it
    "cost,4,0,iteration,2,0 add*9 remove:8 cost add cost remove:9 remove:7 add*9 cost layout",
    "cost,4,0,memory,2,0 add*9 remove:8 cost add cost remove:9 remove:7 add*9 cost layout",
    # R1: rounding up, and a half that is no multiple of 4
    "cost,5,21,iteration,2,0 layout add*13 layout remove:12 layout cost",
    "cost,9,40,memory,2,0 layout add*21 remove:20 layout cost remove:0..19 layout cost",
    # a preallocated space whose h2 was never used stays
    "cost,4,16,iteration,2,0 add*4 remove:0..3 layout add*9 remove:4..12 layout cost",
    # R1 and R6 again, as short as they can be
    "cost,4,0,never,2,0 add*5 remove:4 layout",
    "cost,4,12,iteration,2,0 add*7 remove:6 layout",
    "cost,4,0,memory,2,0 add*5 remove:4 cost layout",
    # a removal outside an empty h2 does not truncate
    "cost,4,8,iteration,2,0 add*3 remove:1 layout remove:0 layout",
    # the whole index range, with and without a power of two in the way
    "cost,4,12,iteration,2,4 add*18 len layout remove:15 add*2 layout cost",
    "cost,4,0,iteration,2,3 add*9 at:8 contains:8 remove:8 clear add layout cost",
    # clear by mode, with memory kept or given back, and the ids that go on
    "cost,4,0,memory,2,0 add*9 clear layout cost at:0 add at:0 at:8 layout",
    "cost,4,0,iteration,2,0 add*9 remove:2 clear layout cost at:0 apply:0 remove:0 contains:0 add at:0",
    "cost,8,0,never,2,0 clear add*3 clear clear layout cost",
    # a key that truncation cut off
    "cost,4,0,iteration,8,0 add*5 remove:4 at:4 contains:4 remove:4 apply:4 add at:4 apply:4",
    "cost,4,0,iteration,8,0 add*2 remove:0 apply:0 exchange:1:0 remove:1 apply:1 layout",
    # one-bit ids: retired keys that resolve again, by every operation
    "cost,4,0,iteration,1,0 add remove:0 add remove:1 add at:0 contains:0 apply:0 remove:0 len layout",
    "cost,4,0,iteration,1,0 add add remove:1 remove:0 add add exchange:2:1 at:1 remove:1 at:3 layout",
    # elements change places, keys do not
    (
        "cost,4,0,iteration,8,0 add*5 exchange:0:3 each exchange:3:0 exchange:1:1 at:1 remove:3 exchange:0:3 "
        "exchange:3:0 each keys traverse"
    ),
    (
        "cost,4,0,iteration,8,0 each keys traverse lend:add lend:clear add traverse lend:remove:0 "
        "lend:add lend:clear at:0 len layout apply:0"
    ),
    # forged keys by kind
    (
        "cost,4,0,iteration,8,0 add*3 remove:1 at:#-1.0 contains:#-1.0 remove:#-1.0 apply:#-1.0 at:#0.7 "
        "contains:#0.7 remove:#0.7 apply:#0.7 at:#1.1 contains:#1.1 remove:#1.1 apply:#1.1 at:#3.3 "
        "contains:#3.3 remove:#3.3 apply:#3.3 at:#9.0 contains:#9.0 remove:#9.0 apply:#9.0 "
        "at:#9007199254740991.0 remove:#4294967296.0 remove:#-4.0 len at:#2.2 contains:#2.2 apply:#2.2 "
        "remove:#2.2 at:2 layout"
    ),
)
"""Programs for what the minimal preset cannot show. ``add*3`` and ``remove:5..7`` stand for repetition."""


def expand(text: str) -> Program:
    """A crafted program with its repetitions written out.

    >>> expand("cost,4,0,never,2,0 add*2 remove:0..1").words
    ('add', 'add', 'remove:0', 'remove:1')
    """
    first, *words = text.split()
    return parse_program(" ".join([first, *(one for word in words for one in repeated(word))]))[1]


def repeated(word: str) -> Iterator[str]:
    """A word, as often as it says."""
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


@lru_cache(maxsize=1)
def layout_programs() -> tuple[Program, ...]:
    """Programs that take every edge of the minimal preset in every mode, and the crafted ones.

    They are the same in every run, the shortest first, so that what fails is short to begin with. For a port without
    such widths they are run at the nearest it has.
    """
    programs = [expand(text) for text in CRAFTED]
    quotient = TrackedKey(follow=False)
    for mode in Truncate:
        preset = Parameters(truncate=mode, id_bits=1, index_bits=3)
        asked: set[Node] = set()
        paths = tours(quotient.initial(preset), lambda node: arrows(quotient, node), LONGEST)
        programs += [_Narrator(preset, asked).program(path) for path in paths]
    return tuple(sorted(programs, key=lambda program: len(program.words)))


def arrows(quotient: TrackedKey, node: Node) -> Iterator[tuple[Action, Node]]:
    """The edges of a node, without what is not needed for walking."""
    return ((edge.action, edge.target) for edge in quotient.edges(node))


class _Narrator:
    """Writes a tour down as a program, asking everything in every state that was not asked before."""

    def __init__(self, parameters: Parameters, asked: set[Node]) -> None:
        self.history = History(parameters)
        self.asked = asked
        self.words: list[str] = []
        self.numbers: dict[Key, int] = {}

    def program(self, tour: list[tuple[Action, Node]]) -> Program:
        """The program of one tour."""
        for action, target in tour:
            self._act(action)
            if target not in self.asked:
                self.asked.add(target)
                for operation in self._questions():
                    self._perform(operation)
        self._perform(Operation("layout"))
        self._perform(Operation("cost"))
        return Program(self.history.state.parameters, tuple(self.words))

    def _act(self, action: Action) -> None:
        """Take an edge."""
        if action.position is None:
            self._perform(Operation(action.name))
            if action.name == "add":
                self.numbers[self.history.issued[-1]] = len(self.history.issued) - 1
        else:
            cell = self.history.state.cells[action.position]
            assert isinstance(cell, Has)
            self._perform(Operation("remove", self.numbers[Key(action.position, cell.id)]))

    def _perform(self, operation: Operation) -> None:
        """Write an operation down and follow it."""
        self.words.append(encode(operation))
        if operation.name not in {"layout", "cost"}:
            self.history.perform(operation)

    def _questions(self) -> Iterator[Operation]:
        """Each key that there was or could be, iteration, cross-iteration, the layout and the cost."""
        names = self._key_names()
        resolving = [name for name in names if self._resolves(name)]
        for name in names:
            yield Operation("at", name)
            if name not in resolving:
                yield Operation("remove", name)
        turn = len(self.asked)
        yield Operation("contains", names[turn % len(names)])
        yield Operation("apply", (resolving or names)[turn % len(resolving or names)])
        structural = ("remove", "add", "clear")[turn % 3]
        lent = names[turn % len(names)] if structural == "remove" else None
        yield Operation("lend", lent, structural=structural)
        for question in ("len", "is_empty", "each", "keys", "traverse", "layout", "cost"):
            yield Operation(question)

    def _key_names(self) -> list[KeyName]:
        """Every key of one-bit ids: by its latest number if it was issued, else forged."""
        keys = [Key(i, id_) for i in range(-1, self.history.state.space + 1) for id_ in (0, 1)]
        return [self.numbers.get(key, key) for key in keys]

    def _resolves(self, name: KeyName) -> bool:
        """Whether the model finds a key now."""
        return resolve(self.history.state, self.history.key(name)) is Resolution.HIT


# --- The relatives ----------------------------------------------------------------------------------

KEYS: Final = 4
Fates = tuple[str, ...]
"""What became of each key, in the order of issue."""


@lru_cache(maxsize=16)
def contract_programs(offered: frozenset[str]) -> tuple[Program, ...]:
    """Programs that take every edge of what can become of four keys, by the operations that a port offers."""
    asked: set[Fates] = set()
    nothing: Fates = ()
    return tuple(
        Program(Parameters(), tuple(narrate(tour, offered, asked)))
        for tour in tours(nothing, lambda fates: fate_edges(fates, offered), LONGEST)
    )


def fate_edges(fates: Fates, offered: frozenset[str]) -> Iterator[tuple[str, Fates]]:
    """What can be done next, as a word, and what then became of the keys."""
    if len(fates) < KEYS:
        yield "add", (*fates, "live")
    for number, fate in enumerate(fates):
        if fate == "live":
            yield f"remove:{number}", (*fates[:number], "removed", *fates[number + 1 :])
    for name in offered & {"clear", "drain"}:
        yield name, tuple(name if fate == "live" else fate for fate in fates)
    if "retain" in offered:
        for residue in (0, 1):
            kept = tuple(
                "retained-out" if fate == "live" and number % 2 != residue else fate
                for number, fate in enumerate(fates)
            )
            yield f"retain:2:{residue}", kept


def narrate(
    tour: list[tuple[str, Fates]], offered: frozenset[str], asked: set[Fates]
) -> Iterator[str]:
    """The words of a tour, asking everything in each state that was not asked before."""
    for word, fates in tour:
        yield word
        if fates not in asked:
            asked.add(fates)
            yield from questions(fates, offered)
    yield from (name for name in ("len", "each") if name in offered)


def questions(fates: Fates, offered: frozenset[str]) -> Iterator[str]:
    """Everything visible in a state, as far as the port offers it."""
    yield from (n for n in ("len", "is_empty", "each", "keys", "traverse") if n in offered)
    for number, fate in enumerate(fates):
        yield from (f"{n}:{number}" for n in ("at", "contains", "apply") if n in offered)
        if fate != "live" and "remove" in offered:
            yield f"remove:{number}"
        if "exchange" in offered:
            yield f"exchange:{number}:0"
            yield f"exchange:{number}:{number}"
    if "lend" in offered:
        yield from ("lend:add", "lend:clear")
