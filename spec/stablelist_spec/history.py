"""A history: a list, the keys it has handed out, and what became of them.

This is where a program meets the model. A history knows which keys were issued, so that it can name them by
number, tell a stale key from a forged one, and say which keys are still fresh.
"""

from __future__ import annotations

from . import stable_list as model
from .invariants import FreshKeys
from .labels import KEYED, Provenance
from .operation import KeyName, Operation
from .parameters import Parameters
from .stable_list import Failure, Key, State, Step

__all__ = ["History"]

NO_KEY = Key(-1, 0)
"""What the name of a failed insertion stands for: a key that nothing has."""


class History:
    """The life of one list.

    >>> history = History(Parameters())
    >>> [history.perform(Operation(*words)).answer for words in (("add",), ("remove", 0), ("at", 0))]
    [Key(index=0, id=0), 0, None]
    """

    def __init__(self, parameters: Parameters) -> None:
        self.state: State = model.initial(parameters)
        self.issued: list[Key] = []
        self._holder: dict[Key, int] = {}  # live keys, and the insertion that issued them
        self._succeeded: dict[int, int] = {}  # insertions that did, and how many had before

    def perform(self, operation: Operation) -> Step[object]:
        """Carry an operation out, and keep account.

        Raises:
            ValueError: a StableList has no such operation, or ``repack`` with unbounded widths.
        """
        step = self.step(operation)
        match operation.name:
            case "add" | "insert_with":
                self._issue(step.answer)
            case "extend":
                refused = (step.answer,) * operation.count
                for answer in step.answer if type(step.answer) is tuple else refused:
                    self._issue(answer)
            case "remove" if step.answer is not None:
                self._holder.pop(self.key(operation.key))
            case "clear" | "drain":
                self._holder.clear()
            case "retain":
                self._keep_holders_that_resolve(step.state)
        self.state = step.state
        return step

    def step(self, operation: Operation) -> Step[object]:
        """What an operation would do now."""
        step = (
            self._of_a_key(operation)
            if operation.name in KEYED
            else self._observing(operation) or self._changing(operation)
        )
        if step is None:
            raise ValueError(f"a StableList has no operation {operation.name!r}")
        return step

    def _observing(self, operation: Operation) -> Step[object] | None:
        """What an operation on the whole list would show; `lend` refuses whatever it tries."""
        state = self.state
        match operation.name:
            case "len":
                return model.length(state)
            case "is_empty":
                return model.is_empty(state)
            case "each":
                return model.each(state)
            case "keys":
                return model.keys(state)
            case "traverse":
                return model.traverse(state)
            case "lend":
                return model.lend(state, operation.structural)
            case "reload":
                return model.reload(state)
        return None

    def _changing(self, operation: Operation) -> Step[object] | None:
        """What an operation would change in the whole list."""
        state, number = self.state, len(self.issued)
        match operation.name:
            case "add":
                return model.add(state, number)
            case "insert_with":
                return model.insert_with(state, number)
            case "extend":
                return model.extend(state, range(number, number + operation.count))
            case "clear":
                return model.clear(state)
            case "drain":
                return model.drain(state)
            case "retain":
                return model.retain(state, operation.modulus, operation.residue)
            case "each_mut":
                return model.each_mut(state, operation.value)
            case "reserve":
                return model.reserve(state, operation.count)
            case "shrink_to_fit":
                return model.shrink_to_fit(state)
        return None

    def _of_a_key(self, operation: Operation) -> Step[object]:
        """What an operation on a key would do."""
        state, key, value = self.state, self.key(operation.key), operation.value
        origin = self.provenance(operation.key)
        match operation.name:
            case "at":
                return model.at(state, key, origin)
            case "contains":
                return model.contains(state, key, origin)
            case "remove":
                return model.remove(state, key, origin)
            case "replace":
                return model.replace(state, key, value, origin)
            case "at_mut":
                return model.at_mut(state, key, value, origin)
            case "apply":
                return model.apply(state, key, origin)
            case "inspect":
                return model.inspect(state, key, origin)
            case "repack":
                return model.repack(state, key, origin)
        return model.exchange(state, key, self.key(operation.other))

    def key(self, name: KeyName | None) -> Key:
        """The key that a name stands for."""
        assert name is not None, "this operation needs a key"
        return self.issued[name] if isinstance(name, int) else name

    def provenance(self, name: KeyName | None) -> Provenance:
        """What is known of a key by that name."""
        if not isinstance(name, int) or self.issued[name] is NO_KEY:
            return Provenance.FORGED
        live = self._holder.get(self.issued[name]) == name
        return Provenance.ISSUED if live else Provenance.RETIRED

    def fresh(self) -> FreshKeys:
        """The keys whose id has not been given out again."""
        period = self.state.parameters.id_period
        live: list[Key] = []
        retired: list[Key] = []
        for number, before in self._succeeded.items():
            if period is None or len(self._succeeded) - before <= period:
                key = self.issued[number]
                (live if self._holder.get(key) == number else retired).append(key)
        return FreshKeys(tuple(live), tuple(retired))

    def _keep_holders_that_resolve(self, after: State) -> None:
        """Forget the insertions whose elements `retain` has removed."""
        self._holder = {
            key: number
            for key, number in self._holder.items()
            if model.found(after, key) is not None
        }

    def _issue(self, answer: object) -> None:
        """Note the key of an insertion, if it got one."""
        if isinstance(answer, Key):
            number = len(self.issued)
            self._holder[answer] = number
            self._succeeded[number] = len(self._succeeded)
            self.issued.append(answer)
        else:
            assert answer is Failure.FULL
            self.issued.append(NO_KEY)
