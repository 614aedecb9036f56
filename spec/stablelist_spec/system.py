"""Systems: the kinds of container, each described once.

Whatever depends on the kind of a container asks its system; nobody compares names. `stablelist_spec.systems` lists
those that are known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Final, Protocol, TypeVar

from .contract import Contract, Outcome, Pools, Room
from .family import Family, Refusal, Role
from .history import History
from .invariants import FreshKeys
from .key import Key
from .labels import Label, Provenance
from .operation import Operation
from .parameters import Parameters
from .picture import Picture
from .stamps import Stamps
from .state import StepOf

State = TypeVar("State")

__all__ = ["ContradictionError", "Said", "System"]

MOST_STATES: Final = 50_000
"""How many states of a scope are explored for labels."""


class Said(Protocol):
    """What a port says of itself."""

    @property
    def parity(self) -> bool:
        """Whether half of the versions mean vacant."""
        ...

    @property
    def wraps(self) -> bool:
        """Whether versions start over."""
        ...

    def room(self, parameters: Any) -> int | None:  # noqa: ANN401 - as `System.initial`
        """How many elements the container promises to hold; None if it grows."""
        ...


def no_keys(_: object) -> Mapping[Key, int]:
    """The live elements by key, of a container that hands out no keys."""
    return {}


def anything(_: object, __: str) -> bool:
    """Whether a container has an operation."""
    return True


def freely(_: object, __: Operation, ___: StepOf[Any, object]) -> bool:
    """Whether a step is one of the family's, where that allows whatever the model does."""
    return True


def few(_: object, __: str) -> Sequence[int]:
    """Two small numbers."""
    return (1, 2)


def nothing(state: State) -> State:
    """The state as it is: nothing is forgotten."""
    return state


def own_period(configuration: object) -> int | None:
    """How many insertions pass before an id is given out again, as the configuration says."""
    period: int | None = getattr(configuration, "id_period", None)
    return period


class ContradictionError(ValueError):
    """A description that cannot be."""


def contradictions(system: System) -> Iterator[str]:
    """What in a description cannot be, as the end of a sentence that begins with the system."""
    kinds, offered = system.family.kinds, system.operations
    shows = {name for name in offered & kinds.keys() if kinds[name].role is Role.SHOW}
    chosen = {each.name for each in fields(system.configuration)}
    known = {name for names in system.needs.values() for name in names}
    wrong = {
        "offers {!r}, which its family does not have": offered - kinds.keys(),
        "leaves {!r} out, without which there is nothing to verify": system.family.essential
        - offered,
        "offers {!r}, but has no step to answer it": shows if system.step is None else (),
        "has nothing in shown for {!r}": shows - system.shown.keys(),
        "has {!r} in shown, which is no operation that shows": system.shown.keys() - shows,
        "has choices for {!r}, which its configuration does not have": system.choices.keys()
        - chosen,
        "needs {!r} for a label, which it does not offer": known - offered,
    }
    for sentence, names in wrong.items():
        yield from (sentence.format(name) for name in sorted(names))
    if (system.initial is None) is not (system.step is None):
        yield "has one of initial and step; it needs both, or neither"
    for scope in system.scopes:
        if type(scope) is not system.configuration:
            yield f"has the scope {scope!r}, which is no {system.configuration.__name__}"
    for label in system.labels:
        if label not in system.needs and not any(label.startswith(name) for name in offered):
            yield f"has the label {label!r}, which belongs to no operation; name one in needs"


def labelled(
    step: Callable[[Any, Operation, Provenance], StepOf[Any, object]],
) -> Callable[[Any, Operation, Provenance], StepOf[Any, object]]:
    """A step that is labelled by the operation and the kind of its answer."""

    def observed(state: object, operation: Operation, origin: Provenance) -> StepOf[Any, object]:
        taken = step(state, operation, origin)
        if not isinstance(taken, StepOf):
            raise TypeError(f"there is no step for {operation.name!r}; it came to {taken!r}")
        return taken._replace(labels=(f"{operation.name}_{kind_of(taken.answer)}",))

    return observed


def kind_of(answer: object) -> str:
    """An answer as the end of a label."""
    match answer:
        case bool():
            return "yes" if answer else "no"
        case None:
            return "done"
        case Refusal():
            return str(answer)
        case tuple():
            return "some" if answer else "none"
    return "zero" if answer == 0 else "value"


def met(system: System) -> Mapping[Label, str]:
    """The labels that come up in the scopes, each with what it says.

    Raises:
        ContradictionError: a scope breaks an invariant.
    """
    from .explore import explore
    from .states import States

    found = [
        explore(scope, States(system, asks=True), limit=MOST_STATES) for scope in system.scopes
    ]
    for each in found:
        for name, way in each.violations.items():
            after = ", ".join(map(str, way)) or "nothing"
            raise ContradictionError(
                f"the system {system.name} breaks {name} after {after} ({each.parameters!r})"
            )
    labels = sorted({label for each in found for label in each.labels})
    return {label: label.replace("_", " ") for label in labels}


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """One kind of container.

    With `initial` and `step` it is an exact model, whose every answer is known. Without them there is only what its
    family allows.

    Attributes:
        operations: what it offers, by default all of its family; a port may leave some out.
        configuration: the class of what a user chooses of it, a frozen dataclass.
        fields: of the handshake, those that not every system has.
        stamps: how it tells keys apart, given an id width; None if it hands out no keys.
        since_2: operations that version 1 of the port protocol does not have.
        initial: the state of a fresh container of some configuration.
        step: what an operation does to a state. Its keys are real ones, an insertion has the number of its (first)
            element as value, and it is told where its key comes from.
        shown: what shows the inside, as words of the port protocol: the layout, then the costs.
        live: the live elements of a state by key.
        period: how many insertions pass before an id is given out again, in a configuration; None for never.
        invariants: what always holds of a state, by its sentence-name.
        labels: every label that a step can bear, with its meaning. A system that labels no step gets an observer
            that does: it tells operations and kinds of answers apart, as far as they come up in the scopes.
        needs: operations without which a label is out of reach, where its name does not tell.
        able: whether a container of some configuration has an operation; by default, whatever it is.
        choices: values to draw from, for every field of the configuration that is not to stay as usual.
        operand: a few values of an operand, by its field, that are worth exploring in a configuration.
        forgotten: a state without what no later answer depends on, such as costs.
        nameless: a state without ids, which matter only where a key is followed.
        picture: what a state looks like; without one, reports draw nothing.
        variables: what of a state is in a trace, as named fields.
        scopes: small configurations, to be explored whole.
        crafted: programs for what no scope shows; ``add*3`` and ``remove:5..7`` stand for repetition.
        refines: whether a step from a state is one of the family's.
        holds: how many elements a container of some configuration holds; None if that is for the port to say.
        noun: what a person calls it.
    """

    name: str
    family: Family
    operations: frozenset[str] = frozenset()
    configuration: type[Any] = Parameters
    fields: tuple[str, ...] = ()
    stamps: Callable[[Said, int | None], Stamps] | None = None
    since_2: frozenset[str] = frozenset()
    initial: Callable[[Any], Any] | None = None
    step: Callable[[Any, Operation, Provenance], StepOf[Any, object]] | None = None
    shown: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    live: Callable[[Any], Mapping[Key, int]] = no_keys
    period: Callable[[Any], int | None] = own_period
    invariants: Mapping[str, Callable[[Any, FreshKeys], bool]] = field(default_factory=dict)
    labels: Mapping[Label, str] = field(default_factory=dict)
    needs: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    able: Callable[[Any, str], bool] = anything
    choices: Mapping[str, Sequence[object]] = field(default_factory=dict)
    operand: Callable[[Any, str], Sequence[int]] = few
    forgotten: Callable[[Any], Any] = nothing
    nameless: Callable[[Any], Any] = nothing
    picture: Callable[[Any], Picture] | None = None
    variables: Callable[[Any], object] = nothing
    scopes: Sequence[Any] = ()
    crafted: Sequence[str] = ()
    refines: Callable[[Any, Operation, StepOf[Any, object]], bool] = freely
    holds: Callable[[Any], int | None] | None = None
    noun: str = "container"

    def __post_init__(self) -> None:
        """Complete a description, and refuse one that contradicts itself.

        Raises:
            ContradictionError: it does.
        """
        if not self.operations:
            object.__setattr__(self, "operations", frozenset(self.family.kinds))
        for complaint in contradictions(self):
            raise ContradictionError(f"the system {self.name} {complaint}")
        if self.step is not None and not self.labels:
            object.__setattr__(self, "step", labelled(self.step))
            object.__setattr__(self, "labels", met(self))

    @cached_property
    def answered(self) -> frozenset[str]:
        """The operations that a step answers: all but those that show the inside."""
        return self.operations - self.shown.keys()

    @property
    def exact(self) -> bool:
        """Whether there is an exact model."""
        return self.step is not None

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """What a user chooses, by name: the fields of the configuration; without a model, those that ports tell of."""
        names = tuple(each.name for each in fields(self.configuration))
        return names if self.exact else tuple(name for name in names if name in self.fields)

    def contract(self, said: Said, configuration: Any) -> Contract[Any]:  # noqa: ANN401 - as `initial`
        """What a user may observe, by what a port says of itself; without keys, all that the model does."""
        if self.stamps is None:
            return Modelled(self, configuration)
        bits = getattr(configuration, "id_bits", None)
        retires = not said.wraps and bits is not None
        versions = 1 << ((bits or 0) - said.parity) if retires else None
        held = said.room(configuration) if self.holds is None else self.holds(configuration)
        room = Room(held, versions, getattr(configuration, "index_count", None))
        return Pools(self.stamps(said, bits), room)

    def begin(self, configuration: object) -> History:
        """The model's account of a program, before its first operation."""
        return History(self, configuration)

    def needed(self, label: Label) -> tuple[str, ...]:
        """The operations without which a label is out of reach: by default the one that its name begins with."""
        if label in self.needs:
            return self.needs[label]
        names = (name for name in self.operations if f"{label}_".startswith(f"{name}_"))
        return (max(names, key=len),)


@dataclass(frozen=True)
class Modelled:
    """The contract of a system whose model does all that a user may observe, but for the order of lists."""

    system: System
    configuration: Any

    def initial(self) -> object:
        """The state of a fresh container."""
        assert self.system.initial is not None
        return self.system.initial(self.configuration)

    def outcomes(self, state: object, operation: Operation) -> Iterable[Outcome[Any]]:
        """The only one."""
        assert self.system.step is not None
        step = self.system.step(state, operation, Provenance.ISSUED)
        return [Outcome(step.answer, lambda _: step.state, step.labels)]
