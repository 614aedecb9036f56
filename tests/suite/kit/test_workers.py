"""Workers: they leave interrupts alone, are ended at once, and do not outlive the process that started them."""

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

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


def test_without_jobs_everything_is_done_at_once_and_here() -> None:
    """An error is that of the work, as it is with workers."""
    with workers(0) as pool:
        assert pool.submit(os.getpid).result() == os.getpid()
        assert isinstance(pool.submit(int, "none").exception(), ValueError)


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


HALF, THREE, FOUR = "50000 100000", "300000 100000", "400000 100000"


MOST, QUOTA, PERIOD = "cpu.max", "cpu.cfs_quota_us", "cpu.cfs_period_us"


@pytest.mark.parametrize(
    ("files", "own", "expected"),
    [
        ({f"a/{MOST}": "max 100000"}, "0::/a", 64),
        ({f"a/b/{MOST}": "200000 100000"}, "0::/a/b", 2),
        ({f"a/b/{MOST}": "150000 100000"}, "0::/a/b", 2),
        ({f"a/b/{MOST}": HALF}, "0::/a/b", 1),
        ({f"a/b/{MOST}": "1000000000 100000"}, "0::/a/b", 64),
        ({f"a/b/{MOST}": FOUR, f"a/{MOST}": THREE}, "0::/a/b", 3),
        # inside a container, its own group is at the root
        ({f"a/{MOST}": THREE, MOST: "200000 100000"}, "0::/not/here", 2),
        # of version 1, where -1 is none
        ({f"cpu/a/{QUOTA}": "250000", f"cpu/a/{PERIOD}": "100000"}, "1:cpu:/a\n0::/", 3),
        ({f"cpu/a/{QUOTA}": "-1", f"cpu/a/{PERIOD}": "100000"}, "1:cpu:/a\n0::/", 64),
        # what cannot be read
        *(({MOST: text}, "0::/", 64) for text in ("?", "0 0", "100000 0", "", "9" * 30 + " 1")),
    ],
)
def test_default_jobs_are_within_the_least_quota_of_the_control_groups(
    tmp_path: Path, files: dict[str, str], own: str, expected: int
) -> None:
    """Rounded up, and at least one."""
    assert default_jobs(tmp_path, tmp_path / "none") == 64
    for name, text in ({"own": own} | files).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text + "\n", "ascii")
    assert default_jobs(tmp_path, tmp_path / "own") == expected


def test_default_jobs_are_at_most_most_jobs(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(1000)))
    assert default_jobs(tmp_path, tmp_path / "none") == MOST_JOBS
