"""The comparisons that all systems have, with the sentence that a run prints of each when it agrees."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stablelist_spec.parts.parameters import Parameters

from .comparison import LARGE, Beside, Tied
from .diving import dived
from .starting import Started
from .tie import combined, explored, forged, wandered

__all__ = ["Ties", "said_of_new_lists"]


class Ties(NamedTuple):
    """The comparisons of a system.

    Attributes:
        scope: a scope, in words.
        drops: what one operation may do several times, in words.
    """

    system: Beside
    scope: Callable[[Parameters], str]
    drops: str

    def wandered(self, amount: int, seed: int) -> str:
        """Random programs."""
        return f"{self._transitions(wandered(amount, seed, self.system))} (random, seed {seed})"

    def explored(self, scope: Parameters) -> str:
        """Every move of every layout."""
        steps = explored(scope, system=self.system).steps
        return f"{steps:,} transitions of the model satisfy the formulas {self._where(scope)}"

    def forged(self, scope: Parameters) -> str:
        """Keys that are not live."""
        steps = explored(scope, moves=forged, system=self.system).steps
        what = "look-ups, removals and replacements by keys that are not live"
        return f"{steps:,} {what} {self._where(scope)}"

    def combined(self, scope: Parameters) -> str:
        """Operations that consist of others."""
        steps = explored(scope, moves=combined, system=self.system).steps
        return f"{steps:,} operations that consist of other moves {self._where(scope)}"

    def dived(self) -> str:
        """One program for each mode."""
        done = dived(system=self.system)
        return (
            f"{self._transitions(done)}, {done.shrunk} by one shrink_to_fit, "
            f"memory for up to {done.reserved:,} elements (one program for each mode)"
        )

    def _where(self, scope: Parameters) -> str:
        return f"(every layout of {self.scope(scope)})"

    def _transitions(self, done: Tied) -> str:
        return (
            f"{done.steps:,} transitions of the model satisfy the formulas, {done.large:,} of them in "
            f"spaces of at least {LARGE}; "
            f"space up to {done.largest:,}, up to {done.deepest} {self.drops} at once"
        )


def said_of_new_lists(done: Started) -> str:
    """What agrees of new lists."""
    return (
        f"{done.lists:,} new lists of the model are as the formulas say, {done.refused:,} are refused; "
        f"of {done.sizes:,} combinations of sizes both allow the same {done.lawful:,}"
    )
