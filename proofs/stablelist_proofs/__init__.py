"""Why it is right.

- `prove` - proved: what holds for every size, by two SMT solvers (`smt`)
- `stable_list` - exhausted: the scopes in which every state of the model has been walked
"""
