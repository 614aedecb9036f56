"""``stablelist init`` for families that are not that of pools, also for one's own, in every language."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.cli.starter import Starter
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.protocol import Level
from stablelist_conformance.wire.systems import system_named
from suite.captured import captured
from suite.starters.test_init import PORTS, built, written

SYSTEMS: Final = {
    "ring": "suite.toy.ring:NUMBERED", "bump": "suite.toy.allocator:BUMP", "graph": "graph",
}  # fmt: skip
FILLED: Final[Mapping[str, Mapping[str, Mapping[str, str]]]] = tomllib.loads(
    (Path(__file__).parent / "filled.toml").read_text(encoding="utf-8")
)


DECLARED: Final = {"ring": "ways=nth:2 room=1,2", "graph": "nodes=0 edges=0"}
"""What the ports of a ring and of a graph declare."""
THIRD_WAY: Final = "contract room=2 : push:5:new nth:0 nth@2:0 nth@3:0 nth:0", "ok 5 5 none 5"
"""The third way to read a value, which they do not declare, finds nothing."""


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


@pytest.mark.parametrize("name", ["ring", "bump", pytest.param("graph", marks=pytest.mark.slow)])
@pytest.mark.parametrize("language", PORTS)
def test_filled_in_port_is_verified(
    language: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some of them show their layout, or declare options and ways; what is not filled in is left out.

    Those of a ring have a second one, and graphs have keys of their own in each.
    """
    starter = written(language, tmp_path / "port", SYSTEMS[name])
    lines = FILLED[name][language]
    adapter = tmp_path / "port" / starter.adapter
    fill(adapter, lines)
    text = adapter.read_text(encoding="utf-8")
    said_so = f"system={name} {DECLARED.get(name, '')}".rstrip()
    adapter.write_text(text.replace(f"system={name}", said_so), encoding="utf-8")
    command = built(starter, tmp_path / "port")
    monkeypatch.chdir(tmp_path / "port")
    filled_in = {name for name in system_named(SYSTEMS[name]).operations if said(name, lines)}
    shown = "layout" in filled_in
    for level in (Level.CONTRACT, None)[
        not shown :
    ]:  # where lists ascend, and where they are as they are
        options = Options(system_name=SYSTEMS[name], level=level, operations=2_000, jobs=1)
        verdict = verify(" ".join(command), options)
        assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert verdict.handshake.offered == filled_in
    assert verdict.handshake.level.word == ("layout" if shown else "contract")
    if name == "ring":
        assert (verdict.handshake.ways, verdict.handshake.options) == (
            (("nth", 2),),
            (("room", (1, 2)),),
        )
        asked, right = THIRD_WAY
        ran = captured(command, input=f"{asked}\n")
        assert ran.stdout.strip() == right


def said(name: str, lines: Mapping[str, str]) -> bool:
    """Whether the function of an operation is filled in."""
    return any(re.match(rf"[^\w]*(FUNCTIONS.put\(\")?{name}\b", line) for line in lines)


NEEDED: Final = {
    "stable-graph": "add_node, add_edge, remove_node",
    SYSTEMS["ring"]: "push, pop, nth, each, values, is_empty, copy, equal, append, numbered",
}


@pytest.mark.parametrize("system", NEEDED)
@pytest.mark.parametrize("language", PORTS)
def test_port_with_nothing_filled_in_says_what_is_needed(
    language: str, system: str, tmp_path: Path
) -> None:
    """It builds, and ends with one sentence."""
    starter: Starter = written(language, tmp_path / "port", system)
    command = built(starter, tmp_path / "port")
    ran = captured(command, input="hello 6\n", cwd=tmp_path / "port")
    said = f"nothing can be verified yet; fill in {NEEDED[system]}\n"
    assert (ran.stdout, ran.stderr, ran.returncode) == ("", said, 1)


@pytest.mark.parametrize("language", PORTS)
def test_wrong_list_is_answered(language: str, tmp_path: Path) -> None:
    """An iteration that does not end has more items than were added; the container is used again.

    What is missing in a list has a word. In Go, an adapter that asks for a key that is none is told so.
    """
    starter = written(language, tmp_path / "port", SYSTEMS["ring"])
    lines = {**FILLED["ring"][language], **FILLED["endless"][language]}
    fill(tmp_path / "port" / starter.adapter, lines)
    command = built(starter, tmp_path / "port")
    ran = captured(
        command,
        cwd=tmp_path / "port",
        timeout=60,
        check=True,
        input="contract room=8 : push:1:new push:1:new each pop nth:0 nth:1 values\n",
    )
    listed = (
        "[1,none]"
        if language in {"python", "javascript", "java", "ruby", "php", "kotlin"}
        else "[1]"
    )
    listed = "!other" if language == "go" else listed
    assert ran.stdout == f"ok ok [1,1,1,1,1,1] 1 1 none {listed}\n"
    told = "answered !other: the adapter asks values for Key(0), but the table gives it no operand"
    assert (told in ran.stderr) == (language == "go")
