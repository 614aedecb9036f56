"""docs/port-protocol.md and the pages of the systems: sessions show the model's answers, and lists are complete."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.python.serve import serve
from stablelist_conformance.report.summary import describe
from stablelist_conformance.running.options import Options
from stablelist_conformance.running.verify import verify
from stablelist_conformance.wire.protocol import MAX_ANSWER, MAX_OPERATIONS, PROTOCOL_VERSION
from stablelist_spec.families.documented import DECLARATIONS
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS
from suite.docs.pages import ROOT, blocks

PAGE = (ROOT / "docs/port-protocol.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "docs/port-reference.md").read_text(encoding="utf-8")
SYSTEM_PAGES = [
    page.read_text(encoding="utf-8").removeprefix("# ")
    for page in sorted((ROOT / "docs/systems").glob("*.md"))
]
COMMAND = "$ stablelist serve --model"
SESSIONS = [
    block.text.splitlines()
    for block in (block for page in (PAGE, *SYSTEM_PAGES) for block in blocks(page))
    if block.text.startswith(COMMAND)
]
CONTAINER = (ROOT / "docs/pages/my_container.py").read_text(encoding="utf-8")
MODELLED = [name for name, system in SYSTEMS.items() if system.exact]


def page_of(name: str) -> str:
    """The page of a system."""
    return next(text for text in SYSTEM_PAGES if name in text.splitlines()[0].split(", "))


@pytest.mark.parametrize("session", SESSIONS, ids=lambda session: session[0])
def test_session_is_what_the_model_answers(session: list[str]) -> None:
    """Input and answers alternate, line by line."""
    command, *lines = session
    system = command.removeprefix(COMMAND).removeprefix(" --system ") or "stablelist"
    typed, answered = lines[::2], lines[1::2]
    assert len(typed) == len(answered) >= 1
    out, complaints = io.StringIO(), io.StringIO()
    programs = io.StringIO("".join(f"{line}\n" for line in typed))
    serve(ModelAnswerer(system), programs, out, complaints)
    assert out.getvalue().splitlines() == answered
    assert complaints.getvalue() == ""


def test_every_modelled_system_has_a_session() -> None:
    shown = " ".join(line for session in SESSIONS for line in session)
    assert set(re.findall(r" system=(\S+)", shown)) == set(MODELLED)


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_system_has_a_page_with_its_operations(name: str) -> None:
    page = page_of(name)
    if re.search(r"all\s+operations\s+of\s+a\s+StableList", page):
        page += page_of("stablelist")
    if "operations of the [port protocol]" in page:
        page += PAGE
    said = set(re.findall(r"`(\w+)(?::[A-Z])*`", page))
    assert said >= SYSTEMS[name].operations


LEVELS_OF = ("`contract`", "`contract`, `layout`", "all")
"""How the table says how many levels there are above the first."""


def test_every_system_is_in_the_table_with_its_levels() -> None:
    systems = (ROOT / "docs/systems.md").read_text(encoding="utf-8")
    rows = re.findall(
        r"^\| (.*) \| .* \| (.*) \|$", systems.partition("| what it is |")[2], re.MULTILINE
    )
    listed = {name: levels for names, levels in rows for name in re.findall(r"`([\w-]+)`", names)}
    assert listed == {
        name: LEVELS_OF[len({"layout", "cost"} & system.operations)]
        for name, system in SYSTEMS.items()
    }


def test_port_at_the_top_is_verified(tmp_path: Path) -> None:
    """It is as short as the page says, decodes keys first, and a container that revives keys is refuted by it."""
    (written,) = [block.text for block in blocks(PAGE) if block.text.startswith("import sys")]
    assert len([line for line in written.splitlines() if line]) <= 60
    assert re.findall(r"^def (\w+)", written, re.MULTILINE)[0] == "key_of"
    (tmp_path / "my_port.py").write_text(written, encoding="utf-8")
    command = shlex.join([sys.executable, str(tmp_path / "my_port.py")])
    (tmp_path / "my_container.py").write_text(CONTAINER, encoding="utf-8")
    verdict = verify(command, Options(operations=2_000, jobs=1))
    assert verdict.outcome is Outcome.VERIFIED, describe(verdict)
    assert verdict.handshake.offered == {
        "add", "extend", "remove", "at", "contains", "replace", "len", "clear", "each",
    }  # fmt: skip
    forgetful = CONTAINER.replace("and self.versions[key.index] == key.id", "")
    (tmp_path / "my_container.py").write_text(forgetful, encoding="utf-8")
    assert verify(command, Options(operations=2_000, jobs=1)).outcome is Outcome.REFUTED


def test_page_is_short() -> None:
    """Who writes a port in a language without a starter reads all of it."""
    assert len(PAGE.split()) < 3_000


def test_every_declaration_is_on_the_page() -> None:
    table = REFERENCE.partition("| declaration |")[2].partition("\n\n")[0]
    said = set(re.findall(r"^\| `(\w+=\w+)", table, flags=re.MULTILINE))
    assert said == {
        f"{each.field}={each.value}" for each in DECLARATIONS.values() if each.value
    } | {"panics=remove"}


def test_page_is_about_this_version() -> None:
    """The title and the example have this number."""
    assert PAGE.startswith(f"# The port protocol, version {PROTOCOL_VERSION}\n")
    assert SESSIONS[0][1] == f"hello {PROTOCOL_VERSION}"
    assert f"protocol={PROTOCOL_VERSION}" in SESSIONS[0][2]


def test_every_operation_is_in_a_table() -> None:
    """Those that only some systems have are on the pages of these."""
    tables = [
        page.partition("| operation | what the port does | answer |")[2].partition("\n\n")[0]
        for page in (PAGE, REFERENCE, *SYSTEM_PAGES)
    ]
    rows = re.findall(r"^\| (`.*?`) \|", "\n".join(tables), re.MULTILINE)
    assert set(re.findall(r"`(\w+)", " ".join(rows))) >= POOL.kinds.keys()


def test_limits_are_those_of_the_kit() -> None:
    """A port author who follows the page never exceeds them."""
    limits = PAGE.partition("## 8. Limits")[2]
    assert f"| operations in a program | {MAX_OPERATIONS:,} |" in limits
    assert f"| length of an answer line | {MAX_ANSWER:,} bytes |" in limits


def test_duties_are_numbered() -> None:
    """They are numbered from 1 without a gap, so that a finding can refer to one."""
    duties = PAGE.partition("## 7. Duties of a port")[2].partition("## 8.")[0]
    numbers = [int(number) for number in re.findall(r"^(\d+)\. ", duties, flags=re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert len(numbers) == 10
