"""Every listed port has the result that the manifest expects, and the list is complete."""

import runpy
from dataclasses import replace
from pathlib import Path

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.comparison import compare
from stablelist_conformance.running.manifest import ListedPort, read_manifest
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify

TOP = Path(__file__).parents[3]
PORTS = read_manifest(TOP / "tests/ports/ports.toml")
FIELD = [
    *read_manifest(TOP / "tests/ports/field.toml"),
    *read_manifest(TOP / "tests/ports/zoo.toml"),
]
OPTIONS = Options(
    seed=7, operations=10_000, batch=10_000, jobs=1, shrink_seconds=5.0, turns=1 << 13
)
TABLES = TOP / "tests/ports/tables"
"""What ports share: no port, so that nothing starts there."""
RARE = {
    "thunderdome::Arena": {"put", "at_forged", "insert_at_live", "insert_at_stale"},
    "thunderdome::Arena::get2_mut": {"pair_live", "pair_stale"},
    "slotmap::SlotMap in a RefCell": {"lend_some", "lend_none"},
}
"""Labels that ports reach only with operations that few of them have."""

DESCRIBED = {
    port: {*models}
    for *_, models, ports in runpy.run_path(str(TOP / "docs/systems/write.py"))["sources"]()
    for port in ports
}
"""The models of the systems that source documents describe, by the ports that docs/systems.md names."""


@pytest.mark.parametrize("port", PORTS, ids=lambda port: port.name)
def test_port_comes_out_as_expected(port: ListedPort, monkeypatch: pytest.MonkeyPatch) -> None:
    """A port is verified with every reachable label covered, or fails as docs/findings.md says."""
    missing = port.missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    port.prepare()
    verdict = verify(port.start, replace(OPTIONS, by_model=port.by_model))
    assert verdict.outcome is port.expect, verdict.counterexample or verdict.missing
    if port.expect is Outcome.VERIFIED:
        assert verdict.covered == verdict.reachable
        assert verdict.covered >= RARE.get(port.name, set())
        assert verdict.operations >= OPTIONS.operations
    models = {verdict.handshake.system_name, port.compare}
    assert models & DESCRIBED.get(port.name, models)


COMPARED = [port for port in PORTS if port.compare is not None]


@pytest.mark.parametrize("port", COMPARED, ids=lambda port: port.name)
def test_release_does_what_its_model_does(
    port: ListedPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing = port.missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    port.prepare()
    assert port.compare is not None
    compared = compare(port.start, port.compare, replace(OPTIONS, operations=2_000))
    assert compared.failure is None, compared.sentence()
    assert compared.operations > 2_000


def test_every_map_of_slotmap_is_compared_and_so_are_the_other_crates_of_the_thesis() -> None:
    """Each has a model of its release, beside the contract that it is judged by."""
    assert {port.compare for port in COMPARED} >= {
        *("lifo-slotmap", "dense-slotmap", "hop-slotmap"),
        *("lifo-slab", "lifo-arena", "stable-vec", "stable-graph"),
    }


def test_every_port_has_a_start_line() -> None:
    """The README of each folder in tests/ports has a command that starts the port, and a manifest lists the port."""
    folders = {path for path in (TOP / "tests/ports").iterdir() if path.is_dir()}
    for folder in folders - {TABLES}:
        readme = (folder / "README.md").read_text()
        started = [port for port in (*PORTS, *FIELD) if f"tests/ports/{folder.name}/" in port.start]
        assert started, f"{folder.name} is in no manifest"
        for port in started:
            assert port.start in readme, f"{folder.name}/README.md does not say: {port.start}"


@pytest.mark.parametrize("name", ["rust-stablelist", "rust-dyadic"])
def test_safe_rust_and_nothing_else(name: str) -> None:
    """The lists in Rust forbid unsafe code, and have no dependencies."""
    rust = TOP / "tests/ports" / name
    for root in ("src/main.rs", "src/lib.rs"):
        assert "#![forbid(unsafe_code)]" in (rust / root).read_text()
    manifest = (rust / "Cargo.toml").read_text()
    assert "[dependencies]" not in manifest or not manifest.partition("[dependencies]")[2].strip()


def test_stable_list_in_javascript_has_no_dependencies() -> None:
    """There is nothing to install."""
    assert not (TOP / "tests/ports/js-stablelist/package.json").exists()


def test_first_ports_are_among_all() -> None:
    """`make verify` begins what `make verify-all` goes on with: the container, and a port in another language."""
    first = read_manifest(TOP / "tests/ports/first.toml")
    assert [port for port in PORTS if port in first] == first
    assert [port.start.partition(":")[0] for port in first].count("python") == 1
    assert len(first) == 2
