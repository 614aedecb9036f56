"""Vectors, handle maps, rings and what is around them (the thesis on engine subsystems, 5.4 to 6.1)."""

from __future__ import annotations

import shutil
import subprocess
from ctypes import CDLL

import pytest

from suite.claims.ledger import claim
from suite.claims.listings import loaded


@claim("vector-whole-pages")
def test_capacity_is_a_number_of_pages() -> None:
    """This holds after each of some insertions."""
    module = loaded("trusting_vector")
    vector = module.TrustingVector(50)
    for value in range(40):
        vector.push(value)
        assert vector._capacity % module.PAGE == 0


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


@claim("erase-last")
def test_last_item_is_erased() -> None:
    """The other item stays."""
    items = loaded("handle_map").HandleMap()
    first, last = items.insert(1), items.insert(2)
    items.erase(last)
    assert (items.get(first), items.get(last), items._items) == (1, None, [1])


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


@claim("scenario-number")
def test_word_that_is_no_number_is_number_0() -> None:
    """Any number is accepted."""
    atoi = CDLL(None).atoi
    assert (atoi(b"abc"), atoi(b"999")) == (0, 999)


def compiles(source: str) -> bool:
    """Whether a compiler of C++ accepts a file."""
    command = ["c++", "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=source, text=True, capture_output=True).returncode == 0


@pytest.mark.skipif(shutil.which("c++") is None, reason="c++ not found")
@claim("interface-compiles")
def test_class_needs_a_semicolon() -> None:
    """Without it, the next line is misread."""
    source = "class Base { public: virtual void reset() = 0; virtual ~Base() = 0; }"
    assert not compiles(source)
    assert compiles(f"{source};")
