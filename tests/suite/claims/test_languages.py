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

needs_cpp = pytest.mark.skipif(shutil.which("c++") is None, reason="c++ not found")
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


# --- C++ ------------------------------------------------------------------------------------------------


def compiles(source: str) -> bool:
    """Whether a compiler of C++ accepts a file."""
    command = ["c++", "-fsyntax-only", "-x", "c++", "-"]
    return subprocess.run(command, input=source, capture_output=True, text=True).returncode == 0


@needs_cpp
@claim("interface-compiles")
def test_class_needs_a_semicolon() -> None:
    """Without it, the next line is misread."""
    source = "class Base { public: virtual void reset() = 0; virtual ~Base() = 0; }"
    assert not compiles(source)
    assert compiles(f"{source};")


@needs_cpp
@claim("fixed-size-array")
def test_array_needs_a_semicolon() -> None:
    source = "template <typename T, unsigned N> class Array { T m_array[N]; }"
    assert not compiles(f"{source} int main() {{ Array<int, 100> array; }}")
    assert compiles(f"{source}; int main() {{ Array<int, 100> array; }}")


@needs_cpp
@claim("vector-push")
def test_vector_has_no_push() -> None:
    source = "#include <vector>\nstd::vector<int> resource; void f() { resource.push(42); }"
    assert not compiles(source)
    assert compiles(source.replace("push", "push_back"))


@needs_cpp
@claim("owner-without-overhead")
def test_unique_pointer_is_as_large_as_a_pointer() -> None:
    """One that shares its object is larger, and so is the one of Rust with a count behind it."""
    size = "static_assert(sizeof(std::{}<int>) {} sizeof(int *));"
    checks = size.format("unique_ptr", "=="), size.format("shared_ptr", ">")
    assert compiles("#include <memory>\n" + "".join(checks))


@needs_cpp
@claim("placement-new")
def test_buffer_of_characters_is_aligned_as_one() -> None:
    buffer = "char memory_buffer[sizeof(double)]; static_assert(__alignof__(memory_buffer) >= 8);"
    assert not compiles(buffer)
    assert compiles(f"alignas(double) {buffer}")


@needs_cpp
@claim("arc-as-unique-ptr")
def test_unique_pointer_cannot_be_copied() -> None:
    """The one that shares its object can."""
    copied = "static_assert({}std::is_copy_constructible<std::{}<int>>::value);"
    checks = copied.format("!", "unique_ptr") + copied.format("", "shared_ptr")
    assert compiles(f"#include <memory>\n{checks}")
    assert not compiles("#include <memory>\n" + checks.replace("!", ""))


@needs_cpp
@claim("any-allocator")
def test_realm_passes_on_the_memory_only() -> None:
    """So a pool, which needs more, cannot be made in one."""
    source = """
        struct Linear { explicit Linear(unsigned long bytes) {} };
        struct Pool { Pool(unsigned long bytes, unsigned size, unsigned alignment, unsigned offset) {} };
        template <typename Allocator> struct MemoryRealm {
            explicit MemoryRealm(unsigned long bytes) : m_allocator(bytes) {}
            Allocator m_allocator;
        };
    """
    assert compiles(source + "MemoryRealm<Linear> realm(64);")
    assert not compiles(source + "MemoryRealm<Pool> realm(64);")


@needs_cpp
@claim("ring-moves")
def test_constant_cannot_be_moved_from() -> None:
    source = "#include <memory>\nvoid write(const std::unique_ptr<int> &&it) { auto cell = std::move(it); }"
    assert not compiles(source)
    assert compiles(source.replace("const ", ""))


@needs_cpp
@claim("any-number-of-types")
def test_template_has_any_number_of_types() -> None:
    """A storage for each, which is found by its type."""
    source = """
        #include <tuple>
        #include <vector>
        template <typename... Components> struct World {
            std::tuple<std::vector<Components>...> storages;
            template <typename C> void insert(C it) { std::get<std::vector<C>>(storages).push_back(it); }
        };
    """
    world = "void f() { World<int, char, float> world; world.insert(1.0f); }"
    assert compiles(source + world)
    assert not compiles(source + world.replace("1.0f", "1.0"))
