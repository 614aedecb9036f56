"""The benchmark of campaigns: what it measures is done rightly; no test depends on how fast it is."""

from __future__ import annotations

import os

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


def timed(*shards: tuple[str, float, float, int]) -> Timed:
    """What came back: from whom, at what time, after how many seconds of work, and how many operations."""
    found = Timed()
    for worker, at, seconds, operations in shards:
        found.note(at, done(0, worker=worker, seconds=seconds, operations=operations))
    return found


def test_a_worker_counts_from_its_first_to_its_last_shard() -> None:
    """One does 100 operations a second and the other 40; waiting at both ends of the campaign is left out."""
    found = timed(
        ("a", 100.0, 50.0, 7),
        ("b", 103.0, 50.0, 7),
        ("a", 110.0, 9.0, 1_000),
        ("b", 128.0, 24.0, 1_000),
        ("a", 120.0, 9.0, 1_000),
    )
    assert found.figures(2) == Figures(speed=140.0, seconds=14.0, overhead=1.0)


def test_two_workers_like_one_are_twice_as_fast() -> None:
    """Also if one of them begins when the other is halfway."""
    one = timed(*(("a", 10.0 * n, 10.0, 500) for n in range(7)))
    two = timed(*((w, 10.0 * n + 5 * (w == "b"), 10.0, 500) for n in range(4) for w in "ab"))
    alone, both = one.figures(1), two.figures(2)
    assert alone is not None
    assert both == Figures(2 * alone.speed, 10.0, 0.0)
    assert both.cells(alone.speed) == ("100", "2.00", "10.0 s", "0.000 s")


@pytest.mark.parametrize("workers", ["a", "aab"])
def test_too_few_shards_are_no_figures(workers: str) -> None:
    """Each worker must have done two."""
    assert timed(*((worker, 1.0, 1.0, 1) for worker in workers)).figures(len(set(workers))) is None
    assert timed(("a", 1.0, 1.0, 1), ("a", 2.0, 1.0, 1)).figures(2) is None


def test_processes_are_kept_to_some_processors() -> None:
    """And given the others back."""
    before = os.sched_getaffinity(0)
    with processors(1) as told:
        assert (told, os.sched_getaffinity(0)) == ("1", {min(before)})
    with processors(None) as told:
        assert (told, os.sched_getaffinity(0)) == (f"all {os.cpu_count()}", before)
    assert os.sched_getaffinity(0) == before


def test_a_system_without_affinity(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is on all processors, and the table says so."""
    monkeypatch.delattr(os, "sched_setaffinity")
    with processors(1) as told:
        assert told == f"all {os.cpu_count()}"
