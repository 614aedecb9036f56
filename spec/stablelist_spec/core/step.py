"""Steps: the effect of an operation on a state, and the provenance of its key."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Label", "Provenance", "StepOf"]

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
    """The effect of an operation on a container of any kind."""

    state: After
    answer: Answer
    labels: tuple[Label, ...] = ()
