"""Inductive proofs for lists of any size, by two SMT solvers.

Read in this order:

1. `terms` - formulas independent of any engine: written as SMT-LIB 2 or Python, or expanded in a small instance
2. `state`, `invariant` - a list of any size, and its invariant, clause by clause
3. `transitions`, `walk` - every operation as a function on states; a halving, entry by entry
4. `query`, `obligation`, `flaws` - what should follow from which hypotheses, and the defects planted in it
5. `lemmas`, `inductive` - the invariant is inductive
6. `refinement`, `identity`, `visits`, `doublings`, `movement`, `cases` - what follows from it, property by property
7. `obligations`, `solvers`, `discharge` - all of them, and how they are proved
8. `machine`, `tie` - the formulas run as a program, and compared with the model
9. `families`, `witness` - programs that show that a bound is tight or does not exist, and programs that refute a
property

Operations that consist of others need no obligations of their own: `insert_with` is `add` (its factory runs before
anything changes); `extend` is a sequence of `add`, after checking once that all elements fit; `drain` is `clear`;
`retain` is a sequence of removals; `at_mut` is `replace`, and `each_mut` is one `replace` for each element; reading and
lending change nothing.
"""
