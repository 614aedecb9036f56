"""The queue of a first-free list, and its layouts; its rules are in `rules.tsv`."""

from heapq import heapify, heappop
from itertools import permutations

import pytest

from stablelist_spec.systems.first_free.queue import Heap, popped, pushed

# --- The queue ------------------------------------------------------------------------------------


def queue_of(entries: tuple[int, ...]) -> tuple[Heap, int]:
    """A queue with these entries, in this order, and its comparisons."""
    queue, compared = Heap(), 0
    for entry in entries:
        queue, more = pushed(queue, entry)
        compared += more
    return queue, compared


@pytest.mark.parametrize("length", range(7))
def test_queue_gives_its_entries_in_ascending_order(length: int) -> None:
    """Whatever the order in which they came, and as a heap of Python's own does."""
    for entries in permutations(range(length)):
        queue, _ = queue_of(entries)
        theirs = list(entries)
        heapify(theirs)
        while queue:
            assert queue[0] == heappop(theirs)
            queue, _ = popped(queue)


@pytest.mark.parametrize(
    ("entries", "compared"),
    [((), 0), ((5,), 0), ((1, 2), 1), ((2, 1), 1), ((1, 2, 3, 4), 3), ((4, 3, 2, 1), 4), ((7, 6, 5, 4, 3, 2, 1), 10)],
)  # fmt: skip
def test_ascending_entries_take_a_comparison_each(entries: tuple[int, ...], compared: int) -> None:
    """Descending ones rise to the root: one comparison for each level above them."""
    assert queue_of(entries)[1] == compared


@pytest.mark.parametrize(
    ("queue", "after", "compared"),
    [
        ((3,), (), 0),
        ((1, 2), (2,), 0),
        ((1, 2, 3), (2, 3), 1),
        ((1, 3, 2), (2, 3), 1),
        ((1, 2, 3, 4), (2, 4, 3), 2),
        ((1, 2, 5, 3, 4), (2, 3, 5, 4), 3),
        ((1, 2, 3, 4, 5, 6, 7), (2, 4, 3, 7, 5, 6), 4),
    ],
)
def test_taking_the_lowest_takes_two_comparisons_for_each_level(
    queue: Heap, after: Heap, compared: int
) -> None:
    """One if an entry has a single child."""
    assert popped(queue) == (after, compared)
