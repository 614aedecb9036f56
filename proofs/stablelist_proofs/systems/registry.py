"""The systems of which something is proved, and all of their obligations."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Final

from stablelist_proofs.core.obligation import Obligation
from stablelist_proofs.core.theory import Proved, Theory

from .dyadic.system import DYADIC
from .stable_list.system import STABLE_LIST

__all__ = ["SYSTEMS", "all_obligations", "system_of", "whole"]

SYSTEMS: Final = {each.name: each for each in (STABLE_LIST, DYADIC)}


@cache
def whole(system: str = "") -> Theory:
    """The whole theory of a system; each process makes its own."""
    return SYSTEMS[system].theory()


def system_of(title: str) -> Proved:
    """The system of a property or an obligation."""
    before, _, _ = title.partition("/")
    return SYSTEMS.get(before, STABLE_LIST)


def all_obligations() -> tuple[Obligation, ...]:
    """The obligations of all systems, each under the title of its property."""
    return tuple(
        replace(each, sentence=system.titled(each.sentence))
        for name, system in SYSTEMS.items()
        for each in whole(name).obligations
    )
