"""Contracts of small functions, checked by CrossHair along every path through them.

CrossHair runs a function on symbols instead of numbers and asks an SMT solver which way each branch can go. If it has
followed every path, and the contract held at the end of each, it says *confirmed over all paths*; if it gave up on a
path, the contract is *not refuted*, which is no evidence. A contract is a line `post:` in the docstring of a function
that calls one function of the model (`spec_...`) or of the container (`impl_...`).

Read in this order:

1. `rounding`, `partitions`, `vacancies`, `cascade`, `splitting`, `packing`, `ids`, `looking_up` - one concept each: the
properties, the functions that have them, and a canary, which is a false contract
2. `one_element`, `all_elements`, `room`, `secondary` - public methods, on lists of up to five elements
3. `programs`, `longer_programs` - operations that CrossHair chooses, on the model and the container
4. `domain`, `bare`, `filled` - which arguments a contract is about; lists without cells; lists of a few elements
5. `catalogue` - all contracts as data, read from those modules
6. `engine` - CrossHair's own commands, and their results
7. `planting`, `defects` - wrong lines in the model and the container, which contracts and comparisons must notice
8. `run` - everything: `python -m stablelist_proofs.contracts`

CrossHair is given functions of integers and tuples here. It does not notice when two names refer to one mutable object,
so a list is made inside the function, and no list is an argument.
"""
