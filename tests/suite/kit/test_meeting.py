"""Meeting a port of version 3: programs without a greeting, and the order of lists."""

from __future__ import annotations

import shlex
import sys

import pytest

from stablelist_conformance.errors import FaultKind
from stablelist_conformance.meeting import meet
from stablelist_conformance.options import Options
from stablelist_conformance.replay import again
from stablelist_conformance.serve import BUNDLED
from stablelist_conformance.systems import system_named
from stablelist_conformance.verdict import Counterexample, Outcome
from stablelist_conformance.verify import verify
from stablelist_spec.systems import SYSTEMS

from .ports import ANSWER, members, tiny

QUICK = Options(operations=2_000, batch=2_000, jobs=1, shrink_seconds=2.0)


def found_in(port: str) -> Counterexample:
    """What a port is refuted by."""
    verdict = verify(port, QUICK)
    assert verdict.outcome is Outcome.REFUTED
    assert verdict.counterexample is not None
    return verdict.counterexample


def test_right_set_is_verified() -> None:
    """So that what is refuted below is refuted for its own reason."""
    assert verify(members(), QUICK).outcome is Outcome.VERIFIED


@pytest.mark.parametrize(
    "unmet",
    ["os._exit(1)", "answer = 'port'", "answer = '!other'", "answer += ' ok'", "print(answer)"],
)
def test_program_without_a_greeting_is_answered_since_version_3(unmet: str) -> None:
    """Another answer, none, or two of them; the counterexample can be replayed."""
    found = found_in(members(unmet=unmet))
    assert found.kind == FaultKind.GARBLED
    assert "'contract universe=16 : insert:0'" in found.detail
    assert "before anybody said 'hello' (duty 1, since version 3)" in found.detail
    replayed = again(found, timeout=10.0)
    assert replayed is not None
    assert replayed.kind == FaultKind.GARBLED


def test_earlier_versions_may_wait_for_a_greeting() -> None:
    """Nobody sends them anything before."""
    waits = f"{ANSWER} if globals().get('met') else os._exit(1)"
    port = tiny(answer=waits).replace("continue", "met = True; continue")
    assert meet(port, QUICK).handshake.protocol == 1


@pytest.mark.parametrize("order", ["list(live)[::-1]", "sorted(live)"])
def test_lists_that_do_not_ascend_are_refuted(order: str) -> None:
    """Members in another order, or sorted as text; the detail says that it is only the order."""
    found = found_in(members(order=order))
    assert found.kind == "answer"
    assert found.program.words[-1] == "each"
    assert "only the order is wrong: since version 3 lists ascend" in found.detail


def test_other_wrong_lists_are_not_said_to_be_of_wrong_order() -> None:
    """A member is missing."""
    assert "order" not in found_in(members(order="sorted(live, key=int)[:1]")).detail


@pytest.mark.parametrize("name", [name for name in SYSTEMS if system_named(name).exact])
def test_first_question_needs_no_key(name: str) -> None:
    """Every system has one, and its model answers it without a greeting."""
    serving = f"-m stablelist_conformance serve --model --system {name}"
    subject = meet(f"{shlex.quote(sys.executable)} {serving}", QUICK)
    (word,) = subject.first_question().words
    assert word in ("add", "insert:0")
    subject.unmet()


def test_python_factory_is_served_without_a_greeting() -> None:
    """The kit speaks for it."""
    assert meet(f"python:{BUNDLED}", QUICK).handshake.protocol == 3
