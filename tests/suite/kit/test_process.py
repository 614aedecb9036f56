"""A port as a child process: each thing that a port can do wrong ends in a fault of the right kind."""

import errno
import os
import queue
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count, repeat
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, NamedTuple

import pytest

import stablelist_conformance.port.port as any_port_module
import stablelist_conformance.port.process as port_module
from stablelist_conformance.port import interrupts, output, timeout
from stablelist_conformance.port.child import Child
from stablelist_conformance.port.command import port_command
from stablelist_conformance.port.output import KEPT, UNASKED, OutputReader
from stablelist_conformance.port.process import (
    SENT_AHEAD,
    STREAM_ENDS,
    ProcessPort,
    close_quietly,
    ending,
)
from stablelist_conformance.port.timeout import LEAST, SLICES, Deadline, stretched
from stablelist_conformance.running.options import Options
from stablelist_conformance.wire.errors import FaultKind, PortFault, UsageError
from stablelist_conformance.wire.handshake import parse_handshake
from stablelist_conformance.wire.text import COLUMNS, clip
from suite.docs.pages import ROOT
from suite.kit.ports import ANSWER, HANDSHAKE, command, tiny
from suite.kit.processes import alive, soon

PROGRAM = "contract id_bits=0 index_bits=0 : add add remove:0 at:0 len"
RIGHT = "ok ok 0 none 1"
SHORT = 0.5
"""Seconds that a port is waited for which will not answer."""
ONLY = "standard output is only for answers, so write everything else to standard error"
FOR_EVER = "time.sleep(600)"


def converse(
    port: str | ProcessPort, *, timeout: float = 20.0, programs: int = 1, program: str = PROGRAM
) -> list[str]:
    """Send programs, take the answers, and see the port end."""
    port = port if isinstance(port, ProcessPort) else ProcessPort(port, timeout=timeout)
    with port as process:
        process.send([program] * programs)
        lines = [process.receive() for _ in range(programs)]
        process.quiet()
        process.finish()
    return lines


def fault_of(port: str | ProcessPort, **options: Any) -> PortFault:
    """The fault that a conversation ends in."""
    with pytest.raises(PortFault) as caught:
        converse(port, **options)
    return caught.value


# --- Right ports ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "answer", [ANSWER, "sys.stdout.write(answer + '\\r\\n'); sys.stdout.flush()"]
)
def test_right_port_answers_and_ends(answer: str) -> None:
    assert converse(tiny(answer=answer), programs=3) == [RIGHT] * 3


def test_most_and_longest_programs_are_sent_ahead() -> None:
    """Neither side waits for the other to read; authors of ports rely on the number."""
    words = 10_000
    line = "contract id_bits=0 index_bits=0 : " + " ".join(["add"] * words)
    answers = converse(tiny(), programs=SENT_AHEAD, program=line)
    assert answers == [" ".join(["ok"] * words)] * SENT_AHEAD
    page = (ROOT / "docs" / "port-protocol.md").read_text(encoding="utf-8")
    assert f"| programs sent ahead | {SENT_AHEAD} |" in page


def test_port_is_waited_for_as_long_as_the_options_say() -> None:
    """The default is used if there is no option."""
    port = ProcessPort("./mine")
    assert port.timeout == port.limit == Options().timeout == 10.0
    assert (port.handshake, port.expected, port.system_name, port.escaped) == (
        None,
        None,
        None,
        set(),
    )
    port.kill()


def test_limit_is_stretched_by_what_the_handshake_took(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time-out in the message stays the user's."""
    took: list[tuple[float, float]] = []

    def stretched(*seconds: float) -> float:
        took.append((seconds[0], seconds[1]))
        return SHORT

    clock = iter([100.0, 102.5])
    monkeypatch.setattr(any_port_module, "stretched", stretched)
    monkeypatch.setattr(any_port_module, "time", SimpleNamespace(monotonic=lambda: next(clock)))
    fault = fault_of(tiny(answer=FOR_EVER), timeout=77.0)
    assert took == [(77.0, 2.5)]
    assert fault.detail.endswith(": it did not answer within 77 s")


def test_nothing_is_left_of_an_earlier_start() -> None:
    """No line, no program, no answer awaited; a handshake that is wrong is not taken."""
    process = ProcessPort(tiny(answer="print(answer); print(answer, flush=True)"))
    for _ in range(2):
        process.start()
        process.send([PROGRAM] * 3)
        assert process.receive() == RIGHT
    process._command = port_command(command("print('pardon?')"))
    with pytest.raises(UsageError, match="a line that is not a handshake"):
        process.start()
    assert process.handshake is None
    assert process._child is None
    process.kill()


# --- Faults ---------------------------------------------------------------------------------------

DIED, HUNG, FLOODED = FaultKind.DIED, FaultKind.HUNG, FaultKind.FLOODED
GARBLED, BAD_EXIT = FaultKind.GARBLED, FaultKind.BAD_EXIT


@pytest.mark.parametrize(
    ("where", "does", "kind", "said"),
    [
        ("answer", "os._exit(101)", DIED, "it ended before its answer: exit status 101"),
        ("answer", "os._exit(0)", DIED, "it ended before its answer: exit status 0"),
        ("answer", "os.abort()", DIED, "it ended before its answer: signal SIGABRT"),
        ("answer", "raise IndexError(17)", DIED, "it ended before its answer: exit status 1"),
        ("answer", "os.close(0); os._exit(9)", DIED, "it ended before its answer: exit status 9"),
        ("answer", f"os.close(1); {FOR_EVER}", DIED, "its output was closed, but it still runs"),
        ("whole", "pass", DIED, "it ended before its answer: exit status 0"),
        ("answer", FOR_EVER, HUNG, "it did not answer within 0.5 s"),
        ("answer", "pass", HUNG, "it did not answer within 0.5 s"),
        ("answer", "sys.stdout.write('ok')", HUNG, "it did not answer within 0.5 s"),
        ("answer", f"os.close(0); {FOR_EVER}", HUNG, "it did not answer within 0.5 s"),
        ("answer", "while True: os.write(1, b'ok ' * 20000)", FLOODED,
         "it wrote without end: more than 16777216 bytes or 1024 pieces unread"),
        ("answer", "while True: os.write(1, b'ok\\n' * 20000)", FLOODED, "it wrote"),
        ("answer", f"{ANSWER}; print('y' * 90 + '\\nz', flush=True)", FLOODED,
         f"more lines than there were programs: {RIGHT!r} was read as its answer, '{'y' * 80}' is left over; {ONLY}"),
        ("answer", f"print('DEBUG here'); {ANSWER}", FLOODED,
         f"it wrote more lines than there were programs: 'DEBUG here' was read as its answer, {RIGHT!r} is left over"),
        ("at_end", "print('bye')", FLOODED, "'bye' is left over"),
        ("answer", "os.write(1, b'\\xff\\xfe\\n')", GARBLED, "its answer is not ASCII: "),
        ("at_end", "sys.exit(1)", BAD_EXIT,
         "it ended with exit status 1 after its input has ended; status 0 is expected (duty 10)"),
        ("at_end", "os.kill(os.getpid(), 9)", BAD_EXIT, "it ended with signal SIGKILL after its input has ended"),
        ("at_end", FOR_EVER, BAD_EXIT, "it still runs 0.5 s after its input has ended (duty 10)"),
    ],
)  # fmt: skip
def test_fault_of_a_port_is_of_its_kind(where: str, does: str, kind: FaultKind, said: str) -> None:
    """It names the port and what it did; only a fault that could be one of time is late."""
    port = command(does) if where == "whole" else tiny(**{where: does})
    slow = "0.5 s" in said
    fault = fault_of(port, timeout=SHORT if slow or "still runs" in said else 20.0)
    assert (fault.kind, fault.late) == (kind, slow)
    assert fault.detail.startswith(f"{clip(port, COLUMNS)}: ")
    assert said in fault.detail


GROWS = "held = 'x' * (200 << 20); import time; time.sleep(60)"


@pytest.mark.skipif(sys.platform != "linux", reason="memory is read from /proc")
@pytest.mark.parametrize(
    "does", [GROWS, f"import subprocess; subprocess.run([sys.executable, '-c', {GROWS!r}])"]
)
def test_port_may_use_only_so_much_memory(does: str) -> None:
    fault = fault_of(ProcessPort(tiny(answer=does), memory=100))
    assert (fault.kind, fault.late) == (FaultKind.SWOLLEN, False)
    assert fault.detail.endswith(
        "it used more than 100 MiB of memory; if it needs more, raise --memory"
    )
    held = "held = 'x' * (200 << 20)"
    with ProcessPort(tiny(answer=f"{held}; {ANSWER}"), memory=400) as process:
        process.send([PROGRAM])
        assert process.receive() == RIGHT


def test_port_that_reads_nothing_has_hung() -> None:
    """Writing into the pipe's buffer is not a sign that the port reads."""
    line = "contract id_bits=0 index_bits=0 : " + "add " * 80_000
    assert fault_of(tiny(answer=FOR_EVER), timeout=SHORT, programs=2, program=line).kind is HUNG


def test_port_that_takes_what_it_is_sent_works() -> None:
    """Whether the pipe took something restarts the wait; nothing to send is no sign."""
    deaf = command(f"import time; input(); print({HANDSHAKE!r}, flush=True); time.sleep(600)")
    with ProcessPort(deaf) as process:
        process._pending += b"x" * (1 << 20)
        assert [process._write(), process._write()] == [True, False]
        process._pending.clear()
        assert process._write() is False


def test_answers_before_a_port_closed_its_input_are_read() -> None:
    """A port that has gone is written to no more, and what it said counts."""
    script = f"{ANSWER}; os.close(0); os.write(2, b'alas'); os._exit(9)"
    line = PROGRAM + " len" * 9_000
    with ProcessPort(tiny(answer=script)) as process:
        process.send([PROGRAM, *[line] * SENT_AHEAD])
        assert process.receive() == RIGHT
        with pytest.raises(PortFault, match="exit status 9") as caught:
            process.receive()
    assert (caught.value.kind, caught.value.stderr) == (DIED, "alas")


def test_last_words_that_are_read_late_are_a_flood(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a port may have ended before they are read."""
    at_once = output.read

    def late(descriptor: int) -> bytes:
        time.sleep(0.2)
        return at_once(descriptor)

    monkeypatch.setattr(output, "read", late)
    assert fault_of(tiny(at_end="print('bye')")).kind is FLOODED
    with pytest.raises(PortFault, match="it wrote 'ready' before it was sent 'hello'"):
        ProcessPort(command("print('ready')")).say_nothing()


@pytest.mark.parametrize("flushes", [False, True])
def test_port_that_does_not_flush_is_told_to(*, flushes: bool) -> None:
    """By hand it would answer, because a terminal has it flush every line; one that hangs would not."""
    waits = f"{FOR_EVER}; " if flushes else ""
    script = f"import sys, time\nfor line in sys.stdin: {waits}print({HANDSHAKE!r})"
    fault = fault_of(command(script), timeout=SHORT)
    assert fault.kind is HUNG
    assert (
        "it answers only when its input has ended; flush standard output" in fault.detail
    ) is not flushes


# --- Starting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("error", "told", "said"),
    [
        (OSError(errno.ENOENT, "no such file"), UsageError, "no such file"),
        (OSError("odd"), UsageError, "odd"),
        (OSError(errno.EAGAIN, "nothing left"), OSError, ""),
        (OSError(errno.ENOMEM, "nothing left"), OSError, ""),
    ],
)
def test_command_that_cannot_be_started_is_told_with_its_reason(
    monkeypatch: pytest.MonkeyPatch, error: OSError, told: type[Exception], said: str
) -> None:
    """A system that has nothing left is no fault of the command."""

    def child(_: Sequence[str]) -> Child:
        raise error

    monkeypatch.setattr(port_module, "Child", child)
    with pytest.raises(told) as caught:
        ProcessPort("./mine").start()
    assert str(caught.value) == (
        f"the port './mine' cannot be started: {said}; "
        "give the command line that starts it, as you would type it here"
        if said
        else str(error)
    )


@pytest.mark.parametrize(
    ("port", "status", "usage"),
    [
        ("python:a:B", 2, True),
        ("python:a:B", 1, False),
        ("python:a:B", 3, False),
        ("./a", 2, False),
    ],
)
def test_python_factory_that_cannot_be_loaded_is_bad_usage(
    port: str, status: int, *, usage: bool
) -> None:
    """Only what serves it says so, by its exit status, and why."""
    process = ProcessPort(port)
    process._command = port_command(
        command(f"import sys; print('no a', file=sys.stderr); sys.exit({status})")
    )
    with pytest.raises(UsageError if usage else PortFault) as caught:
        process.start()
    told = caught.value.stderr if isinstance(caught.value, PortFault) else str(caught.value)
    assert told == "no a"


@pytest.mark.parametrize(
    ("changed", "steady"),
    [
        ("name=tiny version=2", True),
        ("name=other version=1", True),
        ("name=tiny version=1 capacity=4", False),
        ("name=tiny version=1 parity=yes", False),
    ],
)
@pytest.mark.parametrize("again", [True, False])
def test_port_offers_what_it_offered_before(changed: str, *, again: bool, steady: bool) -> None:
    """Its name and version may change; both handshakes are quoted."""
    lines = [HANDSHAKE.replace("name=tiny version=1", changed), HANDSHAKE]
    said, before = lines if again else reversed(lines)
    process = ProcessPort(tiny(handshake=said), expected=parse_handshake(before))
    if steady:
        assert converse(process) == [RIGHT]
        return
    fault = fault_of(process)
    assert fault.kind is FaultKind.UNSTEADY
    assert fault.detail.endswith(
        f": it was started again, and its handshake was {said[:80]!r}; "
        f"before, it was {parse_handshake(before).line()!r}"
    )


@pytest.mark.parametrize(("said", "kind"), [("pardon?", FaultKind.UNSTEADY), ("", DIED)])
def test_port_that_does_not_shake_hands_again_has_a_fault(said: str, kind: FaultKind) -> None:
    """It answered before, so this is no bad usage."""
    port = command(f"print({said!r})" if said else "pass")
    assert fault_of(ProcessPort(port, expected=parse_handshake(HANDSHAKE))).kind is kind


def test_port_says_nothing_before_it_is_greeted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its input ends at once, and then it has some time to end."""
    ProcessPort(tiny()).say_nothing()
    monkeypatch.setattr(port_module, "STREAM_ENDS", SHORT)
    ProcessPort(command(f"import time; {FOR_EVER}"), timeout=SHORT).say_nothing()
    port = ProcessPort(command("print('ready'); print('steady')"))
    with pytest.raises(PortFault) as caught:
        port.say_nothing()
    assert port._child is None
    assert caught.value.kind is FLOODED
    assert caught.value.detail.endswith(": it wrote 'ready' before it was sent 'hello' (duty 1)")


@pytest.mark.parametrize("greeted", [False, True])
def test_one_program_is_answered_alone(*, greeted: bool) -> None:
    """With or without a greeting; the port must end properly."""
    right, wrong = ProcessPort(tiny()), ProcessPort(tiny(at_end="sys.exit(3)"))
    assert right.answer_alone(PROGRAM, greeted=greeted) == RIGHT
    with pytest.raises(PortFault, match="exit status 3"):
        wrong.answer_alone(PROGRAM, greeted=greeted)
    assert right._child is wrong._child is None


# --- What is left behind --------------------------------------------------------------------------

STARTS: Final = (
    "import os, subprocess, sys, time\n"
    "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])\n"
)


def test_children_of_a_port_end_with_it(tmp_path: Path) -> None:
    """A port that starts something, as a shell or an interpreter's launcher does, leaves nothing running."""
    note = tmp_path / "child"
    script = (
        f"{STARTS}open({str(note)!r}, 'w').write(str(child.pid))\n"
        f"sys.stdin.readline(); print({HANDSHAKE!r}, flush=True); sys.stdin.read()"
    )
    with ProcessPort(command(script), timeout=20.0) as process:
        child = int(note.read_text())
        assert alive(child)
        began = time.monotonic()
        process.finish()  # though the child holds its output
        assert time.monotonic() - began < STREAM_ENDS
    assert soon(lambda: not alive(child))


def test_no_descriptor_is_left_open() -> None:
    converse(tiny())
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(3):
        converse(tiny())
        fault_of(tiny(answer="os._exit(1)"))
    assert len(list(Path("/proc/self/fd").iterdir())) <= before + 1


def test_interrupt_is_heard_while_a_port_is_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    """The end of the supervisor is noticed as well."""
    lost = UsageError("alas")

    def check(_: Child) -> None:
        raise lost

    for name, told in (("interrupt", KeyboardInterrupt), ("supervisor", UsageError)):
        with ProcessPort(tiny(answer=FOR_EVER)) as process, monkeypatch.context() as patched:
            process.send([PROGRAM])
            if name == "interrupt":
                patched.setattr(interrupts._State, "came", True)
            else:
                patched.setattr(Child, "check", check)
            with pytest.raises(told):
                process.receive()


# --- Parts ----------------------------------------------------------------------------------------


def test_closed_standard_input_may_become_descriptor_0(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is free where the kit's own input is closed; it is written to, and closed."""
    closed: list[int] = []
    written: list[int] = []

    def write(descriptor: int, text: bytearray) -> int:
        written.append(descriptor)
        return len(text)

    with ProcessPort(tiny()) as process, monkeypatch.context() as patched:
        patched.setattr(process._child, "stdin", 0)
        patched.setattr(os, "write", write)
        patched.setattr(os, "close", closed.append)
        process.send([PROGRAM])
        for descriptor in (-1, 0, 1):
            close_quietly(descriptor)
    assert (written, closed) == ([0], [0, 1])


@pytest.mark.parametrize(
    ("status", "words"),
    [(0, "exit status 0"), (1, "exit status 1"), (-9, "signal SIGKILL"), (-1, "signal SIGHUP"), (-35, "signal 35")],
)  # fmt: skip
def test_end_is_told_in_words(status: int, words: str) -> None:
    """Not every signal has a name."""
    assert ending(status) == words


SERVED = [sys.executable, "-m", "stablelist_conformance.python.serve"]


@pytest.mark.parametrize(
    ("port", "system_name", "command"),
    [
        ("./mine --fast 'a b'", None, ["./mine", "--fast", "a b"]),
        ("./mine", "slab", ["./mine"]),
        ("python:a:B", None, [*SERVED, "a:B"]),
        ("python:a:B full=refuses", "ring", [*SERVED, "a:B", "system=ring", "full=refuses"]),
    ],
)  # fmt: skip
def test_command_behind_a_port(port: str, system_name: str | None, command: list[str]) -> None:
    """Itself, or what serves a factory."""
    assert port_command(port, system_name) == command


# --- How long a port is waited for ----------------------------------------------------------------


def slices(waiting: Deadline) -> int:
    """How many slices it takes until the wait is over."""
    return next(n for n in count(1) if waiting.is_over(waiting.slice))


@pytest.mark.parametrize(
    ("queued", "expected"),
    [
        (repeat(7.0), SLICES),
        (count(0.0, 0.9), pytest.approx(91, abs=1)),
        (count(0.0, 1.0), pytest.approx(SLICES / LEAST, rel=0.2)),
        (repeat(None), SLICES),
    ],
    ids=["idle", "nine tenths in the queue", "always in the queue", "no schedstat"],
)
def test_deadline_counts_a_tenth_while_a_port_waits_for_a_processor(
    monkeypatch: pytest.MonkeyPatch, queued: Iterator[float | None], expected: object
) -> None:
    """The first slice is not measured, and after 20 times its limit it ends in any case."""
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: next(queued))
    assert slices(Deadline(1, 10.0)) == expected


@pytest.mark.parametrize(
    ("queued", "took", "expected"), [(None, 0.1, 10.0), (None, 3.0, 60.0), (0.0, 3.0, 10.0)]
)
def test_limit_is_stretched_only_without_schedstat(
    monkeypatch: pytest.MonkeyPatch, queued: float | None, took: float, expected: float
) -> None:
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: queued)
    assert stretched(10.0, took) == expected


def test_waited_for_processor_reads_schedstat_of_a_session() -> None:
    assert timeout.waited_for_processor(os.getsid(0)) is not None
    assert timeout.waited_for_processor() is not None
    assert timeout.waited_for_processor(2**22 + 1) is None
    assert (timeout.ran(os.getsid(0)) or 0) > 0
    assert timeout.ran(2**22 + 1) is None


@pytest.mark.parametrize("text", ["", "0 0 0\n", "1 2\n", "a b c\n"])
def test_waited_for_processor_is_unknown_without_schedstat(tmp_path: Path, text: str) -> None:
    (tmp_path / "schedstat").write_text(text, "ascii")
    assert timeout._counted(tmp_path / "schedstat") is None
    assert timeout._counted(tmp_path / "none") is None


class Script(queue.SimpleQueue[list[bytes] | FaultKind]):
    """Output of a port that says nothing for so many slices, and then one line."""

    def __init__(self, silent: int) -> None:
        self.silent = silent

    def get(self, block: bool = True, timeout: float | None = None) -> list[bytes] | FaultKind:
        """Does not wait."""
        self.silent -= 1
        if self.silent >= 0:
            raise queue.Empty
        return [b"ok"]


def asked(silent: int, written: int, monkeypatch: pytest.MonkeyPatch) -> str:
    """The answer of a port that is silent for so many slices, in the first of which it takes what it is sent."""
    monkeypatch.setattr(timeout, "waited_for_processor", lambda *_: 0.0)
    with ProcessPort(tiny()) as port:
        port.send(["contract id_bits=0 index_bits=0 : len"])
        assert port._reader is not None
        port._reader.lines.get(timeout=60)
        port._reader.lines, real = Script(silent), port._reader.lines
        takes = iter([True] * written)
        monkeypatch.setattr(port, "_write", lambda: next(takes, False))
        try:
            return port.receive()
        finally:
            port._reader.lines = real


def test_wait_begins_anew_when_the_pipe_took_something(monkeypatch: pytest.MonkeyPatch) -> None:
    assert asked(SLICES - 1, 0, monkeypatch) == "ok"
    assert asked(SLICES * 10, SLICES * 9 + 2, monkeypatch) == "ok"
    with pytest.raises(PortFault) as late:
        asked(SLICES, 0, monkeypatch)
    assert (late.value.kind, late.value.late) == (FaultKind.HUNG, True)


# --- The reader of output -------------------------------------------------------------------------


class Written(NamedTuple):
    """A reader, and the ends that a child writes to."""

    reader: OutputReader
    stdout: int
    stderr: int

    def end(self) -> None:
        """The child has gone."""
        os.close(self.stdout)
        os.close(self.stderr)
        assert self.reader.join(60)


@pytest.fixture
def written() -> Iterator[Written]:
    """Two pipes with a reader at their ends."""
    (out, stdout), (err, stderr) = os.pipe(), os.pipe()
    reader = OutputReader(out, err)
    yield Written(reader, stdout, stderr)
    reader.close(60)


def taken(lines: queue.SimpleQueue[list[bytes] | FaultKind]) -> list[list[bytes] | FaultKind]:
    """Everything that was handed on."""
    return [lines.get_nowait() for _ in range(lines.qsize())]


def test_lines_are_put_together_from_pieces(written: Written) -> None:
    for piece in (b"on", b"e\ntw", b"o\r\n", b"\nrest"):
        os.write(written.stdout, piece)
    written.end()
    *lines, end = taken(written.reader.lines)
    assert [line for piece in lines if isinstance(piece, list) for line in piece] == [
        b"one",
        b"two",
        b"",
    ]
    assert end is FaultKind.DIED


def test_both_ends_of_standard_error_are_kept(written: Written) -> None:
    """Two megabytes take no more room than four thousand bytes, and it is said how much is missing."""
    os.write(written.stderr, b"first\n")
    for _ in range(32):
        os.write(written.stderr, b"x" * (1 << 16))
    os.write(written.stderr, b"\nlast\n")
    written.end()
    said = written.reader.complaints()
    missing = len(b"first\n\nlast\n") + (32 << 16) - 2 * KEPT
    assert said.startswith("first\n")
    assert said.endswith("\nlast")
    assert f"\n... {missing:,} bytes left out ...\n" in said
    assert len(said) < 2 * KEPT + 50


def test_short_complaints_are_kept_whole(written: Written) -> None:
    """Even where a letter of several bytes lies on the border of the two parts."""
    text = "\u20ac" * (KEPT // 2)
    os.write(written.stderr, text.encode())
    written.end()
    assert written.reader.complaints() == text


def test_complaints_are_taken_before_the_line_that_follows_them(written: Written) -> None:
    """A reader of an answer has already read the messages that were written before it."""
    for turn in range(200):
        os.write(written.stderr, b"%d." % turn)
        os.write(written.stdout, b"line\n")
        assert written.reader.lines.get(timeout=60) == [b"line"]
        assert written.reader.complaints().endswith(f"{turn}.")
    written.end()


def test_output_that_nobody_takes_is_bounded(written: Written) -> None:
    """A fixed number of pieces may wait; one more counts as flooding."""
    lines = written.reader.lines
    for number in range(1, UNASKED + 1):
        os.write(written.stdout, b"unasked\n")
        assert soon(lambda number=number: lines.qsize() == number)  # type: ignore[misc]
    assert written.reader.join(0) is False
    os.write(written.stdout, b"unasked\n")
    assert written.reader.join(60)
    assert taken(lines)[-1] is FaultKind.FLOODED
    os.close(written.stdout)
    os.close(written.stderr)
