"""Serving: the reference speaks the port protocol, to a judge and to a person."""

import io
import os
import subprocess
import sys
from pathlib import Path

import pytest

from stablelist_conformance.python.answerers import ContainerAnswerer, ModelAnswerer
from stablelist_conformance.python.serve import bundled, load_factory, python_answerer, serve
from stablelist_conformance.python.way import way
from stablelist_conformance.wire.protocol import parse_program


def conversation(text: str, *, model: bool = True) -> tuple[list[str], str]:
    """The answers, and the messages for a person."""
    answerer = ModelAnswerer() if model else ContainerAnswerer(bundled, name="stablelist")
    out, told = io.StringIO(), io.StringIO()
    serve(answerer, io.StringIO(text), out, told)
    return out.getvalue().splitlines(), told.getvalue()


@pytest.mark.parametrize("model", [True, False])
def test_empty_lines_are_ignored(*, model: bool) -> None:
    """Duty 10; the other lines are answered in order."""
    said, told = conversation("\n\nhello 5\n  \nlayout id_bits=2 : add len\n\n", model=model)
    assert said[1:] == ["0.0 1"]
    assert told == ""


def test_line_that_is_no_program_is_explained_and_answered() -> None:
    """A user who types sees the reason; the conversation continues."""
    said, told = conversation("nonsense\ncontract : fly\ncontract : add\n")
    assert said == ["!other", "!other", "ok"]
    assert "'nonsense' is not a program" in told
    assert "'fly' is no operation" in told


@pytest.mark.parametrize("model", [True, False])
def test_key_without_a_packed_form_is_no_traceback(*, model: bool) -> None:
    """No judge asks for it where a width is unbounded, but a person may."""
    said, _ = conversation(
        "contract truncate=never id_bits=2 index_bits=0 : add repack:0 len\nhello 5\n", model=model
    )
    assert said[0].split() in (["ok", "!other", "1"], ["ok", "none", "1"])
    assert len(said) == 2


@pytest.mark.parametrize("model", [True, False])
@pytest.mark.parametrize("widths", ["index_bits=99", "id_bits=99", "id_bits=65 index_bits=0"])
def test_width_beyond_the_handshake_is_refused(widths: str, *, model: bool) -> None:
    """Every operation is refused, as the page demands; the next program is answered."""
    right = "layout capacity=4 : add len"
    said, told = conversation(f"layout {widths} : add len\n{right}\n", model=model)
    assert (said, told) == (["!other !other", "0.0 1"], "")


def test_factory_is_loaded_by_name() -> None:
    """The name is that of the command line."""
    assert load_factory("stablelist_conformance.python.serve:bundled") is bundled
    served = python_answerer("stablelist:StableList")
    assert (served.handshake.name, served.handshake.system_name) == (
        "python:stablelist:StableList", "stablelist",
    )  # fmt: skip


def test_current_folder_is_looked_in_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Python does the same, so a user's own module is found."""
    (tmp_path / "my_own_pool.py").write_text("class Pool: pass\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    assert load_factory("my_own_pool:Pool").__name__ == "Pool"


class Pile:
    """A stack, in two ways, whose places are those of a list."""

    def __init__(self, capacity: int) -> None:
        assert capacity == 0
        self.items: list[int] = []

    def push(self, value: int) -> None:
        """The second way is wrong, to be seen."""
        self.items.append(value * way())

    def get(self, place: int) -> int:
        """Raises what a list raises."""
        return self.items[place]


def test_python_class_declares_what_its_handshake_has(capsys: pytest.CaptureFixture[str]) -> None:
    """The fields of any port; what it answers by !other is told as a starter tells it, from its own lines on."""
    served = python_answerer(
        f"{__name__}:Pile", "system=sequence", "capacity=grows", "ways=push:2", "without=len"
    )
    assert served.handshake.options == (("capacity", (0,)),)
    level, program = parse_program(
        "contract : push:3 push@2:3 push:3 get:0 get:1 get:9", "sequence"
    )
    assert served.answer(program, level) == ["ok", "ok", "ok", "3", "6", "!other"]
    first, where, *_, last = capsys.readouterr().err.splitlines()
    assert (first, last) == (
        "answered !other: Traceback (most recent call last):",
        "IndexError: list index out of range",
    )
    assert __file__ in where


# --- Standard output is only for answers ----------------------------------------------------------

NOISY = """
import os, sys
print("imported")

class Pool(dict):
    def add(self, element):
        print("adding", element)
        os.write(1, b"deeper\\n")
        self[element] = element
        return element
    remove = dict.pop
"""


@pytest.fixture
def noisy(tmp_path: Path) -> Path:
    """The folder of a container that prints."""
    (tmp_path / "noisy.py").write_text(NOISY, encoding="utf-8")
    return tmp_path


def answered(folder: Path, *arguments: str, said: bytes) -> subprocess.CompletedProcess[bytes]:
    """What a Python port answers in an ASCII locale."""
    locale = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONUNBUFFERED": "", "PYTHONIOENCODING": "ascii"}
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        input=said,
        capture_output=True,
        cwd=folder,
        env=os.environ | locale,
    )


@pytest.mark.parametrize(
    ("served", "deeper"),
    [
        (("stablelist_conformance.python.serve", "noisy:Pool", "system=slab"), True),
        (("stablelist_conformance", "serve", "python:noisy:Pool", "--system", "slab"), False),
    ],
)
def test_what_a_container_prints_is_not_an_answer(
    noisy: Path, served: tuple[str, ...], *, deeper: bool
) -> None:
    """It goes to standard error, which a refutation shows; as a port, also what code in C prints."""
    done = answered(noisy, *served, said=b"contract : add\n")
    lines = [line for line in done.stdout.splitlines() if line != b"deeper" or deeper]
    assert (done.returncode, lines) == (0, [b"ok"])
    printed = [b"imported", b"adding 0", b"deeper"][: 2 + deeper]
    assert done.stderr.splitlines()[: len(printed)] == printed


def test_line_in_other_letters_is_not_a_program(tmp_path: Path) -> None:
    module = ("stablelist_conformance", "serve", "--model")
    done = answered(tmp_path, *module, said=b"\xc3\xa4 : add\ncontract : add\n")
    assert (done.returncode, done.stdout.splitlines()) == (0, [b"!other", b"ok"])
    assert rb"\\xc3\\xa4 : add" in done.stderr
