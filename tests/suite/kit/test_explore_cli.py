"""The command ``stablelist explore``: what it prints, and its exit status."""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from stablelist_conformance.cli.main import main
from stablelist_proofs.explore import potential, removal
from stablelist_proofs.explore.invariants import VISITS
from stablelist_proofs.explore.search import Search
from stablelist_proofs.explore.system import Moves
from stablelist_spec.systems.stable_list.invariants import INVARIANTS


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status and everything that was printed."""
    status = main(["explore", "--sample", "20", *arguments])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def test_scope_is_explored(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Counts, needs, every invariant by name, labels, a sample, and the verdict at the end; the run is kept."""
    status, text = run(capsys, "--positions", "7", "--run", str(tmp_path / "run"))
    assert (status, (tmp_path / "run").is_dir()) == (0, True)
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
    assert text.endswith(
        "\nexhausted  463 states, 3,539 transitions: every invariant above holds in every state\n"
    )


def test_what_is_not_there_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    """This is an answer as well."""
    status, text = run(capsys, "--positions", "6", "--find", "live > 6")
    assert (status, "no state satisfies live > 6 within this scope" in text) == (0, True)
    status, text = run(capsys, "--label", "truncate_2", "--positions", "8")
    assert (status, "no transition has the label truncate_2 within this scope" in text) == (0, True)


def test_one_operation_is_no_operations(capsys: pytest.CaptureFixture[str]) -> None:
    """Where there is one of anything."""
    status, text = run(capsys, "--positions", "4", "--find", "live == 1")
    assert (status, "shortest program within the scope, 1 operation, carried" in text) == (0, True)
    text = run(capsys, "--find", "live == 2")[1]
    assert "scope, 2 operations, carried" in text
    (last,) = text.splitlines()[-1:]
    assert re.fullmatch(r"not exhausted: .*; every invariant above holds in .* visited", last)
    _, text = run(capsys, "--positions", "4", "--sample", "1")
    assert re.search(r"sample +1 state compared with the model, \d+ transitions", text)


def test_what_is_broken_in_the_numbers_alone_is_not_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model does not take this way, as the defect is not its own: the sample has differences, too."""

    def truncated(_: Any, states: Any, action: Any, labels: Any) -> Any:
        yield Moves(action, states, labels, 1)

    monkeypatch.setattr(removal, "truncated", truncated)
    status, text = run(capsys, "--invariant", "cascade_leaves_h2_live")
    assert status == 1
    assert "BROKEN  cascade_leaves_h2_live" in text
    assert "the exploration is wrong; please report this: not decided" in text
    assert "differences" in text
    assert text.endswith("\nbroken     cascade_leaves_h2_live\n")
    status, text = run(capsys, "--invariant", "allocated_memory_is_the_space_doubled")
    assert (status, "BROKEN" in text) == (1, False)
    assert text.endswith("\nbroken     the comparison with the model\n")
    status, text = run(capsys, "--sample", "0", "--keep", "sets")
    assert status == 3
    assert "the model does not confirm it; add --keep order: not decided" in text


def test_a_debt_that_is_not_paid_is_not_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A potential that does not do refutes nothing."""
    monkeypatch.setattr(potential, "unpaid", lambda _, owed, __: owed >= 0)
    status, text = run(capsys, "--invariant", VISITS, "--sample", "0")
    assert status == 3
    assert f"{VISITS} is not decided" in text
    assert text.splitlines()[-1].startswith("not decided: ")


def test_killed_process_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens when memory runs out after all."""

    def go_on(*_: Any, **__: Any) -> None:
        raise BrokenProcessPool

    monkeypatch.setattr(Search, "go_on", go_on)
    status, text = run(capsys)
    assert status == 2
    assert "stablelist: a process of the run was killed, perhaps because memory ran out" in text


WITHOUT: Final = """
import sys

class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == missing:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)

missing = sys.argv.pop(1)
sys.meta_path.insert(0, Missing())
from stablelist_conformance.__main__ import main
sys.exit(main())
"""


@pytest.mark.slow
@pytest.mark.parametrize("module", ["numpy", "rich"])
def test_missing_package_is_one_sentence(module: str) -> None:
    """It cannot be imported in this process."""
    ended = subprocess.run(
        [sys.executable, "-c", WITHOUT, module, "explore"], capture_output=True, text=True
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith("stablelist: ")
    assert ended.stderr.count("\n") == 1
    for word in (
        module,
        "is not installed",
        "in a clone of the repository, run: pip install ",
        "./tests",
    ):
        assert word in ended.stderr


def confined(limit: str, amount: int, *arguments: str) -> tuple[int, str]:
    """Exit status and errors of a process that may take no more of something."""
    started = f"""
import resource, sys
from stablelist_conformance.cli.main import main
resource.setrlimit(resource.{limit}, ({amount}, {amount}))
sys.exit(main({["explore", *arguments]!r}))
"""
    ended = subprocess.run([sys.executable, "-c", started], capture_output=True, text=True)
    return ended.returncode, ended.stderr


@pytest.mark.slow
def test_full_disk_is_one_sentence(tmp_path: Path) -> None:
    """A map that grows beyond what may be written; the run that was there before can be gone on with."""
    folder = str(tmp_path / "run")
    assert confined("RLIMIT_FSIZE", 1 << 20, "--positions", "8", "--run", folder)[0] == 0
    for arguments in (("--run", str(tmp_path / "larger")), ()):
        status, text = confined("RLIMIT_FSIZE", 1 << 20, "--positions", "13", *arguments)
        assert status == 2
        assert text.startswith("stablelist: ")
        assert "cannot be written: File too large; make room, or choose another place" in text
        assert text.count("\n") == 1
    assert main(["explore", "--positions", "8", "--run", folder]) == 0


def test_memory_that_runs_out_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """This happens when another program takes the memory."""

    def go_on(*_: Any, **__: Any) -> None:
        raise MemoryError

    monkeypatch.setattr(Search, "go_on", go_on)
    status, text = run(capsys)
    assert status == 2
    assert (
        "stablelist: there is not enough memory for this; ask for less, or end other programs\n"
        in text
    )


def test_no_folder_for_temporary_files_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is none, or it cannot be written."""
    monkeypatch.setattr(tempfile, "tempdir", "/dev/null")
    status, text = run(capsys)
    assert status == 2
    assert "stablelist: the folder for temporary files cannot be written: Not a directory" in text


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
