"""Compares one step of the model with the same step of the formulas: answers, and all values that are no ghosts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from stablelist_spec.core.step import StepOf
from stablelist_spec.parts.lending import exchange
from stablelist_spec.parts.model import Model
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.reading import at, length
from stablelist_spec.parts.replacing import at_mut, each_mut, replace

from .composed import Combining
from .running import NoSingleCaseError

__all__ = [
    "LARGE",
    "SHARED",
    "Beside",
    "DisagreementError",
    "Move",
    "Tied",
    "begin",
    "by_formulas",
    "compare",
    "operations_of",
    "shown",
]


class DisagreementError(AssertionError):
    """The model and the formulas disagree."""


class Beside(NamedTuple):
    """A system and its formulas.

    Attributes:
        initial: a new list of the model.
        operation: an operation of the model, by name.
        new: the formulas' new list, of the same sizes as one of the model.
        of: the formulas' list in a state of the model.
    """

    initial: Callable[[Parameters], Any]
    operation: Callable[[str], Callable[..., Any]]
    new: Callable[[Any], Combining]
    of: Callable[[Any], Combining]


SHARED: Final[dict[str, Callable[..., Any]]] = {
    operation.__name__: operation for operation in (at, length, at_mut, each_mut, replace, exchange)
}
"""The operations that all models of cells share; the others are methods of each."""
LARGE: Final = 64
"""The smallest element space of a transition that counts as large."""
FEW: Final = 16
"""The most cells that a message about a difference shows."""


def operations_of(model: Model[Any, Any]) -> Callable[[str], Callable[..., Any]]:
    """The operations of a model by name; `insert_with` is `add`."""
    return lambda name: SHARED.get(name) or getattr(model, name.replace("insert_with", "add"))


@dataclass
class Tied:
    """The result of comparisons.

    Attributes:
        steps: how many transitions agree.
        large: how many of them begin in a space of at least `LARGE` cells.
        largest: the longest element space.
        deepest: the most halvings of the space by one removal.
        shrunk: the most halvings by one `shrink_to_fit`.
        reserved: the most elements that one `reserve` made room for.
    """

    steps: int = 0
    large: int = 0
    largest: int = 0
    deepest: int = 0
    shrunk: int = 0
    reserved: int = 0

    def count(self, move: Move, before: int, after: int) -> None:
        """Count a transition that agrees, by the spaces before and after it."""
        self.steps += 1
        self.large += before >= LARGE
        self.largest = max(self.largest, after)
        halvings = (before // after).bit_length() - 1
        match move.name:
            case "remove":
                self.deepest = max(self.deepest, halvings)
            case "shrink_to_fit":
                self.shrunk = max(self.shrunk, halvings)


class Move(NamedTuple):
    """An operation of the model and of the machine."""

    name: str
    arguments: tuple[Any, ...] = ()

    def by_model(self, state: Any, system: Beside) -> StepOf[Any, Any]:  # noqa: ANN401 - of any system
        """The model's step."""
        step: StepOf[Any, Any] = system.operation(self.name)(state, *self.arguments)
        return step


def begin(state: Any, system: Beside) -> Combining:  # noqa: ANN401 - of any system
    """The formulas' new list, which must equal *state* of the model.

    Raises:
        DisagreementError: they differ.
    """
    try:
        machine = system.new(state)
    except KeyError as name:
        raise DisagreementError(f"a new list depends on {name}, which is a ghost") from name
    except NoSingleCaseError as error:
        raise DisagreementError(
            f"{state.parameters} has no new list by the formulas: {error}"
        ) from error
    if difference := machine.differs(state, state):
        raise DisagreementError(f"a new list of {state.parameters}: {difference}")
    return machine


def compare(
    machine: Combining,
    state: Any,  # noqa: ANN401 - of any system
    move: Move,
    tied: Tied,
    system: Beside,
) -> StepOf[Any, Any]:
    """Make a step in both, and compare the results.

    Raises:
        DisagreementError: they differ, or the formulas say nothing, or two things, of this step.
    """
    step = move.by_model(state, system)
    answer = by_formulas(machine, move, f" of {shown(state)}")
    if answer != step.answer:
        raise DisagreementError(
            f"{move.name}{move.arguments} of {shown(state)} answers {step.answer}, "
            f"by the formulas {answer}"
        )
    if difference := machine.differs(state, step.state):
        raise DisagreementError(f"{move.name}{move.arguments} of {shown(state)}: {difference}")
    tied.count(move, state.space, step.state.space)
    if move.name == "reserve" and step.answer is None:
        tied.reserved = max(tied.reserved, *move.arguments)
    return step


def by_formulas(machine: Combining, move: Move, where: str = "") -> object:
    """Make a step by the formulas, and return the answer.

    Raises:
        DisagreementError: they say nothing of this step, or two things, or it depends on a ghost.
    """
    try:
        answer: object = getattr(machine, move.name)(*move.arguments)
    except KeyError as name:
        raise DisagreementError(
            f"{move.name}{move.arguments}{where} depends on {name}, which is a ghost"
        ) from name
    except (NoSingleCaseError, IndexError) as error:
        raise DisagreementError(
            f"{move.name}{move.arguments}{where} has no step by the formulas: {error}"
        ) from error
    return answer


def shown(state: Any) -> str:  # noqa: ANN401 - of any system
    """The state in one line; cells of a large list are left out."""
    return str(state if state.opened <= FEW else state._replace(cells=()))
