"""``stablelist init`` for families that are neither of pools nor of sets, also for one's own, in every language."""

from __future__ import annotations

import subprocess
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.starter import Starter
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from suite.starters.test_init import PORTS, built, written

OWN: Final = {"ring": "suite.toy.ring:RING", "bump": "suite.toy.allocator:BUMP"}
FILLED: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = tomllib.loads(
    (Path(__file__).parent / "filled.toml").read_text(encoding="utf-8")
)


def fill(adapter: Path, lines: Mapping[str, str]) -> None:
    """Replace lines of an adapter by their beginnings."""
    text = adapter.read_text(encoding="utf-8").splitlines()
    for beginning, line in lines.items():
        [at] = [n for n, each in enumerate(text) if each.strip().startswith(beginning)]
        indent = text[at][: len(text[at]) - len(text[at].lstrip())]
        text[at] = indent + line if "\n" not in line[:1] else line
        if beginning.startswith("/* "):
            text.insert(at + 1, "")
    adapter.write_text("\n".join(text) + "\n", encoding="utf-8")


@pytest.mark.parametrize("name", OWN)
@pytest.mark.parametrize("language", PORTS)
def test_filled_in_port_is_verified(
    language: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the allocator, one operation is not filled in: it is left out. Some rings show their layout."""
    starter = written(language, tmp_path / "port", OWN[name])
    fill(tmp_path / "port" / starter.adapter, FILLED[name][language])
    command = built(starter, tmp_path / "port")
    monkeypatch.chdir(tmp_path / "port")
    verdict = verify(" ".join(command), Options(profile=OWN[name], operations=2_000, jobs=1))
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    shows = "layout" in "".join(FILLED[name][language])
    assert verdict.handshake.level.word == ("layout" if shows else "contract")
    left_out = {"used", "forge"} if name == "bump" else set() if shows else {"layout"}
    assert verdict.handshake.without == left_out


NEEDED: Final = {
    "stable-graph": "add_node, add_edge, remove_node",
    OWN["ring"]: "push, pop, nth, each",
}


@pytest.mark.parametrize("system", NEEDED)
@pytest.mark.parametrize("language", PORTS)
def test_port_with_nothing_filled_in_says_what_is_needed(
    language: str, system: str, tmp_path: Path
) -> None:
    """It builds, and ends with one sentence."""
    starter: Starter = written(language, tmp_path / "port", system)
    command = built(starter, tmp_path / "port")
    ran = subprocess.run(
        command, input="hello 5\n", cwd=tmp_path / "port", capture_output=True, text=True
    )
    said = f"nothing can be verified yet; fill in {NEEDED[system]}\n"
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", said, 1)
