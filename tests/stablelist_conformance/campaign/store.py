"""The store: a set of records in a folder, each in a file of its own that is there whole or not at all.

A file is named by the hash of its text, so two stores are merged by taking every file of both. One campaign at a time
writes to a store; the lock ends with its process.
"""

from __future__ import annotations

import fcntl
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from stablelist_conformance.campaign.records import named
from stablelist_conformance.judging.verdict import Counterexample, Verdict
from stablelist_conformance.report import folder as files
from stablelist_conformance.wire.errors import UsageError
from stablelist_conformance.wire.files import replaced

__all__ = ["Store"]

RECORDS: Final = "records-4"
"""The folder of the records, with the version of the store."""
OTHERS: Final = ("records-*", "store.sqlite")
"""What a store of another version has."""
RECORD: Final = ".json"
FAILURES: Final = "failures"
"""The folder of the counterexamples."""


class Store:
    """A store that is open.

    Attributes:
        folder: it has the records, and the files that are made of them.
        new: whether it was begun just now.
    """

    def __init__(self, folder: Path, *, new: bool) -> None:
        self.folder, self.records, self.new = folder, folder / RECORDS, new

    @classmethod
    def create(cls, folder: Path) -> Store:
        """Begin a store.

        Raises:
            UsageError: there is one with records, or it cannot be written.
        """
        store = cls.at(folder)
        if next(store.texts(), None) is not None:
            raise UsageError(
                f"there is a store in {str(folder)!r} already; add --continue to go on with it, or give another --store"
            )
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open a store.

        Raises:
            UsageError: there is none, or it has another version.
        """
        return cls.at(folder, begin=False)

    @classmethod
    def at(cls, folder: Path, *, begin: bool = True) -> Store:
        """Open the store, or begin one if there is none.

        Raises:
            UsageError: it has another version, or cannot be opened.
        """
        records = folder / RECORDS
        with complaining(folder):
            for each in (folder, *folder.parents):
                if each.exists() and not each.is_dir():
                    raise UsageError(
                        f"{str(each)!r} is not a folder; a store is one, so give another path"
                    )
            if records.is_symlink() or (records.exists() and not records.is_dir()):
                raise UsageError(f"{str(records)!r} is not an ordinary folder; remove it")
            new = not records.exists()
            if new and any(found for name in OTHERS for found in folder.glob(name)):
                raise UsageError(
                    f"the store in {str(folder)!r} has another version than this kit reads; "
                    "use the kit that wrote it, or give another --store"
                )
            if new and not begin:
                raise UsageError(
                    f"there is no store in {str(folder)!r}; 'stablelist campaign' makes one"
                )
            records.mkdir(parents=True, exist_ok=True)
        return cls(folder, new=new)

    def __enter__(self) -> Store:
        """As it is."""
        return self

    def __exit__(self, error: object, *_: object) -> None:
        """Remove a new one if the block failed before anything was added."""
        if error and self.new:
            with suppress(OSError):  # there is something in it
                self.records.rmdir()
                self.folder.rmdir()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other campaigns away.

        Raises:
            UsageError: there is another one.
        """
        with ExitStack() as ending:
            with complaining(self.folder):
                lock = os.open(self.records, os.O_RDONLY)
            ending.callback(os.close, lock)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(
                    f"another campaign writes to the store in {str(self.folder)!r}; wait for its end, or give another "
                    "--store and merge both afterwards"
                ) from None
            yield

    def texts(self) -> Iterator[tuple[str, bytes]]:
        """The names and the texts of all records, in the order of their names; what is no file has no text."""
        with complaining(self.folder):
            for path in sorted(self.records.glob(f"*{RECORD}")):
                is_file = stat.S_ISREG(path.lstat().st_mode)
                yield path.stem, path.read_bytes() if is_file else b""

    def add(self, texts: Iterable[bytes]) -> None:
        """Add the texts of records.

        Raises:
            UsageError: one cannot be written. Those before it are in the store.
        """
        with complaining(self.folder):
            for text in texts:
                path = self.records / f"{named(text)}{RECORD}"
                if not os.path.lexists(path):
                    replaced(path, text)

    def report(self, verdicts: Sequence[Verdict]) -> None:
        """Write the files of a verification beside the records: ``verdict.txt``, ``junit.xml`` and ``verdict.sarif``.

        Raises:
            UsageError: the folder cannot be written.
        """
        files.save_verdicts(verdicts, self.folder)

    def save(self, found: Counterexample) -> Path:
        """Save a counterexample as files beside the records, once; return the path of its trace.

        Raises:
            UsageError: the folder cannot be written.
        """
        files.prepare(self.folder / FAILURES)
        return files.save(found, self.folder / FAILURES)


@contextmanager
def complaining(folder: Path) -> Iterator[None]:
    """Turn an error of the disk into a sentence."""
    try:
        yield
    except OSError as error:
        raise UsageError(
            f"the store in {str(folder)!r} cannot be used ({error.strerror or error}); make room on the disk and add "
            "--continue, choose another --store, or make this one writable"
        ) from error
