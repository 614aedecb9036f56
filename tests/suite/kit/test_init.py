"""What ``stablelist init`` writes for a family that is not that of pools, without building it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from stablelist_conformance.cli.main import main
from stablelist_conformance.cli.starter import family_table, starters
from stablelist_conformance.wire.systems import system_named

RING = "suite.toy.ring:RING"
BUMP = "suite.toy.allocator:BUMP"


@pytest.mark.parametrize("system", ["sparse-set", "stable-graph", RING, BUMP])
@pytest.mark.parametrize("language", starters())
def test_adapter_has_every_operation(
    language: str, system: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Once in the table, and once as a line to be filled in; what is printed can be pasted."""
    assert main(["init", language, str(tmp_path / "my-port"), "--system", system]) == 0
    adapter = tmp_path / "my-port" / starters()[language].adapter
    text = adapter.read_text(encoding="utf-8")
    assert "BLANK" in text
    assert f"name=my-port version=0.1.0 system={system_named(system).name}" in text
    assert not re.search(r"@\w+@", text)
    for each in family_table(system_named(system)):
        assert len(re.findall(rf"(?<!\w){re.escape(each.row)}", text)) == 1
        assert len(re.findall(rf"(?<!\w){each.operation}\W.*{each.sentence}", text)) == 1
    said = capsys.readouterr().out
    assert f" --system {system}" in said or ":" not in system


def test_table_says_what_a_starter_needs_to_know() -> None:
    """Operands, the answer, and the answer where a key finds nothing; a star marks what is essential."""
    rows = [
        each.row
        for name in (RING, BUMP, "stable-graph")
        for each in family_table(system_named(name))
    ]
    assert rows[:14] == [
        "push number word > done -",
        "pop > value -",
        "nth number > value -",
        "each > sequence -",
        "values > value -",
        "is_empty > truth -",
        "layout > shown -",
        "alloc number number > key -",
        "offset key > value none",
        "used > value -",
        "reset > done -",
        "add_node* > key -",
        "add_edge* key key > key !missing",
        "node key > value none",
    ]
    assert "outgoing key > sequence []" in rows
