"""A port as a child process: whatever it does ends in an answer or in a fault of the right kind."""

from __future__ import annotations

import errno
import fcntl
import os
import sys
import termios
import time
from array import array
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from types import SimpleNamespace

import pytest

import stablelist_conformance.port.process as port_module
from stablelist_conformance.port import interrupts, output
from stablelist_conformance.port.output import KEPT
from stablelist_conformance.port.process import (
    SENT_AHEAD,
    STREAM_ENDS,
    ProcessPort,
    close_quietly,
    ending,
    port_command,
)
from stablelist_conformance.running.engines import GROUP, Batch, BatchResult, run_batch
from stablelist_conformance.running.handshaking import meet
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from suite.docs.pages import ROOT
from suite.kit.ports import ANSWER, HANDSHAKE, command, tiny
from suite.kit.processes import alive, soon

PROGRAM = "contract id_bits=0 index_bits=0 : add add remove:0 at:0 len"
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
    """So the faults below are caused by the changes."""
    assert converse(tiny(), programs=3) == [RIGHT] * 3


def test_handshake_is_kept() -> None:
    """The handshake is what the port has declared."""
    with ProcessPort(tiny()) as process:
        assert process.handshake is not None
        assert (process.handshake.name, process.handshake.profile) == ("tiny", "slotmap")


def test_many_long_programs_can_be_sent_ahead() -> None:
    """As many as the page allows, with the allowed length: neither side waits for the other to read."""
    words = 10_000
    line = "contract id_bits=0 index_bits=0 : " + " ".join(["add"] * words)
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
    """The message describes how it ended."""
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
    """It can never answer, and is not waited for without end."""
    fault = fault_of(tiny(answer="os.close(1); time.sleep(600)"), timeout=SHORT)
    assert fault.kind is FaultKind.DIED
    assert "its output was closed, but it still runs" in fault.detail


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
    """The message quotes the line that was taken for the answer, and the additional one."""
    fault = fault_of(tiny(answer=f"{ANSWER}; print('DEBUG done', flush=True)"))
    assert fault.kind is FaultKind.FLOODED
    assert fault.detail.endswith(
        f"it wrote more lines than there were programs: {RIGHT!r} was read as its answer, "
        "'DEBUG done' is left over; standard output is only for answers, so write everything else to standard error"
    )


def test_line_before_the_answer_is_quoted() -> None:
    """It is what a person is looking for, and not the right answer that comes after it."""
    fault = fault_of(tiny(answer=f"print('DEBUG here'); {ANSWER}"))
    assert fault.kind is FaultKind.FLOODED
    assert "'DEBUG here' was read as its answer" in fault.detail


def test_something_said_after_the_end_of_input_is_a_flood() -> None:
    """Duty 2 holds to the end."""
    fault = fault_of(tiny(at_end="print('bye')"))
    assert fault.kind is FaultKind.FLOODED
    assert "'bye'" in fault.detail


def test_what_is_read_late_is_a_flood_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a port may have ended before its last words are read."""
    at_once = output.read

    def late(descriptor: int) -> bytes:
        time.sleep(0.2)
        return at_once(descriptor)

    monkeypatch.setattr(output, "read", late)
    assert fault_of(tiny(at_end="print('bye')")).kind is FaultKind.FLOODED


def test_answer_that_is_no_ascii_is_garbled() -> None:
    """Bytes that are no text are no answer."""
    fault = fault_of(tiny(answer="os.write(1, b'\\xff\\xfe\\n')"))
    assert fault.kind is FaultKind.GARBLED


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
    """It could be started, but wrote nothing."""
    fault = fault_of(command("import sys; sys.exit('no licence')"))
    assert fault.kind is FaultKind.DIED
    assert fault.stderr == "no licence"


@pytest.mark.parametrize("flushes", [False, True])
def test_port_that_does_not_flush_is_told_apart_from_one_that_hangs(*, flushes: bool) -> None:
    """By hand it would answer, because a terminal has it flush every line."""
    waits = "time.sleep(600); " if flushes else ""
    script = f"import sys, time\nfor line in sys.stdin: {waits}print({HANDSHAKE!r})"
    fault = fault_of(command(script), timeout=SHORT)
    assert fault.kind is FaultKind.HUNG
    assert fault.late is flushes
    told = "it answers only when its input has ended; flush standard output after each line"
    assert (told in fault.detail) is not flushes
    assert ("Python print(..., flush=True)" in fault.detail) is not flushes


def test_newer_port_is_no_fault() -> None:
    """The user has to install a newer kit; this is not a fault of the port."""
    with pytest.raises(UsageError, match="version 7 of the protocol"):
        converse(tiny(handshake=HANDSHAKE.replace("protocol=5", "protocol=7")))


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
    """It gets the profile that the user asked for."""
    served = port_command("python:mine:Pool", "slotmap")
    assert served[1:] == ["-m", "stablelist_conformance.python.serve", "mine:Pool", "slotmap"]
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
    """Both runs are acceptable, but not the same: every other container holds more than it promises."""
    full = (
        "turn = globals().get('turn', 1)\n"
        "        if name == 'add' and len(live) > 4 and turn > 0: live.popitem(); said[-1] = '!full'"
    )
    flip = f"turn = -globals().get('turn', 1); {ANSWER}"
    result = swarmed(tiny(handshake=f"{HANDSHAKE} capacity=4", after_word=full, answer=flip))
    assert result.failure is not None
    assert result.failure.fault is FaultKind.UNSTEADY
    assert "(duty 5)" in result.failure.detail


# --- Without a process ----------------------------------------------------------------------------


@dataclass
class Part:
    """One action of a puppet.

    Attributes:
        out, err: what it has written.
        status: how it ends; None if it runs on.
        stays: whether its output is held open until it is ended.
        deaf: whether it has closed its input.
        leaves: processes that are found when it is ended.
        lost: what is wrong with whoever watches over it.
    """

    out: str | bytes = HANDSHAKE + "\n"
    err: str = ""
    status: int | None = 0
    stays: bool = False
    deaf: bool = False
    leaves: tuple[str, ...] = ()
    lost: Exception | None = None


class Puppet:
    """Stands in for a child: it has said all that it will ever say.

    Attributes:
        ended: whether it was ended.
        closed: whether the end of its input was seen.
        sent: what it was sent until it was last asked.
        waits: the seconds for which it was waited for, and whether its input was closed then.
    """

    pid = -1

    def __init__(self, part: Part) -> None:
        self.part = part
        self.ended = self.closed = False
        self.sent = ""
        self.waits: list[tuple[float, bool]] = []
        self.input, self.stdin = os.pipe()
        self.stdout, self.output = os.pipe()
        self.stderr, complaints = os.pipe()
        os.set_blocking(self.input, False)
        self.held = [] if part.deaf else [self.input]
        if part.deaf:
            os.close(self.input)
        self.say(part.out)
        os.write(complaints, part.err.encode())
        os.close(complaints)
        if part.stays:
            self.held.append(self.output)
        else:
            os.close(self.output)

    def say(self, text: str | bytes) -> None:
        """Write."""
        os.write(self.output, text.encode() if isinstance(text, str) else text)

    def heard(self) -> str:
        """The lines that it was sent since the last call."""
        text = ""
        with suppress(BlockingIOError):
            while piece := os.read(self.input, 1 << 20).decode():
                text += piece
            self.closed = True
        self.sent += text
        return text

    def wait(self, seconds: float) -> int | None:
        """How it has ended."""
        if not self.part.deaf:
            self.heard()
        self.waits.append((seconds, self.closed))
        return self.part.status

    def check(self) -> None:
        """Whether it is watched over."""
        if self.part.lost is not None:
            raise self.part.lost

    def end(self) -> list[str]:
        """End it."""
        while self.held:
            os.close(self.held.pop())
        self.ended = True
        return list(self.part.leaves)


class Theatre:
    """The puppets that are started, in order, and how long each is waited for.

    Attributes:
        limits: the seconds that were allowed for each wait.
        slices: the seconds after which it was looked again.
        looks: so often, without anything new.
        meanwhile: what happens between two looks.
    """

    looks = 3
    slice = 0.001

    def __init__(self) -> None:
        self.parts: list[Part | OSError] = []
        self.puppets: list[Puppet] = []
        self.limits: list[float] = []
        self.slices: list[float] = []
        self.meanwhile: Callable[[], object] = lambda: None

    def child(self, _: Sequence[str]) -> Puppet:
        """Start the next one."""
        part = self.parts.pop(0)
        if isinstance(part, OSError):
            raise part
        self.puppets.append(Puppet(part))
        return self.puppets[-1]

    def drained(self, stdout: int, stderr: int) -> output.Outlet:
        """Read all of its output."""
        self.outlet = output.Outlet(stdout, stderr)
        return self.outlet

    def has_more(self) -> bool:
        """Whether something is to come that it has said."""
        puppet = self.puppets[-1]
        if not puppet.part.stays:
            return not self.outlet.join(STREAM_ENDS)
        unread = array("i", [0])
        fcntl.ioctl(puppet.stdout, termios.FIONREAD, unread)
        return unread[0] > 0

    def patience(self, _: int, seconds: float) -> Looks:
        """A wait."""
        self.limits.append(seconds)
        return Looks(self)

    def play(
        self, *parts: Part | OSError, port: str = "./puppet", **options: object
    ) -> ProcessPort:
        """A port that is started as these, one after the other."""
        self.parts = list(parts)
        return ProcessPort(port, **options)  # type: ignore[arg-type]


class Looks:
    """A wait that ends after some looks."""

    def __init__(self, theatre: Theatre) -> None:
        self.theatre, self.looks, self.slice = theatre, 0, theatre.slice

    def restart(self) -> None:
        """Something has happened."""
        self.looks = 0

    def is_over(self, waited: float) -> bool:
        """Whether it is; on a busy machine what was said may not have been read yet."""
        self.theatre.slices.append(waited)
        assert len(self.theatre.slices) < 1000, "it is waited for without end"
        self.theatre.meanwhile()
        if self.theatre.has_more():
            return False
        self.looks += 1
        return self.looks >= self.theatre.looks


def open_descriptors() -> int:
    """How many there are."""
    return len(list(Path("/proc/self/fd").iterdir()))


@pytest.fixture
def theatre(monkeypatch: pytest.MonkeyPatch) -> Theatre:
    """Ports without processes."""
    stage = Theatre()
    monkeypatch.setattr(port_module, "Child", stage.child)
    monkeypatch.setattr(port_module, "Outlet", stage.drained)
    monkeypatch.setattr(port_module, "Patience", stage.patience)
    return stage


ANSWERED = Part(f"{HANDSHAKE}\n{RIGHT}\n{RIGHT}\n")


def test_puppet_is_talked_to_like_a_port(theatre: Theatre) -> None:
    """Greeted, sent lines ahead, its input closed, and ended; the limit is what its handshake allows."""
    with theatre.play(replace(ANSWERED, stays=True)) as port:
        (puppet,) = theatre.puppets
        assert port.handshake == parse_handshake(HANDSHAKE)
        assert puppet.heard() == "hello 5\n"
        assert not os.get_blocking(puppet.stdin)
        port.send([PROGRAM, PROGRAM])
        assert puppet.heard() == f"{PROGRAM}\n" * 2
        assert port.receive() == RIGHT
        port.quiet()
        assert port.receive() == RIGHT
        port.quiet()
        assert [each.ended for each in theatre.puppets] == [False]
        port.finish()
        assert [each.ended for each in theatre.puppets] == [True]
        assert puppet.waits == [(theatre.slice, True)]
    assert theatre.limits[-1] == 10.0


def test_limit_is_stretched_by_what_the_handshake_took(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the scheduler does not tell."""
    took: list[tuple[float, float]] = []

    def stretched(seconds: float, handshake: float) -> float:
        took.append((seconds, handshake))
        return 77.0

    monkeypatch.setattr(port_module, "stretched", stretched)
    clock = iter([100.0, 102.5])
    monkeypatch.setattr(
        "stablelist_conformance.port.process.time", SimpleNamespace(monotonic=lambda: next(clock))
    )
    with theatre.play(Part(stays=True, status=None), timeout=3.0) as port:
        assert (port.limit, port.timeout, took) == (77.0, 3.0, [(3.0, 2.5)])
        port.send([PROGRAM])
        with pytest.raises(PortFault, match=r"it did not answer within 3 s"):
            port.receive()
    assert theatre.limits == [3.0, 77.0]


def test_no_more_is_sent_ahead_than_the_page_says() -> None:
    """Authors of ports rely on this limit."""
    page = (ROOT / "docs" / "port-protocol.md").read_text(encoding="utf-8")
    assert f"| programs sent ahead | {SENT_AHEAD} |" in page


def test_port_is_waited_for_as_long_as_the_options_say() -> None:
    """The default is used if there is no option."""
    port = ProcessPort("./mine")
    assert port.timeout == port.limit == Options().timeout == 10.0
    assert (port.handshake, port.expected, port.profile, port.escaped) == (None, None, None, set())
    port.kill()


def test_nothing_is_left_of_an_earlier_start(theatre: Theatre) -> None:
    """No line, no program, no answer awaited, no descriptor; processes that escaped are remembered."""
    before = open_descriptors()
    parts = (replace(ANSWERED, leaves=("sleep",)), Part(leaves=("cat",)), Part("pardon?\n"))
    port = theatre.play(*parts)
    port.start()
    port.send([PROGRAM] * 3)
    port.receive()
    port.start()
    first, second = theatre.puppets
    assert (first.ended, second.ended, port.escaped) == (True, False, {"sleep"})
    assert second.heard() == "hello 5\n"
    port.quiet()
    with pytest.raises(UsageError, match="a line that is not a handshake"):
        port.start()
    assert port.handshake is None
    assert all(puppet.ended for puppet in theatre.puppets)
    port.kill()
    assert port.escaped == {"sleep", "cat"}
    assert open_descriptors() == before


@pytest.mark.parametrize(
    ("port", "status", "usage"),
    [
        ("python:mine:Pool", 2, True),
        ("python:mine:Pool", 1, False),
        ("python:mine:Pool", 3, False),
        ("./mine", 2, False),
    ],
)
def test_python_factory_that_cannot_be_loaded_is_no_fault(
    theatre: Theatre, port: str, status: int, *, usage: bool
) -> None:
    """Only what serves it says so, by its exit status, and why."""
    played = theatre.play(Part("", "no module named mine", status), port=port)
    with pytest.raises(UsageError if usage else PortFault) as caught:
        played.start()
    said = caught.value.stderr if isinstance(caught.value, PortFault) else str(caught.value)
    assert said == "no module named mine"
    assert theatre.puppets[0].ended


def test_factory_that_is_loaded_is_not_waited_for(theatre: Theatre) -> None:
    """It says something else than a handshake, and runs on."""
    port = theatre.play(Part("pardon?\n", stays=True, status=None), port="python:mine:Pool")
    with pytest.raises(UsageError, match="a line that is not a handshake"):
        port.start()
    assert theatre.limits == [10.0]


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ("name=tiny version=1", None),
        ("name=tiny version=2", None),
        ("name=other version=1", None),
        ("name=tiny version=1 capacity=4", FaultKind.UNSTEADY),
        ("name=tiny version=1 parity=yes", FaultKind.UNSTEADY),
    ],
)
def test_port_has_to_offer_what_it_offered_before(
    theatre: Theatre, changed: str, fault: FaultKind | None
) -> None:
    """Its name and version may change; both introductions are quoted."""
    line = HANDSHAKE.replace("name=tiny version=1", changed)
    expected = parse_handshake(HANDSHAKE)
    for said, before in ((line, HANDSHAKE), (HANDSHAKE, line)):
        port = theatre.play(Part(said + "\n"), expected=parse_handshake(before))
        if fault is None:
            assert port.start().profile == expected.profile
        else:
            with pytest.raises(PortFault) as caught:
                port.start()
            assert caught.value.kind is fault
            assert caught.value.detail == (
                f"./puppet: it was started again, and its handshake was {said[:80]!r}; "
                f"before, it was {parse_handshake(before).line()!r}"
            )
        port.kill()


@pytest.mark.parametrize("said", ["pardon?\n", ""])
def test_port_that_is_started_again_and_does_not_shake_hands_has_a_fault(
    theatre: Theatre, said: str
) -> None:
    """It answered before, so this is no error of usage."""
    with pytest.raises(PortFault) as caught:
        theatre.play(Part(said), expected=parse_handshake(HANDSHAKE)).start()
    assert caught.value.kind is (FaultKind.UNSTEADY if said else FaultKind.DIED)


def test_port_says_nothing_before_it_is_greeted(theatre: Theatre) -> None:
    """Its input ends at once, and then it has some time to end."""
    port = theatre.play(Part(""), Part("ready\nsteady\n"), Part("", stays=True, status=None))
    port.say_nothing()
    with pytest.raises(PortFault) as caught:
        port.say_nothing()
    assert caught.value.kind is FaultKind.FLOODED
    assert caught.value.detail == "./puppet: it wrote 'ready' before it was sent 'hello' (duty 1)"
    assert [(puppet.waits, puppet.ended) for puppet in theatre.puppets] == [
        ([(theatre.slice, True)], True)
    ] * 2


def test_what_is_said_late_before_a_greeting_is_seen(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The port may have ended before its words are read."""
    at_once = output.read

    def late(descriptor: int) -> bytes:
        time.sleep(0.05)
        return at_once(descriptor)

    monkeypatch.setattr(output, "read", late)
    with pytest.raises(PortFault, match="it wrote 'ready' before it was sent 'hello'"):
        theatre.play(Part("ready\n")).say_nothing()


@pytest.mark.parametrize("greeted", [False, True])
def test_one_program_is_answered_alone(theatre: Theatre, *, greeted: bool) -> None:
    """With or without a greeting; the port must end properly, and is ended otherwise."""
    hello = f"{HANDSHAKE}\n" * greeted
    port = theatre.play(Part(f"{hello}{RIGHT}\n"), Part(f"{hello}{RIGHT}\n", status=3))
    assert port.answer_alone(PROGRAM, greeted=greeted) == RIGHT
    with pytest.raises(PortFault, match="exit status 3"):
        port.answer_alone(PROGRAM, greeted=greeted)
    assert [puppet.ended for puppet in theatre.puppets] == [True, True]
    sent = "hello 5\n" * greeted + f"{PROGRAM}\n"
    assert [puppet.sent for puppet in theatre.puppets] == [sent, sent]


@pytest.mark.parametrize("number", [errno.EAGAIN, errno.ENOMEM])
def test_system_that_has_nothing_left_is_no_fault_of_the_command(
    theatre: Theatre, number: int
) -> None:
    """It is reported as a lack of resources."""
    with pytest.raises(OSError, match="nothing left"):
        theatre.play(OSError(number, "nothing left")).start()


def test_command_that_cannot_be_started_is_told_with_its_reason(theatre: Theatre) -> None:
    """The reason is the system's message, whatever its wording."""
    for error, reason in (
        (OSError(errno.ENOENT, "no such file"), "no such file"),
        (OSError("odd"), "odd"),
    ):
        with pytest.raises(UsageError) as caught:
            theatre.play(error).start()
        assert str(caught.value) == (
            f"the port './puppet' cannot be started: {reason}; "
            "give the command line that starts it, as you would type it here"
        )


# --- Waiting --------------------------------------------------------------------------------------


def test_slow_reader_is_waited_for(theatre: Theatre) -> None:
    """The wait continues as long as it reads something now and then; the rest is offered again soon."""
    port = theatre.play(Part(stays=True, status=None))
    theatre.slice, looks, taken = 0.06, theatre.looks, list[str]()
    long = "add " * 80_000
    with port:
        (puppet,) = theatre.puppets
        puppet.heard()

        def take() -> None:
            taken.append(puppet.heard())
            if sum(map(len, taken)) == len(long) + 1:
                puppet.say("ok\n")
                theatre.looks = 1000

        theatre.meanwhile = take
        port.send([long])
        assert port.receive() == "ok"
        assert "".join(taken) == f"{long}\n"
        assert len(taken) > looks
        assert theatre.slices[0] == 0.05
        theatre.meanwhile, theatre.slices, theatre.looks = (lambda: None), [], looks
        port.send(["add"])
        with pytest.raises(PortFault) as caught:
            port.receive()
    assert theatre.slices == [0.06] * 3
    assert (caught.value.kind, caught.value.late) == (FaultKind.HUNG, True)
    assert caught.value.detail == "./puppet: it did not answer within 10 s"


def test_port_that_reads_nothing_has_hung(theatre: Theatre) -> None:
    """Writing into the pipe's buffer is not a sign that the port reads."""
    with theatre.play(Part(stays=True, status=None)) as port:
        port.send(["add " * 80_000])
        with pytest.raises(PortFault, match="it did not answer within"):
            port.receive()
        assert 1 <= len(theatre.slices) <= theatre.looks


def test_port_that_closed_its_input_may_have_answered(theatre: Theatre) -> None:
    """Its earlier answer is still read; without one, the port has died."""
    parts = [replace(ANSWERED, deaf=True, status=9, err="alas"), Part(deaf=True, status=-9)]
    with theatre.play(parts[0]) as port:
        port.send([PROGRAM] * 3)
        assert [port.receive(), port.receive()] == [RIGHT, RIGHT]
        with pytest.raises(PortFault) as caught:
            port.receive()
    assert (caught.value.kind, caught.value.late) == (FaultKind.DIED, False)
    assert caught.value.detail == "./puppet: it ended before its answer: exit status 9"
    assert caught.value.stderr == "alas"
    with theatre.play(parts[1]) as port:
        port.send([PROGRAM])
        with pytest.raises(PortFault, match="it ended before its answer: signal SIGKILL"):
            port.receive()


def test_port_that_closed_its_input_is_not_waited_for_ever(theatre: Theatre) -> None:
    """Lines that cannot be sent are not a sign that it works."""
    with theatre.play(Part(deaf=True, stays=True, status=None)) as port:
        port.send([PROGRAM])
        with pytest.raises(PortFault, match="it did not answer within"):
            port.receive()


def test_descriptor_0_is_written_to(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is free where the kit's own input is closed."""
    written: list[tuple[int, bytes]] = []

    def write(descriptor: int, text: bytearray) -> int:
        written.append((descriptor, bytes(text)))
        return len(text)

    with theatre.play(ANSWERED) as port:
        (puppet,) = theatre.puppets
        with monkeypatch.context() as patched:
            patched.setattr(puppet, "stdin", 0)
            patched.setattr(os, "write", write)
            port.send([PROGRAM])
    assert written == [(0, f"{PROGRAM}\n".encode())]


def test_port_that_closes_its_output_is_waited_for(theatre: Theatre) -> None:
    """It may be about to end; it has its time for that."""
    with theatre.play(Part(status=None)) as port:
        port.send([PROGRAM])
        with pytest.raises(PortFault, match="its output was closed, but it still runs"):
            port.receive()
    assert len(theatre.puppets[0].waits) == theatre.looks
    assert theatre.limits[-1] == 10.0


@pytest.mark.parametrize(
    ("status", "detail", "late"),
    [
        (None, "it still runs 10 s after its input has ended (duty 10)", True),
        (
            1,
            "it ended with exit status 1 after its input has ended; status 0 is expected (duty 10)",
            False,
        ),
        (
            3,
            "it ended with exit status 3 after its input has ended; status 0 is expected (duty 10)",
            False,
        ),
        (
            -9,
            "it ended with signal SIGKILL after its input has ended; status 0 is expected (duty 10)",
            False,
        ),
    ],
)
def test_port_ends_with_its_input(
    theatre: Theatre, status: int | None, detail: str, *, late: bool
) -> None:
    """It ends with status 0, and in time."""
    with theatre.play(Part(status=status)) as port, pytest.raises(PortFault) as caught:
        port.finish()
    assert (caught.value.kind, caught.value.late) == (FaultKind.BAD_EXIT, late)
    assert caught.value.detail == f"./puppet: {detail}"


def test_what_a_port_leaves_behind_does_not_hold_its_output(theatre: Theatre) -> None:
    """It is ended first; then everything that it said is read."""
    with theatre.play(Part(f"{HANDSHAKE}\n", stays=True)) as port:
        began = time.monotonic()
        port.finish()
        assert time.monotonic() - began < STREAM_ENDS / 2
    with theatre.play(ANSWERED) as port, pytest.raises(PortFault, match="more lines than there"):
        port.finish()


def test_interrupt_is_heard_while_a_port_is_waited_for(
    theatre: Theatre, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of the supervisor is noticed as well."""
    with theatre.play(Part(stays=True, status=None)) as port:
        port.send([PROGRAM])
        with monkeypatch.context() as patched:
            patched.setattr(interrupts._State, "came", True)
            with pytest.raises(KeyboardInterrupt):
                port.receive()
    part = Part(stays=True, status=None)
    with theatre.play(part) as port:
        port.send([PROGRAM])
        part.lost = UsageError("alas")  # not before: a slow start would notice it
        with pytest.raises(UsageError, match="alas"):
            port.receive()


def test_lines_are_counted(theatre: Theatre) -> None:
    """Additional lines are quoted with the one before, as far as a line can hold them."""
    with theatre.play(Part(f"{HANDSHAKE}\n{'x' * 90}\n{'y' * 90}\nz\n", stays=True)) as port:
        port.send([PROGRAM] * 2)
        port.receive()
        port.quiet()
        with theatre.play(Part(f"{HANDSHAKE}\n{'x' * 90}\n{'y' * 90}\nz\n")) as other:
            other.send([PROGRAM])
            other.receive()
            with pytest.raises(PortFault) as caught:
                other.quiet()
    assert (caught.value.kind, caught.value.late) == (FaultKind.FLOODED, False)
    assert caught.value.detail == (
        f"./puppet: it wrote more lines than there were programs: '{'x' * 80}' was read as its answer, "
        f"'{'y' * 80}' is left over; standard output is only for answers, so write everything else to standard error"
    )


def test_flood_is_told_with_its_limits(theatre: Theatre, monkeypatch: pytest.MonkeyPatch) -> None:
    """The limits are bytes of a line, and unread pieces."""
    monkeypatch.setattr(output, "MAX_ANSWER", 100)
    with theatre.play(Part(f"{HANDSHAKE}\n{'x' * 101}", stays=True)) as port:
        port.send([PROGRAM])
        with pytest.raises(PortFault) as caught:
            port.receive()
    assert caught.value.kind is FaultKind.FLOODED
    assert caught.value.detail == (
        "./puppet: it wrote without end: more than 16777216 bytes or 1024 pieces unread"
    )


def test_answer_that_is_not_ascii_is_garbled(theatre: Theatre) -> None:
    """Bytes that are no text are no answer."""
    with theatre.play(Part(HANDSHAKE.encode() + b"\n\xff\n")) as port:
        port.send([PROGRAM])
        with pytest.raises(PortFault, match="its answer is not ASCII") as caught:
            port.receive()
    assert caught.value.kind is FaultKind.GARBLED


def test_descriptors_are_closed_if_they_are_some(monkeypatch: pytest.MonkeyPatch) -> None:
    """0 is one."""
    closed: list[int] = []
    with monkeypatch.context() as patched:
        patched.setattr(os, "close", closed.append)
        for descriptor in (-1, 0, 1):
            close_quietly(descriptor)
    assert closed == [0, 1]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "exit status 0"),
        (1, "exit status 1"),
        (-9, "signal SIGKILL"),
        (-1, "signal SIGHUP"),
        (-35, "signal 35"),
    ],
)
def test_end_is_told_in_words(status: int, words: str) -> None:
    """Not every signal has a name."""
    assert ending(status) == words


@pytest.mark.parametrize(
    ("port", "profile", "command"),
    [
        ("./mine --fast 'a b'", None, ["./mine", "--fast", "a b"]),
        ("./mine", "slab", ["./mine"]),
        ("python:a:B", None, [sys.executable, "-m", "stablelist_conformance.python.serve", "a:B"]),
        ("python:a:B", "slab", [sys.executable, "-m", "stablelist_conformance.python.serve", "a:B", "slab"]),
    ],
)  # fmt: skip
def test_command_behind_a_port(port: str, profile: str | None, command: list[str]) -> None:
    """Itself, or what serves a factory."""
    assert port_command(port, profile) == command


@pytest.mark.parametrize(
    ("port", "reason"),
    [
        ("a 'b", "the port \"a 'b\" is not a command line: No closing quotation; quote it as for a shell"),
        ("", "the port is an empty command; give a command line or python:module:factory"),
        ("  ", "the port is an empty command; give a command line or python:module:factory"),
    ],
)  # fmt: skip
def test_what_is_no_command_is_refused(port: str, reason: str) -> None:
    """The message says what to do."""
    with pytest.raises(UsageError) as caught:
        port_command(port)
    assert str(caught.value) == reason
