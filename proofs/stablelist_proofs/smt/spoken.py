"""Does every property say something in large spaces, in each mode, and in every other region?

A goal that is true of small lists only, or in one mode, would be proved, and every defect planted in a small list would
still be refuted. So planted defects are asked about in each region: there, one of each property must not be provable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from .discharge import silent
from .obligation import Obligation
from .solvers import Answer, ask
from .terms import Term

__all__ = ["unsaid"]


def unsaid(obligations: Iterable[Obligation], region: Mapping[str, Term]) -> Iterator[str]:
    """The properties that say nothing in a region, and the statements that say nothing there though they might."""
    of_property: dict[str, list[Obligation]] = {}
    for each in obligations:
        of_property.setdefault(each.sentence, []).append(each)
    for sentence, own in of_property.items():
        if all(silent(each, region) for each in own):
            yield sentence
        else:
            statements = (each for each in own if each.states and silent(each, region))
            yield from (each.name for each in statements if _happens(each, region))


def _happens(obligation: Obligation, region: Mapping[str, Term]) -> bool:
    """Whether the case can occur in the region, as far as can be seen with little effort."""
    text = obligation.query.assumptions(region)
    return ask("z3", text, EFFORT).answer is not Answer.UNSAT


EFFORT = 100_000
