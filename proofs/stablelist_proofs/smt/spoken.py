"""Does every property say something in each mode and every other region, and every goal as much of large lists?

A goal that is true of small lists only, or in one mode, would be proved, and every defect planted in a small list would
still be refuted. So planted defects are asked about in each region. In a mode, one of each property must not be
provable. Past all numbers that the goals mention, none may be.
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
    """A number past every one that the goals mention: nothing can be said of numbers up to a bound of their own.

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


def unsaid_far(obligations: Iterable[Obligation], region: Mapping[str, Term]) -> Iterator[str]:
    """The planted defects that are provable in a region."""
    for each in obligations:
        for flaw in each.flaws:
            if provable(flaw.query, region):
                yield f"{each.name}, though {flaw.words}"


def _happens(obligation: Obligation, region: Mapping[str, Term]) -> bool:
    """Whether the case can occur in the region, as far as can be seen with little effort."""
    text = obligation.query.assumptions(region)
    return ask("z3", text, EFFORT).answer is not Answer.UNSAT


EFFORT: Final = 100_000
LEAST: Final = 16
"""The least width of a number that is far."""
