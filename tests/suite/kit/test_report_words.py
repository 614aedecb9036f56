"""Plain words, for readers who do not know the protocol."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report.playback import playback
from stablelist_conformance.report.words import explain, headline, parameter_words, sentence
from stablelist_conformance.wire.protocol import Program
from stablelist_conformance.wire.text import COLUMNS, should_be
from stablelist_spec.families.pool import KEY_OPERATIONS, POOL, STRUCTURAL
from stablelist_spec.parts.parameters import Parameters, Truncate

from .test_report_samples import ALL, DUMP, OPEN, SILENT, SMALL, TRUNCATION, counterexample

GOLDEN = """\
stablelist-rust 0.1.0 answered wrongly at operation 7 of 7
port        ./port --fast
system      stablelist, level layout
container   a fresh list with minimum 4, capacity 0, truncation mode iteration,
            2-bit ids and unbounded indices
program     7 operations, shrunk from 1,204

    1. add element 0 -> 0.0
    2. add element 1 -> 1.1
    3. remove element 0 (with the key that insertion 0 returned) -> 0
    4. look up a forged key: index 7, id 0 -> none
    5. look up the key that insertion 0 returned (retired by operation 3)
       -> none
    6. add element 2 -> 0.2
>   7. remove element 1 (with the key that insertion 1 returned)
       expected 1 / answered none

reason      the port lost an element

before operation 7:
  space 4, opened 2, live 2, next id 3
           + q1 1/1 + q2 1/1 +---- h2 0/2 ----+
  position |       0|       1|       2       3|
  element  |       2|       1|                |
  id, next |       2|       1|                |
                            ^
  free in q1: end
  free in q2: end
  free in h2: end

after operation 7, as the model has it:
  space 4, opened 2, live 1, next id 3
           + q1 1/1 + q2 0/1 +---- h2 0/2 ----+
  position |       0|       1|       2       3|
  element  |       2|       .|                |
  id, next |       2|     end|                |
                            ^
  free in q1: end
  free in q2: 1 -> end
  free in h2: end

send        layout id_bits=2 index_bits=0 : add add remove:0 at:#7.0 at:0 add remove:1
breaks      live_key_resolves: A key resolves until it is retired
replay      stablelist replay FILE
"""


def told(*words: str, profile: str = "stablelist") -> list[str]:
    """The sentences of a program."""
    program = Program(Parameters(index_bits=2), words)
    handshake = replace(SMALL.handshake, profile=profile)
    sample = replace(SMALL, program=program, at=None, handshake=handshake, answers=())
    return [sentence(moment) for moment in playback(sample)]


def key(number: int) -> str:
    """A key that still has the element of its insertion."""
    return f"element {number} (with the key that insertion {number} returned)"


def test_a_counterexample_is_explained_in_full() -> None:
    """The whole text, because how it looks is what it is for."""
    assert explain(SMALL, "FILE") == GOLDEN


@pytest.mark.parametrize("sample", ALL)
def test_an_explanation_is_plain_ascii_within_80_columns(sample: Counterexample) -> None:
    """It looks the same in every terminal and log; only the line to be sent to a port must stay whole."""
    lines = [line for line in explain(sample).splitlines() if not line.startswith("send ")]
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert max(map(len, lines)) <= COLUMNS
    assert not [line for line in lines if line != line.rstrip()]


def test_every_operation_has_words() -> None:
    """No operation of the family is shown as it travels."""
    operands = {
        "exchange": ":0:1",
        "retain": ":2:0",
        "lend": ":add",
        "replace": ":0:5",
        "at_mut": ":0:5",
        "pair": ":0:1",
        "remove_many": ":0:1",
    }
    operands |= {"each_mut": ":5", "extend": ":3", "reserve": ":7", "put": ":6", "sort": ":2"}
    words = [f"{n}{operands.get(n, ':0' if n in KEY_OPERATIONS else '')}" for n in POOL.kinds]
    sentences = told("add", "add", *words)
    assert not set(sentences) & set(words)
    assert len(set(sentences)) == len(sentences)


def test_an_unknown_operation_is_shown_as_it_travels() -> None:
    """A newer port's words are no reason to fall silent."""
    assert told("vanish:5\x1b") == [r"vanish:5\x1b"]


def test_every_structural_operation_has_words_while_elements_are_lent() -> None:
    """The words are those of the operation itself, without the numbers of insertions."""
    tried = (
        "add",
        "insert_with",
        "extend:3",
        "remove:0",
        "remove_many:0:0",
        "clear",
        "drain",
        "retain:2:1",
        "reserve:7",
        "shrink_to_fit",
    )
    sentences = told("add", *(f"lend:{word}" for word in tried))[1:]
    assert [
        sentence.removeprefix("while an element is lent, try to ") for sentence in sentences
    ] == [
        "add an element",
        "add an element with a factory",
        "add 3 elements at once",
        "remove element 0 (with the key that insertion 0 returned)",
        (
            "remove by element 0 (with the key that insertion 0 returned) and "
            "element 0 (with the key that insertion 0 returned) at once"
        ),
        "clear",
        "drain",
        "keep the elements e with e mod 2 = 1, handing the others out",
        "make room for 7 more elements",
        "give back the room that is not needed",
    ]
    assert {word.partition(":")[0] for word in tried} == set(STRUCTURAL)


def test_elements_are_told_as_they_have_become() -> None:
    """Elements that were replaced or changed are named by their new values, also when they are removed."""
    words = ("extend:2", "replace:0:9", "at_mut:1:5", "each_mut:1", "at:0", "remove:1", "at:1")
    assert told(*words)[4:] == [
        "look up element 10 (with the key that insertion 0 returned)",
        "remove element 7 (with the key that insertion 1 returned)",
        "look up the key that insertion 1 returned (retired by operation 6)",
    ]


def test_keys_are_told_apart_in_words() -> None:
    """Live, retired, of a failed insertion, forged: the words say which it is."""
    sentences = told(*["add"] * 5, "remove:0", "remove:0", "at:4", "contains:#-1.2", "apply:1")
    assert sentences[5:] == [
        "remove element 0 (with the key that insertion 0 returned)",
        "remove by the key that insertion 0 returned (retired by operation 6)",
        "look up the key of insertion 4, which failed",
        "ask for a forged key: index -1, id 2",
        "apply to element 1 (with the key that insertion 1 returned)",
    ]


def test_operands_are_put_in_words() -> None:
    """Two keys, a condition, an operation within an operation."""
    sentences = told("add", "add", "exchange:0:#1.9", "lend:remove:1", "lend:clear", "retain:3:1")
    assert sentences[2:] == [
        f"exchange {key(0)} with a forged key: index 1, id 9",
        f"while an element is lent, try to remove {key(1)}",
        "while an element is lent, try to clear",
        "keep the elements e with e mod 3 = 1, handing the others out",
    ]


def test_exchanged_elements_are_named_rightly() -> None:
    """After an exchange a key has another element than its insertion added."""
    assert told("add", "add", "exchange:0:1", "at:0")[3] == (
        "look up element 1 (with the key that insertion 0 returned)"
    )


def test_all_parameters_are_told() -> None:
    """Each parameter appears with its value."""
    parameters = Parameters(8, 12, Truncate.MEMORY, None, 16)
    assert parameter_words(parameters, SMALL.handshake) == (
        "a fresh list with minimum 8, capacity 12, truncation mode memory, "
        "unbounded ids and 16-bit indices"
    )


def test_long_answers_stand_below_each_other_with_a_mark() -> None:
    """The mark is below the first letter that differs."""
    lines = explain(DUMP).splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("       expected"))
    expected, answered, mark = lines[at : at + 3]
    column = mark.index("^")
    assert expected[15:column] == answered[15:column]
    assert expected[column] != answered[column]


def test_a_difference_far_into_an_answer_is_shown() -> None:
    """Only the part of two long answers that differs is shown."""
    right, wrong = ("[" + "0," * 500 + last for last in ("17]", "71]"))
    lines = explain(replace(DUMP, expected=right, answered=wrong)).splitlines()
    shown = [line for line in lines if line.startswith(("       expected", "       answered"))]
    assert shown[0].endswith("17]")
    assert shown[1].endswith("71]")
    assert max(len(line) for line in lines if not line.startswith("send ")) <= COLUMNS


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("answer", "answered wrongly"),
        ("died", "died"),
        ("hung", "did not answer in time"),
        ("flooded", "wrote more than it was asked for"),
        ("garbled", "gave an answer that the protocol does not allow"),
        ("unsteady", "changed its answers between runs"),
        ("bad-exit", "did not end with status 0"),
        ("melted", "failed (melted)"),
    ],
)
def test_the_headline_says_what_failed(kind: str, words: str) -> None:
    """Each kind of failure in words; one of a newer kit by its name."""
    assert (
        headline(replace(SMALL, kind=kind)) == f"stablelist-rust 0.1.0 {words} at operation 7 of 7"
    )


def test_without_an_operation_to_blame_nothing_is_marked() -> None:
    """The end of the program is shown, and the reason."""
    text = explain(SILENT)
    assert text.startswith("slotmap 1.0.7 did not end with status 0\n")
    assert "at the end of the program:" in text
    assert "\n>" not in text
    assert "expected" not in text


def test_an_empty_program_has_no_picture() -> None:
    """A port that fails before it is asked anything is explained in words alone."""
    empty = replace(SILENT, program=Program(Parameters(), ()), original_length=0)
    lines = explain(empty).splitlines()
    assert lines[1:] == [
        "port        ./port --fast",
        "",
        "reason      the port ended with status 3",
    ]


def test_a_state_that_does_not_change_is_drawn_once() -> None:
    """Two equal pictures would make a person look for the difference."""
    text = explain(OPEN)
    assert text.count("2 live keys, 1 retired") == 1
    assert "before and after operation 6:" in text


def test_costs_are_shown_where_they_are_judged() -> None:
    """At cost level, and at no other."""
    assert "cost so far: 3 visits" in explain(TRUNCATION)
    assert "cost so far" not in explain(SMALL)


def test_last_words_are_shown_harmless() -> None:
    """Escape sequences that the port wrote to standard error are spelt out."""
    assert r"  | thread 'main' panicked at \x1b[31msrc/lib.rs" in explain(TRUNCATION).splitlines()
    assert "standard error" not in explain(SMALL)


def test_a_silent_port_is_said_to_be_silent() -> None:
    """An empty answer is not an empty place."""
    assert "expected 1 / answered nothing" in explain(replace(SMALL, answered=""))


def test_a_long_program_is_abridged_around_the_difference() -> None:
    """Its beginning and what leads to the difference stay; nothing is dropped in silence."""
    long = counterexample("layout id_bits=2 index_bits=0 : " + "add " * 300)
    sample = replace(long, at=200)
    lines = explain(sample).splitlines()
    numbers = [int(found[1]) for line in lines if (found := re.match(r"[ >] +(\d+)\. ", line))]
    assert numbers == [*range(1, 11), *range(174, 204)]
    assert lines.count("       ... 163 operations not shown ...") == 1
    assert lines.count("       ... 97 operations not shown ...") == 1


def test_a_long_program_is_told_in_full_when_asked() -> None:
    """The file in the report folder is complete."""
    text = explain(counterexample("layout id_bits=2 index_bits=0 : " + "add " * 300), most=None)
    assert " 150. add element 149" in text
    assert "not shown" not in text


def test_the_replay_command_names_the_file() -> None:
    """One command shows it again; the last lines are what one looks for."""
    told = explain(SMALL, "reports/a.itf.json", "reports/a.html", outcome="refuted     with seed 3")
    assert [line[:12].rstrip() for line in told.split("\n\n")[-1].splitlines()] == [
        *("refuted", "send", "breaks", "page", "replay")
    ]
    assert told.endswith("\nreplay      stablelist replay reports/a.itf.json\n")


@pytest.mark.parametrize("hint", ["", "declare capacity=4 in the handshake"])
def test_each_fact_is_told_once(hint: str) -> None:
    """The right and the wrong answer stand below the operation; the reason says what they do not."""
    wrong = should_be(6, "1", "none")
    told = explain(replace(SMALL, detail="; ".join(filter(None, (wrong, hint)))))
    assert wrong not in told
    assert told.count("expected 1 / answered none") == 1
    assert "returned) -> 1" not in told
    assert ("\nreason " in told) is (f"\nreason      {hint}\n" in told) is bool(hint)
