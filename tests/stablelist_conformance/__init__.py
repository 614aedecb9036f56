"""The conformance kit: does this very thing do it?

Authors of ports run ``stablelist verify``; everything behind that command is here. Read in this order:

1. `protocol`, `handshake`, `widths` - the words that travel; `docs/port-protocol.md` is the page for people
2. `port` - a port as a child process; `outlet`, `patience` - what it writes, and how long it is waited for;
   `supervised`, `supervisor` - how it is started, and ended whatever happens; `errors` - how it can fail
3. `answerers`, `serve` - the model and any Python container as ports; `container_api`, `container_run` - what such a
   container offers, and how it is asked
4. `systems`, `judge` - the kinds of container, and what is right for each
5. `cover`, `tours`, `kept`, `swarm`, `walk`, `classes`, `large` - the programs; `coverage` - what they met
6. `options`, `subject`, `meeting`, `engines`, `workers`, `verify` - running them; `failures`, `alone`, `shrink` - what
   failed, again and smaller; `search`, `shorter`, `simpler` - how; `renumbering`, `condense` - other words for it;
   `resumed`, `distinct`, `expected` - going on after it
7. `verdict`, `report`, `atomic` - what came of it; `shown`, `properties` - what it breaks, by name
8. `machine` - the same for Hypothesis users
9. `hostile`, `defects`, `selfcheck` - the checker is checked
10. `manifest`, `run`, `cli` - the command; `jobs`, `amounts` - its options; `interrupts`, `terminal` - what can happen
    to it
"""
