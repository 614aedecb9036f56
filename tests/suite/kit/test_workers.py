"""Workers: they leave interrupts alone, are ended at once, and do not outlive the process that started them."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path

import pytest

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
