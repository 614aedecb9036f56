"""Steps: what an operation does to a state, and what is known of the key that it was given."""

from __future__ import annotations

from enum import StrEnum
from typing import Generic, NamedTuple, TypeVar

__all__ = ["Label", "Provenance", "StepOf"]

After = TypeVar("After", covariant=True)
Answer = TypeVar("Answer", covariant=True)

Label = str
"""What happened in a step, as a word of its system."""


class Provenance(StrEnum):
    """Where a key comes from; the same cell answers differently to a person who asks why."""

    ISSUED = "issued"
    """The list handed it out, and it has not been retired as far as the caller knows."""
    RETIRED = "retired"
    """The list handed it out; its element is gone."""
    FORGED = "forged"
    """The list did not (R10)."""


class StepOf(NamedTuple, Generic[After, Answer]):
    """What an operation did to a container of any kind."""

    state: After
    answer: Answer
    labels: tuple[Label, ...] = ()
