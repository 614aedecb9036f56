"""A run over the zoo goes on where it ended, leaves out what cannot be had, and says what it found."""

from pathlib import Path

import pytest

import zoo.run
from stablelist_conformance.running.manifest import read_manifest
from stablelist_conformance.wire.errors import UsageError
from zoo import results
from zoo.__main__ import main
from zoo.hunt import Budget, Caught
from zoo.page import record
from zoo.results import Hunt, add, begin, read
from zoo.rows import ZOO, defects

PORT = """
[[port]]
name = "{name} 1.0"
start = "python:suite.zoo.sets:{name} universe=0 order=none"
system = "set"
{more}
"""
REFUTED = 'expect = "refuted"'
SMALL = (
    "--operations",
    "500",
    "--seconds",
    "20",
    "--jobs",
    "1",
    "--way",
    "swarm",
    "--way",
    "words",
)


@pytest.fixture
def manifest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A zoo of two releases: one with a defect, and one without."""
    path = tmp_path / "zoo.toml"
    ports = {"RightSet": "", "ForgetfulSet": REFUTED}
    path.write_text("".join(PORT.format(name=n, more=m) for n, m in ports.items()), "utf-8")
    monkeypatch.setattr(zoo.run, "ZOO", path)
    monkeypatch.chdir(tmp_path)
    return path


def test_run_is_continued(manifest: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Seed by seed; what is in the file is not done again."""
    file = manifest.parent / "results.tsv"
    assert main(["--file", str(file), "--seeds", "1", *SMALL]) == 0
    first = file.read_text("utf-8")
    budget, hunts = read(file)
    assert budget == Budget(500, 20.0)
    assert [each[:3] for each in hunts] == [
        ("RightSet 1.0", "verify", 0),
        ("RightSet 1.0", "swarm", 0),
        ("RightSet 1.0", "words", 0),
        ("ForgetfulSet 1.0", "swarm", 0),
        ("ForgetfulSet 1.0", "words", 0),
    ]
    assert [each.caught.found for each in hunts] == ["verified", "no", "no", "answer", "answer"]
    assert main(["--file", str(file), "--seeds", "2", *SMALL]) == 0
    assert file.read_text("utf-8").startswith(first)
    assert [each.seed for each in read(file)[1][5:]] == [1, 1]
    assert "ForgetfulSet 1.0" in capsys.readouterr().out


def test_release_that_has_vanished_is_left_out(
    manifest: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One sentence says why, and the rest goes on."""
    with manifest.open("a", encoding="utf-8") as file:
        file.write(PORT.format(name="GoneSet", more=f'build = "false"\n{REFUTED}'))
        file.write(PORT.format(name="NeverSet", more=f'needs = ["no-such-tool"]\n{REFUTED}'))
    assert main(["--file", "results.tsv", "--seeds", "1", *SMALL]) == 0
    told = capsys.readouterr().out
    assert "GoneSet 1.0 is left out: GoneSet 1.0 could not be built: 'false' ended with" in told
    assert "NeverSet 1.0 is left out: no-such-tool not found" in told
    assert {each.port for each in read(Path("results.tsv"))[1]} == {
        "RightSet 1.0",
        "ForgetfulSet 1.0",
    }


def test_sound_release_that_is_not_verified_ends_the_run_with_1(manifest: Path) -> None:
    text = manifest.read_text("utf-8").replace(REFUTED, "")
    manifest.write_text(text, "utf-8")
    assert main(["--file", "results.tsv", "--seeds", "1", *SMALL]) == 1
    assert main(["--file", "results.tsv", "--seeds", "1", *SMALL]) == 1  # it is in the file


def test_results_of_another_budget_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "results.tsv"
    begin(file, Budget(500, 2.0))
    begin(file, Budget(500, 2.0))
    with pytest.raises(UsageError, match="begins with '# 500 operations or 2 seconds', and not"):
        begin(file, Budget(501, 2.0))


def test_line_that_was_not_written_to_its_end_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "results.tsv"
    begin(file, Budget(500, 2.0))
    whole = Hunt("a set 1.0", "kit", 7, Caught("died", 12, 0.25))
    add(file, whole)
    with file.open("a", encoding="utf-8") as lines:
        lines.write("a set 1.0\tkit\t8\tans")
    assert read(file) == (Budget(500, 2.0), [whole])


def test_only_whole_seeds_are_recorded(tmp_path: Path) -> None:
    """A run may have been interrupted within a seed."""
    one, other = (each.port for each in defects()[:2])
    hunts = [
        Hunt(port, "kit", seed, Caught("answer", 7, 0.25))
        for port, seeds in ((one, 3), (other, 2))
        for seed in range(seeds)
    ]
    run, file = tmp_path / "run.tsv", tmp_path / "recorded.tsv"
    for path in (run, file):
        begin(path, Budget(500, 2.0))
    for each in hunts:
        add(run, each)
    record(run, file)
    assert read(file)[1] == [each for each in hunts if each.seed < 2]


def test_recorded_results_are_of_releases_in_the_zoo() -> None:
    """Each hunt is there once."""
    _, hunts = read(results.RECORDED)
    assert len({each[:3] for each in hunts}) == len(hunts)
    assert {each.port for each in hunts} <= {port.name for port in read_manifest(ZOO)}
