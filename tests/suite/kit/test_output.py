"""The reader of output: lines are handed on, of standard error the two ends are kept, and nothing grows for ever."""

from __future__ import annotations

import os
import queue
from collections.abc import Iterator
from typing import NamedTuple

import pytest

from stablelist_conformance.port.output import KEPT, UNASKED, OutputReader
from stablelist_conformance.wire.errors import FaultKind
from suite.kit.processes import soon


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
    """However the child cuts them; then the end."""
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
