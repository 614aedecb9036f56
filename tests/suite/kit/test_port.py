"""A port as a child process: whatever it does ends in an answer or in a fault of the right kind."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from stablelist_conformance import outlet
from stablelist_conformance.engines import GROUP, Batch, BatchResult, run_batch
from stablelist_conformance.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.meeting import meet
from stablelist_conformance.options import Options
from stablelist_conformance.outlet import KEPT
from stablelist_conformance.port import SENT_AHEAD, ProcessPort, port_command
from suite.kit.ports import ANSWER, HANDSHAKE, command, tiny
from suite.kit.processes import alive, soon

PROGRAM = "contract,4,0,iteration,0,0 add add remove:0 at:0 len"
RIGHT = "ok ok 0 none 1"
SHORT = 0.5
"""Seconds that a port is waited for which will not answer."""


def converse(port: str, timeout: float = 20.0, programs: int = 1) -> list[str]:
    """Send programs, take the answers, and see the port end."""
    with ProcessPort(port, timeout=timeout) as process:
        process.send([PROGRAM] * programs)
        lines = [process.receive() for _ in range(programs)]
        process.quiet()
        process.finish()
    return lines


def fault_of(port: str, *, timeout: float = 20.0, programs: int = 1) -> PortFault:
    """The fault that a conversation ends in."""
    with pytest.raises(PortFault) as caught:
        converse(port, timeout, programs)
    return caught.value


# --- A right port ---------------------------------------------------------------------------------


def test_right_port_answers_and_ends() -> None:
    """So that the faults below are the changes' own."""
    assert converse(tiny(), programs=3) == [RIGHT] * 3


def test_handshake_is_kept() -> None:
    """What the port said of itself."""
    with ProcessPort(tiny()) as process:
        assert process.handshake is not None
        assert (process.handshake.name, process.handshake.profile) == ("tiny", "slotmap")


def test_many_long_programs_can_be_sent_ahead() -> None:
    """As many as the page allows, each as long as it allows: neither side waits for the other to read."""
    words = 10_000
    line = "contract,4,0,iteration,0,0 " + " ".join(["add"] * words)
    with ProcessPort(tiny()) as process:
        process.send([line] * SENT_AHEAD)
        for _ in range(SENT_AHEAD):
            assert process.receive() == " ".join(["ok"] * words)
        process.finish()


def test_port_is_started_anew() -> None:
    """A second start ends the first child, and nothing of its conversation is left."""
    process = ProcessPort(tiny())
    process.start()
    process.send([PROGRAM])
    process.start()
    process.send([PROGRAM])
    assert process.receive() == RIGHT
    process.finish()
    process.kill()


def test_line_ends_of_another_system_are_taken() -> None:
    """A port on Windows may end its lines with a carriage return as well."""
    assert converse(tiny(answer="sys.stdout.write(answer + '\\r\\n'); sys.stdout.flush()")) == [
        RIGHT
    ]


# --- Faults ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ending", "words"),
    [
        ("os._exit(101)", "exit status 101"),
        ("os._exit(0)", "exit status 0"),
        ("os.abort()", "signal SIGABRT"),
        ("raise IndexError(17)", "exit status 1"),
    ],
)
def test_port_that_ends_before_its_answer_has_died(ending: str, words: str) -> None:
    """How it ended is said, in words."""
    fault = fault_of(tiny(answer=ending))
    assert fault.kind is FaultKind.DIED
    assert words in fault.detail


def test_last_words_of_a_port_are_kept() -> None:
    """The end of what it wrote to standard error, however much that is."""
    fault = fault_of(
        tiny(answer="sys.stderr.write('x' * 10**6 + '\\nIndexError: 17'); os._exit(1)")
    )
    assert fault.stderr.endswith("IndexError: 17")
    assert "bytes left out" in fault.stderr
    assert len(fault.stderr) <= 2 * KEPT + 50


def test_port_that_closes_its_output_and_lives_on_has_died() -> None:
    """Nothing will ever come of it; it is not waited for for ever."""
    fault = fault_of(tiny(answer="os.close(1); time.sleep(600)"), timeout=SHORT)
    assert fault.kind is FaultKind.DIED
    assert "its output closed, though it still runs" in fault.detail


@pytest.mark.parametrize("silence", ["time.sleep(600)", "pass", "sys.stdout.write('ok')"])
def test_port_that_does_not_answer_has_hung(silence: str) -> None:
    """It sleeps, skips a program, or does not flush a whole line; the time-out is in the sentence."""
    fault = fault_of(tiny(answer=silence), timeout=SHORT)
    assert fault.kind is FaultKind.HUNG
    assert f"within {SHORT:g} s" in fault.detail


@pytest.mark.parametrize(
    "flood",
    [
        "while True: os.write(1, b'ok ' * 20000)",
        "while True: os.write(1, b'ok\\n' * 20000)",
    ],
)
def test_port_that_writes_without_end_has_flooded(flood: str) -> None:
    """One line without end, or lines without end; the kit's memory is not the limit."""
    fault = fault_of(tiny(answer=flood))
    assert fault.kind is FaultKind.FLOODED


def test_line_that_nobody_asked_for_is_a_flood() -> None:
    """Two lines are quoted: the one that was taken for the answer, and the one that is left over."""
    fault = fault_of(tiny(answer=f"{ANSWER}; print('DEBUG done', flush=True)"))
    assert fault.kind is FaultKind.FLOODED
    assert fault.detail.endswith(
        f"it wrote more lines than there were programs: {RIGHT!r} was taken for its answer, "
        "'DEBUG done' is left over"
    )


def test_line_before_the_answer_is_quoted() -> None:
    """It is what a person is looking for, and not the right answer that comes after it."""
    fault = fault_of(tiny(answer=f"print('DEBUG here'); {ANSWER}"))
    assert fault.kind is FaultKind.FLOODED
    assert "'DEBUG here' was taken for its answer" in fault.detail


def test_something_said_after_the_end_of_input_is_a_flood() -> None:
    """Duty 2 holds to the end."""
    fault = fault_of(tiny(at_end="print('bye')"))
    assert fault.kind is FaultKind.FLOODED
    assert "'bye'" in fault.detail


def test_what_is_read_late_is_a_flood_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a port may have ended before its last words are read."""
    at_once = outlet.read

    def late(descriptor: int) -> bytes:
        time.sleep(0.2)
        return at_once(descriptor)

    monkeypatch.setattr(outlet, "read", late)
    assert fault_of(tiny(at_end="print('bye')")).kind is FaultKind.FLOODED


def test_answer_that_is_no_ascii_is_garbled() -> None:
    """Bytes that are no text are no answer."""
    fault = fault_of(tiny(answer="os.write(1, b'\\xff\\xfe\\n')"))
    assert fault.kind is FaultKind.GARBLED


def test_greeting_that_is_no_handshake_is_garbled() -> None:
    """The line is quoted."""
    fault = fault_of(tiny(handshake="HTTP/1.1 400 Bad Request"))
    assert fault.kind is FaultKind.GARBLED
    assert "HTTP/1.1 400 Bad Request" in fault.detail


def test_port_that_ends_with_another_status_has_a_bad_exit() -> None:
    """Everything was answered; the status is said."""
    fault = fault_of(tiny(at_end="sys.exit(3)"))
    assert fault.kind is FaultKind.BAD_EXIT
    assert "exit status 3" in fault.detail


def test_port_that_does_not_end_has_a_bad_exit() -> None:
    """Its input has ended, and it runs on."""
    fault = fault_of(tiny(at_end="time.sleep(600)"), timeout=SHORT)
    assert fault.kind is FaultKind.BAD_EXIT
    assert "still runs" in fault.detail


def test_port_that_ends_before_its_handshake_has_died() -> None:
    """It could be started, but had nothing to say."""
    fault = fault_of(command("import sys; sys.exit('no licence')"))
    assert fault.kind is FaultKind.DIED
    assert fault.stderr == "no licence"


def test_newer_port_is_no_fault() -> None:
    """Somebody has to install something; that is the person's business, not the port's."""
    with pytest.raises(UsageError, match="version 7 of the protocol"):
        converse(tiny(handshake=HANDSHAKE.replace("protocol=1", "protocol=7")))


# --- Ports that nobody can start ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("./no-such-port --fast", "cannot be started: No such file"),
        ("/", "cannot be started"),
        ("port 'unclosed", "is not a command line: No closing quotation"),
        ("", "empty command"),
    ],
)
def test_port_that_cannot_be_started_is_the_users_business(port: str, reason: str) -> None:
    """The value, what is wrong with it, and what to do."""
    with pytest.raises(UsageError, match=r"give (the|a) command|is not a command") as caught:
        ProcessPort(port).start()
    assert reason in str(caught.value)


def test_python_port_is_served_in_a_process_of_its_own() -> None:
    """With the profile that the person asked for."""
    served = port_command("python:mine:Pool", "slotmap")
    assert served[1:] == ["-m", "stablelist_conformance.serve", "mine:Pool", "slotmap"]
    assert port_command("./mine --fast 'a b'") == ["./mine", "--fast", "a b"]


# --- What is left behind --------------------------------------------------------------------------


def test_children_of_a_port_end_with_it(tmp_path: Path) -> None:
    """A port that starts something, as a shell or an interpreter's launcher does, leaves nothing running."""
    note = tmp_path / "child"
    script = (
        "import os, subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
        f"sys.stdin.readline(); print({HANDSHAKE!r}, flush=True); time.sleep(600)"
    )
    with ProcessPort(command(script), timeout=20.0):
        child = int(note.read_text())
        assert alive(child)
    assert soon(lambda: not alive(child))


def test_no_descriptor_is_left_open() -> None:
    """However often ports are started, and however they end."""
    converse(tiny())
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        converse(tiny())
        fault_of(tiny(answer="os._exit(1)"))
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1


# --- Answers that change --------------------------------------------------------------------------


def swarmed(port: str, timeout: float = 20.0) -> BatchResult:
    """A batch of the swarm on a port."""
    subject = meet(port, Options(timeout=timeout))
    return run_batch(subject, Batch("swarm", 0, 30, seed=1))


def test_right_port_passes_a_batch() -> None:
    """All programs of the batch were judged, and their operations counted."""
    result = swarmed(tiny())
    assert (result.failure, result.programs) == (None, 30)
    assert result.operations >= 30 * 400
    assert "at_stale" in result.labels


def test_batch_ends_where_its_operations_are_reached() -> None:
    """At so many exactly, no further group is sent."""
    subject = meet(tiny(), Options())
    one_group = run_batch(subject, Batch("swarm", 0, GROUP, seed=1)).operations
    bounded = run_batch(subject, Batch("swarm", 0, 10 * GROUP, seed=1, operations=one_group))
    assert (bounded.programs, bounded.operations) == (GROUP, one_group)
    more = run_batch(subject, Batch("swarm", 0, 10 * GROUP, seed=1, operations=one_group + 1))
    assert more.programs == 2 * GROUP


def test_right_answers_that_differ_are_unsteady() -> None:
    """Both runs are acceptable, but not the same: the order of a list changes with every program."""
    handshake = HANDSHAKE.replace(",each", "")
    each = (
        "turn = globals().get('turn', 1)\n"
        "        if name == 'each': said[-1] = '[' + ','.join(map(str, list(live.values())[::turn])) + ']'"
    )
    flip = f"turn = -globals().get('turn', 1); {ANSWER}"
    result = swarmed(tiny(handshake=handshake, after_word=each, answer=flip))
    assert result.failure is not None
    assert result.failure.fault is FaultKind.UNSTEADY
    assert "(duty 5)" in result.failure.detail
