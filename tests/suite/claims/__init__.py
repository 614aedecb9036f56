"""The claims of the source documents, and a check of each: the data of docs/claims.md beside the tests.

`ledger` reads the tables of claims, one file for each source; `page` writes the pages from them. A test with the
decorator `ledger.claim` is the check of one claim. `audit` finds errors in the ledger; for this, `instruments` reads
what each check uses.
"""
