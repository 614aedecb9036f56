"""The quotient of any system: its states, without the parts that the system forgets.

With *follow*, one key is followed at a time, any key from any insertion on: what holds for the followed key holds for
every key, because every key is followed in some behaviour. For containers with cells there is a faster one,
`stablelist_spec.parts.tracked_key`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import islice, product
from typing import Any, Final, Generic, NamedTuple, TypeVar

from .explore import Action, Edge, Quotient
from .family import MODULUS, Kind, Role, Type
from .key import FreshKeys, Key
from .operation import Operation
from .second import Pair, paired
from .step import Provenance, StepOf, observed
from .system import System, unchanged, values

__all__ = ["Followed", "Node", "Pairs", "States", "quotient_of"]

K = TypeVar("K")

NEW: Final = -1
"""The element that is inserted, before the system renames it."""


class Followed(NamedTuple, Generic[K]):
    """The followed key, or its position where ids are renamed.

    Attributes:
        retired: whether it is retired.
        since: how many ids were used up since, up to the period; 0 if ids never wrap.
    """

    key: K
    retired: bool = False
    since: int = 0


class Node(NamedTuple):
    """A state, and the followed key."""

    state: Any
    followed: Followed[Key] | None = None


class States:
    """The states of a system in some configuration.

    Args:
        system: one with a model.
        follow: whether a key is followed.
        asks: whether operations that change nothing are edges, too, so that their answers are checked.
        checks: whether steps are checked against the family.
    """

    def __init__(
        self, system: System, *, follow: bool = True, asks: bool = False, checks: bool = True
    ) -> None:
        self.system, self.follow, self.asks, self.checks = system, follow, asks, checks
        self.plain = system.family.plain
        self.period: int | None = None

    @property
    def leaves_out(self) -> str:
        """The forgotten parts of a state, in words."""
        kept = self.system.forgotten is unchanged
        return self.system.leaves_out or ("nothing" if kept else "what `forgotten` leaves out")

    def initial(self, configuration: object) -> Node:
        """The node of a fresh container."""
        assert self.system.initial is not None
        self.period = self.system.period(configuration)
        self.given = {name: self._given(name, configuration) for name in self.system.family.kinds}
        return Node(self.class_of(self.system.initial(configuration)))

    def broken(self, node: Node) -> list[str]:
        """The invariants that do not hold; those about keys are checked for the followed key while it is fresh."""
        fresh, followed = FreshKeys(), node.followed
        if followed is not None and followed.since != self.period:
            key = (followed.key,)
            fresh = FreshKeys((), key) if followed.retired else FreshKeys(key)
        return [n for n, holds in self.system.invariants.items() if not holds(node.state, fresh)]

    def edges(self, node: Node) -> Iterator[Edge[Node]]:
        """Every operation that is offered, with a few operands each, that does not lead out of the scope."""
        for action, operation in self._actions(node):
            edge = self._edge(node, action, operation)
            if not self.system.within(edge.target.state):
                continue
            yield edge
            inserts = action.name in self.system.family.inserting
            if inserts and self.follow and node.followed is None:
                yield self._edge(node, action._replace(followed=True), operation)

    @cached_property
    def changing(self) -> list[str]:
        """Operations without a key that change the state.

        ``retain``, and those that loop, equal several others, so they are left out; so are insertions that equal one.
        """
        return [
            name
            for name, kind in self.system.family.kinds.items()
            if name in self.system.operations
            and not kind.keys
            and not (kind.tries or kind.both or kind.loops)
            and not (kind.role is Role.SHRINK and MODULUS in kind.operands)
            if name == self.plain
            or (self._leads_on(kind.role) and not (kind.inserts and self._is_like_plain(kind)))
        ]

    @cached_property
    def joining(self) -> list[str]:
        """Insertions that take keys."""
        family = self.system.family
        return [n for n in family.keyed if n in family.inserting & self.system.operations]

    @cached_property
    def about_one(self) -> list[str]:
        """Operations that are a single step about one key; removing two elements equals two removals.

        To revive a key is refused while it is live.
        """
        family = self.system.family
        return [
            name
            for name in family.keyed
            if name in self.system.operations - family.inserting
            and not (family.kinds[name].role is Role.SHRINK and len(family.keys[name]) > 1)
            and not family.kinds[name].revives
        ]

    def _is_like_plain(self, kind: Kind) -> bool:
        """Whether an insertion adds what the plainest one adds, perhaps several times, or in the place of another."""
        return not kind.operands or bool(kind.counted) or kind.displaces

    def _leads_on(self, role: Role) -> bool:
        """Whether operations of a role are edges."""
        if role is Role.REPLACE and not self.system.family.keyed:
            return True  # its elements are its state
        return role not in (Role.READ, Role.SHOW, Role.REPLACE) or (
            self.asks and role is not Role.SHOW
        )

    def class_of(self, state: object) -> object:
        """A state without the forgotten parts."""
        kept: object = self.system.forgotten(state)
        return kept if self.follow else self.system.nameless(kept)

    def _actions(self, node: Node) -> Iterator[tuple[Action, Operation]]:
        """The actions that are possible in a node."""
        kinds, live = self.system.family.kinds, [*self.system.live(node.state)]
        for name in self.changing:
            yield from self._each(name)
        for (nth, key), name in product(enumerate(live), self.about_one):
            if kinds[name].role in (Role.SHRINK, Role.CHANGE) or self.asks:
                yield from self._each(name, key, position=key.index, nth=(nth,))
        for name in self.joining:
            for chosen in product(enumerate(live), repeat=len(kinds[name].keys)):
                keys = [key for _, key in chosen]
                numbers = tuple(number for number, _ in chosen)
                yield from self._each(name, *keys, position=keys[0].index, nth=numbers)
        if node.followed is not None:
            yield from self._about(node.followed)

    def _about(self, followed: Followed[Key]) -> Iterator[tuple[Action, Operation]]:
        """The actions on the followed key; what its other operands are makes no difference to a retired key."""
        for name in self.about_one:
            if followed.retired or self.system.family.kinds[name].role is Role.READ:
                yield from islice(self._each(name, followed.key, followed=True), 1)

    def _each(self, name: str, *keys: Key, **about: Any) -> Iterator[tuple[Action, Operation]]:  # noqa: ANN401
        """An action on some keys, with a few values of each other operand."""
        for operands in self.given[name]:
            action = Action(name, operands=operands, **about)
            yield action, action.operation(self.system.family, *keys)

    def _given(self, name: str, configuration: object) -> list[tuple[tuple[str, int | str], ...]]:
        """A few values of each operand that is no key, in every combination; none if it is not offered."""
        if not self.system.able(configuration, name):
            return []
        operands = [
            [(each.name, value) for value in values(self.system, configuration, each)]
            for each in self.system.family.kinds[name].operands
            if each.type in (Type.NUMBER, Type.WORD)
        ]
        return list(product(*operands))

    def _edge(self, node: Node, action: Action, operation: Operation) -> Edge[Node]:
        """The edge of a step, with the node that it leads to."""
        system, (before, followed) = self.system, node
        if action.name in system.family.inserting:
            operation = operation.adding(NEW)
        retired = action.followed and followed is not None and followed.retired
        origin = Provenance.RETIRED if retired else Provenance.ISSUED
        step = observed(system, before, operation, origin)
        follows = self._followed(action, operation, step, followed)
        target = Node(self.class_of(step.state), follows)
        kind = system.family.kinds[action.name]
        refines = not self.checks or (
            kind.allows(step.answer, changes=target.state != before)
            and system.refines(before, operation, step)
        )
        return Edge(action, target, step.labels, 0, refines)

    def _followed(
        self,
        action: Action,
        operation: Operation,
        step: StepOf[Any, object],
        followed: Followed[Key] | None,
    ) -> Followed[Key] | None:
        """The followed key after a step."""
        role = self.system.family.kinds[action.name].role
        if action.name in self.system.family.inserting and isinstance(step.answer, Key):
            if followed is None:
                return Followed(step.answer) if action.followed else None
            return self._aged(followed, role)
        removes = role is Role.RESET or (role is Role.SHRINK and step.answer is not None)
        if followed is None or not removes:
            return followed
        if role is Role.RESET and self.system.forgets:
            return None
        keys = self.system.family.keys[operation.name]
        gone = (
            operation[keys[0]] == followed.key
            if keys and type(step.answer) is not tuple
            else followed.key not in self.system.live(step.state)
        )
        return self._aged(followed._replace(retired=followed.retired or gone), Role.SHRINK)

    def _aged(self, followed: Followed[Key], role: Role) -> Followed[Key]:
        """The followed key after an operation of some role, which may use an id up."""
        if self.period is None or role is not self.system.paced_by:
            return followed
        return followed._replace(since=min(followed.since + 1, self.period))


class Pairs:
    """The states of two containers of a system.

    Each grows by the plainest operation. What a step on one does to the other matters after one of them was cloned, so
    there it is any step, with few operands.
    """

    leaves_out = "what one container leaves out"

    def __init__(self, system: System) -> None:
        self.system, self.one = system, States(system, follow=False)
        self.growing = [n for n in system.family.growing if n in system.operations][:1]
        self.both = [name for name in system.family.kinds if name in system.offered_on_both]

    def initial(self, configuration: object) -> Pair:
        """Both containers are fresh."""
        fresh = self.one.initial(configuration).state
        return Pair(fresh, fresh)

    def broken(self, node: Pair) -> list[str]:
        """The invariants that do not hold in a state of either."""
        return [name for state in node[:2] for name in self.one.broken(Node(state))]

    def edges(self, node: Pair) -> Iterator[Edge[Pair]]:
        """Every operation on either container, and those that concern both, that does not lead out of the scope."""
        changing = self.one.changing if node.copied else self.growing
        for on, action in product((1, 2), self._actions((*changing, *self.both))):
            numbered = action._replace(on=on)
            step = paired(self.system, node, numbered.operation(self.system.family))
            if all(map(self.system.within, step.state[:2])):
                first, second = map(self.one.class_of, step.state[:2])
                yield Edge(numbered, Pair(first, second, step.state.copied), step.labels, 0)

    def _actions(self, names: Iterable[str]) -> Iterator[Action]:
        """Some operations, with the first and the last operands of each."""
        for name in names:
            given = self.one.given[name]
            yield from (Action(name, operands=few) for few in dict.fromkeys(given[:1] + given[-1:]))


def quotient_of(system: System) -> Quotient[Any]:
    """The quotient for an exploration of a system, with a followed key."""
    return States(system) if system.quotient is None else system.quotient(system)
