"""A requirement has the same name in the model, the proofs, the tests and the pages; and no proof file is an orphan."""

from typing import Final

import grimp
import pytest

from stablelist.invariant import CLAUSES
from stablelist_conformance.judging.properties import OBSERVED, UNSEEN
from stablelist_proofs.contracts.catalogue import MODULES as CONTRACTS
from stablelist_proofs.evidence import exhausted
from stablelist_proofs.explore.invariants import ASKED, OF_EVERY_NUMBER, VISITS
from stablelist_proofs.kernel.statements import ROCQ, Statement, statements
from stablelist_spec.systems.stable_list.invariants import INVARIANTS
from suite.docs.pages import ROOT
from suite.kit.test_properties import FORGED
from suite.spec.defects import DEFECTS

ABOUT_THE_PAST: Final = {
    "live_ids_are_distinct",
    "retired_key_never_resolves",
    "visits_never_exceed_removals",
}
"""The invariants that the container cannot check itself: it stores neither retired keys nor its history."""

STOREYS: Final = {
    "container": {clause.__name__ for clause in CLAUSES} | ABOUT_THE_PAST,
    "proof": {each.listed for each in statements()},
    "exploration": {*ASKED, *OF_EVERY_NUMBER, VISITS},
    "report of a port": {*FORGED, *UNSEEN},
    "planted defects": {defect.breaks for defect in DEFECTS},
}
"""The names that each storey uses."""


@pytest.mark.parametrize("storey", STOREYS)
def test_every_invariant_of_the_model_bears_its_name_on_every_storey(storey: str) -> None:
    """So it can be found by searching for it."""
    assert set(INVARIANTS) - STOREYS[storey] == set()


@pytest.mark.parametrize("each", statements(), ids=lambda each: each.listed)
def test_the_file_that_states_a_property_has_its_name(each: Statement) -> None:
    """The file that is said to prove it, and that of what is exhausted, if there is one."""
    assert each.name in (ROCQ / each.stated).read_text(encoding="utf-8")
    scope = exhausted(each.name) if each.folder == "StableList" else None
    assert scope is None or each.name in (ROOT / scope.file).read_text(encoding="utf-8")


# --- Orphans --------------------------------------------------------------------------------------

PACKAGE: Final = "stablelist_proofs"


def started(module: str) -> bool:
    """Whether ``python -m`` can start the module."""
    if module.endswith(".__main__"):
        return True
    path = ROOT / "proofs" / f"{module.replace('.', '/')}.py"
    return path.exists() and '__name__ == "__main__"' in path.read_text(encoding="utf-8")


def test_no_proof_file_is_an_orphan() -> None:
    """Each is imported, directly or indirectly, by the kit or by a command, or is read as a contract."""
    graph = grimp.build_graph(PACKAGE, "stablelist_conformance", "bench")
    modules = graph.find_descendants(PACKAGE)
    listed = {f"{PACKAGE}.contracts.{name}" for name in CONTRACTS}
    entries = (
        {each for each in modules if started(each)}
        | listed
        | {"stablelist_conformance.cli.main", "bench.page"}
    )
    reached = entries.union(*map(graph.find_upstream_modules, entries))
    packages = {each for each in modules if graph.find_children(each)}
    assert modules - reached - packages == set()


def test_what_a_user_observes_is_on_the_page() -> None:
    """The page has a line for each name that a report can contain."""
    page = (ROOT / "docs" / "evidence.md").read_text(encoding="utf-8")
    assert [name for name in OBSERVED if f"| `{name}` |" not in page] == []
