"""JavaScript by V8's own coverage, which Node writes; of blocks, each with a count."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final
from urllib.parse import unquote, urlsplit

from stablelist_conformance.lines.result import Function, SourceLines
from stablelist_conformance.lines.tool import Run, before

__all__ = ["V8"]

HOOK: Final = Path(__file__).with_name("hooks") / "v8_hook.cjs"


class V8:
    """The tool."""

    name = "V8"

    def environment(self, run: Run) -> Mapping[str, str]:
        """Node writes files into this folder, and loads the hook before the port."""
        load = before("NODE_OPTIONS", f"--require {json.dumps(str(HOOK))}", " ")
        return {"NODE_V8_COVERAGE": str(run.folder), **load}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Read what every process wrote; each time, only what has run since the time before."""
        for written in run.folder.glob("coverage-*.json"):
            try:
                scripts = json.loads(written.read_text("utf-8"))["result"]
            except ValueError:
                continue  # the process was killed while it wrote
            for script in scripts:
                url = urlsplit(script["url"])
                path = Path(unquote(url.path))
                if url.scheme == "file" and path.is_relative_to(run.root):
                    yield parsed(path, script["functions"])


def parsed(path: Path, ranges: list[dict[str, Any]]) -> SourceLines:
    """The lines of a script: a line ran if any character of it did, which counts in the innermost range."""
    text = utf16(path)
    counts = bytearray(len(text))
    begins = [0, *(at + 1 for at, each in enumerate(text) if each == "\n")]
    found = []
    for function in ranges:
        for each in function["ranges"]:
            start, end = each["startOffset"], min(each["endOffset"], len(text))
            counts[start:end] = bytes([each["count"] > 0]) * (end - start)
        if function["functionName"]:
            whole = function["ranges"][0]
            first = text.count("\n", 0, whole["startOffset"]) + 1
            last = text.count("\n", 0, whole["endOffset"]) + 1
            found.append(Function(first, last, function["functionName"]))
    ends = [*begins[1:], len(text)]
    lines = enumerate(zip(begins, ends, strict=True), 1)
    ran = {
        number
        for number, (begin, end) in lines
        if any(counts[at] for at in range(begin, end) if not text[at].isspace())
    }
    return SourceLines(
        path.resolve(), frozenset(range(1, len(begins) + 1)), frozenset(ran), tuple(found)
    )


def utf16(path: Path) -> str:
    """The text of a file with a character for each unit of UTF-16, in which V8 counts."""
    text = path.read_text("utf-8", "replace")
    return "".join(each if ord(each) < 1 << 16 else "??" for each in text)
