"""The commands: bad input is one sentence and status 2, and a killed campaign is continued."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign.cluster import KIT, check_versions
from stablelist_conformance.campaign.records import encoded
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import imported
from suite.captured import captured
from suite.kit.conftest import Said
from suite.kit.ports import ANSWER, tiny
from suite.kit.processes import heed, marked, soon

from .conftest import done, records_of

SMALL = ("--shards", "3", "--operations", "1000", "--jobs", "2")


def test_report_has_the_verdict_of_the_campaign(said: Said, tmp_path: Path) -> None:
    status, out, err = said("campaign", tiny(), "--store", "store", *SMALL)
    assert status == 0, err
    assert "verified" in out
    assert said("campaign", "report", "store")[:2] == (status, out)
    assert (tmp_path / "store" / "verdict.txt").read_text() + "\n" == out
    assert (tmp_path / "store" / "junit.xml").is_file()
    shutil.copytree("store/records-4", "other/records-4")
    assert said("campaign", "report", "other")[:2] == (0, out)


def test_system_of_ones_own_is_imported_only_if_one_names_it(
    said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store names it, too, but anybody may have written that."""
    own, described = "store_of_mine:SYSTEM", tmp_path / "store_of_mine.py"
    right = "from stablelist_spec.systems import SYSTEMS; SYSTEM = SYSTEMS['slotmap']"
    described.write_text(right)
    status, _, err = said("campaign", tiny(), "--store", "store", "--system", own, *SMALL)
    assert status == 0, err
    monkeypatch.delitem(sys.modules, "store_of_mine")
    imported.cache_clear()
    described.write_text("raise AssertionError('imported')")
    shutil.copytree("store/records-4", "other/records-4")
    status, _, err = said("campaign", "report", "other")
    assert (status, err.count("\n")) == (2, 1)
    assert f"is of the system {own}, which is code; add --system {own} to import it" in err
    status, _, err = said("campaign", "report", "other", "--system", own)
    assert (status, "AssertionError: imported" in err) == (2, True)
    with Store.open(tmp_path / "other") as store:
        store.add([encoded(done(1))])
    status, shown, err = said("campaign", "report", "other")
    assert (status, "tiny 1" in shown, f"add --system {own}" in err) == (2, True, True)
    described.write_text(right)
    assert said("campaign", "report", "other", "--system", own)[1].count("tiny 1") == 2


def test_port_that_cannot_start_is_in_the_exit_status(said: Said) -> None:
    """The others go on, as in a verification."""
    few = ("--shards", "2", "--operations", "1000", "--jobs", "2")
    status, out, err = said("campaign", "./no", tiny(), "--store", "store", *few)
    assert (status, "port        ./no" in out, "tiny 1" in out) == (2, False, True)
    assert err.count("./no is left out: the port './no' cannot be started") == 1


LONG: Final = "if len(said) > 400: live.clear()"
"""A defect that no short program shows."""


def test_long_counterexample_is_replayed_from_its_file(said: Said, tmp_path: Path) -> None:
    unshrunk = ("--shrink-seconds", "0", "--shards", "3", "--operations", "20000", "--jobs", "2")
    status, out, err = said("campaign", tiny(after_word=LONG), "--store", "store", *unshrunk)
    assert status == 1, err
    replays = [line.split()[-2] for line in out.splitlines() if line.startswith("replay ")]
    assert replays
    assert all((tmp_path / name).is_file() for name in replays)
    assert said("replay", replays[0], "--run")[0] == 1


# --- Bad input --------------------------------------------------------------------------------------


def test_dask_that_is_not_installed(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remedy is a command."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    arguments = ("campaign", "x", "--store", "s", "--hours", "1", "--scheduler", "tcp://a:1")
    status, _, err = said(*arguments)
    assert status == 2
    assert "pip install './tests[cluster]'" in err


EVERY_MODULE: Final = """
import importlib, pkgutil, sys
sys.modules.update(dict.fromkeys(["dask", "distributed", "pytest"]))
import stablelist_conformance as kit
for each in pkgutil.walk_packages(kit.__path__, "stablelist_conformance."):
    if not each.name.startswith(("stablelist_conformance.starters", "stablelist_conformance.pytest.")):
        importlib.import_module(each.name)
print("campaign.cluster" in " ".join(sys.modules))
"""


def test_kit_is_imported_without_dask() -> None:
    """Every module but starters and the plugin of pytest."""
    done = captured([sys.executable, "-c", EVERY_MODULE])
    assert (done.stdout, done.stderr) == ("True\n", "")


def versions(**packages: str | None) -> dict[str, object]:
    """As Dask tells them."""
    return {"packages": {"dask": "1", "distributed": "1", KIT: "1", **packages}}


@pytest.mark.parametrize(
    ("scheduler", "worker", "complaint"),
    [
        ({"dask": "2"}, {}, "dask has version 1 here and 2 on the scheduler"),
        ({}, {"distributed": "2"}, "distributed has version 1 here and 2 on the worker tcp://w:1"),
        ({}, {KIT: "9"}, f"{KIT} has version 1 here and 9 on the worker tcp://w:1"),
        ({}, {KIT: None}, f"{KIT} has version 1 here and none that is known on the worker"),
        ({}, None, "dask has version 1 here and none that is known on the worker"),
        ({KIT: "9"}, {}, None),
    ],
)
def test_versions_that_differ_are_named(
    scheduler: dict[str, str], worker: dict[str, str | None] | None, complaint: str | None
) -> None:
    told = {
        "client": versions(),
        "scheduler": versions(**scheduler),
        "workers": {"tcp://w:1": None if worker is None else versions(**worker)},
    }
    if complaint is None:
        check_versions(told)
    else:
        with pytest.raises(UsageError, match=complaint):
            check_versions(told)


# --- Stopped at any moment --------------------------------------------------------------------------


def begun(folder: Path, port: str, *more: str) -> subprocess.Popen[str]:
    """A campaign in a process group of its own."""
    arguments = ["campaign", port, "--store", "store", "--operations", "1000", "--jobs", "2", *more]
    return subprocess.Popen(
        [sys.executable, "-m", "stablelist_conformance", *arguments],
        cwd=folder,
        env=os.environ | {"STABLELIST_TEST": folder.name},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=heed,
    )


def shards(folder: Path) -> set[int]:
    """The numbers of the shards that are done."""
    if not (folder / "store" / "records-4").exists():
        return set()
    return {each.shard.seed for each in records_of(Store.open(folder / "store"))}


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_stopped_campaign_is_continued(tmp_path: Path, number: signal.Signals) -> None:
    """At most the shards under way are lost, and are run again; no process is left."""
    port = tiny(answer=f"len(words) > 60 and time.sleep(0.002); {ANSWER}")
    process = begun(tmp_path, port, "--hours", "1")
    assert soon(lambda: len(shards(tmp_path)) > 2)
    os.kill(process.pid, number)
    out, err = process.communicate(timeout=120)
    before = shards(tmp_path)
    if number == signal.SIGINT:
        assert process.returncode == 3
        assert "interrupted before its time was up" in out
        assert "lost, and run again with --continue: shard" in err
    assert soon(lambda: not marked(tmp_path.name))
    again = begun(tmp_path, port, "--continue", "--shards", "4")
    out, err = again.communicate(timeout=120)
    assert again.returncode == 0, err
    assert before < shards(tmp_path)
    assert shards(tmp_path) == set(range(len(shards(tmp_path))))
