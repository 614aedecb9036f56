"""Inductive proofs for lists of any size, by two SMT solvers.

Read in this order:

The code that turns formulas into questions, for any system:

1. `terms` - formulas independent of any engine: written as SMT-LIB 2 or Python, or expanded in a small instance
2. `query`, `obligation` - what should follow from which hypotheses, each of a kind, and the defects planted in it
3. `arc`, `assertions`, `lemma` - a program as a graph, what is asserted at its points, what is proved once and used
4. `solvers`, `discharge`, `weakening`, `spoken` - how the questions are asked, and what must not be provable
5. `ledger`, `asked`, `whole` - checks of what is assumed, of the text that is asked, and of what is claimed
6. `functions`, `stamps`, `induction`, `choices`, `refinement`, `identity` - what lists of cells share: functions of
positions, keys, induction over steps, that one case applies, the contract, when keys revive
7. `theory`, `assignment` - a system as a run of proofs sees it; a step that can be executed

StableList (a dyadic list, as `stablelist_proofs.systems.dyadic` says, has modules of the same kinds):

8. `state`, `invariant` - a list of any size, and its invariant, clause by clause
9. `transitions`, `walk`, `program` - every operation as a function on states; a halving, entry by entry; the graph
10. `lemmas`, `inductive`, `flaws` - the invariant is inductive; the defects that are planted in it
11. `visits`, `doublings`, `movement`, `cases` - what follows from it, property by property
12. `assumptions`, `instance`, `obligations` - what is assumed, small lists and regions, and all obligations

Formulas and model:

13. `running`, `formulas`, `machine` - the program of the proofs, run
14. `comparison`, `tie`, `composed`, `diving`, `starting`, `repaired`, `beside`, `ties` - compared with the model, and
the container
15. `judging`, `past`, `ghosts`, `damage`, `clauses` - clauses compared with predicates
16. `holding`, `held` - hypotheses evaluated in lists of the model
17. `drawing`, `reading`, `reading_keys`, `reading_steps`, `readings` - every other statement a second time in Python:
the comparison, what is the same for every list, and a StableList's
18. `extent` - the extent of all claims
19. `families`, `witness` - programs that show that a bound is tight or does not exist, and programs that refute a
property

Operations that consist of others need no obligations of their own: `insert_with` is `add` (its factory runs before
anything changes); `extend` is a sequence of `add`, after checking once that all elements fit; `drain` is `clear`;
`retain` is a sequence of removals; `at_mut` is `replace`, and `each_mut` is one `replace` for each element; reading and
lending change nothing.
"""
