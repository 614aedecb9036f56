"""``python -m bench.survivors``: the cost of an iteration when few elements of a burst are left.

Each run measures the imported build, stores its figures next to those of the other build, and fills in the table of
docs/choosing.md. `make bench-survivors` runs it for both.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Final

import stablelist
from stablelist_proofs.marked import filled

from .clock import clock
from .figures import PERCENTILES, percentiles
from .names import DICT, INTERPRETED, NATIVE, STABLE
from .peers.builtin import CountedDict
from .peers.peer import Peer
from .peers.stable import Stable
from .tables import in_units, markdown, times

__all__ = ["FOUND", "LEFT", "PAGE", "Found", "iteration", "main", "measured", "table"]

PAGE: Final = Path("docs/choosing.md")
FOUND: Final = Path("docs/performance/survivors.json")

BURST: Final = 10_000
LEFT: Final[Mapping[str, range | int]] = {
    "the oldest 26": range(26),
    "the newest 26": range(BURST - 26, BURST),
    "26 at random": 26,
    "every 400th, 25 in all": range(0, BURST, 400),
}
"""The places of the elements that are left, in the order of insertion; or, for random places, their number."""

ROUNDS: Final = 41
PASSES: Final = 100
"""The number of iterations that are timed together, because one is too short for the clock."""

Found = dict[str, dict[str, float]]
"""The median times of an iteration, in seconds, and their ratio, by the elements that are left."""

BUILDS: Final = (NATIVE, INTERPRETED)
RATIO: Final = "ratio"
MEDIAN: Final = PERCENTILES.index(50.0)


def main(rounds: int = ROUNDS) -> int:
    """Measure this build, save the figures, and fill in the table."""
    build = NATIVE if stablelist.__compiled__ else INTERPRETED
    builds: dict[str, Found] = json.loads(FOUND.read_text("utf-8")) if FOUND.exists() else {}
    builds[build] = {what: measured(what, rounds) for what in LEFT}
    FOUND.parent.mkdir(parents=True, exist_ok=True)
    FOUND.write_text(json.dumps(builds, indent=1) + "\n", "utf-8")
    if builds.keys() >= {*BUILDS}:
        render()
    return 0


def render() -> None:
    """Write the page from the figures in docs."""
    builds = json.loads(FOUND.read_text("utf-8"))
    shown = filled(PAGE.read_text("utf-8"), {"survivors": lambda: table(builds)})
    PAGE.write_text(shown, "utf-8")


def measured(what: str, rounds: int) -> dict[str, float]:
    """The medians of both containers, and the median ratio of two times from the same round."""
    random = Random(what)
    taken: dict[str, list[float]] = {STABLE: [], DICT: [], RATIO: []}
    for _ in range(rounds):
        few = survivors(what, random)
        kinds: list[type[Peer]] = random.sample([Stable, CountedDict], 2)
        now = {kind.name: iteration(after_burst(kind, few, random)) for kind in kinds}
        for name, seconds in {**now, RATIO: now[STABLE] / now[DICT]}.items():
            taken[name].append(seconds)
    return {name: percentiles(values)[MEDIAN] for name, values in taken.items()}


def survivors(what: str, random: Random) -> set[int]:
    """The places of the elements that are left."""
    chosen = LEFT[what]
    return set(random.sample(range(BURST), chosen) if isinstance(chosen, int) else chosen)


def after_burst(kind: type[Peer], few: set[int], random: Random) -> Peer:
    """A container that held the whole burst; all but the survivors were removed in random order."""
    peer = kind()
    peer.add(range(BURST))
    gone = [key for place, key in enumerate(peer.keys()) if place not in few]
    random.shuffle(gone)
    peer.remove(gone)
    return peer


def iteration(peer: Peer) -> float:
    """One iteration over the elements, in seconds."""
    began = clock()
    for _ in range(PASSES):
        for _element in peer.elements():
            pass
    return (clock() - began) / PASSES


def table(builds: Mapping[str, Found]) -> str:
    """A row for each kind of survivors; dict's time comes from the run of the native build."""
    rows = [
        [
            what,
            in_units(builds[NATIVE][what][DICT]),
            *(cell(builds[build][what]) for build in BUILDS),
        ]
        for what in LEFT
    ]
    return markdown(["left of 10,000", f"`{DICT}`", *(f"{build} build" for build in BUILDS)], rows)


def cell(found: Mapping[str, float]) -> str:
    """A time, and the ratio to dict's."""
    return f"{in_units(found[STABLE])} ({times(found[RATIO])})"


if __name__ == "__main__":
    sys.exit(main())
