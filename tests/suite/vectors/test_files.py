"""The files are the same on every machine, are refused if they were changed, and can be run on a port."""

import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from shutil import copytree

import pytest

from stablelist_conformance.cli.main import main
from stablelist_conformance.vectors.manifest import (
    MANIFEST,
    VERSION,
    hashed,
    newest,
    read_manifest,
    written,
)
from stablelist_conformance.vectors.running import AHEAD, answers, program_id, run
from stablelist_conformance.wire.errors import UsageError
from suite.kit.ports import command, model
from suite.vectors.test_committed import FOLDER
from vector_files.__main__ import main as writing

WRONG = """
import sys
for line in sys.stdin:
    level, *words = line.split()
    if level == "hello":
        print("port protocol=5 name=members version=1 system=sparse-set level=contract", flush=True)
        continue
    live, said = {}, []
    for word in words[2:]:
        name, _, number = word.partition(":")
        was = number in live
        if name in ("insert", "remove", "contains"):
            said.append("yes" if was is (name != "insert") else "no")
            live.pop(number, None) if name == "remove" else None
            live.setdefault(number) if name == "insert" else None
        elif name == "len":
            said.append(str(len(live)))
        elif name == "is_empty":
            said.append("no" if live else "yes")
        elif name == "clear":
            live.clear()
            said.append("ok")
        elif name == "each":
            said.append("[" + ",".join(sorted(live, key=int)) + "]")
    print(" ".join(said), flush=True)
"""
"""A set without a universe: numbers beyond it become members."""
UNIVERSE = "    universe = int(words[0].partition('=')[2])"
BEYOND = "        if name == 'insert' and int(number) >= universe: said.append('!beyond')"
"""What it lacks."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The vectors of sparse sets, as they are in the repository."""
    folder = tmp_path_factory.mktemp("vectors")
    copytree(FOLDER / "sparse-set", folder / VERSION / "sparse-set")
    entries = [each for each in read_manifest(FOLDER) if each.system == "sparse-set"]
    (folder / VERSION / MANIFEST).write_text(written(entries), encoding="utf-8")
    return folder


@pytest.fixture
def copied(folder: Path, tmp_path: Path) -> Path:
    """A copy of them, in the folder of their version, for tests that damage it."""
    return copytree(folder / VERSION, tmp_path / VERSION)


# --- Writing --------------------------------------------------------------------------------------


def test_vectors_of_the_repository_are_written_and_not_overwritten(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """By the whole command, for a system that is written quickly; an existing version is not changed."""
    wanted = [str(tmp_path), "--system", "handle-map"]
    assert writing(wanted) == 0
    entries = read_manifest(tmp_path / VERSION)
    assert entries == [each for each in read_manifest(FOLDER) if each.system == "handle-map"]
    capsys.readouterr()
    assert writing(wanted) == 2
    there = f"{str(tmp_path / VERSION)!r} is there already; remove it first"
    assert capsys.readouterr().err == f"stablelist: {there}, or name another folder\n"


# --- Reading --------------------------------------------------------------------------------------


def edited(copied: Path) -> Path:
    """One byte is enough."""
    file = copied / f"{read_manifest(copied)[0].path}.out"
    file.write_bytes(file.read_bytes().replace(b"yes", b"no", 1))
    return copied


def missing(copied: Path) -> Path:
    """The manifest names it."""
    (copied / f"{read_manifest(copied)[0].path}.in").unlink()
    return copied


def with_manifest(copied: Path, change: Callable[[str], str]) -> Path:
    """With another manifest."""
    file = copied / MANIFEST
    file.write_text(change(file.read_text(encoding="utf-8")), encoding="utf-8")
    return copied


@pytest.mark.parametrize(
    ("damage", "told"),
    [
        (edited, r"\.out was edited: its SHA-256 is .*…, where the manifest says .*…; write"),
        (missing, r"the manifest names .*\.in, which cannot be read \(No such file"),
        (lambda c: with_manifest(c, lambda _: "path\tin\n"), "does not begin with path in out programs"),
        (lambda c: with_manifest(c, lambda t: f"{t}sparse-set/contract\n"), "has a line that is none: 'sparse"),
        (lambda c: c.rename(c.with_name("5.1")), "the vectors in .*5.1 are of format 5, and this kit reads up to 4"),
        (lambda c: c.rename(c.with_name("latest")), "'latest' is no version of vectors; name a folder"),
    ],
    ids=["edited", "missing", "first line", "another line", "newer", "no version"],
)  # fmt: skip
def test_damaged_vectors_are_refused(
    copied: Path, damage: Callable[[Path], Path], told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        read_manifest(damage(copied))


@pytest.mark.parametrize(
    ("suffixes", "cut"),
    [
        ((".in", ".out"), lambda _: b""),
        ((".out",), lambda text: text[text.index(b"\n") + 1 :]),
        ((".out",), lambda text: text[text.index(b" ") + 1 :]),
    ],
    ids=["nothing", "an answer less", "a word less"],
)
def test_counts_of_the_manifest_are_checked(
    copied: Path, suffixes: tuple[str, ...], cut: Callable[[bytes], bytes]
) -> None:
    """Two empty files with the right hashes are not a thousand operations."""
    table = copied / MANIFEST
    text, first = table.read_text(encoding="utf-8"), read_manifest(copied)[0]
    for suffix in suffixes:
        file = copied / f"{first.path}{suffix}"
        whole = file.read_bytes()
        file.write_bytes(cut(whole))
        text = text.replace(hashed(whole), hashed(cut(whole)))
    table.write_text(text, encoding="utf-8")
    told = f"manifest says {first.programs:,} programs and {first.operations:,} operations"
    with pytest.raises(UsageError, match=told):
        read_manifest(copied)


def test_newest_version_is_taken(copied: Path, tmp_path: Path) -> None:
    """If the given folder is itself a version, it is used."""
    (tmp_path / "4.0").mkdir()
    (tmp_path / "4.0" / MANIFEST).touch()
    (tmp_path / "4.x").mkdir()
    (tmp_path / "4.x" / MANIFEST).touch()
    assert newest(tmp_path) == copied
    assert newest(copied) == copied
    with pytest.raises(UsageError, match="there are no vectors in "):
        newest(tmp_path / "4.x" / "none")


# --- Running --------------------------------------------------------------------------------------


def test_cmp_compares_answers_with_files(folder: Path) -> None:
    """The port reads a file, and its output is compared with the other file."""
    for entry in read_manifest(folder / VERSION)[:3]:
        path = folder / VERSION / entry.path
        with path.with_suffix(".in").open() as asked:
            port = subprocess.Popen(
                shlex.split(model("sparse-set")), stdin=asked, stdout=subprocess.PIPE
            )
        with port:
            assert subprocess.run(["cmp", "-", f"{path}.out"], stdin=port.stdout).returncode == 0


def test_wrong_answers_are_told(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message has the program, its id, and the operation."""
    wrong = command(WRONG)
    assert main(["vectors", "run", wrong, "--vectors", str(folder)]) == 1
    told = capsys.readouterr().out
    assert "expected !beyond, answered yes" in told
    version = folder / VERSION
    failures = run(version, read_manifest(version), wrong).failures
    assert failures
    assert all(program_id(failure.line) == failure.id for failure in failures)
    assert f"wrong       {failures[0].id} in {failures[0].path}.in\n" in told


def test_answers_do_not_steer_the_terminal(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Escapes are written out."""
    port = command(WRONG.replace('append("ok")', r'append("\x1b[2J\r")'))
    assert main(["vectors", "run", port, "--vectors", str(folder)]) == 1
    told = capsys.readouterr().out
    assert r"answered \x1b[2J\r" in told
    assert all(line.isprintable() for line in told.split("\n"))


def test_expected_failures_have_to_fail(
    folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It is an error if an expected failure does not occur."""
    version, wrong = folder / VERSION, command(WRONG)
    failures = run(version, read_manifest(version), wrong).failures
    known = tmp_path / "known.txt"
    known.write_text("".join(f"{failure.id} # it has no universe\n" for failure in failures))
    asked = ["vectors", "run", wrong, "--vectors", str(folder), "--expected-failures", str(known)]
    assert main(asked) == 0
    ids = run(version, read_manifest(version), wrong).ids
    right = min(ids - {failure.id for failure in failures})
    known.write_text(f"{known.read_text()}\n# and two more\n0123456789ab\n{right}\n")
    assert main(asked) == 3
    told = capsys.readouterr().out
    assert f"passes      {right}, which was expected to fail; take it out of the list\n" in told
    where = "which is in no file that this port takes"
    assert f"unknown     0123456789ab, {where}; take it out of the list\n" in told
    known.write_text("not an id\n")
    assert main(asked) == 2
    assert "'not an id' is no id of a program; write the 12 digits" in capsys.readouterr().err
    known.unlink()
    assert main(asked) == 2


COUNTING = """
import sys
for count, line in enumerate(sys.stdin):
    greeted = line.startswith("hello ")
    print("port protocol=5 name=counting version=1 system=sparse-set level=contract" if greeted else count, flush=True)
"""
"""A port that answers every program with the number of programs so far."""


def test_programs_of_a_file_share_a_process() -> None:
    """It does not matter how many are sent ahead; so defects that need many programs in one process are found."""
    expected = [("contract : len", str(count)) for count in range(1, 2 * AHEAD + 2)]
    assert [answered for _, _, answered in answers(command(COUNTING), expected, 10.0)] == [
        count for _, count in expected
    ]


def test_port_that_dies_is_started_again(folder: Path) -> None:
    """The programs after the one at which it ended are run."""
    dying = WRONG.replace("was =", 'name == "is_empty" and sys.exit(1)\n        was =')
    version = folder / VERSION
    result = run(version, read_manifest(version), command(dying))
    assert any(failure.detail.startswith("(died: ") for failure in result.failures)
    assert len(result.failures) < result.programs


def test_port_is_asked_nothing_in_configurations_that_it_does_not_declare(folder: Path) -> None:
    """It refuses them; of a file, the other programs are run."""
    refusing = (
        WRONG.replace("protocol=5", "protocol=6 without=mark,undo,retain,intersect")
        .replace("level=contract", "level=contract universe=2,3")
        .replace("    live, said", f"{UNIVERSE}\n    if universe > 3: sys.exit(3)\n    live, said")
        .replace("        if name in", f"{BEYOND}\n        elif name in")
    )
    entries = read_manifest(folder / VERSION)
    result = run(folder / VERSION, entries, command(refusing))
    assert (result.failures, result.left) == ([], len(entries) - len(result.files))
    assert 0 < result.programs < sum(entry.programs for entry in entries)
    assert result.programs == len(result.ids)


def test_port_that_can_take_nothing_is_the_users_business(folder: Path) -> None:
    """It belongs to another system."""
    version = folder / VERSION
    with pytest.raises(UsageError, match="can take none of the vectors"):
        run(version, read_manifest(version), model())
