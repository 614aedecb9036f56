"""``stablelist explore SYSTEM``: every exact system by name, and systems of one's own."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from stablelist_conformance.cli.explore_any import Line
from stablelist_conformance.cli.main import main
from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.running.exploring import Bounds, carried_out, exploration
from stablelist_conformance.wire.configurations import configuration_of
from stablelist_conformance.wire.protocol import highest
from stablelist_spec.core.explore import DEBT, REFINEMENT, Action, explore
from stablelist_spec.core.states import quotient_of
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import DYADIC, LIFO_SLAB, STABLE_GRAPH, SYSTEMS
from suite.docs.pages import ROOT

SCOPED: Final = [name for name, system in SYSTEMS.items() if system.scopes]
COUNTER: Final = (ROOT / "tests/suite/toy/counter.py").read_text("utf-8")
Captured = pytest.CaptureFixture[str]


def run(capsys: Captured, *arguments: str) -> tuple[int, str]:
    """The exit status and everything that was printed."""
    status = main(["explore", *arguments])
    printed = capsys.readouterr()
    return status, printed.out + printed.err


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Any:
    """Writes a module; returns the name of its system."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)

    def written(source: str) -> str:
        name = re.sub(r"\W", "_", request.node.name)
        (tmp_path / f"{name}.py").write_text(source, encoding="utf-8")
        return f"{name}:OWN"

    return written


def counter(**changes: str) -> str:
    """The source of a counter that differs in some attributes."""
    text = COUNTER.replace("\nCOUNTER = ", "\nOWN = ")
    for name, value in changes.items():
        text, times = re.subn(rf"\n    {name}=.*", f"\n    {name}={value},", text)
        text = (
            text if times else text.replace("\n    scopes=", f"\n    {name}={value},\n    scopes=")
        )
    return text


SMALL: Final = '{"number_stays_small": lambda state, _: state[1] < 2}'
LABELS: Final = '{"up_done": "counted"}'


# --- The systems of the registry --------------------------------------------------------------------


def test_every_exact_system_has_scopes() -> None:
    """Its covering programs come from them."""
    assert {*SCOPED} == {name for name, each in SYSTEMS.items() if each.exact}


@pytest.mark.parametrize("name", SCOPED)
def test_explore_takes_every_exact_system(name: str, capsys: Captured) -> None:
    """It begins all scopes and names every invariant; that these hold everywhere is tested with the systems."""
    system = SYSTEMS[name]
    _, text = run(capsys, name, "--depth", "1")
    assert text.count("\nscope ") == len(system.scopes)
    assert text.count("  holds   ") == len(system.scopes) * (len(system.invariants) + 1)
    assert all(f"  holds   {each}\n" in text for each in (*system.invariants, REFINEMENT))


def test_explore_adds_up_what_was_exhausted(capsys: Captured) -> None:
    """All scopes to their ends, on the last line."""
    status, text = run(capsys, "sparse-set")
    states, transitions = (
        sum(int(n.replace(",", "")) for n in re.findall(rf"^{word} +([\d,]+)$", text, re.MULTILINE))
        for word in ("states", "transitions")
    )
    assert status == 0
    assert text.endswith(
        f"\nexhausted  3 scopes, {states:,} states, {transitions:,} transitions: "
        "every invariant holds in every state\n"
    )


def test_counts_are_those_of_the_explorer(capsys: Captured) -> None:
    """What is forgotten, the configuration in words, and the labels as well."""
    found = explore(DYADIC.scopes[0], quotient_of(DYADIC))
    _, text = run(capsys, "dyadic")
    first = text.split("\nscope ")[1]
    assert "minimum 4, capacity 0, truncation mode never, 1-bit ids, 2-bit indices\n" in first
    assert "forgotten  costs, elements, ids except whether they equal the followed key's\n" in first
    assert f"\nstates     {found.states:,}\ntransitions {found.transitions:,}\n" in first
    assert f"\ndiameter   {found.diameter}\n" in first
    reached = (
        f"labels {len(found.labels)} of {len(DYADIC.labels)}: {', '.join(sorted(found.labels))}"
    )
    assert reached in " ".join(first.split())


@pytest.mark.parametrize("name", SCOPED)
def test_every_way_is_carried_out_as_a_program(name: str) -> None:
    """The way to each label ends with it, in the words of the protocol, for all kinds of keys."""
    system = SYSTEMS[name]
    scope = system.scopes[0]
    found = exploration(name, system, scope, Bounds(3_000)).found
    for label, way in found.labels.items():
        program, history = carried_out(name, system, scope, way)
        assert label in labelled_answer(system, program, highest(system))[1]
        assert (len(program.words), history.broken()) == (len(way), [])


def test_followed_key_and_joined_keys_have_names() -> None:
    """A followed key keeps the number of its insertion, two keys are told apart; of equal ones the latest counts."""
    follow = Action("add", followed=True)
    ways: dict[Any, list[Action]] = {
        DYADIC: [Action("add"), follow, Action("remove", 1), Action("at", followed=True)],
        LIFO_SLAB: [follow, Action("remove", 0, nth=(0,)), Action("add"), Action("remove", 0, nth=(0,))],
        STABLE_GRAPH: [Action("add_node"), Action("add_node"), Action("add_edge", 1, nth=(1, 0))],
    }  # fmt: skip
    words = [
        carried_out(system.name, system, system.scopes[0], way)[0].words
        for system, way in ways.items()
    ]
    assert words == [
        ("add", "add", "remove:1", "at:1"),
        ("add", "remove:0", "add", "remove:1"),
        ("add_node", "add_node", "add_edge:1:0"),
    ]


# --- Configurations and limits ----------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "truncate=never,id_bits=1,index_bits=2",
        "truncate=never id_bits=1 index_bits=2",
        "layout truncate=never id_bits=1 index_bits=2 :",
        "cost truncate=never id_bits=1 index_bits=2",
    ],
)
def test_configuration_is_written_as_for_a_program(text: str) -> None:
    """Either as a list, or as its first words."""
    never = Parameters(truncate=Truncate.NEVER, id_bits=1, index_bits=2)
    assert configuration_of(DYADIC, text) == never


def test_configurations_take_the_place_of_the_scopes(capsys: Captured) -> None:
    """They may be several; a StableList is explored in this way as well, and 0 is no bound."""
    status, text = run(
        capsys, "sparse-set", "--configuration", "universe=4", "--configuration", "universe=1"
    )
    assert (status, re.findall(r"^scope +(.*)", text, re.MULTILINE)) == (
        0,
        ["universe 4", "universe 1"],
    )
    status, text = run(capsys, "--configuration", "id_bits=1,index_bits=2,maximum=3")
    assert status == 0
    assert "1-bit ids, 2-bit indices, maximum 3\n" in text
    assert text.startswith("system     stablelist\n")


def test_scope_without_an_end_is_not_exhausted(capsys: Captured) -> None:
    """One sentence says what stopped it."""
    status, text = run(capsys, "lifo-slab", "--configuration", "capacity=0", "--states", "100")
    assert status == 3
    assert re.search(r"^states +\d+ \(not the whole scope\)\n", text, re.MULTILINE)
    assert re.search(
        r"^stopped after \d+ states; raise --states, or choose a smaller", text, re.MULTILINE
    )
    assert "\nnot exhausted, so not decided: 1 scope, " in text
    assert "\nexhausted" not in text
    status, text = run(capsys, "dyadic", "--configuration", "index_bits=0", "--depth", "1")
    assert status == 3
    assert "\nlevels     0\n" in text
    assert "\nstates 1 step away were not followed; raise --depth\n" in text


def test_limits_that_are_not_reached_change_nothing(capsys: Captured) -> None:
    """The scope is exhausted: its farthest states are 6 steps away."""
    status, text = run(capsys, "sparse-set", "--depth", "7", "--states", "10000")
    assert (status, "\nexhausted  3 scopes" in text) == (0, True)
    assert run(capsys, "sparse-set", "--depth", "6")[0] == 3


def test_progress_is_what_was_shown_last() -> None:
    """When the line is drawn."""
    line = Line()
    explore(DYADIC.scopes[0], quotient_of(DYADIC), progress=lambda f: line.show(f.level, 3, 6_000))
    assert line.__rich__() == "level 14: 3 states, 6,000 transitions"


# --- Systems of one's own ---------------------------------------------------------------------------


def programs(text: str) -> Iterator[list[str]]:
    """The commands in what was printed."""
    for line in re.findall(r"^  (stablelist replay .*)$", text, re.MULTILINE):
        yield shlex.split(line)[1:]


def test_own_system_is_explored(own: Any, capsys: Captured) -> None:
    """It forgets nothing unless it says so; what a function of its own leaves out needs words."""
    status, text = run(capsys, own(counter()))
    assert (status, "\nforgotten  nothing\n" in text, "6 of 6: down_done" in text) == (
        0,
        True,
        True,
    )


def test_system_without_scopes_is_refused(own: Any, capsys: Captured) -> None:
    """The sentence names the fields of its configuration."""
    status, text = run(capsys, own(counter(scopes="()")))
    assert status == 2
    assert "declares no scopes; give --configuration NAME=VALUE,..., with some of " in text


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"forgotten": "lambda state: state"}, "what `forgotten` leaves out"),
        ({"forgotten": "lambda state: state", "leaves_out": '"costs"'}, "costs"),
        ({"quotient": "lambda system: Own(system)"}, "what its quotient leaves out"),
    ],
)
def test_what_is_forgotten_is_said(
    changes: dict[str, str], words: str, own: Any, capsys: Captured
) -> None:
    """In its own words, or in which attribute to look."""
    quotient = """

class Own:
    def __init__(self, system):
        from stablelist_spec.core.states import States

        states = States(system)
        self.initial, self.edges, self.broken = states.initial, states.edges, states.broken
"""
    status, text = run(capsys, own(counter(**changes) + quotient))
    assert (status, f"\nforgotten  {words}\n" in text) == (0, True)


def test_broken_invariant_has_the_shortest_program(own: Any, capsys: Captured) -> None:
    """The command runs the program again, and breaks the invariant as well."""
    name = own(counter(invariants=SMALL, labels=LABELS))
    status, text = run(capsys, name)
    assert status == 1
    assert "  BROKEN  number_stays_small\n" in text
    assert (
        "\nnumber_stays_small is broken by\nshortest program within the scope, 1 operation:\n"
        in text
    )
    assert text.endswith("\n    up 2\n\nbroken     number_stays_small\n")
    (command,) = programs(text)
    assert command == ["replay", "layout : up:2", "--system", name]
    assert main(command) == 1
    assert "number_stays_small" in capsys.readouterr().out


def test_description_that_is_refused_everywhere_else_is_explored(
    own: Any, capsys: Captured
) -> None:
    """Without labels of its own, it is refused when it is loaded; the message says what shows the program."""
    name = own(counter(invariants=SMALL))
    assert main(["serve", "--model", "--system", name]) == 2
    said = capsys.readouterr().err
    assert f"after up 2 (Limit(limit=3)); stablelist explore {name} shows the program\n" in said
    status, text = run(capsys, name)
    assert (status, [*programs(text)]) == (1, [])
    assert "\n  layout : up:2  (replay takes it once the description is corrected)" in text
    assert "\nlabels     5: down_done" in text


def test_step_that_the_family_does_not_allow_is_broken(own: Any, capsys: Captured) -> None:
    """Here, a reading that changes the state."""
    source = counter(labels=LABELS).replace("StepOf(state, count)", "StepOf((limit, 0), count)")
    status, text = run(capsys, own(source))
    assert (status, f"{REFINEMENT} is broken by\nshortest program within the scope, 2" in text) == (
        1,
        True,
    )
    assert 'replay "layout limit=1 : up:1 value"' in text


def test_what_is_broken_in_the_exploration_alone_is_not_decided(own: Any, capsys: Captured) -> None:
    """Something that matters is forgotten: the program does not break the invariant."""
    lossy = counter(invariants=SMALL, labels=LABELS, forgotten="lambda state: (state[0], 7)")
    status, text = run(capsys, own(lossy))
    assert (status, "number_stays_small is broken in the exploration, but not when" in text) == (
        3,
        True,
    )


def test_bound_on_costs_has_a_program(own: Any, capsys: Captured) -> None:
    """It is not said to be the shortest one, because ways to a debt are compared by their costs."""
    never = counter(invariants=SMALL.replace("number_stays_small", DEBT), labels=LABELS)
    status, text = run(capsys, own(never))
    assert (status, f"{DEBT} is broken by\nprogram within the scope, 1 operation" in text) == (
        1,
        True,
    )


@pytest.mark.parametrize(
    ("system", "line"),
    [
        ("DYADIC", "layout truncate=never id_bits=1 index_bits=2 : add remove:0"),
        ("LIFO_SLAB", "layout capacity=1 : add clear"),
    ],
)
def test_program_about_a_key_can_be_pasted(
    system: str, line: str, own: Any, capsys: Captured
) -> None:
    """A retired key breaks what is planted, both where ids are renamed and where they are not."""
    source = f"""
from dataclasses import replace

from stablelist_spec.systems import {system}

BROKEN = {{"retired_key_never_resolves": lambda _, fresh: not fresh.retired}}
OWN = replace({system}, invariants=BROKEN)
"""
    status, text = run(capsys, own(source))
    command = next(programs(text))
    assert (status, command[1]) == (1, line)
    assert main(command) == 1
    capsys.readouterr()


# --- Bad input --------------------------------------------------------------------------------------


def test_description_that_fails_is_one_sentence(own: Any, capsys: Captured) -> None:
    """It says in which configuration, and why."""
    source = counter(labels=LABELS).replace('count + operation["by"] > limit', "1 // limit > 5")
    status, text = run(capsys, own(source), "--configuration", "limit=0")
    assert status == 2
    assert "failed while it was explored with limit 0 (ZeroDivisionError: " in text
    assert "correct its description, or choose another configuration\n" in text
