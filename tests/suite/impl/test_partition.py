"""Partitions: the free list is split in linear time, and is shown even if it is broken."""

from stablelist.partition import NONE, Partition


def vacated(partition: Partition, *positions: int) -> list[int]:
    """The links after *positions* became vacant in this order."""
    links = [NONE] * (partition.start + partition.size)
    for position in positions:
        partition.push(position, links)
    return links


def test_halves_keep_the_lower_order_and_reverse_the_upper() -> None:
    """Each entry is visited once; upper entries are pushed in the order of the walk (R5)."""
    partition = Partition(0, 8, opened=8)
    links = vacated(partition, 0, 4, 1, 5)
    low, high, visits = partition.halves(links)
    assert visits == 4
    assert low.free(links) == (1, 0)
    assert high.free(links) == (4, 5)


def test_picture_of_a_broken_free_list_ends() -> None:
    """A report that shows a cycle or an invalid link still ends."""
    partition = Partition(0, 4, opened=4)
    links = vacated(partition, 1, 2)
    links[1] = 2
    assert partition.free(links) == (2, 1, 2, 1, 2)
    for nowhere in (99, len(links), -2):
        links[1] = nowhere
        assert partition.free(links) == (2, 1)
