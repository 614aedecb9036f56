"""The lines of code, tables, golden files and pages on each storey: `make lines`. Vectors are not counted."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path, PurePath
from typing import Final

from suite.captured import captured

TOP: Final = Path(__file__).parents[2]

STOREYS: Final = {
    "spec": "spec/",
    "impl": "impl/",
    "proofs": "proofs/",
    "kit: starters": "tests/stablelist_conformance/starters/",
    "kit: the rest": "tests/stablelist_conformance/",
    "defects": "tests/defects/",
    "suite": "tests/suite/",
    "ports": "tests/ports/",
    "tests: the rest": "tests/",
    "docs": "docs/",
    "top": "",
}
"""The first beginning that fits a path says its storey."""

CODE: Final = {
    *(
        ".py",
        ".pyi",
        ".c",
        ".h",
        ".rs",
        ".go",
        ".js",
        ".mjs",
        ".java",
        ".kt",
        ".php",
        ".rb",
        ".cpp",
        ".hpp",
    ),
    *(".v", ".ml"),
}
TABLES: Final = {".toml", ".tsv", ".programs"}
KINDS: Final = {**dict.fromkeys(CODE, "code"), **dict.fromkeys(TABLES, "tables"), ".md": "pages"}
COLUMNS: Final = ("code", "tables", "golden", "pages")

GOLDEN: Final = frozenset({"reports", "transcripts"})
"""The folders of the suite with what ``--update`` writes: reports and sessions, whatever their suffixes."""


def kind_of(path: PurePath) -> str | None:
    """The column of a file; None if it is not counted."""
    golden = path.is_relative_to("tests/suite") and not GOLDEN.isdisjoint(path.parts)
    return "golden" if golden else KINDS.get(path.suffix)


def counted(paths: Iterator[str]) -> dict[str, Counter[str]]:
    """The lines of files, by storey and kind."""
    lines: dict[str, Counter[str]] = {storey: Counter() for storey in STOREYS}
    for path in paths:
        if kind := kind_of(PurePath(path)):
            storey = next(name for name, start in STOREYS.items() if path.startswith(start))
            lines[storey][kind] += len((TOP / path).read_bytes().splitlines())
    return lines


def tracked() -> Iterator[str]:
    """The files of the repository that are here."""
    command = ("git", "-C", str(TOP), "ls-files", "--cached", "--others", "--exclude-standard")
    listed = captured(command, check=True)
    return (path for path in listed.stdout.splitlines() if (TOP / path).is_file())


def main() -> None:
    """Print the table."""
    print(f"{'':16}", *(f"{column:>9}" for column in COLUMNS))
    total: Counter[str] = Counter()
    for storey, lines in counted(tracked()).items():
        print(f"{storey:16}", *(f"{lines[column]:9,}" for column in COLUMNS))
        total += lines
    print(f"{'all':16}", *(f"{total[column]:9,}" for column in COLUMNS))


if __name__ == "__main__":
    main()
