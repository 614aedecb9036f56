"""The layout: where elements live, by the thesis' own examples and by the rulings."""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import KeyName, Operation
from stablelist_spec.families.pool import POOL, STRUCTURAL
from stablelist_spec.parts.cells import Has, Not, free_list
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list import MODEL
from stablelist_spec.systems.stable_list.state import initial
from suite.spec.programs import Checked, sparse

# --- The rulings ------------------------------------------------------------------------------------


def test_no_depth_is_the_greatest() -> None:
    """Halving goes on down to the least space, by a removal or by `shrink_to_fit`, and doubling up to any room.

    (R3 to R6)
    """
    end = 1 << 18
    deep = sparse(4, end, {0, end - 1})
    assert MODEL.remove(deep, Key(end - 1, end - 1)).state.space == 4
    never = deep._replace(parameters=replace(deep.parameters, truncate=Truncate.NEVER))
    emptied = MODEL.remove(never, Key(end - 1, end - 1)).state
    assert emptied.space == end
    assert MODEL.shrink_to_fit(emptied).state.space == 4
    assert MODEL.reserve(initial(Parameters(index_bits=None)), 1 << 60).state.allocated == 1 << 60


def test_free_list_that_meets_a_live_cell_is_a_defect() -> None:
    """The model does not go on from an impossible state."""
    with pytest.raises(AssertionError, match="runs into the live cell 0"):
        list(free_list((Has(0, 0),), 0))


def test_cyclic_free_list_ends_with_an_error() -> None:
    """A walk has at most as many entries as there are cells; the error names the head of the list."""
    with pytest.raises(AssertionError, match="the free list that begins with the cell 1 is cyclic"):
        list(free_list((Not(1), Not(0)), 1))


# --- Long lives -------------------------------------------------------------------------------------


def random_operation(draw: st.DrawFn, history: History) -> Operation:
    """Any operation, with keys of every kind; insertions and removals come more often."""
    usual = ("add", "remove") * 6
    packs = None not in (history.state.parameters.id_bits, history.state.parameters.index_bits)
    rare = STABLE_LIST.answered - ({"repack"} if not packs else set())
    name = draw(st.sampled_from([*usual, *sorted(rare)]))
    forged = st.builds(Key, st.integers(-2, 20), st.integers(-1, 5))
    issued = st.integers(0, len(history.issued) - 1) if history.issued else forged
    keys: st.SearchStrategy[KeyName] = st.one_of(issued, issued, issued, forged)
    if name == "lend":
        return Operation(name, tried=POOL.least(draw(st.sampled_from(STRUCTURAL)), Key(0, 0)))
    named = [draw(keys) for _ in POOL.keys[name]]
    return POOL.least(name, *named, number=draw(st.integers(0, 3)))


parameters = st.builds(
    Parameters,
    minimum=st.integers(0, 13),
    capacity=st.integers(0, 16),
    truncate=st.sampled_from(Truncate),
    id_bits=st.sampled_from([1, 2, 3, 8, None]),
    index_bits=st.sampled_from([4, 5, None]),
    maximum=st.sampled_from([None, 1, 7, 16]),
)


@settings(max_examples=60, deadline=None)
@given(st.data(), parameters)
def test_any_life_keeps_every_invariant(data: st.DataObject, chosen: Parameters) -> None:
    """After each step every invariant holds, the contract could have done it, and labels are known."""
    came = Checked(STABLE_LIST, chosen)
    for _ in range(data.draw(st.integers(0, 10))):
        came.perform(Operation("add"))
    for _ in range(data.draw(st.integers(1, 40))):
        came.perform(data.draw(st.composite(random_operation)(came.history)))
    assert came.wrong == []


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", Truncate)
@pytest.mark.parametrize("id_bits", [2, None])
def test_long_tides_keep_every_invariant(mode: Truncate, id_bits: int | None) -> None:
    """Filling and draining in turn; the last to go is the newest, which starts a deep cascade."""
    dice = random.Random(f"{mode} {id_bits}")
    came, live = Checked(STABLE_LIST, Parameters(truncate=mode, id_bits=id_bits)), list[int]()
    for tide in (20, 5, 40, 1, 70, 0, 9, 0):
        while len(live) != tide:
            if len(live) < tide:
                live.append(len(came.issued))
                came.perform(Operation("add"))
            else:
                key = live.pop(dice.randrange(len(live)) if tide else 0)
                came.perform(Operation("remove", key=key))
    assert came.wrong == []
    deep = {"truncate_1", "truncate_3_or_more", "truncate_splits_q1_list", "truncate_reverses"}
    assert (deep <= came.labels) == (mode is not Truncate.NEVER)
