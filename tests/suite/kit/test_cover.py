"""Covering programs: every edge of the preset is taken, every label met, in every run the same."""

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from copy import copy
from dataclasses import replace
from functools import cache, partial

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.cover import (
    coupled,
    crafted,
    expand,
    explored_programs,
    scope_programs,
    texts,
    wholes,
)
from stablelist_conformance.programs.fates import contract_programs, fate_edges, toured
from stablelist_conformance.programs.target import Target
from stablelist_conformance.programs.tours import numbered
from stablelist_conformance.programs.tours import tours as tours_of
from stablelist_conformance.programs.vocabulary import Vocabulary
from stablelist_conformance.running.covering import covering
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import decode, name_of
from stablelist_conformance.wire.protocol import Level, Program
from stablelist_spec.core.family import Refusal
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.second import labels_of
from stablelist_spec.core.states import Node, States
from stablelist_spec.families.pool import KEY_OPERATIONS, KEYED, POOL
from stablelist_spec.parts.cells import Resolution, resolve
from stablelist_spec.parts.parameters import Parameters, Truncate
from stablelist_spec.systems import HEAP, MAP, SPARSE_SET, STABLE_LIST, SYSTEMS
from stablelist_spec.systems.stable_list.observer import LABELS

WIDTHS = [2, pytest.param(3, marks=pytest.mark.soak)]
"""Index widths of the exploration: a narrow one for `make test`, and the real one."""


def scope(mode: Truncate, index_bits: int) -> Parameters:
    """The smallest scope of a mode."""
    return Parameters(truncate=mode, id_bits=1, index_bits=index_bits)


@cache
def tours(mode: Truncate, index_bits: int) -> list[Program]:
    """The programs of a scope."""
    return scope_programs(STABLE_LIST.name, scope(mode, index_bits))


Edge = tuple[str, int | None, tuple[tuple[str, object], ...]]
"""An operation, the index of its key, and its other operands."""
Graph = dict[Node, dict[Edge, Node]]


def explored(mode: Truncate, index_bits: int) -> Graph:
    """The graph of a scope."""
    states = States(STABLE_LIST, follow=False)

    def arrows(node: Node) -> list[tuple[Edge, Node]]:
        return [
            ((edge.action.name, edge.action.position, edge.action.operands), edge.target)
            for edge in states.edges(node)
        ]

    nodes, graph = numbered(states.initial(scope(mode, index_bits)), arrows)
    return {
        node: {edge: nodes[target] for edge, target in found}
        for node, found in zip(nodes, graph, strict=True)
    }


def edge_of(history: History, word: str) -> Edge | None:
    """The edge that a word takes, if it takes one."""
    operation = decode(word, POOL)
    if POOL.insertions(operation):
        return "add", None, ()
    if operation.name in {"clear", "drain", "shrink_to_fit", "reserve"}:
        return operation.name, None, tuple(operation.operands.items())
    if operation.name != "remove":
        return None
    key = history.key(operation["key"])
    hit = resolve(history.state, key) is Resolution.HIT
    return ("remove", key.index, ()) if hit else None


def test_every_label_is_covered() -> None:
    """All words of the closed vocabulary, by the crafted programs alone."""
    met = set[str]()
    for program in crafted():
        met |= labelled_answer(STABLE_LIST, program, Level.COST)[1]
    assert met == LABELS.keys()


@pytest.mark.parametrize("index_bits", WIDTHS)
@pytest.mark.parametrize("mode", Truncate)
def test_every_edge_of_the_scope_is_covered(mode: Truncate, index_bits: int) -> None:
    """Each state with each thing that can be done in it, as the exploration finds them."""
    graph = explored(mode, index_bits)
    taken = {edge for program in tours(mode, index_bits) for edge in edges(program, graph)}
    wanted = {(node, edge) for node, found in graph.items() for edge in found}
    assert len(wanted) > 10**index_bits
    assert wanted == taken


def edges(program: Program, graph: Graph) -> Iterator[tuple[Node, Edge]]:
    """The edges that a program takes."""
    history, node = History(STABLE_LIST, program.parameters), next(iter(graph))
    for word in program.words:
        if word in {"layout", "cost"}:
            continue
        edge = edge_of(history, word)
        if edge is not None:
            yield node, edge
            node = graph[node][edge]
        history.perform(decode(word, POOL))


@pytest.mark.parametrize("index_bits", WIDTHS)
@pytest.mark.parametrize("mode", Truncate)
def test_every_state_is_asked_everything(mode: Truncate, index_bits: int) -> None:
    """Each kind of question occurs as often as there are states; forged keys are among them."""
    words = Counter(
        word.partition(":")[0] + "#" * (":#" in word and not word.startswith("lend"))
        for program in tours(mode, index_bits)
        for word in program.words
    )
    states = words["len"]
    assert states > 10**index_bits / 6
    for name in ("is_empty", "lend", "reload"):
        assert words[name] == states
    for name in ("each", "keys", "traverse"):  # after a refusal, and at the end, too
        assert words[name] > states
    for name in ("apply", "inspect", "replace"):
        assert words[name] + words[f"{name}#"] >= states
    assert words["at#"] > states
    assert words["remove#"] > 0


def fates_of(name: str, *, aside: bool) -> Iterator[Program]:
    """The tours of the fates of keys, as programs of a system."""
    offered = ("add", "remove", "at", "clear", "reload", "reserve")
    can = Vocabulary(POOL, {each: POOL.kinds[each] for each in offered})
    empty = SYSTEMS[name].configuration()
    return (Program(empty, words, name) for words in toured(can, aside=aside))


def unnoticed(programs: Iterable[Program]) -> set[Hashable]:
    """The changes that may overwrite another live element, the oldest or the newest, without a wrong answer."""
    found: dict[Hashable, bool] = {}
    for program in programs:
        system, operations = SYSTEMS[program.system], [*program.operations]
        operations = [each for each in operations if each.name not in system.shown]
        history = History(system, program.parameters)
        for at, operation in enumerate(operations):
            if not POOL.kinds[operation.name].structural:
                history.perform(operation)
                continue
            shape, old = system.shown["layout"](history.state), len(history.issued)
            keys = [history.key(name) for name in POOL.keys_of(operation)]
            history.perform(operation)
            numbers = {key: number for number, key in enumerate(history.issued[:old])}
            live = {*system.live(history.state)} - {*keys, *history.issued[old:]}
            others = sorted(number for key, number in numbers.items() if key in live)
            name = "add" if operation.name in POOL.inserting else operation.name
            what = name, *(key.index for key in keys), *operation.operands.values()
            change = program.parameters, shape, what[: 1 + len(keys)] if keys else what
            for which in {*others[:1], *others[-1:]}:
                spoilt = (*change, which == others[0])
                if not found.get(spoilt) and shape != system.shown["layout"](history.state):
                    found[spoilt] = is_noticed(history, which, operations[at + 1 :])
    assert len(found) > 30
    return {change for change, noticed in found.items() if not noticed}


def is_noticed(history: History, number: int, rest: Sequence[Operation]) -> bool:
    """Whether the rest of a program is answered differently if an element was overwritten before."""
    wrong = copy(history)
    wrong.perform(Operation("replace", key=number, value=999))
    return noticed(history, wrong, rest)


def noticed(history: History, wrong: History, rest: Sequence[Operation]) -> bool:
    """Whether the rest of a program is answered differently by a container in another state."""
    right = copy(history)
    return any(right.perform(each).answer != wrong.perform(each).answer for each in rest)


@pytest.mark.parametrize("aside", [True, False])
@pytest.mark.parametrize("name", ["lifo-slotmap", "dense-slotmap"])
@pytest.mark.parametrize("programs", [explored_programs, fates_of])
def test_overwritten_element_is_noticed_after_any_change(
    programs: Callable[..., Iterable[Program]], name: str, *, aside: bool
) -> None:
    """Of every change in every state, though its own answer and the shape of the container are right."""
    missed = unnoticed(programs(name, aside=aside))
    assert (len(missed) == 0) is aside


def share_of_refusals_noticed(programs: Iterable[Program]) -> float:
    """How many refusals are noticed that remove the first element, or the last, or insert one all the same."""
    spoilt = list[bool]()
    for program in programs:
        system, operations = SYSTEMS[program.system], [*program.operations]
        history = History(system, program.parameters)
        for at, operation in enumerate(operations):
            answer = history.perform(operation).answer
            if isinstance(answer, Refusal) and not system.family.kinds[operation.name].asks:
                elements = history.state.elements
                for wrong in (elements[1:], elements[:-1], (*elements, (9, 9))):
                    other = copy(history)
                    other.state = history.state._replace(elements=wrong)
                    rest = operations[at + 1 :]
                    spoilt += [noticed(history, other, rest)] * (wrong != elements)
    assert len(spoilt) > 1_000
    return sum(spoilt) / len(spoilt)


@pytest.mark.parametrize("aside", [True, False])
def test_refusal_that_changes_something_is_noticed(*, aside: bool) -> None:
    share = share_of_refusals_noticed(explored_programs(MAP.name, aside=aside))
    assert (share > 0.99) is aside


def test_shortest_programs_come_first() -> None:
    """So that what fails is short to begin with."""
    lengths = [len(program.words) for program in explored_programs("dyadic")]
    assert lengths == sorted(lengths)


@pytest.mark.parametrize(
    ("name", "text"),
    [(name, text) for name in SYSTEMS if SYSTEMS[name].exact for text in texts(SYSTEMS[name])],
)
def test_crafted_program_is_short_and_lawful(name: str, text: str) -> None:
    """Its repetitions are written out, and the model carries it out."""
    program = expand(text, name)
    assert not any(mark in word for word in program.words for mark in ("*", "..", "?"))
    history = History(SYSTEMS[name], program.parameters)
    for operation in program.operations:
        if operation.name not in {"layout", "cost"}:
            history.perform(operation)


# --- The relatives --------------------------------------------------------------------------------


NEVER = Handshake("a", "1", "slotmap", Level.CONTRACT, wraps=False)
"""A slot map whose stale keys never resolve."""


def able(system_name: str, *lacking: str) -> Abilities:
    """The abilities of a container of which only the contract is known."""
    port = replace(NEVER, system_name=system_name, without=frozenset(lacking))
    return Abilities(port, Level.CONTRACT)


def right_answers(program: Program) -> str:
    """The answers of such a slot map."""
    run, said = contract_judge(NEVER).following(program.parameters), []
    for number, operation in enumerate(program.operations):
        answer = next(
            iter(run.acceptable(operation))
        )  # of what is put at an index: none, if it may
        said.append(answer)
        assert run.step(number, operation, answer) is None
    return " ".join(said)


@pytest.mark.slow
@pytest.mark.parametrize("system_name", ["slotmap", "arena", "slab"])
def test_contract_programs_meet_every_label_of_their_system(system_name: str) -> None:
    """A right container, followed through all of them, meets each operation with some and with none."""
    offered = SYSTEMS[system_name].operations - POOL.looping  # they bear no labels
    judge = contract_judge(NEVER)
    labels: set[str] = set()
    for program in contract_programs(able(system_name)):
        difference, met = judge.follow(program, right_answers(program))
        assert difference is None
        labels |= met
    keyed = offered & KEYED
    wanted = {f"{name}_{kind}" for name in keyed for kind in ("live", "stale")}
    wanted |= labels_of({name: POOL.kinds[name] for name in offered & POOL.both}).keys()
    closed = offered - keyed - POOL.inserting - POOL.both
    wanted |= {f"{name}_{kind}" for name in closed for kind in ("some", "none")}
    wanted |= {f"{name}_forged" for name in offered & {*KEY_OPERATIONS, "pair"}}
    assert labels == wanted | POOL.inserting - keyed - POOL.looping


def test_contract_programs_take_every_edge() -> None:
    """Whatever can become of four keys by what a port offers does become of them."""
    edges = partial(fate_edges, able("slotmap").usual)
    nothing: tuple[str, ...] = ()
    nodes, graph = numbered(nothing, edges)
    wanted = {(node, word) for node, found in zip(nodes, graph, strict=True) for word, _ in found}
    taken = set[tuple[tuple[str, ...], str]]()
    for words in toured(able("slotmap").usual):
        fates: tuple[str, ...] = ()
        for word in words:
            after = dict(edges(fates)).get(word)
            if after is not None:
                taken.add((fates, word))
                fates = after
    assert wanted == taken


def test_operations_on_the_whole_are_coupled() -> None:
    """Each sequence of three meets a fresh container and a started one, and is followed by each way to insert."""
    can = able("slab").usual
    assert [*wholes(can)] == [
        "clear", "drain", "retain:2:0", "retain:1:1", "each_removing:2:0", "each_removing:1:1", "reserve:0",
        "reserve:3", "shrink_to_fit", "reload",
    ]  # fmt: skip
    programs = set(coupled(can, 3, ("add", "add")))
    assert len(programs) == 2 * 10**3 * 3
    started = ("add", "add", "drain", "reload", "clear", "insert_with", "add")
    assert any(program[: len(started)] == started for program in programs)
    few = Vocabulary(POOL, {name: POOL.kinds[name] for name in ("add", "remove", "clear")})
    assert {word for program in coupled(few, 2, ()) for word in program} == {"add", "clear"}


@pytest.mark.parametrize(
    "excluded", ["clear", "each", "retain", "contains", "len", "extend", "reload"]
)
def test_contract_programs_do_without_what_is_left_out(excluded: str) -> None:
    """A port is never sent what it does not have."""
    offered = SYSTEMS["slotmap"].operations - POOL.looping - {excluded}
    programs = contract_programs(able("slotmap", excluded))
    assert {name_of(word) for program in programs for word in program.words} == offered


def test_contract_of_another_family_is_covered_without_words_of_pools() -> None:
    """A set of which only the contract is known was sent `add`, which is no operation of sets."""
    port = Handshake("a", "1", f"{__name__}:SET_CONTRACT", Level.CONTRACT)
    target = Target("", port, Level.CONTRACT, 1.0)
    programs = [target.fitted(program) for program in covering(target)]
    assert any("insert" in word for program in programs for word in program.words)


def test_everything_is_asked_of_a_container_that_never_had_an_element() -> None:
    """Where elements are members, each operation is the first one of a program, and questions follow it."""
    for words in toured(able("slotmap").usual):
        assert words[:2] == ("len", "is_empty")
        break
    heap = able("heap")
    programs = contract_programs(heap)
    assert [decode(program.words[0], HEAP.family).name for program in programs] == [
        *HEAP.family.kinds
    ]
    questions = {*heap.usual.questions}
    for program in programs:
        names = [operation.name for operation in program.operations]
        at = names.index("put", 1)
        assert {*names[1:at]} == {*names[at + 1 :]} == questions


SET_CONTRACT = replace(
    SPARSE_SET,
    name="set-contract",
    initial=None,
    step=None,
    shown={},
    invariants={},
    labels={},
    scopes=(),
    pairs=(),
    crafted=(),
    operations=SPARSE_SET.operations - {*SPARSE_SET.shown} - SPARSE_SET.offered_on_both,
)


# --- Tours ----------------------------------------------------------------------------------------


Place = str | tuple[str, int]
Roads = dict[int, list[tuple[str, int]]]


@st.composite
def graphs(draw: st.DrawFn) -> Roads:
    """Graphs of a few nodes, with loops, parallel edges, dead ends and what cannot be reached."""
    size = draw(st.integers(1, 8))
    targets = draw(
        st.lists(st.lists(st.integers(0, size - 1), max_size=4), min_size=size, max_size=size)
    )
    return {
        node: [(f"{node}.{number}", target) for number, target in enumerate(edges)]
        for node, edges in enumerate(targets)
    }


def reachable(graph: Roads) -> set[str]:
    """The edges that can be reached from node 0."""
    known, waiting, edges = {0}, [0], set[str]()
    while waiting:
        for action, target in graph[waiting.pop()]:
            edges.add(action)
            if target not in known:
                known.add(target)
                waiting.append(target)
    return edges


@given(graphs(), st.integers(1, 12))
@example({0: []}, 1)
@example({0: [("loop", 0)]}, 1)
@example({0: [("in", 1), ("other", 2)], 1: [], 2: []}, 5)
def test_every_edge_that_can_be_reached_is_taken(graph: Roads, longest: int) -> None:
    found = tours_of(0, graph.__getitem__, longest)
    assert {action for tour in found for action, _ in tour} == reachable(graph)


@given(graphs(), st.integers(1, 12))
def test_every_tour_is_a_path_from_the_initial_node(graph: Roads, longest: int) -> None:
    """Each edge begins where the one before it ended."""
    for tour in tours_of(0, graph.__getitem__, longest):
        node = 0
        for action, target in tour:
            assert (action, target) in graph[node]
            node = target


@given(graphs(), st.integers(1, 12))
def test_every_tour_takes_a_new_edge_and_is_not_much_too_long(graph: Roads, longest: int) -> None:
    """No tour is in vain; past its length it only finishes the way to an untaken edge."""
    seen: set[str] = set()
    for tour in tours_of(0, graph.__getitem__, longest):
        new = {action for action, _ in tour} - seen
        assert new
        seen |= new
        assert len(tour) < longest + len(graph)


def test_short_way_is_taken() -> None:
    """From a dead end of the tour, the nearest untaken edge is next: no detour of ten steps."""
    chain: Roads = {n: [(f"{n}", n + 1)] for n in range(10)}
    chain[10] = [("home", 0)]
    chain[0].append(("loop", 0))
    found = tours_of(0, chain.__getitem__, 100)
    assert sum(map(len, found)) == 12


def test_nodes_may_be_anything_hashable() -> None:
    """Nodes come back as they are, not as the numbers they are searched by."""
    graph: dict[Place, list[tuple[str, Place]]] = {
        "a": [("go", ("b", 1))],
        ("b", 1): [("back", "a")],
    }
    initial: Place = "a"
    assert tours_of(initial, graph.__getitem__, 9) == [[("go", ("b", 1)), ("back", "a")]]
