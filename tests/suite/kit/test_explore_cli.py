"""The command ``stablelist explore``: where something is wrong, and its programs; see `transcripts`, too."""

import re
import shlex
import sys
import tempfile
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any, Final
from xml.etree import ElementTree

import pytest

from stablelist_conformance.cli.explore_any import Line
from stablelist_conformance.cli.main import main
from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.running.exploring import Bounds, carried_out, exploration
from stablelist_conformance.wire.configurations import configuration_of
from stablelist_conformance.wire.operations import encode
from stablelist_conformance.wire.protocol import highest, parse_program
from stablelist_proofs.explore import potential, removal
from stablelist_proofs.explore.invariants import VISITS
from stablelist_proofs.explore.program import program_line
from stablelist_proofs.explore.search import Search
from stablelist_proofs.explore.system import Moves
from stablelist_spec.core.explore import REFINEMENT, Action, explore
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import quotient_of
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import DYADIC, LIFO_SLAB, STABLE_GRAPH, SYSTEMS
from stablelist_spec.systems.stable_list.model import truncated
from suite.captured import captured
from suite.planting import edited

SCOPED: Final = [name for name, system in SYSTEMS.items() if system.scopes]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """The exit status and everything that was printed."""
    status = main(["explore", "--sample", "20", *arguments])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


def untruncated(_: Any, states: Any, action: Any, labels: Any) -> Any:
    """A removal that never truncates, of the numbers."""
    yield Moves(action, states, labels, 1)


def test_what_is_broken_in_the_numbers_alone_is_not_decided(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model does not take this way, as the defect is not its own: the sample has differences, too."""
    monkeypatch.setattr(removal, "truncated", untruncated)
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


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (BrokenProcessPool(), "a process of the run was killed, perhaps because memory ran out"),
        (
            MemoryError(),
            "there is not enough memory for this; ask for less, or end other programs\n",
        ),
    ],
)
def test_memory_that_runs_out_is_one_sentence(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, error: Exception, told: str
) -> None:

    def go_on(*_: Any, **__: Any) -> None:
        raise error

    monkeypatch.setattr(Search, "go_on", go_on)
    status, text = run(capsys)
    assert status == 2
    assert f"stablelist: {told}" in text


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
    ended = captured([sys.executable, "-c", WITHOUT, module, "explore"])
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
    ended = captured([sys.executable, "-c", started])
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


# --- Programs ---------------------------------------------------------------------------------------


def test_broken_invariant_can_be_pasted(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fails while the model is at fault, as the container is not, and passes when the model is mended."""
    never = "state.parameters.truncate is not Truncate.NEVER"
    with monkeypatch.context() as patch, edited(truncated, never, "False"):
        patch.setattr(removal, "truncated", untruncated)
        status, text = run(capsys)
        assert "cascade_leaves_h2_live is broken by\nshortest program within the scope, 6" in text
        (line,) = re.findall(r"^ *stablelist (replay .*)$", text, re.MULTILINE)
        assert (status, main(shlex.split(line))) == (1, 1)
    assert main(shlex.split(line)) == 0


def test_words_are_those_of_the_protocol() -> None:
    steps = [Operation(name) for name in ("add", "clear", "drain", "shrink_to_fit")]
    steps += [Operation(name, key=0) for name in ("remove", "at", "contains")]
    steps += [Operation("reserve", count=3)]
    for parameters in (Parameters(), Parameters(6, 8, Truncate.MEMORY, None, None)):
        line = program_line(parameters, steps)
        _, program = parse_program(line)
        assert (program.parameters, program.operations) == (parameters, steps)
        assert line.rpartition(" : ")[2].split() == [encode(step, POOL) for step in steps]


# --- Systems by their descriptions ------------------------------------------------------------------


def test_every_exact_system_has_scopes() -> None:
    """Its covering programs come from them."""
    assert {*SCOPED} == {name for name, each in SYSTEMS.items() if each.exact}


@pytest.mark.parametrize("name", SCOPED)
def test_explore_takes_every_exact_system(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """It begins all scopes and names every invariant; that these hold everywhere is tested with the systems."""
    system = SYSTEMS[name]
    main(["explore", name, "--depth", "1"])
    text = capsys.readouterr().out
    assert text.count("\nscope ") == len(system.scopes)
    assert text.count("  holds   ") == len(system.scopes) * (len(system.invariants) + 1)
    assert all(f"  holds   {each}\n" in text for each in (*system.invariants, REFINEMENT))


@pytest.mark.parametrize("name", SCOPED)
def test_every_way_is_carried_out_as_a_program(name: str) -> None:
    """The way to each label ends with it, in the words of the protocol, for all kinds of keys."""
    system = SYSTEMS[name]
    scope = system.scopes[0]
    found = exploration(name, system, scope, Bounds(1_000)).found
    for label, way in found.labels.items():
        program, history = carried_out(name, system, scope, way)
        assert label in labelled_answer(system, program, highest(system))[1]
        assert (len(program.words), history.broken()) == (len(way), [])


def test_followed_key_and_joined_keys_have_names() -> None:
    """A followed key keeps the number of its insertion, two keys are told apart; of equal ones the latest counts."""
    follow = Action("add", followed=True)
    ways: dict[Any, list[Action]] = {
        DYADIC: [Action("add"), follow, Action("remove", 1), Action("at", followed=True)],
        LIFO_SLAB: [follow, Action("remove", 0, nth=(0,)), Action("add"), Action("remove", 0, nth=(0,))],
        STABLE_GRAPH: [Action("add_node"), Action("add_node"), Action("add_edge", 1, nth=(1, 0))],
    }  # fmt: skip
    words = [
        carried_out(system.name, system, system.scopes[0], way)[0].words
        for system, way in ways.items()
    ]
    assert words == [
        ("add", "add", "remove:1", "at:1"),
        ("add", "remove:0", "add", "remove:1"),
        ("add_node", "add_node", "add_edge:1:0"),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "truncate=never,id_bits=1,index_bits=2",
        "truncate=never id_bits=1 index_bits=2",
        "layout truncate=never id_bits=1 index_bits=2 :",
        "cost truncate=never id_bits=1 index_bits=2",
    ],
)
def test_configuration_is_written_as_for_a_program(text: str) -> None:
    never = Parameters(truncate=Truncate.NEVER, id_bits=1, index_bits=2)
    assert configuration_of(DYADIC, text) == never


def test_progress_is_what_was_shown_last() -> None:
    line = Line()
    explore(DYADIC.scopes[0], quotient_of(DYADIC), progress=lambda f: line.show(f.level, 3, 6_000))
    assert line.__rich__() == "level 14: 3 states, 6,000 transitions"
