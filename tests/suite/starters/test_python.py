"""What the starter for Python does beside answering, which `test_examples` asks in every language."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parents[2] / "starters/python"


def ran(change: str) -> subprocess.CompletedProcess[str]:
    """The example with a change, asked for an insertion and the length."""
    return subprocess.run(
        [sys.executable, "-c", f"from port import port\n{change}\nport.serve()"],
        input="contract capacity=0 : add len\n",
        capture_output=True,
        text=True,
        cwd=HERE,
        check=False,
    )


def test_function_that_is_none_is_refused() -> None:
    """A mistake is not taken for an operation that is left out."""
    said = ran("type(port)(port.fields, atmut=len)").stderr
    assert "TypeError: there is no function 'atmut'; choose one of add, insert_with, " in said


def test_what_the_container_prints_is_not_an_answer() -> None:
    """It goes to standard error."""
    done = ran("port.functions['len'] = lambda container: print('counting') or 1")
    assert (done.stdout, done.stderr) == ("ok 1\n", "counting\n")
