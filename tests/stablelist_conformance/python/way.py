"""The way in which a Python container is to do an operation, if its port declares several.

>>> way()
1
"""

from __future__ import annotations

__all__ = ["ask", "way"]


def way() -> int:
    """The way in which the operation in progress is to be done: 2 for ``add@2``.

    A method of a container asks for it, as an adapter asks its starter.
    """
    return asked_way[0]


def ask(number: int) -> None:
    """Ask for a way, before an operation is carried out."""
    asked_way[0] = number


asked_way = [1]
