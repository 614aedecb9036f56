"""The domain of a contract: every function that has one refuses arguments outside it, with the same error.

So neither a contract nor a comparison of two functions says anything about such arguments.
"""

from __future__ import annotations

import os
from typing import Final

__all__ = ["WHOLE", "OutsideError", "is_whole", "within"]

WHOLE: Final = "STABLELIST_WHOLE_SCOPE"
"""The environment variable with which a contract is asked in its whole scope, and not in the smallest."""


def is_whole() -> bool:
    """Whether this process asks in the whole scope."""
    return WHOLE in os.environ


class OutsideError(Exception):
    """These arguments are not in the domain."""


def within(*conditions: bool) -> None:
    """Raise `OutsideError` unless all conditions hold."""
    if not all(conditions):
        raise OutsideError
