"""docs/port-protocol.md: its example session is what the reference answers, and its lists are complete."""

from __future__ import annotations

import io
import re

from stablelist_conformance.answerers import ModelAnswerer
from stablelist_conformance.protocol import MAX_ANSWER, MAX_OPERATIONS, PROTOCOL_VERSION
from stablelist_conformance.serve import serve
from stablelist_spec.pool import POOL
from suite.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs" / "port-protocol.md").read_text(encoding="utf-8")
COMMAND = "$ stablelist serve --model"


def session() -> list[str]:
    """The lines of the example session, without the command."""
    shown = next(block.text for block in blocks(PAGE) if block.text.startswith(COMMAND))
    return shown.splitlines()[1:]


def test_session_is_what_the_model_answers() -> None:
    """What is typed and what is answered alternate, line by line."""
    typed, answered = session()[::2], session()[1::2]
    assert len(typed) == len(answered) >= 2
    out, complaints = io.StringIO(), io.StringIO()
    serve(ModelAnswerer(), io.StringIO("".join(f"{line}\n" for line in typed)), out, complaints)
    assert out.getvalue().splitlines() == answered
    assert complaints.getvalue() == ""


def test_page_is_about_this_version() -> None:
    """The number in its title and in the example."""
    assert PAGE.startswith(f"# The port protocol, version {PROTOCOL_VERSION}\n")
    assert session()[0] == f"hello {PROTOCOL_VERSION}"
    assert f"protocol={PROTOCOL_VERSION}" in session()[1]


def test_every_operation_is_in_the_table() -> None:
    """And the table has no other."""
    table = PAGE.partition("| operation | what the port does | answer |")[2].partition("\n\n")[0]
    assert set(re.findall(r"^\| `(\w+)", table, flags=re.MULTILINE)) == POOL.kinds.keys()


def test_limits_are_those_of_the_kit() -> None:
    """A port author who keeps to the page is never beyond them."""
    limits = PAGE.partition("## 8. Limits")[2]
    assert f"| operations in a program | {MAX_OPERATIONS:,} |" in limits
    assert f"| length of an answer line | {MAX_ANSWER:,} bytes |" in limits


def test_duties_are_numbered() -> None:
    """From 1 on, without a gap, so that a finding can name one."""
    duties = PAGE.partition("## 7. Duties of a port")[2].partition("## 8.")[0]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", duties, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 10
