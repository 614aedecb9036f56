"""Lines: which lines of a port's own code ran, as the coverage tool of its language says.

A judge knows what it asked, and not what the container has beside that: a branch that no program reached. Read in this
order:

1. `result` - the lines of a file that can run, those that did, and the functions that they belong to
2. `tool` - what all tools have in common
3. `gcov`, `golang`, `jacoco`, `llvm`, `python`, `v8` - one for each kind of program
4. `counting` - all of them around a run: the environment of the port before it, the result after it
"""
