"""docs/play.html: the playground is what its writer makes of the ports, and shows programs that findings have."""

import re
import runpy

from stablelist_conformance.wire.protocol import parse_program
from suite.docs.pages import ROOT

WRITER = runpy.run_path(str(ROOT / "docs/play/write.py"))
PAGE = (ROOT / "docs/play.html").read_text(encoding="utf-8")


def test_playground_is_written_from_the_ports() -> None:
    """`python docs/play/write.py` writes it anew."""
    assert WRITER["page"]() == PAGE


def test_every_line_of_a_port_runs_in_the_page() -> None:
    """Only imports and the word `export` are left out, so what runs there is what the kit verifies."""
    for module in WRITER["MODULES"]:
        text = (ROOT / "tests" / module).read_text(encoding="utf-8")
        left = re.sub(
            r"^import [^;]*;\n",
            "\n",
            re.sub(r"^export ", "", text, flags=re.MULTILINE),
            flags=re.MULTILINE,
        )
        assert left in PAGE, module
        assert "export " not in re.sub(
            r"/\*.*?\*/|//.*", "", WRITER["source"](module), flags=re.DOTALL
        )


def test_playground_shows_programs_of_findings() -> None:
    """A finding's program stands on the page of findings, in the section of that number."""
    findings = (ROOT / "docs/findings.md").read_text(encoding="utf-8")
    listed = (ROOT / "docs/play/scenarios.js").read_text(encoding="utf-8").partition("FINDINGS")[2]
    programs = re.findall(r'\[\s*"(F\d+)",\s*"([^"]+)"', listed)
    assert len(programs) >= 7
    for name, program in programs:
        section = findings.partition(f"\n## {name} ")[2].partition("\n## ")[0]
        assert f"\n{program}\n" in section, name


def test_scenarios_are_programs_of_the_protocol() -> None:
    """The judge could send them, so that what is played can be verified."""
    listed = (ROOT / "docs/play/scenarios.js").read_text(encoding="utf-8").partition("SCENARIOS")[2]
    programs = re.findall(r'\[\s*"[^"]+",\s*"([^"]+)"', listed)
    assert len(programs) > 10
    for program in programs:
        parse_program(program if " : " in program else f"layout : {program}")
