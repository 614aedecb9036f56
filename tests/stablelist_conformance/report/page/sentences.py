"""Sentences: which named properties hold after each step, as far as the model and the port's answers show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import Final, NamedTuple

from stablelist_conformance.judging.properties import OBSERVED, broken_by, meaning
from stablelist_conformance.judging.verdict import Answered, Counterexample
from stablelist_conformance.report.page.layout_differences import Difference, histories
from stablelist_conformance.report.playback import Live, initial
from stablelist_spec.core.system import System
from stablelist_spec.families.contract import LIVE, REFINEMENT
from stablelist_spec.systems.stable_list.sentences import SENTENCES

__all__ = ["Sentence", "sentences"]

_IN_CONTRACT: Final = (LIVE, REFINEMENT, *OBSERVED)
"""The properties that are watched at contract level."""


class Sentence(NamedTuple):
    """A property, and the steps after which it is broken.

    Attributes:
        broken: numbers of steps; 0 is the fresh container.
    """

    name: str
    meaning: str
    broken: list[int]


def sentences(answered: Answered, first: int, differences: Iterable[Difference]) -> list[Sentence]:
    """Every property that is watched, the broken ones first.

    Args:
        answered: the program.
        first: the first step at which the model itself is checked.
        differences: where the port's layout differs.
    """
    broken: dict[str, set[int]] = defaultdict(set)
    system = answered.handshake.system
    modelled = system.exact and not isinstance(initial(answered), Live)
    watched: Collection[str] = system.invariants if modelled else ()
    if system.family.keyed and not modelled:
        watched = _IN_CONTRACT
    for step, at_once in _broken(answered, first, differences, modelled=modelled).items():
        for name in at_once:
            broken[name].add(step)
    first_broken = sorted(broken, key=lambda name: (min(broken[name]), name))
    names = dict.fromkeys([*first_broken, *watched])
    return [Sentence(name, said(name, system), sorted(broken.get(name, ()))) for name in names]


def _broken(
    answered: Answered, first: int, differences: Iterable[Difference], *, modelled: bool
) -> Mapping[int, set[str]]:
    """The names of the broken properties by step."""
    found: dict[int, set[str]] = defaultdict(set)
    for difference in differences:
        found[difference.step].update(difference.breaks)
    if isinstance(answered, Counterexample) and answered.at is not None:
        found[answered.at + 1].update(broken_by(answered))
    if modelled:
        for step, history in histories(answered):
            if step >= first:
                found[step].update(history.broken())
    return found


def said(name: str, system: System) -> str:
    """The sentence of a property. One that is not proved has it in its docstring."""
    if name in OBSERVED or name in SENTENCES:
        return meaning(name)
    told = (getattr(system.invariants[name], "__doc__", None) or "").partition("\n")[0]
    return told.strip().rstrip(".") or name.replace("_", " ")
