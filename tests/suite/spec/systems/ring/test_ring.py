"""Rings and ring buffers: which steps are those of a ring, what pictures and layouts show. Rules are in `rules.tsv`."""

import pytest

from stablelist_spec.core.operation import Operation
from stablelist_spec.core.picture import VACANT, Cell, Picture, Row
from stablelist_spec.families.ring import Full, RingError
from stablelist_spec.parts.observable import State
from stablelist_spec.systems import ring, ring_buffer
from stablelist_spec.systems.ring import RING
from stablelist_spec.systems.ring_buffer import RING_BUFFER, layout_read, layout_word, model
from stablelist_spec.systems.ring_buffer.model import Buffer, Store

WRAPPED = Buffer(3, (4, None, 3), read=2, write=1, empty=False)
"""3 is the oldest value, and 4 is in the first cell."""
SPLIT = [
    Buffer(4, (4, 2, None, 2), 3, write, empty=False, store=store)
    for store, write in ((Store.BYTES, 2), (Store.MAPPED, 6))
]
"""42 begins in the last cell."""


def test_step_is_one_of_a_ring() -> None:
    """The answer and the values afterwards decide, whichever cells they are in."""
    reading = Operation("pop_front")
    step = model.step(WRAPPED, reading)
    assert (step.answer, step.state) == (3, Buffer(3, (4, None, None), 0, 1, empty=False))
    elsewhere = Buffer(3, (None, 4, None), read=1, write=2, empty=False)
    assert RING_BUFFER.refines(WRAPPED, reading, step._replace(state=elsewhere))
    for wrong in (step._replace(answer=4), step._replace(state=WRAPPED)):
        assert not RING_BUFFER.refines(WRAPPED, reading, wrong)


def test_records_that_stay_are_the_last_ones() -> None:
    """How many of them is not said; a record that is refused changes nothing."""
    for before in SPLIT:
        for operation in (Operation("push_back", value=7), Operation("is_full")):
            step = model.step(before, operation)
            assert RING_BUFFER.refines(before, operation, step)
            assert not RING_BUFFER.refines(
                before, operation, step._replace(state=before.at(0, 0)._replace(empty=True))
            )
        step = model.step(before, Operation("push_back", value=1000))
        assert (step.answer, step.state) == (RingError.FULL, before)
        assert before.elements == (42,)


def test_layout_is_read_as_it_was_written() -> None:
    """Whether it is empty follows from the cells; what is no layout is refused."""
    for state in (WRAPPED, *SPLIT, Buffer(2, (7, 8), empty=False), Buffer(2, (None, None), 1, 1)):
        assert layout_read(state, layout_word(state)) == state
    for word in ("", "1:2", "1:x:[-]", "0:1:[7,?]"):
        with pytest.raises(ValueError, match=r"values to unpack|invalid literal"):
            layout_read(WRAPPED, word)


def test_pictures_show_cells_and_positions_or_the_row() -> None:
    """A ring that grows has no capacity to show, and its cells are its own affair."""
    assert ring_buffer.picture(WRAPPED) == Picture(
        {"capacity": 3, "values": 2, "read position": 2, "write position": 1},
        rows=(Row(3, [Cell(True, "4"), VACANT, Cell(True, "3")], word="value"),),
    )
    for split in SPLIT:
        (bytes_of,) = ring_buffer.picture(split).rows
        assert (bytes_of.word, ring_buffer.picture(split).facts["values"]) == ("byte", 1)
    row = (Row(1, [Cell(True, "7")]),)
    assert RING.picture is not None
    for capacity, facts in ((0, {"elements": 1}), (2, {"elements": 1, "capacity": 2})):
        state = State(ring.Configuration(capacity), (7,))
        assert RING.picture(state) == Picture(facts, rows=row)


def test_rings_that_are_drawn_fill_soon_or_never() -> None:
    """A buffer has at least one cell; a ring without a capacity grows, and is explored up to three elements."""
    assert RING_BUFFER.configuration(3).most_live == 3
    assert RING_BUFFER.configuration(5, Store.BYTES).most_live == 2
    assert {*RING_BUFFER.choices["capacity"]} < {*RING.choices["capacity"]}
    assert [scope.most_live for scope in RING.scopes] == [None, 1, 3, 3]
    assert [*ring.places(ring.Configuration())] == [
        *ring.places(ring.Configuration(3, Full.REFUSES))
    ]
