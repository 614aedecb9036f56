"""Why it is right.

- `prove` - proved: what holds for every size, by two SMT solvers (`smt`)
- `explore` - exhausted: every state within a scope, as large as memory allows
- `contracts` - confirmed over all paths, or not refuted: small functions, by CrossHair
- `stable_list` - exhausted: the scopes in which every state of the model has been walked by its own explorer
"""
