"""Hostile fuzzing of the container, which `make sanitize` runs for a given time.

Random programs call every operation, with elements, callbacks, iterables and id sources that call the
list, raise, and are dropped half-way:

1. `program` - one such program, which records the answer of every step
2. `lockstep` - the native and the interpreted build run the same program, and the answers are compared
3. `storms` - programs that differ from run to run: garbage collection at any moment, threads, and looking into a list
   while other threads change it
4. `famine` - every allocation of every operation fails once, and of every method of the extension (`entries`)
5. `leaks` - no operation keeps a reference or memory

The message of a failure names the kind and the seed; ``python -m hostile --only KIND --seed SEED
--programs 1`` runs it again.
"""
