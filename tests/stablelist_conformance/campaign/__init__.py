"""Campaigns: hours of fuzzing on many machines, which can be stopped at any moment and continued.

Read in this order:

1. `worker`, `shard` - what is done on a worker
2. `records`, `store`, `summary` - what is known, as a set of records on disk, and what they say together
3. `executors`, `cluster` - where shards run: processes, an executor of the caller's own, or a Dask cluster
4. `port_campaign`, `campaign` - a port's part, and the loop
5. `progress` - the terminal
"""

from __future__ import annotations

from stablelist_conformance.campaign.campaign import Campaign, Limits
from stablelist_conformance.campaign.executors import Processes, WorkerPool
from stablelist_conformance.campaign.store import Store

__all__ = ["Campaign", "Limits", "Processes", "Store", "WorkerPool"]
