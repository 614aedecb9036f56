"""``make prove``: Rocq's kernel checks the proofs in proofs/rocq; the proved models are built as ports and verified.

Modules, in reading order: `statements` (what is proved: names and sentences, read without Rocq), `rocq` (the programs
that are run), `record` (what the statements mean, compared with a recorded text), `run` (the order, and the table).
"""
