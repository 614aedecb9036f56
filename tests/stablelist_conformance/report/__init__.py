"""Reports of a run: for people, for build servers and for other tools.

Read in this order:

1. `trace` - what the model does with a program, step by step; everything else is rendered from it
2. `panels`, `excerpt`, `picture` - pictures of a container, as text
3. `words` - a program in plain words, and the explanation of a counterexample; `transcript` - one that passes
4. `drawing` - the explanation in colours, as SVG
5. `itf` - a counterexample as a trace in the Informal Trace Format, and back
6. `page` - a program to step through, as one HTML file
7. `summary`, `junit`, `sarif` - verdicts as text, as JUnit XML and as SARIF
8. `names`, `folder` - all of these on disk
"""
