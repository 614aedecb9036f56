"""Clauses beside predicates: they agree, and a clause or a predicate that says less does not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from stablelist_proofs.smt.clauses import clauses, judged
from stablelist_proofs.smt.comparison import DisagreementError
from stablelist_proofs.smt.state import symbolic
from stablelist_proofs.smt.terms import TRUE, Quantified, Term, all_of, implies
from stablelist_spec.parts.parameters import Parameters

SMALL = Parameters(id_bits=None, index_bits=2)
STATED = clauses(symbolic())


def weakened(term: Term) -> Iterator[Term]:
    """The term with each of its parts left out."""
    if isinstance(term, Quantified):
        for number, _ in enumerate(weakened(term.body(TRUE))):
            yield replace(term, body=lambda bound, n=number: list(weakened(term.body(bound)))[n])
    elif term.op == "=>":
        condition, consequence = term.args
        yield from (implies(condition, each) for each in weakened(consequence))
    elif term.op == "and":
        for number, part in enumerate(term.args):
            before, after = term.args[:number], term.args[number + 1 :]
            for each in weakened(part):
                yield all_of(*before, *([] if each is TRUE else [each]), *after)
    else:
        yield TRUE


