"""Models of containers of which a user can observe everything: their elements in order, and nothing inside.

What an operation does is said by the family, as a function of the elements. An observer of such a system is a table:
for each operation the words that end its labels, and the function that chooses one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from stablelist_spec.core.key import FreshKeys
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import Cell, Picture, Row
from stablelist_spec.core.step import Classify, Label, Provenance, StepOf
from stablelist_spec.families.iterating import ITERATING, iterated

__all__ = [
    "ITERATIONS",
    "SIZES",
    "Observed",
    "State",
    "Words",
    "answer_is",
    "classified",
    "elements_fit_the_capacity",
    "holds_elements",
    "initial",
    "joining",
    "labelled",
    "one_of_several",
    "pictured",
    "retained",
    "stepping",
    "variables",
]


class State(NamedTuple):
    """A container.

    Attributes:
        chosen: its options; a capacity of 0 means that it grows.
        elements: in its order; in that of insertion, if none is documented.
    """

    chosen: Any
    elements: tuple[Any, ...] = ()


Answered = Callable[[Any, tuple[Any, ...], Operation], tuple[object, tuple[Any, ...]]]
"""The answer of a container with these options and elements, and its elements afterwards."""


def initial(chosen: Any) -> State:  # noqa: ANN401 - as `System.initial`
    """A new container, without elements."""
    return State(chosen)


def stepping(answered: Answered) -> Callable[[State, Operation], StepOf[State, object]]:
    """The step of a container that does what its family says; and iterates as every row of elements does."""

    def step(state: State, operation: Operation) -> StepOf[State, object]:
        if operation.name in ITERATING:
            visited, stay = iterated(state.elements, operation)
            return StepOf(State(state.chosen, stay), visited)
        answer, elements = answered(state.chosen, state.elements, operation)
        return StepOf(State(state.chosen, elements), answer)

    return step


Joined = Callable[
    [Any, tuple[Any, ...], tuple[Any, ...], Operation],
    tuple[object, tuple[Any, ...], tuple[Any, ...]],
]
"""The answer of a container with these options and elements to an operation that concerns one with other elements, too,
and the elements of both afterwards."""


def joining(joined: Joined) -> Callable[[State, State, Operation], tuple[object, State, State]]:
    """What an operation does to two containers, if it does what their family says."""

    def join(mine: State, other: State, operation: Operation) -> tuple[object, State, State]:
        answer, *both = joined(mine.chosen, mine.elements, other.elements, operation)
        first, second = (State(mine.chosen, elements) for elements in both)
        return answer, first, second

    return join


def elements_fit_the_capacity(state: State, _: FreshKeys) -> bool:
    """A container with a capacity has no more elements than that."""
    return not state.chosen.capacity or len(state.elements) <= state.chosen.capacity


def variables(state: State) -> tuple[Any, ...]:
    """The state in a trace: the elements."""
    return state.elements


def pictured(word: str, text: Callable[[Any], str] = str) -> Callable[[State], Picture]:
    """The picture of a container: its elements in their order, which have this name and text."""

    def picture(state: State) -> Picture:
        cells = [Cell(True, text(element)) for element in state.elements]
        room = {"capacity": state.chosen.capacity} if state.chosen.capacity else {}
        return Picture({word: len(cells), **room}, rows=(Row(len(cells), cells),))

    return picture


# --- Observers --------------------------------------------------------------------------------------

Words = Mapping[str, str]
"""The ends of labels, with their meanings."""
Observer = Callable[[Any, Operation, Any], str]
"""The end of the label of a step, given the state before it, mostly a `State`, and the answer."""
Observed = Mapping[str, tuple[Observer, Words]]
"""The observer of each operation, with the words that it says."""

SIZES: Final = {"empty": "there is no element", "elements": "there are elements"}


def holds_elements(before: State, _: Operation, __: object) -> str:
    """Whether there are elements, in a word of `SIZES`."""
    return "elements" if before.elements else "empty"


def one_of_several(before: State, _: Operation, __: object) -> str:
    """Whether there is an element at an end, and another one."""
    return {0: "none", 1: "only"}.get(len(before.elements), "several")


def retained(before: State, _: Operation, answer: Any) -> str:  # noqa: ANN401 - a list
    """How many elements stay, if the answer lists those that do not."""
    if not before.elements:
        return "empty"
    return {0: "all", len(before.elements): "none"}.get(len(answer), "some")


def answer_is(_: State, __: Operation, answer: object) -> str:
    """Whether the answer is yes."""
    return "yes" if answer else "no"


VISITED: Final = {
    "empty": "there is no element",
    "nothing": "none is visited",
    "some": "some are visited",
    "all": "all are visited",
}
STAYING: Final = {
    "empty": "there is no element",
    "all": "every element stays",
    "none": "none stays",
    "some": "some stay, and all are visited",
}


def visited(before: State, _: Operation, answer: Any) -> str:  # noqa: ANN401 - a list
    """How many elements an iteration visits."""
    if not before.elements:
        return "empty"
    return {0: "nothing", len(before.elements): "all"}.get(len(answer), "some")


def staying(before: State, operation: Operation, _: object) -> str:
    """How many elements stay in an iteration that removes others."""
    left = len(iterated(before.elements, operation)[1])
    if not before.elements:
        return "empty"
    return {0: "none", len(before.elements): "all"}.get(left, "some")


ITERATIONS: Final[Observed] = {
    **dict.fromkeys(("each_from", "each_first"), (visited, VISITED)),
    "each_looking": (holds_elements, SIZES),
    "each_removing": (staying, STAYING),
}
"""The observer of each operation of `stablelist_spec.families.iterating`."""


def labelled(observed: Observed) -> dict[Label, str]:
    """Every label with its meaning."""
    return {
        f"{name}_{word}": meaning
        for name, (_, words) in observed.items()
        for word, meaning in words.items()
    }


def classified(observed: Observed) -> Classify:
    """The function that labels a step."""

    def classify(
        before: State, operation: Operation, step: StepOf[Any, object], _: Provenance
    ) -> tuple[Label, ...]:
        observe, _words = observed[operation.name]
        return (f"{operation.name}_{observe(before, operation, step.answer)}",)

    return classify
