"""Why it is right: what is exhausted today, and the place where proofs for every size will stand.

`stable_list` - the scopes in which every state of the model has been walked.
"""
