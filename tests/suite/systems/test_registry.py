"""Every system of the registry is explored, covered, judged, drawn and traced from its description alone."""

import json
from functools import lru_cache
from typing import Any

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import Difference, ExactJudge, contract_judge
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.cover import crafted, explored_programs
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.report import drawing, itf, words
from stablelist_conformance.report.page import page
from stablelist_conformance.report.page.contents import page_data
from stablelist_conformance.report.recorder import record_trace
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.protocol import Level, highest, parse_program
from stablelist_spec.core.explore import Exploration, explore
from stablelist_spec.core.history import History, Modelled, contract_of
from stablelist_spec.core.operation import Configuration
from stablelist_spec.core.states import States, quotient_of
from stablelist_spec.systems import STABLE_LIST, SYSTEMS
from suite.covering import MOST_PROGRAMS, few_programs

EXACT = [name for name, system in SYSTEMS.items() if system.exact]
SMALL = [name for name in EXACT if name != STABLE_LIST.name]
"""Systems with small scopes; those of a StableList are explored in the tests of `explore` and `cover`."""

MOST_STATES = 50_000


@lru_cache
def explored(name: str, scope: Configuration) -> Exploration[Any]:
    """The exploration of a scope, with one key that is followed."""
    return explore(scope, quotient_of(SYSTEMS[name]), limit=MOST_STATES)


LARGE = {"stack-slotmap", "stable-graph", "handle-map"}
"""Their scopes take as long as all others."""
SCOPES = [
    pytest.param(name, scope, marks=[pytest.mark.slow] * (name in LARGE))
    for name in SMALL
    for scope in SYSTEMS[name].scopes
]


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_scope_is_exhausted_and_sound(name: str, scope: Configuration) -> None:
    """Every invariant holds in every state, and the family allows every step. The scope is small."""
    found = explored(name, scope)
    assert found.complete
    assert found.violations == {}
    assert found.states < MOST_STATES


@pytest.mark.parametrize(("name", "scope"), SCOPES)
def test_what_is_only_asked_is_sound_too(name: str, scope: Configuration) -> None:
    """Operations that change nothing are answered as the family allows; a layout that can be read means its state."""
    system = SYSTEMS[name]
    found = explore(scope, States(system, follow=False, asks=True), limit=MOST_STATES)
    assert (found.complete, found.violations) == (True, {})
    assert set(found.labels) <= set(system.labels)
    for state in {node.state for node in found.reached} if "layout" in system.read else ():
        assert system.read["layout"](state, system.shown["layout"](state)) == state


@pytest.mark.no_cover
@pytest.mark.parametrize("name", SMALL)
def test_covering_programs_bear_every_label(name: str) -> None:
    """The programs are few, and no longer than the protocol allows; each is read back as it was written."""
    programs = (*crafted(name), *explored_programs(name))
    level = highest(SYSTEMS[name])
    met = set().union(*(labelled_answer(SYSTEMS[name], p, level)[1] for p in programs))
    assert met == set(SYSTEMS[name].labels)
    assert len(programs) <= MOST_PROGRAMS
    for program in programs:
        for line in (program.line(level), program.sent(level)):
            assert parse_program(line, name) == (level, program)


@pytest.mark.no_cover
def test_covering_programs_of_a_stable_list_are_few_enough_for_every_day() -> None:
    """They reach every label; `make selfcheck` runs more."""
    met = (labelled_answer(STABLE_LIST, program, Level.COST)[1] for program in few_programs())
    assert set().union(*met) == set(STABLE_LIST.labels)
    assert len(few_programs()) <= MOST_PROGRAMS


@pytest.mark.no_cover
def test_dyadic_cover_reaches_several_blocks() -> None:
    """So a truncation that stops after one block is noticed."""
    spaces = {
        int(word.split("|")[0])
        for program in (*crafted("dyadic"), *explored_programs("dyadic"))
        for word in ModelAnswerer("dyadic").answer(program, Level.COST)
        if word.count("|") > 1
    }
    assert {4, 8, 16, 32, 64} <= spaces


@pytest.mark.no_cover
@pytest.mark.parametrize("name", EXACT)
def test_contract_allows_what_the_model_does(name: str) -> None:
    """Some programs of the swarm, judged by what the family promises."""
    model = ModelAnswerer(name)
    swarm = Target("model", model.handshake, Level.CONTRACT, 1.0).swarm(3)
    judge = contract_judge(model.handshake)
    for program in map(swarm.program, range(5)):
        line = " ".join(model.answer(program, Level.CONTRACT))
        assert judge.judge(program, line) is None, program.line(Level.CONTRACT)


@pytest.mark.parametrize("name", EXACT)
def test_contract_is_the_model_where_no_other_is_promised(name: str) -> None:
    system, port = SYSTEMS[name], ModelAnswerer(name).handshake
    contract = contract_of(system, port, system.configuration())
    assert isinstance(contract, Modelled) is system.determined


@pytest.mark.parametrize("name", EXACT)
def test_wrong_answer_is_reported_in_the_systems_own_terms(name: str) -> None:
    """The report uses its own layout, or its elements, and its picture: in words, as a drawing, and as a trace.

    The trace can be read back.
    """
    system, answerer = SYSTEMS[name], ModelAnswerer(name)
    level = highest(system)
    view = next(iter(system.shown), "each")
    program = next(program for program in crafted(name) if view in program.words)
    at = max(n for n, word in enumerate(program.words) if word == view)
    program = program._replace(words=program.words[: at + 1])
    answers = answerer.answer(program, level)
    judge = ExactJudge(answerer, level)
    line = " ".join([*answers[:-1], "wrong"])
    assert judge.judge(program, line) == Difference(at, answers[at], "wrong")
    found = Counterexample(
        port="a port", handshake=answerer.handshake, program=program, level=level, at=at,
        expected=answers[at], answered="wrong", detail="it is wrong", answers=tuple(line.split()),
    )  # fmt: skip
    history = History(system, program.parameters)
    for operation in program.operations:
        if operation.name not in system.shown:
            history.perform(operation)
    assert system.picture is not None
    picture = system.picture(history.state)
    trace = record_trace(found)
    told = words.explain(trace, most=None)
    assert f"a fresh {system.noun} with " in told
    assert all(f"{fact} {amount}" in told for fact, amount in picture.facts.items())
    assert all(group.name in told for row in picture.rows for group in row.groups)
    assert drawing.svg(trace).startswith("<")
    data = page_data(trace)
    assert data["steps"][0]["words"] == "a fresh container"
    assert (data["at"], len(data["steps"])) == (at + 1, at + 2)
    assert page(trace).endswith("</html>\n")
    states = json.loads(itf.write(trace))
    assert {"mbt::actionTaken", *states["states"][0]} >= set(states["vars"])
    assert itf.read(itf.write(trace)) == found
    assert parse_handshake(found.handshake.line()) == found.handshake
