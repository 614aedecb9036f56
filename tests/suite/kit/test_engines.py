"""Engines: what is sent to a port, in which order, and which program a fault is attributed to."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count, islice

import pytest

from stablelist_conformance.judging import judge as judge_module
from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.judging.judge import ContractJudge, Difference, ExactJudge, Unjudged
from stablelist_conformance.port.process import SENT_AHEAD
from stablelist_conformance.programs.boundaries import boundaries, crowded, dense
from stablelist_conformance.programs.cover import crafted
from stablelist_conformance.programs.exact import exact
from stablelist_conformance.programs.far import SIZE
from stablelist_conformance.programs.fates import KEYS, contract_programs
from stablelist_conformance.programs.target import CONTAINERS, Target
from stablelist_conformance.python.answerers import FastAnswerer, ModelAnswerer
from stablelist_conformance.running import engines
from stablelist_conformance.running.batch import GROUP, Batch, BatchResult, FailedProgram
from stablelist_conformance.running.covering import COVER, covering
from stablelist_conformance.running.engines import (
    SAMPLE,
    failed,
    programs_of,
    run_batch,
    unsteady,
)
from stablelist_conformance.running.rerun import SingleRun
from stablelist_conformance.wire.errors import FaultKind, PortFault
from stablelist_conformance.wire.handshake import Handshake
from stablelist_conformance.wire.protocol import Level, Program, parse_program
from stablelist_conformance.wire.widths import Widths
from stablelist_spec.core.history import History
from stablelist_spec.core.system import System
from stablelist_spec.families.documented import Documented
from stablelist_spec.families.pool import POOL
from stablelist_spec.families.sets import SET
from stablelist_spec.parts.parameters import Parameters
from stablelist_spec.systems import SYSTEMS
from stablelist_spec.systems.stable_list.model import vacated
from suite.planting import edited

from .played import SLOTS, Stage, by_model, by_slots, fault, leaking, on_stage

MODEL = ModelAnswerer().handshake
Programs = Sequence[Program]


def written(line: str, system: str = "stablelist") -> Program:
    """A program as it travels."""
    return parse_program(line, system)[1]


def adding(most: int, last: str = "len") -> list[Program]:
    """Programs of which each adds one element more than the one before."""
    return [
        written(f"cost truncate=never index_bits=0 : {'add ' * (n + 1)}{last}") for n in range(most)
    ]


def batch(
    stage: Stage, programs: Programs, monkeypatch: pytest.MonkeyPatch, engine: str = "cover"
) -> BatchResult:
    """The result of a batch with these programs."""
    monkeypatch.setattr(engines, "programs_of", lambda *_: iter(programs))
    return run_batch(stage, Batch(engine, 0, 1))


def wrong_at(*numbers: int, wrong: Callable[[str], str]) -> Callable[[str], str]:
    """A right StableList but for some of its answers, by their numbers."""
    number = count()
    return lambda line: (wrong if next(number) in numbers else str)(by_model(line))


# --- What is sent ---------------------------------------------------------------------------------


def test_right_port_is_asked_in_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first of each group once more; then it has to be silent, and at last to end."""
    stage, programs = on_stage(), adding(GROUP + 2)
    result = batch(stage, programs, monkeypatch)
    assert (result.failure, result.doubt, result.escaped) == (None, "", set())
    assert result.engine == "cover"
    assert (result.programs, result.operations) == (
        len(programs),
        sum(len(p.words) for p in programs),
    )
    assert {"add_append_q1", "add_append_h2"} <= result.labels
    sent = [f"send {GROUP + 1}", "quiet", "send 3", "quiet"]
    assert stage.told == ["start", *sent, "finish", "kill"]


def test_batch_names_escaped_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    for says in (by_model, lambda _: "0.1"):
        result = batch(on_stage(says, leaves={"sleep"}), adding(1), monkeypatch)
        assert result.escaped == {"sleep"}


def test_port_that_alternates_its_answers_is_unsteady(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is sent again gets the other answer; and no more is sent ahead than a port has to take."""
    assert GROUP < SENT_AHEAD
    number = count()

    def moody(line: str) -> str:
        return by_slots(line).replace("none", "2" if next(number) % 2 else "none")

    program = written("contract id_bits=1 : add remove:0 add add at:0", "slotmap")
    result = batch(on_stage(moody, handshake=SLOTS), [program] * GROUP, monkeypatch)
    assert result.failure is not None
    assert result.failure.kind == FaultKind.UNSTEADY
    assert (result.failure.program, result.failure.answers) == (program, "ok 0 ok ok 2")


@pytest.mark.parametrize(("bound", "groups"), [(0, 3), (1, 1), (GROUP, 1), (GROUP + 1, 2)])
def test_bounded_batch_sends_whole_groups(
    bound: int, groups: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = written("cost truncate=never id_bits=2 index_bits=0 : add")
    monkeypatch.setattr(engines, "programs_of", lambda *_: iter([program] * (3 * GROUP)))
    stage = on_stage()
    assert run_batch(stage, Batch("cover", 0, 1, operations=bound)).operations == groups * GROUP
    assert stage.told.count("quiet") == groups


def test_model_labels_every_covering_program_and_one_in_32_of_the_swarm(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    programs = [
        written("cost truncate=never id_bits=2 index_bits=0 : add") for _ in range(2 * SAMPLE + 1)
    ]
    labelled: list[int] = []

    def noted(system: System, program: Program, level: Level) -> object:
        labelled.append([each is program for each in programs].index(True))
        return labelled_answer(system, program, level)

    monkeypatch.setattr(engines, "labelled_answer", noted)
    assert batch(on_stage(), programs, monkeypatch, "swarm").programs == len(programs)
    assert labelled == [0, 32, 64]
    labelled.clear()
    begun: list[object] = []
    begin = History.__init__

    def noted_too(history: History, system: System, configuration: object) -> None:
        begun.append(configuration)
        begin(history, system, configuration)

    monkeypatch.setattr(History, "__init__", noted_too)
    batch(on_stage(lambda _: "0.0"), programs, monkeypatch)
    assert labelled == list(range(len(programs)))
    assert len(begun) == len(programs), (
        "the model runs a program once, for the answer and the labels"
    )


# --- Who is blamed --------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ["cover", "swarm"])
@pytest.mark.parametrize("number", [0, 1, GROUP + 2])
def test_wrong_answer_is_blamed_on_its_program(
    number: int, engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing more is read, and the port need not end well; what this process was asked before is kept."""
    programs = adding(GROUP + 5)
    at = number + (number >= GROUP)  # the first program was sent again
    asked = (*programs[:GROUP], programs[0], *programs[GROUP:])
    stage = on_stage(wrong_at(at, wrong=lambda line: line.replace("0.0", "1.0")))
    result = batch(stage, programs, monkeypatch, engine)
    assert result.failure == FailedProgram(
        programs[number],
        Difference(0, "0.0", "1.0"),
        answers=result.failure.answers if result.failure else "",
        before=programs[number - 1] if number else None,
        earlier=asked[:at],
    )
    assert result.failure.answers.startswith("1.0 ")
    assert result.failure.kind == "answer"
    assert (result.programs, result.doubt) == (number, "")
    assert stage.told[-1] == "kill"
    assert "finish" not in stage.told


def test_failure_has_the_kind_detail_and_last_words_of_the_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    programs = adding(3)

    def silent(_: str) -> str:
        raise fault(late=True)

    stage = on_stage(wrong_at(1, wrong=silent))
    failure = batch(stage, programs, monkeypatch).failure
    suspect = failed(programs[1], fault(late=True))
    before = suspect._replace(before=programs[0], ahead=[programs[2]])
    assert failure == before._replace(earlier=(programs[0],))
    assert (failure.fault, failure.detail, failure.stderr) == (FaultKind.DIED, "alas", "last words")
    assert failure.late
    assert failure.kind == "died"
    assert not failed(programs[0], fault()).late


@pytest.mark.parametrize("when", ["quiet", "finish"])
def test_flood_is_blamed_on_the_program_that_was_sent_last(
    when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    programs = adding(4)
    stage = on_stage(faults={when: fault(FaultKind.FLOODED)})
    failure = batch(stage, programs, monkeypatch).failure
    assert failure is not None
    assert (failure.fault, failure.program) == (FaultKind.FLOODED, programs[0])
    assert failure.before == programs[2]


def test_port_that_does_not_start_is_blamed_without_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The empty one, in the simplest configuration that it has."""
    stage = on_stage(faults={"start": fault()}, handshake=replace(MODEL, id_bits=Widths.parse("8")))
    failure = batch(stage, adding(1), monkeypatch).failure
    assert failure is not None
    assert failure.program == Program(Parameters(id_bits=8), ())
    assert failure.before is None


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("a b c", "a x c", "operation 2 with 'b', then with 'x'"),
        ("a x c", "a b c", "operation 2 with 'x', then with 'b'"),
        ("a b c", "x b y", "operation 1 with 'a', then with 'x'"),
        ("a b", "a", "operation 2 with 'b', then with ''"),
        ("a", "a b", "operation 2 with '', then with 'b'"),
        ("a", "a ", "operation 2 with '', then with ''"),
    ],
)
def test_unsteady_quotes_the_first_words_that_differ(first: str, second: str, told: str) -> None:
    """If one answer is shorter, they differ where it ends."""
    program = written("cost truncate=never id_bits=2 index_bits=0 : add add add")
    failure = unsteady(program, first, second)
    assert (failure.program, failure.difference, failure.answers) == (program, None, second)
    assert failure.fault is FaultKind.UNSTEADY
    assert failure.detail == (
        f"it answered the same program differently on another run: {told} (duty 5)"
    )


# --- Judges that disagree -------------------------------------------------------------------------


class Deluded:
    """A container that believes in words of its own."""

    handshake = MODEL

    def __init__(self, words: str) -> None:
        self.words = words

    def answer(self, program: Program, level: Level) -> list[str]:
        """Always the same."""
        return self.words.split()


@pytest.mark.parametrize("model_first", [False, True])
@pytest.mark.parametrize(
    ("container", "port", "difference", "doubted"),
    [
        ("0.0 1", "0.0 1", None, False),
        ("0.0 7", "0.0 7", None, True),  # the port is of the container's opinion
        ("0.0 0", "0.0 0", None, True),
        ("0.0 7", "0.0 1", None, True),  # it is of the model's
        ("0.0 1", "0.0 7", Difference(1, "1", "7"), False),  # all agree that it is wrong
        ("1.0 1", "0.0 7", Difference(1, "1", "7"), True),  # but not on where
        ("0.0 2", "0.0 0", Difference(1, "1", "0"), True),  # or on what is right
        ("0.0 0", "0.0 3", Difference(1, "1", "3"), True),
    ],
)
def test_model_overrules_the_container(
    container: str,
    port: str,
    difference: Difference | None,
    *,
    doubted: bool,
    model_first: bool,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A port is never blamed for what the container alone finds wrong, and the program is in the doubt."""
    monkeypatch.setitem(CONTAINERS, "stablelist", lambda: Deluded(container))
    program = written("cost truncate=never id_bits=2 index_bits=0 : add len")
    stage = on_stage(lambda _: port)
    result = batch(stage, [program], monkeypatch, "cover" if model_first else "swarm")
    right = port == "0.0 1"
    if model_first:
        difference = None if right else Difference(1, "1", port[-1])
        doubted = False
    assert (result.failure and result.failure.difference) == difference
    assert (
        result.doubt
        == (
            "the bundled container and the model disagree, which is a defect of stablelist; "
            "please report it with this program: cost truncate=never id_bits=2 index_bits=0 : add len"
        )
        * doubted
    )
    for ending in ("quiet", "finish"):
        assert (ending in stage.told) is (difference is None and not doubted)
    assert result.programs == (difference is None and not doubted)


@pytest.mark.parametrize("engine", ["cover", "swarm", "marathon"])
def test_model_that_fails_is_in_doubt_and_the_port_is_not(
    engine: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first program that it fails in is reported; what was answered wrongly before is found."""
    usual = "cost minimum=16 truncate=never index_bits=0 :"
    fails, wrong = written(f"{usual} add remove:0 add add"), written(f"{usual} add len")
    stage = on_stage(lambda line: "0.0 0 0.1 1.2" if "remove" in line else "0.0 7")
    with edited(vacated, before="Not(head)", after="Not(position + 9)"):
        doubted = batch(stage, [fails, wrong], monkeypatch, engine)
        refuted = batch(stage, [wrong, fails], monkeypatch, engine)
    assert (doubted.failure, doubted.programs) == (None, 0)
    assert doubted.doubt == (
        "the model fails (IndexError: tuple index out of range), which is a defect of stablelist; "
        f"please report it with this program: {fails.line(Level.COST)}"
    )
    assert refuted.doubt == ""
    assert refuted.failure is not None
    assert refuted.failure.difference == Difference(1, "1", "7")


def test_container_judges_the_swarm_first_unless_the_model_is_asked_for() -> None:
    """At layout level; a system without a bundled container has its model alone."""
    target = on_stage()
    swift = target.judge()
    assert isinstance(swift, ExactJudge)
    assert isinstance(swift.reference, FastAnswerer)
    assert isinstance(swift.reference.handshake, Handshake)
    assert swift.level is Level.COST
    dyadic = on_stage(handshake=ModelAnswerer("dyadic").handshake)
    for judge in (
        target.judge(first=False),
        replace(target, by_model=True).judge(),
        dyadic.judge(),
    ):
        assert isinstance(judge, ExactJudge)
        assert isinstance(judge.reference, ModelAnswerer)
    assert dyadic.judge().reference.system is SYSTEMS["dyadic"]  # type: ignore[attr-defined]
    for contract in (on_stage(handshake=SLOTS), on_stage(level=Level.CONTRACT)):
        assert isinstance(contract.judge(), ContractJudge)


# --- What a port can be asked ---------------------------------------------------------------------


def test_covering_program_is_fitted_to_its_port() -> None:
    """Widths that it has, words that it offers; what it inserts otherwise is inserted plainly."""
    port = replace(
        MODEL, id_bits=Widths.parse("8,16"), without=frozenset({"extend", "insert_with", "len"})
    )
    program = written(
        "cost capacity=2 truncate=never id_bits=4 index_bits=3 : add len extend:2 insert_with at:3 extend:0 cost"
    )
    fitted = on_stage(handshake=port).fitted(program)
    assert fitted.words == ("add", "add", "add", "add", "at:3", "cost")
    assert fitted.parameters == replace(program.parameters, id_bits=8)
    assert fitted.system == "stablelist"
    fixed = replace(MODEL, capacity="fixed")
    assert on_stage(handshake=fixed).fitted(program).parameters.capacity == 2
    growing = program._replace(parameters=replace(program.parameters, capacity=0))
    assert on_stage(handshake=fixed).fitted(growing).parameters.capacity == KEYS
    members = on_stage(handshake=ModelAnswerer("sparse-set").handshake, level=Level.CONTRACT)
    asked = written("cost universe=8 : insert:1 layout", "sparse-set")
    assert members.fitted(asked) == asked._replace(words=("insert:1",))


def test_simplest_configuration_has_32_bits_or_the_nearest_width() -> None:
    for text, bits in (("0-64", 32), ("8,16", 16), ("33,64", 33), ("31,0", None), ("31,33", 33)):
        widths = Widths.parse(text)
        found = on_stage(handshake=replace(MODEL, id_bits=widths, index_bits=widths)).simplest()
        assert found == Parameters(id_bits=bits, index_bits=bits)
    members = SYSTEMS["sparse-set"]
    told = on_stage(handshake=ModelAnswerer(members.name).handshake).simplest()
    assert told == members.configuration()


def test_covering_programs_are_those_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are explored; without a model by what is offered."""
    monkeypatch.setattr(
        "stablelist_conformance.running.covering.explored_programs",
        lambda name: [f"explored: {name}"],
    )
    abilities = on_stage().abilities()
    far = [*boundaries(abilities), *crowded(abilities), *exact(abilities)]
    assert len(far) > 1
    assert covering(on_stage()) == (*crafted(), "explored: stablelist", *far)
    for excluded in (SIZE, COVER):
        assert crowded(abilities)[0] not in covering(replace(on_stage(), excluded_class=excluded))
    sparse = on_stage(handshake=ModelAnswerer("sparse-set").handshake)
    large = (*crowded(sparse.abilities()), *exact(sparse.abilities()))
    assert covering(sparse) == (*crafted("sparse-set"), "explored: sparse-set", *large)
    few = replace(SLOTS, without=frozenset(POOL.kinds) - {"add", "remove", "at"})
    for bits, ends in (("64", 0), ("8-64", 5)):
        stage = on_stage(handshake=replace(few, id_bits=Widths.parse(bits)))
        far = [*boundaries(stage.abilities()), *crowded(stage.abilities())]
        assert len(far) == ends + 1
        sizes = exact(stage.abilities())
        assert covering(stage) == (*contract_programs(stage.abilities()), *far, *sizes)


def test_batch_names_its_programs_by_number(monkeypatch: pytest.MonkeyPatch) -> None:
    """Covering programs that are empty for the port are left out."""
    lines = ("add", "len", "add add", "add len add")
    own = [written(f"cost truncate=never index_bits=0 : {line}") for line in lines]
    monkeypatch.setattr(engines, "covering", lambda _: own)
    stage = on_stage(handshake=replace(MODEL, without=frozenset({"len"})))
    assert [p.words for p in programs_of(stage, Batch("cover", 0, 3))] == [("add",), ("add",) * 2]
    assert [p.words for p in programs_of(stage, Batch("cover", 3, 9))] == [("add",) * 2]
    swarm = stage.swarm(5)
    numbered = list(programs_of(stage, Batch("swarm", 2, 4, seed=5)))
    assert numbered == [swarm.program(2), swarm.program(3)]
    assert (Batch("swarm", 2, 4).seed, Batch("swarm", 2, 4).operations) == (0, 0)


# --- Before anybody says hello --------------------------------------------------------------------


def test_first_question_is_the_first_that_is_offered() -> None:
    """It needs no key, and has the least operands; no port is asked what it does not offer."""
    assert on_stage().first_question() == Program(Parameters(), ("add",))
    sparse = on_stage(handshake=ModelAnswerer("sparse-set").handshake)
    assert sparse.first_question().words == ("insert:0",)
    assert sparse.first_question().system == "sparse-set"
    less = replace(sparse.handshake, without=frozenset({"insert", "remove", "retain", "contains"}))
    assert on_stage(handshake=less).first_question().words == ("clear",)
    least = POOL.least("retain")["modulus"], SET.least("len").operands
    assert least == (1, {})
    nothing = replace(MODEL, without=frozenset(POOL.kinds))
    assert on_stage(handshake=nothing).first_question().words == ()


@pytest.mark.parametrize(
    ("stage", "asked"),
    [
        (on_stage(), ["met", "unmet"]),
        (on_stage(faults={"met": fault()}), ["met"]),
        (on_stage(handshake=replace(MODEL, without=frozenset(POOL.kinds))), []),
    ],
    ids=["right", "broken", "nothing offered"],
)
def test_port_answers_before_hello(stage: Stage, asked: list[str]) -> None:
    """As after a greeting; other errors after a greeting are found elsewhere."""
    stage.check_first_answer()
    assert stage.told == asked


@pytest.mark.parametrize("said", ["0.1", "!other", "x" * 300])
def test_other_answer_before_hello_is_garbled(said: str) -> None:
    """The message shows both answers, as far as a line can hold them."""
    stage = on_stage(lambda _: "0.0" * 40, to_a_stranger=lambda _: said)
    with pytest.raises(PortFault) as caught:
        stage.check_first_answer()
    assert caught.value.kind is FaultKind.GARBLED
    line = stage.line(stage.first_question())
    assert caught.value.detail == (
        f"./played: it was sent {line!r} before it was sent 'hello' (duty 1), "
        f"and answered {said[:200]}; after 'hello' it answers {('0.0' * 40)[:80]}"
    )


def test_silence_before_hello_is_garbled() -> None:
    with pytest.raises(
        PortFault, match=r"and answered nothing: alas; after 'hello' it answers 0\.0"
    ):
        on_stage(faults={"unmet": fault()}).check_first_answer()


# --- A long life of one process -------------------------------------------------------------------


def test_marathon_repeats_its_programs_in_one_process() -> None:
    """First beginnings of all in turn, then small and dense ones; each is judged once and compared from then on."""
    stage = on_stage()
    one_thing = dense(stage.abilities())
    rounds, tiny = 3 * (1 + len(one_thing)), 2 * 15
    programs = list(
        islice(programs_of(stage, Batch("marathon", 0, 3, 5, 240)), tiny + rounds + rounds)
    )
    assert {len(each.words) for each in programs[:tiny]} == {2, 4, 6}
    assert len(set(programs[:tiny])) == tiny
    assert programs[tiny : tiny + rounds] == programs[tiny + rounds :]
    assert programs[tiny + 1 : tiny + 1 + len(one_thing)] == one_thing
    assert len(set(programs)) == tiny + 3 + len(one_thing)
    result = run_batch(stage, Batch("marathon", 0, 3, 5, 4_000))
    assert result.failure is None
    assert result.operations >= 4_000
    assert result.reach.programs == result.programs > 500 > result.distinct > 50
    assert result.reach.in_process > 1_000
    assert result.reach.words in {len(program.words) for program in programs}


def test_marathon_counts_the_programs_before_a_leak_shows() -> None:
    result = run_batch(on_stage(leaking(700)), Batch("marathon", 0, 3, 5, 20_000))
    assert result.failure is not None
    assert (result.failure.kind, result.failure.times) == ("unsteady", 700)
    assert "differently after 700 programs in the same process: operation" in result.failure.detail


# --- A port of which a stale key must not be used is never sent one -------------------------------


PORT = Handshake("a", "1", "slab", Level.CONTRACT, documented=Documented(undefined=True))
SUBJECT = Target("a", PORT, Level.CONTRACT, timeout=1.0)
BATCHES = [Batch("cover", -60, -1), Batch("swarm", 0, 40), Batch("marathon", 0, 9, operations=200)]


def program(words: str) -> Program:
    """A program about a slab."""
    return Program(Parameters(), tuple(words.split()), "slab")


@pytest.mark.parametrize(
    ("words", "left"),
    [
        ("add at:0 remove:0 at:0 len", "add at:0 remove:0 len"),
        ("add add clear contains:1 add contains:2", "add add clear add contains:2"),
        ("extend:3 retain:2:0 at:1 at:2", "extend:3 retain:2:0 at:2"),
        ("extend:2 replace:0:1 retain:2:1 at:0 at:1", "extend:2 replace:0:1 retain:2:1 at:0 at:1"),
        ("add add remove:0 pair:1:1 pair:0:1 pair:1:0", "add add remove:0 pair:1:1"),
        ("add lend:remove:0 remove:0 lend:remove:0", "add lend:remove:0 remove:0"),
        ("add at:#0.0 at:0~0.1", "add"),
        ("add at:0 each drain len", "add at:0 each drain len"),
    ],
)
def test_without_stale_keys_leaves_out_stale_and_forged_keys(words: str, left: str) -> None:
    assert SUBJECT.without_stale_keys(program(words)) == program(left)


@pytest.mark.parametrize("batch", BATCHES, ids=[batch.engine for batch in BATCHES])
def test_no_engine_sends_a_stale_key(batch: Batch) -> None:
    asked = [*programs_of(SUBJECT, batch)] if batch.engine != "marathon" else few(SUBJECT, batch)
    assert asked
    assert [SUBJECT.without_stale_keys(each) for each in asked] == asked
    usual = replace(SUBJECT, handshake=replace(PORT, documented=Documented()))
    assert any(SUBJECT.without_stale_keys(each) != each for each in few(usual, batch))


def few(target: Target, batch: Batch) -> list[Program]:
    """The first programs of a batch, which may have no end."""
    return [each for each, _ in zip(programs_of(target, batch), range(60), strict=False)]


def test_rerun_does_not_try_a_program_with_a_stale_key() -> None:
    stage = on_stage(lambda _: "!other")
    target = replace(stage, handshake=PORT, level=Level.CONTRACT)
    assert isinstance(target, Stage)
    with SingleRun(target) as alone:
        assert alone.fails(program("add remove:0 at:0"), "answer") is None
        assert "add remove:0 at:0" not in str(stage.told)


def test_batch_counts_what_was_not_judged(monkeypatch: pytest.MonkeyPatch) -> None:
    """A stale key of a slab may mean either of two elements, but only one state is followed."""
    monkeypatch.setattr(judge_module, "MOST_STATES", 1)
    slab = Handshake("a", "1", "slab", Level.CONTRACT)
    words = ("add", "remove:0", "add", "add", "replace:0:7", "len", "len")
    stage = on_stage(lambda _: "ok 0 ok ok yes 2 2", handshake=slab)
    program = Program(stage.simplest(), words, "slab")
    result = run_batch(stage, Batch("cover", 0, 1, programs=[program]))
    assert (result.failure, result.unjudged) == (None, Unjudged(1, 2))
    exact = run_batch(on_stage(), Batch("cover", 0, 1, programs=adding(1)))
    assert exact.unjudged == Unjudged()
