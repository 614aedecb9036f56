"""Compilers, and threads of the operating system (the thesis on engine subsystems, 3 to 5)."""

import os
import platform
import shutil
import subprocess
import sys
import time
import tomllib
from ctypes import CDLL
from pathlib import Path
from typing import Final

import pytest

from suite.captured import captured
from suite.claims.ledger import claim
from suite.docs.pages import ROOT

needs_rust = pytest.mark.skipif(shutil.which("rustc") is None, reason="rustc not found")
needs_affinity = pytest.mark.skipif(not hasattr(os, "sched_setaffinity"), reason="needs Linux")

# --- Threads --------------------------------------------------------------------------------------------

PINNED: Final = """
import os, threading
os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
"""
"""The beginning of a program that runs on one processor."""


def printed(program: str) -> str:
    """What a program in Python prints."""
    ran = captured([sys.executable, "-c", program])
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip()


@needs_affinity
@claim("processor-for-a-thread")
def test_threads_share_a_processor() -> None:
    """Eight threads of the system, all of which are there at once."""
    program = """
together = threading.Barrier(8)
ids = set()
def run():
    together.wait()
    ids.add(threading.get_native_id())
threads = [threading.Thread(target=run) for _ in range(8)]
for each in threads: each.start()
for each in threads: each.join()
print(len(ids), len(os.sched_getaffinity(0)))
"""
    assert printed(PINNED + program) == "8 1"


@needs_affinity
@claim("suspended-time")
def test_time_of_a_suspended_thread_is_used_by_another() -> None:
    """One waits until the other has counted, on the only processor."""
    program = """
counted = threading.Event()
thread = threading.Thread(target=lambda: (sum(range(1_000_000)), counted.set()))
thread.start()
counted.wait()
print("counted")
"""
    assert printed(PINNED + program) == "counted"


@claim("seconds")
def test_time_is_told_in_whole_seconds() -> None:
    """By the C library, between two readings of a finer clock."""
    before = int(time.time())
    told = CDLL(None).time(None)
    assert before <= told <= time.time()


# --- Rust -----------------------------------------------------------------------------------------------


@needs_rust
@claim("host-platform")
def test_compiler_runs_on_its_host() -> None:
    """Its host is this machine."""
    ran = captured(["rustc", "--version", "--verbose"])
    assert f"host: {platform.machine()}-" in ran.stdout.replace("aarch64-apple", "arm64-apple")


@needs_rust
@claim("all-code-is-copied")
def test_method_that_is_not_called_is_not_compiled(tmp_path: Path) -> None:
    """It holds for no type of one byte, which is noticed when it is compiled."""
    source = """
        pub struct Has<T>(T);
        impl<T> Has<T> { pub fn nothing(&self) { const { assert!(size_of::<T>() == 0) } } }
    """
    command = ["rustc", "--crate-type=lib", "--emit=obj", "-o", str(tmp_path / "object"), "-"]

    def codes(use: str) -> int:
        return subprocess.run(
            command, input=source + use, capture_output=True, text=True
        ).returncode

    assert codes("pub fn f() -> Has<u8> { Has(1) }") == 0
    assert codes("pub fn f() { Has(1u8).nothing() }") != 0


@claim("sources-of-crates")
def test_crate_comes_from_another_folder() -> None:
    """Two ports, by their paths."""
    manifest = tomllib.loads((ROOT / "tests/bench/thesis/native/Cargo.toml").read_text("utf-8"))
    paths = [each["path"] for each in manifest["dependencies"].values() if "path" in each]
    assert [path.split("/")[-1] for path in paths] == ["rust-dyadic", "rust-stablelist"]
