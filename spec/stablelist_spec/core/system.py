"""Systems: the kinds of container, each described once.

Whatever depends on the kind of a container asks its system; nobody compares names. `stablelist_spec.systems` lists
those that are known here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from .contract import Contract, Modelled, Said
from .family import Family, Role
from .history import History
from .key import FreshKeys, Key
from .operation import Operation
from .picture import Picture
from .step import Label, Provenance, StepOf

if TYPE_CHECKING:
    from .explore import Quotient

State = TypeVar("State")

__all__ = ["ContradictionError", "Said", "System"]


def no_keys(_: object) -> Mapping[Key, int]:
    """The live elements by key, of a container that hands out no keys."""
    return {}


def no_space(_: str) -> None:
    """The extent of a container that has no element space."""


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
        "leaves {!r} out, but nothing can be verified without it": system.family.essential
        - offered,
        "offers {!r}, but has no step to answer it": shows if system.step is None else (),
        "has nothing in shown for {!r}": shows - system.shown.keys(),
        "has {!r} in shown, which is no operation that shows": system.shown.keys() - shows,
        "has choices for {!r}, which its configuration does not have": system.choices.keys()
        - chosen,
        "needs {!r} for a label, which it does not offer": known - offered,
        "offers {!r}, which cannot be written in a program; use letters, digits and underscores": {
            name for name in offered if not name.isidentifier()
        },
        "gives {!r} the same operand twice": {
            name for name in offered & kinds.keys() if kinds[name].repeats
        },
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


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """One kind of container.

    With `initial` and `step` it is an exact model, whose every answer is known. Without them there is only what its
    family allows.

    Attributes:
        operations: what it offers, by default all of its family; a port may leave some out.
        configuration: the class of what a user chooses of it, a frozen dataclass.
        fields: of the handshake, those that not every system has.
        promised: what a user may observe of it, by what a port says of itself; by default all that the model does.
        since: operations that the first version of the port protocol does not have, and the version that does.
        initial: the state of a fresh container of some configuration.
        step: what an operation does to a state. Its keys are real ones, an insertion has the number of its (first)
            element as value, and it is told where its key comes from.
        shown: what shows the inside, as words of the port protocol: the layout, then the costs.
        extent: the element space and the longest free list that an answer to ``layout`` shows; None if it shows none.
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
        quotient: which of its states are one node, if it knows better than `stablelist_spec.core.states`.
        crafted: programs for what no scope shows; ``add*3`` and ``remove:5..7`` stand for repetition.
        refines: whether a step from a state is one of the family's.
        noun: what a person calls it.
    """

    name: str
    family: Family
    configuration: type[Any]
    operations: frozenset[str] = frozenset()
    fields: tuple[str, ...] = ()
    promised: Callable[[Said, Any], Contract[Any]] | None = None
    since: Mapping[str, int] = field(default_factory=dict)
    initial: Callable[[Any], Any] | None = None
    step: Callable[[Any, Operation, Provenance], StepOf[Any, object]] | None = None
    shown: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    extent: Callable[[str], tuple[int, int] | None] = no_space
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
    quotient: Callable[[System], Quotient[Any]] | None = None
    crafted: Sequence[str] = ()
    refines: Callable[[Any, Operation, StepOf[Any, object]], bool] = freely
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
            from .observer import labelled, met

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
        """What a user may observe of a container of some configuration, by what a port says of itself."""
        if self.promised is None:
            return Modelled(self, configuration)
        return self.promised(said, configuration)

    def begin(self, configuration: object) -> History:
        """The model's account of a program, before its first operation."""
        return History(self, configuration)

    def nodes(self) -> Quotient[Any]:
        """Its states as an exploration sees them, with a key that is followed."""
        from .states import States

        return States(self) if self.quotient is None else self.quotient(self)

    def needed(self, label: Label) -> tuple[str, ...]:
        """The operations without which a label is out of reach: by default the one that its name begins with."""
        if label in self.needs:
            return self.needs[label]
        names = (name for name in self.operations if f"{label}_".startswith(f"{name}_"))
        return (max(names, key=len),)
