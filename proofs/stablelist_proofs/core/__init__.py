"""Turns formulas about a program into questions for two SMT solvers, for any system.

Read in this order:

1. `terms` - formulas independent of any engine: written as SMT-LIB 2 or Python, or expanded in a small instance
2. `query`, `obligation` - what should follow from which hypotheses, each of a kind, and the defects planted in it
3. `arc`, `assertions`, `lemma` - a program as a graph, what is asserted at its points, what is proved once and used
4. `solvers`, `discharge`, `weakening`, `spoken` - how the questions are asked, and what must not be provable
5. `ledger`, `asked`, `whole` - checks of what is assumed, of the text that is asked, and of what is claimed
6. `functions`, `cells`, `stamps`, `steps` - what lists of cells share: functions of positions, values, keys, and what
steps do to them
7. `induction`, `counting`, `choices`, `refinement`, `identity`, `growth` - what is shown of all of them: clauses by
induction over steps, a lemma about counts, that one case applies, the contract, when keys revive, what growth moves
8. `theory`, `regions`, `property`, `assignment` - a system as a run of proofs and the page on them see it; a step that
can be executed

`comparing` runs the formulas, and compares them with a model. What is said of each system is in
`stablelist_proofs.systems`.
"""
