"""The choices of systems as a table in Markdown, so that they can be compared at a glance.

``python -m stablelist_conformance.report.axes`` prints it for the page on systems.
"""

from __future__ import annotations

from collections.abc import Iterable

from stablelist_spec.core.axes import AXES
from stablelist_spec.core.system import System
from stablelist_spec.systems import SYSTEMS

__all__ = ["table"]


def table(systems: Iterable[System]) -> str:
    """A line for each system that says what it chose, with a column for each axis.

    >>> print(table([SYSTEMS["slab"]]))
    | system | stamps | vacancies | elements | truncation | bulk | full |
    |---|---|---|---|---|---|---|
    """
    lines = ["| " + " | ".join(["system", *AXES]) + " |", "|---" * (len(AXES) + 1) + "|"]
    for system in systems:
        words = system.axes.words()
        if words:
            cells = (words.get(axis, "") for axis in AXES)
            lines.append(f"| {' | '.join([f'`{system.name}`', *cells])} |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(table(SYSTEMS.values()))
