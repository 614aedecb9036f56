"""Mutation: are the specification, the container and the kit judged by their tests? ``make mutation``.

Each mutant is the source with one small change. The tests must notice it; a mutant that they let live is a
gap in them, or code that is not needed, or it cannot be told from the original, and is then listed with the reason.

Tools that do the same were tried. mutmut (3.8) leaves out functions with a decorator (our properties) and all that
stands outside of functions (our constants, fields and defaults). Cosmic Ray (8.7) changes text of whatever kind,
annotations and the stars of signatures as well, and starts pytest anew for each mutant, on a file that is changed in
place. Here a mutant is an `Edit`, like every planted defect, of something that is evaluated; and it is imported from
memory, by a process forked from one that has loaded pytest and Hypothesis already: a mutant that is noticed costs some
tenths of a second.

To learn how it works, read the modules in this order:

1. `operators` - which changes are made, and of what
2. `mutants` - the mutants of a module
3. `equivalents` - those that cannot be told from the original, and why
4. `packages` - what is judged, and by which tests
5. `importing`, `trial` - one mutant, before some tests
6. `judge` - which tests, in which order; the controls
7. `table` - what is shown
8. `notes` - what is known of each mutant, kept until its source changes
"""
