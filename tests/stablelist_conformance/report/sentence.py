"""An operation of a program in plain words."""

from __future__ import annotations

import re
from typing import Final

from stablelist_conformance.report.trace import EARLIER, Known, Step
from stablelist_conformance.wire.operations import key_word
from stablelist_conformance.wire.text import count, plain
from stablelist_spec.core.family import OTHER, Family, Type
from stablelist_spec.core.key import Key
from stablelist_spec.core.operation import Near, Operation
from stablelist_spec.families.pool import POOL

__all__ = ["key_words", "sentence"]


def sentence(step: Step) -> str:
    """An operation in plain words; the word itself if it is unknown."""
    operation, family = step.operation, step.family
    if operation is None:
        return plain(step.word)
    way = f" (way {operation.way})" * (operation.way > 1)
    way += " (the second container)" * (operation.on > 1)
    if family is POOL and operation.name in _SENTENCES:
        return _filled(_SENTENCES[operation.name], step, operation) + way
    return _with_operands(family.kinds[operation.name].sentence, operation, family) + way


def _with_operands(told: str, operation: Operation, family: Family) -> str:
    """The sentence of a kind of operation with the operands of one: ``a place`` is ``place 3``.

    >>> from stablelist_spec.families.sequence import SEQUENCE
    >>> insert, get = Operation("insert", place=3, value=7), Operation("get", place=3)
    >>> [_with_operands(SEQUENCE.kinds[each.name].sentence, each, SEQUENCE) for each in (insert, get)]
    ['insert an element at place 3: value 7', 'read the element at place 3']
    >>> from stablelist_spec.families.forest import FOREST
    >>> _with_operands(FOREST.kinds["prepend"].sentence, Operation("prepend", node=3, other=10), FOREST)
    'make node 3 the first child of node 10'
    """
    others = []
    leaves = [*family.leaves(operation)]
    for operand, value in leaves:
        name, word = operand.name, key_word(value)
        pattern = r"\banother\b" if name == OTHER.name else rf"\ban? {name}\b"
        noun = leaves[0][0].name if name == OTHER.name else name
        before, told = told, re.sub(pattern, f"{noun} {word}", told, count=1)
        if told == before:
            plain_number = len(leaves) == 1 or operand.type is Type.KEY
            others.append(word if plain_number else f"{name} {word}")
    return ": ".join(filter(None, (told, ", ".join(others))))


def key_words(known: Known | None) -> str:
    """What a key refers to, and whether it was retired."""
    if known is None:
        return "no key"
    if isinstance(known.name, Key):
        return f"a forged key: index {known.name.index}, id {known.name.id}"
    if isinstance(known.name, Near):
        return f"a forged key: {distance(known.name)} the key that insertion {known.name.number} returned"
    if known.element is not None:
        return f"element {known.element} (with the key that insertion {known.name} returned)"
    if not known.watched:
        return f"the key that insertion {known.name} returned"
    if known.retired_by is not None:
        early = known.retired_by == EARLIER
        retired = "retired long ago" if early else f"retired by operation {known.retired_by + 1}"
        return f"the key that insertion {known.name} returned ({retired})"
    if known.elsewhere:
        return f"the key of insertion {known.name} into the other container"
    return f"the key of insertion {known.name}, which failed"


def distance(name: Near) -> str:
    """The distance of a forged key from the issued one that it is near.

    >>> distance(Near(7, 0, 256)), distance(Near(7, -4, 1))
    ('id 256 above', 'index 4 below, id 1 above')
    """
    parts = (
        f"{what} {abs(far)} {'above' if far > 0 else 'below'}"
        for what, far in (("index", name.index), ("id", name.id))
        if far
    )
    return ", ".join(parts)


def _filled(template: str, step: Step, operation: Operation) -> str:
    """The sentence of an operation of a step, or of one that the step tries."""
    number, tried = operation.operands.get("count", 0), operation.operands.get("tried")
    live = step.key is not None and step.key.element is not None
    words = {
        "insertion": step.insertion,
        "elements": _elements(step.insertion, number),
        "number": count(number, "element"),
        "more": count(number, "more element"),
        "times": count(number, "time"),
        "keys": count(number, "key"),
        "last": step.insertion + number - 1,
        "by": "" if live else "by ",
    }
    words |= {**operation.operands, "key": key_words(step.key), "other": key_words(step.other)}
    if tried is not None:
        words["tried"] = _filled(_TRIED.get(tried.name, tried.name), step, tried)
    return template.format_map(words)


def _elements(first: int, number: int) -> str:
    """Elements that are added in a row."""
    if number < 2:
        return f"element {first}, as all there is" if number else "no element at all"
    return f"the elements {first} to {first + number - 1}, all or none"


_SENTENCES: Final = {
    "add": "add element {insertion}",
    "insert_with": "add element {insertion} with a factory that is given its key",
    "extend": "add {elements}",
    "put": "add element {insertion} at index {place}",
    "insert_at": "add element {insertion} at the slot of {key}",
    "remove": "remove {by}{key}",
    "remove_many": "remove by {key} and {other} at once",
    "retain": "keep the elements e with e mod {modulus} = {residue}, handing the others out",
    "each_removing": "iterate, and on the way remove all elements e but those with e mod {modulus} = {residue}",
    "each_first": "iterate over {most} elements at most, leave the iteration, and iterate over all",
    "key_at": "ask which key is at the index of {key}",
    "pair": "look up {key} and {other} at once",
    "at": "look up {key}",
    "contains": "ask for {key}",
    "replace": "put {value} in place of {key}",
    "at_mut": "add {value} to {key} in place",
    "each_mut": "add {value} to every element in place",
    "repack": "pack, unpack and look up {key}",
    "apply": "apply to {key}",
    "inspect": "inspect {key}",
    "exchange": "exchange {key} with {other}",
    "sort": "sort the elements e by e mod {modulus}",
    "cycle": "add element {insertion} and remove it, {times}",
    "fill": "add the elements {insertion} to {last} one by one, as far as there is room",
    "thin": "remove by {keys}, one by one, in the order drawn with seed {seed}",
    "reserve": "make room for {more}",
    "lend": "while an element is lent, try to {tried}",
}

_TRIED: Final = {
    "add": "add an element",
    "insert_with": "add an element with a factory",
    "extend": "add {number} at once",
    "shrink_to_fit": POOL.kinds["shrink_to_fit"].sentence,
    **{
        name: _SENTENCES[name]
        for name in ("remove", "remove_many", "retain", "each_removing", "sort", "reserve")
    },
    "each_mut": _SENTENCES["each_mut"],
}
"""The operations that ``lend`` tries; their insertions have no number."""
