"""docs/systems: the pictures show what the models do, and every system has a page."""

import re
import runpy
from itertools import chain
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.running.manifest import read_manifest
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_spec.parts.tracked_key import TrackedKey
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from suite.claims.page import NAMED
from suite.docs.pages import ROOT

WRITE: Final[dict[str, Any]] = runpy.run_path(str(ROOT / "docs/systems/write.py"))
PAGES: Final[dict[Path, Any]] = WRITE["pages"]()


LISTS: Final = [path for path in PAGES if "<!-- larger -->" in path.read_text("utf-8")]


@pytest.mark.soak
@pytest.mark.parametrize("path", LISTS, ids=lambda path: path.stem)
def test_larger_scope_is_exhausted(path: Path) -> None:
    """This takes minutes; regenerate with `python docs/systems/write.py --larger`."""
    assert PAGES[path]["larger"]() == WRITE["standing"](path.read_text("utf-8"))


def test_every_variant_of_a_list_has_a_larger_scope() -> None:
    """The declared scopes have four positions, and so no growth."""
    variants = {name for name, each in SYSTEMS.items() if each.quotient is TrackedKey}
    assert {path.stem for path in LISTS} == variants - {STABLE_LIST.name}


def test_every_scope_is_on_a_page() -> None:
    """The page says which command explores it again, and has a row for it; a StableList has tables of its own."""
    for page, names in WRITE["PAGES"].items():
        text = (ROOT / f"docs/systems/{page}.md").read_text("utf-8")
        _, mark, rest = text.partition("<!-- scopes -->\n")
        rows = [row for row in rest.partition("<!-- /")[0].splitlines() if row.startswith("| ")]
        scopes = [s for name in names if name != STABLE_LIST.name for s in SYSTEMS[name].scopes]
        assert bool(mark) is bool(scopes)
        assert max(0, len(rows) - 1) == len(scopes)
        assert all(f"`stablelist explore {name}`" in rest for name in names if scopes)


def test_every_exact_system_has_a_page() -> None:
    """The page has its choices and its pictures, and the system is in the table of all systems."""
    exact = {name for name, system in SYSTEMS.items() if system.exact}
    assert {name for names in WRITE["PAGES"].values() for name in names} == exact
    assert all(SYSTEMS[name].axes.words() for name in exact)


OWN: Final = {"dyadic"}
"""Systems of pools that no source document describes."""


def test_every_described_system_has_a_model_and_listed_ports() -> None:
    """All pools but our own are described, in documents whose claims are checked."""
    documents, _, _, models, ports = zip(*WRITE["sources"](), strict=True)
    pools = {name for name, each in SYSTEMS.items() if each.exact and each.family.keyed}
    assert pools - OWN <= set(chain(*models)) <= SYSTEMS.keys() - OWN
    assert {*documents} == {*NAMED.values()}
    listed = read_manifest(ROOT / "tests/ports/ports.toml")
    assert {*chain(*ports)} <= {port.name for port in listed}


ADVICE: Final = re.compile(r"declares? `([a-z_]+=[^` ]+)`")
"""What a page tells a port to declare."""
OF_ANOTHER: Final = re.compile(r"verified as an? `([a-z-]+)`")
"""Said if it is not a port of the system of the page."""


@pytest.mark.parametrize(
    "name", [name for name in SYSTEMS if (ROOT / f"docs/systems/{name}.md").exists()]
)
def test_port_of_a_system_may_declare_what_its_page_tells(name: str) -> None:
    for sentence in re.split(r"[.|] ", (ROOT / f"docs/systems/{name}.md").read_text("utf-8")):
        other = OF_ANOTHER.search(sentence)
        for declared in ADVICE.findall(sentence):
            system = other[1] if other else name
            parse_handshake(
                f"port protocol=6 name=a version=1 system={system} level=contract {declared}"
            )
