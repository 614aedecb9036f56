"""Listings with defects: the kit refutes each, and shows the shortest program."""

from __future__ import annotations

from suite.claims.ledger import claim
from suite.claims.listings import loaded, refutation, told

# --- Seed 000 -----------------------------------------------------------------------------------------


@claim("index-compares-no-ids")
def test_listing_that_indexes_by_position_is_refuted() -> None:
    """The key of what was removed finds what came after it."""
    assert refutation("positional_index") == ("add remove:0 add at:0", "1")


@claim("index-checks-no-bounds")
def test_index_beyond_the_cells() -> None:
    """A key whose cell does not exist, as after a truncation, is an error instead of none."""
    assert told("positional_index")(": at:#0.0") == "!other"
    assert told("positional_index")(": add at:0~1.0") == "ok !other"


@claim("index-mut")
def test_option_that_is_handed_out_is_emptied() -> None:
    """Then its cell is in no list, and is never used again."""
    container = loaded("positional_index").PositionalIndex()
    key = container.add(7)
    container._cells[key.index] = None
    assert container.at(key) is None
    assert [container.add(each).index for each in (8, 9)] == [1, 2]


@claim("outer-of-the-removed")
def test_dense_map_that_corrects_the_wrong_index() -> None:
    """The one that was moved is not found any more, or another is."""
    assert refutation("misdirecting_dense_map") == ("add add remove:0 at:1", "!other")
    assert told("misdirecting_dense_map")(": add add remove:0 add at:1") == "ok ok 0 ok 2"


@claim("shared-cells-tell")
def test_shared_cell_after_its_removal() -> None:
    """A part of the program that shares it still finds the element, and never another one."""
    assert refutation("shared_cells") == ("add remove:0 at:0", "0")
    for words in ("add remove:0 add at:0", "add add remove:0 at:0", "add add remove:1 add at:0"):
        assert told("shared_cells")(f": {words}").split()[-1] == "0"


@claim("region-on-removal")
def test_length_one_cell_too_far_on_removal() -> None:
    """Two neighbours are removed from the left; the first keeps the length 1, and the element after them is skipped."""
    assert told("skipping_by_listing")(": add add add remove:0 remove:1 each") == "ok ok ok 0 1 []"


@claim("region-on-insertion")
def test_length_one_cell_too_far_on_insertion() -> None:
    """The region that is left has the length 0 by then."""
    assert refutation("skipping_by_listing") == ("add add remove:0 remove:1 add each", "!other")


# --- Seed 001 -----------------------------------------------------------------------------------------


@claim("arena-null")
def test_arena_of_values() -> None:
    """The value that stands for *none* is an element like any other."""
    assert refutation("counting_arena values") == ("add remove:0 at:0", "0")


@claim("arena-stale-removal")
def test_arena_removes_without_a_look() -> None:
    """An old handle kills the element that came after its own."""
    assert refutation("counting_arena references") == ("add remove:0 add remove:0 at:1", "none")


def arena(words: str, capacity: int = 4) -> str:
    """What an arena of references answers."""
    answered: str = (
        loaded("counting_arena")
        .port_of("references")
        .answer(f"contract capacity={capacity} id_bits=32 : {words}")
    )
    return answered


@claim("arena-double-removal")
def test_arena_hands_one_index_out_twice() -> None:
    """After a second removal with one handle, two insertions get the same handle, and one element is lost."""
    assert arena("add remove:0 remove:0 add add at:1 at:2") == "ok ok ok ok ok 2 2"


@claim("arena-used-indices")
def test_arena_is_full_too_early() -> None:
    """The count of used indices rises where an index is used again, so the next new one is skipped."""
    assert arena("add remove:0 add add", capacity=2) == "ok ok ok !full"
    assert arena("add remove:0 add add remove:2 add", capacity=3) == "ok ok ok ok ok ok"


@claim("arena-beyond-capacity")
def test_arena_that_is_full_raises() -> None:
    """Nothing looks at the capacity before the array does."""
    assert arena("add add", capacity=1) == "ok !full"


@claim("arena-same-type")
def test_handle_of_another_arena_finds_an_element() -> None:
    """The element type is the same; the first handles of all arenas are equal."""
    module = loaded("counting_arena")
    one, other = module.CountingArena(4, None), module.CountingArena(4, None)
    handle = one.add(7)
    other.add(8)
    assert other.at(handle) == 8


@claim("arena-default-handle")
def test_default_handle_is_the_first() -> None:
    """Both parts are 0."""
    module = loaded("counting_arena")
    container = module.CountingArena(4, None)
    container.add(7)
    assert container.at(module.Handle(0, 0)) == 7


@claim("arena-example")
def test_one_place_is_used_again_with_another_generation() -> None:
    """This is the article's example, with one place."""
    module = loaded("counting_arena")
    container = module.CountingArena(1, None)
    old = container.add(7)
    container.remove(old)
    new = container.add(8)
    assert (old.place, container.at(old), container.at(new)) == (new.place, None, 8)
    assert new.count == old.count + 1


@claim("arena-keeps-data")
def test_removed_element_stays_until_its_place_is_used() -> None:
    """A guess of the next generation finds it."""
    module = loaded("counting_arena")
    container = module.CountingArena(4, None)
    old = container.add(7)
    container.remove(old)
    assert container.at(module.Handle(old.place, old.count + 1)) == 7


# --- Seed 002 -----------------------------------------------------------------------------------------


@claim("sparse-set-keeps-members")
def test_resized_array_forgets() -> None:
    """A smaller number makes the array shorter."""
    assert refutation("resizing_sparse_set") == ("insert:1 insert:0 remove:1", "no")


@claim("sparse-set-no-duplicates")
def test_forgotten_member_becomes_one_twice() -> None:
    """An iteration shows it twice; a removal may find no cell for the member that it moves."""
    answer = told("resizing_sparse_set")
    assert answer("universe=16 : insert:1 insert:0 insert:1 each") == "yes yes yes [0,1,1]"
    assert answer("universe=16 : insert:0 insert:2 insert:1 remove:1 remove:0").endswith("!other")


@claim("sparse-set-add-constant")
def test_insertion_writes_as_many_cells_as_the_number() -> None:
    """Whenever a smaller number came before it, or a clear."""
    for number in (10, 100, 1000):
        module = loaded("resizing_sparse_set")
        members = module.ResizingSparseSet(2_000)
        for _ in range(3):
            before = members.written
            members.insert(number)
            assert members.written - before > number
            members.clear()


@claim("bit-set-below-its-size")
def test_bit_set_takes_what_is_beyond_its_size() -> None:
    """Up to whole words; from there on even a question is an error."""
    assert refutation("bit_set") == ("insert:5", "yes")
    assert told("bit_set")("universe=5 : contains:64 insert:5 each") == "!beyond yes []"


# --- Seed 003 -----------------------------------------------------------------------------------------


@claim("slot-map-stale-removal")
def test_slot_map_removes_without_a_look() -> None:
    """Only the slot is passed."""
    assert refutation("unchecked_slot_map") == ("add remove:0 add remove:0 at:1", "none")


@claim("slot-map-double-removal")
def test_slot_map_hands_one_key_out_twice() -> None:
    """This happens after two removals of one slot."""
    words = ": add remove:0 remove:0 add add at:1 at:2"
    assert told("unchecked_slot_map")(words) == "ok ok ok ok ok 2 2"


@claim("slot-map-unknown-slot")
def test_slot_map_looks_beyond_its_slots() -> None:
    """A slot that was never used is an error instead of none."""
    assert told("unchecked_slot_map")(": at:#0.0") == "!other"


@claim("slot-map-free-slot")
def test_slot_map_finds_something_in_a_free_slot() -> None:
    """The generation is the one that the next element will have."""
    assert told("unchecked_slot_map")(": add remove:0 at:0~0.1") == "ok ok 0"


@claim("delete-twice")
def test_deleting_a_row_twice() -> None:
    """The mark of no row is taken for a slot."""
    assert refutation("index_map") == ("add remove:0 remove:0", "!other")


# --- Seed 004 -----------------------------------------------------------------------------------------


@claim("erase-range")
def test_handle_map_refuses_a_live_handle() -> None:
    """Its place in the sparse array is not below the number of items."""
    assert refutation("handle_map") == ("add add remove:0 remove:1", "!other")


@claim("ring-wraps")
def test_read_index_of_the_ring_leaves_the_buffer() -> None:
    """With one cell, this happens at the first write."""
    assert refutation("lagging_ring", "RING") == ("write:0 read", "!other")


@claim("ring-full")
def test_ring_that_is_not_empty_calls_itself_full() -> None:
    """This happens after the first of two values."""
    ring = loaded("lagging_ring").LaggingRing(2)
    ring.write(7)
    assert ring.is_full()


@claim("ring-holds")
def test_ring_gives_up_the_oldest_value_too_early() -> None:
    """In every ring of at least two cells, as soon as the last cell is written."""
    for room in range(2, 9):
        ring = loaded("lagging_ring").LaggingRing(room)
        for value in range(room):
            ring.write(value)
        assert ring.read() == 1


@claim("ring-benchmark-shows")
def test_scenario_does_not_reach_the_end_of_the_ring() -> None:
    """The read index leaves a ring of n cells with write 2n - 1; of 10,000 cells, 15,000 writes do not show it."""
    for room in (2, 10, 100):
        ring = loaded("lagging_ring").LaggingRing(room)
        writes = 0
        while ring._reads < room:
            ring.write(0)
            writes += 1
        assert writes == 2 * room - 1
    assert 15_000 < 2 * 10_000 - 1


@claim("vector-exhausted")
def test_vector_writes_beyond_its_memory() -> None:
    """The beginning of the memory is compared with its end, which it never meets."""
    assert refutation("trusting_vector", "VECTOR") == ("push:0 push:0 push:0", "!other")


@claim("chunks-fit")
def test_memory_without_room_for_a_chunk() -> None:
    """One less than none is the greatest number, so the constructor links chunks beyond the memory."""
    assert refutation("chained_chunks", "CHUNKS") == ("take", "!other")
