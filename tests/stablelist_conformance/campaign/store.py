"""The store: a set of records in a folder, in an SQLite database that survives whatever happens to its writer.

The database is in WAL mode: a record is there whole or not at all, and others can read while one process writes. One
campaign at a time writes to a store; the lock ends with its process.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Final

from stablelist_conformance.campaign.records import named
from stablelist_conformance.judging.verdict import Counterexample
from stablelist_conformance.report import folder as files
from stablelist_conformance.wire.errors import UsageError

__all__ = ["FAILURES", "PAGE", "Store", "complaining"]

VERSION: Final = 2
"""The version of a store; a kit reads only stores of its own version."""
FILE: Final = "store.sqlite"
LOCK: Final = "lock"
FAILURES: Final = "failures"
"""The folder of the counterexamples."""
PAGE: Final = "report.html"
WAIT: Final = 30.0
"""Seconds to wait for another process that writes."""

TABLE: Final = "records (name TEXT PRIMARY KEY, text TEXT NOT NULL)"
BEGIN: Final = f"""
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS {TABLE};
PRAGMA user_version = {VERSION};
COMMIT;
"""


class Store:
    """A store that is open.

    Attributes:
        folder: it has the database, and the files that are made of it.
    """

    def __init__(self, folder: Path, database: sqlite3.Connection, *, new: bool) -> None:
        self.folder, self.database, self.new = folder, database, new

    @classmethod
    def create(cls, folder: Path) -> Store:
        """Begin a store.

        Raises:
            UsageError: there is one with records, or it cannot be written.
        """
        store = cls.at(folder)
        if next(store.texts(), None) is not None:
            store.database.close()
            raise UsageError(
                f"there is a store in {str(folder)!r} already; add --continue to go on with it, or give another --store"
            )
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open a store.

        Raises:
            UsageError: there is none, it has another version, or it cannot be opened.
        """
        return cls.at(folder, begin=False)

    @classmethod
    def at(cls, folder: Path, *, begin: bool = True) -> Store:
        """Open the store, or begin one if there is none.

        Raises:
            UsageError: it has another version, or cannot be opened.
        """
        check_files(folder)
        new = not (folder / FILE).exists()
        if new and not begin:
            raise UsageError(
                f"there is no store in {str(folder)!r}; 'stablelist campaign' makes one"
            )
        with complaining(folder):
            folder.mkdir(parents=True, exist_ok=True)
        return cls(folder, opened(folder), new=new)

    def __enter__(self) -> Store:
        """As it is."""
        return self

    def __exit__(self, error: object, *_: object) -> None:
        """Close it; a new one is removed if the block failed before anything was added."""
        with suppress(UsageError, OSError):
            in_vain = error and self.new and next(self.texts(), None) is None
            self.database.close()
            if in_vain:
                for name in (FILE, LOCK):
                    (self.folder / name).unlink(missing_ok=True)
                self.folder.rmdir()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other campaigns away.

        Raises:
            UsageError: there is another one.
        """
        with complaining(self.folder), (self.folder / LOCK).open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(
                    f"another campaign writes to the store in {str(self.folder)!r}; wait for its end, or give another "
                    "--store and merge both afterwards"
                ) from None
            yield

    def texts(self) -> Iterator[tuple[str, bytes]]:
        """The names and the texts of all records, in the order of their names, as they are in the database."""
        with complaining(self.folder):
            asked = "SELECT name, CAST(text AS BLOB) FROM records ORDER BY name"
            for name, text in self.database.execute(asked):
                yield str(name), text or b""

    def add(self, texts: Iterable[bytes]) -> int:
        """Add the texts of records, all or none; return how many are new.

        Raises:
            UsageError: they cannot be written.
        """
        with complaining(self.folder), self.database as database:
            before = database.total_changes
            told = ((named(text), text.decode()) for text in texts)
            database.executemany("INSERT OR IGNORE INTO records VALUES (?, ?)", told)
            return database.total_changes - before

    def save(self, found: Counterexample) -> Path:
        """Save a counterexample as files beside the database, once; return the path of its trace.

        Raises:
            UsageError: the folder cannot be written.
        """
        files.prepare(self.folder / FAILURES)
        return files.save(found, self.folder / FAILURES)


def opened(folder: Path) -> sqlite3.Connection:
    """The database of a store, which is begun if there is nothing in it: perhaps a full disk cut its beginning short.

    Raises:
        UsageError: it is another database, has another version, or cannot be opened.
    """
    with complaining(folder), ExitStack() as failing:
        database = sqlite3.connect(folder / FILE, timeout=WAIT)
        failing.callback(database.close)
        if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            database.executescript(BEGIN)
        check_version(folder, database)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.text_factory = lambda text: text.decode(errors="replace")
        failing.pop_all()
    return database


def check_files(folder: Path) -> None:
    """Refuse a path that leads to or through a file, and links and FIFOs in the place of the store's files."""
    with complaining(folder):
        for each in (folder, *folder.parents):
            if each.exists() and not each.is_dir():
                raise UsageError(
                    f"{str(each)!r} is not a folder; a store is one, so give another path"
                )
        for path in (folder / FILE, folder / LOCK):
            if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
                raise UsageError(f"{str(path)!r} is not an ordinary file; remove it")


def check_version(folder: Path, database: sqlite3.Connection) -> None:
    """Refuse a database that is not a store of this version, or has more than its table."""
    schema = database.execute("SELECT sql FROM sqlite_schema WHERE sql NOT NULL").fetchall()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if (f"CREATE TABLE {TABLE}",) in schema and version != VERSION:
        raise UsageError(
            f"the store in {str(folder)!r} has version {version}, and this kit reads version {VERSION}; "
            "use the kit that wrote it, or give another --store"
        )
    if schema != [(f"CREATE TABLE {TABLE}",)]:
        raise UsageError(
            f"{str(folder / FILE)!r} is not the store of a campaign; give another folder"
        )


@contextmanager
def complaining(folder: Path) -> Iterator[None]:
    """Turn an error of the database or the disk into a sentence."""
    try:
        yield
    except sqlite3.Error as error:
        raise UsageError(
            f"the store in {str(folder)!r} cannot be used ({error}); {advice(error)}"
        ) from error
    except OSError as error:
        raise UsageError(
            f"the store in {str(folder)!r} cannot be written ({error.strerror or error}); "
            "choose another --store, or make this one writable"
        ) from error


def advice(error: sqlite3.Error) -> str:
    """What to do about an error of the database."""
    if "locked" in str(error):
        return "end the process that writes to it, and add --continue"
    if "full" in str(error) or "disk I/O" in str(error):
        return "make room on the disk, and add --continue"
    return "give another --store, or merge what another one has of it"
