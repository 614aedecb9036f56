"""docs/pytest.md: its example does what the page says, and its lists are complete."""

import inspect
import re
from typing import Final

import pytest

from stablelist_conformance.judging.names_of_tests import OTHERS
from stablelist_conformance.pytest.testing import OPERATIONS, conformance_tests
from suite.docs.pages import ROOT, blocks

PAGE: Final = (ROOT / "docs/pytest.md").read_text(encoding="utf-8")
BLOCKS: Final = blocks(PAGE)
_, EXAMPLE = (block.text for block in BLOCKS if block.language == "python")
SHOWN: Final = [block.text.splitlines() for block in BLOCKS if block.language == "text"]


@pytest.mark.slow
def test_example_fails_as_shown(pytester: pytest.Pytester) -> None:
    """Without the `+ 1`, exactly that test fails."""
    assert EXAMPLE.count("version + 1") == 1
    pytester.makepyfile(test_my_pool=EXAMPLE.replace("version + 1", "version"))
    printed = pytester.runpytest().stdout.lines
    for line in (line for lines in SHOWN for line in lines):
        assert line.strip("_ ") in [each.strip("_ ") for each in printed], line
    assert sum("FAILED" in line for line in printed) == 1


@pytest.mark.slow
def test_example_passes(pytester: pytest.Pytester) -> None:
    pytester.makepyfile(test_my_pool=EXAMPLE.replace("(MyPool)", "(MyPool, operations=2000)"))
    pytester.runpytest().assert_outcomes(passed=8, skipped=3)


def test_every_option_is_in_the_table() -> None:
    """There is no other option; the defaults are those of the function."""
    parameters = dict(inspect.signature(conformance_tests).parameters)
    del parameters["port"]
    table = PAGE.partition("| option | default |")[2].partition("\n\n")[0]
    told = dict(re.findall(r"^\| `(\w+)` \| ([^|]+) \|", table, re.MULTILINE))
    assert list(told) == ["system", "level", *list(parameters)[2:]]
    assert told["operations"] == f"{OPERATIONS:,}"
    assert told["system"] == '`"slotmap"`'
    assert told["seed"] == "0"


def test_tests_of_no_property_are_in_the_table() -> None:
    assert set(re.findall(r"^\| `(\w+)` \| .*\|$", PAGE, re.MULTILINE)) >= set(OTHERS)
