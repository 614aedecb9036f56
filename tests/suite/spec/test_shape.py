"""Shapes simulate the list: every step of the layout is a step of its shape."""

from __future__ import annotations

import random

import pytest

from stablelist_spec import stable_list as model
from stablelist_spec.core.explore import Action, Edge, Exploration, explore
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import Failure
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.parts.tracked_key import Node, TrackedKey
from stablelist_spec.systems import STABLE_LIST
from stablelist_spec.systems.stable_list.shape import Shape, ShapeState, bits, bounds, shape_of
from suite.spec.programs import run
from suite.spec.scopes import bare, tracked

STRUCTURAL = {"add", "remove", "clear", "drain", "shrink_to_fit"}
"""What changes a shape; for a shape, drain is clear."""


def simulates(
    quotient: Shape, before: ShapeState, name: str, after: ShapeState, paid: int, labels: set[str]
) -> bool:
    """Whether the shape has an edge of that operation that leads there, at that price, and says the same."""
    return any(
        (edge.action.name, edge.target, edge.paid) == (name, after, paid)
        and labels >= set(edge.labels)
        for edge in quotient.edges(before)
    )


def check_every_edge(found: Exploration[Node], tracked_key: TrackedKey) -> int:
    """See that each edge of an exploration is one of its shape, and count them."""
    shape, count = Shape(found.parameters), 0
    for node in found.reached:
        before = shape_of(node.state)
        for edge in tracked_key.edges(node):
            after = shape_of(edge.target.state)
            if edge.action.name not in STRUCTURAL or "remove_stale" in " ".join(edge.labels):
                assert (after, edge.paid) == (before, 0)
                continue
            labels = set(edge.labels)
            name = "clear" if edge.action.name == "drain" else edge.action.name
            assert simulates(shape, before, name, after, edge.paid, labels), edge
            count += 1
    return count


@pytest.mark.parametrize("mode", Truncate)
def test_every_edge_of_the_layout_is_an_edge_of_its_shape(mode: Truncate) -> None:
    """The spaces have up to 8 cells, with free lists in every order; reserving once in each changes no shape."""
    found = bare(mode)
    edges = check_every_edge(found, TrackedKey(STABLE_LIST, follow=False))
    assert edges == found.transitions - found.states


@pytest.mark.parametrize("mode", Truncate)
def test_every_edge_with_a_followed_key_is_an_edge_of_its_shape(mode: Truncate) -> None:
    """Operations with the key change no shape, unless it is revived and removes; 4 cells, ids of one bit."""
    assert check_every_edge(tracked(mode), TrackedKey(STABLE_LIST)) > 1000


@pytest.mark.soak
@pytest.mark.parametrize("mode", Truncate)
def test_every_edge_of_the_largest_scope_is_an_edge_of_its_shape(mode: Truncate) -> None:
    """Up to 8 cells with a followed key."""
    found = explore(Parameters(truncate=mode, id_bits=1, index_bits=3), TrackedKey(STABLE_LIST))
    assert check_every_edge(found, TrackedKey(STABLE_LIST)) > 300_000


@pytest.mark.parametrize("mode", Truncate)
def test_every_node_of_the_layout_has_its_shape(mode: Truncate) -> None:
    """Every shape of up to 8 cells has a layout, so no shape is explored in vain."""
    parameters = Parameters(truncate=mode, id_bits=1, index_bits=3)
    shapes = explore(parameters, Shape(parameters)).reached.keys()
    assert {shape_of(node.state) for node in bare(mode).reached} == set(shapes)


@pytest.mark.parametrize("seed", range(6))
def test_random_lives_are_lives_of_their_shape(seed: int) -> None:
    """At spaces of up to 128, with minimum and capacity of every kind, step by step."""
    dice = random.Random(seed)
    parameters = Parameters(
        minimum=dice.randrange(14),
        capacity=dice.randrange(40),
        truncate=list(Truncate)[seed % 3],
        index_bits=(None, 6)[seed % 2],
    )
    history, shape, live, depths = (
        History(STABLE_LIST, parameters),
        Shape(parameters),
        list[int](),
        set[str](),
    )
    for tide in (50, 3, 90, 0, 20, 7, 65, 1):
        for _ in range(400):
            if len(live) == tide:
                break
            before, cost = shape_of(history.state), history.state.cost
            if dice.random() < 0.02:
                name = "shrink_to_fit"
                step = history.perform(Operation(name))
            elif len(live) < tide:
                name, number = "add", len(history.issued)
                step = history.perform(Operation("add"))
                live += [number] * (step.answer is not Failure.FULL)
            else:
                name, number = "remove", live.pop(dice.randrange(len(live)))
                step = history.perform(Operation("remove", key=number))
            after = step.state
            paid = after.cost.removals - cost.removals - (after.cost.visits - cost.visits)
            depths.update(label for label in step.labels if label.startswith("truncate_"))
            assert simulates(shape, before, name, shape_of(after), paid, set(step.labels)), step
            assert shape.broken(shape_of(after)) == []
    assert (parameters.truncate is Truncate.NEVER) == (not depths)


SHORT, LONG = ShapeState(4, 4, 0b1111), ShapeState(32, 32, 1 << 31 | 1)
"""A full list, and one in which nothing is left but the first element and the last."""

LED: list[tuple[Parameters, ShapeState, Action, ShapeState, str | None, int]] = [
    # insertion into an untouched cell of each partition, into a longer space, into none
    (Parameters(), ShapeState(4, 0, 0), Action("add"), ShapeState(4, 1, 0b1), "add_append_q1", 0),
    (Parameters(), ShapeState(4, 1, 0b1), Action("add"), ShapeState(4, 2, 0b11), "add_append_q2", 0),
    (Parameters(), ShapeState(4, 3, 0b111), Action("add"), SHORT, "add_append_h2", 0),
    (Parameters(), SHORT, Action("add"), ShapeState(8, 5, 0b11111), None, 0),
    (Parameters(index_bits=2), SHORT, Action("add"), SHORT, "add_index_range_full", 0),
    (
        *(Parameters(capacity=12, index_bits=4), ShapeState(24, 16, 0xFFFF), Action("add")),
        *(ShapeState(24, 16, 0xFFFF), "add_index_range_full", 0),
    ),
    # removal from each partition, and what comes of an empty h2
    (Parameters(), SHORT, Action("remove", 0), ShapeState(4, 4, 0b1110), "remove_from_q1", 1),
    (Parameters(), SHORT, Action("remove", 1), ShapeState(4, 4, 0b1101), "remove_from_q2", 1),
    (Parameters(), SHORT, Action("remove", 2), ShapeState(4, 4, 0b1011), "remove_from_h2", 1),
    (
        *(Parameters(truncate=Truncate.NEVER), ShapeState(8, 5, 0b11111), Action("remove", 4)),
        *(ShapeState(8, 5, 0b1111), "remove_empties_h2_never", 1),
    ),
    (
        *(Parameters(minimum=8), ShapeState(8, 5, 0b11111), Action("remove", 4)),
        *(ShapeState(8, 5, 0b1111), "remove_empties_h2_minimum", 1),
    ),
    (Parameters(), ShapeState(8, 5, 0b11111), Action("remove", 4), SHORT, "truncate_1", 1),
    (Parameters(), ShapeState(8, 5, 0b11110), Action("remove", 4), ShapeState(4, 4, 0b1110), "truncate_1", 0),
    (Parameters(), ShapeState(16, 9, 0b100001111), Action("remove", 8), SHORT, "truncate_2", 1),
    (Parameters(), LONG, Action("remove", 31), ShapeState(4, 4, 1), "truncate_3_or_more", 1 - (7 + 3 + 1)),
    (Parameters(minimum=16), LONG, Action("remove", 31), ShapeState(16, 16, 1), "truncate_1", 1 - 7),
    (
        *(Parameters(), ShapeState(64, 64, 1 << 63 | 1), Action("remove", 63)),
        *(ShapeState(4, 4, 1), "truncate_3_or_more", 1 - (15 + 7 + 3 + 1)),
    ),
    # what takes all out, and what halves without visits
    (Parameters(minimum=4), LONG, Action("clear"), ShapeState(32, 0, 0), None, 0),
    (Parameters(truncate=Truncate.MEMORY), LONG, Action("clear"), ShapeState(4, 0, 0), None, 0),
    (Parameters(), LONG, Action("shrink_to_fit"), LONG, None, 0),
    (Parameters(), ShapeState(16, 3, 0b101), Action("shrink_to_fit"), ShapeState(4, 3, 0b101), None, 0),
    (Parameters(), ShapeState(16, 9, 0b1), Action("shrink_to_fit"), ShapeState(4, 4, 0b1), None, 0),
]  # fmt: skip


@pytest.mark.parametrize(("parameters", "before", "action", "after", "label", "paid"), LED)
def test_edge_leads_where_the_rulings_say(
    parameters: Parameters,
    before: ShapeState,
    action: Action,
    after: ShapeState,
    label: str | None,
    paid: int,
) -> None:
    """There is one edge for the action, with the label that a shape has, and with its cost (R2 to R7)."""
    labels = () if label is None else (label,)
    found = [edge for edge in Shape(parameters).edges(before) if edge.action == action]
    assert found == [Edge(action, after, labels, paid)]


def test_insertion_may_reuse_any_vacancy_of_the_partition() -> None:
    """Any vacancy may be the head, because the order is forgotten."""
    parameters = Parameters(minimum=8)
    before = shape_of(run("add*5 remove:0 remove:1 remove:3", parameters).history.state)
    insertions = [edge for edge in Shape(parameters).edges(before) if edge.action.name == "add"]
    assert insertions == [
        Edge(Action("add"), ShapeState(8, 5, live), ("add_reuse_q1",), 0)
        for live in (0b10101, 0b10110)
    ]


@pytest.mark.parametrize(
    "parameters", [Parameters(), Parameters(minimum=8), Parameters(capacity=40)]
)
def test_new_list_has_a_new_shape(parameters: Parameters) -> None:
    """Nothing opened, nothing live (R1)."""
    assert Shape(parameters).initial(parameters) == shape_of(model.initial(parameters))


def test_shape_is_what_is_left() -> None:
    """The space, how many cells are opened, and which are live."""
    assert shape_of(run("add*5 remove:1 remove:3").history.state) == ShapeState(8, 5, 0b10101)
    assert list(bits(0b10101)) == [0, 2, 4]
    assert bounds(16) == ((0, 4), (4, 8), (8, 16))


@pytest.mark.parametrize(
    ("shape", "broken"),
    [
        (ShapeState(8, 5, 0b10000), []),
        (ShapeState(6, 5, 0b11000), ["partitions_tile_the_element_space"]),
        (ShapeState(4, 3, 0b100), ["partitions_tile_the_element_space"]),
        (ShapeState(10, 7, 0b1000000), ["partitions_tile_the_element_space"]),
        (ShapeState(8, 9, 0b10000), ["opened_cells_form_a_prefix"]),
        (ShapeState(8, 5, 0b110000), ["opened_cells_form_a_prefix"]),
        (ShapeState(16, 9, 0b1111), ["cascade_leaves_h2_live"]),
        (ShapeState(16, 9, 0b11111111), ["cascade_leaves_h2_live"]),
        (ShapeState(16, 8, 0b1111), []),
        (ShapeState(8, 5, 0b1111), []),
    ],
)
def test_shape_shows_what_is_broken(shape: ShapeState, broken: list[str]) -> None:
    """Three of the invariants; here the minimum is 8."""
    assert Shape(Parameters(minimum=8)).broken(shape) == broken


def test_defect_of_a_shape_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A shape that is not the layout's does not simulate it."""
    monkeypatch.setattr(
        "stablelist_spec.systems.stable_list.shape.bounds",
        lambda space: ((0, space), (0, 0), (0, 0)),
    )
    with pytest.raises(AssertionError):
        check_every_edge(bare(Truncate.ITERATION), TrackedKey(STABLE_LIST, follow=False))
