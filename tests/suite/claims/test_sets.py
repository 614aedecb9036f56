"""Sets of small integers, rows with ids, and a counter for each index (the articles and the solutions)."""

from typing import Any, Final

from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.systems import SPARSE_SET
from suite.claims.ledger import claim
from suite.claims.listings import loaded
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


@claim("bit-set-linear")
def test_bit_set_iterates_and_clears_in_proportion_to_its_size() -> None:
    """A word for each 64 numbers to clear; as the article writes it, a question for each number to iterate."""
    for size in SIZES:
        numbers = loaded("bit_set").BitSet(size)
        assert list(numbers) == []
        assert numbers.touched == size
        numbers.clear()
        assert numbers.touched == size + size // 64


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
    told(members, " ".join(f"insert:{each}" for each in (1023, *range(9))))
    assert len(members.state.places) + len(members.state.dense) == 1024 + 10
    assert loaded("bit_set").BitSet(1024).words == 16


@claim("work-queue")
def test_what_is_added_meanwhile_comes_later() -> None:
    members = begun(SPARSE_SET, universe=8)
    told(members, "insert:5 insert:3")
    seen = list[int]()
    while len(seen) < members.state.size:
        seen.append(members.state.dense[len(seen)])
        told(members, "insert:1")
    assert seen == [5, 3, 1]


# --- Rows -----------------------------------------------------------------------------------------------


def rows(number: int) -> Any:
    """A table of so many rows, whose elements are their ids."""
    table = loaded("index_map").IndexMap()
    for element in range(number):
        table.append(element)
    return table


@claim("two-reads")
def test_question_reads_one_cell() -> None:
    table = rows(5)
    table._slots, table._rows = Watched(table._slots), Watched(table._rows)
    table.slot_of(3)
    assert table._slots.touched == 2  # once more to return the slot
    assert table._rows.touched == 0


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
