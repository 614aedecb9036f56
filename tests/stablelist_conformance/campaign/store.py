"""The store: a set of records in a folder, in an SQLite database that survives whatever happens to its writer.

The database is in WAL mode: a record is there whole or not at all, and others can read while one process writes. One
campaign at a time writes to a store; the lock ends with its process.
"""

from __future__ import annotations

import fcntl
import os
import sqlite3
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from types import TracebackType
from typing import Final

from stablelist_conformance.campaign.records import Record, encoded, named
from stablelist_conformance.wire.errors import UsageError

__all__ = ["FAILURES", "PAGE", "Store", "complaining"]

VERSION: Final = 1
"""The version of a store; a kit reads only stores of its own version."""
APPLICATION: Final = 0x57AB1E57
"""By which SQLite's header tells a store from other databases."""
FILE: Final = "store.sqlite"
LOCK: Final = "lock"
FAILURES: Final = "failures"
"""The folder of the counterexamples."""
PAGE: Final = "report.html"
WAIT: Final = 30.0
"""Seconds to wait for another process that writes."""

TABLES: Final = """
BEGIN IMMEDIATE;
CREATE TABLE IF NOT EXISTS records (name TEXT PRIMARY KEY, text TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS under_way (port TEXT, shard TEXT, PRIMARY KEY (port, shard));
PRAGMA application_id = {application};
PRAGMA user_version = {version};
COMMIT;
"""


class Store:
    """A store that is open.

    Attributes:
        folder: it has the database, and the files that are made of it.
        made: the folders that were made for it, the innermost first; None if it was there before.
    """

    def __init__(
        self, folder: Path, database: sqlite3.Connection, made: Sequence[Path] | None = None
    ) -> None:
        self.folder, self.database, self.made = folder, database, made

    @classmethod
    def create(cls, folder: Path) -> Store:
        """Begin a store.

        Raises:
            UsageError: there is one with records, or it cannot be written.
        """
        check_folder(folder)
        made = [each for each in (folder, *folder.parents) if not each.exists()]
        new = not os.path.lexists(folder / FILE)
        with complaining(folder):
            folder.mkdir(parents=True, exist_ok=True)
        store = cls(folder, opened(folder), made if new else None)
        with ExitStack() as failing:
            failing.callback(store.database.close)
            if not new and next(store.texts(), None) is not None:
                raise UsageError(
                    f"there is a store in {str(folder)!r} already; add --continue to go on with it, or give another "
                    "--store"
                )
            failing.pop_all()
        return store

    @classmethod
    def open(cls, folder: Path) -> Store:
        """Open a store.

        Raises:
            UsageError: there is none, it has another version, or it cannot be opened.
        """
        check_folder(folder)
        if not os.path.lexists(folder / FILE):
            raise UsageError(
                f"there is no store in {str(folder)!r}; 'stablelist campaign' makes one"
            )
        return cls(folder, opened(folder))

    @classmethod
    def at(cls, folder: Path) -> Store:
        """Open the store, or begin one if there is none."""
        return cls.open(folder) if os.path.lexists(folder / FILE) else cls.create(folder)

    def __enter__(self) -> Store:
        """As it is."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        self.database.close()

    @contextmanager
    def unless_in_vain(self) -> Iterator[None]:
        """Remove the store if the block fails before anything is in it, unless it was there before."""
        try:
            yield
        except BaseException:
            with suppress(UsageError, OSError):
                if self.made is not None and next(self.texts(), None) is None:
                    self._remove(self.made)
            raise

    def _remove(self, folders: Sequence[Path]) -> None:
        """Remove the files, and these folders if nothing else is in them."""
        self.database.close()
        for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", LOCK):
            (self.folder / name).unlink(missing_ok=True)
        for folder in folders:
            folder.rmdir()

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Keep other campaigns away.

        Raises:
            UsageError: there is another one.
        """
        path = self.folder / LOCK
        check_ordinary(path)
        with complaining(self.folder), path.open("a") as lock:
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                raise UsageError(
                    f"another campaign writes to the store in {str(self.folder)!r}; wait for its end, or give another "
                    "--store and merge both afterwards"
                ) from None
            yield

    # --- Records ---

    def texts(self) -> Iterator[tuple[str, bytes]]:
        """The names and the texts of all records, in the order of their names, as they are in the database."""
        with complaining(self.folder):
            asked = "SELECT name, CAST(text AS BLOB) FROM records ORDER BY name"
            for name, text in self.database.execute(asked):
                yield str(name), text or b""

    def add(self, records: Iterable[Record]) -> int:
        """Add records, all or none; return how many are new.

        Raises:
            UsageError: they cannot be written.
        """
        return self.add_texts(map(encoded, records))

    def add_texts(self, texts: Iterable[bytes], done: Sequence[tuple[str, str]] = ()) -> int:
        """Add the texts of records, all or none; return how many are new."""
        with complaining(self.folder), self.database as database:
            before = database.total_changes
            told = ((named(text), text.decode()) for text in texts)
            database.executemany("INSERT OR IGNORE INTO records VALUES (?, ?)", told)
            added = database.total_changes - before
            database.executemany("DELETE FROM under_way WHERE port = ? AND shard = ?", done)
        return added

    # --- Shards under way ---

    def begin(self, port: str, shard: str) -> None:
        """Note that a shard is under way, so that it can be said if it is lost."""
        with complaining(self.folder), self.database as database:
            database.execute("INSERT OR IGNORE INTO under_way VALUES (?, ?)", (port, shard))

    def lost(self) -> int:
        """Forget the shards that were under way when a campaign ended; return how many there were."""
        with complaining(self.folder), self.database as database:
            return database.execute("DELETE FROM under_way").rowcount


def opened(folder: Path) -> sqlite3.Connection:
    """The database of a store, which is begun if there is nothing in it: perhaps a full disk cut its beginning short.

    Raises:
        UsageError: it is another database, has another version, or cannot be opened.
    """
    check_ordinary(folder / FILE)
    with complaining(folder), ExitStack() as failing:
        database = sqlite3.connect(folder / FILE, timeout=WAIT)
        failing.callback(database.close)
        if not database.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
            database.executescript(TABLES.format(application=APPLICATION, version=VERSION))
        check_version(folder, database)
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("PRAGMA synchronous = FULL")
        database.text_factory = lambda text: text.decode(errors="replace")
        failing.pop_all()
    return database


def check_ordinary(path: Path) -> None:
    """Refuse a link, which may lead to a file of others, and what waits for others when it is opened."""
    with complaining(path.parent):
        if os.path.lexists(path) and not stat.S_ISREG(path.lstat().st_mode):
            raise UsageError(f"{str(path)!r} is not an ordinary file; remove it")


def check_folder(folder: Path) -> None:
    """Refuse a path that leads to or through a file."""
    with complaining(folder):
        files = [each for each in (folder, *folder.parents) if each.exists() and not each.is_dir()]
    if files:
        raise UsageError(f"{str(files[0])!r} is not a folder; a store is one, so give another path")


def check_version(folder: Path, database: sqlite3.Connection) -> None:
    """Refuse a database that is not a store of this version."""
    (application,) = database.execute("PRAGMA application_id").fetchone()
    (version,) = database.execute("PRAGMA user_version").fetchone()
    if application != APPLICATION:
        raise UsageError(
            f"{str(folder / FILE)!r} is not the store of a campaign; give another folder"
        )
    if version != VERSION:
        raise UsageError(
            f"the store in {str(folder)!r} has version {version}, and this kit reads version {VERSION}; "
            "use the kit that wrote it, or give another --store"
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
    return "give another --store, or import its last export into a new one"
