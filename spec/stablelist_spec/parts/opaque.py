"""Opaque ids, which can only be copied, to show that a step does not depend on the values of ids.

A step that runs on opaque ids neither compares two of them nor computes with one. So it remains a step of the model if
other ids replace them, before and after it: one run stands for all ids. A model that uses the identity, the hash or the
type of an id is not detected.
"""

from __future__ import annotations

from typing import NoReturn

__all__ = ["Opaque"]


class Opaque:
    """An id that equals itself. Comparing it with another id, or computing with it, is a TypeError.

    >>> one, other = Opaque(), Opaque()
    >>> one == one
    True
    >>> one == other
    Traceback (most recent call last):
    TypeError: the model looks at an id that its step must not depend on
    """

    __slots__ = ()
    __hash__ = object.__hash__

    def __eq__(self, other: object) -> bool:
        """True for the same id; a TypeError for any other."""
        return self is other or _look()

    def __bool__(self) -> bool:
        """Always a TypeError."""
        return _look()


def _look() -> NoReturn:
    raise TypeError("the model looks at an id that its step must not depend on")
