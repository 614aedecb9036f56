"""The domain of a contract: arguments outside it are refused, alike by every function that has one.

So a contract says nothing about them, and neither does a comparison of two functions.
"""

from __future__ import annotations

__all__ = ["OutsideError", "within"]


class OutsideError(Exception):
    """These arguments are not in the domain."""


def within(*conditions: bool) -> None:
    """Go on only where all conditions hold."""
    if not all(conditions):
        raise OutsideError
