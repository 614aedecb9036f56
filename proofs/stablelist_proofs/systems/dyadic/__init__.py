"""What is proved of a dyadic list of any size, with any number of blocks.

Read in this order:

1. `state`, `transitions`, `program` - a list, every operation as a function on lists, and the graph of their steps
2. `geometry`, `lemmas` - where blocks lie, and what they count: what is proved once, by induction
3. `invariant`, `flaws`, `inductive` - the invariant, clause by clause; the defects planted in it; that it is inductive
4. `placing`, `frame`, `spaces`, `dropping`, `growth`, `counts` - what follows from it
5. `masks`, `loopless`, `at_once`, `words`, `untouched` - two masks of blocks; no loops over blocks, and what that shows
6. `instance`, `obligations` - small lists and regions, and everything there is to ask
7. `machine`, `tie`, `starting`, `ghosts`, `clauses`, `masked`, `ties` - the formulas beside the model, clauses beside
predicates
8. `properties`, `system` - what the page says of each property; the system as a run of proofs sees it
"""
