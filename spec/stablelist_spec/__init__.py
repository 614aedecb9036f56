"""The executable specification of StableList and its relatives.

It is pure, small and without dependencies, and imports nothing from the implementation that is tested against it.
Read it in this order:

1. `core` - what every kind of container has: `key`, `operation` and `family`, with `kind` and `operand` (operations as
   data), `contract`, `step`, `system` (with `observer`, which labels steps by default, and `axes`), `history` (running
   a program on a model, with `drawing`, an order that ports draw, too), `picture`, `second` and `second_contract` (a
   second container); `explore` finds every state
   within a scope, with the quotient `states`
2. `families` - the observable behaviour: `sequence`, `ring`, `maps`, and `sets` with `members`, say all of it
   (`iterating` what rows have in common), and so do `heap` and `forest`, which have no model; `pool` and `graph` are
   tables of operations, `effect`, `knowledge`, `contract` and `stamps` the contract of pools, with `loops` for what
   repeats others, and `documented` the documented differences of a container; `graph_contract` is the contract of
   graphs, made of `multigraph` (what their operations do) and `places` (what is known of hidden indices); `allocator`
   is a table of operations, and `allocator_contract` what any allocator may choose; `components` is a table of
   operations with what they do, and `components_contract` adds it to the contract of pools
3. `parts` - the parts of several relatives: `parameters`, `cells`, `drafts`, `reading`, `replacing`, `lending`,
   `looping`, `memory`, `packing`, `labels`, `invariants`, `refinement`, `picturing`, `crafted` (programs), and `model`,
   which puts them together; `variant` describes what is a StableList in all but its layout; `tracked_key` is their
   quotient, with ids that are `opaque`; `vectors` are the ways to take an element out of one. `observable` makes
   systems of families that say all. Relatives are composed of `slots`: `stamping`, `vacancies`, `arranging`, `options`,
   `varied`, `slot_invariants`, `slot_picturing`, and `relative`, which puts them together
4. `systems` - the list of them, each with a module or a folder of its own: `systems.stable_list` first
"""

from __future__ import annotations

from .parts.parameters import Parameters, Truncate
from .systems import stable_list as _of_stable_list

stable_list = _of_stable_list.MODEL
"""The model of a StableList."""

__all__ = ["Parameters", "Truncate", "stable_list"]
