"""Listings with defects that no program of the port protocol shows; `test_asked` has the others."""

from suite.claims.ledger import claim
from suite.claims.listings import loaded

# --- Seed 000 -----------------------------------------------------------------------------------------


@claim("index-mut")
def test_option_that_is_handed_out_is_emptied() -> None:
    container = loaded("positional_index").PositionalIndex()
    key = container.add(7)
    container._cells[key.index] = None
    assert container.at(key) is None
    assert [container.add(each).index for each in (8, 9)] == [1, 2]


# --- Seed 001 -----------------------------------------------------------------------------------------


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
    module = loaded("counting_arena")
    container = module.CountingArena(4, None)
    container.add(7)
    assert container.at(module.Handle(0, 0)) == 7


@claim("arena-keeps-data")
def test_removed_element_stays_until_its_place_is_used() -> None:
    """A guess of the next generation finds it."""
    module = loaded("counting_arena")
    container = module.CountingArena(4, None)
    old = container.add(7)
    container.remove(old)
    assert container.at(module.Handle(old.place, old.count + 1)) == 7


# --- Seed 002 -----------------------------------------------------------------------------------------


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


# --- Seed 004 -----------------------------------------------------------------------------------------


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
