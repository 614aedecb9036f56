"""The numbers are the model's nodes, and every transition is the model's."""

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, Final

import numpy as np
import pytest

from stablelist_proofs.explore import insertion, memory, removal, tie, truncation
from stablelist_proofs.explore.expand import UNSEEN
from stablelist_proofs.explore.keys import Keys
from stablelist_proofs.explore.numbering import Numbering
from stablelist_proofs.explore.scope import Keep, Scope
from stablelist_proofs.explore.system import System
from stablelist_proofs.explore.vacancies import Ints, Sets, Stacks
from stablelist_spec.core.explore import explore
from stablelist_spec.parts.parameters import Truncate
from stablelist_spec.parts.tracked_key import TrackedKey
from suite.planting import edited
from suite.proofs.explore.runs import SMALL, whole

PREALLOCATED: Final = (Keep.ORDER, Truncate.MEMORY)
"""What is kept, and in which mode, where a scope with a capacity is walked every day."""


@pytest.mark.parametrize("scope", [
    pytest.param(scope, marks=[pytest.mark.soak] * (scope.capacity > 0 and (scope.keep, scope.mode) != PREALLOCATED))
    for scope in SMALL
], ids=str)  # fmt: skip
def test_small_scopes_are_the_models(scope: Scope) -> None:
    """The same states, diameter, and transitions with their labels and what they pay."""
    system, run = System(scope), whole(scope)
    of: Any = tie.quotient(system)
    found = explore(scope.parameters, of)
    numbers = np.array(sorted(tie.number(system, node) for node in found.reached))
    assert numbers.tolist() == np.flatnonzero(run.levels != UNSEEN).tolist()
    assert (run.tally.states, run.tally.transitions) == (found.states, found.transitions)
    assert run.diameter == found.diameter
    assert run.complete == found.complete
    assert found.labels.keys() <= run.tally.labels.keys()
    steps = Counter(tie.models(system, numbers, of))
    assert Counter(tie.ours(system, numbers)) == steps
    counted = Counter(label for step in steps.elements() for label in step.labels)
    told = set(tie.told(system, run.tally.labels))
    assert counted == {label: run.tally.labels[label] for label in told}


@pytest.mark.slow
@pytest.mark.parametrize(
    "scope",
    [
        Scope(positions=12),
        Scope(positions=12, mode=Truncate.MEMORY, capacity=12),
        Scope(positions=17, keep=Keep.SETS),
        pytest.param(
            Scope(positions=17, keep=Keep.SETS, mode=Truncate.NEVER), marks=pytest.mark.soak
        ),
        Scope(positions=6, keep=Keep.KEY, id_bits=2, mode=Truncate.MEMORY),
        Scope(positions=6, keep=Keep.KEY, id_bits=3),
    ],
    ids=str,
)
def test_a_sample_of_larger_scopes_is_the_models(scope: Scope) -> None:
    """States drawn at random, every transition from them, and every invariant as the model asks it."""
    sample = tie.sampled(System(scope), whole(scope).levels, 120, seed=1)
    assert sample.states == 120
    assert sample.transitions > 600
    assert sample.differences == []
    assert sample.broken == []


def test_numbers_and_nodes_are_each_others() -> None:
    """Every number of a lawful key stands for a node, and the node for that number."""
    system = System(Scope(positions=6))
    for number in range(system.numbering.count):
        assert tie.number(system, tie.node(system, number)) == number


# --- Planted defects ----------------------------------------------------------------------------------

ORDERED: Final = Scope(positions=9)
FORGOTTEN: Final = Scope(positions=9, keep=Keep.SETS)
KEYED: Final = Scope(positions=4, keep=Keep.KEY, id_bits=1)
IS_EMPTY, PARTIAL = (
    "system.live_in_h2(now.states) == 0",
    "block.opened_in[which] == block.sizes[which]",
)
ONE_STEP: Final = (truncation.halvings, IS_EMPTY, f"({IS_EMPTY}) & (now.steps < 1)")
WALKED: Final = (truncation.halved, "now.walked + lists.sizes(now.states.q1)", "now.walked")
TO_Q1, TO_Q2 = "tuple(c for c in list_ if c < size)", "tuple(c - size for c in list_ if c >= size)"
DEFECTS: Final[dict[str, tuple[Scope, tuple[Callable[..., Any], str, str]]]] = {
    "q2's part keeps its order": (ORDERED, (Stacks.split, f"{TO_Q2}[::-1]", TO_Q2)),
    "q1's part is reversed, too": (ORDERED, (Stacks.split, TO_Q1, f"{TO_Q1}[::-1]")),
    "the tail is reused": (ORDERED, (Stacks._pushes, "(cell, *list_)", "(*list_, cell)")),
    "untouched before vacant": (
        ORDERED,
        (
            insertion.placed,
            "states.lists[which] != 0",
            f"(states.lists[which] != 0) & ({PARTIAL} or not system.parameters.indexable(block.opened))",
        ),
    ),
    "a cascade of one step": (ORDERED, ONE_STEP),
    "no truncation": (ORDERED, (removal.truncated, "system.scope.mode is Truncate.NEVER", "True")),
    "one vacancy is reused": (
        FORGOTTEN,
        (Sets.taken, "range(int(numbers.max(initial=0)).bit_length())", "range(1)"),
    ),
    "a cascade of one step, without order": (FORGOTTEN, ONE_STEP),
    "visits not charged, without order": (FORGOTTEN, WALKED),
    "h2 without its list": (
        ORDERED,
        (
            truncation.halved,
            "States(after, q1, q2, now.states.q2, now.states.keys, now.states.places)",
            "States(after, q1, q2, 0 * q2, now.states.keys, now.states.places)",
        ),
    ),
    "visits not charged": (ORDERED, WALKED),
    "kept memory is forgotten": (
        ORDERED,
        (
            Numbering.block,
            "Extent(space, allocated, opened)",
            "Extent(space, allocated and space, opened)",
        ),
    ),
    "reserve does nothing": (ORDERED, (memory.reserve, "replace(chosen, block=after)", "chosen")),
    "clear retires no key": (KEYED, (Keys.after_clear, "self._retired[numbers]", "numbers")),
    "ids never wrap": (KEYED, (Keys._issued, "min(key.since + 1, self.period)", "key.since")),
}


@pytest.mark.parametrize("name", DEFECTS)
def test_planted_defect_is_a_difference(name: str) -> None:
    """The comparison sees each, and without it nothing."""
    scope, defect = DEFECTS[name]
    numbers, of = drawn(scope)
    with edited(*defect):
        assert tie.differences(System(scope), numbers, of) != []


@cache
def drawn(scope: Scope) -> tuple[Ints, TrackedKey | tie.AnyOrder]:
    """States in which there is no difference, and the quotient that has taken their steps."""
    system, numbers = System(scope), tie.drawn(whole(scope).levels, 250, seed=2)
    of = tie.quotient(system)
    assert tie.differences(system, numbers, of) == []
    return numbers, of
