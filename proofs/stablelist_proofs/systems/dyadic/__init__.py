"""What is proved of a dyadic list of any size, with any number of blocks.

Read in this order, after `stablelist_proofs.core`:

1. `state`, `transitions`, `program` - a list, every operation as a function on lists, and the graph of their steps
2. `geometry`, `lemmas` - where blocks lie, and what they count: what is proved once, by induction
3. `invariant`, `flaws`, `inductive` - the invariant, clause by clause; the defects planted in it; that it is inductive
4. `placing`, `frame`, `spaces`, `dropping` - what follows from it
5. `instance`, `obligations` - small lists and regions, and everything there is to ask
6. `formulas`, `machine`, `tie`, `starting` - the program of the proofs, compiled, run, and beside the model
7. `damage`, `ghosts`, `clauses`, `ties` - clauses beside predicates; every comparison, with what a run says of it
8. `lemma_readings`, `astray`, `readings`, `held` - statements a second time in Python; hypotheses in lists of the model
9. `extent` - of what everything is claimed, and what inductions count
10. `properties`, `system` - what the page says of each property; the system as a run of proofs sees it
"""
