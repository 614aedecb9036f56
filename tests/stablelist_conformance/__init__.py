"""The conformance kit: tests whether a container does what the model says.

Authors of ports run ``stablelist verify``; everything behind that command is here, in rooms that import only downwards:

- `cli` - the command line; `pytest` - tests for pytest users
- `campaign` - long runs on many workers; `machine` - a state machine for Hypothesis users; `vectors` - programs with
  their answers
- `running` - programs run on a port: batches, engines, replay, comparison, exploration
- `shrinking` - a failing program made small
- `programs` - what a port is asked: what it can be asked, covering and random programs
- `report` - a counterexample and a verdict as text, pictures, pages, traces
- `judging` - which answers are right, and what they reached
- `port` - a port as a process; `python` - a Python container as a port
- `wire` - what stands on the wire and in files: words, programs, handshakes, widths, errors, text

The order is a contract in pyproject.toml. `docs/port-protocol.md` describes what travels.
"""
