"""A history: a container, the keys that it has issued, and which of them are retired.

It runs a program on a model. It records the issued keys, so that it can name them by number, distinguish a stale key
from a forged one, and list the keys that are still fresh.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass
from typing import Any, Final

from .contract import Contract, Declarations, Outcome
from .drawing import drawn
from .family import Role
from .key import FreshKeys, Key
from .operation import KeyName, Near, Operation, made
from .second import Pair, paired
from .second_contract import OfTwo, Separate
from .step import Provenance, StepOf, observed
from .system import ContradictionError, System

__all__ = ["NO_KEY", "History", "Modelled", "contract_of"]

NO_KEY: Final = Key(-1, 0)
"""The key that the name of a failed insertion means; no element has it."""


NOBODY: Final = -1
"""The insertion that issued a forged key."""


def near(key: Key, name: Near) -> Key:
    """The key near another one; a failed insertion has no key, so none is near it.

    >>> near(Key(3, 7), Near(0, -1, 0)), near(NO_KEY, Near(0, 1, 0)) == NO_KEY
    (Key(index=2, id=7), True)
    """
    return NO_KEY if key is NO_KEY else Key(key.index + name.index, key.id + name.id)


class History:
    """The life of one container, or of two; the second is a fresh one until something is done to it.

    >>> from stablelist_spec import Parameters
    >>> from stablelist_spec.systems import STABLE_LIST
    >>> history = History(STABLE_LIST, Parameters())
    >>> history.perform(Operation("add")).answer, history.perform(Operation("remove", key=0)).answer
    (Key(index=0, id=0), 0)
    """

    def __init__(self, system: System, configuration: object) -> None:
        assert system.initial is not None, f"there is no exact model of {system.name}"
        assert system.step is not None
        self._family, self._keys = system.family, system.family.keys
        self.system, self.configuration = system, configuration
        self.state: Any = system.initial(configuration)
        self.second: Any = None
        self.copied = 0
        self.issued: list[Key] = []
        self._holder: dict[Key, int] = {}  # live keys, and the insertion that issued them
        self._succeeded: dict[int, int] = {}  # insertions, and how many ids were used up then
        self._used_up = 0

    def __copy__(self) -> History:
        """An independent copy, which takes time for each key that was issued."""
        copied = object.__new__(History)
        changed = {name: copy(vars(self)[name]) for name in ("issued", "_holder", "_succeeded")}
        vars(copied).update(vars(self) | changed)
        return copied

    def perform(self, operation: Operation) -> StepOf[Any, object]:
        """Carry out an operation, and record its keys.

        Raises:
            ValueError: there is no such operation, or this configuration does not have it.
        """
        step = self.step(operation)
        self.record(operation, step)
        return step

    def record(self, operation: Operation, step: StepOf[Any, object]) -> History:
        """Go on from the step of an operation; returns this history."""
        name, family = operation.name, self._family
        if isinstance(step.state, Pair):
            self.state, self.second, self.copied = step.state
            return self
        held = len(self._holder)
        if name in family.looping and name in family.inserting and not family.kinds[name].counted:
            self._turn(operation, step.answer)
        elif name in family.inserting:
            self._issue(operation, step.answer)
        elif family.kinds[name].revives:
            self._revive(self.key(operation[self._keys[name][0]]), step.answer)
        elif name in family.resetting:
            self._reset()
        elif name in family.shrinking:
            self._forget(operation, step)
        if self.system.paced_by is Role.SHRINK and len(self._holder) < held:
            self._used_up += 1 if name in family.resetting else held - len(self._holder)
        self.state = step.state
        return self

    def step(self, operation: Operation) -> StepOf[Any, object]:
        """The step of an operation in the current state."""
        name = operation.name
        if name not in self.system.answered:
            raise ValueError(f"{self.system.name} has no operation {name!r}")
        if operation.on > 1 or self.copied or name in self._family.both:
            return paired(self.system, self.pair, operation)
        keys = self._keys[name]
        named = self._family.inserting | self._family.trying | self._family.looping
        if not keys and name not in named:
            return observed(self.system, self.state, operation)
        origin = self.provenance(operation[keys[0]]) if keys else Provenance.ISSUED
        return observed(self.system, self.state, self.meant(operation), origin)

    @property
    def pair(self) -> Pair:
        """The states of both containers."""
        second = self.second
        if second is None:
            assert self.system.initial is not None
            second = self.system.initial(self.configuration)
        return Pair(self.state, second, self.copied)

    def meant(self, operation: Operation) -> Operation:
        """The operation with the keys that its operands name; an insertion is told its element."""
        name, operands = operation.name, {**operation.operands}
        for each in self._keys[name]:
            operands[each] = self.key(operands[each])
        if name in self._family.trying:
            for each, value in operands.items():
                operands[each] = self.meant(value) if isinstance(value, Operation) else value
        if name in self._family.looping and name in self._family.shrinking:
            drawing = drawn(operands["seed"], operands["count"], len(self.issued))
            operands["keys"] = tuple(self.issued[number] for number in drawing)
        element = len(self.issued) if name in self._family.inserting else 0
        return made(name, operands, element)

    def key(self, name: KeyName) -> Key:
        """The key that a name means."""
        if isinstance(name, Near):
            return near(self.issued[name.number], name)
        return self.issued[name] if isinstance(name, int) else name

    def provenance(self, name: KeyName) -> Provenance:
        """The provenance of the key with that name."""
        if not isinstance(name, int) or self.issued[name] is NO_KEY:
            return Provenance.FORGED
        live = self._holder.get(self.issued[name]) == name
        return Provenance.ISSUED if live else Provenance.RETIRED

    def fresh(self) -> FreshKeys:
        """The keys whose id has not been given out again."""
        period = self.system.period(self.configuration)
        live: list[Key] = []
        retired: list[Key] = []
        for number, before in self._succeeded.items():
            if period is None or self._used_up - before < period:
                key = self.issued[number]
                (live if self._holder.get(key) == number else retired).append(key)
        return FreshKeys(tuple(live), tuple(retired))

    def broken(self) -> list[str]:
        """The names of the invariants that do not hold in the current state."""
        fresh = self.fresh()
        return [n for n, holds in self.system.invariants.items() if not holds(self.state, fresh)]

    def _reset(self) -> None:
        """Forget the insertions whose elements were removed, which are all; and their keys, if these are worthless."""
        self._holder.clear()
        if self.system.forgets:
            self._succeeded.clear()

    def _forget(self, operation: Operation, step: StepOf[Any, object]) -> None:
        """Forget the insertions whose elements were removed: that of a key, or all that are no longer live.

        A removal that answers with a list may have removed more than the element of its key.
        """
        keys = self._keys[operation.name]
        if len(keys) != 1 or type(step.answer) is tuple:
            live = self.system.live(step.state)
            self._holder = {key: n for key, n in self._holder.items() if key in live}
        elif step.answer is not None:
            self._holder.pop(
                self.key(operation[keys[0]]), None
            )  # none, where elements move under keys

    def _revive(self, key: Key, answer: object) -> None:
        """Record that a key is live again: that of the last insertion that issued it, if there is one."""
        if answer is True:
            numbers = [number for number in self._succeeded if self.issued[number] == key]
            self._holder[key] = numbers[-1] if numbers else NOBODY

    def _turn(self, operation: Operation, answer: object) -> None:
        """Record the last key of many turns, each of which issued one and retired it."""
        if not isinstance(answer, Key):
            self.issued.append(NO_KEY)
            return
        turns: int = operation["count"]
        self._holder.pop(answer, None)
        last = self._used_up + turns
        self._succeeded[len(self.issued)] = last - (self.system.paced_by is Role.SHRINK)
        self._used_up = last
        self.issued.append(answer)

    def _issue(self, operation: Operation, answer: object) -> None:
        """Record the keys that an insertion got."""
        insertions = self._family.insertions(operation)
        if isinstance(answer, Key):
            keys: tuple[Key, ...] = (answer,)
        elif isinstance(answer, tuple):
            some = answer if type(answer) is tuple else answer[0]
            keys = some + (NO_KEY,) * (insertions - len(some))
        else:
            keys = (NO_KEY,) * insertions
        for key in keys:
            if key is not NO_KEY:
                self._holder[key] = len(self.issued)
                self._used_up += self.system.paced_by is Role.GROW
                self._succeeded[len(self.issued)] = self._used_up
            self.issued.append(key)


@dataclass(frozen=True)
class Modelled:
    """The contract of a system whose model is observable completely, except for the order of lists.

    Its state is the history of the container. There is only one at a time, which is changed in place.
    """

    system: System
    configuration: Any

    def initial(self) -> History:
        """The history of a fresh container."""
        return History(self.system, self.configuration)

    def outcomes(self, state: History, operation: Operation) -> Iterable[Outcome[History]]:
        """The only acceptable outcome."""
        step = state.step(operation)
        return [Outcome(step.answer, lambda history: history.record(operation, step), step.labels)]


def contract_of(system: System, said: Declarations, configuration: Any) -> Contract[Any]:  # noqa: ANN401 - as `System.initial`
    """The contract of a container of some configuration, given the declarations of a port."""
    if system.promised is None:
        return Modelled(system, configuration)
    contract = system.promised(said, configuration)
    if not said.pairs:
        return contract
    if not isinstance(contract, Separate):
        offered = ", ".join(sorted(system.offered_on_both))
        raise ContradictionError(
            f"the system {system.name} offers {offered}, but its contract does not say in missed and equal what two "
            "containers mean to each other"
        )
    return OfTwo(system.family, contract)
