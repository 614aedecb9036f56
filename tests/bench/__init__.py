"""What StableList costs beside what else a Python program could use: ``make bench``.

Every figure is the ratio of two times that were taken in the same repetition of the same process, so
that a busy machine slows both. Nothing is asserted: a page of figures is the result.

To learn how it works, read the modules in this order:

1. `peers` - the containers, each driven the way its users would write it
2. `operations` - one operation after the other, from 10 to 1,000,000 elements
3. `colliders`, `forms`, `particles` - the scenarios of the thesis' chapter 6; `survivors` - what is left of a burst
4. `memory` - bytes for an element, bytes for a key
5. `clock`, `plan`, `worker`, `rounds` - who is measured when, in which process
6. `names`, `figures`, `goals` - from times to ratios, exponents and verdicts
7. `setting`, `tables`, `plots`, `svg`, `page`, `first_page` - what is shown
8. `program`, `instructions` - regressions, watched by instruction count instead of seconds
"""
