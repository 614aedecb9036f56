"""The lines of published sources that docs/comparison.md names (thesis, table 3.2 and its note on Slab).

Two manifests pin releases: the newest ones, and those that were current in February 2025.
"""

import json
import re
import shutil
import subprocess
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from stablelist_proofs.criteria.releases import RELEASES, Release
from suite.claims.ledger import CRATES, HERE, claim

PORTS: Final = HERE.parents[1] / "ports"
NEWEST: Final = PORTS / "rust-crates/Cargo.toml"
OF_2025: Final = PORTS / "rust-crates/february-2025/Cargo.toml"
BENCHMARKS: Final = HERE.parents[1] / "bench/thesis/native/Cargo.toml"
FUNCTION: Final = re.compile(r"\s*(?:pub )?(?:unsafe )?fn (\w+)")

needs_cargo = pytest.mark.skipif(shutil.which("cargo") is None, reason="cargo not found")


@cache
def folders(manifest: Path) -> dict[str, Path]:
    """The folders of the crates, by name and version; Cargo fetches what is missing."""
    command = ["cargo", "metadata", "--format-version=1", "--manifest-path", str(manifest)]
    run = subprocess.run(command, check=True, capture_output=True, text=True)
    packages = json.loads(run.stdout)["packages"]
    return {
        f"{each['name']} {each['version']}": Path(each["manifest_path"]).parent for each in packages
    }


def lines(release: Release, file: str) -> list[str]:
    own = PORTS / release.crate
    folder = own if own.is_dir() else folders(NEWEST)[release.crate]
    return (folder / file).read_text("utf-8").splitlines()


def lines_of_2025(crate: str, file: str) -> list[str]:
    """The lines of the source that was current in February 2025."""
    return (folders(OF_2025)[f"{crate} {CRATES[crate][0]}"] / file).read_text("utf-8").splitlines()


def uses(source: list[str]) -> list[tuple[int, str]]:
    found, function = list[tuple[int, str]](), ""
    for number, line in enumerate(source, start=1):
        if match := FUNCTION.match(line):
            function = match[1]
        if re.search(r"\bunsafe\b", line.partition("//")[0]):
            found.append((number, function))
    return found


@needs_cargo
@claim("safe-rust")
def test_unsafe_code_is_where_the_table_says() -> None:
    """Each line is in the function that is named, or forbids unsafe code in the whole crate."""
    for release in RELEASES.values():
        if release.place is None:
            continue
        file, number, within = release.place
        source = lines(release, file)
        if release.place.safe:
            assert re.match(r"#!\[forbid\((.*, )?unsafe_code\b", source[number - 1])
        else:
            assert (number, within) in uses(source)


@needs_cargo
@claim("safe-rust")
def test_slab_has_unsafe_code_in_a_method_that_is_safe_to_call() -> None:
    """All other unsafe code is in methods whose names say that they check nothing."""
    found = uses(lines(RELEASES["Slab"], "src/lib.rs"))
    safe = [(number, within) for number, within in found if "unchecked" not in within]
    assert safe == [(number, "get_disjoint_mut") for number in (844, 849, 855)]


@needs_cargo
@claim("safe-rust")
def test_table_was_right_in_february_2025() -> None:
    """Slab had unsafe code in methods alone that check nothing, and are unsafe to call; the others had it elsewhere."""
    for release in RELEASES.values():
        crate = release.crate.partition(" ")[0]
        if crate not in CRATES or release.place is None:
            continue
        file, _, within = release.place
        found = {function for _, function in uses(lines_of_2025(crate, file))}
        if crate == "slab":
            assert found
            assert all("unchecked" in function for function in found)
        elif not release.place.safe:
            assert within in found


@claim("safe-rust")
def test_releases_are_those_of_the_manifests() -> None:
    """They pin what the page names, and the table of comparison names the newest."""
    for manifest, place in ((OF_2025, 0), (BENCHMARKS, 0), (NEWEST, 1)):
        sections = tomllib.loads(manifest.read_text("utf-8"))
        pinned = sections.get("dependencies", {}) | sections.get("dev-dependencies", {})
        for crate, releases in CRATES.items():
            version = pinned[crate]
            assert f"={releases[place]}" == (
                version if isinstance(version, str) else version["version"]
            )
    named = {each.crate for each in RELEASES.values()}
    assert {f"{crate} {newest}" for crate, (_, newest) in CRATES.items()} <= named
