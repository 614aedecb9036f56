"""The checker is tested: it must find what is planted.

These are some of the defects; `make selfcheck` runs them all.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from statistics import median

import pytest

import defects.selfcheck as checking
from defects import Defect, defects, tables
from defects.hostile import HOSTILE
from defects.selfcheck import OPTIONS, planted, selfcheck, sources
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.classes import CLASSES
from stablelist_conformance.programs.exact import EXACT
from stablelist_conformance.programs.renumbering import renumbered
from stablelist_conformance.running.handshaking import contact
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.rerun import SingleRun
from stablelist_conformance.running.verify import PROCESS, verify
from stablelist_proofs.edits import EditError, file_of
from suite.docs.pages import ROOT

DEFECTS = defects()
TABLES = {table.port: table for table in tables()}
SOURCES = sources()

FEW = range(2, 6)
"""The number of defects of a system that `make slow` runs: one in each port, if it has many."""
SOME = 4
"""How many defects of one port the command is tested with."""
WHOLE = "js-sparse-set"
"""The port with which the command is tested; its control is the fastest."""
WITH_DEFECTS = (
    *(
        "stablelist",
        "slotmap",
        "dyadic",
        "lifo-slab",
        "sparse-set",
        "vec",
        "shared-vec",
        "stable-graph",
    ),
    *("lifo-slotmap", "dense-slotmap", "hop-slotmap", "lifo-arena", "stable-vec"),
    *("handle-map", "index-map", "fixed-arena", "stack-slotmap"),
    *(
        "sequence",
        "paged-vector",
        "ring",
        "ring-buffer",
        "map",
        "bit-set",
        "heap",
        "forest",
        "graph",
    ),
    *("allocator", "linear-allocator", "stack-allocator", "double-ended-allocator", "growing-pool"),
    *("components", "dense-components"),
)
"""The systems that defects are planted in."""
SHRINKING = 60.0
"""Seconds for shrinking a counterexample."""
OUT_OF_TIME = {
    "js-sparse-set-written-in-thirteen-bits",
    "js-sparse-set-visits-counted-in-sixteen-bits",
}
"""Defects that count single operations: when the time is up, thousands of operations are left."""
SLOW = {"hang", "closes-stdout", "one-line-too-few"}
"""For these, each answer takes until the time-out, again and again."""


def test_defects_have_distinct_names() -> None:
    """Each port has at least 10 defects with different names; but the examples of starters share theirs."""
    assert len({defect.name for defect in DEFECTS}) == len(DEFECTS)
    counts = Counter(each.port for each in DEFECTS if TABLES[each.port].daily)
    assert min(counts.values()) >= 10
    assert {defect.port for defect in DEFECTS} == set(SOURCES)


@pytest.fixture(scope="module")
def copies(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the sources of every port, in a folder with the port's name."""
    parent = tmp_path_factory.mktemp("copies")
    for port in SOURCES:
        SOURCES[port].copy(parent / port)
    return parent


@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_defect_fits_its_source(defect: Defect, copies: Path) -> None:
    """The text that a defect replaces occurs exactly once. The file is named only if this is necessary."""
    sources = copies / defect.port
    path = sources / (defect.file or file_of(defect.within, sources))
    source = path.read_text(encoding="utf-8")
    assert defect.made(source, path.suffix) != source
    if defect.file:
        with pytest.raises(EditError, match="is defined in"):
            file_of(defect.within, sources)


def test_defects_for_every_day_are_few() -> None:
    """There are two or more of each system over all languages."""
    counts: dict[str, int] = defaultdict(int)
    for table in TABLES.values():
        counts[table.head.system] += len(table.daily)
    assert counts.keys() == {*WITH_DEFECTS}
    assert {system: count for system, count in counts.items() if count not in FEW} == {}


@pytest.mark.parametrize(
    "name", [each.port for each in TABLES.values() if each.daily and each.port != WHOLE]
)
def test_defects_for_every_day_are_caught(name: str) -> None:
    """Each is refuted by a program to which the port without the defect gives the right answer."""
    table, programs = TABLES[name], []
    for defect in table.daily:
        with planted(SOURCES[name], defect) as port:
            found = verify(port, OPTIONS).counterexample
        assert found is not None, f"{defect.name} survived"
        programs.append(found.program)
    with planted(SOURCES[name], None) as port, SingleRun(contact(port, Options())) as alone:
        assert alone.target.handshake.system.name == table.head.system
        assert [alone.diagnose(program, "answer") for program in programs] == [None] * len(programs)


@pytest.mark.slow
def test_everything_planted_in_a_port_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    """The control passes, and every defect is found; `make selfcheck` plants more than these few."""
    near = [defect for defect in TABLES[WHOLE].defects if not defect.reach][:SOME]
    monkeypatch.setattr(checking, "defects", lambda: near)
    report = selfcheck(only=WHOLE, jobs=1)
    assert report.excluded == ()
    assert report.exit_status == 0, report.table()
    assert report.killed == report.planted == len(near) == SOME
    assert [row.port for row in report.rows if row.wanted == "passes"] == [WHOLE]


@pytest.mark.parametrize("name", sorted(HOSTILE.keys() - SLOW))
def test_hostile_port_is_caught(name: str) -> None:
    report = selfcheck(only=f"hostile-{name}", jobs=1)
    assert (report.exit_status, report.killed > 0) == (0, True), report.table()


CLASSES_PLANTED_FOR = sorted({defect.reach for defect in DEFECTS if defect.reach})
"""The classes of programs that defects were planted for."""


@pytest.mark.parametrize("name", CLASSES_PLANTED_FOR)
def test_defects_of_a_class_are_many(name: str) -> None:
    """There are at least six, of which no other class finds at least two; and the generator has the class."""
    own = [defect for defect in DEFECTS if defect.reach == name]
    assert len(own) >= 6
    assert sum(defect.only for defect in own) >= 2
    assert name in {*(each.name for each in CLASSES), PROCESS, EXACT}


def test_defect_that_only_a_class_finds_names_it() -> None:
    """Otherwise that class would never be left out."""
    assert [defect.name for defect in DEFECTS if defect.only and not defect.reach] == []


def test_page_counts_the_defects_of_each_class() -> None:
    """The numbers of planted defects, and of those that only this class finds."""
    lines = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8").splitlines()
    for name in CLASSES_PLANTED_FOR:
        own = [defect for defect in DEFECTS if defect.reach == name]
        assert f"| {name} | {len(own)} | {sum(defect.only for defect in own)} |" in lines


@pytest.mark.soak
@pytest.mark.parametrize("name", CLASSES_PLANTED_FOR)
def test_class_of_programs_is_needed(name: str) -> None:
    """Without the class, the defects that only it finds survive."""
    report = selfcheck(excluded_class=name, jobs=1)
    assert report.planted >= 2
    assert report.killed == 0, report.table()


@pytest.mark.soak
def test_counterexamples_are_small() -> None:
    """Half have at most six operations; those that only need many elements have at most a dozen."""
    report = selfcheck(jobs=1, shrink_seconds=SHRINKING)
    reaches = {defect.name: defect.reach for defect in DEFECTS if defect.port != WHOLE}
    lengths = {row.name: row.length for row in report.rows if row.name in reaches}
    assert min(lengths.values()) > 0, report.table()
    assert median(lengths.values()) <= 6, report.table()
    large = {name: length for name, length in lengths.items() if reaches[name] == "size"}
    assert {name: length for name, length in large.items() if length > 12} == {}


@pytest.mark.soak
def test_no_operation_of_a_counterexample_can_be_left_out() -> None:
    """This is required of ports that do not insert or remove many elements at once."""
    rows = selfcheck(only=f"{WHOLE}-", jobs=1, shrink_seconds=SHRINKING).rows
    found = {row.name: row.found for row in rows if row.found and row.name not in OUT_OF_TIME}
    needless = {}
    for defect in (each for each in DEFECTS if each.name in found):
        with planted(SOURCES[WHOLE], defect) as port, SingleRun(contact(port, Options())) as alone:
            assert {"extend", "retain"} & alone.target.handshake.offered == set()
            needless[defect.name] = [*excluded(found[defect.name], alone)]
    assert needless == {each.name: [] for each in TABLES[WHOLE].defects if each.name in found}
    assert found.keys() | OUT_OF_TIME == {each.name for each in TABLES[WHOLE].defects}


def excluded(found: Counterexample, alone: SingleRun) -> Iterator[int]:
    """The places of the operations without which the program still fails."""
    program = found.program
    for place in range(len(program.words) if len(program.words) > 1 else 0):
        kept = [(at, word) for at, word in enumerate(program.words) if at != place]
        rest = program._replace(words=tuple(renumbered(program.words, kept, program.family)))
        if alone.fails(rest, found.kind, found.times):
            yield place
