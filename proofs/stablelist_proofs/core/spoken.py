"""Checks that every property says something in each region, and that every goal says as much about large lists.

A goal that says something only about small lists, or only in one mode, would be proved, and every defect planted in a
small list would still be refuted. So planted defects are also tried in each region. In each mode, at least one defect
of each property must not be provable. In the regions beyond all numbers that the goals mention, no defect may be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from .discharge import provable, silent
from .obligation import Obligation
from .solvers import Answer, ask
from .terms import Term, parts

__all__ = ["far_from", "unsaid", "unsaid_far"]


def far_from(obligations: Iterable[Obligation]) -> int:
    """A number beyond all that the goals mention, so that a goal cannot be restricted to numbers below its own bound.

    It is a power of two, so that divisions by small ones leave nothing.
    """
    numbers = (
        int(part.name)
        for each in obligations
        for part in parts(each.query.goal)
        if part.op == "literal" and part.name.lstrip("-").isdigit()
    )
    return 1 << max(LEAST, 2 + max(numbers, default=0).bit_length())


def unsaid(obligations: Iterable[Obligation], region: Mapping[str, Term]) -> Iterator[str]:
    """The properties that say nothing in a region, and the statements that say nothing there without being listed."""
    of_property: dict[str, list[Obligation]] = {}
    for each in obligations:
        of_property.setdefault(each.sentence, []).append(each)
    for sentence, own in of_property.items():
        if all(silent(each, region) for each in own):
            yield sentence
        else:
            statements = (each for each in own if each.states and silent(each, region))
            yield from (each.name for each in statements if _happens(each, region))


def unsaid_far(obligations: Iterable[Obligation], region: Mapping[str, Term]) -> Iterator[str]:
    """The planted defects that can be proved in a region."""
    for each in obligations:
        for flaw in each.flaws:
            if provable(flaw.query, region):
                yield f"{each.name}, though {flaw.words}"


def _happens(obligation: Obligation, region: Mapping[str, Term]) -> bool:
    """Whether the case can occur in the region, as far as this shows with little effort."""
    text = obligation.query.assumptions(region)
    return ask("z3", text, EFFORT).answer is not Answer.UNSAT


EFFORT: Final = 100_000
LEAST: Final = 16
"""The least width of a number that is far."""
