"""What is proved of a StableList: it holds for lists of any size.

Read in this order, after `stablelist_proofs.core`:

1. `state`, `invariant` - a list of any size, and its invariant, clause by clause
2. `transitions`, `walk`, `program` - every operation as a function on states; a halving, entry by entry; the graph
3. `lemmas`, `inductive`, `flaws` - the invariant is inductive; the defects that are planted in it
4. `visits`, `doublings`, `movement`, `cases` - what follows from it, property by property
5. `assumptions`, `instance`, `obligations` - what is assumed, small lists and regions, and all obligations
6. `formulas`, `machine` - the program of the proofs, compiled and run
7. `tie`, `starting`, `repaired`, `beside` - compared with the model, and with the container
8. `damage`, `ghosts`, `clauses`, `ties` - clauses beside predicates; every comparison, with what a run says of it
9. `held`, `readings`, `extent` - hypotheses evaluated in lists of the model, every other statement a second time in
Python, and the extent of all claims
10. `families`, `witness` - programs that show that a bound is tight or does not exist, and programs that refute a
property
11. `system`, `properties` - a StableList, as a run of proofs sees it, and every property by name

`exhausted` lists the scopes in which the model's own explorer visits every state.

Operations that consist of others need no obligations of their own: `insert_with` is `add` (its factory runs before
anything changes); `extend` is a sequence of `add`, after checking once that all elements fit; `drain` is `clear`;
`retain` is a sequence of removals; `at_mut` is `replace`, and `each_mut` is one `replace` for each element; reading and
lending change nothing.
"""
