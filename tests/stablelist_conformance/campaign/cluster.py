"""A Dask cluster: workers on any number of machines, behind a scheduler that is running already.

Dask is imported here alone, and only when a scheduler is given. The scheduler itself gives the shards of a worker that
has gone to others. One whose shards killed several workers in a row is given back to the campaign.
"""

from __future__ import annotations

import asyncio
import logging
import warnings
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from importlib.metadata import version
from typing import TYPE_CHECKING, Any, Final

from stablelist_conformance.campaign.executors import CrewLost
from stablelist_conformance.campaign.worker import Order, here
from stablelist_conformance.wire.errors import UsageError

if TYPE_CHECKING:
    from distributed import Client

__all__ = ["Cluster"]

INSTALLED: Final = "pip install './tests[cluster]'"
"""The command that installs what a cluster needs, in a clone of the repository."""
KIT: Final = "stablelist-conformance"
CONNECT: Final = 10
"""Seconds to wait for the scheduler, and for its first worker."""
COMPARED: Final = ("dask", "distributed")
LOOPBACK: Final = "--host 127.0.0.1 --dashboard-address 127.0.0.1:0"
"""Options of Dask's programs, which otherwise listen on all addresses and execute what they are sent."""


class Cluster:
    """The workers of a scheduler.

    Raises:
        UsageError: Dask is not installed, the scheduler cannot be reached, it has no worker, or versions differ.
    """

    def __init__(self, address: str) -> None:
        self.address = address
        self.client = connected(address)
        try:
            self._check()
        except BaseException:
            self._close()
            raise
        self.out = defaultdict[str, set[str]](set)
        self.seen = self._addresses()

    def _check(self) -> None:
        """Check that there are workers, with the same versions."""
        with self._reached():
            try:
                self.client.wait_for_workers(1, timeout=CONNECT)
            except TimeoutError:
                raise UsageError(
                    f"the scheduler at {self.address} has no workers; start some as docs/campaigns.md says, "
                    f"on this machine with 'dask worker {self.address} --nthreads 1 {LOOPBACK}'"
                ) from None
            check_dask(self.client.get_versions())
            check_kit(self.client.run(version, KIT, on_error="return"))

    def __enter__(self) -> Cluster:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """Disconnect; scheduler and workers stay."""
        self._close()

    def _close(self) -> None:
        """Disconnect."""
        with suppress(Exception):
            self.client.close(timeout=CONNECT)

    def submit(self, work: Callable[[Any], Any], order: Order) -> Future[Any]:
        """Let a worker do something."""
        with self._reached():
            out = self.out[order.start.port]
            chosen = {"workers": sorted(self._addresses() - out)} if out else {}
            executor = self.client.get_executor(pure=False, **chosen)
            future: Future[Any] = executor.submit(work, order)
            return future

    def size(self, port: str = "") -> int:
        """How many workers there are at the moment; with a port, without those that are left out for it."""
        return len(self._addresses() - self.out[port])

    def changes(self) -> list[str]:
        """Which workers came and went."""
        before, self.seen = self.seen, self._addresses()
        gone, come = sorted(before - self.seen), sorted(self.seen - before)
        return [
            *(
                f"the worker {each} is gone; the scheduler gives its shards to others"
                for each in gone
            ),
            *(f"the worker {each} has joined" for each in come),
        ]

    def leave_out(self, worker: str, port: str) -> None:
        """Give a worker no more orders for a port."""
        with self._reached():
            names: dict[str, str] = self.client.run(here, on_error="ignore")
        self.out[port] |= {address for address, name in names.items() if name == worker}

    def renew(self) -> None:
        """The scheduler starts no workers.

        Raises:
            CrewLost: always.
        """
        raise self._lost()

    def _addresses(self) -> set[str]:
        """The addresses of all workers."""
        with self._reached():
            return set(self.client.nthreads())

    def _lost(self) -> CrewLost:
        """The error of a scheduler that has gone."""
        return CrewLost(
            f"the scheduler at {self.address} cannot be reached any more; start it again, and add --continue"
        )

    @contextmanager
    def _reached(self) -> Iterator[None]:
        """Turn an error of the connection into a sentence."""
        if self.client.status not in ("running", "newly-created"):
            raise self._lost()
        try:
            yield
        except (OSError, TimeoutError) as error:  # its errors of communication are of these kinds
            raise self._lost() from error


def connected(address: str) -> Client:
    """A client of a scheduler.

    Raises:
        UsageError: Dask is not installed, or there is no scheduler.
    """
    try:
        from distributed import Client
    except ImportError as error:
        raise UsageError(
            f"--scheduler needs Dask; in a clone of the repository, run: {INSTALLED}"
        ) from error
    silence()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # versions are compared below
        try:
            who = asyncio.run(asyncio.wait_for(asked(address), CONNECT))
            if who != "Scheduler":
                raise ValueError(f"it is a {who}")
            return Client(address, timeout=CONNECT, set_as_default=False)
        except Exception as error:
            raise UsageError(
                f"there is no scheduler at {address!r} ({reason(error)}); start one with "
                f"'dask scheduler {LOOPBACK}', and give its address, as in tcp://127.0.0.1:8786"
            ) from error


def silence() -> None:
    """Keep Dask from logging on standard error; what matters is said by the campaign."""
    for name in logging.root.manager.loggerDict:
        if name.partition(".")[0] == "distributed":
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)


async def asked(address: str) -> str:
    """What answers at an address; a client would wait for whatever it is, without end."""
    from distributed import Security, rpc

    arguments = Security().get_connection_args("client")  # for TLS, if Dask's configuration has it
    async with rpc(address, timeout=CONNECT, connection_args=arguments) as server:
        told: str = (await server.identity())["type"]
        return told


def reason(error: Exception) -> str:
    """Why there was no connection, in a few words."""
    return (str(error).splitlines() or [type(error).__name__])[0][:120]


def check_dask(versions: Mapping[str, Any]) -> None:
    """Check that Dask has the same version everywhere.

    Raises:
        UsageError: it has not.
    """
    ours = versions["client"]["packages"]
    others = {"the scheduler": versions["scheduler"], **versions["workers"]}
    for name in COMPARED:
        for who, told in others.items():
            theirs = (told or {}).get("packages", {}).get(name)
            if theirs != ours[name]:
                raise UsageError(
                    f"{name} has version {ours[name]} here and {theirs or 'an unknown one'} on {who}; "
                    "install the same version everywhere"
                )


def check_kit(versions: Mapping[str, object]) -> None:
    """Check that the kit has the same version on every worker.

    Raises:
        UsageError: it has not, or is not installed.
    """
    ours = version(KIT)
    for worker, theirs in versions.items():
        if theirs != ours:
            what = f"version {theirs}" if isinstance(theirs, str) else "none"
            raise UsageError(
                f"{KIT} has version {ours} here, and there is {what} on the worker {worker}; "
                f"check out the same version there, and run: {INSTALLED}"
            )
