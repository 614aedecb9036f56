"""The life of one container: programs of numbered insertions, and whatever is wrong with a step."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Final, cast

from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import KeyName, Near, Operation
from stablelist_spec.core.step import Provenance, StepOf, observed
from stablelist_spec.families.pool import KEYED, OF_TWO, POOL, STRUCTURAL, Failure
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.refinement import abstraction, refines
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import operations
from suite.spec.systems.naive import Naive

__all__ = ["NAIVE", "REFINEMENT", "UNKNOWN_LABEL", "Life", "complaints", "drawn"]

NAIVE: Final = "the naive implementation differs"
REFINEMENT: Final = "the step is none of the contract"
UNKNOWN_LABEL: Final = "the label is unknown"
NO_KEY: Final = Key(-1, 0)


def is_of_the_contract(before: Any, operation: Operation, step: StepOf[Any, object]) -> bool:
    """Whether a step is one of the contract; the words of layout and costs are beyond it."""
    if operation.name in {"layout", "cost"}:
        return bool(step.state == before)
    known, done = cast("State", before), cast("StepOf[State, object]", step)
    return refines(known, operation, done)


class Life:
    """A container, the keys it has handed out, and what became of them.

    *period* is the number of ids, if they start over.
    """

    def __init__(
        self, model: Model[Any, Any], configuration: Any, naive: Naive, period: int | None
    ) -> None:
        self.model, self.naive, self.period = model, naive, period
        self.state = model.initial(configuration)
        self.issued: list[Key] = []
        self.succeeded: list[int] = []
        self.live: dict[Key, int] = {}
        self.answers: list[object] = []
        self.happened: tuple[str, ...] = ()
        self.labels: set[str] = set()
        self.wrong: list[str] = []

    def run(self, program: str | Iterable[Operation]) -> list[object]:
        """Carry a program out, and answer what it answers."""
        spelled = operations(program) if isinstance(program, str) else program
        return [self.perform(operation).answer for operation in spelled]

    def perform(self, operation: Operation) -> StepOf[Any, object]:
        """Carry an operation out, and note what is wrong with it."""
        keys = POOL.keys_of(operation)
        origin = self.provenance(keys[0] if keys else None)
        spelled = self.meant(operation)
        before = self.state
        step = observed(self.model, before, spelled, origin)
        self.note(spelled, step)
        self.state = step.state
        self.answers.append(step.answer)
        self.happened = step.labels
        self.labels.update(step.labels)
        found = [*complaints(self.model, before, spelled, step, self.fresh())]
        naive = self.naive.perform(spelled)
        if not found and (naive != step.answer or self.shown() != self.shown_naively()):
            found.append(NAIVE)  # a broken state need not have a layout to show
        self.wrong += found
        return step

    def shown(self) -> dict[str, str]:
        """Everything that the model shows, and the number of removals that it has counted."""
        words = {word: show(self.state) for word, show in self.model.shown.items()}
        return {**words, "removals": str(self.state.cost.removals)}

    def shown_naively(self) -> dict[str, str]:
        """Everything that the naive implementation shows."""
        removals = str(self.naive.removals)
        return {"layout": self.naive.layout(), "cost": self.naive.cost(), "removals": removals}

    def meant(self, operation: Operation) -> Operation:
        """The operation as a step receives it: with keys, and the element of an insertion."""
        meant = POOL.with_keys(operation, map(self.key, POOL.keys_of(operation)))
        inserts = operation.name in {"add", "insert_with", "extend"}
        return meant.adding(len(self.issued)) if inserts else meant

    def note(self, operation: Operation, step: StepOf[Any, object]) -> None:
        """Keep account of keys."""
        live = abstraction(step.state)
        self.live = {key: number for key, number in self.live.items() if key in live}
        answers: tuple[object, ...] = ()
        if operation.name in {"add", "insert_with"}:
            answers = (step.answer,)
        elif operation.name == "extend":
            full = (Failure.FULL,) * operation["count"]
            answers = step.answer if type(step.answer) is tuple else full
        for answer in answers:
            if isinstance(answer, Key):
                self.succeeded.append(len(self.issued))
                self.live[answer] = len(self.issued)
            self.issued.append(answer if isinstance(answer, Key) else NO_KEY)

    def key(self, name: KeyName) -> Key:
        """The key of a number."""
        assert not isinstance(name, Near)
        return self.issued[name] if isinstance(name, int) else name

    def provenance(self, name: KeyName | None) -> Provenance:
        """What is known about a key with that name."""
        if not isinstance(name, int) or self.issued[name] is NO_KEY:
            return Provenance.FORGED
        live = self.live.get(self.issued[name]) == name
        return Provenance.ISSUED if live else Provenance.RETIRED

    def fresh(self) -> FreshKeys:
        """The keys whose id has not been given out again."""
        recent = self.succeeded[-self.period :] if self.period else self.succeeded
        numbers = set(self.live.values())
        return FreshKeys(
            tuple(self.issued[number] for number in recent if number in numbers),
            tuple(self.issued[number] for number in recent if number not in numbers),
        )


def complaints(
    model: Model[Any, Any],
    before: Any,
    operation: Operation,
    step: StepOf[Any, object],
    fresh: FreshKeys,
) -> Iterator[str]:
    """Everything that is wrong with a step, and with the state after it."""
    if not is_of_the_contract(before, operation, step):
        yield REFINEMENT
    if not model.labels.keys() >= set(step.labels):
        yield UNKNOWN_LABEL
    for name, holds in model.invariants.items():
        if not holds(step.state, fresh):
            yield name


# --- Random programs ------------------------------------------------------------------------------

Draw = Callable[[random.Random, Life], Operation]


def some_key(rng: random.Random, life: Life) -> KeyName:
    """A live key, mostly; else any key that was issued, or a forged one."""
    kind = rng.random()
    if kind < 0.75 and life.live:
        return rng.choice(list(life.live.values()))
    if kind < 0.9 and life.issued:
        return rng.randrange(len(life.issued))
    return Key(rng.randint(-1, life.state.space + 1), rng.randint(0, 3))


def of_a_key(name: str) -> Draw:
    """Draws an operation on a key."""
    return lambda rng, life: POOL.least(
        name,
        some_key(rng, life),
        some_key(rng, life) if name in OF_TWO else 0,
        number=rng.randint(0, 9) if name in {"replace", "at_mut"} else 0,
    )


def lend(rng: random.Random, _: Life) -> Operation:
    """An attempt to change something that is lent."""
    return Operation("lend", tried=POOL.least(rng.choice(STRUCTURAL), Key(0, 0)))


DRAWN: Final[Mapping[str, Draw]] = {
    "extend": lambda rng, _: Operation("extend", count=rng.choice([0, 1, 2, 3, 5, 9, 40])),
    "reserve": lambda rng, _: Operation("reserve", count=rng.choice([0, 1, 2, 5, 9, 40])),
    "retain": lambda rng, _: Operation(
        "retain", modulus=(modulus := rng.randint(1, 7)), residue=rng.randrange(modulus)
    ),
    "each_mut": lambda rng, _: Operation("each_mut", value=rng.randint(0, 9)),
    "lend": lend,
    **{name: of_a_key(name) for name in KEYED},
}
RARE: Final = {"clear", "drain", "retain", "extend", "reserve", "shrink_to_fit"}


def drawn(life: Life, rng: random.Random, count: int) -> Iterator[Operation]:
    """A number of operations, during which the container alternately grows and shrinks."""
    names = sorted(life.model.operations)
    weights = [1 if name in RARE else 8 for name in names]
    growing = 0.5
    for n in range(count):
        if n % 50 == 0:
            growing = rng.choice([0.05, 0.5, 0.95])
        name = rng.choices(names, weights)[0]
        if rng.random() < 0.7:
            name = "add" if rng.random() < growing else "remove"
        plain = Operation(name)
        yield DRAWN[name](rng, life) if name in DRAWN else plain
