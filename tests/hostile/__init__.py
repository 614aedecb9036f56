"""Hostile fuzzing of the container: what `make sanitize` runs, for as long as you want.

Random programs call every operation, with elements, callbacks, iterables and sources of ids that call
back, raise, and are dropped half-way:

1. `program` - one such program; it prints what every step answered
2. `lockstep` - the native build and the interpreted one run the same program; their answers are compared
3. `storms` - what no two runs do alike: the collector at any moment, threads, one kind of trouble at a time
4. `famine` - every allocation of every operation fails once
5. `leaks` - no operation keeps a reference or memory

A failure names the kind and the seed; ``python -m hostile --only KIND --seed SEED --programs 1`` runs
it again.
"""
