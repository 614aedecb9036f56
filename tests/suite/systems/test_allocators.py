"""Allocators: what any of them promises, and that a bounds checker needs nothing but an offset."""

from dataclasses import replace

import pytest

from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.core.explore import explore
from stablelist_spec.core.history import History
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.states import States
from stablelist_spec.core.system import System
from stablelist_spec.systems import REALMS, SYSTEMS
from stablelist_spec.systems.allocator.checkers import Checking

PORT = Handshake("a port", "1", "allocator", Level.CONTRACT)
TWO = "contract region=64 : alloc:8:4 alloc:4:8"


def judged(words: str, answers: str) -> str:
    """The property that the last of some answers breaks, if it is the first wrong one; or that none is wrong."""
    _, program = parse_program(words, "allocator")
    found = contract_judge(PORT).judge(program, answers)
    if found is None:
        return "nothing"
    assert found.at == len(program.words) - 1
    told = Counterexample(
        port="", handshake=PORT, program=program, level=Level.CONTRACT, kind="answer", at=found.at,
        expected=found.expected, answered=found.answered, detail="", answers=tuple(answers.split()),
    )  # fmt: skip
    [broken] = broken_by(told)
    return broken


@pytest.mark.parametrize(
    ("words", "answers", "broken"),
    [
        ("address:0 address:1", "0 8", "nothing"),
        ("address:0 address:1", "56 0", "nothing"),
        ("address:0 address:1", "4 8", "blocks_are_disjoint"),
        ("address:1 address:0", "8 4", "blocks_are_disjoint"),
        ("address:0", "57", "addresses_are_aligned"),
        ("address:0", "60", "blocks_lie_inside_the_region"),
        ("address:0 address:0", "0 4", "blocks_stay_where_they_are"),
        ("address:0 resize:0:9 address:0", "0 yes 16", "nothing"),
        ("dealloc:0 address:1 address:0", "yes 0 none", "nothing"),
        ("resize:0:5 resize:0:9 check:0", "yes yes 5", "nothing"),
        ("resize:0:5 resize:0:9 write:0:7 check:0", "yes yes yes 9", "nothing"),
        ("check:1", "3", "contents_stay_until_they_are_freed"),
        ("resize:0:5 check:0", "!full 8", "nothing"),
        ("resize:0:5 check:0", "!full 5", "contents_stay_until_they_are_freed"),
        ("resize:0:0 check:0", "!size 8", "nothing"),
        ("size_of:0", "8", "nothing"),
        ("size_of:0", "16", "nothing"),
        ("size_of:0", "7", "blocks_are_as_large_as_was_asked_for"),
        ("alloc:0:1", "!size", "nothing"),
        ("dealloc:0 dealloc:0", "yes no", "nothing"),
        ("used", "12", "nothing"),
        ("used", "11", "the_used_bytes_are_those_of_the_blocks_and_the_allocator"),
        ("used", "65", "the_used_bytes_are_those_of_the_blocks_and_the_allocator"),
        ("dealloc:0 dealloc:1", "!order yes", "nothing"),
        ("reset check:0 alloc:8:4", "ok none ok", "nothing"),
        ("reset alloc:6:4", "ok !full", "room_is_refused_only_where_there_is_none"),
        ("reset alloc:9:4", "ok !full", "nothing"),
        ("mark alloc:1:1 rewind check:2 check:1", "ok ok ok none 4", "nothing"),
        ("rewind check:0", "ok none", "nothing"),
    ],
)  # fmt: skip
def test_answer_breaks_what_the_page_says(words: str, answers: str, broken: str) -> None:
    assert judged(f"{TWO} {words}", f"ok ok {answers}") == broken


def test_offset_says_which_byte_is_aligned() -> None:
    words = "contract : alloc_at:8:16:4 address:0"
    assert [judged(words, f"ok {at}") for at in (12, 16)] == ["nothing", "addresses_are_aligned"]


@pytest.mark.parametrize("answers", ["!full ok", "ok !full"])
def test_refusal_is_not_certain_before_anything_was_granted(answers: str) -> None:
    assert judged("contract : alloc:8:4 alloc:8:4", answers) == "nothing"


WITH_OFFSETS = [each.name for each in REALMS if "alloc_at" in each.operations]


@pytest.mark.parametrize("checker", [each for each in Checking if each is not Checking.NONE])
@pytest.mark.parametrize("name", WITH_OFFSETS)
def test_canaries_are_a_larger_block_with_an_offset(name: str, checker: Checking) -> None:
    """The realm tells an allocator nothing else, so that each allocator goes with each bounds checker."""
    chosen = SYSTEMS[name].configuration()
    plain = History(SYSTEMS[name], chosen)
    guarded = History(SYSTEMS[name], replace(chosen, checker=checker))
    for size, alignment in ((1, 1), (5, 8), (3, 16), (8, 4), (40, 2), (90, 1), (90, 1)):
        asked = Operation("alloc_at", size=size + 8, alignment=alignment, offset=4)
        whole = plain.perform(asked).answer
        inner = guarded.perform(Operation("alloc", size=size, alignment=alignment)).answer
        assert inner == (whole._replace(index=whole.index + 4) if isinstance(whole, Key) else whole)
        assert guarded.state.space == plain.state.space


@pytest.mark.parametrize("system", REALMS, ids=lambda system: system.name)
def test_first_states_of_an_allocator_refine_the_contract(system: System) -> None:
    """With every invariant, and ``layout`` shows them: every scope is exhausted elsewhere."""
    found = explore(system.scopes[0], States(system, asks=True), limit=300)
    assert found.violations == {}
    for state in {node.state for node in found.reached}:
        assert system.read["layout"](state, system.shown["layout"](state)) == state


@pytest.mark.parametrize(
    ("words", "answers"),
    [
        ("alloc:17:1", "!size"),
        ("alloc:1:16", "!alignment"),
        ("alloc:8:4 dealloc:0 dealloc:0 size_of:0", "0.0 yes no none"),
    ],
)
def test_pool_refuses_what_is_no_chunk(words: str, answers: str) -> None:
    """Its largest size and alignment are chosen; a block that is gone finds nothing."""
    _, program = parse_program(f"layout size=16 alignment=8 region=64 : {words}", "pool-allocator")
    assert " ".join(ModelAnswerer("pool-allocator").answer(program, Level.LAYOUT)) == answers


def test_pool_needs_a_power_of_two() -> None:
    """The description of a pool says what is wrong with it."""
    with pytest.raises(ValueError, match="alignment is 3; it must be a power of two"):
        SYSTEMS["pool-allocator"].configuration(alignment=3)


def test_pool_may_refuse_what_another_allocator_has_room_for() -> None:
    """A chunk that is too small is no room, for the contract."""
    pool = SYSTEMS["pool-allocator"]
    assert pool.initial is not None
    assert pool.step is not None
    fresh = pool.initial(pool.configuration())
    asked = Operation("alloc", size=17, alignment=1)
    step = pool.step(fresh, asked)
    assert (step.answer, pool.refines(fresh, asked, step)) == ("size", True)
