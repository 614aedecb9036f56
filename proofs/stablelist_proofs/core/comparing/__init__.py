"""Formulas beside a model, for any system: they make the same transitions, and say the same of each state.

1. `running`, `composed` - the program of the proofs, run; operations that consist of others
2. `comparison`, `tie`, `diving` - compared with the model, step by step, in small scopes and in long programs
3. `past`, `damage`, `judging` - clauses compared with predicates, in every layout of a scope, and in damaged ones
"""
