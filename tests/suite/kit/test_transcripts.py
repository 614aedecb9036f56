"""What commands print: each file in `transcripts` is a session in a folder of its own.

A line with a dollar sign is a command, ``!!`` the `stablelist replay` that was printed last, and ``[3]`` an exit status
other than 0. What differs between runs, machines and versions is ``~``. ``--update`` writes the files anew.
"""

import re
import shlex
from pathlib import Path

import pytest

from .conftest import Said

SESSIONS = sorted(Path(__file__).with_name("transcripts").glob("*.txt"))
VARYING = re.compile(
    r"(?<=^port {8})/.*?(?=^system )"
    r"|\d[\d.,]*(?= (s|MiB|transitions and|states a second)\b)|\b\d+\.\d+\.\d+\b",
    re.MULTILINE | re.DOTALL,
)


@pytest.mark.slow
@pytest.mark.parametrize("session", SESSIONS, ids=lambda path: path.stem)
def test_command_prints_its_transcript(
    said: Said, session: Path, request: pytest.FixtureRequest
) -> None:
    """Standard error comes after standard output."""
    text, shown = session.read_text(encoding="utf-8"), ""
    for line in re.findall(r"^\$ (.*)$", text, re.MULTILINE):
        replays = re.findall(r"^ *stablelist (replay .*)$", shown, re.MULTILINE)
        words = shlex.split(replays[-1] if line == "!!" else line.removeprefix("stablelist "))
        status, out, err = said(*words)
        shown += f"$ {line}\n{VARYING.sub('~', out + err)}" + f"[{status}]\n" * (status != 0)
    if request.config.getoption("--update"):
        session.write_text(shown, encoding="utf-8")
    assert shown == text
