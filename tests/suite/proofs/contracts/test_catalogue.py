"""The catalogue: what it says is there is there, and nothing is left out."""

from __future__ import annotations

import pkgutil
from collections.abc import Iterator
from importlib import import_module
from inspect import getmembers, isfunction
from pathlib import Path
from pkgutil import resolve_name

import pytest

import stablelist_proofs.contracts as package
from stablelist_proofs.contracts.catalogue import (
    MODULES,
    NOT_DECIDED,
    Contract,
    canaries,
    contracts,
    pairs,
)
from stablelist_proofs.contracts.defects import DEFECTS
from stablelist_proofs.contracts.planting import Defect, sources
from stablelist_proofs.edits import EditError, file_of
from suite.docs.pages import ROOT

every_contract = pytest.mark.parametrize("contract", contracts(), ids=lambda each: each.caller)


@every_contract
def test_what_is_analysed_exists(contract: Contract) -> None:
    """The first line of the docstring names a function of the model or the container, and its file."""
    found = resolve_name(contract.of)
    assert callable(found) or hasattr(found, "func") or isinstance(found, property)
    assert (
        contract.storey
        == {"stablelist": "impl", "stablelist_spec": "spec"}[contract.of.partition(".")[0]]
    )
    assert (ROOT / contract.storey / contract.file).is_file()


@every_contract
def test_property_is_a_sentence_in_words_and_in_mathematics(contract: Contract) -> None:
    """Its name says it shortly, its docstring at length and as a formula."""
    assert contract.name.count("_") >= 3
    assert contract.words.endswith(".")
    assert contract.mathematics
    lines = (ROOT / "proofs" / contract.stated_in).read_text(encoding="utf-8").splitlines()
    assert lines[contract.line - 1].strip().startswith(f"post: {contract.name}(")


@every_contract
def test_each_contract_is_seen_to_fail(contract: Contract) -> None:
    """A defect is planted for it."""
    planted = [each for each in DEFECTS if each.caller == contract.caller]
    assert any(contract.name in each.breaks for each in planted)


def texts(folder: Path) -> dict[str, str]:
    """The sources in a copy."""
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*.py")
    }


@pytest.fixture(scope="module")
def copy() -> Iterator[tuple[Path, dict[str, str]]]:
    """A copy of the sources, and what is in it."""
    with sources() as folder:
        yield folder, texts(folder)


@pytest.mark.parametrize("defect", DEFECTS, ids=str)
def test_every_planted_defect_fits_its_source(
    defect: Defect, copy: tuple[Path, dict[str, str]]
) -> None:
    """It changes one file of its own package; the file is named only if it has to be."""
    folder, before = copy
    if defect.file:
        with pytest.raises(EditError, match="is defined in"):
            file_of(defect.within, folder / defect.package)
    defect.plant(folder)
    after = texts(folder)
    (differ,) = (path for path, text in before.items() if text != after[path])
    (folder / differ).write_text(before[differ], encoding="utf-8")
    assert differ.partition("/")[0] == defect.package
    assert differ.endswith(defect.file)
    known = {(each.caller, each.name) for each in contracts()}
    assert {(defect.caller, name) for name in defect.breaks} <= known


def test_defect_that_no_longer_fits_is_named() -> None:
    """It says what it looked for, where, and that it is to be brought up to date."""
    lost = Defect(
        caller="ids.impl_next_id",
        breaks=(),
        within="Counter.next",
        before="no_such_thing",
        after="None",
    )
    with (
        pytest.raises(EditError, match=r"ids\.impl_next_id in stablelist: .*occurs 0 times"),
        sources(lost),
    ):
        pass


def test_copy_has_no_compiled_file() -> None:
    """So the sources are analysed."""
    with sources() as folder:
        assert {path.suffix for path in folder.rglob("*") if path.is_file()} <= {
            ".py",
            ".pyi",
            ".programs",
            ".typed",
        }


def test_every_module_with_a_canary_is_read() -> None:
    """A module that is left out would never fail."""
    names = [module.name for module in pkgutil.iter_modules(package.__path__)]
    members = {
        name: import_module(f"{package.__name__}.{name}") for name in names if name != "__main__"
    }
    assert {name for name, module in members.items() if hasattr(module, "canary")} == set(MODULES)
    assert [each.module for each in canaries()] == list(MODULES)
    assert [name for name in members if f"`{name}`" not in (package.__doc__ or "")] == []


@pytest.mark.parametrize("name", MODULES)
def test_every_function_of_a_storey_has_a_contract(name: str) -> None:
    """It calls no other function, because CrossHair attributes errors of a called function to that function."""
    module = import_module(f"{package.__name__}.{name}")
    defined = {
        function: code
        for function, code in getmembers(module, isfunction)
        if code.__module__ == module.__name__ and function.startswith(("spec_", "impl_"))
    }
    assert set(defined) == {each.function for each in contracts() if each.module == name}
    assert not any(set(defined) & set(code.__code__.co_names) for code in defined.values())


def test_pairs_are_of_one_name() -> None:
    """Every function of the model is compared, unless the container has none like it."""
    single = {"ids.spec_may_revive"}
    model = {each.caller for each in contracts() if each.function.startswith("spec_")}
    assert {pair.spec.caller for pair in pairs()} == model - single
    assert all(pair.spec.caller.replace("spec_", "impl_") == pair.impl.caller for pair in pairs())


def test_what_is_not_decided_is_known() -> None:
    """Each is the function of a contract."""
    assert {each.caller for each in contracts()} >= NOT_DECIDED
