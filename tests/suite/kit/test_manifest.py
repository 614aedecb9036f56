"""Manifests: what is read of them, and what is said of one that is none."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.manifest import ListedPort, read_manifest
from stablelist_conformance.wire.errors import UsageError

WHOLE = """
[[port]]
name = "one"
start = "./one --fast"
build = "make one"
needs = ["sh", "no-such-program", "nor-this"]
system = "slab"
expect = "refuted"

[[port]]
name = "two"
start = "./two"
"""


def manifest(folder: Path, text: str) -> Path:
    """A manifest on disk."""
    path = folder / "ports.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_ports_are_read_in_order(tmp_path: Path) -> None:
    """An entry may have all fields, or only the required ones."""
    one, two = read_manifest(manifest(tmp_path, WHOLE))
    assert (one.name, one.start, one.build, one.system) == (
        "one", "./one --fast", "make one", "slab",
    )  # fmt: skip
    assert one.expect is Outcome.REFUTED
    assert two == ListedPort("two", "./two")
    assert two.expect is Outcome.VERIFIED


def test_missing_programs_are_named(tmp_path: Path) -> None:
    """All of them, and only them."""
    one, two = read_manifest(manifest(tmp_path, WHOLE))
    assert one.missing() == "no-such-program and nor-this not found"
    assert two.missing() is None


def test_headers_are_asked_of_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a compiler no header is found."""
    text = "[[port]]\nname = 'a'\nstart = 'a'\nneeds = ['stdio.h', 'no-such-header.hpp']"
    (one,) = read_manifest(manifest(tmp_path, text))
    assert one.missing() == "no-such-header.hpp not found"
    monkeypatch.setenv("PATH", str(tmp_path))
    assert one.missing() == "stdio.h and no-such-header.hpp not found"


def test_manifest_that_is_not_text_is_refused(tmp_path: Path) -> None:
    """Its bytes are no text; what else can be wrong is in `refusals`."""
    path = tmp_path / "bytes.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(UsageError, match="is not a manifest"):
        read_manifest(path)


def test_expected_failures_lie_beside_the_manifest(tmp_path: Path) -> None:
    """A port without such a file has none; a file that cannot be read is refused when it is needed."""
    named = WHOLE + "expected-failures = 'known/two.toml'\nexpect = 'verified'\n"
    one, two = read_manifest(manifest(tmp_path, named))
    assert (one.expected_failures, one.expected()) == (None, ())
    assert two.expected_failures == tmp_path / "known" / "two.toml"
    with pytest.raises(UsageError, match=r"two\.toml cannot be read"):
        two.expected()
    (tmp_path / "known").mkdir()
    two.expected_failures.write_text("[[failure]]\nkind = 'died'\nreason = 'x'", encoding="utf-8")
    assert [known.kind for known in two.expected()] == ["died"]


def test_build_is_run_once_before(tmp_path: Path) -> None:
    """A port without one needs nothing; a build that fails says how it ended and its last words."""
    ListedPort("a", "a").prepare()
    ListedPort("a", "a", build="printf '\\377\\376'").prepare()  # in letters of its user
    note = tmp_path / "built"
    ListedPort("a", "a", build=f"touch {note}").prepare()
    assert note.exists()
    failing = f"{sys.executable} -c \"import sys; sys.exit('no compiler')\""
    with pytest.raises(UsageError, match="a could not be built") as caught:
        ListedPort("a", "a", build=failing).prepare()
    assert "ended with exit status 1" in str(caught.value)
    assert "no compiler" in str(caught.value)


@pytest.mark.parametrize("build", ["./no-such-builder", "unclosed '"])
def test_build_that_cannot_be_started_is_refused(build: str) -> None:
    """It is a sentence as well, not a traceback."""
    with pytest.raises(UsageError, match="a could not be built"):
        ListedPort("a", "a", build=build).prepare()
