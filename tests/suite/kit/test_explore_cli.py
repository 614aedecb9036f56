"""The command ``stablelist explore``: what it prints, and its exit status."""

from __future__ import annotations

import re
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from stablelist_conformance.cli import main
from stablelist_conformance.protocol import parse_program
from stablelist_proofs.explore import removal
from stablelist_proofs.explore.search import Search
from stablelist_proofs.explore.system import Moves
from stablelist_spec.history import History
from stablelist_spec.invariants import INVARIANTS


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status and everything that was printed."""
    status = main(["explore", "--sample", "20", *arguments])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def program_in(text: str) -> History:
    """The program that was printed, carried out."""
    line = re.search(r"^  (layout,.*)$", text, re.MULTILINE)
    assert line is not None
    _, program = parse_program(line[1])
    history = History(program.parameters)
    for operation in program.operations:
        history.perform(operation)
    return history


def test_scope_is_explored(capsys: pytest.CaptureFixture[str]) -> None:
    """Counts, needs, every invariant by name, labels and a sample."""
    status, text = run(capsys, "--positions", "7")
    assert status == 0
    assert re.search(r"needs +\d+ MiB of memory, \d+ MiB on disk, for 688 numbers", text)
    for line in ("states     463\n", "transitions 3,539\n", "diameter   14\n"):
        assert line in text
    assert re.search(r"[\d,]+ transitions and [\d,]+ states a second", text)
    of_ids = {"live_ids_are_distinct", "live_key_resolves", "retired_key_never_resolves"}
    assert {name for name in INVARIANTS if name in text} == INVARIANTS.keys() - of_ids
    assert re.search(r" +1 add_grow_moving\n", text)
    assert "not reached: " in text
    assert re.search(
        r"sample +\d+ states compared with the model, \d+ transitions: no difference", text
    )


@pytest.mark.parametrize(
    ("arguments", "holds"),
    [
        (("--find", "h2.live == 1 and q1.vacant == 2"), "8|0:2:0:2:1,0|2:2:2:2:|4:4:1:1:|5"),
        (("--label", "truncate_1"), "4|0:1:1:1:|1:1:1:1:|2:2:2:2:|5"),
        (("--keep", "key", "--positions", "4", "--id-bits", "1", "--label", "at_revived"), "at:"),
        (("--keep", "sets", "--find", "q1.vacant == 1 and space == 8"), "|5"),
    ],
)
def test_witness_is_a_program(
    arguments: tuple[str, ...], holds: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """In the words of the port protocol; the model comes to the layout that is shown."""
    status, text = run(capsys, *arguments)
    assert status == 0
    assert holds in text
    shown = re.search(r"^  (\d+)\|", text, re.MULTILINE)
    assert shown is not None
    assert program_in(text).state.space == int(shown[1])


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """That is an answer."""
    status, text = run(capsys, "--positions", "6", "--find", "live > 6")
    assert (status, "of no state is it true that live > 6 within this scope" in text) == (0, True)
    status, text = run(capsys, "--label", "truncate_2", "--positions", "8")
    assert (status, "no transition bears truncate_2 within this scope" in text) == (0, True)


def test_broken_invariant_is_shown_as_a_program(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit status 1. The model does not take this way, as the defect is not its own, and that is said, too."""

    def truncated(_: Any, states: Any, action: Any, labels: Any) -> Any:
        yield Moves(action, states, labels, 1)

    monkeypatch.setattr(removal, "truncated", truncated)
    status, text = run(capsys, "--invariant", "cascade_leaves_h2_live")
    assert status == 1
    assert "BROKEN  cascade_leaves_h2_live" in text
    assert "not decided" in text
    assert "differences" in text


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--positions", "33"), "positions is 33; it must be 4 to 32"),
        (("--positions", "18"), "lower positions, or keep less"),
        (("--capacity", "12"), "a new list has 12 cells"),
        (("--id-bits", "1"), "a width of ids (1) makes no difference"),
        (("--invariant", "nix"), "there is no invariant 'nix'"),
        (("--invariant", "live_key_resolves"), "about what this scope forgets; add --keep key"),
        (("--label", "nix"), "there is no label 'nix'"),
        (("--label", "at_revived"), "no transition of a scope that keeps order bears at_revived"),
        (("--label", "at_forged_id", "--keep", "key"), "bears at_forged_id"),
        (("--label", "add_index_range_full", "--positions", "7"), "choose 4, 8, 16 or 32"),
        (("--label", "truncate_1", "--find", "live"), "exclude each other"),
        (("--find", "q1.head == 1", "--keep", "sets"), "q1.head is forgotten in this scope"),
        (("--find", "import os"), "is no expression"),
        (("--graph", "a.png"), "neither .dot nor .graphml"),
        (("--graph", "/nowhere/a.dot"), "cannot be written"),
        (("--graph", "a.dot", "--positions", "10"), "too large to draw"),
        (("--run", "/dev/null/x"), "cannot be written"),
        (("--mode", "sometimes"), "'sometimes' is not one of"),
    ],
)
def test_bad_input_is_one_sentence(
    arguments: tuple[str, ...], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Exit status 2."""
    status, text = run(capsys, *arguments)
    assert status == 2
    (sentence,) = [line for line in text.splitlines() if line.startswith("stablelist: ")]
    assert says in sentence


def test_killed_process_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when memory runs out after all."""

    def go_on(*_: Any, **__: Any) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(Search, "go_on", go_on)
    status, text = run(capsys)
    assert status == 2
    assert "stablelist: a process of the run was killed, perhaps for want of memory" in text


def test_run_goes_on_in_its_folder(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A second call has nothing left to expand; another scope is refused."""
    folder = str(tmp_path / "run")
    _, first = run(capsys, "--positions", "7", "--run", folder)
    status, second = run(capsys, "--positions", "7", "--run", folder)
    assert status == 0
    assert "states     463\n" in first
    assert "states     463\n" in second
    assert ", 0 transitions and" in second
    assert run(capsys, "--positions", "6", "--run", folder)[0] == 2


def test_graph_is_written(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every state once; GraphML has every transition, DOT leaves loops out."""
    graphml, dot = tmp_path / "g.graphml", tmp_path / "g.dot"
    run(capsys, "--positions", "4", "--keep", "sets", "--graph", str(graphml))
    run(capsys, "--positions", "4", "--keep", "sets", "--graph", str(dot))
    names = {"g": "http://graphml.graphdrawing.org/xmlns"}
    tree = ElementTree.parse(graphml)
    assert len(tree.findall(".//g:node", names)) == 31
    edges = tree.findall(".//g:edge", names)
    assert len(edges) == 143
    loops = sum(edge.get("source") == edge.get("target") for edge in edges)
    assert dot.read_text().count(" -> ") == 143 - loops
    assert '"#|.|__"' in dot.read_text()
