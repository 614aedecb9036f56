"""Mutation: are the specification and the container judged by their tests? ``make mutation``.

Each mutant is the source with one small change. The tests must notice it; a mutant that they let live is a
gap in them, or code that is not needed, or it cannot be told from the original, and is then listed with the reason.

Cosmic Ray (8.7; MIT, kept since 2015) knows the changes and keeps the sessions. It was chosen because it
changes whatever stands in a file: mutmut (3.8), which is quicker, leaves out functions with a decorator (our
properties) and all that stands outside of functions (our constants, fields and defaults). But it starts pytest anew for
each mutant, on a file that is changed in place. Here mutants are imported from memory, by a process forked from
one that has loaded pytest and Hypothesis already: a mutant that is noticed costs some tenths of a second.

To learn how it works, read the modules in this order:

1. `operators` - which changes are made
2. `evaluated` - what of a source is ever evaluated; a change elsewhere makes no mutant
3. `mutants` - the mutants of a module
4. `equivalents` - those that cannot be told from the original, and why
5. `packages` - what is judged, and by which tests
6. `importing`, `trial` - one mutant, before some tests
7. `judge` - which tests, in which order; the controls
8. `table` - what is shown
9. `session` - what is known of each mutant, kept until its source changes
"""
