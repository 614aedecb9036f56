"""What is proved of a dyadic list of any size, with any number of blocks.

Read in this order, after `stablelist_proofs.core`:

1. `state`, `transitions`, `program` - a list, every operation as a function on lists, and the graph of their steps
2. `geometry`, `lemmas` - where blocks lie, and what they count: what is proved once, by induction
3. `invariant`, `flaws`, `inductive` - the invariant, clause by clause; the defects planted in it; that it is inductive
4. `placing`, `frame`, `spaces`, `dropping`, `growth` - what follows from it
5. `masks`, `loopless`, `at_once`, `words`, `untouched` - two masks of blocks; no loops over blocks, and what that shows
6. `instance`, `obligations` - small lists and regions, and everything there is to ask
7. `formulas`, `machine`, `tie`, `starting` - the program of the proofs, compiled, run, and beside the model
8. `damage`, `ghosts`, `clauses`, `masked`, `ties` - clauses beside predicates; every comparison, with what a run says
9. `lemma_readings`, `mask_readings`, `astray`, `readings` - statements a second time in Python
10. `held` - hypotheses in lists of the model
11. `extent` - of what everything is claimed, and what inductions count
12. `properties`, `system` - what the page says of each property; the system as a run of proofs sees it
"""
