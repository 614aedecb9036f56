"""Bytes per element of a container, and per key that a program keeps.

`tracemalloc` counts the bytes that Python's allocators gave out between two moments, without the elements, which are
created before. It does not see memory from other allocators, such as Rust's; a package that uses one gets no figure.
`sys.getsizeof` is reported as well.
"""

from __future__ import annotations

import gc
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from sys import getsizeof
from typing import Any, Final, NamedTuple

from .operations import SIZES, Element
from .peers.every import CYCLED
from .peers.peer import Peer

__all__ = ["Bytes", "bytes_of", "memory"]

UNSEEN: Final = frozenset({"rustworkx graph"})
REPETITIONS: Final = 3


class Bytes(NamedTuple):
    """Bytes per element."""

    traced: float
    """Of the container, including the keys that it stores."""
    kept: float
    """In addition, for each key that the program keeps (without its place in the program's list)."""
    sized: float | None
    """The size that `sys.getsizeof` reports for the container and its parts."""


def memory(sizes: tuple[int, ...] = SIZES) -> dict[str, dict[int, Bytes]]:
    """The bytes of all peers whose memory Python sees, at all sizes."""
    seen = [kind for kind in CYCLED if kind.name not in UNSEEN]
    return {kind.name: {size: bytes_of(kind, size) for size in sizes} for kind in seen}


def bytes_of(kind: type[Peer], size: int) -> Bytes:
    """The bytes of one peer at one size."""
    elements = [Element() for _ in range(size)]

    def filled() -> Peer:
        peer = kind()
        peer.add(elements)
        return peer

    filled().keys()  # objects that are created once and kept, such as caches, are created here
    container, peer = least(filled)
    keys, kept = least(peer.keys)
    sized = peer.bytes()
    return Bytes(
        container / size,
        (keys - getsizeof(kept)) / size,
        None if sized is None else sized / size,
    )


def least(make: Callable[[], Any]) -> tuple[int, Any]:
    """The smallest of several measurements (other threads can only add bytes), and the object that was made."""
    return min((traced(make) for _ in range(REPETITIONS)), key=lambda counted: counted[0])


def traced(make: Callable[[], Any]) -> tuple[int, Any]:
    """The additional bytes after something was made, and the object that was made."""
    with unobserved_collections():
        gc.collect()
        tracemalloc.start()
        before, _ = tracemalloc.get_traced_memory()
        made = make()
        gc.collect()
        after, _ = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    return after - before, made


@contextmanager
def unobserved_collections() -> Iterator[None]:
    """Collect garbage without callbacks of other packages, such as Hypothesis, because they would allocate memory."""
    callbacks = gc.callbacks[:]
    gc.callbacks.clear()
    try:
        yield
    finally:
        gc.callbacks[:] = callbacks
