"""Every state within a scope, by the hundred million: what `stablelist explore` runs.

The model's own explorer (`stablelist_spec.explore`) keeps states as Python values. Here states are *numbers*, a
bounded list has finitely many, and numpy computes the successors of a whole level at once. Nothing here is
trusted: in small scopes every transition is compared with the model's, in large ones a sample is.

Reading order: `scope` (what is bounded, what is forgotten), `vacancies` (the numbers of a free list), `keys` (those
of a followed key), `numbering` (those of a state), then the operations, named as in the model: `insertion`,
`truncation`, `removal`, `memory`, `reading`; `transitions` (all of them), `invariants`, `potential`; `search` (breadth
first over the numbers), `witness` (the way to a state, as a program), `expression`, `tie` (the comparison with the
model), `graph`, `picture`.
"""
