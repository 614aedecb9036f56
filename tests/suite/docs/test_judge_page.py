"""docs/judge: the page begins with the slot map that readers know, and loads what it says."""

import runpy

from suite.docs.pages import ROOT, blocks

WRITER = runpy.run_path(str(ROOT / "docs/judge/write.py"))


def test_the_page_begins_with_the_slot_map_of_the_first_steps() -> None:
    """In one text, since a page has no other files."""
    page = (ROOT / "docs/start/javascript.md").read_text(encoding="utf-8")
    container, port, *_ = (each.text for each in blocks(page) if each.language == "javascript")
    starter = "import { serve } from './starter.mjs';\n"
    adapter = port.partition(starter)[2]
    assert WRITER["examples"]()[WRITER["RIGHT"]] == (
        f"{starter}\n{container.removeprefix('export ')}{adapter}"
    )


def test_every_mistake_changes_the_slot_map() -> None:
    texts = WRITER["examples"]().values()
    assert len({*texts}) == len(texts)


def test_archive_has_the_kit_without_what_a_page_cannot_run() -> None:
    """And the port that is a worker."""
    names = [name for _, name in WRITER["modules"]()]
    assert "stablelist_conformance/running/verify.py" in names
    assert "stablelist_conformance/report/page/page.html" in names
    assert "in_page.py" in names
    assert [name for name in names if "/cli/" in name or "/starters/" in name] == []
