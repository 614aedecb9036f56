"""Every state of a model within a small scope, breadth first: what was found wrong, and which labels were met."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from stablelist_spec.core.key import FreshKeys, Key
from stablelist_spec.core.operation import Operation
from stablelist_spec.core.step import Provenance, StepOf
from stablelist_spec.families.pool import KEY_OPERATIONS, STRUCTURAL
from stablelist_spec.parts.cells import Resolution, resolve
from stablelist_spec.parts.model import Model, forgotten
from stablelist_spec.parts.refinement import abstraction
from suite.spec.systems.living import complaints

__all__ = ["Walk", "changes", "questions", "walk"]

NEW = 99
"""The element that is inserted, before it is renamed."""

Recent = tuple[tuple[Key, bool], ...]
"""The last keys that were issued, whose ids have not been given out again; and whether each is live."""
Asked = Iterable[tuple[Operation, Provenance]]


class Walk(NamedTuple):
    """What was found."""

    states: int
    steps: int
    labels: set[str]
    wrong: set[str]


def walk(
    model: Model[Any, Any],
    configuration: Any,
    asked: Callable[[Any], Asked],
    *,
    period: int = 0,
    quotient: Callable[[Any], Any] = lambda state: state,
) -> Walk:
    """Follow what is *asked* of every state. As many keys as an id's *period* are followed."""
    first: tuple[Any, Recent] = (quotient(forgotten(model.initial(configuration))), ())
    met, queue, steps = {first}, deque([first]), 0
    labels, wrong = set[str](), set[str]()
    while queue:
        state, recent = queue.popleft()
        for operation, origin in asked(state):
            step = model.step(state, operation, origin)
            after = followed(model, recent, step, period)
            wrong.update(complaints(model, state, operation, step, as_fresh(after)))
            labels.update(step.labels)
            steps += 1
            node = quotient(forgotten(step.state)), after
            if node not in met:
                met.add(node)
                queue.append(node)
    return Walk(len(met), steps, labels, wrong)


def followed(
    model: Model[Any, Any], recent: Recent, step: StepOf[Any, object], period: int
) -> Recent:
    """The keys that are followed after a step."""
    if not period:
        return ()
    issued = step.answer if type(step.answer) is tuple else (step.answer,)
    live = abstraction(step.state)
    kept = tuple((key, was and key in live) for key, was in recent)
    return (*kept, *((key, True) for key in issued if isinstance(key, Key)))[-period:]


def as_fresh(recent: Recent) -> FreshKeys:
    """The followed keys as the invariants take them."""
    return FreshKeys(
        tuple(key for key, live in recent if live), tuple(key for key, live in recent if not live)
    )


def changes(model: Model[Any, Any], state: Any) -> Iterator[tuple[Operation, Provenance]]:
    """Whatever may lead to another state."""
    for operation in (
        *(Operation("add", value=NEW), Operation("extend", value=NEW, count=3)),
        *(Operation(name) for name in ("clear", "drain", "shrink_to_fit")),
        *(Operation("retain", modulus=m, residue=r) for m, r in ((1, 1), (2, 0), (2, 1))),
        *(Operation("reserve", count=n) for n in (1, 4)),
    ):
        yield operation, Provenance.ISSUED
    for key in abstraction(state):
        yield Operation("remove", key), Provenance.ISSUED


def questions(
    model: Model[Any, Any], state: Any, ids: int = 2
) -> Iterator[tuple[Operation, Provenance]]:
    """Whatever else can be asked of a state that has so many *ids*, with every key within reach, from everywhere."""
    keys = [Key(index, id_) for index in range(-1, state.space + 2) for id_ in (0, 1)]
    for count in range(4):
        yield Operation("extend", value=NEW, count=count), Provenance.ISSUED
    for name in sorted(model.operations - set(KEY_OPERATIONS) - {"extend", "lend", "exchange"}):
        operation = Operation(name, modulus=1, count=9, value=NEW)
        yield operation, Provenance.ISSUED
    for name in STRUCTURAL if "lend" in model.operations else ():
        yield Operation("lend", structural=name), Provenance.ISSUED
    for key in keys:
        met = resolve(state, key)
        if "exchange" in model.operations and (met is Resolution.HIT or key.index == 0):
            yield from ((Operation("exchange", key, other), Provenance.FORGED) for other in keys)
        for origin in Provenance:
            if may_come(met, origin) and (origin is Provenance.FORGED or key.id < ids):
                for name in sorted(model.operations & set(KEY_OPERATIONS)):
                    yield Operation(name, key, value=NEW), origin


def may_come(met: Resolution, origin: Provenance) -> bool:
    """Whether a key that meets this may be of that origin, and is not asked about under another one."""
    if origin is Provenance.ISSUED:
        return met is Resolution.HIT
    return origin is Provenance.FORGED or met is not Resolution.NEGATIVE
