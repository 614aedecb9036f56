"""Which build this is, and how a native class replaces its twin."""

import inspect
import os
import runpy
import sys
from importlib.machinery import ModuleSpec
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import stablelist
from stablelist import StableList, command, compiled
from stablelist.pool import Pool
from stablelist_build import compilation
from suite.captured import captured


class Extension(ModuleType):
    """The functions of the extension, written in Python."""

    def __init__(self) -> None:
        super().__init__("stablelist._native")
        self.documented: dict[str, dict[str, str]] = {}
        self.adopted: list[type] = []
        self.Twin = type("Twin", (), {})

    def document(self, kind: type, docs: dict[str, str]) -> None:
        """Record the docstrings."""
        self.documented[kind.__name__] = docs

    def adopt(self, kind: type) -> None:
        """Record the class."""
        self.adopted.append(kind)

    def standardise(self, kind: type, parameters: object) -> None:
        """Record both."""
        self.standard = kind, parameters


class Twin:
    """A class that has a native version."""

    size = 3

    def grow(self) -> None:
        """Increase the width."""

    def _hidden(self) -> None: ...

    @property
    def width(self) -> int:
        """The width."""
        return 0


def test_native_class_takes_the_place_of_its_twin(monkeypatch: pytest.MonkeyPatch) -> None:
    """The docstrings of its methods and properties are those of the Python class."""
    extension = Extension()
    monkeypatch.setattr(compiled, "EXTENSION", extension)
    assert compiled.native(Twin) is extension.Twin
    assert extension.documented["Twin"] == {
        "__doc__": "A class that has a native version.",
        "grow": "Increase the width.",
        "width": "The width.",
    }
    assert compiled.with_own_methods(Twin) is Twin
    assert extension.adopted == [Twin]
    compiled.standardise(Twin, 3)
    assert extension.standard == (Twin, 3)


def test_without_an_extension_the_twin_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiled, "EXTENSION", None)
    assert compiled.native(Twin) is Twin
    assert compiled.with_own_methods(Twin) is Twin


def test_extension_is_used_if_it_is_there_and_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment variable turns it off."""
    extension = Extension()
    monkeypatch.delenv("STABLELIST_INTERPRETED", raising=False)
    monkeypatch.setitem(sys.modules, "stablelist._native", extension)
    monkeypatch.setattr(stablelist, "_native", extension, raising=False)
    assert compiled._extension() is extension
    monkeypatch.setenv("STABLELIST_INTERPRETED", "1")
    assert compiled._extension() is None
    monkeypatch.delenv("STABLELIST_INTERPRETED")
    absent: Any = None
    monkeypatch.setitem(sys.modules, "stablelist._native", absent)
    monkeypatch.delattr(stablelist, "_native")
    assert compiled._extension() is None


class Broken:
    """A finder of an extension that cannot be loaded."""

    def find_spec(self, name: str, *_: object) -> ModuleSpec | None:
        """This finder is called first."""
        if name == "stablelist._native":
            raise ImportError("invalid ELF header", name=name)
        return None


def test_broken_extension_is_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """There is a warning, because users expect the speed of the native build."""
    monkeypatch.delenv("STABLELIST_INTERPRETED", raising=False)
    monkeypatch.delitem(sys.modules, "stablelist._native", raising=False)
    monkeypatch.delattr(stablelist, "_native", raising=False)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.warns(
        RuntimeWarning, match=r"cannot be loaded \(invalid ELF header\), so the inter"
    ):
        assert compiled._extension() is None


def test_variable_makes_any_build_interpreted() -> None:
    """This is tested in another process."""
    code = "import stablelist; print(stablelist.__compiled__)"
    environment = {**os.environ, "STABLELIST_INTERPRETED": "1"}
    printed = captured([sys.executable, "-c", code], env=environment, check=True)
    assert printed.stdout == "False\n"


def test_command_says_which_build_this_is(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`python -m stablelist`, in one line."""
    monkeypatch.setattr(sys, "argv", ["stablelist"])
    runpy.run_module("stablelist", run_name="__main__")
    line = capsys.readouterr().out
    build = "native" if stablelist.__compiled__ else "interpreted"
    assert line.startswith("stablelist 0.")
    assert f", {build} build, CPython 3." in line

    def absent(name: str) -> str:
        raise PackageNotFoundError(name)

    assert line.split(" ")[1] == f"{stablelist.__version__},"
    from stablelist import __main__ as main

    monkeypatch.setattr("importlib.metadata.version", absent)
    main.main([])
    assert capsys.readouterr().out.startswith("stablelist unknown, ")


def test_command_without_the_kit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it says then, an installation without the kit is asked."""
    monkeypatch.setattr(command, "KIT", "stablelist_nowhere")
    assert command.main() == 2


def test_command_is_that_of_the_kit(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["stablelist", "--version"])
    with pytest.raises(SystemExit) as ended:
        raise SystemExit(command.main())
    assert ended.value.code == 0
    assert "0." in capsys.readouterr().out


def test_package_has_no_other_attributes() -> None:
    """Only the version is looked up when somebody asks for it."""
    with pytest.raises(AttributeError, match="module 'stablelist' has no attribute 'nothing'"):
        stablelist.nothing  # type: ignore[attr-defined] # noqa: B018


def test_free_threaded_python_is_refused_by_the_extension(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would have no lock; the wheel is then of Python alone."""
    monkeypatch.setattr(compilation, "get_config_var", lambda name: name == "Py_GIL_DISABLED")
    with pytest.raises(OSError, match="needs the global interpreter lock"):
        compilation.compile_into(tmp_path)


@pytest.mark.parametrize(
    ("argument", "status", "out", "err"),
    [("--help", 0, "usage: python -m stablelist", ""), ("-x", 2, "", "unrecognized arguments: -x")],
)
def test_command_takes_no_arguments(argument: str, status: int, out: str, err: str) -> None:
    """It has a help, and an unknown argument is an error of usage, as in any command."""
    command = [sys.executable, "-m", "stablelist", argument]
    ended = captured(command)
    assert ended.returncode == status
    assert ended.stdout.startswith(out)
    assert err in ended.stderr
    assert bool(ended.stdout) is not bool(ended.stderr)


@pytest.mark.parametrize(
    "name", ["add", "at", "get", "remove", "replace", "items", "keys", "values"]
)
def test_fast_methods_are_documented_in_both_builds(name: str) -> None:
    """They have a signature as well. In the native build they are attributes of each list, which makes them faster."""
    method = getattr(StableList, name)
    assert ">>>" in (method.__doc__ or "")
    assert next(iter(inspect.signature(method).parameters)) == "self"
    assert (name in vars(StableList)) is stablelist.__compiled__
    assert issubclass(StableList, Pool)
