"""Programs as a person writes them, a system that carries one out, and whatever is wrong with its steps."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, Self

from stablelist_conformance.programs.cover import repeated
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import Program, highest
from stablelist_spec.core.explore import Action
from stablelist_spec.core.family import Family
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import Pair
from stablelist_spec.core.system import System
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.cells import Cell, Cost, Has, Not
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.state import State, initial


def operations(text: str, family: Family = POOL) -> Iterator[Operation]:
    """The operations of a text in the words of the port protocol, with ``add*3`` and ``remove:5..7``.

    >>> [operation.name for operation in operations("add*2 clear")]
    ['add', 'add', 'clear']
    """
    return (decode(word, family) for words in text.split() for word in repeated(words))


CONTRACT: Final = "the step is none of the contract"
UNKNOWN_LABEL: Final = "the label is unknown"


class Checked:
    """A container, and whatever is wrong with a step: of its invariants, its contract, its labels.

    Attributes:
        answers: what the model answered.
        told: the labels of every step.
        wrong: what was wrong with its steps.
    """

    def __init__(self, system: System, configuration: object) -> None:
        self.system = system
        self.history = History(system, configuration)
        self.answers: list[object] = []
        self.told: list[tuple[str, ...]] = []
        self.wrong: list[str] = []

    @property
    def state(self) -> Any:
        """The state of the model."""
        return self.history.state

    @property
    def issued(self) -> list[Key]:
        """The keys of all insertions."""
        return self.history.issued

    @property
    def labels(self) -> set[str]:
        """What happened, by the labels of all steps."""
        return set().union(*self.told)

    @property
    def happened(self) -> tuple[str, ...]:
        """The labels of the last step."""
        return self.told[-1]

    def run(self, program: str | Iterable[Operation]) -> Self:
        given = operations(program, self.system.family) if isinstance(program, str) else program
        for operation in given:
            self.perform(operation)
        return self

    def perform(self, operation: Operation) -> None:
        """Carry an operation out, and note what is wrong with it."""
        before = self.history.pair[operation.on - 1]
        if operation.name in self.system.shown:
            self.answers.append(self.system.shown[operation.name](before))
            return
        spelled = self.history.meant(operation)
        step = self.history.perform(operation)
        self.answers.append(step.answer)
        self.told.append(step.labels)
        found = list(self.history.broken())
        if isinstance(step.state, Pair):
            step = step._replace(state=step.state[operation.on - 1])
        alone = operation.name not in self.system.offered_on_both
        if alone and not self.system.refines(before, spelled, step):
            found.append(CONTRACT)
        if not self.system.labels.keys() >= set(step.labels):
            found.append(UNKNOWN_LABEL)
        self.wrong += found


def ran(system: System, program: str, configuration: object = None, **chosen: Any) -> Checked:
    """The container after a program in which nothing was wrong."""
    came = Checked(system, configuration or system.configuration(**chosen)).run(program)
    assert came.wrong == []
    return came


def random_programs(system: System, seed: int, count: int) -> Iterator[Program]:
    """Programs of some four hundred operations, each with another configuration."""
    model = ModelAnswerer(system.name)
    subject = Target("model", model.handshake, highest(system), timeout=1.0)
    return map(subject.swarm(seed, far=False).program, range(count))


def run(program: str | Iterable[Operation], parameters: Parameters = Parameters()) -> Checked:  # noqa: B008 - immutable
    """A StableList after a program, whatever is wrong with it."""
    return Checked(STABLE_LIST, parameters).run(program)


def replay(parameters: Parameters, way: Iterable[Action]) -> Checked:
    """Do what an exploration did, on a history with real ids."""
    came, followed = Checked(STABLE_LIST, parameters), -1
    for action in way:
        if action.position is not None:
            cell = came.state.cells[action.position]
            assert isinstance(cell, Has)
            key = Key(action.position, cell.id)
            latest = max((n for n, k in enumerate(came.issued) if k == key), default=None)
            operation = action.operation(POOL, key if latest is None else latest)
        elif action.followed and action.name == "add":
            followed, operation = len(came.issued), Operation("add")
        else:
            operation = action.operation(POOL, followed)
        came.perform(operation)
    return came


def sparse(minimum: int, opened: int, live: set[int]) -> State:
    """A list that was filled to *opened* cells and lost all elements but those in *live*.

    Built as a value, since ten thousand removals of a long list are slow to follow; the vacancies of each
    partition are listed in ascending order.
    """
    state = initial(Parameters(minimum=minimum, capacity=opened))
    cells: list[Cell] = [Has(position, position) for position in range(opened)]
    partitions = []
    for partition in state.partitions:
        free = [i for i in range(partition.start, partition.end) if i not in live]
        for position, following in zip(free, [*free[1:], None], strict=True):
            cells[position] = Not(following)
        partitions.append(
            partition._replace(
                live=partition.size - len(free), opened=partition.size, head=min(free, default=None)
            )
        )
    q1, q2, h2 = partitions
    removals = opened - len(live)
    return state._replace(
        cells=tuple(cells), partitions=(q1, q2, h2), next_id=opened, cost=Cost(removals=removals)
    )
