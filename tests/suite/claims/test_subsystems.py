"""Allocators, realms, vectors, handle maps, rings and figures (the thesis of seed 004)."""

from __future__ import annotations

from itertools import product
from typing import Final

import pytest

from suite.claims.ledger import HERE, claim
from suite.claims.listings import loaded

CANARY: Final = 4
POWERS: Final = [2**exponent for exponent in range(8)]


@claim("alignments")
def test_what_is_aligned_to_a_power_is_aligned_to_smaller_ones() -> None:
    """Every address up to 512."""
    for address, power in product(range(513), POWERS):
        if address % power == 0:
            assert all(address % smaller == 0 for smaller in POWERS if smaller <= power)


def aligned(top: int, alignment: int, offset: int) -> int:
    """The lowest address from *top* on that is aligned once the offset is added."""
    return -(-(top + offset) // alignment) * alignment - offset


@claim("offset-before")
def test_offset_lies_right_before_an_aligned_address() -> None:
    """With each alignment and offset; with 4 and 16, it takes 24 bytes for 16 between two canaries."""
    for top, alignment, offset in product(range(40), POWERS, range(20)):
        block = aligned(top, alignment, offset)
        assert block >= top
        assert (block + offset) % alignment == 0
        assert block - top < alignment
    assert CANARY + 16 + CANARY == 24


class Stack:
    """A stack of blocks: the offset of the one before lies in front of each, and freeing one goes back to there."""

    HEADER: Final = 8

    def __init__(self) -> None:
        self.top = 0
        self.before: dict[int, int] = {}

    def allocate(self, size: int) -> int:
        """Take a block."""
        block = self.top + self.HEADER
        self.before[block], self.top = self.top, block + size
        return block

    def free(self, block: int) -> None:
        """Go back to where the top was."""
        self.top = self.before[block]


@claim("stack-order")
def test_free_out_of_order_lets_blocks_overlap() -> None:
    """The next block lies over one that is still in use; nothing is blocked."""
    stack = Stack()
    first, second = stack.allocate(16), stack.allocate(16)
    stack.free(first)
    third = stack.allocate(32)
    assert third == first
    assert third < second < third + 32


@claim("stack-in-order")
def test_free_in_reverse_order_restores_the_top() -> None:
    """After each."""
    stack = Stack()
    tops = [stack.top]
    blocks = []
    for size in (1, 8, 100):
        blocks.append(stack.allocate(size))
        tops.append(stack.top)
    for block in reversed(blocks):
        assert stack.top == tops.pop()
        stack.free(block)
    assert stack.top == tops.pop() == 0


@claim("stack-ids")
def test_id_of_a_block_tells_a_wrong_order_but_not_a_second_free() -> None:
    """A counter that steps back when a block is freed gives its number again."""
    count, numbers = 0, {}
    for block in ("a", "b"):
        count += 1
        numbers[block] = count
    assert numbers["a"] != count  # a is not the last: noticed
    count -= 1  # b is freed
    count += 1
    numbers["c"] = count  # in the place of b
    assert numbers["b"] == count  # b is freed again: not noticed


@claim("two-ended")
def test_ends_of_a_double_ended_stack_may_not_cross() -> None:
    """Whatever is asked for at either end, in every order of six requests: blocks stay apart."""
    for ends in product((False, True), repeat=6):
        front, back, blocks = 0, 32, list[tuple[int, int]]()
        for size, end in enumerate(ends, start=3):
            if front + size > back:
                continue
            block = (back - size, back) if end else (front, front + size)
            front, back = (front, block[0]) if end else (block[1], back)
            assert all(block[1] <= other[0] or other[1] <= block[0] for other in blocks)
            blocks.append(block)
        assert front <= back


@claim("pool-one-step")
def test_pool_takes_and_gives_in_one_step() -> None:
    """The chunk that was given back last is taken first, whatever the number of chunks."""
    for count in (1, 2, 50):
        pool = loaded("chained_chunks").ChainedChunks(8 * count, 8)
        for _ in range(count):
            pool.take()
        with pytest.raises(OverflowError):
            pool.take()
        pool.give()
        head = pool._head
        pool.take()
        assert pool._out[-1] == head


@claim("pool-pointer-sized")
def test_link_does_not_fit_into_a_small_chunk() -> None:
    """Eight bytes written to a chunk of four lie in the next one as well."""
    memory = bytearray(b"\xff" * 12)
    memory[0:8] = (8).to_bytes(8, "little")
    assert memory[4:8] != b"\xff" * 4


@claim("pool-double-give")
def test_chunk_that_is_given_back_twice_is_handed_out_twice() -> None:
    """The list leads back to it."""
    following, head = {0: 1, 1: -1}, 1
    for _ in range(2):
        following[0], head = head, 0
    first, head = head, following[head]
    assert first == head == 0


CANARY_BYTES: Final = (0xCA).to_bytes(4, "little")


def noticed(writes: dict[int, int]) -> bool:
    """Whether canaries before and after eight bytes tell of writes at these offsets."""
    memory = bytearray(CANARY_BYTES + bytes(8) + CANARY_BYTES + bytes(8))
    for offset, byte in writes.items():
        memory[CANARY + offset] = byte
    return memory[:4] != CANARY_BYTES or memory[12:16] != CANARY_BYTES


@claim("canaries-tell")
def test_canary_notices_a_write_right_beside_a_block() -> None:
    """Each byte of it, if the value is another; four bytes further, nothing is noticed."""
    for offset in (-4, -3, -2, -1, 8, 9, 10, 11):
        assert noticed({offset: 0x55})
    assert not noticed({12: 0x55})


@claim("canary-uncommon")
def test_three_bytes_of_the_canary_are_zero() -> None:
    """Nothing is as common as zero, and zeros that are written there are not noticed."""
    assert not noticed({-1: 0, -2: 0, -3: 0, 9: 0, 10: 0, 11: 0})


def back_canary(size: int, *, total: bool) -> tuple[int, int]:
    """Where the canary after a block is written, and where it is looked for."""
    told = CANARY + size + CANARY if total else size
    return CANARY + size, CANARY + told


@claim("realm-back-canary")
def test_back_canary_is_looked_for_by_the_size_that_the_allocator_tells() -> None:
    """That of the whole request is eight bytes too much; that of the user's part would be right."""
    for size in range(64):
        written, sought = back_canary(size, total=True)
        assert sought - written == 2 * CANARY
        assert len(set(back_canary(size, total=False))) == 1


@claim("vector-capacity")
def test_capacity_loses_the_rest_of_each_page() -> None:
    """Values of 24 bytes: 170 for each page of 4,096, but 512 fit into three pages."""
    assert 3 * (4096 // 24) == 510
    assert 3 * 4096 // 24 == 512


@claim("growth-doubles-memory")
def test_both_blocks_are_there_while_a_vector_is_copied() -> None:
    """Three times the old one if the new one is twice as large; on reserved memory, no second block."""
    size = 100
    assert size + 2 * size == 3 * size
    vector = loaded("trusting_vector").TrustingVector(50)
    memory = vector._memory
    for value in range(90):
        vector.push(value)
    assert vector._memory is memory


@claim("vector-last-pages")
def test_vector_takes_what_is_left() -> None:
    """Six of eight cells are used; doubling would need twelve, and two more are there."""
    vector = loaded("trusting_vector").TrustingVector(4)
    for value in range(8):
        vector.push(value)
    assert (vector._capacity, vector._end, vector.each()) == (8, 8, list(range(8)))


# --- The handle map ---------------------------------------------------------------------------------------


@claim("handle-map-figure")
def test_figure_of_seven_items() -> None:
    """The third is erased: the seventh takes its place, and its handle, its reverse index and a generation change."""
    items = loaded("handle_map").HandleMap()
    handles = [items.insert(10 * number) for number in range(1, 8)]
    items.erase(handles[2])
    assert (items.get(handles[6]), items.place(handles[6]), items.reverse(2)) == (70, 2, 6)
    assert items.get(handles[2]) is None
    assert items.insert(99).generation == handles[2].generation + 1


@claim("handle-map-dense")
def test_items_stay_dense_and_handles_stay_right() -> None:
    """After every order of three of five erasures; those beyond the range check are left out."""
    module = loaded("handle_map")
    for order in product(range(5), repeat=3):
        items = module.HandleMap()
        handles = {number: items.insert(number) for number in range(5)}
        for number in dict.fromkeys(order):
            if handles[number].sparse < len(items._items):
                items.erase(handles.pop(number))
        assert len(items._items) == len(handles)
        assert all(items.get(handle) == number for number, handle in handles.items())


@claim("stale-erase-asserts")
def test_stale_handle_is_passed_over_in_silence() -> None:
    """The listing returns; nothing is asserted."""
    items = loaded("handle_map").HandleMap()
    old = items.insert(1)
    items.insert(2)
    items.erase(old)
    items.insert(3)
    items.erase(old)
    assert sorted(items._items) == [2, 3]


@claim("generation-in-a-free-chunk")
def test_link_and_generation_share_their_bytes() -> None:
    """Eight bytes of index and generation hold an address of eight; one more generation is another address."""
    for half in (0, 4):
        cell = bytearray((0x7F00_0000_1000).to_bytes(8, "little"))  # the next free chunk
        field = slice(half, half + 4)
        generation = int.from_bytes(cell[field], "little") + 1
        cell[field] = generation.to_bytes(4, "little")
        assert int.from_bytes(cell, "little") != 0x7F00_0000_1000


@claim("ring-magic")
def test_double_mapping_reads_in_one_piece() -> None:
    """From every index, every length up to that of the buffer."""
    buffer = list(range(6))
    for start, length in product(range(6), range(7)):
        wrapped = [buffer[(start + each) % 6] for each in range(length)]
        assert (buffer + buffer)[start : start + length] == wrapped


@claim("ring-500")
def test_how_many_are_overwritten() -> None:
    """15,000 values in 10,000 cells; 500 would be overwritten by 10,500."""
    from collections import deque

    kept = deque(range(15_000), maxlen=10_000)
    assert kept[0] == 5_000
    assert deque(range(10_500), maxlen=10_000)[0] == 500


@claim("four-million-entities")
def test_numbers_of_32_bits() -> None:
    """A thousand times as many as four million."""
    assert round(2**32 / 10**9, 1) == 4.3


# --- Figures ------------------------------------------------------------------------------------------------


class Row:
    """A scenario: averages in C++ and in Rust, in microseconds, and the printed difference and percentage."""

    def __init__(self, line: str) -> None:
        self.name, *figures = line.split()
        self.cpp, self.rust, self.printed = map(float, figures)

    @property
    def of_mean(self) -> float:
        """The difference in per cent of the mean of both."""
        return 200 * abs(self.cpp - self.rust) / (self.cpp + self.rust)

    @property
    def slower(self) -> float:
        """How much slower Rust is, in per cent of C++."""
        return 100 * (self.rust / self.cpp - 1)


def rows(table: str) -> list[Row]:
    """The rows of a table of the thesis; ``workstation`` or ``laptop``, and its part."""
    text = (HERE / "figures.txt").read_text("ascii")
    part = text.split(f"# {table}\n")[1].split("#")[0]
    return [Row(line) for line in part.splitlines() if line.strip()]


TABLES: Final = [
    f"{machine} {part}"
    for part in ("memory", "containers", "entities")
    for machine in ("workstation", "laptop")
]


@claim("percentages")
def test_percentages_are_of_the_mean_of_both() -> None:
    """All forty, to two digits."""
    found = [row for table in TABLES for row in rows(table)]
    assert len(found) == 40
    assert all(abs(row.of_mean - row.printed) < 0.011 for row in found)


@claim("same-figures-twice")
def test_both_machines_have_the_same_figures_for_entities() -> None:
    """Digit by digit."""
    one, other = map(rows, TABLES[4:])
    assert [vars(row) for row in one] == [vars(row) for row in other]


@claim("five-to-fifty")
def test_differences_of_allocators() -> None:
    """From 2.7 to 57.9 microseconds; without the default ones, to 52.4."""
    differences = {
        (row.name, round(abs(row.cpp - row.rust), 1)) for table in TABLES[:2] for row in rows(table)
    }
    assert min(amount for _, amount in differences) == 2.7
    assert max(amount for _, amount in differences) == 57.9
    assert max(amount for name, amount in differences if name != "default") == 52.4


@claim("pool-and-realm")
def test_where_allocators_in_rust_are_faster() -> None:
    """The pool on both machines, and the realm on the laptop."""
    faster = {(table, row.name) for table in TABLES[:2] for row in rows(table) if row.slower < 0}
    assert faster == {
        ("workstation memory", "pool"), ("laptop memory", "pool"), ("laptop memory", "realm"),
    }  # fmt: skip


def range_of(names: str) -> tuple[int, int]:
    """The least and the greatest slowdown of containers whose name begins so, in per cent of C++, rounded."""
    found = [
        round(row.slower)
        for table in TABLES[2:4]
        for row in rows(table)
        if row.name.startswith(names)
    ]
    return min(found), max(found)


@claim("vector-25-to-30")
def test_vectors_in_rust() -> None:
    """Erasing 12 and 20 per cent slower than in C++, the rest 25 to 35."""
    assert range_of("vec") == (12, 35)


@claim("handle-map-35-to-40")
def test_handle_maps_in_rust() -> None:
    """39 to 65 per cent slower."""
    assert range_of("handle") == (39, 65)


@claim("ring-4-and-7")
def test_rings_in_rust() -> None:
    """Faster by 5 to 15 microseconds on one machine, and by 31 to 36 on the other."""
    for table, least, most in ((TABLES[2], 5, 15), (TABLES[3], 31, 36)):
        faster = [round(row.cpp - row.rust) for row in rows(table) if row.name.startswith("ring")]
        assert (min(faster), max(faster)) == (least, most)


@claim("25-to-30-slower")
def test_how_many_figures_are_in_the_band_of_the_conclusion() -> None:
    """Of the forty, Rust is faster in 17, and 25 to 30 per cent slower in three."""
    slower = [row.slower for table in TABLES for row in rows(table)]
    assert sum(each < 0 for each in slower) == 17
    assert sum(25 <= each <= 30 for each in slower) <= 5


@claim("mostly-cpp")
def test_how_many_figures_are_less_in_cpp() -> None:
    """23 of forty; of 36, if the repeated table counts once."""
    assert sum(row.slower > 0 for table in TABLES for row in rows(table)) == 23
    assert all(row.slower < 0 for row in rows(TABLES[4]))
