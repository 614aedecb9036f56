"""The package as a whole: its examples, its names, and what it needs, which is nothing."""

import ast
import importlib
import pkgutil
import sys
from pathlib import Path

import pytest

import stablelist_spec

FOLDER = Path(stablelist_spec.__file__).parent
MODULES = sorted(
    module.name.removeprefix("stablelist_spec.")
    for module in pkgutil.walk_packages([str(FOLDER)], "stablelist_spec.")
)
SOURCES = sorted(FOLDER.rglob("*.py"))


def test_reading_order_names_every_module() -> None:
    """A reader who follows that order has read every module."""
    top = [name.split(".")[-1] for name in MODULES if not name.startswith("systems.")]
    assert [name for name in top if f"`{name}`" not in (stablelist_spec.__doc__ or "")] == []


@pytest.mark.parametrize("module", ["", *(f".{name}" for name in MODULES)])
def test_names_in_all_exist(module: str) -> None:
    """Each module says what it offers, sorted, and offers it with a docstring or as a constant."""
    imported = importlib.import_module(f"stablelist_spec{module}")
    assert imported.__doc__
    offered = getattr(imported, "__all__", [])
    assert [name for name in offered if not hasattr(imported, name)] == []
    constants = sorted(name for name in offered if name.isupper())
    others = [name for name in offered if not name.isupper()]
    classes = sorted(name for name in others if name[0].isupper())
    assert offered == constants + classes + sorted(set(others) - set(classes))


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_source_imports_the_standard_library_and_its_siblings_alone(source: Path) -> None:
    """An oracle that shared code with what it judges would share its mistakes."""
    tree = ast.parse(source.read_text(encoding="utf-8"))
    foreign = [
        name
        for node in ast.walk(tree)
        for name in imported_modules(node)
        if name.partition(".")[0] not in {*sys.stdlib_module_names, "stablelist_spec"}
    ]
    assert foreign == []


def imported_modules(node: ast.AST) -> list[str]:
    """The modules that a statement imports by absolute name."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    if isinstance(node, ast.ImportFrom) and node.level == 0:
        return [str(node.module)]
    return []


def test_an_import_is_noticed() -> None:
    """The check of the sources sees both kinds of import, and only those that leave the package."""
    source = "import stablelist.key as k\nfrom hypothesis import given\nfrom . import labels"
    found = [name for node in ast.walk(ast.parse(source)) for name in imported_modules(node)]
    assert found == ["stablelist.key", "hypothesis"]


def test_package_is_marked_as_typed() -> None:
    """Type checkers read the annotations of an installed package only then."""
    assert (FOLDER / "py.typed").exists()
