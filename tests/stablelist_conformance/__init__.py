"""The conformance kit: tests whether a container does what the model says.

Authors of ports run ``stablelist verify``; everything behind that command is here. Read in this order:

1. `protocol`, `handshake`, `widths` - the port protocol, which `docs/port-protocol.md` describes
2. `port` - a port as a child process; `outlet`, `patience` - reading its output, and its time-out;
   `supervised`, `supervisor` - starting it, and ending it in any case; `errors` - how it can fail
3. `answerers`, `serve` - the model and any Python container as ports; `container_api`, `container_run` - which methods
such a container has, and how they are called
4. `systems`, `judge` - the kinds of container, and the right answers of each
5. `cover`, `tours`, `kept`, `swarm`, `walk`, `classes`, `large` - the programs; `coverage` - the labels that they met
6. `options`, `subject`, `meeting`, `engines`, `workers`, `verify` - running them; `failures`, `alone`, `shrink` -
running a failing program again, and shrinking it, with `search`, `shorter`, `simpler`, `renumbering` and `condense`;
`resumed`, `distinct`, `expected` - going on after a failure
7. `verdict`, `report`, `atomic` - the results; `shown`, `properties` - the properties that a port breaks
8. `machine` - a state machine for Hypothesis users; `testing`, `pytest_plugin` - tests for pytest users;
`checkable`, `once`, `tested` - their names, and their outcomes
9. `hostile`, `defects`, `selfcheck` - tests of the checker itself
10. `manifest`, `run`, `cli` - the command; `jobs`,
`amounts` - its options; `interrupts`, `terminal` - its signals and streams
"""
