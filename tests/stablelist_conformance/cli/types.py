"""Amounts on the command line, in ASCII digits only: Python's own conversions accept more."""

from __future__ import annotations

import re
from typing import Any, Final

import click

__all__ = ["MOST_SECONDS", "Count", "Hours", "Seconds"]

MOST_SECONDS: Final = 1_000_000
"""Eleven days; some systems cannot wait much longer in one call."""
MOST_HOURS: Final = 10_000
"""More than a year."""
_NUMBER: Final = re.compile(r"(?a:\d+\.?\d*|\.\d+)")


class Seconds(click.FloatRange):
    """An amount of time: ``10`` or ``0.5``. Unlike a plain range of click, it does not contain NaN."""

    name = "seconds"
    example, longest = 10, MOST_SECONDS

    def __init__(self, *, positive: bool = False) -> None:
        super().__init__(0, self.longest, min_open=positive)

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a plain number."""
        number = float(value) if _NUMBER.fullmatch(str(value)) else -1.0
        if number < 0 or number > self.longest or (self.min_open and number == 0):
            least = "above 0" if self.min_open else "at least 0"
            self.fail(
                f"{str(value)[:40]!r} is not a number of {self.name}; write one such as {self.example} or 0.5, {least} "
                f"and at most {self.longest:,}",
                param,
                ctx,
            )
        return number


class Hours(Seconds):
    """An amount of time in hours, above 0: ``8`` or ``0.5``."""

    name = "hours"
    example, longest = 8, MOST_HOURS

    def __init__(self) -> None:
        super().__init__(positive=True)


class Count(click.IntRange):
    """A whole number within bounds, at least 0 unless another bound is given: ``7``."""

    def __init__(self, least: int = 0, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read decimal digits."""
        if isinstance(value, str) and not re.fullmatch("-?[0-9]{1,18}", value):
            self.fail(f"{value[:40]!r} is not a whole number; write one such as 7", param, ctx)
        return super().convert(value, param, ctx)
