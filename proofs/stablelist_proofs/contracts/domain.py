"""The domain of a contract: every function that has one refuses arguments outside it, with the same error.

So neither a contract nor a comparison of two functions says anything about such arguments.
"""

from __future__ import annotations

__all__ = ["OutsideError", "within"]


class OutsideError(Exception):
    """These arguments are not in the domain."""


def within(*conditions: bool) -> None:
    """Raise `OutsideError` unless all conditions hold."""
    if not all(conditions):
        raise OutsideError
