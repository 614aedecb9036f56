"""What no container can have is refused: options out of their bounds, and operations that it does not offer."""

from collections.abc import Callable

import pytest

from stablelist_spec.parts.options import Bounded, Fixed, Indexed, Versioned
from stablelist_spec.systems import (
    PAGED_VECTOR,
    RING_BUFFER,
    SYSTEMS,
    lifo_arena,
    shared_vec,
    stable_graph,
    stack_slotmap,
)
from stablelist_spec.systems.sparse_set.model import Universe
from suite.spec.programs import ran


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Fixed(-1), "capacity is -1; it must be at least 0"),
        (lambda: Versioned(0, 0), "id_bits is 0; it must be at least 1"),
        (lambda: Versioned(0, 65), "id_bits is 65; it must be at most 64"),
        (lambda: Bounded(0), "capacity is 0; it must be at least 1"),
        (lambda: Bounded(1, 0), "id_bits is 0; it must be at least 1"),
        (lambda: Indexed(0, 0), "index_bits is 0; it must be at least 1"),
        (lambda: Indexed(0, 65), "index_bits is 65; it must be at most 64"),
        (lambda: Indexed(5, 2), "capacity is 5, which does not fit an index of 2 bits"),
        (lambda: stack_slotmap.Configuration(0), "index_bits is 0; it must be at least 1"),
        (lambda: stack_slotmap.Configuration(1, 0), "id_bits is 0; it must be at least 1"),
        (lambda: lifo_arena.Configuration(id_bits=0), "id_bits is 0; it must be at least 1"),
        (lambda: lifo_arena.Configuration(id_bits=65), "id_bits is 65; it must be at most 64"),
        (lambda: shared_vec.Configuration(-1), "capacity is -1; it must be at least 0"),
        (lambda: stable_graph.Configuration(nodes=-1), "nodes is -1; it must be at least 0"),
        (lambda: stable_graph.Configuration(edges=-1), "edges is -1; it must be at least 0"),
        (lambda: Universe(0), "universe is 0; it must be at least 1"),
        (lambda: RING_BUFFER.configuration(0), "capacity is 0; it must be at least 1"),
        (lambda: PAGED_VECTOR.configuration(1, 4, 5), "1 pages of 4 bytes are reserved; no value fits"),
        (
            lambda: SYSTEMS["pool-allocator"].configuration(alignment=3),
            "alignment is 3; it must be a power of two",
        ),
    ],
)  # fmt: skip
def test_options_that_no_container_has(wrong: Callable[[], object], sentence: str) -> None:
    """One sentence each, when they are made."""
    with pytest.raises(ValueError, match=sentence):
        wrong()


def test_options_without_a_bound() -> None:
    """A width of 64 bits is the largest; a capacity of 0 means that a container grows."""
    assert (Versioned(0, 64).id_bits, Versioned(0, None).id_bits) == (64, None)
    assert (Indexed(0, 64).most_slots, Indexed(0, None).most_slots) == (1 << 64, None)
    assert ran(SYSTEMS["lifo-slab"], "extend:100 reserve:1000 len").answers[1:] == [None, 100]


@pytest.mark.parametrize(
    ("name", "word"),
    [("lifo-slab", "repack:0"), ("lifo-slab", "lend:add"), ("lifo-slab", "exchange:0:0")],
)  # fmt: skip
def test_operation_that_a_container_lacks_is_refused(name: str, word: str) -> None:
    """The message names both."""
    with pytest.raises(ValueError, match=f"{name} has no operation '{word.partition(':')[0]}'"):
        ran(SYSTEMS[name], f"add {word}")


def test_vector_on_virtual_memory_has_room_for_a_value() -> None:
    """Its largest number of values is what its pages hold."""
    assert PAGED_VECTOR.configuration(pages=3, page=4, size=5).most_live == 2
