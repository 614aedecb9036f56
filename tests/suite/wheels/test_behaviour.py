"""The native container behaves as the interpreted one does, except for documented differences."""

import json
from pathlib import Path

import pytest

from suite.wheels.installed import Installed

TOP = Path(__file__).parents[3]

TABLE = Path(__file__).with_name("questions") / "differences.tsv"
DIFFERENCES = {
    row: (pure, native)
    for row, _, pure, native in (line.split("\t") for line in TABLE.read_text().splitlines())
}
"""What each row of the table in docs/builds.md comes to in the pure build, and in the native one."""


@pytest.mark.parametrize(
    "what", ["documentation", "signatures", "expressions", "others", "clumsy", "overriding"]
)
def test_builds_behave_alike(installations: dict[str, Installed], what: str) -> None:
    """All results are equal to the last character, and are not empty."""
    pure, native = (installed.observe(what) for installed in installations.values())
    assert pure
    assert native == pure


def test_builds_differ_as_documented(installations: dict[str, Installed]) -> None:
    """A row whose difference no longer exists must be removed."""
    pure, native = (installed.observe("differences") for installed in installations.values())
    assert {name: (pure[name], native[name]) for name in pure} == DIFFERENCES


def test_what_one_build_saves_the_other_loads(installations: dict[str, Installed]) -> None:
    """The pickle does not depend on the build."""
    continuations = [
        loader.observe("loaded", json.dumps(saver.observe("saved")))
        for saver in installations.values()
        for loader in installations.values()
    ]
    assert continuations[0]["at"] == "b"
    assert continuations == continuations[:1] * 4


def test_package_can_be_imported_twice(installed: Installed) -> None:
    """The docstrings are kept, although native classes are created only once."""
    program = (
        "import stablelist, sys; before = stablelist.StableList.add.__doc__, stablelist.Key.__doc__;"
        "[sys.modules.pop(name) for name in list(sys.modules) if name.startswith('stablelist')];"
        "import stablelist; after = stablelist.StableList.add.__doc__, stablelist.Key.__doc__;"
        "assert after == before; assert [*stablelist.StableList('ab').values()] == ['a', 'b']"
    )
    installed.run("-c", program)
