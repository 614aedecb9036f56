"""Why the container is right.

- `prove` - proved: properties that hold for every size, by two SMT solvers (`core`)
- `explore` - exhausted: every state within a scope, as large as memory allows
- `contracts` - confirmed over all paths, or not refuted: contracts of small functions, by CrossHair
- `systems` - what is said of each system; and the scopes in which the model's own explorer visits every state
"""
