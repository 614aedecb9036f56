"""Sentences: which named properties hold after each step, as far as the model and the port's answers show it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Final, NamedTuple

from stablelist_conformance.judging.properties import OBSERVED, meaning
from stablelist_conformance.report.trace import Trace
from stablelist_spec.core.second import Pair
from stablelist_spec.core.system import System
from stablelist_spec.families.knowledge import LIVE, REFINEMENT
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


def sentences(trace: Trace, first: int) -> list[Sentence]:
    """Every property that is watched, the broken ones first; the model itself is checked from step *first* on."""
    broken: dict[str, set[int]] = defaultdict(set)
    system = trace.answered.handshake.system
    modelled = system.exact and not trace.answered.by_contract
    watched: Collection[str] = system.invariants if modelled else ()
    if system.family.keyed and not modelled:
        watched = _IN_CONTRACT
    for step, names in _broken(trace, first):
        for name in names:
            broken[name].add(step)
    first_broken = sorted(broken, key=lambda name: (min(broken[name]), name))
    known = dict.fromkeys([*first_broken, *watched])
    return [
        Sentence(name, sentence_of(name, system), sorted(broken.get(name, ()))) for name in known
    ]


def _broken(trace: Trace, first: int) -> Iterator[tuple[int, Collection[str]]]:
    """The names of broken properties, each with a step."""
    answered = trace.answered
    yield from ((each.step, each.breaks) for each in trace.differences)
    if answered.at is not None:
        yield answered.at + 1, trace.breaks
    invariants = answered.handshake.system.invariants.items()
    for step, fresh in trace.fresh.items():
        if step >= first:
            shown = trace.states[step]
            states = shown[:2] if isinstance(shown, Pair) else (shown,)
            yield (
                step,
                [n for n, holds in invariants if not all(holds(state, fresh) for state in states)],
            )


def sentence_of(name: str, system: System) -> str:
    """The sentence of a property. One that is not proved has it in its docstring."""
    if name in SENTENCES or name not in system.invariants:
        return meaning(name)
    told = (getattr(system.invariants[name], "__doc__", None) or "").partition("\n")[0]
    return told.strip().rstrip(".") or name.replace("_", " ")
