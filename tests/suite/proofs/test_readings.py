"""Readings of every system: none is idle, each piece of a statement counts, and none is missing or left over."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

import pytest

from stablelist_proofs.core.comparing.comparison import DisagreementError
from stablelist_proofs.core.comparing.reading import (
    Made,
    Reading,
    Readings,
    Trial,
    claims,
    clauses_of,
    of_numbers,
    read,
    statements,
)
from stablelist_proofs.core.lemma import conditional
from stablelist_proofs.core.terms import Term
from stablelist_proofs.core.weakening import conjuncts, weakened
from stablelist_proofs.prove import Check, run_check
from stablelist_proofs.systems.dyadic import readings as of_dyadic
from stablelist_proofs.systems.registry import SYSTEMS, whole
from stablelist_proofs.systems.stable_list import readings as of_stable_list

pytestmark = pytest.mark.slow

TABLES: Final = {"": of_stable_list.READINGS, "dyadic": of_dyadic.READINGS}


def test_every_system_has_readings() -> None:
    """And so a run has a check of each."""
    assert TABLES.keys() == SYSTEMS.keys()


def noticed(trials: Iterator[Trial]) -> bool:
    """Whether the formula and its reading differ, or the formula lacks what the reading asks about."""
    try:
        return any(said != meant for _, said, meant in trials)
    except KeyError:
        return True


# --- Wrong readings -------------------------------------------------------------------------------

REVIVES: Final = "retired_key_revives_exactly_after_whole_periods"
COUNTED: Final = "every_live_cell_is_counted"
LADDERS: Final = "allocated_memory_is_the_space_doubled"
GEOMETRY: Final = "every_position_lies_in_one_block"
ONCE: Final = "every_operation_has_constant_bookkeeping/once"
WORD: Final = "masks_fit_into_one_word"
FIRST: Final = {
    f"{GEOMETRY}/borders_are_ordered_base",
    f"{COUNTED}/base",
    f"{COUNTED}/none_after_the_last_base",
    f"{WORD}/powers_rise_base",
}
"""The first steps of inductions."""
ALWAYS_TRUE: Final = {
    "": {
        f"{REVIVES}/multiples",
        f"{COUNTED}/base",
        f"{LADDERS}/at_least_doubled_base",
    },
    "dyadic": {f"{REVIVES}/multiples", *FIRST},
}


def wrong(reading: Reading | Made, answer: bool) -> Reading | Made:
    """A reading that always gives the same answer."""
    if isinstance(reading, Made):
        return replace(reading, reading=lambda _: answer)
    return lambda _: answer


@pytest.mark.parametrize("answer", [True, False])
@pytest.mark.parametrize("system", TABLES)
def test_constant_readings_are_noticed(system: str, answer: bool) -> None:
    """Each statement is true of some values, and false of others; but for those that are always true."""
    table = TABLES[system]
    constant = {name: wrong(each, answer) for name, each in table.readings.items()}
    asked = dict(statements(whole(system), replace(table, readings=constant)))
    unnoticed = {
        name
        for name, trials in asked.items()
        if not name.startswith("that one case") and f"{name}, of a wrong step" not in asked
        if not any(noticed(trials(random.Random(seed))) for seed in range(3))
    }
    assert unnoticed == (ALWAYS_TRUE[system] if answer else set())


def said_of_numbers(table: Readings, system: str) -> Iterator[tuple[str, Term, Reading]]:
    """The statements that are no statements about a step, with their readings."""
    terms = {each.name: conditional(each.query) for each in claims(whole(system))}
    for name, term in (*terms.items(), *clauses_of(whole(system), table)):
        reading = table.readings.get(name)
        if reading is not None and not isinstance(reading, Made):
            yield name, term, reading


FOLLOWS: Final = {
    "": {
        f"{COUNTED}/base": 1,
        f"{LADDERS}/at_least_doubled_base": 1,
        f"{REVIVES}/necessary": 1,
        "every_loop_ends/walk_stays": 1,
        "every_loop_ends/walk_pushes": 1,
        "every_loop_ends/walk_ends": 1,
    },
    "dyadic": {
        f"{GEOMETRY}/borders_are_ordered_base": 1,
        f"{COUNTED}/base": 2,
        f"{COUNTED}/none_after_the_last_base": 1,
        f"{WORD}/powers_rise_base": 1,
        f"{ONCE}_truncation_frees": 3,
        f"{ONCE}_shrinking_frees": 3,
        f"{REVIVES}/necessary": 1,
        "every_loop_ends/add_passes": 1,
        "every_loop_ends/truncation_drops": 1,
        "every_loop_ends/shrinking_drops": 1,
    },
}
"""How many pieces of a statement are always true, or follow from the others."""


@pytest.mark.parametrize("system", TABLES)
def test_pieces_of_statements_count(system: str) -> None:
    """If a piece of a statement is left out, it differs from its reading."""
    table, unnoticed = TABLES[system], dict[str, int]()
    for name, term, reading in said_of_numbers(table, system):
        for path, _ in conjuncts(term):
            fewer = weakened(term, path)
            if not any(
                noticed(of_numbers(fewer, reading, table, random.Random(seed)))
                for seed in range(20)
            ):
                unnoticed[name] = unnoticed.get(name, 0) + 1
    assert unnoticed == FOLLOWS[system]


# --- Missing readings -----------------------------------------------------------------------------


@pytest.mark.parametrize("system", TABLES)
def test_every_reading_is_needed(system: str) -> None:
    """A statement, or a clause, without one is noticed; unless the model has its predicate."""
    table = TABLES[system]
    needed = (name for name in table.readings if name.split()[0] not in table.compared)
    for name in needed:
        fewer = {other: each for other, each in table.readings.items() if other != name}
        with pytest.raises(DisagreementError, match="has no reading; write one in stablelist_"):
            list(statements(whole(system), replace(table, readings=fewer)))


@pytest.mark.parametrize("system", TABLES)
def test_reading_of_nothing_is_noticed(system: str) -> None:
    """The statement may have been renamed, or be asked no more."""
    table = TABLES[system]
    more = replace(table, readings={**table.readings, "counts_agree/never": lambda _: True})
    with pytest.raises(DisagreementError, match="counts_agree/never is not asked, though it has"):
        read(whole(system), more)
    left_out = replace(table, left_out=table.left_out | {"counts_agree/never"})
    with pytest.raises(DisagreementError, match="counts_agree/never is left out in stablelist_"):
        read(whole(system), left_out)


@pytest.mark.parametrize("system", TABLES)
def test_wrong_reading_fails_the_run(system: str, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = TABLES[system].readings
    monkeypatch.setitem(readings, "retired_key_never_resolves/unbounded", lambda _: True)
    well, line = run_check(Check("read", system=system))
    assert not well
    about = SYSTEMS[system].about
    assert line.startswith(f"FAILED  {about}retired_key_never_resolves/unbounded is False of ")
