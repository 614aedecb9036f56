"""Bad usage: exit status 2, one sentence on standard error, and no new file.

Each table in `refusals` has command lines, or the content of a file that one command line names, and what the sentence
says; `` ... `` stands for any text. Words that begin with a dollar sign are below. What is under `begun` is refused
only after something was printed.
"""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from string import Template
from typing import NamedTuple

import pytest

from .conftest import Said
from .ports import HANDSHAKE, command, script_of, tiny

GREETING = f"print({HANDSHAKE!r}, flush=True)"
MISSPELT = HANDSHAKE.replace("without=", "with\x1bout=")
WORDS = {
    "tiny": tiny(),
    "newer": tiny(handshake=HANDSHAKE.replace("protocol=5", "protocol=7")),
    "misspelt": tiny(handshake=MISSPELT),
    "misspelt_line": MISSPELT.replace("\x1b", "\\x1b"),
    "early": command(f"{GREETING}\n{script_of(tiny()).replace(GREETING, 'pass')}"),
    "silent": command("pass"),
    "chatty": command("print('good day')"),
    "half": command("import time; input(); print('port protocol=5 name=x')"),
    "mute": command("import time; time.sleep(600)"),
    "steering": "\x1b[2J\x07",
    "long": f"layout id_bits=2 index_bits=0 :{' len' * 10_001}",
    "endless": "x" * 5_000,
    "nested": "[" * 100_000 + "]" * 100_000,
    "large": "#" * ((1 << 20) + 1),
}


class Refusal(NamedTuple):
    """A command line, the files in its folder, and what is said."""

    arguments: list[str]
    files: dict[str, str]
    says: str
    begun: bool


def whole(text: str) -> str:
    """A text with its words filled in."""
    return Template(text).substitute(WORDS)


def refusals() -> Iterator[object]:
    for path in sorted(Path(__file__).with_name("refusals").glob("*.toml")):
        table = tomllib.loads(path.read_text(encoding="utf-8"))
        file = table.get("file")
        for kind in ("refused", "begun"):
            for row, says in table.get(kind, {}).items():
                line = table["run"] if file else f"{table['run']} {row}"
                files = {**table.get("files", {}), **({file: row} if file else {})}
                refusal = Refusal(shlex.split(line), files, says, kind == "begun")
                yield pytest.param(refusal, id=f"{path.stem}: {row}"[:80])


@pytest.mark.parametrize("refusal", list(refusals()))
def test_bad_usage_is_refused_in_one_sentence(said: Said, tmp_path: Path, refusal: Refusal) -> None:
    """The files stay as they are."""
    files = {tmp_path / name: whole(text) for name, text in refusal.files.items()}
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    status, out, err = said(*map(whole, refusal.arguments))
    assert (status, out != "") == (2, refusal.begun)
    assert err.startswith("stablelist: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    said_by_all = [re.escape(part) for part in whole(refusal.says).split(" ... ")]
    assert re.search(".*".join(said_by_all), err)
    there = (path for path in tmp_path.rglob("*") if path.is_file() and path.suffix != ".pyc")
    left = {path: path.read_text("utf-8") for path in there}
    assert left == files
