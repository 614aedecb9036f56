"""A theory: everything that is to be proved of one system; and the system from the point of view of a run of proofs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from .assertions import Assertions
from .obligation import Obligation
from .query import Assumption, Instances

__all__ = ["Proved", "Theory"]


class Theory(NamedTuple):
    """Everything that is to be proved.

    Attributes:
        assertions: what is shown by induction over the program.
        obligations: what the solvers are asked.
    """

    assertions: tuple[Assertions, ...]
    obligations: tuple[Obligation, ...]


@dataclass(frozen=True, eq=False)
class Proved:
    """A system of which something is proved.

    Attributes:
        name: begins the names of its obligations; empty for a StableList.
        theory: makes everything there is to prove of it.
        assumptions: what may be assumed without proof.
        instances: small ones, and the regions in which every property must say something.
        silent: the properties that say nothing in a region, because of what they are about.
        strangers: steps of which something is asserted, though they are not steps of the program.
        extent: checks of what everything is claimed.
        read: compares what is said with its readings; what agrees, as a sentence.
        held: evaluates what is assumed; what is true, as a sentence.
        ties: how many comparisons with the model there are of each kind, besides the random programs.
        tied: makes one; what agrees, as a sentence.
    """

    name: str
    theory: Callable[[], Theory]
    assumptions: tuple[Assumption, ...]
    instances: Instances
    silent: Mapping[str, tuple[str, ...]]
    strangers: Callable[[Iterable[Assertions]], Iterator[str]]
    extent: Callable[[Theory], Iterator[str]]
    read: Callable[[Theory], str]
    held: Callable[[Theory], str]
    ties: Mapping[str, int]
    tied: Callable[[str, int, int], str]

    def titled(self, name: str) -> str:
        """The name of a property or an obligation, which is unique among all systems."""
        return f"{self.name}/{name}" if self.name else name

    @property
    def about(self) -> str:
        """The beginning of an output line about it."""
        return f"{self.name}: " if self.name else ""
