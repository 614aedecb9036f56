"""Kept programs: read back as they were made; whatever is wrong with the cache, nothing is lost but time."""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from shutil import copytree

import pytest

import stablelist_conformance
import stablelist_spec
from stablelist_conformance.programs import cache, cover
from stablelist_conformance.programs.cache import place, sources_hash
from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.wire.files import sealed
from stablelist_conformance.wire.protocol import Program
from stablelist_spec.systems import STABLE_LIST
from suite.captured import captured

NAME = "some-programs"
PROGRAMS = tuple(crafted()[:20])


class Maker:
    """Makes the programs, and counts how often it was asked."""

    def __init__(self) -> None:
        self.made = 0

    def __call__(self) -> Sequence[Program]:
        """The programs."""
        self.made += 1
        return PROGRAMS


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A cache folder of its own, that is not there yet."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "stablelist"


def asked(make: Maker) -> tuple[Program, ...]:
    """The programs, from wherever they are."""
    return tuple(cache.cached({NAME: make}))


def only_file(folder: Path) -> Path:
    """The one file in the folder."""
    (file,) = folder.iterdir()
    return file


def test_programs_are_made_once_and_then_read(folder: Path) -> None:
    """They are the same, and so is the file."""
    make = Maker()
    assert asked(make) == asked(make) == PROGRAMS
    assert make.made == 1
    assert only_file(folder) == place(NAME)
    assert only_file(folder).read_text().splitlines()[1].startswith("cost minimum=")


@pytest.mark.parametrize(
    "damage",
    [
        lambda text: "",
        lambda text: text[: len(text) // 2],
        lambda text: text.replace("add", "len", 1),
        lambda text: text + "cost : add\n",
        lambda text: "\N{SNOWMAN}" + text,
        lambda text: sealed(b"what is this").decode(),
        lambda text: sealed(b"cost minimum=-1 : add").decode(),
    ],
    ids=["emptied", "cut", "changed", "prolonged", "no ASCII", "no program", "no configuration"],
)
def test_damaged_file_is_made_anew(damage: object, folder: Path) -> None:
    """Its hash does not fit, or its lines are no programs; afterwards it is whole again."""
    assert callable(damage)
    make = Maker()
    asked(make)
    whole = only_file(folder).read_text()
    only_file(folder).write_text(damage(whole), encoding="utf-8")
    assert asked(make) == PROGRAMS
    assert make.made == 2
    assert only_file(folder).read_text() == whole


def full(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk has no room."""

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(cache, "replaced", fail)


def a_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the folder should be there is a file."""
    folder.parent.mkdir(parents=True)
    folder.write_text("in the way")


def a_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the file should be there is a folder."""
    path = place(NAME)
    assert path is not None
    path.mkdir(parents=True)


def no_home(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The cache folder is unknown."""

    def fail(*_: object, **__: object) -> Path:
        raise RuntimeError("could not determine home directory")

    monkeypatch.setattr(cache, "user_cache_path", fail)


def no_sources(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The sources cannot be read."""

    def fail() -> str:
        raise FileNotFoundError("cover.py")

    monkeypatch.setattr(cache, "sources_hash", fail)


@pytest.mark.parametrize("trouble", [full, a_file, a_folder, no_home, no_sources])
def test_without_a_cache_the_programs_are_made(
    trouble: object, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert callable(trouble)
    trouble(folder, monkeypatch)
    make = Maker()
    assert asked(make) == asked(make) == PROGRAMS
    assert make.made == 2


def test_what_other_sources_made_is_removed(folder: Path) -> None:
    """Only of the same name."""
    folder.mkdir(parents=True)
    for name in (f"{NAME}.0123.programs", "others.0123.programs", "unknown"):
        (folder / name).write_text("old")
    asked(Maker())
    path = place(NAME)
    assert path is not None
    assert {entry.name for entry in folder.iterdir()} == {
        path.name,
        "others.0123.programs",
        "unknown",
    }


def test_two_at_once_do_not_disturb_each_other(folder: Path) -> None:
    script = (
        "from functools import partial; from stablelist_spec.parts.variant import SCOPES; "
        "from stablelist_conformance.programs.cache import cached; "
        "from stablelist_conformance.programs.cover import scope_programs; "
        "few = partial(scope_programs, 'stablelist', SCOPES[0]); print(hash(str([*cached({'few': few})])))"
    )
    start = [sys.executable, "-c", script]
    environment = os.environ | {"PYTHONHASHSEED": "0"}

    def run(_: int) -> str:
        return captured(start, env=environment, check=True).stdout

    with ThreadPoolExecutor(3) as several:
        said = set(several.map(run, range(3)))
    said.add(run(3))
    assert len(said) == 1
    assert only_file(folder).name.startswith("few.")


def test_part_that_another_process_makes_is_left_for_later(folder: Path) -> None:
    """So that both make something; the order of the programs does not depend on it."""
    made: list[str] = []
    another = ExitStack()

    def make(name: str, programs: Sequence[Program]) -> Sequence[Program]:
        made.append(name)
        another.close()
        return programs

    parts = {"first": PROGRAMS[:5], "second": PROGRAMS[5:]}
    assert another.enter_context(cache.claimed(place("first"), wait=False))
    asked = cache.cached({name: partial(make, name, some) for name, some in parts.items()})
    assert (tuple(asked), made) == (PROGRAMS, ["second", "first"])
    assert {entry.suffix for entry in folder.iterdir()} == {".programs"}


# --- What it is kept under ------------------------------------------------------------------------

HASH = "from stablelist_conformance.programs.cache import sources_hash; print(sources_hash())"


def test_changed_source_changes_what_it_is_kept_under(tmp_path: Path) -> None:
    """So programs of other sources are not used."""
    for package in (stablelist_spec, stablelist_conformance):
        copytree(Path(str(package.__file__)).parent, tmp_path / package.__name__)
    hashes = [hash_of(tmp_path)]
    assert hashes == [sources_hash()]
    for source in (
        "stablelist_spec/systems/dyadic/crafted.programs",
        "stablelist_spec/systems/dyadic/__init__.py",
        "stablelist_conformance/programs/tours.py",
    ):
        with (tmp_path / source).open("a") as file:
            file.write("# a remark\n")
        hashes.append(hash_of(tmp_path))
    assert len({*hashes}) == 4


def hash_of(sources: Path) -> str:
    """The hash of other sources."""
    environment = os.environ | {"PYTHONPATH": str(sources)}
    return captured([sys.executable, "-c", HASH], env=environment, check=True).stdout.strip()


def test_covering_programs_are_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of a StableList."""
    monkeypatch.setattr(cover, "scope_programs", lambda *_, **__: PROGRAMS)
    made = explored_programs.__wrapped__("stablelist")
    assert len([*folder.glob("stablelist-*.programs")]) == len(STABLE_LIST.scopes)
    monkeypatch.setattr(cover, "scope_programs", lambda *_, **__: pytest.fail("made again"))
    assert explored_programs.__wrapped__("stablelist") == made
