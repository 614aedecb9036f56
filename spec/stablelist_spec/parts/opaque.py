"""Ids that can be copied and nothing else, to show that a step is the same whatever the ids are.

A step that ran on opaque ids has compared none of them with another, nor computed with it. So whatever ids are put
in their places, before it and after it, it is still a step of the model: one run stands for all of them. What
is not noticed is a model that asks for the identity, the hash or the type of an id.
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
        """Whether it is the same one; no answer for any other."""
        return self is other or _look()

    def __bool__(self) -> bool:
        """No answer."""
        return _look()


def _look() -> NoReturn:
    raise TypeError("the model looks at an id that its step must not depend on")
