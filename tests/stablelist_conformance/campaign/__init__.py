"""Campaigns: hours of fuzzing on many machines, which can be stopped at any moment and continued.

Read in this order:

1. `worker`, `shard`, `calibrate`, `shrinking` - what is done on a worker
2. `records`, `summary`, `durations` - what is known, as a set of records, and what they say together
3. `store`, `segments`, `programs` - that set on disk, how two of them are merged, and what a verification takes of it
4. `budget` - which shard is next
5. `executors` - where shards run: processes, a Dask cluster, or an executor of the caller's own
6. `port_campaign`, `campaign` - a port's part, and the loop
7. `page`, `chart`, `saving` - the report, and the files of counterexamples
8. `shown` - the terminal
"""

from __future__ import annotations

from stablelist_conformance.campaign.campaign import Campaign, Limits
from stablelist_conformance.campaign.executors import Borrowed, Crew, Processes
from stablelist_conformance.campaign.page import write_page
from stablelist_conformance.campaign.store import Store

__all__ = ["Borrowed", "Campaign", "Crew", "Limits", "Processes", "Store", "write_page"]
