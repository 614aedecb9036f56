"""Where the CPU seconds of the tests go: `make durations` reads what `make test` and `make slow` recorded."""

import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple
from xml.etree import ElementTree

SLOWEST: Final = 25


class Timed(NamedTuple):
    """A test, and the CPU seconds that it took with its fixtures and its processes."""

    folder: str
    name: str
    seconds: float


def read(path: Path) -> Iterator[Timed]:
    """The tests of a run, from the file that pytest's `--junitxml` wrote; conftest.py records CPU seconds."""
    for case in ElementTree.parse(path).iter("testcase"):
        module = case.get("classname", "").removeprefix("tests.suite.")
        name = f"{module.replace('.', '/')}::{case.get('name')}"
        yield Timed(module.split(".")[0], name, float(case.get("time", 0)))


def lines(tests: Iterable[Timed]) -> Iterator[str]:
    """The sums of the folders, then the slowest tests."""
    tests = sorted(tests, key=lambda test: -test.seconds)
    folders: defaultdict[str, list[float]] = defaultdict(list)
    for test in tests:
        folders[test.folder].append(test.seconds)
    for folder, seconds in sorted(folders.items(), key=lambda item: -sum(item[1])):
        yield f"{sum(seconds):8.1f} s  {len(seconds):6,} tests  {folder}"
    yield f"{sum(test.seconds for test in tests):8.1f} s  {len(tests):6,} tests"
    yield ""
    for test in tests[:SLOWEST]:
        yield f"{test.seconds:8.1f} s  {test.name}"


if __name__ == "__main__":
    paths = [Path(argument) for argument in sys.argv[1:] if Path(argument).is_file()]
    if not paths:
        sys.exit("durations: no run is recorded; run `make test` first")
    for line in lines(test for path in paths for test in read(path)):
        print(line)
