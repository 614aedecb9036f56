"""Counts and findings of an expansion; the tallies of parts add up to the tally of the whole."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from stablelist_spec.core.step import Label

from .vacancies import Flags, Ints

__all__ = ["Tally"]


@dataclass
class Tally:
    """Counts, and for each finding the least number of a state that shows it.

    Attributes:
        states: how many were expanded.
        transitions: how many start from them.
        labels: how many transitions have each label.
        bearers: for each label, a state with such a transition.
        broken: for each invariant that is broken, a state that breaks it or has a transition that does.
        found: a state that was searched for.
    """

    states: int = 0
    transitions: int = 0
    labels: Counter[Label] = field(default_factory=Counter)
    bearers: dict[str, int] = field(default_factory=dict)
    broken: dict[str, int] = field(default_factory=dict)
    found: int | None = None

    def label(self, label: Label, flags: Flags | None, sources: Ints) -> None:
        """Count the transitions that have a label."""
        borne = len(sources) if flags is None else int(np.count_nonzero(flags))
        if borne:
            self.labels[label] += borne
            if label not in self.bearers:
                self.bearers[label] = int(sources[0 if flags is None else flags.argmax()])

    def breaks(self, name: str, numbers: Ints) -> None:
        """Note that an invariant is broken, if there are states that break it."""
        if len(numbers):
            first = int(numbers.min())
            self.broken[name] = min(self.broken.get(name, first), first)

    def finds(self, numbers: Ints) -> None:
        """Note the least state that was searched for, if there is one."""
        if len(numbers):
            first = int(numbers.min())
            self.found = first if self.found is None else min(self.found, first)

    def add(self, other: Tally) -> None:
        """Count another part of the same level."""
        self.states += other.states
        self.transitions += other.transitions
        self.labels.update(other.labels)
        merge_least(self.bearers, other.bearers)
        merge_least(self.broken, other.broken)
        if other.found is not None:
            self.finds(np.array([other.found]))

    def follow(self, level: Tally) -> None:
        """Add the next level; findings of earlier levels are kept."""
        self.states += level.states
        self.transitions += level.transitions
        self.labels.update(level.labels)
        self.bearers = level.bearers | self.bearers
        self.broken = level.broken | self.broken
        self.found = level.found if self.found is None else self.found

    def as_json(self) -> dict[str, Any]:
        """The tally as JSON."""
        return {**vars(self), "labels": dict(self.labels)}

    @classmethod
    def of_json(cls, saved: dict[str, Any]) -> Tally:
        """The tally from JSON."""
        return cls(**{**saved, "labels": Counter(saved["labels"])})


def merge_least(into: dict[str, int], other: dict[str, int]) -> None:
    """Merge numbers by name, keeping the smaller one."""
    for name, number in other.items():
        into[name] = min(into.get(name, number), number)
