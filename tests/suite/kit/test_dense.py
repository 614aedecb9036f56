"""Dense programs: whatever a port offers is done many times in one of them, and space grows and shrinks in others."""

from __future__ import annotations

from collections import Counter

import pytest

from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.boundaries import TIMES, dense
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, check_keys
from stablelist_spec.families.pool import POOL
from stablelist_spec.systems import SYSTEMS

MODEL = ModelAnswerer().handshake
POOLS = [name for name, system in SYSTEMS.items() if system.family is POOL]


def of(system: str, *lacking: str) -> list[Program]:
    """The dense programs for a port of a system."""
    level = Level.COST if SYSTEMS[system].exact else Level.CONTRACT
    port = Handshake("a", "1", system, level, without=frozenset(lacking))
    return dense(Abilities(port, level))


@pytest.mark.parametrize("system", POOLS)
def test_dense_class_repeats_every_operation(system: str) -> None:
    """Nearly as often as a program has words for it; what is left out is not done at all."""
    programs = of(system, "keys", "clear")
    most: Counter[str] = Counter()
    for program in programs:
        check_keys(program)
        most |= Counter(operation.name for operation in program.operations)
    offered = SYSTEMS[system].operations - SYSTEMS[system].shown.keys() - {"keys", "clear"}
    usual = offered - {"insert_with", "extend", "put"}
    rare = {name for name in usual if most[name] < TIMES}
    assert rare <= {"repack"}, most
    assert not {"keys", "clear"} & most.keys()


def test_space_grows_and_shrinks_in_every_mode() -> None:
    """This happens with each insertion and removal, in at least one program of each truncating mode."""
    model = ModelAnswerer()
    moved: Counter[str] = Counter()
    for program in dense(Abilities(MODEL, Level.COST))[-12:]:
        _, moves, dropped, _ = model.answer(program, Level.COST)[-1].split("/")
        mode = program.parameters.truncate.value
        moved[f"{mode} moved"] = max(int(moves), moved[f"{mode} moved"])
        moved[f"{mode} dropped"] = max(int(dropped), moved[f"{mode} dropped"])
    assert moved["memory moved"] >= 4 * TIMES
    assert min(moved["memory dropped"], moved["iteration dropped"]) >= TIMES
    assert moved["never dropped"] == 0
