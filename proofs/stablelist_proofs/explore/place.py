"""Where a run is kept: in a folder of the user's, or in a temporary one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from .resources import writing
from .scope import ScopeError

__all__ = ["locked", "place"]


@contextmanager
def place(folder: Path | None) -> Iterator[Path]:
    """The given folder, created if necessary; without one, a temporary folder that is removed after the run.

    Raises:
        ResourceError: the folder cannot be written.
    """
    if folder is not None:
        with writing(folder):
            folder.mkdir(parents=True, exist_ok=True)
            (folder / "lock").touch()
        yield folder
        return
    with writing(Path("the folder for temporary files")):
        temporary = tempfile.TemporaryDirectory(prefix="stablelist-explore-")
    with temporary:
        yield Path(temporary.name)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock the folder: two runs in it would not damage the map, but would count twice.

    Raises:
        ScopeError: another run uses the folder.
    """
    with (folder / "lock").open("w") as lock:
        try:
            flock(lock, LOCK_EX | LOCK_NB)
        except OSError:
            raise ScopeError(f"another run is using {folder}; choose another folder") from None
        yield
