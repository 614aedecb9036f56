"""Hostile ports: each breaks one duty of ``docs/port-protocol.md``, and the kit must say which.

``python -m defects.hostile KIND`` is a port that answers from the model, so nothing else is
wrong with it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from typing import Final, NamedTuple, TextIO

from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.errors import FaultKind
from stablelist_conformance.wire.protocol import parse_program

__all__ = ["HOSTILE", "Hostility"]


class Hostility(NamedTuple):
    """One kind of hostility: what it does to an answer line, and which fault the kit must report."""

    act: Callable[[Hostile, str, str], str | None]
    kind: str
    why: str


class Hostile:
    """A port that answers rightly, apart from its hostility."""

    def __init__(self, name: str, lines: TextIO, out: TextIO) -> None:
        self.hostility = HOSTILE[name]
        self.name, self.lines, self.out = name, lines, out
        self.programs = self.operations = 0

    def run(self) -> None:
        """Answer until the input ends, or until the hostility ends it."""
        model = ModelAnswerer()
        for line in self.lines:
            if line.startswith("hello"):
                self.say(
                    model.handshake.line().replace(
                        "name=stablelist-model", f"name=hostile-{self.name}"
                    )
                )
                continue
            level, program = parse_program(line)
            right = " ".join(model.answer(program, level))
            self.programs += 1
            self.operations += len(program.words)
            answer = self.hostility.act(self, line, right)
            if answer is not None:
                self.say(answer)
        if self.programs and self.name == "nonzero-exit":
            sys.exit(3)
        if self.programs and self.name == "never-ends":
            time.sleep(3600)

    def say(self, line: str) -> None:
        """Write one line."""
        self.out.write(line + "\n")
        self.out.flush()


def crash(port: Hostile, line: str, right: str) -> str:
    """End the process when a certain key is removed."""
    if " remove:1" in line:
        sys.stderr.write("thread 'main' panicked: index out of bounds\n")
        sys.stderr.flush()
        os._exit(101)
    return right


def crash_late(port: Hostile, line: str, right: str) -> str:
    """End the process after a number of operations."""
    if port.operations > 5000:
        os.abort()
    return right


def hang(port: Hostile, line: str, right: str) -> str:
    """Never answer a program with ``clear``."""
    if " clear" in line:
        time.sleep(3600)
    return right


def flood(port: Hostile, line: str, right: str) -> str | None:
    """Write without end."""
    if " clear" in line:
        while True:
            port.out.write("0.0 " * 65536)
    return right


def chatter(port: Hostile, line: str, right: str) -> str:
    """Write a line that was not asked for."""
    return f"{right}\nDEBUG: answered" if " clear" in line else right


def garbage(port: Hostile, line: str, right: str) -> str:
    """Answer in another encoding."""
    if " clear" in line:
        port.out.flush()
        os.write(port.out.fileno(), b"\xff\xfe\x00 \x80\n")
        return ""
    return right


def close_stdout(port: Hostile, line: str, right: str) -> str | None:
    """Close the output, and go on running."""
    if " clear" in line:
        os.close(port.out.fileno())
        time.sleep(3600)
    return right


def moody(port: Hostile, line: str, right: str) -> str:
    """Answer the same program differently the second time, with a leftover of the one before."""
    words = right.split(" ")
    if port.programs % 2 == 0 and words[0] == "0.0":
        words[0] = f"0.{port.programs}"
    return " ".join(words)


def one_line_too_few(port: Hostile, line: str, right: str) -> str | None:
    """Skip a program."""
    return None if " clear" in line else right


def one_word_too_few(port: Hostile, line: str, right: str) -> str:
    """Skip an operation."""
    return right.rpartition(" ")[0] if " clear" in line else right


def one_word_too_many(port: Hostile, line: str, right: str) -> str:
    """Answer one operation too many."""
    return f"{right} ok" if " clear" in line else right


def overclaim(port: Hostile, line: str, right: str) -> str:
    """Declare the level cost without counting."""
    words = zip(line.partition(" : ")[2].split(), right.split(" "), strict=True)
    return " ".join("0/0/0/0" if asked == "cost" else word for asked, word in words)


def no_layout(port: Hostile, line: str, right: str) -> str:
    """Declare the level layout, and answer it with an error."""
    words = zip(line.partition(" : ")[2].split(), right.split(" "), strict=True)
    return " ".join("!other" if asked == "layout" else word for asked, word in words)


def echo(port: Hostile, line: str, right: str) -> str:
    """Repeat the input."""
    return line.strip()


def polite(port: Hostile, line: str, right: str) -> str:
    """Answer rightly."""
    return right


HOSTILE: Final[dict[str, Hostility]] = {
    "crash": Hostility(crash, FaultKind.DIED, "ends when a certain key is removed"),
    "crash-late": Hostility(crash_late, FaultKind.DIED, "ends after 5,000 operations of one run"),
    "hang": Hostility(hang, FaultKind.HUNG, "never answers a program that clears"),
    "flood": Hostility(flood, FaultKind.FLOODED, "writes without end"),
    "chatter": Hostility(chatter, FaultKind.FLOODED, "writes a line that nobody asked for"),
    "garbage": Hostility(garbage, FaultKind.GARBLED, "answers in bytes that are not text"),
    "closes-stdout": Hostility(
        close_stdout, FaultKind.DIED, "closes its output and goes on running"
    ),
    "moody": Hostility(moody, FaultKind.UNSTEADY, "answers differently on the second run"),
    "one-line-too-few": Hostility(one_line_too_few, FaultKind.HUNG, "answers one line too few"),
    "one-word-too-few": Hostility(one_word_too_few, "answer", "answers one word too few"),
    "one-word-too-many": Hostility(one_word_too_many, "answer", "answers one word too many"),
    "overclaims-cost": Hostility(
        overclaim, "answer", "declares a level that it does not have: cost"
    ),
    "overclaims-layout": Hostility(
        no_layout, "answer", "declares a level that it does not have: layout"
    ),
    "echo": Hostility(echo, "answer", "repeats what it was sent"),
    "nonzero-exit": Hostility(polite, FaultKind.BAD_EXIT, "ends with status 3"),
    "never-ends": Hostility(polite, FaultKind.BAD_EXIT, "goes on running when its input has ended"),
}
"""Every hostile port by name."""

if __name__ == "__main__":
    Hostile(sys.argv[1], sys.stdin, sys.stdout).run()
