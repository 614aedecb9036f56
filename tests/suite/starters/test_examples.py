"""The ports in tests/starters, two for each language: all answer alike, and handle a judge that misbehaves."""

import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.cli.starter import starters
from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.running.manifest import ListedPort, read_manifest
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from suite.captured import captured

TOP: Final = Path(__file__).parents[3]
EXAMPLES: Final = read_manifest(TOP / "tests/starters/ports.toml")
EVERY: Final = read_manifest(TOP / "tests/starters/every.toml")
TABLE: Final = Path(__file__).with_name("every.tsv").read_text(encoding="utf-8")
ASKED: Final = [(*row.split("\t"), "")[:4] for row in TABLE.splitlines()]
"""The port of `EVERY`, a line, the answer, and the languages, if not all answer so."""
LONGEST: Final = 262_144
"""The longest line of a program, in bytes."""


def of_each(listed: Sequence[ListedPort]) -> list[Any]:
    """One worker at a time: what another test of a port builds anew, this one may be running."""
    return [
        pytest.param(each, id=each.name, marks=pytest.mark.xdist_group(each.name))
        for each in listed
    ]


@pytest.fixture(params=of_each(EXAMPLES))
def example(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command that starts an example, which is built."""
    return built(request.param, monkeypatch)


def built(listed: ListedPort, monkeypatch: pytest.MonkeyPatch) -> str:
    """The command that starts a port."""
    if missing := listed.missing():
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    listed.prepare()
    return listed.start.replace("python ", f"{shlex.quote(sys.executable)} ", 1)


def conversation(command: str, lines: str) -> subprocess.CompletedProcess[str]:
    """What a port answers to lines."""
    return captured(shlex.split(command), input=lines, timeout=120)


def test_there_is_one_for_each_language() -> None:
    folders = {path.name for path in (TOP / "tests/starters").iterdir() if path.is_dir()}
    assert folders == set(starters())
    assert len(EXAMPLES) == len(folders)
    assert len(EVERY) == len([each for each in starters().values() if each.beside is None])


@pytest.mark.parametrize("listed", of_each(EVERY))
def test_every_operation_is_answered_alike(
    listed: ListedPort, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever else a container does, the starters say it in the same words; only a handshake has any order."""
    command, language = built(listed, monkeypatch), listed.name.rpartition(" ")[2]
    rows = [row[:3] for row in ASKED if language in (row[3] or language).split()]
    for port in dict.fromkeys(port for port, *_ in rows):
        lines = [line for name, line, _ in rows if name == port]
        answered = conversation(f"{command} {port}", "".join(f"{line}\n" for line in lines))
        found = zip(lines, answered.stdout.splitlines(), strict=True)
        right = [(line, answer) for name, line, answer in rows if name == port]
        assert [*map(ordered, found)] == [*map(ordered, right)], answered.stderr


def ordered(asked: tuple[str, str]) -> tuple[str, list[str]]:
    """A line and its answer; that of a handshake in alphabetical order."""
    line, answer = asked
    return line, sorted(re.split("[ ,]", answer)) if line.startswith("hello") else [answer]


def test_example_is_verified(example: str) -> None:
    """Every reachable label is covered."""
    verdict = verify(example, Options(seed=7, operations=30_000, batch=30_000, jobs=1))
    assert verdict.outcome is Outcome.VERIFIED, verdict.counterexample
    assert verdict.covered == verdict.reachable


WRAPPING: Final = {
    "javascript/slot_map.mjs": ("slot.generation += 1;", "slot.generation = (slot.generation + 1) % 65536;"),
    "python/slot_map.py": (
        "self._generations[key.index] += 1",
        "self._generations[key.index] = (self._generations[key.index] + 1) % 65536",
    ),
    "rust/src/slot_map.rs": ("(key.generation + 1, None)", "((key.generation + 1) % 65536, None)"),
    "c/slot_map.h": (
        "map->slots[index].generation++;",
        "map->slots[index].generation = (map->slots[index].generation + 1) % 65536;",
    ),
    "go/slot_map.go": ("generation: k.generation + 1}", "generation: (k.generation + 1) % 65536}"),
    "cpp/slot_map.hpp": ("{key.generation + 1,", "{(key.generation + 1) % 65536,"),
    "java/src/main/java/SlotMap.java": (
        "slot.generation++;", "slot.generation = (slot.generation + 1) % 65536;"
    ),
    "ruby/slot_map.rb": (
        "@generations[key.index] += 1",
        "@generations[key.index] = (@generations[key.index] + 1) % 65536",
    ),
    "php/slot_map.php": (
        "$this->generations[$key->index] += 1;",
        "$this->generations[$key->index] = ($this->generations[$key->index] + 1) % 65536;",
    ),
    "kotlin/SlotMap.kt": (
        "slot.generation++", "slot.generation = (slot.generation + 1) % 65536"
    ),
}  # fmt: skip
"""In each language, how a generation is advanced, and how it wraps after 16 bits, which no port declares."""


@pytest.mark.slow
@pytest.mark.parametrize(("place", "listed"), [*zip(WRAPPING, EXAMPLES, strict=True)])
def test_ids_that_wrap_undeclared_are_found_in_every_language(
    place: str, listed: ListedPort, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By one word, which uses a slot as often as it has ids; the counterexample has four words."""
    if missing := listed.missing():
        pytest.skip(missing)
    language, before, after = place.partition("/")[0], *WRAPPING[place]
    for part in ("tests/starters", "tests/stablelist_conformance/starters"):
        ignored = shutil.ignore_patterns("target", "__pycache__")
        for name in filter(None, (language, starters()[language].beside)):
            shutil.copytree(TOP / part / name, tmp_path / part / name, ignore=ignored)
    wrong = tmp_path / "tests/starters" / place
    text = wrong.read_text(encoding="utf-8")
    assert text.count(before) == 1
    wrong.write_text(text.replace(before, after), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    listed.prepare()
    start = listed.start.replace("python ", f"{shlex.quote(sys.executable)} ", 1)
    verdict = verify(start, Options(operations=1_000, turns=1 << 17, jobs=1))
    assert verdict.counterexample is not None
    words = verdict.counterexample.program.words
    assert (words[:-1], words[-1]) == (("cycle:1", "cycle:65535", "add"), "at:0")


def test_examples_answer_alike(example: str) -> None:
    """The answers are equal in every language; programs need no `hello` before them."""
    asked = {
        "contract id_bits=0 capacity=2 : add add add remove:0 add at:0 each len is_empty contains:3":
            "ok ok !full 0 ok none [1,3] 2 no yes",
        "contract capacity=0 : add replace:0:7 at:0~0.0 at:0~0.1 at:0~0.-1 at:#-1.0 at:#9.9 remove:0 at:0":
            "ok yes 7 none none none none 7 none",
        "contract capacity=0 : nonsense add nonsense:1:2 len traverse": "!other ok !other 1 !other",
        "nonsense": "!other",
    }  # fmt: skip
    answered = conversation(example, "".join(f"{line}\n" for line in asked))
    assert answered.stdout.splitlines() == list(asked.values())
    assert answered.returncode == 0


def test_lines_are_as_the_page_says(example: str) -> None:
    """Empty and incomplete lines are ignored, as is a carriage return at the end; without input, nothing is written."""
    answered = conversation(example, "\n\r\ncontract : add at:0\r\n\ncontract : add\ncontract : ad")
    assert answered.stdout == "ok 0\nok\n"
    assert (answered.stderr, answered.returncode) == ("", 0)
    assert conversation(example, "").stdout == ""


def test_error_is_told_once(example: str) -> None:
    """It is printed to standard error once, with what was wrong."""
    answered = conversation(example, "contract : oops oops oops\n")
    assert answered.stdout == "!other !other !other\n"
    assert answered.stderr.count("there is no operation oops") == 1


def test_longest_program_is_answered(example: str) -> None:
    """Ten thousand operations, and then a longer line that is no program."""
    words = "add " * 9_999 + "each"
    padded = f"contract {'x' * (LONGEST - len(words) - 14)}=1 : {words}"
    assert len(padded) == LONGEST
    answered = conversation(example, f"{padded}\n{'y' * 10_000_000}\ncontract : add\n")
    first, second, third = answered.stdout.splitlines()
    assert first == "ok " * 9_999 + f"[{','.join(map(str, range(9_999)))}]"
    assert (second, third) == ("!other", "ok")


def test_it_fails_if_its_answers_cannot_be_written(example: str) -> None:
    """Standard output is full, as on a disk without room."""
    with Path("/dev/full").open("wb") as full:
        port = subprocess.run(
            shlex.split(example),
            input=b"contract : add\n" * 3,
            stdout=full,
            stderr=subprocess.DEVNULL,
            timeout=120,
        )
    assert port.returncode not in (0, -9)


def test_it_ends_when_nobody_reads(example: str) -> None:
    """It ends without a message, like any program in a pipe whose reader has gone."""
    port = subprocess.Popen(
        shlex.split(example),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        bufsize=0,
    )
    assert port.stdin is not None
    assert port.stdout is not None
    assert port.stderr is not None
    with port:
        port.stdin.write(b"contract : add\n")
        assert port.stdout.readline() == b"ok\n"
        port.stdout.close()
        with suppress(BrokenPipeError):
            for _ in range(1_000):
                port.stdin.write(b"contract : add\n" * 100)
        port.stdin.close()
        told = port.stderr.read()
        port.wait(timeout=60)
    assert told == b""


# --- What the starter for Python does beside answering --------------------------------------------


HERE: Final = Path(__file__).parents[2] / "starters/python"


def ran(change: str) -> subprocess.CompletedProcess[str]:
    """The example with a change, asked for an insertion and the length."""
    return captured(
        [sys.executable, "-c", f"from port import port\n{change}\nport.serve()"],
        input="contract capacity=0 : add len\n",
        cwd=HERE,
    )


def test_function_that_is_none_is_refused() -> None:
    """A mistake is not taken for an operation that is left out."""
    said = ran("type(port)(port.fields, atmut=len)").stderr
    assert "TypeError: there is no function 'atmut'; choose one of add, insert_with, " in said


def test_what_the_container_prints_is_not_an_answer() -> None:
    """It goes to standard error."""
    done = ran("port.functions['len'] = lambda container: print('counting') or 1")
    assert (done.stdout, done.stderr) == ("ok 1\n", "counting\n")
