"""The benchmark of campaigns: what it measures is done rightly; no test depends on how fast it is."""

from __future__ import annotations

import os
from typing import Final

import pytest

from bench.kit_campaign import Figures, Timed, campaign_table, processors
from suite.kit.ports import tiny

from .conftest import done


def test_campaigns_are_measured_on_both_kinds_of_workers() -> None:
    """With one and with two of them, each on a processor, and with one on all."""
    table = campaign_table(tiny(), shards=6, operations=1_000)
    rows = list(zip(*(column.cells for column in table.columns), strict=True))
    every = f"all {os.cpu_count()}"
    most = str(min(2, len(os.sched_getaffinity(0))))
    assert [row[:3] for row in rows] == [
        (where, *row)
        for where in ("processes", "Dask")
        for row in (("1", "1"), ("2", most), ("1", every))
    ]
    assert [row[4] for row in rows if row[2] == "1"] == ["1.00", "1.00"]


TEN: Final = [("a", 10.0 * n, 10.0, 500) for n in range(7)]
"""One worker, which does 50 operations a second."""
BOTH: Final = [(each, 10.0 * n + 5 * (each == "b"), 10.0, 500) for n in range(4) for each in "ab"]
"""Two like it, of which one begins when the other is halfway."""
APART: Final = [
    *(("a", 100.0, 50.0, 7), ("b", 103.0, 50.0, 7), ("a", 110.0, 9.0, 1_000)),
    *(("b", 128.0, 24.0, 1_000), ("a", 120.0, 9.0, 1_000)),
]
"""One does 100 operations a second and the other 40; both wait at both ends of the campaign."""


@pytest.mark.parametrize(
    ("shards", "figures"),
    [
        (TEN, Figures(speed=50.0, seconds=10.0, overhead=0.0)),
        (BOTH, Figures(speed=100.0, seconds=10.0, overhead=0.0)),
        (APART, Figures(speed=140.0, seconds=14.0, overhead=1.0)),
        (TEN[:1], None),
        (APART[:3], None),
    ],
)
def test_worker_counts_from_its_first_to_its_last_shard(
    shards: list[tuple[str, float, float, int]], figures: Figures | None
) -> None:
    """Each must have done two."""
    found = Timed()
    for worker, at, seconds, operations in shards:
        found.note(at, done(0, worker=worker, seconds=seconds, operations=operations))
    assert found.figures(len({worker for worker, *_ in shards})) == figures


def test_processes_are_kept_to_some_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """And given the others back; a system that cannot do that is on all of them, and says so."""
    before = os.sched_getaffinity(0)
    with processors(1) as told:
        assert (told, os.sched_getaffinity(0)) == ("1", {min(before)})
    assert os.sched_getaffinity(0) == before
    monkeypatch.delattr(os, "sched_setaffinity")
    with processors(1) as told:
        assert told == f"all {os.cpu_count()}"
