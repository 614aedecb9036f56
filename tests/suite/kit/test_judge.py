"""Judges: the first difference at layout level, and every edge of what is acceptable at contract level."""

from functools import partial
from pathlib import Path

import pytest

from stablelist_conformance.judging import judge
from stablelist_conformance.judging.judge import (
    ContractJudge,
    Difference,
    ExactJudge,
    Unjudged,
    contract_judge,
)
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.handshake import Handshake, keeps_its_capacity
from stablelist_conformance.wire.operations import decode
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_spec.core.contract import Outcome
from stablelist_spec.core.family import Answer, Family, Kind, Role
from stablelist_spec.core.operation import Operation
from stablelist_spec.families.contract import Promise
from stablelist_spec.families.pool import POOL
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS

from .ports import declared

POOLS = [
    f"{name} capacity=fixed" if keeps_its_capacity(system) else name
    for name, system in SYSTEMS.items()
    if isinstance(system.promised, Promise)
]
"""Ports of systems that keep the contract of pools."""

# --- One line is right, or several ----------------------------------------------------------------

TABLE = Path(__file__).with_name("answers.tsv").read_text(encoding="utf-8").splitlines()[3:]
ROWS = [
    [port, *row]
    for ports, *row in (line.split("\t") for line in TABLE if not line.startswith("#"))
    for port in (POOLS if ports == "every pool" else ports.split(" | "))
]


def judged(port: str, text: str, answers: str) -> Difference | None:
    """What the judge says of the answers of a port."""
    told = declared(port)
    level, program = parse_program(text, told.system_name)
    judge = (
        contract_judge(told)
        if level is Level.CONTRACT
        else ExactJudge(ModelAnswerer(told.system_name), level)
    )
    return judge.judge(program, answers)


@pytest.mark.covers
@pytest.mark.parametrize(
    ("port", "program", "acceptable", "wrong"), ROWS, ids=[" ".join(row[:2]) for row in ROWS]
)
def test_answers_are_judged_as_the_table_says(
    port: str, program: str, acceptable: str, wrong: str
) -> None:
    for answers in filter(None, acceptable.split(" | ")):
        assert judged(port, program, answers) is None, answers
    for case in filter(None, wrong.split(" | ")):
        answers, _, told = case.rpartition(" → ")
        number, _, expected = told.partition(": ")
        at, words = int(number), [*answers.split(" "), ""]
        answered = " ".join(words[at + 1 : -1]) if expected == "no more words" else words[at]
        assert judged(port, program, answers) == Difference(at, expected, answered), answers


@pytest.mark.parametrize("word", ["!other", "!borrow", "", "OK", "ok.", "0.0"])
def test_word_that_is_not_on_the_page_is_wrong(word: str) -> None:
    assert judged("slotmap", "contract : add", word) == Difference(0, "ok", word)


@pytest.mark.parametrize("length", [79, 80, 81, 200])
def test_superfluous_words_are_clipped(length: int) -> None:
    extra = "x" * (length - 2) + " y"
    found = judged("slotmap", "contract : add len", f"ok 1 {extra}")
    assert found == Difference(1, "no more words", extra[:80])
    found = judged("stablelist", "cost : add len", f"0.0 1 {extra}")
    assert found == Difference(1, "no more words", extra[:80])


def test_other_differences_are_not_of_order() -> None:
    """Another element, or another word that is right as well."""
    assert not Difference(1, "[0,1]", "[0,2]").disordered
    assert not Difference(1, "none or [0,1]", "[0,1]").disordered
    assert Difference(1, "none or [0,1]", "[1,0]").disordered
    assert Difference(1, "[1,0]", "[0,1]").disordered


# --- After an answer that does not tell which element was meant -------------------------------------

OPEN = "add remove:0 add add"
"""In a slab the stale key 0 may now mean either of two elements, or none."""
SAID = "ok 0 ok ok"


def test_equal_states_are_one() -> None:
    """If two possibilities lead to the same state, it is followed once."""
    port = Handshake("a", "1", "slab", Level.CONTRACT)
    run = contract_judge(port).following(Parameters())
    assert run.labels == set()
    counts = []
    said = f"{SAID} yes ok 2".split()
    for at, word in enumerate(f"{OPEN} replace:0:7 clear add".split()):
        run.step(at, decode(word, POOL), said[at] if at < len(said) - 1 else "ok")
        counts.append(len(run.states))
    assert counts == [1, 1, 1, 1, 2, 1, 1]


def test_too_many_states_are_not_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(judge, "MOST_STATES", 1)
    words = f"{OPEN} replace:0:7 at:1 len"
    port = Handshake("a", "1", "slab", Level.CONTRACT)
    program = Program(Parameters(), tuple(words.split()))
    follows = contract_judge(port)
    difference, labels = follows.follow(program, f"{SAID} yes 5 77")
    assert difference is None
    assert follows.unjudged == Unjudged(programs=1, operations=2)
    follows.follow(program, f"{SAID} yes 5 77")
    assert follows.unjudged == Unjudged(programs=2, operations=4)
    assert labels == {"add", "remove_live", "replace_stale_open"}
    short = contract_judge(port).judge(program, f"{SAID} yes 5")
    assert short == Difference(6, "anything", "")


def test_more_states_are_followed_at_a_few_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    """To follow many costs little at one step, and much at each of a long program."""
    monkeypatch.setattr(judge, "FEWEST_STATES", 1)
    words = f"{OPEN} replace:0:7 len len len"
    program = Program(Parameters(), tuple(words.split()))
    unjudged = []
    for most in (0, 2, 4, 99):
        monkeypatch.setattr(judge, "MOST_STEPS", most)
        follows = contract_judge(Handshake("a", "1", "slab", Level.CONTRACT))
        assert follows.judge(program, f"{SAID} yes 2 2 2") is None
        unjudged.append(follows.unjudged.operations)
    assert unjudged == [3, 2, 1, 0]


def test_only_the_answered_one_of_equal_priorities_is_followed() -> None:
    """Of thousands, the others cost time; if the answer is wrong, they are what is expected."""
    heap = contract_judge(Handshake("a", "1", "heap", Level.CONTRACT))
    _, program = parse_program("contract : put:1:5 put:2:5 put:3:5 put:4:6", "heap")
    run = heap.following(program.parameters)
    assert run.follow(program.operations, ["none"] * 4) is None
    pop = decode("pop", heap.family)
    assert [*run.acceptable(pop, "2/5")] == ["2/5"]
    for wrong in ("4/6", "9/5", "none"):
        assert [*run.acceptable(pop, wrong)] == ["1/5", "2/5", "3/5"]
    assert run.step(4, pop, "4/6") == Difference(4, "1/5 or 2/5 or 3/5", "4/6")
    assert run.step(4, pop, "2/6") == Difference(4, "2/5", "2/6")


# --- Another family -----------------------------------------------------------------------------------


class Branching:
    """A family in which one of several things was done; ``len`` shows which."""

    def __init__(self, ways: int) -> None:
        self.ways = ways

    def initial(self) -> int:
        """Nothing was done."""
        return -1

    def outcomes(self, state: int, operation: Operation) -> list[Outcome[int]]:
        """One of them."""
        if operation.name == "len":
            return [Outcome(state, lambda n: n, ())]
        return [Outcome(None, partial(max, way), ()) for way in range(self.ways)]


@pytest.mark.parametrize(("ways", "followed"), [(255, True), (1_024, True), (1_025, False)])
def test_1024_states_are_told_apart(ways: int, *, followed: bool) -> None:
    """With more states, any answer is accepted."""
    branching = ContractJudge(lambda _: Branching(ways), POOL)
    program = Program(Parameters(), ("clear", "len"))
    assert branching.judge(program, "ok 254") is None
    assert (branching.judge(program, "ok 7777") is None) is not followed


@pytest.mark.parametrize(
    ("answer", "wrong"), [(Answer.SEQUENCE, Difference(0, "[2,1]", "[1,2]")), (Answer.VALUE, None)]
)
def test_order_matters_where_the_family_says_so(answer: Answer, wrong: Difference | None) -> None:
    """A sequence is compared as it is; any other list ascends."""

    class Queue:
        """Two elements, the second first."""

        def initial(self) -> int:
            """The only state."""
            return 0

        def outcomes(self, state: int, operation: Operation) -> list[Outcome[int]]:
            """The outcomes of the table."""
            return [Outcome((2, 1), lambda n: n, ("told",))]

    family = Family("queue", {"each": Kind("list the elements", Role.READ, answer=answer)})
    judge = ContractJudge(lambda _: Queue(), family)
    assert judge.judge(Program(Parameters(), ("each",)), "[1,2]") == wrong


# --- Labels ---------------------------------------------------------------------------------------


def test_labels_of_a_program_at_contract_level() -> None:
    """These are the labels before the first difference; stale and open keys are distinguished."""
    port = Handshake("a", "1", "stablelist", Level.CONTRACT)
    judge = contract_judge(port)
    words = "len add remove:0 add at:0 at:1 add at:0 at:#-9.0 each lend:add clear each"
    program = Program(Parameters(id_bits=1), tuple(words.split()))
    line = "0 ok 0 ok none 1 ok none none [1,2] !borrow ok []"
    difference, labels = judge.follow(program, line)
    assert difference is None
    assert labels == {
        "len_none", "add", "remove_live", "at_stale", "at_live", "at_stale_open", "at_forged", "each_some",
        "lend_some", "clear_some", "each_none",
    }  # fmt: skip
    assert judge.follow(program, "0 ok none")[1] == {"len_none", "add"}
