"""Visit every state within a scope, up to hundreds of millions: what `stablelist explore` runs.

The model's own explorer (`stablelist_spec.core.explore`) keeps states as Python values. Here states are *numbers*: a
bounded list has finitely many states, and numpy computes the successors of many at once. Nothing here is trusted: in
small scopes every transition is compared with the model's, in large ones the transitions of a sample.

Reading order:

- what is explored: `scope` (the bounds, what is forgotten), `need` (memory and disk), `resources`;
- states as numbers: `vacancies` (of a free list), `keys` (of a followed key), `numbering` (of a state);
- steps, named as in the model: `system` (what a step is), `insertion`, `truncation`, `removal`, `memory`, `reading`;
  `transitions` (all of them);
- what is checked: `invariants`, `potential`, `expression`, `inquiry` (all of them);
- the search: `expand` (a piece of a level), `tally` (counts), `crew` (processes), `place` (a folder for it), `run`,
  `search`;
- results: `report` (counts), `tie` (the comparison with the model), `witness` and `program`, `answer`, `graph`,
  `picture`, `published` (what docs/proofs.md says).
"""
