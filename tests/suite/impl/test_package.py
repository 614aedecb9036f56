"""The package as a whole: its names, its examples, and its dependencies, of which there are none."""

import importlib
import inspect
import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import get_overloads, get_type_hints

import pytest

import stablelist
from stablelist import StableAccess, StableList, StableView, ids
from suite.captured import captured

FOLDER = Path(stablelist.__file__).parent
MODULES = sorted(path.stem for path in FOLDER.glob("*.py") if not path.stem.startswith("__"))


def run(path: Path, code: str) -> str:
    """Run *code* in a fresh interpreter that finds packages only in *path*."""
    program = f"import sys; sys.path.insert(0, {str(path)!r}); {code}"
    finished = captured([sys.executable, "-I", "-S", "-c", program], check=True)
    return finished.stdout.strip()


def test_all_names_the_public_names() -> None:
    """Names that are neither modules nor private are in `__all__`, which is sorted."""
    public = {
        name
        for name, value in vars(stablelist).items()
        if not name.startswith("_") and not inspect.ismodule(value)
    }
    assert public - {"annotations"} == set(stablelist.__all__) - {"ids", "__compiled__"}
    assert stablelist.__all__ == sorted(stablelist.__all__)


@pytest.mark.parametrize("module", MODULES)
def test_module_says_what_it_offers(module: str) -> None:
    offering = importlib.import_module(f"stablelist.{module}")
    assert offering.__all__
    assert [name for name in offering.__all__ if name[0] == "_" or name not in vars(offering)] == []


def functions(module: ModuleType) -> Iterator[Callable[..., object]]:
    """The functions of a module and of its classes, and their overloads."""
    members = [value for value in vars(module).values() if inspect.getmodule(value) is module]
    kinds = [member for member in members if inspect.isclass(member)]
    for member in [*members, *(method for kind in kinds for method in vars(kind).values())]:
        if inspect.isfunction(member):
            yield member
            yield from get_overloads(member)


@pytest.mark.interpreted
@pytest.mark.parametrize("module", MODULES)
def test_annotations_can_be_read_at_run_time(module: str) -> None:
    """The names in a signature can be resolved, for documentation or for a check."""
    for function in functions(importlib.import_module(f"stablelist.{module}")):
        get_type_hints(function)


@pytest.mark.interpreted
def test_overloads_can_be_read_at_run_time() -> None:
    """There are overloads with a default and without one, for lists and for views."""
    for overloaded in (StableList.get, StableList.pop, StableAccess.get, StableView.get):
        assert len(get_overloads(overloaded)) == 2


PUBLIC = [(module, name) for module in (stablelist, ids) for name in module.__all__]
DESCRIBED_WHERE_IT_STANDS = re.compile(r'^(\w+): [^\n]*\n"""[^"]+"""$', re.MULTILINE)


@pytest.mark.interpreted
@pytest.mark.parametrize(("module", "name"), PUBLIC)
def test_public_name_is_documented_with_an_example(module: ModuleType, name: str) -> None:
    """Classes, functions and public methods have an example; a constant has a sentence."""
    member = getattr(module, name)
    if not callable(member) and not inspect.ismodule(member):
        assert name in DESCRIBED_WHERE_IT_STANDS.findall(inspect.getsource(module))
        return
    assert ">>>" in (member.__doc__ or "") or "Example" in name, name
    for method_name, method in vars(member).items():
        if inspect.isclass(member) and is_public_method(method_name, method):
            # A protocol says what its methods do; who has them shows it.
            wanted = "." if is_protocol(member) else ">>>"
            assert wanted in (method.__doc__ or ""), f"{name}.{method_name}"


def is_public_method(name: str, member: object) -> bool:
    """Whether users call it."""
    return (inspect.isfunction(member) or isinstance(member, property)) and name[0] != "_"


def is_protocol(kind: type) -> bool:
    """Whether the class is a protocol."""
    return bool(getattr(kind, "_is_protocol", False))


def test_package_knows_whether_it_is_compiled() -> None:
    """A compiled method is not a Python function."""
    assert stablelist.__compiled__ is not inspect.isfunction(stablelist.StableList.add)


def test_docstring_of_the_package_names_every_module() -> None:
    """This is the first text that a reader sees."""
    assert [name for name in MODULES if f"`{name}`" not in (stablelist.__doc__ or "")] == []


def test_import_needs_only_the_standard_library() -> None:
    """In an interpreter without site-packages, nothing but the standard library is imported."""
    code = "import stablelist; print(*{name.partition('.')[0] for name in sys.modules})"
    imported = set(run(FOLDER.parent, code).split())
    assert "stablelist" in imported
    assert imported - sys.stdlib_module_names <= {"stablelist", "__main__"}


@pytest.mark.interpreted
def test_copy_under_another_name_works(tmp_path: Path) -> None:
    """The copy does not use the original, so defects can be planted in it."""
    compiled = shutil.ignore_patterns("*.so", "*.pyd")
    shutil.copytree(FOLDER, tmp_path / "defective", ignore=compiled)
    code = (
        "from defective import StableList; pool = StableList(); pool.add(1); pool.check(); "
        "print(len(pool), 'stablelist' in sys.modules)"
    )
    assert run(tmp_path, code) == "1 False"


def test_package_is_marked_as_typed() -> None:
    """Otherwise type checkers would ignore the annotations of an installed package."""
    assert (FOLDER / "py.typed").exists()
