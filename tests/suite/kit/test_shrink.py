"""Shrinking: the known smallest program is found, and nothing that does not fail is handed back."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.programs.abilities import Abilities
from stablelist_conformance.programs.renumbering import insertions, renumbered
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.shrinking.search import Search, TimeIsUp
from stablelist_conformance.shrinking.shrink import shrink
from stablelist_conformance.shrinking.values import ranked
from stablelist_conformance.shrinking.words import without_members
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import MAX_OPERATIONS, Level, Program, check_keys
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import STABLE_GRAPH, STABLE_LIST, SYSTEMS
from stablelist_spec.systems.sparse_set.model import Universe

from .played import SLOTS

GENEROUS = 3600.0
GRAPH = STABLE_GRAPH.name
AT_ONCE = ("extend", "clear", "drain", "retain")
"""Operations that do what others do one by one."""


def port(
    *without: str, system: str = STABLE_LIST.name, widths: str = "0,3-64", name: str = ""
) -> Target:
    """A port that leaves some operations out, and whose ids and indices have some widths."""
    offered = replace(
        ModelAnswerer(system).handshake,
        name=name,
        without=frozenset(without),
        id_bits=Widths.parse(widths),
        index_bits=Widths.parse(widths),
    )
    return Target("", offered, Level.COST, timeout=1.0)


PORT = port()
PLAIN = port(*AT_ONCE)


def smallest(
    program: Program, fails: Callable[[Program], object], target: Target = PORT
) -> Program:
    """What a program shrinks to."""
    found = shrink(program, fails, GENEROUS, target)
    assert found is not None
    return found[0]


def meets(label: str) -> Callable[[Program], str | None]:
    """A failure that happens exactly where a label is met."""

    def fails(program: Program) -> str | None:
        return label if label in labelled_answer(STABLE_LIST, program, Level.LAYOUT)[1] else None

    return fails


def program_that(label: str) -> Program:
    """A long program of the swarm that meets a label."""
    offered = ModelAnswerer().handshake
    lacking = offered.offered - {"add", "remove", "at", "contains", "len", "clear", "each"}
    port = replace(offered, without=lacking, index_bits=Widths.parse("0,3-64"))
    swarm = Swarm(Abilities(port, Level.LAYOUT), 1, ())
    found = (swarm.program(number) for number in range(1000))
    return cut(next(program for program in found if meets(label)(program)), label)


def cut(program: Program, label: str) -> Program:
    """A program up to where it meets a label, as the kit cuts it before it is shrunk."""
    history = History(STABLE_LIST, program.parameters)
    for at, operation in enumerate(program.operations):
        if label in history.perform(operation).labels:
            return program._replace(words=program.words[: at + 1])
    raise AssertionError(label)


@pytest.mark.parametrize(
    ("label", "words"),
    [
        # nine cells are needed so that h2 is used twice, and all of both h2 must go, the last one last
        ("truncate_2", 14),
        ("truncate_1", 6),
        ("add_reuse_q2", 4),
        ("at_stale_reused", 4),
        ("remove_empties_h2_never", 4),
    ],
)
def test_known_smallest_program_is_found(label: str, words: int) -> None:
    """From some hundred operations to the shortest there is, which can be counted by hand."""
    long = program_that(label)
    found = shrink(long, meets(label), GENEROUS, PLAIN)
    assert found is not None
    program, failure = found
    assert failure == label
    assert len(program.words) == words, program
    assert meets(label)(program)
    check_keys(program)


def test_only_what_the_port_is_told_becomes_simpler() -> None:
    """A slot map is not told of index widths, and would be judged by a range that it knows nothing of."""
    tried: set[object] = set()
    words = ("add", "add", "add", "add", "add", "remove:0", "add", "at:0")

    def fails(program: Program) -> bool | None:
        tried.add(program.parameters)
        return (len(program.words) > 2 and program.parameters == Parameters(id_bits=8)) or None

    slots = replace(SLOTS, id_bits=Widths.parse("3-32"))
    target = Target("", slots, Level.CONTRACT, timeout=1.0)
    shrink(Program(Parameters(id_bits=8), words, "slotmap"), fails, GENEROUS, target)
    told = {replace(Parameters(), id_bits=bits) for bits in range(3, 33)}
    assert len(tried) > 2
    assert tried <= told


def test_edge_whose_node_is_left_out_is_no_insertion_any_more() -> None:
    """An edge names two nodes and is itself an insertion. What follows keeps its keys, or is left out with the edge."""
    words = ("add_node", "add_node", "add_edge:0:1", "add_node", "edge:2", "node:3", "add_edge:1:3")
    kept = [(at, word) for at, word in enumerate((*words, "edge:4")) if at != 0]
    left = tuple(renumbered((*words, "edge:4"), kept, STABLE_GRAPH.family))
    assert left == ("add_node", "add_node", "node:1", "add_edge:0:1", "edge:2")


@pytest.mark.parametrize(
    ("words", "needed", "left"),
    [
        ("add add exchange:1:0 at:#7.7 remove:1", ["remove"], "add remove:0"),
        ("extend:3 insert_with extend:4 exchange:6:3 at:2", ["exchange"], "add exchange:0:0"),
        ("insert_with remove:0", ["remove"], "add remove:0"),
        ("extend:1 remove:0", ["remove"], "add remove:0"),
        ("add at:0~-8.4 remove:0", ["at", "remove"], "add at:0 remove:0"),
        (
            "add_node add_node add_node add_edge:0:1 add_node add_edge:1:4 add_edge:2:4 remove_node:0 edge:6",
            ["edge"],
            "add_node edge:0",
        ),
    ],
)
def test_keys_are_renumbered_and_insertions_plain(words: str, needed: list[str], left: str) -> None:
    """Where only some operations matter; every candidate names insertions before it."""
    system = GRAPH if "add_node" in words else STABLE_LIST.name

    def fails(candidate: Program) -> bool | None:
        check_keys(candidate)
        names = [word.partition(":")[0] for word in candidate.words]
        return [name for name in names if name in needed] == needed or None

    program = Program(SYSTEMS[system].configuration(), tuple(words.split()), system)
    assert smallest(program, fails, port(*AT_ONCE[:1], system=system)).words == tuple(left.split())


@pytest.mark.parametrize("name", SYSTEMS)
def test_every_candidate_is_a_program(name: str) -> None:
    """Of every system: no candidate names an insertion that comes later, or that was left out."""
    target, tried = port(system=name), 0

    def fails(candidate: Program) -> bool | None:
        nonlocal tried
        tried += 1
        check_keys(candidate)
        return tried % 3 == 1 or None

    swarm = target.swarm(0, far=False)
    for number in range(3):
        tried = 0
        assert shrink(swarm.program(number), fails, GENEROUS, target) is not None


def most(program: Program, name: str) -> int:
    """The largest operand of a name in a program, or the most insertions of an operation."""
    leaves = [leaf for each in program.operations for leaf in POOL.leaves(each)]
    added = map(POOL.insertions, program.operations if name == "insertions" else ())
    return max((*added, *(value for operand, value in leaves if operand.name == name)), default=0)


@pytest.mark.parametrize(
    ("word", "name", "left"),
    [
        ("extend:700", "insertions", "extend:17"),
        ("reserve:60000", "count", "reserve:17"),
        ("each_mut:900", "value", "each_mut:17"),
        ("retain:90:30", "modulus", "retain:17:0"),
        ("lend:reserve:300", "count", "lend:reserve:17"),
    ],
)
def test_operands_shrink_too(word: str, name: str, left: str) -> None:
    program = Program(Parameters(), ("add", word, "len"))
    assert smallest(program, lambda each: most(each, name) >= 17 or None).words == (left,)


@pytest.mark.parametrize(
    ("word", "left"),
    [
        ("at:0~0.524288", "at:0~0.16"),
        ("at:0~-524288.0", "at:0~16.0"),
        ("exchange:0:0~64.0", "exchange:0:0~16.0"),
        ("at:#9007199254740991.3", "at:#16.0"),
    ],
)
def test_forged_keys_come_nearer(word: str, left: str) -> None:
    """To the nearest power of two that still fails: here, 16; what need not be forged is not."""

    def far(candidate: Program) -> bool | None:
        keys = [key for each in candidate.operations for key in POOL.keys_of(each)]
        forged = [abs(part) for key in keys if isinstance(key, tuple) for part in key[-2:]]
        return max(forged, default=0) >= 16 or None

    program = Program(Parameters(), ("add", "at:0~0.4", "contains:#7.0", word))
    assert smallest(program, far).words == (*["add"] * ("#" not in word), left)


def test_failure_that_does_not_come_again_is_not_shrunk() -> None:
    """Nothing is handed back in its name, and only the program itself was tried."""
    tried: list[Program] = []
    program = Program(Parameters(), ("add", "remove:0"))
    assert shrink(program, tried.append, GENEROUS, PORT) is None
    assert tried == [program]


def test_failure_that_comes_only_sometimes_still_gives_a_program_that_failed() -> None:
    """Whatever is handed back was seen to fail, with what was seen then."""
    count = 0
    seen: dict[Program, int] = {}

    def fails(program: Program) -> int | None:
        nonlocal count
        count += 1
        if count % 3 == 1:
            seen[program] = count
            return count
        return None

    program = Program(Parameters(), ("add",) * 30)
    found = shrink(program, fails, GENEROUS, PORT)
    assert found is not None
    assert seen[found[0]] == found[1]


def test_time_limit_is_kept() -> None:
    """After the time is up nothing more is run, the smallest so far is handed back, and the caller is told."""
    runs = 0

    def slow(program: Program) -> bool | None:
        nonlocal runs
        runs += 1
        time.sleep(0.05)
        return "remove:3" in program.words or None

    program = Program(Parameters(), (*["add"] * 60, *(f"remove:{n}" for n in range(60))))
    stopped = list[bool]()
    found = shrink(program, slow, 0.4, PLAIN, lambda: stopped.append(True))
    assert found is not None
    assert "remove:3" in found[0].words
    assert 1 <= runs <= 9
    assert stopped == [True]


def test_time_limit_is_kept_where_nothing_is_run() -> None:
    """To make candidates that need not be run takes time, too, if a program is long."""
    search = Search(Program(Parameters(), ("add", "len")), lambda _: True, 0.0, PLAIN)
    assert search.attempt(search.program)
    with pytest.raises(TimeIsUp):
        search.attempt(search.program)


def test_program_is_run_once_per_candidate() -> None:
    """A port is not asked the same twice."""
    tried: list[Program] = []

    def fails(program: Program) -> bool | None:
        tried.append(program)
        return "at:0" in program.words or None

    shrink(program_that("at_stale_vacant"), fails, GENEROUS, PORT)
    assert len(tried) == len(set(tried))
    assert all(program.words for program in tried)


# --- Many elements --------------------------------------------------------------------------------


def live_in(program: Program) -> Iterator[int]:
    """The number of live elements after each operation."""
    live: set[int] = set()
    inserted = 0
    for operation in program.operations:
        new = range(inserted, inserted := inserted + POOL.insertions(operation))
        live |= set(new)
        match operation.name:
            case "remove":
                live.discard(key_of(operation))
            case "clear" | "drain":
                live.clear()
            case "retain":
                live = {n for n in live if n % operation["modulus"] == operation["residue"]}
        yield len(live)


def key_of(operation: Operation) -> int:
    """The key of an operation, which is not forged."""
    assert isinstance(operation["key"], int)
    return operation["key"]


def reaches(most: int, then: int) -> Callable[[Program], bool | None]:
    """A failure that needs so many elements, and later no more than a few."""

    def fails(program: Program) -> bool | None:
        check_keys(program)
        live = list(live_in(program))
        peak = next((at for at, number in enumerate(live) if number >= most), None)
        return (peak is not None and min(live[peak:]) <= then) or None

    return fails


def up_and_down(count: int) -> Program:
    """A program that inserts so many elements one by one, removes them, and asks much in between."""
    words: list[str] = []
    for number in range(count):
        words += ("add", "len", f"at:{number // 2}")
    words += (f"remove:{number}" for number in range(count - 1))
    return Program(Parameters(), tuple(words))


def test_many_insertions_and_removals_become_one_word_each() -> None:
    """From 399 operations to two; what they name is found by bisection."""
    found = smallest(up_and_down(100), reaches(70, then=3))
    assert found.words in {("extend:70", "clear"), ("extend:70", "drain")}


@pytest.mark.slow
def test_last_removal_stays_a_removal() -> None:
    """Where one element has to be left among many cells, and to be removed by itself."""

    def fails(program: Program) -> bool | None:
        check_keys(program)
        last = program.operations[-1]
        live = list(live_in(program))
        alone = last.name == "remove" and live[-2:] == [1, 0]
        return (alone and key_of(last) >= 1_300) or None

    words = [f"remove:{number}" for number in range(2_999, -1, -1) if number != 1_500]
    program = Program(Parameters(), (*["extend:500"] * 6, *words, "remove:1500"))
    assert smallest(program, fails).words[2:] == ("retain:1301:1300", "remove:1300")


@pytest.mark.slow
def test_what_the_port_leaves_out_is_never_tried() -> None:
    """Without ``clear`` and ``drain`` there is ``retain``; without any of them, words stay what they are."""
    assert words_found(port("clear", "drain")) == ("extend:20", "retain:1:1")
    assert words_found(port("extend")) == (*["add"] * 20, "clear")
    assert len(words_found(PLAIN)) == 20 + 17


def words_found(target: Target) -> tuple[str, ...]:
    """What is left of a program that needs twenty elements and then three; every candidate can be asked."""

    def fails(program: Program) -> bool | None:
        assert all(target.offers(word, program.parameters) for word in program.words)
        assert target.handshake.supports(program.parameters)
        return reaches(20, then=3)(program)

    return smallest(up_and_down(24), fails, target).words


def test_insertions_keep_to_the_most_that_one_word_may_have() -> None:
    """More than a thousand elements take several words."""
    words = (*["add"] * 900, *["extend:600"] * 3, *["add"] * 900, "len")

    def fails(program: Program) -> bool | None:
        return sum(insertions(word, POOL) for word in program.words) >= 2_400 or None

    found = smallest(Program(Parameters(), words), fails)
    assert len(found.words) == 3
    assert sum(decode(word, POOL)["count"] for word in found.words) == 2_400


@pytest.mark.parametrize("target", [PORT, PLAIN])
def test_longest_program_comes_down_within_a_few_hundred_attempts(target: Target) -> None:
    """Its failure is at the end, and needs three words that lie far apart."""
    words = ["add", "len", *(f"at:{number}" for number in (0, 0))] * (MAX_OPERATIONS // 4)
    words[700], words[5_200], words[-1] = "reserve:7", "shrink_to_fit", "each"
    attempts = 0

    def fails(program: Program) -> bool | None:
        nonlocal attempts
        attempts += 1
        names = [word.partition(":")[0] for word in program.words]
        asked = [name for name in names if name in {"reserve", "shrink_to_fit", "each"}]
        return (asked == ["reserve", "shrink_to_fit", "each"] and names.count("add") >= 3) or None

    found = smallest(Program(Parameters(), tuple(words)), fails, target)
    assert sorted(found.words) == ["add", "add", "add", "each", "reserve:0", "shrink_to_fit"]
    assert attempts < 300


@pytest.mark.parametrize("target", [PORT, PLAIN])
def test_no_operation_can_be_left_out(target: Target) -> None:
    """Whatever is needed: here an odd number of elements removed, in pairs with a look-up before and after."""

    def fails(program: Program) -> bool | None:
        removed = [at for at, word in enumerate(program.words) if word.startswith("remove")]
        before = (
            sum(word.startswith("at") for word in program.words[: removed[-1]]) if removed else 0
        )
        return (len(removed) % 2 == 1 and before >= len(removed) >= 3) or None

    program = smallest(up_and_down(30), fails, target)
    for excluded in range(len(program.words)):
        rest = without(program, excluded)
        assert not rest.words or not fails(rest), (program.words, excluded)


def without(program: Program, place: int) -> Program:
    """A program without one word, and without those that name what it inserts."""
    kept = [(at, word) for at, word in enumerate(program.words) if at != place]
    return program._replace(words=tuple(renumbered(program.words, kept, program.family)))


def test_same_program_is_found_every_time() -> None:
    """No candidate is drawn by chance."""
    found = [shrink(program_that("truncate_2"), meets("truncate_2"), GENEROUS, PORT) for _ in "ab"]
    assert found[0] == found[1]


# --- Another family -------------------------------------------------------------------------------


def test_plainest_operation_of_a_family_without_keys_is_tried() -> None:
    """It keeps its operands."""
    words = ("push_front:7", "push_front:9", "pop_back", "len")
    program = Program(SYSTEMS["ring"].configuration(), words, "ring")

    def fails(program: Program) -> str | None:
        return "wrong" if len(program.words) > 2 and program.words[-1] == "len" else None

    found = shrink(program, fails, GENEROUS, port(system="ring"))
    assert found is not None
    assert found[0].words == ("push_back:0", "push_back:1", "len"), "elements are told apart"


def test_program_of_a_set_is_shrunk_too() -> None:
    """Its numbers are no keys, it inserts nothing at once, and it has a universe."""
    target = port(system="sparse-set")
    words = tuple(f"{name}:{n}" for n in range(40) for name in ("insert", "contains", "remove"))
    program = Program(Universe(300), words, "sparse-set")

    def fails(candidate: Program) -> bool | None:
        members = {word for word in candidate.words if word.startswith("insert")}
        return (len(members) >= 3 and candidate.parameters.universe >= 100) or None

    found = smallest(program, fails, target)
    assert sorted(found.words) == ["insert:0", "insert:1", "insert:2"]
    assert found.parameters.universe == 100


def test_capacity_and_an_operation_become_less_together() -> None:
    """A ring that is filled over its end: neither a smaller one with as many words nor a shorter program fails."""
    program = Program(SYSTEMS["ring"].configuration(capacity=6), ("push_back:0",) * 8, "ring")

    def fails(candidate: Program) -> bool | None:
        capacity = candidate.parameters.capacity
        return (capacity >= 2 and len(candidate.words) == capacity + 2) or None

    found = smallest(program, fails, port(system="ring"))
    assert found.parameters.capacity == 2
    assert found.words == tuple(f"push_back:{n}" for n in range(4)), "elements are told apart"


def test_declared_capacity_becomes_the_smallest_that_fails() -> None:
    """It is none of the halves between; and a number that fails if it is odd becomes 1."""
    program = Program(
        SYSTEMS["ring"].configuration(capacity=1_000), ("push_back:0", "rotate:9"), "ring"
    )
    target = port(system="ring", name="mine")
    fixed = replace(target, handshake=target.handshake.declaring({"capacity": "fixed"}))

    def fails(candidate: Program) -> bool | None:
        turned = candidate.operations[-1].operands.get("times", 0) % 2
        return (candidate.parameters.capacity >= 5 and turned == 1) or None

    found = smallest(program, fails, fixed)
    assert (found.parameters.capacity, found.words) == (8, ("rotate:1",))


def test_elements_are_not_doubled_for_ever_by_taking_the_bound_away() -> None:
    """A ring without a bound is simpler, but a clone that is appended again and again would fill the memory."""
    words = ("push_back:0", *("copy", "append") * 4)
    program = Program(SYSTEMS["ring"].configuration(capacity=6), words, "ring")

    def fails(candidate: Program) -> bool | None:
        return candidate.words.count("append") == 4 or None

    found = smallest(program, fails, port(system="ring"))
    assert (found.parameters.capacity, found.words) == (1, ("append",) * 4)


# --- Elements that the caller names, and values of which only the order matters --------------------------


def heap(*words: str) -> Search:
    """The search for a smaller program of a heap, which fails if it has a put and as many words as now."""
    target = Target("", Handshake("a", "1", "heap", Level.CONTRACT), Level.CONTRACT, timeout=1.0)
    program = Program(SYSTEMS["heap"].configuration(), words, "heap")
    return Search(program, lambda each: len(each.words) == len(words) or None, GENEROUS, target)


def test_values_keep_only_their_order() -> None:
    """Equal ones are told apart, the earlier is lower; if it takes equal ones, they stay equal."""
    search = heap("put:1:700", "put:2:30", "put:3:700", "change:2:900")
    ranked(search)
    assert search.words == ("put:1:1", "put:2:0", "put:3:2", "change:2:3")

    def tied(program: Program) -> bool | None:
        first, _, third, _ = (each["priority"] for each in program.operations)
        return first == third or None

    search = heap("put:1:700", "put:2:30", "put:3:700", "change:2:900")
    search.fails = tied
    ranked(search)
    assert search.words == ("put:1:1", "put:2:0", "put:3:1", "change:2:2")


def test_all_that_concerns_an_element_is_left_out() -> None:
    """Where its insertion cannot be left out without its removal."""

    def balanced(program: Program) -> bool | None:
        names = [word.partition(":")[0] for word in program.words]
        return (names.count("put") == names.count("remove") and names[-1] == "peek") or None

    search = heap(
        "put:1:5",
        "put:2:5",
        "put:3:5",
        "remove:2",
        "put:4:5",
        *("remove:1", "remove:4", "remove:3", "peek"),
    )
    search.fails = balanced
    without_members(search)
    assert search.words == ("peek",)
