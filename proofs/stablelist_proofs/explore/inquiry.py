"""What a person asks of a scope: some invariants, and perhaps a transition with a label, or a state like that."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from stablelist_spec.core.step import Label
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from stablelist_spec.systems.stable_list.labels import LABELS

from .expand import Question
from .expression import Expression
from .invariants import OF_EVERY_NUMBER, asked
from .scope import ExploreError, Scope
from .tally import Tally
from .transitions import labels_of

__all__ = ["Inquiry", "InquiryError"]


class InquiryError(ExploreError):
    """A question that nobody knows, or that the scope forgets the answer to."""


@dataclass(frozen=True)
class Inquiry:
    """What is asked.

    Attributes:
        invariants: by name; all of them if there is none.
        label: stop at a transition that bears it.
        find: stop at a state of which this expression is true.

    Raises:
        InquiryError: there is no such name, or no sense in asking.
        ExpressionError: the expression cannot be asked.
    """

    scope: Scope
    invariants: tuple[str, ...] = ()
    label: Label | None = None
    find: str | None = None

    def __post_init__(self) -> None:
        """Refuse, before anything is explored."""
        for name in self.invariants:
            self._check_invariant(name)
        if self.label is not None:
            self._check_label(self.label)
        assert self.question

    @cached_property
    def question(self) -> Question:
        """What is asked of every state."""
        expression = None if self.find is None else Expression(self.find, self.scope.keep)
        names = (name for name in asked(self.scope.keep) if self.asks(name))
        return Question(tuple(names), expression)

    @property
    def for_all(self) -> bool:
        """Whether nothing is looked for."""
        return self.label is None and self.find is None

    def asks(self, name: str) -> bool:
        """Whether an invariant is among those asked."""
        return not self.invariants or name in self.invariants

    def enough(self, tally: Tally) -> bool:
        """Whether what was looked for is there, or something is broken."""
        there = tally.found is not None if self.label is None else self.label in tally.bearers
        return there or bool(tally.broken)

    def bearable(self) -> list[Label]:
        """The labels that transitions of the scope could bear."""
        return [label for label in LABELS if labels_of(self.scope.keep, label)]

    def _check_invariant(self, name: str) -> None:
        if name not in INVARIANTS:
            raise InquiryError(f"there is no invariant {name!r}; there are {', '.join(INVARIANTS)}")
        if name not in (*asked(self.scope.keep), *OF_EVERY_NUMBER):
            raise InquiryError(f"{name} is about what this scope forgets; add --keep key")

    def _check_label(self, label: Label) -> None:
        """Refuse also what no program could show."""
        if label not in LABELS:
            raise InquiryError(f"there is no label {label!r}; docs/model.md lists them")
        if label not in self.bearable():
            raise InquiryError(
                f"no transition of a scope that keeps {self.scope.keep} bears {label}; keep more, or choose another"
            )
        if self.find is not None:
            raise InquiryError("--label and --find exclude each other; leave one of them out")
        if label.endswith("_full") and self.scope.port_parameters.index_bits is None:
            raise InquiryError(
                f"no list is full after {self.scope.positions} positions; for {label} choose 8, 16 or 32"
            )
