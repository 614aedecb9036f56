"""A priority queue of positions: a binary heap with the lowest at its root, which counts comparisons of its entries.

The children of the entry at *i* are at 2*i* + 1 and 2*i* + 2, and neither is lower. (thesis 5.6.2)
"""

from __future__ import annotations

__all__ = ["Heap", "popped", "pushed"]

Heap = tuple[int, ...]


def pushed(heap: Heap, entry: int) -> tuple[Heap, int]:
    """The heap with one more entry, and how many comparisons that took.

    The entry is appended, then compared with its parent and exchanged with it until the parent is lower.

    >>> pushed((1, 4, 2), 0)
    ((0, 1, 2, 4), 2)
    """
    entries, at, compared = [*heap, entry], len(heap), 0
    while at > 0:
        parent, compared = (at - 1) // 2, compared + 1
        if entries[parent] < entry:
            break
        entries[at], entries[parent] = entries[parent], entry
        at = parent
    return tuple(entries), compared


def popped(heap: Heap) -> tuple[Heap, int]:
    """The heap without its lowest entry, and how many comparisons that took.

    The last entry takes the place of the root. Then its children are compared, if there are two, and it is exchanged
    with the lower one until that is not lower than itself.

    >>> popped((0, 1, 2, 4))
    ((1, 4, 2), 2)
    """
    *entries, last = heap
    if not entries:
        return (), 0
    at, compared = 0, 0
    entries[at] = last
    while (child := 2 * at + 1) < len(entries):
        if child + 1 < len(entries):
            compared += 1
            child += entries[child + 1] < entries[child]
        compared += 1
        if last < entries[child]:
            break
        entries[at], entries[child] = entries[child], last
        at = child
    return tuple(entries), compared
