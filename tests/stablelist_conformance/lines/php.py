"""PHP by its extension pcov, where that is installed; what was counted is written when a process ends."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

import msgspec

from stablelist_conformance.lines.result import SourceLines, functions
from stablelist_conformance.lines.tool import Run

__all__ = ["Pcov"]

HOOK: Final = Path(__file__).with_name("hooks") / "php_hook.php"
FUNCTION: Final = re.compile(
    r"\s*((public|private|protected|static|final|abstract) )*function &?(?P<name>\w+)"
)
RAN: Final = 0
"""Pcov counts a line that ran above this, and another one below."""


class Pcov:
    """The tool."""

    name = "PHP's pcov"

    def environment(self, run: Run) -> Mapping[str, str]:
        """PHP reads one more folder of settings, which say what it runs before the port."""
        settings = run.folder / "settings"
        settings.mkdir()
        text = f'auto_prepend_file="{HOOK}"\npcov.enabled=1\npcov.directory="{run.root}"\n'
        (settings / "stablelist.ini").write_text(text, encoding="utf-8")
        return {"STABLELIST_PHP": str(run.folder), "PHP_INI_SCAN_DIR": f":{settings}"}

    def read(self, run: Run) -> Iterator[SourceLines]:
        """Read what every process wrote."""
        for written in run.folder.glob("*.json"):
            told = msgspec.json.decode(written.read_bytes(), type=dict[str, dict[int, int]])
            for name, times in told.items():
                path, ran = Path(name), frozenset(at for at, each in times.items() if each > RAN)
                yield SourceLines(path, frozenset(times), ran, functions(path, FUNCTION))
