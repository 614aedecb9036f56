"""Twins: a defect that went has one that stays, and the command says if random programs do not find that one."""

import pytest

from defects import Defect, defects, twins
from defects.twins import main
from suite.docs.pages import ROOT

PLANTED = {defect.name: defect for defect in defects()}
FOUND = PLANTED["python-length-counts-what-was-opened"]
THREE = "missed with the seeds 3"
NONE = ["found with every seed: 0 of 1"]
RARE = PLANTED["python-one-level-too-many"]
HARMLESS = Defect.listed(
    ["Pool.__len__", "self._space.live()", "self._space.live()"],
    name="python-harmless",
    port=FOUND.port,
    why="It changes nothing.",
)


def test_defect_that_went_has_a_twin_that_stays() -> None:
    """It is planted no more, in any port; its twin is, and needs no class of programs that go far."""
    for went, stays in twins.twins().items():
        assert went not in PLANTED
        assert not PLANTED[stays].reach


def test_page_counts_twins() -> None:
    """Those that went, and those that stay."""
    page = " ".join((ROOT / "docs" / "evidence.md").read_text(encoding="utf-8").split())
    listed = twins.twins()
    assert f"names {len(listed)} that went" in page
    assert f"on the {len({*listed.values()})} twins" in page


@pytest.mark.parametrize(
    ("defect", "status", "said"),
    [
        (FOUND, 0, ["found with every seed: 1 of 1", "killed 1 of 1"]),
        (RARE, 0, [f"{RARE.name}: a covering program finds it; {THREE}", *NONE, "killed 1 of 1"]),
        (HARMLESS, 3, [f"{HARMLESS.name}: SURVIVED; {THREE}", *NONE, "killed 0 of 1"]),
    ],
    ids=["found", "rare", "harmless"],
)
def test_command_names_seeds_that_do_not_find_a_twin(
    defect: Defect,
    status: int,
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Status 3, as of a defect that survives the self-check."""
    monkeypatch.setattr(twins, "SEEDS", (3,))
    monkeypatch.setattr(twins, "OPERATIONS", 1_000)
    monkeypatch.setattr(twins, "twins", lambda: {"went": defect.name})
    monkeypatch.setattr(twins, "defects", lambda: [defect])
    assert main() == status
    assert capsys.readouterr().out.splitlines() == said
