"""Writing a tour as a program: an operation for every edge, and every possible question in every state.

An edge may lead to a state that was asked before, and spoil something that the model's state does not show: a
container that overwrites another live element has the same shape. So after an edge that was not taken before, the
oldest and the newest element that it did not concern are looked up, unless everything is asked there anyway; after a
refusal, which may have changed something all the same, the elements are listed. Such words are at most a quarter of
the others.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Final, TypeVar

from stablelist_conformance.wire.operations import encode
from stablelist_conformance.wire.protocol import Program
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.explore import Action, Quotient
from stablelist_spec.core.family import Refusal, Role
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.system import values

__all__ = ["Told", "TourWriter", "arrows"]

N = TypeVar("N", bound=Hashable)
ASKING: Final = (Role.READ, Role.REPLACE)
"""The roles of operations that do not change the state."""
ASIDE: Final = 4
"""How many other words a program has for each that looks aside."""


def arrows(quotient: Quotient[N], node: N) -> Iterator[tuple[Action, N]]:
    """The edges of a node that change the state."""
    return ((edge.action, edge.target) for edge in quotient.edges(node))


@dataclass
class Told:
    """What was written of the tours of a scope.

    Attributes:
        asked: the nodes in which everything was asked.
        taken: the edges that were taken, each as a node and an action.
        looks_aside: whether the elements are looked up that a change did not concern.
        words, aside: how many there are, and how many of them look aside.
    """

    looks_aside: bool = True
    asked: set[Hashable] = field(default_factory=set)
    taken: set[Hashable] = field(default_factory=set)
    words: int = 0
    aside: int = 0

    def may_look_aside(self) -> bool:
        """Whether another word can look aside, which is then counted."""
        may = self.looks_aside and (self.aside + 1) * (ASIDE + 1) <= self.words + 1
        self.aside += may
        return may


class TourWriter:
    """Writes a tour as a program, with every question in every state that was not asked before.

    Args:
        name: the name of the system.
        configuration: the configuration of the container.
        told: what this writer and others have written of the same scope.
        two: whether there are two containers.
    """

    def __init__(self, name: str, configuration: object, told: Told, *, two: bool = False) -> None:
        self.name, self.system = name, system_named(name)
        self.family, self.configuration = self.system.family, configuration
        self.history = History(self.system, configuration)
        self.told, self.asked, self.aside = told, told.asked, 0
        self.two = two
        self.made: list[str] = []
        self.words: list[str] = []
        self.met: set[str] = set()
        self.numbers: dict[Key, int] = {}
        self.finders = {name: self._finder(name) for name in (*self.family.inserting, "")}
        bare = [name for name, kind in self.family.kinds.items() if not kind.operands]
        self.shows = [Operation(name) for name in bare if name in self.system.shown]
        self.listings = [Operation(name) for name in bare if self._lists(name)]
        self.refused = False
        self.ways = [
            self.family.least(name, number=1)
            for name in self.family.kinds
            if name in self.family.inserting & self.system.operations
            and name not in self.family.looping.union(self.family.keyed)
        ]

    def program(self, tour: list[tuple[Action, N]]) -> Program:
        """The program of one tour."""
        node: Hashable = None
        for action, target in tour:
            done = self._act(action)
            if target not in self.asked:
                self.asked.add(target)
                for operation in self.questions():
                    self.perform(operation)
            elif (node, action) not in self.told.taken:
                self._look_aside(done)
            self.told.taken.add((node, action))
            node = target
        for operation in (*(self.listings if self.told.looks_aside else ()), *self.shows):
            self.perform(operation)
        return Program(self.configuration, tuple(self.words), self.name)

    def _lists(self, name: str) -> bool:
        """Whether an operation lists the elements."""
        kind = self.family.kinds[name]
        return kind.role is Role.READ and kind.lists and not kind.iterates and self._offered(name)

    def _offered(self, name: str) -> bool:
        """Whether the container has an operation."""
        return name in self.system.operations and self.system.able(self.configuration, name)

    def _act(self, action: Action) -> Operation:
        """Take an edge; insertions without operands use each of the inserting operations in turn."""
        if action.position is not None:
            about = action.keys([*self.system.live(self.history.state)])
            done = action.operation(self.family, *(self.numbers[key] for key in about))
        elif action.name in self.family.inserting and not action.operands:
            done = self.ways[(len(self.words) - self.aside) % len(self.ways)]
        else:
            done = action.operation(self.family)
        self.perform(done)
        if action.name in self.family.inserting:
            self.numbers[self.history.issued[-1]] = len(self.history.issued) - 1
        return done

    def _look_aside(self, done: Operation) -> None:
        """Look up the oldest and the newest element that an operation did not concern; list all if it was refused.

        Of two containers, both are listed in one of the ways in turn.
        """
        if self.two:
            turn = len(self.words) % max(1, len(self.listings))
            for on, listing in product((3 - done.on, done.on), self.listings[turn : turn + 1]):
                self.perform(listing.to(on))
            return
        others = self.listings[:1] if self.refused else self._others(done)
        for operation in dict.fromkeys((*others[:1], *others[-1:])):
            if self.told.may_look_aside():
                self.perform(operation)
                self.aside += 1

    def _others(self, done: Operation) -> list[Operation]:
        """The look-ups of all elements that an operation did not concern: those with keys by their age."""
        if self.family.keyed:
            live, concerned = self.system.live(self.history.state), self.family.keys_of(done)
            new = len(self.history.issued) - self.family.insertions(done)
            old = sorted(n for key, n in self.numbers.items() if key in live and n < new)
            found = [(self.finders[self.made[n]], n) for n in old if n not in concerned]
            return [self.family.least(finder, name) for finder, name in found if finder]
        named, finder = [*self.family.leaves(done)], self.finders[""]
        return [
            Operation(finder, **{operand.name: value})
            for operand in (self.family.kinds[finder].operands if finder else ())
            for value in values(self.system, self.configuration, operand)
            if (operand, value) not in named
        ]

    def _finder(self, of: str) -> str:
        """The simplest question about one element, of a kind if there are several; empty if there is none."""
        found = (
            name
            for name, kind in self.family.kinds.items()
            if name in self.system.operations
            and (kind.role, len(kind.operands)) == (Role.READ, 1)
            and self.family.names_element(kind.operands[0])
            and kind.finds
            and not kind.iterates
            and kind.of in ("", of)
        )
        return next(found, "")

    def perform(self, operation: Operation) -> None:
        """Write an operation, and follow it in the model."""
        self.words.append(encode(operation, self.family))
        self.told.words += 1
        if operation.name not in self.system.shown:
            step = self.history.perform(operation)
            self.met.update(step.labels)
            self.refused = isinstance(step.answer, Refusal)
        self.made += [operation.name] * (len(self.history.issued) - len(self.made))

    def resolves(self, name: KeyName) -> bool:
        """Whether the model finds a key now."""
        return self.history.key(name) in self.system.live(self.history.state)

    def key_names(self) -> list[KeyName]:
        """The issued keys, each by its latest number, and some forged ones near them."""
        issued = self.numbers
        last = max((key.index for key in issued), default=0)
        forged = [
            Key(-1, 0),
            Key(last + 1, 0),
            Key(last + 9, 1),
            *(Key(k.index, k.id + 1) for k in issued),
        ]
        return [*issued.values(), *(key for key in forged if key not in issued)]

    def questions(self) -> Iterator[Operation]:
        """All questions: the first one about every key, each of the others about one key; of two containers, the lists.

        Removals of keys that are not found are questions as well, because they change nothing.
        """
        if self.two:
            for on, listing in product((1, 2), self.listings):
                yield listing.to(on)
            return
        turn, kinds = len(self.asked), self.family.kinds
        names = self.key_names() if self.family.keyed else []
        offered = [name for name in kinds if self._offered(name)]
        keyed = [name for name in offered if kinds[name].keys]
        about = {name: names for name in keyed if kinds[name].role in ASKING}
        for name in names:
            yield self.family.least(next(iter(about)), name)
        lost = [name for name in names if not self.resolves(name)]
        about |= {name: lost for name in keyed if kinds[name].role is Role.SHRINK}
        for asked in about:
            yield from self._about_keys(asked, about[asked], turn)
        for asked in offered:
            asking = ASKING if self.family.keyed else ASKING[:1]
            if not kinds[asked].keys and kinds[asked].role in (*asking, Role.SHOW):
                yield from self._about_all(asked, turn)

    def _about_keys(self, name: str, names: list[KeyName], turn: int) -> Iterator[Operation]:
        """A question about the keys in turn, and about every key whose answer is of a new kind."""
        for number, key in enumerate(names):
            other = names[(number + 1) % len(names)]
            operation = self.family.least(name, key, other, number=turn % 7)
            if number == turn % len(names) or not self.met.issuperset(
                self.history.step(operation).labels
            ):
                yield operation

    def _about_all(self, name: str, turn: int) -> Iterator[Operation]:
        """A question about the whole, with a few operands each."""
        kind = self.family.kinds[name]
        if kind.tries:
            tried = [
                n
                for n in self.family.structural
                if n in self.system.operations and not self.family.kinds[n].keys
            ]
            operation = self.family.least(tried[turn % len(tried)], number=turn % 3)
            yield Operation(name, **{kind.operands[-1].name: operation})
            return
        names = [operand.name for operand in kind.operands]
        few = [values(self.system, self.configuration, operand) for operand in kind.operands]
        for chosen in product(*few):
            yield Operation(name, **dict(zip(names, chosen, strict=True)))
