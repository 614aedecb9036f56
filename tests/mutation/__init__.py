"""Mutation testing: do the tests notice small changes of the specification, the container and the kit?

``make mutation`` runs it. Each mutant is the source with one small change, which some test must notice. If none does,
the tests have a gap, or the code is not needed, or the mutant cannot be told from the original; such mutants are listed
with the reason.

Existing tools were tried. mutmut (3.8) leaves out functions with a decorator (such as properties) and everything
outside of functions (constants, fields and defaults). Cosmic Ray (8.7) also changes annotations and the stars of
signatures, changes the file on the disk, and starts pytest again for each mutant. Here a mutant is an `Edit`, like
every planted defect, of code that is evaluated. It is imported from memory, by a process that is forked after pytest
and Hypothesis were loaded. So a mutant that is noticed takes some tenths of a second.

To learn how it works, read the modules in this order:

1. `operators` - the changes that are made
2. `mutants` - the mutants of a module
3. `equivalents` - the mutants that cannot be told from the original, and why
4. `packages` - the packages that are judged, and their tests
5. `importing`, `trial` - run some tests on one mutant
6. `judge` - the tests that are run, their order, and the controls
7. `table` - the output
8. `notes` - the verdict on each mutant, recorded until its source changes
"""
