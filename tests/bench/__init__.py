"""Benchmarks of StableList and its alternatives in Python: ``make bench``.

Every figure is the ratio of two times that were taken in the same repetition of the same process, so
that a busy machine slows both. No test depends on the figures: the result is a page.

To learn how it works, read the modules in this order:

1. `peers` - the containers, each used as in an ordinary program
2. `operations` - one operation after the other, from 10 to 1,000,000 elements
3. `methods` - the other methods, each beside statements with a dict
4. `colliders`, `forms`, `particles` - the scenarios of chapter 6 of the thesis
5. `memory` - bytes for an element, bytes for a key
6. `clock`, `plan`, `worker`, `rounds` - the order of measurements, and their processes
7. `names`, `figures`, `goals` - from times to ratios, exponents and verdicts
8. `setting`, `tables`, `plots`, `svg`, `page`, `first_page` - the pages and pictures
9. `program`, `instructions` - regressions, detected by instruction counts instead of seconds
10. `engine` - the scenarios of a thesis on game engines, counted by models, and measured in C and in Rust
"""
