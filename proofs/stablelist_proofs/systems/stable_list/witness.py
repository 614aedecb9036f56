"""A shortest program that breaks a property, found in the model; shown when a proof fails.

A solver's counterexample is a state, which may not be reachable. So the model is searched for a path to a broken state:
if there is one, the model is wrong as well as the formula. The search is breadth first, so no program of its scope is
shorter than the one it finds. Visits are not part of a state, and have a search of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from stablelist_proofs.program import performed, program_line, replay
from stablelist_spec.core.explore import REFINEMENT, Action, explore
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.invariants import INVARIANTS

__all__ = ["ASKED", "LIMIT", "shortest", "told"]

LIMIT: Final = 20_000
"""The most states that are searched for each mode."""

SCOPES: Final = tuple(Parameters(truncate=mode, id_bits=1, index_bits=3) for mode in Truncate)
SEARCHED: Final = (
    f"among {LIMIT:,} states of each mode, of up to 8 cells, ids of 1 bit, breadth first"
)

ASKED: Final = {*INVARIANTS, REFINEMENT}
"""The properties that the model can check; others are only about the formulas."""
VISITS: Final = "visits_never_exceed_removals"


def told(sentence: str) -> Iterator[str]:
    """What the search finds out about a refuted property, line by line."""
    system, _, _ = sentence.rpartition("/")
    if system:
        yield f"no program is searched for, because programs are searched for of a StableList only, not {system}"
        return
    if sentence not in ASKED:
        yield "no program is searched for, because this property is only about the formulas, not about the model"
        return
    found = shortest(sentence)
    if not found:
        yield f"no program breaks it ({SEARCHED}); the formula may be wrong, not the model"
        return
    yield f"shortest program that breaks it ({SEARCHED}):"
    yield replay(found)


def shortest(sentence: str) -> str:
    """The shortest program in any mode that breaks the property; empty if there is none in scope."""
    ways = [(parameters, way_to(sentence, parameters)) for parameters in SCOPES]
    found = [(len(way), p, way) for p, way in ways if way is not None]
    if not found:
        return ""
    _, parameters, way = min(found, key=lambda each: each[0])
    done = performed(parameters, way)
    assert done is not None, "the model has taken this path before"
    return program_line(parameters, done.operations)


def way_to(sentence: str, parameters: Parameters) -> tuple[Action, ...] | None:
    """A shortest path to a broken state, in one mode."""
    if sentence == VISITS:
        return way_into_debt(parameters)
    return explore(parameters, TrackedKey(STABLE_LIST), limit=LIMIT).violations.get(sentence)


def way_into_debt(parameters: Parameters) -> tuple[Action, ...] | None:
    """A shortest path to more visits than removals; each level keeps the least balance of each state."""
    quotient = TrackedKey(STABLE_LIST, follow=False)
    start = quotient.initial(parameters)
    least: dict[Node, int] = {start: 0}
    level: dict[Node, tuple[Action, ...]] = {start: ()}
    while level and len(least) < LIMIT:
        after: dict[Node, tuple[Action, ...]] = {}
        for node, way, before in [(node, way, least[node]) for node, way in level.items()]:
            for edge in quotient.edges(node):
                balance, target = before + edge.paid, edge.target
                if balance < 0:
                    return (*way, edge.action)
                if target not in least and quotient.broken(target):
                    continue  # states after a broken one break more than this
                if balance < least.get(target, balance + 1):
                    least[target], after[target] = balance, (*way, edge.action)
        level = after
    return None
