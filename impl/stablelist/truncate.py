"""What truncation releases when the upper half of the element space is empty.

(5.2; R6)
"""

from __future__ import annotations

from enum import Enum

__all__ = ["Truncate"]


class Truncate(Enum):
    """What a StableList releases when its upper half is empty.

    >>> Truncate("memory")
    <Truncate.MEMORY: 'memory'>
    """

    # Source: 4.2, 5.2; R6

    NEVER = "never"
    """Nothing: the element space never shrinks."""

    ITERATION = "iteration"
    """Iteration time: the element space shrinks, allocated memory stays."""

    MEMORY = "memory"
    """Memory as well: allocated memory shrinks with the element space."""
