"""Ways: the words of a program for a port that can do some operations in several ways."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial

from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import decode, encode
from stablelist_spec.core.operation import Operation

__all__ = ["every_way", "in_ways"]


def in_ways(words: Iterable[str], port: Handshake, choose: Callable[[int], int]) -> Iterator[str]:
    """The words, each in the way that is chosen of those that a port has for its operation.

    >>> from stablelist_conformance.wire.protocol import Level
    >>> port = Handshake("a", "1", "slotmap", Level.CONTRACT, ways=(("add", 2),))
    >>> [*in_ways(("add", "lend:add", "len"), port, lambda count: count)]
    ['add@2', 'lend:add@2', 'len']
    """
    ways, family = dict(port.ways), port.system.family
    for word in words:
        yield encode(taking(decode(word, family), ways, choose), family)


def taking(
    operation: Operation, ways: Mapping[str, int], choose: Callable[[int], int]
) -> Operation:
    """An operation, and one that it tries, in ways that are chosen."""
    tried = {
        name: taking(value, ways, choose)
        for name, value in operation.operands.items()
        if isinstance(value, Operation)
    }
    chosen = operation.given(**tried) if tried else operation
    return chosen.by(choose(ways[chosen.name])) if chosen.name in ways else chosen


def every_way(words: tuple[str, ...], port: Handshake) -> Iterator[tuple[str, ...]]:
    """The words in the first way of each operation, then in the second, and so on to the last of any.

    >>> from stablelist_conformance.wire.protocol import Level
    >>> port = Handshake("a", "1", "slotmap", Level.CONTRACT, ways=(("add", 2), ("at", 3)))
    >>> [*every_way(("add", "at:0"), port)]
    [('add', 'at:0'), ('add@2', 'at@2:0'), ('add@2', 'at@3:0')]
    """
    yield words
    for way in range(2, 1 + max((count for _, count in port.ways), default=1)):
        yield tuple(in_ways(words, port, partial(min, way)))
