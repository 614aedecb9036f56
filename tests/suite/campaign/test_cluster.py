"""On a real Dask scheduler with two workers, all of them processes on the loopback."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil  # type: ignore[import-untyped] # Dask needs it
import pytest

from defects import defects
from defects.selfcheck import planted, sources
from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign.cluster import LOOPBACK
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from suite.captured import captured
from suite.kit.ports import ANSWER, script_of, tiny
from suite.kit.processes import soon

from .conftest import records_of
from .test_campaign_cli import shards as done

LONGEST_WAIT: Final = 60.0
"""Seconds that a scheduler may take to start."""


def free_port() -> int:
    """A port of this machine that nobody listens to."""
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        number: int = one.getsockname()[1]
        return number


def wait_for(number: int) -> None:
    """Wait until somebody listens at a port of this machine."""
    end = time.monotonic() + LONGEST_WAIT
    while time.monotonic() < end:
        with suppress(OSError), socket.create_connection(("127.0.0.1", number), 1):
            return
        time.sleep(0.05)


class Running:
    """A scheduler and its workers.

    Attributes:
        address: of the scheduler.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: list[subprocess.Popen[bytes]] = []
        port = free_port()
        self.address = f"tcp://127.0.0.1:{port}"
        self.scheduler = self.start("dask_scheduler", "--port", str(port))
        wait_for(port)
        self.workers = [self.work(), self.work()]

    def work(self) -> subprocess.Popen[bytes]:
        """A worker that nobody starts again when it is killed."""
        scratch = ("--local-directory", str(self.folder))
        return self.start("dask_worker", self.address, "--nthreads", "1", "--no-nanny", *scratch)

    def start(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        """Start one of Dask's programs."""
        inside = LOOPBACK.split()
        command = [sys.executable, "-m", f"distributed.cli.{program}", *arguments, *inside]
        with (self.folder / f"{program}-{len(self.processes)}.log").open("wb") as log:
            process = subprocess.Popen(
                command, cwd=self.folder, stdout=log, stderr=log, start_new_session=True
            )
        self.processes.append(process)
        return process

    def campaign(self, port: str, *more: str) -> subprocess.Popen[str]:
        """A campaign on these workers."""
        arguments = ["--store", "store", "--operations", "1000", "--scheduler", self.address, *more]
        return subprocess.Popen(
            [sys.executable, "-m", "stablelist_conformance", "campaign", port, *arguments],
            cwd=self.folder,
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def end(self) -> None:
        """End all of them."""
        for process in reversed(self.processes):
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.fixture
def running(tmp_path: Path) -> Iterator[Running]:
    """A scheduler with two workers."""
    found = Running(tmp_path)
    yield found
    found.end()


SLOW = tiny(answer=f"len(words) > 60 and time.sleep(0.002); {ANSWER}")


def workers(folder: Path) -> set[str]:
    """Who did the shards."""
    with Store.open(folder / "store") as store:
        return {each.worker for each in records_of(store)}


def test_no_shard_is_missing_though_a_worker_and_the_campaign_are_killed(running: Running) -> None:
    """Both workers do shards, and the next campaign goes on with the one that is left."""
    process = running.campaign(SLOW, "--hours", "1")
    assert soon(lambda: len(done(running.folder)) > 2 and len(workers(running.folder)) == 2)
    running.workers[0].kill()
    at = len(done(running.folder))
    assert soon(lambda: len(done(running.folder)) > at + 4)
    process.kill()
    process.communicate(timeout=120)
    again = running.campaign(SLOW, "--continue", "--shards", "4")
    out, err = again.communicate(timeout=300)
    assert (again.returncode, "verified" in out) == (0, True), err
    (last,) = err.splitlines()
    assert last.startswith("4 shards done, ")
    found = done(running.folder)
    assert found == set(range(len(found)))


def test_killed_scheduler_ends_the_campaign(running: Running) -> None:
    """The shards that are done are in the store; what is lost is said."""
    process = running.campaign(SLOW, "--hours", "1")
    assert soon(lambda: len(done(running.folder)) > 2)
    running.scheduler.kill()
    out, err = process.communicate(timeout=120)
    assert process.returncode == 3
    assert "cannot be reached any more; start it again, and add --continue" in " ".join(out.split())
    assert "lost, and run again with --continue: shard" in err
    assert "Traceback" not in err


def test_worker_that_cannot_start_the_port_is_left_out(running: Running) -> None:
    """The other one does it all."""
    (running.folder / "good").mkdir()
    running.workers[0].kill()
    folder, running.folder = running.folder, running.folder / "good"
    (running.folder / "port.py").write_text(script_of(SLOW))
    running.work()  # its folder is where the port is
    running.folder = folder
    process = running.campaign(f"{sys.executable} port.py", "--shards", "6", "--timeout", "20")
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    assert err.count("takes no shards") <= 1
    assert len(workers(folder)) == 1
    assert "verified" in out


def test_scheduler_without_workers_and_what_is_no_scheduler(running: Running) -> None:
    """A worker, for example; the command that starts what is missing is named."""
    log = running.folder / "dask_worker-1.log"
    assert soon(lambda: "Registered to" in log.read_text())
    address = next(
        line.split()[-1] for line in log.read_text().splitlines() if "Start worker at" in line
    )
    right, running.address = running.address, address
    process = running.campaign(SLOW, "--hours", "1")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert f"there is no scheduler at '{address}' (it is a Worker)" in err
    running.address = right
    for worker in running.workers:
        worker.kill()
        worker.wait()
    process = running.campaign(SLOW, "--hours", "1")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 2
    assert f"with 'dask worker {right} --nthreads 1 --host 127.0.0.1 --dashboard" in err


# --- The commands on the page ---

PAGE = (Path(__file__).parents[3] / "docs/campaigns.md").read_text(encoding="utf-8")
SECTION = PAGE.partition("## On many machines")[2].partition("## Merge stores")[0]
YAML = SECTION.partition("```yaml\n")[2].partition("```")[0]


def listening(processes: Iterable[subprocess.Popen[bytes]]) -> set[str]:
    """The addresses at which these processes and their children listen."""
    first = [psutil.Process(each.pid) for each in processes]
    return {
        one.laddr.ip
        for parent in first
        for process in (parent, *parent.children(recursive=True))
        for one in process.net_connections()
        if one.status == psutil.CONN_LISTEN
    }


@pytest.mark.parametrize("scheme", ["tcp", "tls"])
def test_scheduler_of_the_page_refuses_other_machines(tmp_path: Path, scheme: str) -> None:
    """A scheduler and workers execute what they are sent. With TLS, they answer only who has the key."""
    said = SECTION.replace("10.0.0.1", "127.0.0.1").replace("10.0.0.2", "127.0.0.1")
    here = said.replace("8786", str(free_port()))
    (scheduler,) = re.findall(r"\$ dask (scheduler .*)", here)[scheme == "tls" :][:1]
    (worker,) = re.findall(rf"\$ dask (worker {scheme}:.*)", here)
    (address,) = set(re.findall(rf"--scheduler ({scheme}:\S+)", here))
    (openssl,) = re.findall(r"\$ (openssl .*)", here)
    subprocess.run(openssl.split(), cwd=tmp_path, check=True, capture_output=True)
    (tmp_path / "campaign.yaml").write_text(YAML)
    secret = {"DASK_CONFIG": "campaign.yaml"} if scheme == "tls" else {}
    running: list[subprocess.Popen[bytes]] = []

    def campaign(**more: str) -> subprocess.CompletedProcess[str]:
        arguments = (SLOW, "--shards", "2", "--operations", "1000", "--scheduler", address)
        command = [sys.executable, "-m", "stablelist_conformance", "campaign", *arguments]
        return captured(
            [*command, "--store", "store"], cwd=tmp_path, env=os.environ | more, timeout=100
        )

    try:
        for line in (scheduler, worker):
            with (tmp_path / "log").open("ab") as log:
                command = [str(Path(sys.executable).with_name("dask")), *line.split()]
                running.append(
                    subprocess.Popen(
                        command, cwd=tmp_path, env=os.environ | secret, stdout=log, stderr=log
                    )
                )
        assert soon(lambda: (tmp_path / "log").read_text().count("Registered to") == 2)
        assert listening(running) == {"127.0.0.1"}
        if secret:
            assert "there is no scheduler at" in campaign().stderr
        done = campaign(**secret)
        assert done.returncode == 0, done.stderr
    finally:
        for each in reversed(running):
            each.terminate()
            each.wait(30)


# --- A campaign as it is meant ----------------------------------------------------------------------

LATE = "js-every-thousandth-truncation-left-out"
"""A defect of the class *life* that a verification with a fifth of the usual budget does not find."""


@pytest.mark.soak
def test_campaign_finds_what_a_fifth_of_a_verification_does_not(running: Running) -> None:
    (defect,) = [each for each in defects() if each.name == LATE]
    with planted(sources()[defect.port], defect) as port:
        budget = Options().operations // 5
        assert verify(port, Options(operations=budget)).outcome is Outcome.VERIFIED
        process = running.campaign(port, "--operations", "100000", "--hours", "0.17")
        _, err = process.communicate()
        assert process.returncode == 1, err
