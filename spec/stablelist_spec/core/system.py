"""Systems: the kinds of container, each described once.

Code that depends on the kind of a container uses its system, instead of comparing names. `stablelist_spec.systems`
lists all systems.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, TypeVar

from .axes import Axes
from .contract import Contract, Declarations
from .explore import Quotient
from .family import Family, Kind, Operand, Role, Type
from .key import FreshKeys, Key
from .operation import Operation
from .picture import Picture
from .second import labels_of
from .step import Classify, Label, StepOf

State = TypeVar("State")

__all__ = ["ContradictionError", "System", "values"]


def no_keys(_: object) -> Mapping[Key, int]:
    """The live elements by key, of a container that issues no keys."""
    return {}


def no_space(_: str) -> None:
    """The extent of a container that has no element space."""


def always_offered(_: object, __: str) -> bool:
    """Every container has every operation."""
    return True


def always_refines(_: object, __: Operation, ___: StepOf[Any, object]) -> bool:
    """Every step of the model refines the family, because the family allows any."""
    return True


def always_within(_: object) -> bool:
    """Every state that a scope reaches belongs to it."""
    return True


def unchanged(state: State) -> State:
    """The state as it is, without anything forgotten."""
    return state


def own_period(configuration: object) -> int | None:
    """The number of insertions until an id repeats, from the configuration."""
    period: int | None = getattr(configuration, "id_period", None)
    return period


class ContradictionError(ValueError):
    """A description that contradicts itself."""


def contradictions(system: System) -> Iterator[str]:
    """The contradictions in a description, each as the end of a sentence that begins with the system."""
    kinds, offered = system.family.kinds, system.operations
    shows = {name for name in offered & kinds.keys() if kinds[name].role is Role.SHOW}
    chosen = {each.name for each in fields(system.configuration)}
    known = {name for names in system.needs.values() for name in names}
    wrong = {
        "offers {!r}, which its family does not have": offered - kinds.keys(),
        "leaves {!r} out, but nothing can be verified without it": system.family.essential
        - offered,
        "offers {!r}, but has no step to answer it": shows if system.step is None else (),
        "offers {!r}, but does not say in joined what it does to two containers": {
            name
            for name in system.offered_on_both
            if system.exact
            and system.joined is None
            and kinds[name].role in (Role.COMPARE, Role.COMBINE)
        },
        "offers {!r}, but its model does not tell the keys of two containers apart": (
            system.offered_on_both if system.exact and system.family.keyed else ()
        ),
        "offers {!r}, but has neither a step nor a contract to answer it": (
            system.offered_on_both if system.determined and not system.exact else ()
        ),
        "has nothing in shown for {!r}": shows - system.shown.keys(),
        "has {!r} in shown, which is no operation that shows": system.shown.keys() - shows,
        "reads {!r}, which is no operation that shows": system.read.keys() - shows,
        "has choices for {!r}, which its configuration does not have": system.choices.keys()
        - chosen,
        "has no choices for {!r}; name a value, or leave it out": {
            name for name, choices in system.choices.items() if not choices
        },
        "has choices for {!r} that cannot be written in a program; use letters, digits, _ and -": {
            name for name, choices in system.choices.items() if not writable(choices)
        },
        "has a range for {!r}, which has no choices": system.ranges.keys() - system.choices.keys(),
        "has witnesses for {!r}, which has no choices": system.witnesses.keys()
        - system.choices.keys(),
        "has the witness {!r}, which it does not offer": {
            name
            for showing in system.witnesses.values()
            for chosen in (system.configuration(), *system.scopes)
            for name in showing(chosen)
        }
        - offered,
        "has values for the operand {!r}, which none of its operations has": system.operands.keys()
        - {operand.name for name in offered & kinds.keys() for operand in kinds[name].operands},
        "needs {!r} for a label, which it does not offer": known - offered,
        "offers {!r}, which cannot be written in a program; use letters, digits and underscores": {
            name for name in offered if not name.isidentifier()
        },
    }
    for sentence, names in wrong.items():
        yield from (sentence.format(name) for name in sorted(names))
    for name in sorted(offered & kinds.keys()):
        yield from mistaken(name, kinds[name])
    if (system.initial is None) is not (system.step is None):
        yield "has one of initial and step; it needs both, or neither"
    for scope in (*system.scopes, *system.pairs):
        if type(scope) is not system.configuration:
            yield f"has the scope {scope!r}, which is no {system.configuration.__name__}"
    for label in system.labels:
        if label not in system.needs and not any(label.startswith(name) for name in offered):
            yield f"has the label {label!r}, which belongs to no operation; name one in needs"


def mistaken(name: str, kind: Kind) -> Iterator[str]:
    """The operands of an operation that no program can give, as in `contradictions`."""
    names = [operand.name for operand in kind.operands]
    if len({*names}) < len(names):
        yield f"gives {name!r} the same operand twice"
    if sum(operand.counts for operand in kind.operands) > 1:
        yield f"gives {name!r} two operands that count its insertions"
    for operand in kind.operands:
        wrong = {
            "is no name; use letters, digits and underscores": not operand.name.isidentifier(),
            "has no value between its bounds": (
                operand.most is not None and operand.most < operand.least
            ),
            "has no words to choose from, or words that cannot be written in a program": (
                operand.type is Type.WORD and not (operand.words and writable(operand.words))
            ),
            "is another operation, so it must be the last": (
                operand.type is Type.OPERATION and operand is not kind.operands[-1]
            ),
            "counts insertions, so it must be a number of an insertion, and not below 0": (
                operand.counts
                and not (
                    kind.role is Role.GROW and operand.type is Type.NUMBER and operand.least >= 0
                )
            ),
        }
        told = f"gives {name!r} the operand {operand.name!r}"
        yield from (f"{told}, which {why}" for why, is_so in wrong.items() if is_so)


def writable(values: Sequence[object]) -> bool:
    """Whether the words among some values can be written in a program."""
    words = (getattr(value, "value", value) for value in values)
    return all(re.fullmatch("[A-Za-z0-9_-]+", word) for word in words if isinstance(word, str))


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """One kind of container.

    With `initial` and `step` it is an exact model, whose every answer is known. Without them only the contract of its
    family is known.

    Attributes:
        operations: its operations, by default all of its family; a port may leave some out.
        configuration: the class of its options, a frozen dataclass.
        fields: the fields of the handshake that not every system has.
        promised: its observable behaviour, given the declarations of a port; by default all that the model does.
        initial: the state of a fresh container of some configuration.
        step: the effect of an operation on a state. Its keys are real ones, and an insertion knows its element.
        joined: the answer of an operation that concerns another container, too, and both states after it, except for
            those that every family has; without this, none of its operations does.
        classify: the labels of a step.
        shown: functions that show the internal state as words of the port protocol: the layout, then the costs.
        read: the state that such a word means, given the model's state; a word that means none raises a ValueError.
            Reports name the invariants that such a state breaks.
        measures: numbers of a state that programs should bring far, by name: they count as reach by powers of two, and
            programs are written for them. The state is that of the model; without one, that of the contract.
        extent: the element space and the longest free list that an answer to ``layout`` shows; None if it shows none.
        live: the live elements of a state by key.
        period: the number of insertions until an id repeats, in a configuration; None for never.
        invariants: the invariants of a state, by name.
        labels: every label that a step can bear, with its meaning. Without any, the system is `completed` when it is
            named: steps are labelled by operation and kind of answer.
        needs: operations without which a label cannot be reached, if its name does not begin with them.
        able: whether a container of some configuration has an operation; by default, always.
        choices: the values that programs use, for each field of the configuration that is varied.
        ranges: bounds of the fields that may have any number between them, not only one of their choices; programs
            that go far use these.
        witnesses: the operations that show an option in a configuration, by its name; a port that declares the option
            offers one of them, unless there are none.
        operands: a few values that are worth exploring in a configuration, by the name of an operand; by default
            those of `Operand.few`.
        forgotten: a state without the parts that no later answer depends on, such as costs.
        leaves_out: these parts in words, for reports.
        nameless: a state without ids, which matter only if a key is followed.
        picture: the picture of a state; without this, reports draw nothing.
        variables: the state in a trace, as named fields.
        scopes: small configurations, which are explored completely.
        pairs: the same, in which two containers are explored.
        within: whether a state belongs to a scope; by default, every one that is reached. A container that grows
            without end needs a bound.
        quotient: which of its states are one node, by default that of `stablelist_spec.core.states`.
        crafted: programs for behaviour that no scope shows; ``add*3`` and ``remove:5..7`` stand for repetition.
        covered_by: an exact system with the same options, whose programs cover one of which only the contract is known.
        like: the system that it differs from on a few axes, if its vectors need to show each label only, and not how
            the labels of two steps meet.
        refines: whether a step from a state is a step of the family's contract.
        noun: its name in sentences.
        axes: its choices on the axes by which relatives differ.
        paced_by: the role of the operations that use ids up: insertions, or removals, of which `clear` is one.
        forgets: whether older keys are worthless after everything was removed at once.
    """

    name: str
    family: Family
    configuration: type[Any]
    operations: frozenset[str] = frozenset()
    fields: tuple[str, ...] = ()
    promised: Callable[[Declarations, Any], Contract[Any]] | None = None
    initial: Callable[[Any], Any] | None = None
    step: Callable[[Any, Operation], StepOf[Any, object]] | None = None
    joined: Callable[[Any, Any, Operation], tuple[object, Any, Any]] | None = None
    classify: Classify | None = None
    shown: Mapping[str, Callable[[Any], str]] = field(default_factory=dict)
    read: Mapping[str, Callable[[Any, str], Any]] = field(default_factory=dict)
    measures: Mapping[str, Callable[[Any], int]] = field(default_factory=dict)
    extent: Callable[[str], tuple[int, int] | None] = no_space
    live: Callable[[Any], Mapping[Key, int]] = no_keys
    period: Callable[[Any], int | None] = own_period
    invariants: Mapping[str, Callable[[Any, FreshKeys], bool]] = field(default_factory=dict)
    labels: Mapping[Label, str] = field(default_factory=dict)
    needs: Mapping[Label, tuple[str, ...]] = field(default_factory=dict)
    able: Callable[[Any, str], bool] = always_offered
    choices: Mapping[str, Sequence[object]] = field(default_factory=dict)
    ranges: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    witnesses: Mapping[str, Callable[[Any], Collection[str]]] = field(default_factory=dict)
    operands: Mapping[str, Callable[[Any], Sequence[int | str]]] = field(default_factory=dict)
    forgotten: Callable[[Any], Any] = unchanged
    leaves_out: str = ""
    nameless: Callable[[Any], Any] = unchanged
    picture: Callable[[Any], Picture] | None = None
    variables: Callable[[Any], object] = unchanged
    scopes: Sequence[Any] = ()
    pairs: Sequence[Any] = ()
    within: Callable[[Any], bool] = always_within
    quotient: Callable[[System], Quotient[Any]] | None = None
    crafted: Sequence[str] = ()
    covered_by: str = ""
    like: str = ""
    refines: Callable[[Any, Operation, StepOf[Any, object]], bool] = always_refines
    noun: str = "container"
    axes: Axes = field(default_factory=Axes)
    paced_by: Role = Role.GROW
    forgets: bool = False

    def __post_init__(self) -> None:
        """Reject a contradictory description.

        Raises:
            ContradictionError: it contradicts itself.
        """
        if not self.operations:
            alone = frozenset(self.family.kinds) - self.family.both
            own = frozenset(self.family.kinds) if self.joined else alone
            object.__setattr__(self, "operations", own)
        if self.labels:
            kinds = {name: self.family.kinds[name] for name in sorted(self.offered_on_both)}
            object.__setattr__(self, "labels", {**self.labels, **labels_of(kinds)})
        for complaint in contradictions(self):
            raise ContradictionError(f"the system {self.name} {complaint}")

    @cached_property
    def answered(self) -> frozenset[str]:
        """The operations that a step answers: all except those that show the internal state."""
        return self.operations - self.shown.keys()

    @property
    def offered_on_both(self) -> frozenset[str]:
        """The operations that concern another container, too."""
        return self.operations & self.family.both

    @property
    def exact(self) -> bool:
        """Whether there is an exact model."""
        return self.step is not None

    @property
    def determined(self) -> bool:
        """Whether its contract is its model, so that every answer is known at every level."""
        return self.promised is None

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """The names of the options: the fields of the configuration; without any model, those that ports declare."""
        names = tuple(each.name for each in fields(self.configuration))
        return (
            names
            if self.exact or self.covered_by
            else tuple(name for name in names if name in self.fields)
        )

    def hidden(self, level: int) -> frozenset[str]:
        """The operations that show more than a level allows, of those that show the internal state."""
        return frozenset(tuple(self.shown)[level:])

    def needed(self, label: Label) -> tuple[str, ...]:
        """The operations without which a label cannot be reached: by default the one that its name begins with."""
        if label in self.needs:
            return self.needs[label]
        names = (name for name in self.operations if f"{label}_".startswith(f"{name}_"))
        return (max(names, key=len),)


def values(system: System, configuration: object, operand: Operand) -> Sequence[int | str]:
    """A few values of an operand that are worth exploring in a configuration, all of them within its bounds."""
    if operand.name not in system.operands:
        return operand.few()
    found = system.operands[operand.name](configuration)
    if isinstance(found, range) and all(map(operand.allows, (*found[:1], *found[-1:]))):
        return found  # of a large universe, and asked for at every draw
    return [each for each in found if operand.allows(each)]
