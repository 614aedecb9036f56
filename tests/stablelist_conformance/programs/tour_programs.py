"""Writing a tour as a program: an operation for every edge, and every possible question in every state."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from itertools import product
from typing import Final, TypeVar

from stablelist_conformance.wire.protocol import Program, encode
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.core.explore import Action, Quotient
from stablelist_spec.core.family import Role
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.core.system import values

__all__ = ["TourWriter", "arrows"]

N = TypeVar("N", bound=Hashable)
ASKING: Final = (Role.READ, Role.REPLACE)
"""The roles of operations that do not change the state."""


def arrows(quotient: Quotient[N], node: N) -> Iterator[tuple[Action, N]]:
    """The edges of a node that change the state."""
    return ((edge.action, edge.target) for edge in quotient.edges(node))


class TourWriter:
    """Writes a tour as a program, with every question in every state that was not asked before.

    Args:
        name: the name of the system.
        configuration: the configuration of the container.
        asked: the nodes that were asked already, by this writer or others.
    """

    def __init__(self, name: str, configuration: object, asked: set[Hashable]) -> None:
        self.name, self.system = name, system_named(name)
        self.family, self.configuration = self.system.family, configuration
        self.history = History(self.system, configuration)
        self.asked = asked
        self.words: list[str] = []
        self.met: set[str] = set()
        self.numbers: dict[Key, int] = {}
        self.ways = [
            self.family.least(name, number=1)
            for name in self.family.kinds
            if name in self.family.inserting & self.system.operations - {*self.family.keyed}
        ]

    def program(self, tour: list[tuple[Action, N]]) -> Program:
        """The program of one tour."""
        for action, target in tour:
            self._act(action)
            if target not in self.asked:
                self.asked.add(target)
                for operation in self.questions():
                    self.perform(operation)
        for name in self.system.shown:
            self.perform(Operation(name))
        return Program(self.configuration, tuple(self.words), self.name)

    def _act(self, action: Action) -> None:
        """Take an edge; insertions without a key use each of the inserting operations in turn."""
        if action.position is not None:
            keys = (self.numbers[key] for key in self._keys(action))
            self.perform(action.operation(self.family, *keys))
        elif action.name in self.family.inserting:
            self.perform(self.ways[len(self.words) % len(self.ways)])
        else:
            self.perform(action.operation(self.family))
        if action.name in self.family.inserting:
            self.numbers[self.history.issued[-1]] = len(self.history.issued) - 1

    def _keys(self, action: Action) -> list[Key]:
        """The live keys that an action is about."""
        live = [*self.system.live(self.history.state)]
        if action.nth:
            return [live[nth] for nth in action.nth]
        return [next(key for key in live if key.index == action.position)]

    def perform(self, operation: Operation) -> None:
        """Write an operation, and follow it in the model."""
        self.words.append(encode(operation, self.family))
        if operation.name not in self.system.shown:
            self.met.update(self.history.perform(operation).labels)

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
        """All questions: the first one about every key, each of the others about one key.

        Removals of keys that are not found are questions as well, because they change nothing.
        """
        turn, kinds = len(self.asked), self.family.kinds
        names = self.key_names() if self.family.keyed else []
        able = self.system.able
        offered = [
            name for name in kinds
            if name in self.system.operations and able(self.configuration, name)
        ]  # fmt: skip
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
            labels = set(self.history.step(operation).labels)
            if number == turn % len(names) or labels - self.met:
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
