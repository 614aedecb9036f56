"""The connection pool with a dict: handles are counted, and loops that await are over a copy."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from itertools import count
from typing import Any

from examples.connection_pool import (
    IDLE_LIMIT,
    MOST_LEASES,
    Connection,
    Lease,
    PoolBusyError,
    StaleHandleError,
)


class ConnectionPool:
    """At most eight leases at a time."""

    def __init__(self, connect: Callable[[], Awaitable[Connection]]) -> None:
        self._connect = connect
        self._idle: list[Connection] = []
        self._leases: dict[int, Lease] = {}
        self._handles = count()
        self._came_and_went = 0
        self.now = 0

    async def acquire(self, client: str) -> int:
        """Lease a connection, a used one if there is one, and return its handle."""
        if len(self._leases) == MOST_LEASES:
            raise PoolBusyError(f"all {len(self._leases)} leases are out; try again later")
        connection = self._idle.pop() if self._idle else await self._connect()
        if len(self._leases) == MOST_LEASES:
            self._idle.append(connection)
            raise PoolBusyError("the last lease has just gone; try again later")
        handle = next(self._handles)
        self._leases[handle] = Lease(client, handle, connection, used_at=self.now)
        self._came_and_went += 1
        return handle

    async def request(self, handle: int, text: str) -> str:
        """Send *text* over the connection that was leased, and wait for the answer."""
        lease = self._lease(handle)
        lease.used_at = self.now
        lease.waiting += 1
        answer = await lease.connection.request(text)
        self._lease(handle).waiting -= 1
        return answer

    async def release(self, handle: int) -> None:
        """Give the lease back; its connection waits for the next client."""
        lease = self._lease(handle)
        del self._leases[handle]
        self._came_and_went += 1
        if lease.waiting:
            await lease.connection.close()
        else:
            self._idle.append(lease.connection)

    async def expire(self) -> list[str]:
        """End the leases that lay idle too long, and close their connections; whose were they?"""
        expired = [
            lease for lease in self._leases.values() if self.now - lease.used_at >= IDLE_LIMIT
        ]
        for lease in expired:
            del self._leases[lease.handle]
        self._came_and_went += len(expired)
        for lease in expired:
            await lease.connection.close()
        return [f"{lease.client} ({lease.handle})" for lease in expired]

    async def report(self, send: Callable[[str], Awaitable[Any]]) -> bool:
        """Send a line about each lease; whether it got through before leases came or went.

        A dict notices only that its length is another one, so changes have to be counted.
        """
        before = self._came_and_went
        for lease in list(self._leases.values()):
            await send(f"{lease.client} has handle {lease.handle}")
            if self._came_and_went != before:
                return False
        return True

    def _lease(self, handle: int) -> Lease:
        """The lease of a handle."""
        try:
            return self._leases[handle]
        except KeyError:
            raise StaleHandleError(f"handle {handle} names no lease; acquire another") from None
