"""Contracts of small functions, followed by CrossHair along every path through them.

CrossHair runs a function on symbols in the place of numbers and asks an SMT solver which way each branch can go. If it
has gone every way, and the contract held at the end of each, it says *confirmed over all paths*; if it gave up on a
way, the contract is *not refuted*, which is no evidence. A contract is a line `post:` in the docstring of a function
that calls one function of the model (`spec_...`) or of the container (`impl_...`).

Read in this order:

1. `rounding`, `partitions`, `vacancies`, `cascade`, `splitting`, `packing`, `ids`, `looking_up` - one concept each:
   what is true, of which functions, and a canary, which is false
2. `domain`, `bare` - which arguments a contract is about; lists of numbers alone
3. `catalogue` - all contracts as data, read from those modules
4. `engine` - CrossHair's own commands, and what they answer
5. `planting`, `defects` - wrong lines in the model and the container, which contracts and comparisons must notice
6. `run` - all of it: `python -m stablelist_proofs.contracts`

What CrossHair is given here are integers and tuples, and what it is not given is a state machine: it does not tell
two names of one mutable object apart.
"""
