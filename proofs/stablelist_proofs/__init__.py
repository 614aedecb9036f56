"""Why the container is right.

- `kernel` - proved: what `make prove` runs, so that Rocq's kernel checks the proofs in `proofs/rocq`
- `explore` - exhausted: every state within a scope, as large as memory allows
- `contracts` - confirmed over all paths, or not refuted: contracts of the model and of the container, by CrossHair
- `criteria` - table 3.2 of the thesis, derived from the models
- `evidence`, `page` - what is known of each property, and the page that says it
"""
