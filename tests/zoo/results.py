"""The results of hunts: a file of tab-separated lines, to which each hunt adds one.

The first line names the budget. The columns are the port, the way, the seed, what was found, and after how many
operations; the last column, seconds of processor time, is the only one that depends on the machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

from stablelist_conformance.wire.errors import UsageError

from .hunt import NOT_FOUND, Budget, Caught

__all__ = ["RECORDED", "VERIFY", "Hunt", "Spread", "Summary", "add", "begin", "read", "summary"]

RECORDED: Final = Path(__file__).parent / "results.tsv"
"""The results that the page shows."""
VERIFY: Final = "verify"
"""The way of sound releases; what is found is the outcome of the verdict."""
COLUMNS: Final = ("port", "way", "seed", "found", "operations", "seconds")


class Hunt(NamedTuple):
    """One hunt and its result."""

    port: str
    way: str
    seed: int
    caught: Caught


class Spread(NamedTuple):
    """What hunts by one way, with different seeds, have used until they found something.

    Attributes:
        median: of all; None if most found nothing.
        worst: the most; None if one found nothing.
    """

    median: float | None
    worst: float | None


class Summary(NamedTuple):
    """Several hunts by one way, with different seeds.

    Attributes:
        found: how many of them found something.
        hunts: how many there were.
    """

    found: int
    hunts: int
    operations: Spread
    seconds: Spread


def begin(path: Path, budget: Budget) -> None:
    """Begin a file, unless it exists, with the same budget.

    Raises:
        UsageError: the file has another one.
    """
    head = f"# {budget.operations} operations or {budget.seconds:g} seconds\n"
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(head + "\t".join(COLUMNS) + "\n", "utf-8")
    with path.open(encoding="utf-8") as lines:
        if (first := lines.readline()) != head:
            raise UsageError(
                f"{path} begins with {first.strip()!r}, and not with {head.strip()!r}; "
                "give the same budget, or another file"
            )


def add(path: Path, hunt: Hunt) -> None:
    """Add a hunt to the file."""
    port, way, seed, caught = hunt
    cells = (port, way, seed, caught.found, caught.operations, f"{caught.seconds:.2f}")
    with path.open("a", encoding="utf-8") as file:
        file.write("\t".join(map(str, cells)) + "\n")


def read(path: Path) -> tuple[Budget, list[Hunt]]:
    """The budget, and the hunts; a line that was not written to its end is left out."""
    first, _, *lines = path.read_text("utf-8").rpartition("\n")[0].splitlines()
    _, operations, _, _, seconds, _ = first.split()
    return Budget(int(operations), float(seconds)), [hunt_of(line) for line in lines]


def hunt_of(line: str) -> Hunt:
    r"""The hunt on a line.

    >>> hunt_of("denque 2.1.0\tkit\t3\tanswer\t41\t0.25").caught
    Caught(found='answer', operations=41, seconds=0.25)
    """
    port, way, seed, found, operations, seconds = line.split("\t")
    return Hunt(port, way, int(seed), Caught(found, int(operations), float(seconds)))


def summary(some: Sequence[Caught]) -> Summary:
    """The medians and the worst of some hunts. One that found nothing is worse than any that did.

    >>> hunts = [Caught("answer", 7, 0.5), Caught("no", 100, 2.0), Caught("died", 9, 1.0)]
    >>> summary(hunts).operations, summary(hunts).seconds.median
    (Spread(median=9, worst=None), 1.0)
    """
    found = [each for each in some if each.found != NOT_FOUND]
    operations = spread([each.operations for each in found], len(some))
    seconds = spread([each.seconds for each in found], len(some))
    return Summary(len(found), len(some), operations, seconds)


def spread(found: Sequence[float], hunts: int) -> Spread:
    """The median and the worst, of two in the middle the worse one.

    >>> spread([5, 3, 9], 4), spread([3], 4), spread([5, 3], 2)
    (Spread(median=9, worst=None), Spread(median=None, worst=None), Spread(median=5, worst=5))
    """
    ordered = [*sorted(found), *[None] * (hunts - len(found))]
    return Spread(ordered[hunts // 2], ordered[-1])
