"""Workers: they leave interrupts alone, are ended at once, and do not outlive the process that started them."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

from stablelist_conformance.cli import jobs
from stablelist_conformance.cli.jobs import MOST_JOBS, default_jobs
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.running.workers import workers
from suite.kit.ports import tiny
from suite.kit.processes import alive, soon


def sleep_for_ever(note: str) -> None:
    """A batch that does not end, with a port."""
    with ProcessPort(tiny()) as port:
        assert port._child is not None
        Path(note).write_text(f"{os.getpid()} {port._child.pid}", "ascii")
        time.sleep(600)


def noted(note: Path) -> list[int]:
    """The processes that a note names, once it is there."""
    assert soon(lambda: note.exists() and len(note.read_text("ascii").split()) == 2)
    return [int(word) for word in note.read_text("ascii").split()]


def test_workers_end_with_the_block_and_so_do_their_ports(tmp_path: Path) -> None:
    with workers(2) as pool:
        pool.submit(sleep_for_ever, str(tmp_path / "note"))
        processes = noted(tmp_path / "note")
        assert all(map(alive, processes))
    assert soon(lambda: not any(map(alive, processes)))


def test_killed_worker_breaks_the_pool() -> None:
    with workers(1) as pool, pytest.raises(BrokenProcessPool):
        pool.submit(os.kill, pool.submit(os.getpid).result(), signal.SIGKILL).result()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_worker_ignores_interrupts(number: signal.Signals) -> None:
    with workers(1) as pool:
        worker = pool.submit(os.getpid).result()
        os.kill(worker, number)
        assert pool.submit(os.getpid).result() == worker


ORPHAN = """
import sys
from stablelist_conformance.running.workers import workers
from suite.kit.test_workers import sleep_for_ever
with workers(1) as pool:
    pool.submit(sleep_for_ever, sys.argv[1]).result()
"""


def test_killed_parent_leaves_no_worker_and_no_port(tmp_path: Path) -> None:
    tests = str(Path(__file__).parents[2])
    parent = subprocess.Popen(
        [sys.executable, "-c", ORPHAN, str(tmp_path / "note")],
        env=os.environ | {"PYTHONPATH": tests},
        start_new_session=True,
    )
    processes = noted(tmp_path / "note")
    parent.kill()
    parent.wait()
    assert soon(lambda: not any(map(alive, processes)))


# --- Their number by default: what this process may keep busy, and no more ------------------------


@pytest.fixture(autouse=True)
def many_processors(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 64 of them."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)))


def group(folder: Path, **files: str) -> None:
    """A control group."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text + "\n", "ascii")


def within(folder: Path, own: str) -> int:
    """The default in a process that belongs to these groups."""
    (folder / "own").write_text(own, "ascii")
    return default_jobs(folder, folder / "own")


HALF, THREE, FOUR = "50000 100000", "300000 100000", "400000 100000"


@pytest.mark.parametrize(
    ("quotas", "own", "expected"),
    [
        ({"a": "max 100000"}, "0::/a\n", 64),
        ({"a/b": "200000 100000"}, "0::/a/b\n", 2),
        ({"a/b": "150000 100000"}, "0::/a/b\n", 2),
        ({"a/b": HALF}, "0::/a/b\n", 1),
        ({"a/b": "1000000000 100000"}, "0::/a/b\n", 64),
        ({"a/b": FOUR, "a": THREE}, "0::/a/b\n", 3),
        ({"a": THREE, "": "200000 100000"}, "0::/not/here\n", 2),
    ],
)
def test_default_jobs_are_within_the_least_quota_of_the_control_groups(
    tmp_path: Path, quotas: dict[str, str], own: str, expected: int
) -> None:
    """Rounded up, and at least one; inside a container, the container's own is at the root."""
    assert default_jobs(tmp_path, tmp_path / "none") == 64
    for name, quota in quotas.items():
        group(tmp_path / name, cpu__max=quota)
    assert within(tmp_path, own) == expected


@pytest.mark.parametrize(("quota", "expected"), [("250000", 3), ("-1", 64)])
def test_default_jobs_are_within_the_quota_of_version_1(
    tmp_path: Path, quota: str, expected: int
) -> None:
    """It is in the folder of its controllers; -1 means none."""
    group(tmp_path / "cpu" / "a", cpu__cfs_quota_us=quota, cpu__cfs_period_us="100000")
    assert within(tmp_path, "1:cpu:/a\n0::/\n") == expected


@pytest.mark.parametrize("text", ["nonsense", "0 0", "100000 0", "", "9" * 30 + " 1"])
def test_quota_that_cannot_be_read_is_ignored(tmp_path: Path, text: str) -> None:
    group(tmp_path, cpu__max=text)
    assert within(tmp_path, "0::/\n") == 64


def test_default_jobs_are_at_most_most_jobs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(1000)))
    assert jobs.default_jobs(tmp_path, tmp_path / "none") == MOST_JOBS
