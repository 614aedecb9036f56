"""Steps: the effect of an operation on a state; and what happened in a step, as an observer labels it."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, Generic, NamedTuple, TypeVar

from .operation import Operation

__all__ = ["Classify", "Label", "Provenance", "StepOf", "observed"]

After = TypeVar("After", covariant=True)
Answer = TypeVar("Answer", covariant=True)

Label = str
"""What happened in a step, as a word of its system."""


class Provenance(StrEnum):
    """Where a key comes from; labels depend on it, answers do not."""

    ISSUED = "issued"
    """The list issued it, and as far as the caller knows it is not retired."""
    RETIRED = "retired"
    """The list issued it, and its element was removed."""
    FORGED = "forged"
    """The list never issued it (R10)."""


class StepOf(NamedTuple, Generic[After, Answer]):
    """The effect of an operation on a container of any kind; the labels are an observer's, the model gives none."""

    state: After
    answer: Answer
    labels: tuple[Label, ...] = ()


Classify = Callable[[Any, Operation, StepOf[Any, object], Provenance], tuple[Label, ...]]
"""An observer: the labels of a step, given the state before it, the operation, and the provenance of its key."""


def observed(
    model: Any,  # noqa: ANN401 - a system, or a model with its observer
    state: Any,  # noqa: ANN401 - of this model
    operation: Operation,
    origin: Provenance = Provenance.ISSUED,
) -> StepOf[Any, Any]:
    """A step with its labels, given the provenance of its key.

    Raises:
        TypeError: the model has no step for the operation.
    """
    step = model.step(state, operation)
    if not isinstance(step, StepOf):
        raise TypeError(f"there is no step for {operation.name!r}; it came to {step!r}")
    if model.classify is None:
        return step
    return StepOf(step.state, step.answer, model.classify(state, operation, step, origin))
