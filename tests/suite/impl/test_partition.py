"""Partitions: a free list that reuses the last vacancy first, and splits in linear time."""

from __future__ import annotations

from stablelist.partition import NONE, Partition


def vacated(partition: Partition, *positions: int) -> list[int]:
    """The links after *positions* became vacant in this order."""
    links = [NONE] * (partition.start + partition.size)
    for position in positions:
        partition.push(position, links)
    return links


def test_last_vacancy_is_reused_first() -> None:
    """The free list is a stack; when it is empty, the next cell is opened (R2, R4)."""
    partition = Partition(4, 4, opened=3)
    links = vacated(partition, 5, 4)
    assert (partition.next_position(), partition.free(links)) == (4, (4, 5))
    assert (partition.live, partition.opened) == (1, 3)
    assert Partition(4, 4, opened=3).next_position() == 7


def test_halves_keep_the_lower_order_and_reverse_the_upper() -> None:
    """Each entry is visited once; upper entries are pushed in the order of the walk (R5)."""
    partition = Partition(0, 8, opened=8)
    links = vacated(partition, 0, 4, 1, 5)
    low, high, visits = partition.halves(links)
    assert visits == 4
    assert low.free(links) == (1, 0)
    assert high.free(links) == (4, 5)
    assert [(half.start, half.size, half.live, half.opened) for half in (low, high)] == [
        (0, 4, 2, 4),
        (4, 4, 2, 4),
    ]


def test_halves_of_a_partition_opened_in_part() -> None:
    """The opened cells belong to the lower half first (R5)."""
    partition = Partition(0, 8, opened=5)
    links = vacated(partition, 3, 4)
    low, high, visits = partition.halves(links)
    assert visits == 2
    assert (low.live, low.opened, high.live, high.opened) == (3, 4, 0, 1)
    assert (low.head, high.head, links[3]) == (3, 4, NONE)


def test_picture_of_a_broken_free_list_ends() -> None:
    """A report that shows a cycle or an invalid link still ends."""
    partition = Partition(0, 4, opened=4)
    links = vacated(partition, 1, 2)
    links[1] = 2
    assert partition.free(links) == (2, 1, 2, 1, 2)
    for nowhere in (99, len(links), -2):
        links[1] = nowhere
        assert partition.free(links) == (2, 1)
