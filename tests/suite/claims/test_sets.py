"""Sets of small integers, rows with ids, and a counter for each index (the articles and the solutions)."""

from itertools import permutations
from operator import neg
from random import Random
from typing import Any, Final

from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import States
from stablelist_spec.systems import SPARSE_SET
from stablelist_spec.systems.sparse_set import Universe
from suite.claims.ledger import claim
from suite.claims.listings import loaded
from suite.claims.models import Counted
from suite.claims.small import Watched, begun, swap_remove

SIZES: Final = (64, 128, 1024)

# --- Lists and bit sets ---------------------------------------------------------------------------------


@claim("vector-removal-constant")
def test_removal_from_a_list_depends_on_the_place() -> None:
    """At the end, or with the last one moved into the gap, it touches a fixed number of cells; else all that follow."""
    for size in SIZES:
        elements = Watched(range(size))
        swap_remove(elements, 0)
        assert elements.touched == 4
        shifted = list(range(size))
        moved = [each for each in range(1, size) if shifted.index(each) != each - 1]
        shifted.pop(0)
        assert len(moved) == size - 1 == sum(shifted[each - 1] == each for each in range(1, size))


@claim("vector-searches")
def test_membership_in_a_list_needs_a_search() -> None:
    """It compares with each element until one is equal, and may hold a number twice."""

    class Compared(int):
        count = 0

        def __eq__(self, other: object) -> bool:
            Compared.count += 1
            return int(self) == other

        __hash__ = int.__hash__

    for size in SIZES:
        Compared.count = 0
        assert -1 not in [Compared(each) for each in range(size)]
        assert Compared.count == size
    assert [1, 1].count(1) == 2


@claim("bit-set-constant")
def test_bit_set_touches_one_word() -> None:
    """Of any number of words, for a question, an insertion and a removal."""
    module = loaded("bit_set")
    for size in SIZES:
        for asked in (module.BitSet.contains, module.BitSet.add, module.BitSet.remove):
            numbers = module.BitSet(size)
            asked(numbers, size - 1)
            assert numbers.touched == 1


@claim("bit-set-right")
def test_bit_set_answers_as_a_set_does() -> None:
    """A thousand random operations on numbers below its size."""
    random, numbers, right = Random(0), loaded("bit_set").BitSet(100), set[int]()
    for _ in range(1_000):
        number = random.randrange(100)
        assert numbers.contains(number) is (number in right)
        if random.random() < 0.5:
            assert numbers.add(number) is (number not in right)
            right.add(number)
        else:
            assert numbers.remove(number) is (number in right)
            right.discard(number)
    assert set(numbers) == right


@claim("bit-set-linear")
def test_bit_set_iterates_and_clears_in_proportion_to_its_size() -> None:
    """A word for each 64 numbers to clear; as the article writes it, a question for each number to iterate."""
    for size in SIZES:
        numbers = loaded("bit_set").BitSet(size)
        assert list(numbers) == []
        assert numbers.touched == size
        numbers.clear()
        assert numbers.touched == size + size // 64


@claim("bit-set-when-sparse")
def test_bit_set_takes_as_much_memory_when_it_is_empty() -> None:
    """So each member of a dense set costs a bit or two, and of a sparse set as many as there are numbers."""
    module = loaded("bit_set")
    empty, full = module.BitSet(1024), module.BitSet(1024)
    for number in range(1024):
        full.add(number)
    assert empty.words == full.words == 16
    assert (64 * full.words / 1024, 64 * empty.words / 1) == (1, 1024)


@claim("bit-set-misses")
def test_number_that_is_added_behind_is_missed() -> None:
    for new, met in ((1, [5]), (9, [5, 9])):
        numbers = loaded("bit_set").BitSet(16)
        numbers.add(5)
        seen = []
        for number in numbers:
            seen.append(number)
            numbers.add(new)
        assert seen == met


# --- Sparse sets ------------------------------------------------------------------------------------------


@claim("two-arrays-agree")
def test_arrays_point_at_each_other() -> None:
    found = explore(Universe(4), States(SPARSE_SET, asks=True))
    assert found.complete
    assert found.violations == {}


def told(members: History, words: str) -> list[object]:
    """The answers of a set to the words of a program; an operand is a number of the set."""
    pairs = (word.partition(":") for word in words.split())
    return [members.perform(Operation(name, value=int(n or 0))).answer for name, _, n in pairs]


@claim("faster-for-every-operation")
def test_sets_are_alike_where_the_table_says_so() -> None:
    """Questions and insertions are O(1) in both; two rows of four are better."""
    rows = {"is-member": (1, 1), "add-member": (1, 1), "clear-set": ("m", 1), "iterate": ("m", "n")}
    assert sum(bits != sparse for bits, sparse in rows.values()) == 2
    numbers = loaded("bit_set").BitSet(64)
    numbers.add(5)
    members = begun(SPARSE_SET, universe=16)
    told(members, "insert:5")
    assert numbers.touched < members.state.written


@claim("sparse-set-memory")
def test_cells_of_both_sets() -> None:
    members = begun(SPARSE_SET, universe=1024)
    told(members, " ".join(f"insert:{each}" for each in range(10)))
    assert len(members.state.places) + len(members.state.dense) == 1024 + 10
    assert loaded("bit_set").BitSet(1024).words == 16


@claim("work-queue")
def test_what_is_added_meanwhile_comes_later() -> None:
    members = begun(SPARSE_SET, universe=8)
    told(members, "insert:5 insert:3")
    seen = list[int]()
    while len(seen) < len(members.state.dense):
        seen.append(members.state.dense[len(seen)])
        told(members, "insert:1")
    assert seen == [5, 3, 1]


@claim("undo")
def test_raising_the_count_restores_what_was_removed() -> None:
    """Every order of removals of four; not if something was inserted after a removal; and not in the listing."""
    for size in range(5):
        for gone in permutations(range(4), size):
            numbers = Counted(4)
            for number in gone:
                numbers.remove(number)
            numbers.count = 4
            assert numbers.members() == {0, 1, 2, 3}
    numbers = Counted(4)
    numbers.remove(0)
    numbers.insert(3)  # 3 twice: its old place is overwritten
    numbers.count = 4
    assert 0 not in numbers.members()
    listing = loaded("resizing_sparse_set").ResizingSparseSet(8)
    listing.insert(1)
    listing.remove(1)
    assert list(listing) == []


@claim("all-but-one")
def test_all_but_one_are_removed_in_one_step() -> None:
    """Whatever the size, four cells are written; the count is 1 then, and 0 would leave none."""
    for size in (4, 64, 1024):
        numbers = Counted(size)
        numbers._swap(0, numbers.sparse[3])
        numbers.count = 1
        assert (numbers.members(), numbers.written) == ({3}, 4)
        numbers.count = 0
        assert numbers.members() == set()


@claim("less-than-the-index")
def test_last_member_is_at_the_index_of_the_picture() -> None:
    """There the index is the last place in use, so a member may be at it; with a count, all are below."""
    numbers = Counted(9)
    numbers.remove(4)
    last = numbers.count - 1
    assert (numbers.dense, last) == ([0, 1, 2, 3, 8, 5, 6, 7, 4], 7)
    assert numbers.sparse[4] > last
    assert numbers.sparse[8] < last
    assert numbers.sparse[7] == last  # a member all the same
    assert all(numbers.sparse[each] < numbers.count for each in numbers.members())


# --- Rows -----------------------------------------------------------------------------------------------


def rows(number: int) -> Any:
    """A table of so many rows, whose elements are their ids."""
    table = loaded("index_map").IndexMap()
    for element in range(number):
        table.append(element)
    return table


@claim("map-length")
def test_map_is_as_long_as_ids_were_issued() -> None:
    """It does not depend on the number of rows, so the map only grows."""
    table = rows(0)
    for number in range(100):
        table.append(number)
        table.delete(number)
        assert (len(table._slots), len(table._rows)) == (number + 1, 0)


@claim("ids-never-again")
def test_ids_count_up_from_the_first_row() -> None:
    table = rows(0)
    for number in range(50):
        assert table.append(number) == number
        if number % 3:
            table.delete(number)


@claim("any-id")
def test_number_that_is_no_id_has_no_slot() -> None:
    table = rows(3)
    assert [table.slot_of(each) for each in (-1, 0, 2, 3, 2**40)] == [None, 0, 2, None, None]


@claim("two-reads")
def test_question_reads_one_cell() -> None:
    table = rows(5)
    table._slots, table._rows = Watched(table._slots), Watched(table._rows)
    table.slot_of(3)
    assert table._slots.touched == 2  # once more to return the slot
    assert table._rows.touched == 0


@claim("three-writes")
def test_deletion_writes_a_row_and_two_cells_of_the_map() -> None:
    for gone, map_cells, row_cells in ((0, 2, 1), (4, 1, 0)):
        table = rows(5)
        before = list(table._slots), list(table._rows)
        table.delete(gone)
        changed = [a != b for a, b in zip(before[0], table._slots, strict=True)]
        assert sum(changed) == map_cells
        kept = zip(before[1], table._rows, strict=False)
        assert sum(a != b for a, b in kept) == row_cells


@claim("delete-keeps-others")
def test_every_other_id_is_found_after_deletions() -> None:
    for order in permutations(range(4)):
        table = rows(4)
        for count, gone in enumerate(order, start=1):
            table.delete(gone)
            found = [table.at(each) for each in range(4)]
            assert found == [None if each in order[:count] else each for each in range(4)]


@claim("every-slot-moves")
def test_sorted_table_moves_nothing() -> None:
    table = rows(3)
    table.delete(1)
    table.sort(neg)
    before = list(table._slots)
    table.sort(neg)
    assert table._slots == before
    assert table.at(1) is None


@claim("ids-survive-a-sort")
def test_ids_are_right_after_a_sort() -> None:
    table = rows(5)
    slot = table.slot_of(4)
    table.sort(neg)
    assert [table.at(each) for each in range(5)] == list(range(5))
    assert table.slot_of(4) != slot


# --- A counter for each index -----------------------------------------------------------------------------


@claim("arena-constant")
def test_arena_changes_one_place() -> None:
    for size in (4, 64, 1024):
        container = loaded("counting_arena").CountingArena(size, None)
        handles = [container.add(each) for each in range(size)]
        before = list(container._counts), list(container._elements)
        container.remove(handles[2])
        assert sum(a != b for a, b in zip(before[0], container._counts, strict=True)) == 1
        assert container.add(7).place == 2
        assert sum(a != b for a, b in zip(before[1], container._elements, strict=True)) == 1


@claim("arena-generations")
def test_generation_tells_what_was_removed() -> None:
    """A handle of three removals ago finds nothing, one of now does."""
    container = loaded("counting_arena").CountingArena(4, None)
    for element in (3, 4, 5):
        old = container.add(element)
        container.remove(old)
    new = container.add(6)
    assert (container.at(old), container.at(new), new.count) == (None, 6, 3)
