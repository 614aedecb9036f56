"""Verification end to end: a right port is verified, a wrong one refuted with the smallest program."""

from __future__ import annotations

import io
import shlex
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from stablelist_conformance import cli, engines
from stablelist_conformance.alone import Alone
from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.cover import expand
from stablelist_conformance.errors import FaultKind, UsageError
from stablelist_conformance.handshake import Widths
from stablelist_conformance.judge import ExactJudge
from stablelist_conformance.meeting import meet
from stablelist_conformance.options import Options
from stablelist_conformance.protocol import Level
from stablelist_conformance.report import itf
from stablelist_conformance.run import Shown
from stablelist_conformance.verdict import Counterexample, Outcome, Verdict
from stablelist_conformance.verify import Silent, verify
from stablelist_spec.families.pool import KEY_OPERATIONS
from suite.covering import few_programs
from suite.kit.ports import ANSWER, DEFECT, HANDSHAKE, command, tiny

QUICK = Options(operations=4_000, jobs=1, timeout=20.0, shrink_seconds=20.0)
MODEL = shlex.join([sys.executable, "-m", "stablelist_conformance", "serve", "--model"])

NARROWED = """
import sys
from stablelist_conformance.alone import Alone
from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.handshake import Widths
from stablelist_conformance.judge import ExactJudge
from stablelist_conformance.serve import serve
from dataclasses import replace
model = ModelAnswerer()
model.handshake = replace(model.handshake, CHANGES)
serve(model, sys.stdin, sys.stdout)
"""


def model_with(changes: str) -> str:
    """The model as a port that says something else of itself."""
    return shlex.join([sys.executable, "-c", NARROWED.replace("CHANGES", changes)])


def quickly(port: str, **changes: object) -> Verdict:
    """A verdict with small budgets."""
    return verify(port, replace(QUICK, **changes))  # type: ignore[arg-type]


# --- Verified -------------------------------------------------------------------------------------


def test_served_model_is_verified_in_full() -> None:
    """Through a process, at cost level: every label, every program that covers it, by its own judge."""
    verdict = quickly(MODEL, jobs=2)
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert (verdict.missing, verdict.unreachable, verdict.notes) == ([], {}, [])
    assert len(verdict.reachable) > 80
    assert [engine.name for engine in verdict.engines] == ["cover", "swarm"]
    assert verdict.engines[0].programs == len(few_programs())
    assert verdict.engines[1].operations >= 4_000


def test_tiny_port_is_verified() -> None:
    """Forty lines of Python, few operations, at contract level."""
    verdict = quickly(tiny())
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert verdict.covered == {
        "add", "remove_live", "remove_stale", "at_live", "at_stale", "len_some", "len_none",
    }  # fmt: skip


@pytest.mark.parametrize("level", [Level.CONTRACT, Level.LAYOUT])
def test_level_can_be_lowered(level: Level) -> None:
    """A right StableList is right at each level, also where less is seen of it."""
    verdict = quickly(MODEL, level=level)
    assert verdict.counterexample is None, verdict.counterexample
    assert verdict.level is level
    assert verdict.outcome is Outcome.VERIFIED, verdict.missing


def test_wide_port_is_verified_within_its_reach() -> None:
    """Ids and indices of 32 bits: what needs narrow ones is named with its reason, and nothing is missing."""
    verdict = quickly(model_with("id_bits=Widths.parse('32'), index_bits=Widths.parse('32')"))
    assert verdict.outcome is Outcome.VERIFIED, (verdict.counterexample, verdict.missing)
    assert set(verdict.unreachable) == {
        "add_id_wraps", "add_index_range_full", "insert_with_id_wraps", "insert_with_index_range_full", "extend_full",
        "reserve_full", *(f"{name}_revived" for name in KEY_OPERATIONS),
    }  # fmt: skip
    assert "as narrow as 8 bits" in verdict.unreachable["add_id_wraps"]
    assert not verdict.covered & set(verdict.unreachable)


def test_port_that_leaves_abilities_out_is_verified_within_its_reach() -> None:
    """No lending, no negative indices; the verdict says so."""
    verdict = quickly(model_with("without=frozenset({'lend', 'negative', 'drain', 'retain'})"))
    assert verdict.outcome is Outcome.VERIFIED, (verdict.counterexample, verdict.missing)
    assert verdict.unreachable["lend_refuses_add"] == "the port leaves lend out"
    assert verdict.unreachable["at_forged_negative"] == "the port leaves negative indices out"


# --- Undecided ------------------------------------------------------------------------------------


def one_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A StableList is covered by a single short program."""
    monkeypatch.setattr(engines, "crafted", lambda _: [expand("cost,4,0,never,2,0 add")])
    monkeypatch.setitem(engines.COVERING, "stablelist", tuple)


def test_label_that_was_not_covered_keeps_a_verdict_open(monkeypatch: pytest.MonkeyPatch) -> None:
    """One short program, and a swarm of one: nothing is wrong, but nothing is verified."""
    one_program(monkeypatch)
    verdict = quickly(MODEL, operations=1)
    assert verdict.outcome is Outcome.UNDECIDED
    assert verdict.counterexample is None
    assert "truncate_3_or_more" in verdict.missing


def test_judges_that_disagree_are_not_believed(monkeypatch: pytest.MonkeyPatch) -> None:
    """If the container and the model differ the port is not blamed; the program is in the note."""
    from stablelist_conformance.serve import bundled

    def wrong(**options: object) -> object:
        return bundled(**{**options, "minimum": 8})  # type: ignore[arg-type]

    monkeypatch.setattr(engines, "bundled", wrong)
    one_program(monkeypatch)
    verdict = quickly(MODEL)
    assert verdict.counterexample is None
    assert verdict.outcome is Outcome.UNDECIDED
    assert any("disagree" in note and "add" in note for note in verdict.notes)


def test_model_has_the_last_word_on_what_is_shrunk(monkeypatch: pytest.MonkeyPatch) -> None:
    """The container is asked first, because it is quicker; where only it disagrees, nothing fails."""
    from stablelist_conformance.serve import bundled

    monkeypatch.setattr(engines, "bundled", lambda **options: bundled(**{**options, "minimum": 8}))
    program = expand("cost,4,0,never,2,0 add layout")
    with Alone(meet(MODEL, QUICK)) as alone:
        assert alone.fails(program, "answer") is None


def test_what_is_built_on_the_container_is_judged_by_the_model() -> None:
    """Every Python factory may be; of a program in any language, whoever starts the run says so."""
    for port, by_model in (
        ("python:stablelist_conformance.serve:bundled", True),
        ("python:stablelist:StableList", True),
        (model_with("name='x'"), False),
    ):
        judge = meet(port, QUICK).judge()
        assert isinstance(judge, ExactJudge)
        assert isinstance(judge.reference, ModelAnswerer) is by_model
    asked = meet(model_with("name='x'"), replace(QUICK, by_model=True)).judge()
    assert isinstance(asked, ExactJudge)
    assert isinstance(asked.reference, ModelAnswerer)


# --- Refuted --------------------------------------------------------------------------------------


def test_broken_tiny_port_is_refuted_by_the_smallest_program(tmp_path: Path) -> None:
    """Two insertions, the fatal removal, and whatever shows it: four operations."""
    verdict = quickly(tiny(after_word=DEFECT), report=tmp_path)
    assert verdict.outcome is Outcome.REFUTED
    found = verdict.counterexample
    assert found is not None
    assert found.kind == "answer"
    assert len(found.program.words) == 4
    assert found.program.words[:3] == ("add", "add", "remove:1")
    assert found.at == 3
    assert found.expected != found.answered
    assert found.original_length >= 4
    assert [itf.load(path) for path in tmp_path.glob("*.itf.json")] == [found]


def test_wrong_layout_is_refuted_although_every_answer_is_right() -> None:
    """A port that shows another partition than it has: only the layout tells."""
    script = NARROWED.replace("replace(model.handshake, CHANGES)", "model.handshake").replace(
        "serve(model, sys.stdin, sys.stdout)",
        "from stablelist_spec.systems import STABLE_LIST\n"
        "right = STABLE_LIST.shown['layout']\n"
        "STABLE_LIST.shown['layout'] = lambda state: right(state).replace('|2:2:', '|2:1:')\n"
        "serve(model, sys.stdin, sys.stdout)",
    )
    verdict = quickly(shlex.join([sys.executable, "-c", script]))
    assert verdict.counterexample is not None
    assert verdict.counterexample.program.words[-1] == "layout"
    assert len(verdict.counterexample.program.words) == 1


@pytest.mark.parametrize(
    ("port", "kind", "words"),
    [
        (tiny(answer=f"os._exit(9) if 'remove:1' in words else {ANSWER}"), FaultKind.DIED, 3),
        (tiny(answer=f"time.sleep(600) if 'remove:1' in words else {ANSWER}"), FaultKind.HUNG, 3),
        (
            tiny(answer=f"{ANSWER}; 'remove:1' in words and print('DEBUG', flush=True)"),
            FaultKind.FLOODED,
            3,
        ),
        (
            tiny(answer=f"os.write(1, b'\\xff\\n') if 'remove:1' in words else {ANSWER}"),
            FaultKind.GARBLED,
            3,
        ),
        (tiny(answer=f"alas = 'remove:1' in words or globals().get('alas'); {ANSWER}",
              at_end="sys.exit(bool(globals().get('alas')))"), FaultKind.BAD_EXIT, 3),
    ],
    ids=["died", "hung", "flooded", "garbled", "bad-exit"],
)  # fmt: skip
def test_fault_is_a_finding_with_the_smallest_program(
    port: str, kind: FaultKind, words: int
) -> None:
    """Whatever a port does when the second key is removed, it is refuted for that, by two insertions and it."""
    patience = 6.0 if kind is FaultKind.HUNG else 60.0  # every run that hangs costs the time-out
    verdict = quickly(port, timeout=0.7, shrink_seconds=patience)
    assert verdict.outcome is Outcome.REFUTED
    found = verdict.counterexample
    assert found is not None
    assert found.kind == kind
    if kind is not FaultKind.HUNG:
        assert len(found.program.words) == words
    assert "remove:1" in found.program.words


def test_port_that_remembers_is_unsteady() -> None:
    """Right alone, wrong after other programs: the finding says so, and blames duty 5."""
    leaking = tiny(
        after_word="if name == 'len' and globals().setdefault('seen', 0) > 20: said[-1] = '99'",
        answer=f"seen = globals().get('seen', 0) + 1; {ANSWER}",
    )
    verdict = quickly(leaking)
    found = verdict.counterexample
    assert found is not None
    assert found.kind == FaultKind.UNSTEADY
    assert "(duty 5)" in found.detail


def test_port_that_never_shakes_hands_is_refuted(tmp_path: Path) -> None:
    """There is no program to blame; it is a finding all the same, and saved."""
    verdict = quickly(tiny(handshake="pardon?"), report=tmp_path)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    assert verdict.counterexample.kind == FaultKind.GARBLED
    assert verdict.counterexample.program.words == ()
    (trace,) = tmp_path.glob("*.itf.json")
    assert itf.load(trace).detail == verdict.counterexample.detail


def test_port_that_shakes_hands_only_once_is_refuted(tmp_path: Path) -> None:
    """It is started again for every batch; what happens then is a finding as well, not a traceback."""
    note = tmp_path / "greeted"
    script = (
        f"import os, sys; first = not os.path.exists({str(note)!r}); open({str(note)!r}, 'w').close()\n"
        f"sys.stdin.readline() and print({HANDSHAKE!r} if first else 'you again?', flush=True); sys.stdin.read()"
    )
    verdict = quickly(command(script))
    assert verdict.counterexample is not None
    assert verdict.counterexample.kind == FaultKind.GARBLED
    assert "you again?" in verdict.counterexample.detail


# --- Told before it is shrunk ---------------------------------------------------------------------


@dataclass
class Onlooker(Silent):
    """Whoever watches, with all that was told."""

    told: list[str] = field(default_factory=list)
    counterexamples: list[Counterexample] = field(default_factory=list)
    there: bool = False

    def engine(self, name: str, total: int) -> None:
        """An engine begins."""
        self.told.append(name)

    def found(self, counterexample: Counterexample, saved: Path | None) -> None:
        """A counterexample that is not shrunk yet."""
        self.told.append("found")
        self.counterexamples.append(counterexample)
        self.there = saved is not None and saved.is_file()


def test_counterexample_is_told_before_it_is_shrunk(tmp_path: Path) -> None:
    """As it was found, once, when it is on disk."""
    watching = Onlooker()
    verdict = verify(tiny(after_word=DEFECT), replace(QUICK, report=tmp_path), watching)
    assert watching.told[-2:] == ["found", "shrink"]
    assert watching.told.count("found") == 1
    assert watching.there
    (found,) = watching.counterexamples
    assert verdict.counterexample is not None
    assert len(found.program.words) > len(verdict.counterexample.program.words)


@pytest.mark.parametrize("terminal", [True, False])
def test_counterexample_is_told_on_a_terminal_only(terminal: bool, tmp_path: Path) -> None:
    """Beside the bar that shows that something is going on; what is written to a file has no such bars either."""
    written = io.StringIO()
    bars = Progress(console=Console(file=written, width=200), disable=not terminal)
    verify(
        tiny(after_word=DEFECT), replace(QUICK, report=tmp_path), Shown(bars, "", lambda _: None)
    )
    told = written.getvalue().splitlines()[:2]
    if terminal:
        saved = tmp_path / "counterexample-tiny-unshrunk-1.itf.json"
        assert told[0].startswith("refuted: operation ")
        assert told[1] == f"making it smaller, saved as {saved} ..."
        assert not saved.exists()
    else:
        assert told == []


def test_terminal_that_is_gone_ends_no_run(tmp_path: Path) -> None:
    """Whoever watched has left."""

    class Gone(io.StringIO):
        """A terminal that cannot be written to."""

        def write(self, _: str) -> int:
            """Refuse."""
            raise OSError(5, "Input/output error")

    bars = Progress(console=Console(file=Gone(), width=200))
    verdict = verify(tiny(after_word=DEFECT), QUICK, Shown(bars, "", lambda _: None))
    assert verdict.outcome is Outcome.REFUTED


def test_right_port_is_told_of_at_the_end_only() -> None:
    """Both parts of the covering programs, then the swarm."""
    watching = Onlooker()
    verify(MODEL, QUICK, watching)
    assert watching.told == ["cover", "cover", "swarm"]


@pytest.mark.parametrize("jobs", [1, 2])
def test_written_programs_are_run_before_the_others_are_made(
    jobs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A defect that they find is told although the others take for ever."""
    monkeypatch.setitem(engines.COVERING, "stablelist", forever)
    script = NARROWED.replace("replace(model.handshake, CHANGES)", "model.handshake").replace(
        "serve(model, sys.stdin, sys.stdout)",
        "from stablelist_spec.systems import STABLE_LIST\n"
        "STABLE_LIST.shown['layout'] = lambda state: 'wrong'\n"
        "serve(model, sys.stdin, sys.stdout)",
    )
    verdict = quickly(shlex.join([sys.executable, "-c", script]), jobs=jobs)
    assert verdict.outcome is Outcome.REFUTED
    assert [engine.name for engine in verdict.engines] == ["cover"]


def forever() -> tuple[()]:
    """Programs that take too long to make."""
    time.sleep(3600)
    return ()


# --- Usage ----------------------------------------------------------------------------------------


def test_more_than_a_port_shows_cannot_be_asked() -> None:
    """A level or a width that it did not declare."""
    with pytest.raises(UsageError, match="tiny shows at most the level 'contract'"):
        quickly(tiny(), level=Level.LAYOUT)
    with pytest.raises(UsageError, match="declares id_bits=0, which does not include 8"):
        quickly(tiny(), id_bits=Widths.parse("8"))
    with pytest.raises(UsageError, match="tiny declares the system 'slotmap', not 'slab'"):
        quickly(tiny(), profile="slab")


@pytest.mark.parametrize("port", [tiny(), "cat", "python:stablelist:StableList"])
def test_unknown_profile_is_the_users_business(port: str) -> None:
    """Before anything is started, and whatever the port."""
    with pytest.raises(UsageError, match="there is no system 'heap'"):
        quickly(port, profile="heap")


def test_python_port_that_cannot_be_loaded_is_the_users_business() -> None:
    """The module is not there: nothing was verified, and nothing is refuted."""
    with pytest.raises(UsageError, match="nosuchmodule"):
        quickly("python:nosuchmodule:Pool")


# --- Told -----------------------------------------------------------------------------------------


class Watching(io.StringIO):
    """Standard output that notes what is in the folder when it is first written to."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self.folder = folder
        self.found: list[str] | None = None

    def write(self, text: str) -> int:
        """Note, and write."""
        if self.found is None:
            self.found = sorted(path.name for path in self.folder.glob("counterexample*"))
        return super().write(text)


def test_counterexample_is_on_disk_before_anything_is_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trace, text and picture, at the first character of output."""
    watching = Watching(tmp_path)
    monkeypatch.setattr(sys, "stdout", watching)
    arguments = ["--operations", "4000", "--jobs", "1", "--report", str(tmp_path)]
    status = cli.main(["verify", tiny(after_word=DEFECT), *arguments])
    assert status == 1
    name = "counterexample-tiny-1"
    assert watching.found == [f"{name}.itf.json", f"{name}.svg", f"{name}.txt"]
    assert "refuted" in watching.getvalue()
    assert HANDSHAKE not in watching.getvalue()
