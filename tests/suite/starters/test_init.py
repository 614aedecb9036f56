"""``stablelist init``: a starter, and an adapter with blanks, in a new folder."""

import re
import shlex
import shutil
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from stablelist_conformance.cli.main import main
from stablelist_conformance.cli.starter import Starter, chosen, family_table, starters
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.systems import system_named
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS
from suite.captured import captured

LANGUAGES = sorted(starters())
OWN = ("suite.toy.ring:RING", "suite.toy.allocator:BUMP")
COMPILERS = {
    "c": "cc",
    "cpp": "c++",
    "rust": "cargo",
    "go": "go",
    "java": "javac",
    "javascript": "node",
    "ruby": "ruby",
    "php": "php",
    "kotlin": "kotlinc",
}
"""The program that builds or starts a port of each language; Python runs anyway."""
needs_compiler = {
    language: pytest.mark.skipif(
        shutil.which(COMPILERS.get(language, "")) is None and language in COMPILERS,
        reason=f"needs {COMPILERS.get(language)}",
    )
    for language in LANGUAGES
}
PORTS = [
    pytest.param(
        language,
        marks=[needs_compiler[language], *[pytest.mark.slow] * (starter.beside is not None)],
    )
    for language, starter in sorted(starters().items())
]
"""The starter that two languages share is asked every day in one of them."""


def written(language: str, folder: Path, system: str) -> Starter:
    """A new port."""
    assert main(["init", language, str(folder), "--system", system]) == 0
    return starters()[language]


def built(starter: Starter, folder: Path) -> list[str]:
    """Build a port; returns the command that starts it."""
    if starter.build is not None:
        done = captured(starter.build, shell=True, cwd=folder)
        assert done.returncode == 0, done.stdout + done.stderr
    command = shlex.split(starter.start)
    return [sys.executable, *command[1:]] if command[0] == "python" else command


def read(file: Path) -> str:
    """A text."""
    return file.read_text(encoding="utf-8")


def test_what_an_installer_compiled_is_no_part_of_a_starter(tmp_path: Path) -> None:
    """An installation compiles the starter in Python beside its source."""
    (tmp_path / "__pycache__").mkdir()
    (tmp_path / "__pycache__" / "starter.cpython-311.pyc").write_bytes(b"\xa7")
    (tmp_path / "starter.py").write_text("")
    python = starters()["python"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("stablelist_conformance.cli.starter.STARTERS", tmp_path.parent)
        moved = replace(python, language=tmp_path.name)
        assert [*moved.files(POOL)] == [Path("starter.py")]


@pytest.mark.parametrize("name", [*SYSTEMS, *OWN])
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_left_of_the_form(
    language: str, name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """There are no marks and no names to be filled in; operations that the system does not have are left out."""
    system, folder = system_named(name), tmp_path / "my-port"
    starter = written(language, folder, name)
    files = [path.relative_to(folder) for path in folder.rglob("*") if path.is_file()]
    assert sorted(files) == sorted(starter.files(system.family))
    adapter = read(folder / starter.adapter)
    assert "BLANK" in adapter
    assert re.search(rf"my-port.*{system.name}", adapter, re.DOTALL)
    for file in set(map(str, files)) - set(starter.copied):
        text = read(folder / file)
        assert not re.search(r"@@|@\w+@", text), file
    words = adapter.lower().replace("_", "")
    for operation in ("traverse", "insert_with"):
        assert (operation.replace("_", "") in words) == (operation in system.operations)
    assert (f" --system {name}" in capsys.readouterr().out) or ":" not in name
    tables = "".join(read(folder / file) for file in files if file.stem.lower() == "table")
    for each in family_table(system) if system.family is not POOL else ():
        assert len(re.findall(rf"(?<!\w){re.escape(each.row)}", tables)) == 1
        assert len(re.findall(rf"(?<!\w){each.operation}[^\w\n].*{each.sentence}", adapter)) == 1


TABLES = Path(__file__).parents[2] / "ports/tables"
"""The tables that ports for the same system share, by system."""


@pytest.mark.parametrize("shared", [*TABLES.glob("*/*")], ids=lambda path: str(path.parts[-2:]))
def test_tables_of_ports_are_those_that_are_written(
    shared: Path, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    """With ``--update`` they are written anew."""
    languages = [each for each, one in starters().items() if one.adapter.endswith(shared.suffix)]
    language = (languages or ["cpp"])[0]
    written(language, tmp_path / "port", shared.parent.name)
    [table] = (tmp_path / "port").rglob(shared.name)
    if request.config.getoption("update"):
        shared.write_text(read(table), encoding="utf-8")
    assert read(shared) == read(table)


KEYS = {
    "c": "port_key_of(o, 0)",
    "cpp": "o.key(0)",
    "go": "o.Key(0)",
    "java": "o.key(0)",
    "rust": "o.key(0)",
}
"""How a function asks for a key, in the languages in which keys are no arguments."""


@pytest.mark.parametrize("language", KEYS)
def test_form_tells_only_what_its_family_has(language: str, tmp_path: Path) -> None:
    """Keys where some are issued, choices where there are some; operands as a function asks for them."""
    told = {}
    for name in ("heap", "map", "stable-graph"):
        starter = written(language, tmp_path / name, name)
        told[name] = read(tmp_path / name / starter.adapter)
    assert [name for name, text in told.items() if KEYS[language] in text] == ["stable-graph"]
    assert [name for name, text in told.items() if "element = o" in text] == ["stable-graph"]
    number = re.escape(starters()[language].asked["number"])
    first, second = (number.replace(r"\{\}", place) for place in "01")
    assert re.search(rf"; key = {first}, priority = {second}\n", told["heap"])
    types = r"\bKey =|using key\b|Key\s+= int"
    assert not re.search(types, told["heap"] + told["map"])
    assert re.search(r" container, which has no choices\.", told["heap"])
    assert " container; the choices are texts: capacity, order, full." in told["map"]
    assert ("port_answer_both(o, one, other)" in told["heap"]) == (language == "c")


def test_table_says_what_a_starter_needs_to_know() -> None:
    """Operands, the answer, and the answer where a key finds nothing; a star marks what is essential."""
    rows = [
        each.row for name in (*OWN, "stable-graph") for each in family_table(system_named(name))
    ]
    assert rows[:14] == [
        *("push number word > done -", "pop > value -", "nth number > value -"),
        *("each > sequence -", "values > value -", "is_empty > truth -", "layout > shown -"),
        *("alloc number number > key -", "offset key > value none", "used > value -"),
        *("reset > done -", "add_node* > key -"),
        *("add_edge* key key > key !missing", "node key > value none"),
    ]
    assert "outgoing key > sequence []" in rows
    second = {"copy > clone -", "swap_containers > exchange - both", "equal > truth - both"}
    assert second < {each.row for each in family_table(system_named("graph"))}


def test_operands_may_be_called_like_keywords(tmp_path: Path) -> None:
    """When the marks of comments are removed, the adapter in Python is still Python: ``from`` is ``from_`` there."""
    written("python", tmp_path / "my-port", "suite.toy.ring:RING")
    text = (tmp_path / "my-port/port.py").read_text(encoding="utf-8")
    functions = re.sub(r'^( +)# (".*": lambda)', r"\1\2", text, flags=re.MULTILINE)
    assert "from_" in functions
    compile(functions, "port.py", "exec")


@pytest.mark.parametrize("language", PORTS)
def test_blanks_say_what_is_missing(language: str, tmp_path: Path) -> None:
    """A port that was not filled in builds, answers the handshake, and names its first blank."""
    starter = written(language, tmp_path / "begun", "slotmap")
    ran = captured(
        built(starter, tmp_path / "begun"),
        input="hello 6\ncontract : add\n",
        cwd=tmp_path / "begun",
        timeout=60,
    )
    greeting, answer = ran.stdout.splitlines()
    assert greeting.startswith("port protocol=6 ")
    assert "name=begun" in greeting
    assert "system=slotmap" in greeting
    assert answer == "!other"
    assert "fill in the blank" in ran.stderr
    assert ran.returncode == 0


# --- Bad input ------------------------------------------------------------------------------------


def test_folder_with_other_files_will_do(tmp_path: Path) -> None:
    """They stay as they are; its own files are not replaced. The language may also be written in capitals."""
    mine = tmp_path / "container.py"
    mine.write_text("mine", encoding="utf-8")
    assert main(["init", "Python", str(tmp_path)]) == 0
    assert (tmp_path / "starter.py").is_file()
    (tmp_path / "port.py").write_text("filled in", encoding="utf-8")
    (tmp_path / "starter.py").unlink()
    assert main(["init", "Python", str(tmp_path)]) == 2
    assert (mine.read_text("utf-8"), (tmp_path / "port.py").read_text("utf-8")) == (
        "mine",
        "filled in",
    )
    assert not (tmp_path / "starter.py").exists()


# --- The form -------------------------------------------------------------------------------------


def test_lines_for_other_systems_are_left_out() -> None:
    """A mark ends the lines that the mark before it began."""
    form = [
        *("a\n", "  // @@ at_mut put\n", "b\n", "# @@ pool\n", "c\n", "  # @@\n"),
        *("d @@ at\n", "e\n"),
    ]
    assert list(chosen(form, frozenset({"put"}))) == ["a\n", "b\n", "d @@ at\n", "e\n"]
    assert list(chosen(form, frozenset({"pool"}))) == ["a\n", "c\n", "d @@ at\n", "e\n"]


SMALLEST = """
import starter

def insert(container, element):
    key = object()
    container[key] = element
    return key

starter.Port(
    {"name": "smallest", "version": "1", "system": "slotmap", "id_bits": 0},
    open=lambda parameters: {},
    add=insert,
    remove=lambda container, key: container.pop(key, None),
).serve()
"""


def test_port_may_have_nothing_but_insertion_and_removal(tmp_path: Path) -> None:
    """There is nothing to look up then, but the port is still verified."""
    written("python", tmp_path / "smallest", "slotmap")
    (tmp_path / "smallest/port.py").write_text(SMALLEST, encoding="utf-8")
    port = shlex.join([sys.executable, str(tmp_path / "smallest/port.py")])
    options = Options(operations=20_000, jobs=1, turns=1 << 13)
    assert verify(port, options).outcome is Outcome.VERIFIED


SMALLEST_IN_C = """
#define STABLELIST_STARTER_IMPLEMENTATION
#include "starter.h"

static int container;

static void *open_it(const port_parameters *parameters) { (void)parameters; return &container; }
static void close_it(void *opened) { (void)opened; }
static port_status add(void *opened, int64_t element, port_key *key)
{
    (void)opened, (void)element, (void)key;
    return PORT_OK;
}
static port_status no(void *opened, port_key key, int64_t *element)
{
    (void)opened, (void)key, (void)element;
    return PORT_NONE;
}
static const port_table port = {
    .fields = "name=smallest version=1 system=slotmap id_bits=32",
    .open = open_it, .close = close_it, .add = add, .remove = no, .at = no,
};
int main(void) { return port_serve(&port, stdin, stdout); }
"""


@pytest.mark.skipif(shutil.which("make") is None, reason="make not found")
def test_key_near_another_is_not_found_in_c_without_its_parts(tmp_path: Path) -> None:
    """The port lives on, though it cannot take a key apart."""
    starter = written("c", tmp_path / "smallest", "slotmap")
    (tmp_path / "smallest/port.c").write_text(SMALLEST_IN_C, encoding="utf-8")
    command = built(starter, tmp_path / "smallest")
    program = "contract : add at:0~0.1 at:#0.0\n"
    done = captured(command, cwd=tmp_path / "smallest", input=program)
    assert (done.stdout, done.returncode) == ("ok none none\n", 0), done.stderr
