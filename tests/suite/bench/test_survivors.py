"""docs/choosing.md shows what an iteration costs when few elements of a burst are left."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import stablelist
from bench import survivors
from bench.names import DICT, INTERPRETED, NATIVE, STABLE
from bench.peers.builtin import CountedDict
from bench.peers.stable import Stable
from suite.docs.pages import ROOT

BUILDS: dict[str, survivors.Found] = json.loads((ROOT / survivors.FOUND).read_text("utf-8"))


@pytest.mark.parametrize("what", survivors.LEFT)
def test_survivors_have_the_number_and_place_of_their_label(what: str) -> None:
    """Both containers hold the elements that the label names, in number and place."""
    few = survivors.survivors(what, Random(1))
    assert len(few) == (25 if "25" in what else 26)
    for kind in (Stable, CountedDict):
        left = survivors.after_burst(kind, few, Random(1)).elements()
        assert sorted(left) == sorted(few)


def test_oldest_and_newest_are_what_they_are_called() -> None:
    """These are the first and the last elements that were added."""
    oldest, newest, _, spread = (survivors.survivors(what, Random(1)) for what in survivors.LEFT)
    assert (min(oldest), max(oldest)) == (0, 25)
    assert (min(newest), max(newest)) == (9_974, 9_999)
    assert sorted(spread)[:3] == [0, 400, 800]


def test_a_run_keeps_the_figures_of_the_other_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The page is filled in as soon as both builds have figures."""
    monkeypatch.chdir(tmp_path)
    survivors.FOUND.parent.mkdir(parents=True)
    survivors.PAGE.write_text("<!-- survivors -->\n<!-- /survivors -->\n", "utf-8")
    assert survivors.main(rounds=1) == 0
    found = json.loads(survivors.FOUND.read_text("utf-8"))
    (build,) = found
    assert build == (NATIVE if stablelist.__compiled__ else INTERPRETED)
    assert "26 at random" not in survivors.PAGE.read_text("utf-8")

    other = INTERPRETED if build == NATIVE else NATIVE
    survivors.FOUND.write_text(json.dumps({other: BUILDS[other]}), "utf-8")
    survivors.main(rounds=1)
    found = json.loads(survivors.FOUND.read_text("utf-8"))
    assert found[other] == BUILDS[other]
    assert set(found[build]["26 at random"]) == {STABLE, DICT, "ratio"}
    assert survivors.table(found) in survivors.PAGE.read_text("utf-8")
