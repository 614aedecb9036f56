"""Formulas beside a model, for any system: they make the same transitions, and say the same of each state.

1. `running`, `composed` - the program of the proofs, run; operations that consist of others
2. `comparison`, `starting`, `tie`, `diving` - compared with the model: new lists, and every step of small scopes and of
long programs
3. `past`, `damage`, `ghosts`, `judging`, `groups` - clauses compared with predicates, in every layout of a scope and in
damaged states
4. `ties` - all of this, with the sentence that a run prints of each comparison
"""
