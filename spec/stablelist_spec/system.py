"""Systems: the kinds of container, each described once.

Whatever depends on the kind of a container asks its system; nobody compares names. `stablelist_spec.systems` lists
those that are known here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any, Protocol, TypeVar

from .family import Family
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

__all__ = ["Stamped", "System"]


class Stamped(Protocol):
    """What a port says of its stamps."""

    @property
    def parity(self) -> bool:
        """Whether half of the versions mean vacant."""
        ...

    @property
    def wraps(self) -> bool:
        """Whether versions start over."""
        ...


def no_keys(_: object) -> Mapping[Key, int]:
    """The live elements by key, of a container that hands out no keys."""
    return {}


def anything(_: object, __: str) -> bool:
    """Whether a container has an operation."""
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


@dataclass(frozen=True, kw_only=True, eq=False)
class System:
    """One kind of container.

    With `initial` and `step` it is an exact model, whose every answer is known. Without them there is only what its
    family allows.

    Attributes:
        operations: what it offers; a port may leave some out.
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
        labels: every label that a step can bear, with its meaning.
        needs: operations without which a label is out of reach, where its name does not tell.
        able: whether a container of some configuration has an operation; by default, whatever it is.
        choices: values to draw from, for every field of the configuration that is not to stay as usual.
        operand: a few values of an operand, by its field, that are worth exploring in a configuration.
        forgotten: a state without what no later answer depends on, such as costs.
        picture: what a state looks like; without one, reports draw nothing.
        variables: what of a state is in a trace, as named fields.
        scopes: small configurations, to be explored whole.
        crafted: programs for what no scope shows; ``add*3`` and ``remove:5..7`` stand for repetition.
        noun: what a person calls it.
    """

    name: str
    family: Family
    operations: frozenset[str]
    configuration: type[Any] = Parameters
    fields: tuple[str, ...] = ()
    stamps: Callable[[Stamped, int | None], Stamps] | None = None
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
    picture: Callable[[Any], Picture] | None = None
    variables: Callable[[Any], object] = nothing
    scopes: Sequence[Any] = ()
    crafted: Sequence[str] = ()
    noun: str = "container"

    @property
    def exact(self) -> bool:
        """Whether there is an exact model."""
        return self.step is not None

    @cached_property
    def chosen(self) -> tuple[str, ...]:
        """What a user chooses, by name: the fields of the configuration; without a model, those that ports tell of."""
        names = tuple(each.name for each in fields(self.configuration))
        return names if self.exact else tuple(name for name in names if name in self.fields)

    def refines(self, before: object, operation: Operation, step: StepOf[Any, object]) -> bool:
        """Whether a step is one of the family's."""
        return True

    def begin(self, configuration: object) -> History:
        """The model's account of a program, before its first operation."""
        return History(self, configuration)

    def needed(self, label: Label) -> tuple[str, ...]:
        """The operations without which a label is out of reach: by default the one that its name begins with."""
        if label in self.needs:
            return self.needs[label]
        names = (name for name in self.operations if f"{label}_".startswith(f"{name}_"))
        return (max(names, key=len),)
