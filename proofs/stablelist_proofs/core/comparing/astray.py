"""The steps of a program, if each also writes a wrong value.

A statement about a step is hardly ever false of a random list, because the step is right. It is compared with its
reading once more where the step goes astray.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import replace
from typing import Any, Final

from stablelist_proofs.core.assertions import Assertions
from stablelist_proofs.core.functions import Put
from stablelist_proofs.core.obligation import PLANTED, PLANTED_AT
from stablelist_proofs.core.terms import Term, choose, equal, symbol

from .ghosts import NOWHERE

__all__ = ["Wrong", "astray", "damaged", "elsewhere", "instead"]

WRONG: Final = symbol("wrong")
"""Which value a step writes that should stay as it is."""
Wrong = Callable[[Any, Term], Any]
"""What a step leaves behind, with a wrong value if a condition holds."""


def instead(name: str) -> Wrong:
    """A number is another one."""
    return lambda after, hit: replace(after, **{name: choose(hit, PLANTED, getattr(after, name))})


def elsewhere(name: str, value: Term = PLANTED) -> Wrong:
    """A function has another value somewhere."""
    return lambda after, hit: replace(
        after, **{name: Put(getattr(after, name), choose(hit, PLANTED_AT, NOWHERE), value)}
    )


def damaged(after: Any, wrongs: Sequence[Wrong], modulus: int) -> Any:  # noqa: ANN401 - a subject of any point
    """What a step leaves behind, with one of the wrong values; or none of them, if the modulus is larger."""
    for kind, wrong in enumerate(wrongs):
        after = wrong(after, equal(WRONG % modulus, kind))
    return after


def astray(right: Assertions, names: Collection[str], wrongs: Sequence[Wrong]) -> Assertions:
    """The program of some steps, each of which also writes one of the wrong values."""
    arcs = [arc for arc in right.arcs if arc.name in names]
    changed = (replace(arc, after=damaged(arc.after, wrongs, len(wrongs))) for arc in arcs)
    return replace(right, arcs=tuple(changed))
