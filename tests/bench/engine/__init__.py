"""The scenarios of a game engine: what the thesis on one (Vienna 2018) measures in chapter 6, and what it promises.

1. `scenarios` - what they are
2. `counted` - what they cost in units of the models
3. `measured` - what they take in C and in Rust; the drivers are in `native`
4. `page` - both in tables, on docs/scenarios.md
"""
