"""Inductive proofs for lists of any size, discharged by two SMT solvers.

Read in this order:

1. `terms` - formulas that belong to no engine: to SMT-LIB 2, to Python, and expanded in a small instance
2. `state`, `invariant` - a list of any size, and what always holds of it, by sentence-name
3. `transitions`, `walk` - every operation as a function on states; a halving, entry by entry
4. `query`, `obligation`, `flaws` - what is to follow from what, and the defects planted in it
5. `lemmas`, `inductive` - the invariant is inductive
6. `refinement`, `identity`, `visits`, `doublings`, `movement`, `cases` - what follows from it, property by property
7. `obligations`, `solvers`, `discharge` - all of them, and how they are proved
8. `machine`, `tie` - the formulas run as a program, beside the model
9. `families`, `witness` - programs: those that show that a bound is tight or absent, and those that refute

Operations that are repetitions of others need no obligations of their own: `insert_with` is `add` (its factory runs
before anything changes), `extend` is as many of them after one question; `drain` is `clear`; `retain` is some removals;
`at_mut` is `replace`, and `each_mut` is one for each element; reading and lending change nothing.
"""
