"""Allocators, vectors, handle maps, rings and what is around them (the thesis on engine subsystems, 5.3 to 6.1)."""

import mmap
import shutil
import subprocess
from ctypes import CDLL
from pathlib import Path
from typing import Final

import pytest

from suite.claims.ledger import claim
from suite.claims.listings import loaded
from suite.claims.models import Numbered, Realm

CANARY: Final = 4


def resident() -> int:
    """The memory of this process that is not only reserved, in bytes."""
    pages = int(Path("/proc/self/statm").read_text("ascii").split()[1])
    return pages * mmap.PAGESIZE


SWITCHES: Final = """
#include <linux/seccomp.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { BLOCKS = 100000 };
static void *blocks[BLOCKS];

int main(void)
{
    unsigned long grown = 0;
    void *end = sbrk(0);
    for (int i = 0; i < BLOCKS; i++) {
        blocks[i] = malloc(16);
        grown += sbrk(0) != end;
        end = sbrk(0);
    }
    printf("%lu", grown);
    fflush(stdout);
    for (int i = 0; i < BLOCKS - 1; i++) /* the last one keeps the heap as large as it is */
        free(blocks[i]);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) != 0)
        return 2;
    for (int i = 0; i < BLOCKS - 1; i++)
        if (malloc(16) == NULL)
            syscall(SYS_exit, 3);
    syscall(SYS_exit, 0); /* not that of all threads, which is another one */
}
"""
"""A program that is ended by its first system call after the blocks were freed, but for that by which it ends."""


@pytest.mark.skipif(
    shutil.which("cc") is None or not Path("/usr/include/linux/seccomp.h").exists(),
    reason="needs Linux and cc",
)
@claim("mode-switch")
def test_allocations_need_no_system_call(tmp_path: Path) -> None:
    """Of 100,000 blocks, only one in thousands makes the heap grow; later, none needs the system at all."""
    program = tmp_path / "program"
    command = ["cc", "-fno-builtin", "-x", "c", "-", "-o", str(program)]
    subprocess.run(command, input=SWITCHES, text=True, check=True)
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.returncode == 0
    assert 1 <= int(done.stdout) < 100


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux")
@claim("virtual-memory")
def test_mapped_memory_takes_room_when_it_is_written() -> None:
    """256 MiB are mapped, and a byte in each page of the first 16 is written."""
    mebibyte, before = 2**20, resident()
    with mmap.mmap(-1, 256 * mebibyte) as memory:
        mapped = resident()
        for page in range(0, 16 * mebibyte, mmap.PAGESIZE):
            memory[page] = 1
        written = resident()
    assert mapped - before < 8 * mebibyte <= 15 * mebibyte < written - mapped


@claim("stack-ids")
def test_number_of_a_block_tells_a_wrong_order_but_not_a_second_free() -> None:
    """A block in the place of another one gets its number as well."""
    stack = Numbered()
    first, second = stack.allocate(8), stack.allocate(8)
    assert not stack.may_free(first)
    stack.free(second)
    assert not stack.may_free(second)
    assert stack.allocate(8) == second
    assert stack.may_free(second)  # by whoever freed it before


@claim("check-when")
def test_order_is_checked_when_a_block_is_freed() -> None:
    """Two blocks that are freed in the wrong order: only the first of these steps can tell, and none allocates."""
    stack = Numbered()
    first, second = stack.allocate(8), stack.allocate(8)
    assert (stack.may_free(first), stack.may_free(second)) == (False, True)
    stack.free(first)
    stack.free(second)
    assert stack.count == 0  # as after the right order, which is all that the next allocation sees


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


@claim("pool-double-give")
def test_chunk_that_is_given_back_twice_is_handed_out_twice() -> None:
    """The list leads back to it."""
    pool = loaded("chained_chunks").ChainedChunks(32, 8)
    pool.take()
    pool._out.append(pool._out[0])
    pool.give()
    pool.give()
    pool.take()
    pool.take()
    assert pool._out == [0, 0]


@claim("chunks-in-order")
def test_new_list_hands_out_every_chunk() -> None:
    for size, count in ((8, 1), (15, 1), (16, 2), (100, 12)):
        pool = loaded("chained_chunks").ChainedChunks(size, 8)
        for _ in range(count):
            pool.take()
        assert pool._out == list(range(count))
        with pytest.raises(OverflowError):
            pool.take()


CANARY_BYTES: Final = (0xCA).to_bytes(4, "little")


def noticed(writes: dict[int, int]) -> bool:
    """Whether canaries before and after eight bytes tell of writes at these offsets."""
    memory = bytearray(CANARY_BYTES + bytes(8) + CANARY_BYTES + bytes(8))
    for offset, byte in writes.items():
        memory[CANARY + offset] = byte
    return memory[:4] != CANARY_BYTES or memory[12:16] != CANARY_BYTES


@claim("canary-uncommon")
def test_three_bytes_of_the_canary_are_zero() -> None:
    """Nothing is as common as zero, and zeros that are written there are not noticed."""
    assert not noticed({-1: 0, -2: 0, -3: 0, 9: 0, 10: 0, 11: 0})


@claim("realm-back-canary")
def test_back_canary_is_looked_for_by_the_size_that_the_allocator_tells() -> None:
    """That of the whole request is eight bytes too much; that of the user's part would be right."""
    for size in range(64):
        for total, beyond in ((True, 2 * CANARY), (False, 0)):
            realm = Realm(128, total=total)
            realm.free(realm.allocate(size))
            front, back = realm.written
            assert realm.sought == [front, back + beyond]


@claim("realm-without-room")
def test_realm_writes_canaries_at_null() -> None:
    realm = Realm(16)
    assert (realm.allocate(8), realm.written) == (CANARY, [0, CANARY + 8])


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


# --- The handle map ---------------------------------------------------------------------------------------


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
