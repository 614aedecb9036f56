"""What the user asks about a scope: some invariants, and possibly a labelled transition or a state to find."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from stablelist_spec.core.step import Label
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.observer import LABELS

from .expand import Question
from .expression import Expression
from .invariants import asked, needed, of_numbers
from .scope import ExploreError, Scope
from .tally import Tally
from .transitions import labels_of

__all__ = ["Inquiry", "InquiryError"]


class InquiryError(ExploreError):
    """A question that does not exist, or whose answer the scope forgets."""


@dataclass(frozen=True)
class Inquiry:
    """What the user asks.

    Attributes:
        invariants: their names; if empty, all of them.
        label: stop at a transition that has it.
        find: stop at a state in which this expression is true.

    Raises:
        InquiryError: there is no such name, or the scope cannot answer.
        ExpressionError: the expression cannot be evaluated.
    """

    scope: Scope
    invariants: tuple[str, ...] = ()
    label: Label | None = None
    find: str | None = None

    def __post_init__(self) -> None:
        """Check the inquiry before anything is explored."""
        for name in self.invariants:
            self._check_invariant(name)
        if self.label is not None:
            self._check_label(self.label)
        assert self.question

    @cached_property
    def question(self) -> Question:
        """What is checked in every state."""
        expression = None if self.find is None else Expression(self.find, self.scope.keep)
        names = (name for name in asked(self.scope.keep) if self.asks(name))
        return Question(tuple(names), expression)

    @property
    def for_all(self) -> bool:
        """Whether the whole scope is explored, because nothing is searched for."""
        return self.label is None and self.find is None

    def asks(self, name: str) -> bool:
        """Whether an invariant is checked."""
        return not self.invariants or name in self.invariants

    def enough(self, tally: Tally) -> bool:
        """Whether the search can stop: it found what it searched for, or something is broken."""
        there = tally.found is not None if self.label is None else self.label in tally.bearers
        return there or bool(tally.broken)

    def bearable(self) -> list[Label]:
        """The labels that transitions of the scope can have."""
        return [label for label in LABELS if labels_of(self.scope.keep, label)]

    def _check_invariant(self, name: str) -> None:
        if name not in INVARIANTS:
            raise InquiryError(
                f"there is no invariant {name!r}; choose one of {', '.join(INVARIANTS)}"
            )
        if name not in (*asked(self.scope.keep), *of_numbers(self.scope.keep)):
            raise InquiryError(
                f"{name} is about something that this scope forgets; add --keep {needed(name)}"
            )

    def _check_label(self, label: Label) -> None:
        """Check that the label exists, and that the scope can reach it."""
        if label not in LABELS:
            raise InquiryError(f"there is no label {label!r}; docs/model.md lists them")
        if label not in self.bearable():
            raise InquiryError(
                f"no transition of a scope that keeps {self.scope.keep} has the label {label}; "
                "keep more, or choose another label"
            )
        if self.find is not None:
            raise InquiryError("--label and --find exclude each other; leave one of them out")
        if label.endswith("_full") and self.scope.port_parameters.index_bits is None:
            raise InquiryError(
                f"no list is full after {self.scope.positions} positions; for {label} choose 8, 16 or 32"
            )
