"""The commands: bad input is one sentence and status 2, and a killed campaign is continued."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from stablelist_conformance.campaign import Store
from stablelist_conformance.campaign.cluster import check_dask, check_kit
from stablelist_conformance.campaign.programs import programs_in
from stablelist_conformance.campaign.records import ShardDone
from stablelist_conformance.campaign.segments import write_segment
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.systems import imported
from stablelist_conformance.wire.versions import KIT_VERSION
from suite.kit.conftest import Said
from suite.kit.ports import ANSWER, DEFECT, tiny
from suite.kit.processes import heed, marked, soon

from .conftest import MET, done, records_of
from .test_segments import placed

SMALL = ("--shards", "3", "--operations", "1000", "--jobs", "2")


def content(folder: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {str(path): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_a_campaign_and_its_report(said: Said, tmp_path: Path) -> None:
    """The same verdict, at the end and at any time."""
    status, out, err = said("campaign", tiny(), "--store", "store", *SMALL)
    assert status == 0, err
    assert "verified" in out
    again, told, _ = said("campaign", "report", "store")
    assert (again, told) == (status, out)
    assert (tmp_path / "store" / "report.html").read_text().startswith("<!doctype html>")


def test_a_store_is_exported_imported_and_begun_with(said: Said, tmp_path: Path) -> None:
    """Twice makes no difference."""
    said("campaign", tiny(), "--store", "store", *SMALL)
    status, out, _ = said("campaign", "export", "store", "segments")
    assert status == 0
    (segment,) = (tmp_path / "segments").iterdir()
    assert segment.name in out
    for count in ("added ", "added 0 of "):
        status, out, _ = said("campaign", "import", "other", str(segment))
        assert status == 0
        assert out.startswith(count)
    programs, _ = programs_in(tmp_path / "other")
    assert programs
    assert (
        said("campaign", "report", "other")[1].splitlines()[1:]
        == (said("campaign", "report", "store")[1].splitlines()[1:])
    )
    before = ("verify", tiny(), "--operations", "100", "--jobs", "1")
    counts = [
        next(line for line in said(*arguments)[1].splitlines() if line.startswith("cover"))
        for arguments in (before, (*before, "--begin-with", "other"))
    ]
    less, more = (int(line.split()[1].replace(",", "")) for line in counts)
    assert more == less + len(programs)


def test_a_system_of_ones_own_is_imported_only_if_one_names_it(
    said: Said, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A store names it, too, but anybody may have written that."""
    own, described = "store_of_mine:SYSTEM", tmp_path / "store_of_mine.py"
    described.write_text("from stablelist_spec.systems import SYSTEMS; SYSTEM = SYSTEMS['slotmap']")
    status, _, err = said("campaign", tiny(), "--store", "store", "--system", own, *SMALL)
    assert status == 0, err
    monkeypatch.delitem(sys.modules, "store_of_mine")
    imported.cache_clear()
    described.write_text("raise AssertionError('imported')")
    assert said("campaign", "export", "store", "segments")[0] == 0
    (segment,) = (tmp_path / "segments").iterdir()
    assert said("campaign", "import", "other", str(segment))[0] == 0
    assert programs_in(tmp_path / "other") == ((), [])
    status, _, err = said("campaign", "report", "other")
    assert (status, err.count("\n")) == (2, 1)
    assert f"is of the system {own}, which is code; add --system {own} to import it" in err
    status, _, err = said("campaign", "report", "other", "--system", own)
    assert (status, "AssertionError: imported" in err) == (2, True)
    with Store.open(tmp_path / "other") as store:
        store.add([MET, done(1)])
    status, shown, err = said("campaign", "report", "other")
    assert (status, "tiny 1" in shown, f"add --system {own}" in err) == (2, True, True)
    described.write_text("from stablelist_spec.systems import SYSTEMS; SYSTEM = SYSTEMS['slotmap']")
    assert said("campaign", "report", "other", "--system", own)[1].count("tiny 1") == 2


def test_failures_of_a_store_are_on_its_page(said: Said, tmp_path: Path) -> None:
    """Wherever they were found."""
    port = tiny(after_word=DEFECT)
    status, out, err = said("campaign", port, "--store", "store", "--shrink-seconds", "5", *SMALL)
    assert status == 1, err
    assert "found: tiny 1 answered wrongly" in err
    assert "refuted" in out
    said("campaign", "export", "store", "segments")
    said("campaign", "import", "other", *map(str, (tmp_path / "segments").iterdir()))
    assert said("campaign", "report", "other")[0] == 1
    page = (tmp_path / "other" / "report.html").read_text()
    links = [part.partition('"')[0] for part in page.split('<a href="')[1:]]
    assert links
    assert all((tmp_path / "other" / link).exists() for link in links)


def test_a_port_that_cannot_start_is_left_out(said: Said, tmp_path: Path) -> None:
    """The others go on, and the exit status tells, as for a verification."""
    few = ("--shards", "2", "--operations", "1000", "--jobs", "2")
    status, out, err = said("campaign", "./no", tiny(), "--store", "store", *few)
    assert status == 2
    assert "port        ./no" not in out
    assert err.count("./no is left out: the port './no' cannot be started") == 1
    assert "tiny 1" in out


def test_a_program_that_is_no_port_leaves_no_store(said: Said, tmp_path: Path) -> None:
    """It is bad usage, as for a verification, and what it answered is shown."""
    arguments = ("campaign", "cat", "--store", "store", "--shards", "1", "--jobs", "1")
    status, out, err = said(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "the port sent: hello" in err
    assert not (tmp_path / "store").exists()


LONG: Final = "if len(words) > 400: live.clear()"
"""A defect that no short program shows."""


def test_a_long_counterexample_is_replayed_from_its_file(said: Said, tmp_path: Path) -> None:
    """Also if it was not shrunk; no line is long."""
    unshrunk = ("--shrink-seconds", "0", "--shards", "3", "--operations", "20000", "--jobs", "2")
    status, out, err = said("campaign", tiny(after_word=LONG), "--store", "store", *unshrunk)
    assert status == 1, err
    replays = [line.split()[-2] for line in out.splitlines() if line.startswith("replay ")]
    assert replays
    assert all((tmp_path / name).is_file() for name in replays)
    assert said("replay", replays[0], "--run")[0] == 1
    assert max(map(len, (tmp_path / "store" / "report.html").read_text().splitlines())) < 30_000


# --- Bad input --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("campaign", "./port", "--store", "new", "--hours", "-1"), "'-1' is not a number of hours"),
        (("campaign", "./port", "--store", "new", "--hours", "0"), "'0' is not a number of hours"),
        (("campaign", "./port", "--store", "new", "--hours", "inf"), "is not a number of hours"),
        (("campaign", "./port", "--store", "new"), "a campaign has no end; give --hours 8"),
        (("campaign", "./port", "--hours", "8"), "Missing option '--store'"),
        (("campaign", "--hours", "8", "--store", "new"), "Missing argument 'PORT...'"),
        (("campaign", "./port", "--store", "store", "--hours", "8"), "add --continue to go on"),
        (("campaign", "./port", "--store", "new", "--hours", "8", "--continue"), "is no store in"),
        (("campaign", "report", "new"), "there is no store in 'new'"),
        (("campaign", "report", "old"), "has version 2, and this kit reads version 1"),
        (("campaign", "./port", "--store", "old", "--hours", "8", "--continue"), "has version 2"),
        (("campaign", "./port", "--store", "new/deep", "--hours", "8"), "no worker is left that can start a port"),
        (("campaign", "./port", "./p", "--store", "new", "--hours", "8"), "every port was left out"),
        (("campaign", "./port", "--store", "{right}", "--hours", "8"), "is not a folder; a store is one"),
        (("campaign", "report", "{right}"), "is not a folder; a store is one"),
        (("campaign", "export", "new", "segments"), "there is no store in 'new'"),
        (("campaign", "import", "store", "no.segment.gz"), "cannot read the segment"),
        (("campaign", "import", "store", "{wrong}"), "has the hash"),
        (("campaign", "import", "store", "{right}", "{wrong}"), "has the hash"),
        (("campaign", "report", "empty"), "there is nothing to report of the store in 'empty': no shard was done yet"),
        (("verify", "./port", "--begin-with", "new"), "there is no store in 'new'"),
        (("campaign", "./p", "--store", "new", "--hours", "8", "--scheduler", "x"), "there is no scheduler at"),
        (("campaign", "./p", "--store", "new", "--hours", "8", "--scheduler", "x", "--jobs", "2"), "--jobs is for"),
    ],
)  # fmt: skip
def test_bad_input_is_one_sentence(
    said: Said, tmp_path: Path, arguments: tuple[str, ...], complaint: str
) -> None:
    """Status 2, and nothing is overwritten."""
    with Store.create(tmp_path / "store") as store:
        store.add([MET])
    with Store.create(tmp_path / "old") as store:
        store.database.execute("PRAGMA user_version = 2")
    Store.create(tmp_path / "empty").database.close()
    right = placed(tmp_path, write_segment([]))
    wrong = right.with_name(f"{'0' * 64}.segment.gz")
    wrong.write_bytes(right.read_bytes())
    before = content(tmp_path)
    names = {"right": str(right), "wrong": str(wrong)}
    status, out, err = said(*(each.format(**names) for each in arguments))
    assert (status, out) == (2, "")
    assert complaint in err
    *others, last = err.splitlines()
    assert last.startswith("stablelist: ")
    assert all("is left out: the port" in each for each in others)
    after = content(tmp_path)
    assert {name: after[name] for name in before} == before
    assert not (tmp_path / "new").exists()


def test_dask_that_is_not_installed(said: Said, monkeypatch: pytest.MonkeyPatch) -> None:
    """The remedy is a command."""
    monkeypatch.setitem(sys.modules, "distributed", None)
    status, _, err = said(
        "campaign", "x", "--store", "s", "--hours", "1", "--scheduler", "tcp://a:1"
    )
    assert status == 2
    assert "pip install './tests[cluster]'" in err


def versions(scheduler: str, worker: str) -> dict[str, object]:
    """As Dask tells them."""

    def told(version: str) -> dict[str, object]:
        return {"packages": {"dask": version, "distributed": version}}

    return {
        "client": told("1"),
        "scheduler": told(scheduler),
        "workers": {"tcp://w:1": told(worker)},
    }


def test_versions_of_dask_that_differ() -> None:
    """On the scheduler or a worker."""
    check_dask(versions("1", "1"))
    with pytest.raises(UsageError, match="dask has version 1 here and 2 on the scheduler"):
        check_dask(versions("2", "1"))
    with pytest.raises(UsageError, match="dask has version 1 here and 2 on tcp://w:1"):
        check_dask(versions("1", "2"))
    unknown = versions("1", "1") | {"workers": {"tcp://w:1": None}}
    with pytest.raises(UsageError, match="an unknown one on tcp://w:1"):
        check_dask(unknown)


def test_versions_of_the_kit_that_differ() -> None:
    """Or a worker without it."""
    check_kit({"tcp://w:1": KIT_VERSION})
    with pytest.raises(UsageError, match=r"there is version 9 on the worker tcp://w:1"):
        check_kit({"tcp://w:1": "9"})
    with pytest.raises(UsageError, match="there is none on the worker tcp://w:1"):
        check_kit({"tcp://w:1": ImportError("no")})


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
    if not (folder / "store" / "store.sqlite").exists():
        return set()
    try:
        with Store.open(folder / "store") as store:
            return {each.seed for each in records_of(store) if isinstance(each, ShardDone)}
    except UsageError:  # it is being made
        return set()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_stopped_campaign_is_continued(tmp_path: Path, number: signal.Signals) -> None:
    """At most the shards under way are lost, and that is said; no process is left."""
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
    assert "of an earlier campaign lost, and run again" in err
    assert before < shards(tmp_path)
    assert shards(tmp_path) == set(range(len(shards(tmp_path))))
