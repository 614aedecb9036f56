"""Saved forms: what earlier versions have pickled is loaded, and what is pickled today is what they pickled.

A form stays as it is once a version with it was released. `saved_forms.tsv` has a row for each object of each form: its
number, what it is, and the pickle of protocol 4 in base 85. A new form adds rows, and changes none.
"""

import pickle
from base64 import b85decode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest

from stablelist import Key, SecondaryMap, SparseSecondaryMap, StableList, Truncate, ids
from stablelist.saving import FORM


class Stored(NamedTuple):
    """A row of the table."""

    form: int
    name: str
    text: str

    @property
    def pickled(self) -> bytes:
        """The pickle."""
        return b85decode(self.text)


FILE: Final = Path(__file__).with_name("saved_forms.tsv")
STORED: Final = [
    Stored(int(form), name, text)
    for form, name, text in (line.split("\t") for line in FILE.read_text("ascii").splitlines())
]


def churned() -> StableList[int]:
    """A list with two vacancies, memory in reserve, and a mode, ids and costs of its own."""
    pool = StableList([10, 11, 12, 13, 14, 15], truncate=Truncate.MEMORY, ids=ids.u32)
    keys = list(pool)
    for number in (1, 3):
        pool.remove(keys[number])
    pool.reserve(20)
    return pool


def mapped(kind: type[Any]) -> tuple[StableList[int], Any]:
    """A list, and the index of each key as a further value."""
    pool = churned()
    return pool, kind(pool, {key: key.index for key in pool})


OBJECTS: Final[dict[str, Callable[[], object]]] = {
    "list": churned,
    "default list": lambda: StableList(["ant", "bee", "cat"]),
    "empty list": StableList,
    "started ids": lambda: StableList(["ant"], ids=ids.Counter(64, start=1000)),
    "key": lambda: Key(3, 7),
    "wide key": lambda: Key(-1, 1 << 80),
    "map": lambda: mapped(SecondaryMap),
    "sparse map": lambda: mapped(SparseSecondaryMap),
}
"""How the objects were made."""


def told(thing: Any) -> object:
    """What is in an object: of a list, all that its future depends on."""
    if isinstance(thing, tuple):
        return [told(each) for each in thing]
    if isinstance(thing, StableList):
        thing.check()
        return type(thing), thing._state()
    return type(thing), thing if isinstance(thing, Key) else dict(thing)


def test_every_object_has_every_form() -> None:
    assert {(each.form, each.name) for each in STORED} == {
        (form, name) for form in range(1, FORM + 1) for name in OBJECTS
    }


@pytest.mark.parametrize("stored", STORED, ids=lambda stored: f"{stored.form}-{stored.name}")
def test_stored_pickle_is_loaded(stored: Stored) -> None:
    loaded = pickle.loads(stored.pickled)
    assert told(loaded) == told(OBJECTS[stored.name]())


@pytest.mark.parametrize("name", OBJECTS)
def test_todays_pickle_is_the_stored_one(name: str) -> None:
    """Both builds write the same bytes. If they have to differ, this is a new form."""
    (latest,) = [each for each in STORED if (each.form, each.name) == (FORM, name)]
    assert pickle.dumps(OBJECTS[name](), 4) == latest.pickled
