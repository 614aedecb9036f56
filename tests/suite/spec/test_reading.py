"""Reading: what is shown, what it costs, and what it tells."""

from __future__ import annotations

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance, observed
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.parts.reading import at, contains, each, is_empty, length
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import State
from suite.spec.programs import run

EMPTY = run("").history.state
WHOLE = run("add*3").history.state
GAPPED = run("add*3 remove:1").history.state
VACANT = run("add remove:0").history.state


@pytest.mark.parametrize(
    ("state", "shown", "cells", "told"),
    [
        (EMPTY, (), 0, "empty"),
        (VACANT, (), 1, "empty"),
        (WHOLE, ((Key(0, 0), 0), (Key(1, 1), 1), (Key(2, 2), 2)), 3, "all_live"),
        (GAPPED, ((Key(0, 0), 0), (Key(2, 2), 2)), 3, "skips_vacancy"),
    ],
)
def test_iteration_shows_what_is_live(
    state: State, shown: tuple[tuple[Key, int], ...], cells: int, told: str
) -> None:
    """At one visit for each opened cell, and the same by way of the keys (R12)."""
    after = state._replace(cost=state.cost._replace(cells=cells))
    labels = (f"each_{told}",)
    elements = tuple(element for _, element in shown)
    assert observed(MODEL, state, Operation("each")) == (after, shown, labels)
    assert observed(MODEL, state, Operation("keys")) == (after, elements, labels)
    assert each(after).state.cost.cells == 2 * cells
    assert length(state) == (state, len(shown), ())
    assert is_empty(state) == (state, shown == (), ())


@pytest.mark.parametrize(
    ("state", "vacancies"),
    [(EMPTY, "without"), (WHOLE, "without"), (GAPPED, "with"), (VACANT, "with")],
)
def test_reloading_tells_whether_there_are_free_lists(state: State, vacancies: str) -> None:
    """Nothing changes (R8)."""
    step = observed(MODEL, state, Operation("reload"))
    assert step == (state, None, (f"reload_{vacancies}_vacancies",))


@pytest.mark.parametrize(
    ("key", "origin", "element", "told"),
    [
        (Key(2, 2), Provenance.ISSUED, 2, "live"),
        (Key(1, 1), Provenance.RETIRED, None, "stale_vacant"),
        (Key(2, 2), Provenance.FORGED, 2, "forged_hit"),
        (Key(0, 1), Provenance.FORGED, None, "forged_id"),
        (Key(-1, 0), Provenance.FORGED, None, "forged_negative"),
        (Key(2**32, 0), Provenance.FORGED, None, "forged_beyond"),
    ],
)
def test_looking_up_changes_nothing(
    key: Key, origin: Provenance, element: int | None, told: str
) -> None:
    """This holds for a key and for its packed form (R9 to R11)."""
    answers = {"at": element, "repack": element, "contains": element is not None}
    for name, answer in answers.items():
        step = observed(MODEL, GAPPED, Operation(name, key=key), origin)
        assert step == (GAPPED, answer, (f"{name}_{told}",))


def test_element_that_is_false_is_an_element() -> None:
    """The answer depends on whether the key resolves, not on the element."""
    assert contains(WHOLE, Key(0, 0)).answer is True
    assert at(WHOLE, Key(0, 0)).answer == 0
    assert run("add", Parameters(id_bits=1)).history.state.live == 1
