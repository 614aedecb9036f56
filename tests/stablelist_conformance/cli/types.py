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


class Seconds(click.ParamType[float]):
    """An amount of time: ``10`` or ``0.5``."""

    name = "seconds"

    def __init__(self, *, positive: bool = False) -> None:
        self.positive = positive

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a plain number."""
        seconds = float(value) if _NUMBER.fullmatch(str(value)) else -1.0
        if seconds > MOST_SECONDS or seconds < 0 or (self.positive and seconds == 0):
            least = "above 0" if self.positive else "at least 0"
            self.fail(
                f"{str(value)[:40]!r} is not a number of seconds; write one such as 10 or 0.5, {least} and at most "
                f"{MOST_SECONDS:,}",
                param,
                ctx,
            )
        return seconds


class Hours(click.ParamType[float]):
    """An amount of time in hours: ``8`` or ``0.5``, as a number of hours."""

    name = "hours"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Read a plain number above 0."""
        hours = float(value) if _NUMBER.fullmatch(str(value)) else -1.0
        if not 0 < hours <= MOST_HOURS:
            self.fail(
                f"{str(value)[:40]!r} is not a number of hours; write one such as 8 or 0.5, above 0 and at most "
                f"{MOST_HOURS:,}",
                param,
                ctx,
            )
        return hours


class Count(click.IntRange):
    """A whole number within bounds, at least 0 unless another bound is given: ``7``."""

    def __init__(self, least: int = 0, most: int | None = None) -> None:
        super().__init__(least, most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Read decimal digits."""
        if isinstance(value, str) and not re.fullmatch("-?[0-9]{1,18}", value):
            self.fail(f"{value[:40]!r} is not a whole number; write one such as 7", param, ctx)
        return super().convert(value, param, ctx)
