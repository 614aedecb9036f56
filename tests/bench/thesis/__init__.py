"""Chapter 6 of the thesis, measured again in Rust with the releases that were current when it was written.

Read it in this order: `native` (the program), `measured`, `said`, `tables`, `verdicts`, `plots`, `page`.
"""
