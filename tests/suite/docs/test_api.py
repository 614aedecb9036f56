"""docs/api.md has every public name, and pages agree on the figures."""

import inspect
import re

import pytest
from cited_sources import cited

import stablelist
from stablelist import ids
from suite.docs.pages import ROOT

API = (ROOT / "docs/api.md").read_text(encoding="utf-8")
GUARANTEES = (ROOT / "docs/guarantees.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")

METHODS = [name for name in dir(stablelist.StableList) if not name.startswith("_")]


def documented(name: str) -> str:
    """The pattern of the directive that documents a name."""
    kinds = "class|exception|module|data|function"
    return rf"^\.\. auto({kinds}):: stablelist\.{re.escape(name)}(\(\))?$"


@pytest.mark.parametrize("name", [*stablelist.__all__, *(f"ids.{name}" for name in ids.__all__)])
def test_public_name_is_in_the_api(name: str) -> None:
    """It has a directive of its own; `IdSource` is the same under both its names."""
    wanted = "IdSource" if name == "ids.IdSource" else name
    assert len(re.findall(documented(wanted), API, flags=re.MULTILINE)) == 1


def test_members_are_documented() -> None:
    """This is required of each class that has methods for users."""
    for name in ("StableList", "Key", "StableView", "StableInspection", "StableAccess"):
        after = API.partition(f".. autoclass:: stablelist.{name}")[2]
        assert re.match(r"(\(\))?\n   :members:\n", after), name


CITATION = re.compile(r"\((R\d+|\d+\.\d+(\.\d+)*)([,;] [^()]*)?\)")


@pytest.mark.parametrize(
    "kind", [getattr(stablelist, name) for name in stablelist.__all__ if name[0].isupper()]
)
def test_source_is_cited_on_the_page_alone(kind: type) -> None:
    """What an editor shows has no numbers of sections and rulings."""
    members = {name: member for name, member in vars(kind).items() if not name.startswith("_")}
    for member in (kind, *members.values()):
        said = re.sub(r"^ *>>>.*", "", getattr(member, "__doc__", None) or "", flags=re.MULTILINE)
        assert not CITATION.search(said), member
        assert re.match(r"$|R?\d", cited(member))


def test_source_is_that_below_the_docstring() -> None:
    """Of a method, a property and a class; what has none, or is no code of ours, cites nothing."""
    pool = stablelist.StableList
    assert cited(pool.clear) == "4.2; R7"
    assert cited(pool.space) == "5.2; R1, R3, R5"
    assert cited(pool) == "5.2; R1, R6, R8, R9, R14"
    assert [cited(other) for other in (pool.__len__, len, 5, stablelist.Stats.visits)] == [""] * 4


@pytest.mark.parametrize("name", METHODS)
def test_method_is_at_a_glance(name: str) -> None:
    """It is in the tables at the top of the page."""
    table = API.partition("## At a glance")[2].partition("## The list")[0]
    assert re.search(rf"[`.]{name}[(`]", table)


def test_constructor_is_that_of_the_class() -> None:
    """Names and defaults are those in the line at the top of the page."""
    shown_arguments = API.partition("StableList[T](elements=(), /, *, ")[2].partition(")\n```")[0]
    signature = inspect.signature(stablelist.StableList)
    defaults = {name: parameter.default for name, parameter in signature.parameters.items()}
    assert defaults.pop("elements") == ()
    shown = eval(f"dict({shown_arguments})", {"Truncate": stablelist.Truncate, "ids": ids})
    assert shown == defaults
    assert list(shown) == list(defaults)


def test_id_sources_are_named() -> None:
    """Each source that the package provides is in the table of arguments."""
    row = next(line for line in API.splitlines() if line.startswith("| `ids` |"))
    ready = [name for name in ids.__all__ if name[0].islower()]
    assert [name for name in ready if f"`ids.{name}`" not in row and f"`{name}`" not in row] == []


def test_bytes_are_those_of_the_guarantees() -> None:
    """A program on the page measures them."""
    assert "| bytes for a cell | 16 native, and one bit; 25 interpreted" in GUARANTEES
    assert (
        "| bytes for an element's key | 32 native, only while you hold the key; 112" in GUARANTEES
    )
    assert (
        "native: 16 for each cell and 32 for a key; interpreted: 25 for each cell and 112"
        in GUARANTEES
    )
    assert (
        "A native list takes 16 bytes for each cell, and 32 for each key that you hold." in README
    )
