"""Components: what any system of them promises, and that programs give some to entities."""

import pytest

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import contract_judge
from stablelist_conformance.judging.properties import broken_by
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.core.explore import explore
from stablelist_spec.core.states import States
from stablelist_spec.families.components_contract import GONE, OWNED
from stablelist_spec.systems import SYSTEMS

TWO = "make make insert:0:0:7 insert:1:0:8 insert:0:1:9"


def declared(fields: str) -> Handshake:
    """The handshake of a port at contract level."""
    return parse_handshake(
        f"port protocol=6 name=a version=1 system=components level=contract {fields}"
    )


def judged(words: str, answers: str, fields: str = "id_bits=0") -> str:
    """The property that the last of some answers breaks, if it is the first wrong one; or that none is wrong."""
    port = declared(fields)
    _, program = parse_program(words, "components")
    found = contract_judge(port).judge(program, answers)
    if found is None:
        return "nothing"
    assert found.at == len(program.words) - 1
    told = Counterexample(
        port="", handshake=port, program=program, level=Level.CONTRACT, kind="answer", at=found.at,
        expected=found.expected, answered=found.answered, detail="", answers=tuple(answers.split()),
    )  # fmt: skip
    [broken] = broken_by(told)
    return broken


TURNED = "make remove:0 make remove:1 make"
"""The third entity may have the key of the first, if ids have one bit."""
LISTED = "iteration_shows_each_live_element_once"


@pytest.mark.parametrize(
    ("words", "answers", "broken"),
    [
        ("get:0:0 get:0:1 get:1:0 get:1:1", "7 9 8 none", "nothing"),
        ("get:0:0", "8", OWNED),
        ("insert:0:0:1 get:0:0", "yes 7", OWNED),
        ("take:0:0 get:0:0 take:0:0", "7 none none", "nothing"),
        ("take:0:0 contains:0:0", "7 yes", OWNED),
        ("take:0:0 get:1:0", "7 none", OWNED),
        ("remove:0 get:0:0 remove:0 is_alive:0", "yes none no no", "nothing"),
        ("remove:0 get:0:0", "yes 7", GONE),
        ("remove:0 make insert:0:0:5 get:0:0", "yes ok no 5", GONE),
        ("remove:0 make get:2:0", "yes ok 7", OWNED),
        ("remove:0 make insert:2:0:5 take:0:0 get:2:0", "yes ok yes none none", OWNED),
        ("each:0 each:1 each:2", "[0/7,1/8] [0/9] []", "nothing"),
        ("each:0", "[0/8,1/7]", LISTED),
        ("each:0", "[0/7]", LISTED),
        ("join:0 join:1 join:2", "[0/7,0/9] [] []", "nothing"),
        ("join:0", "[0/7,0/9,1/8]", LISTED),
        ("insert:1:1:6 join:0", "yes [0/7,0/9,1/6,1/8]", "nothing"),
        ("remove:0 entities each:0 join:0", "yes [1] [1/8] []", "nothing"),
        ("remove:0 each:1", "yes [0/9]", LISTED),
        ("clear entities each:0 get:0:0 make get:2:0", "ok [] [] none ok none", "nothing"),
        ("clear each:0", "ok [0/7,1/8]", LISTED),
    ],
)  # fmt: skip
def test_answer_breaks_what_the_page_says(words: str, answers: str, broken: str) -> None:
    assert judged(f"contract : {TWO} {words}", f"ok ok yes yes yes {answers}") == broken


@pytest.mark.parametrize(
    ("fields", "words", "answers", "broken"),
    [
        ("id_bits=1", f"{TURNED} get:0:0", "ok yes ok yes ok none", "nothing"),
        ("id_bits=1", f"{TURNED} get:0:0 is_alive:0", "ok yes ok yes ok none yes", "nothing"),
        ("id_bits=1", f"{TURNED} is_alive:0", "ok yes ok yes ok yes", "nothing"),
        (
            "id_bits=1",
            f"{TURNED} insert:0:0:5 get:2:0",
            "ok yes ok yes ok yes 5",
            "nothing",
        ),
        (
            "id_bits=1",
            f"{TURNED} insert:0:0:5 get:2:0",
            "ok yes ok yes ok yes none",
            OWNED,
        ),
        (
            "id_bits=1",
            f"{TURNED} insert:0:0:5 get:2:0",
            "ok yes ok yes ok no none",
            "nothing",
        ),
        ("id_bits=1", f"{TURNED} make insert:0:0:5 get:2:0 get:3:0", "ok yes ok yes ok ok yes 5 none", "nothing"),
        ("id_bits=1", f"{TURNED} make insert:0:0:5 get:2:0 get:3:0", "ok yes ok yes ok ok yes none 5", "nothing"),
        ("id_bits=1", f"{TURNED} make insert:0:0:5 get:2:0 get:3:0", "ok yes ok yes ok ok yes 5 5", OWNED),
        ("id_bits=31", "make remove:0 make insert:0:0:5", "ok yes ok yes", "every_step_refines_the_contract"),
        ("id_bits=31 clear=forgets", "make clear make is_alive:0", "ok ok ok yes", "nothing"),
        ("id_bits=31 capacity=1", "make make is_alive:1", "ok !full no", "nothing"),
    ],
)  # fmt: skip
def test_stale_entity_is_another_only_if_that_is_declared(
    fields: str, words: str, answers: str, broken: str
) -> None:
    """Then what is given to it is given to the other one."""
    configuration = f" {fields.split()[0]}" if "id_bits=1 " in f"{fields} " else ""
    assert judged(f"contract{configuration} : {words}", answers, fields) == broken


def test_undefined_stale_entities_are_not_used() -> None:
    target = Target("", declared("id_bits=0 stale=undefined"), Level.CONTRACT, 0.0)
    _, program = parse_program("contract : make make remove:0 get:0:0 get:1:0 make", "components")
    left = target.without_stale_keys(program).words
    assert left == ("make", "make", "remove:0", "get:1:0", "make")


def test_programs_give_components_to_few_entities() -> None:
    """A component is seldom met by chance: the entity and the type have to be those of an insertion."""
    dense = SYSTEMS["dense-components"]
    offer = Handshake("a port", "1", dense.name, Level.LAYOUT)
    swarm = Target("", offer, Level.LAYOUT, 0.0).swarm(0, far=False)
    met = set[str]()
    for number in range(8):
        met |= labelled_answer(dense, swarm.program(number), Level.LAYOUT)[1]
    assert {*dense.labels} - met <= {"make_full", "insert_makes_for_stale"}


# --- The inside of dense components ------------------------------------------------------------------------


DENSE = SYSTEMS["dense-components"]
INSIDE = "layout : make make insert:0:0:7 insert:1:0:8 remove:0 layout"


def test_layout_of_a_world_means_it() -> None:
    """In the first states of a scope."""
    found = explore(DENSE.scopes[-1], States(DENSE, asks=True), limit=300)
    for state in {node.state for node in found.reached}:
        assert DENSE.read["layout"](state, DENSE.shown["layout"](state)) == state


@pytest.mark.parametrize(
    ("shown", "broken"),
    [
        ("3:2:0;1.2;1=8:-,1;-;-", {"every_component_is_found_at_its_place"}),
        ("3:2:0;1.2;1=8,0=7:1,0;-;-", {"components_leave_with_their_entity"}),
        ("3:2:;1.2;1=8:-,0;-;-", {"every_index_is_an_entity_or_free"}),
        ("3:2:1;0.1;0=8:0,-;-;-", {"live_key_resolves", "retired_key_never_resolves"}),
        ("3:2:0;1.2;1=8:-,0", set()),
        ("what", set()),
    ],
)
def test_layout_tells_which_invariant_is_broken(shown: str, broken: set[str]) -> None:
    """By what the port shows; what cannot be read breaks none."""
    port = parse_handshake("port protocol=6 name=a version=1 system=dense-components level=layout")
    _, program = parse_program(INSIDE, DENSE.name)
    told = Counterexample(
        port="", handshake=port, program=program, level=Level.LAYOUT, kind="answer", at=5,
        expected="3:2:0;1.2;1=8:-,0;-;-", answered=shown, detail="",
        answers=("0.1", "1.2", "yes", "yes", "yes", shown),
    )  # fmt: skip
    assert {*broken_by(told)} == broken
