"""The catalogue: each contract is read and has a defect, and each public method has a contract."""

import pkgutil
from collections.abc import Iterator
from functools import cached_property
from importlib import import_module
from pathlib import Path
from pkgutil import resolve_name

import pytest

import stablelist_proofs.contracts as package
from stablelist_proofs.contracts.catalogue import (
    METHODS,
    MODULES,
    Contract,
    contracts,
    methods,
    pairs,
)
from stablelist_proofs.contracts.defects import DEFECTS
from stablelist_proofs.contracts.planting import Defect, sources
from stablelist_proofs.contracts.tables import UNCOVERED, public
from stablelist_proofs.edits import EditError, file_of

every_contract = pytest.mark.parametrize("contract", contracts(), ids=lambda each: each.name)


def test_every_public_method_has_a_contract_or_is_listed_without() -> None:
    """A new one needs a row in the table of its class, or a reason."""
    stated = {f"{METHODS[each.contract.module]}.{each.contract.function}" for each in methods()}
    assert stated.isdisjoint(UNCOVERED)
    assert stated | {*UNCOVERED} == public()


@every_contract
def test_what_is_called_exists(contract: Contract) -> None:
    """The first line of the docstring names a function of the model or the container, or the table its method."""
    found = resolve_name(contract.of)
    assert callable(found) or isinstance(found, property | cached_property)
    assert contract.package == (
        "stablelist_spec" if contract.function.startswith("spec_") else "stablelist"
    )


@every_contract
def test_property_is_a_sentence_in_words_and_in_mathematics(contract: Contract) -> None:
    """Its name says it shortly, its docstring at length and as a formula."""
    for name in contract.properties:
        words, _, mathematics = (
            resolve_name(f"{package.__name__}.{contract.module}.{name}").__doc__ or ""
        ).partition("\n\n")
        assert name.count("_") >= 3
        assert words.endswith(".")
        assert mathematics.strip()
    assert bool(contract.properties) == (contract.module not in METHODS)


@every_contract
def test_each_contract_is_seen_to_fail(contract: Contract) -> None:
    """A defect is planted for it."""
    assert any(each.contract == contract.name for each in DEFECTS)


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
    assert defect.contract in {each.name for each in contracts()}


def test_defect_that_no_longer_fits_is_named() -> None:
    """It says what it looked for, where, and that it is to be brought up to date."""
    lost = Defect(
        contract="keys.impl_next_id", within="Counter.next", before="no_such_thing", after="None"
    )
    with (
        pytest.raises(EditError, match=r"keys\.impl_next_id in stablelist: .*occurs 0 times"),
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


def test_every_module_with_contracts_is_read() -> None:
    """A module that is left out would never fail, and each is named in the reading order."""
    names = {module.name for module in pkgutil.iter_modules(package.__path__)} - {"__main__"}
    stating = {
        name
        for name in names
        if "\n    post: "
        in Path(str(import_module(f"{package.__name__}.{name}").__file__)).read_text()
    }
    assert stating == {*MODULES} - {*METHODS}
    assert {each.module for each in contracts()} == {*MODULES}
    assert [name for name in names if f"`{name}`" not in (package.__doc__ or "")] == []


def test_pairs_are_of_one_name() -> None:
    """Every function of the model is compared, unless the container has none like it."""
    model = {each.name for each in contracts() if each.function.startswith("spec_")}
    alone = {each for each in model if each.startswith("blocks.")}
    assert {spec.name for spec, _ in pairs()} == model - alone - {"keys.spec_may_revive"}
    assert all(spec.name.replace("spec_", "impl_") == impl.name for spec, impl in pairs())
