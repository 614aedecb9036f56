"""Contracts of public methods and small functions, checked by CrossHair along every path through them.

CrossHair runs a function on symbols instead of numbers and asks an SMT solver which way each branch can go. If it has
followed every path, and the contract held at the end of each, it says *confirmed over all paths*; if it gave up on a
path, the contract is *not refuted*, which is no evidence and fails the run. A contract is a line `post:` in the
docstring of a function that calls one function of the model (`spec_...`) or of the container.

Read in this order:

1. `finite_map` - the one contract of every public method: it does what it would do to a dict
2. `list_methods`, `map_methods` - the public methods, each with what it does to a dict
3. `keys`, `sizes`, `blocks` - properties for integers of any size
4. `programs` - operations that CrossHair chooses, on the model and the container
5. `domain`, `bare` - which arguments a contract is about; lists without cells
6. `catalogue`, `tables` - all contracts as data, and as the tables of a page
7. `engine` - CrossHair's own commands, and their results
8. `planting`, `defects` - wrong lines in the model and the container, which contracts and comparisons must notice
9. `run` - everything: `python -m stablelist_proofs.contracts`

CrossHair is given functions of integers and tuples here. It does not notice when two names refer to one mutable object,
so a list is made inside the function, and no list is an argument.
"""
