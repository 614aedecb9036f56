"""StableList as a system (4, 5; R1 to R15)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final

from stablelist_spec import stable_list as model
from stablelist_spec.invariants import INVARIANTS
from stablelist_spec.labels import LABELS, STRUCTURAL, Label, Provenance
from stablelist_spec.operation import Operation
from stablelist_spec.parameters import Parameters
from stablelist_spec.picturing import picture, variables
from stablelist_spec.pool import POOL
from stablelist_spec.refinement import abstraction, refines
from stablelist_spec.stable_list import Key, State, Step, free_lists
from stablelist_spec.stamps import ByInsertion
from stablelist_spec.state import StepOf
from stablelist_spec.system import System

from .crafted import ABOUT_A_KEY, CRAFTED

__all__ = ["STABLE_LIST", "able", "cost_word", "layout_word", "needs_of", "refines_the_contract"]

OF_A_KEY: Final[dict[str, Callable[[State, Key, Provenance], Step[Any]]]] = {
    "at": model.at,
    "contains": model.contains,
    "remove": model.remove,
    "apply": model.apply,
    "inspect": model.inspect,
    "repack": model.repack,
}
CHANGING_ONE: Final[dict[str, Callable[[State, Key, int, Provenance], Step[Any]]]] = {
    "replace": model.replace,
    "at_mut": model.at_mut,
}
OF_THE_WHOLE: Final[dict[str, Callable[[State, Operation], Step[Any]]]] = {
    "add": lambda state, o: model.add(state, o.value),
    "insert_with": lambda state, o: model.insert_with(state, o.value),
    "extend": lambda state, o: model.extend(state, range(o.value, o.value + o.count)),
    "len": lambda state, _: model.length(state),
    "is_empty": lambda state, _: model.is_empty(state),
    "clear": lambda state, _: model.clear(state),
    "each": lambda state, _: model.each(state),
    "keys": lambda state, _: model.keys(state),
    "each_mut": lambda state, o: model.each_mut(state, o.value),
    "traverse": lambda state, _: model.traverse(state),
    "lend": lambda state, o: model.lend(state, o.structural),
    "drain": lambda state, _: model.drain(state),
    "retain": lambda state, o: model.retain(state, o.modulus, o.residue),
    "reserve": lambda state, o: model.reserve(state, o.count),
    "shrink_to_fit": lambda state, _: model.shrink_to_fit(state),
    "reload": lambda state, _: model.reload(state),
}


def step(state: State, operation: Operation, origin: Provenance) -> Step[object]:
    """What an operation does.

    Raises:
        ValueError: ``repack`` with unbounded widths.
    """
    name, key, other = operation.name, operation.key, operation.other
    if name in OF_THE_WHOLE:
        return OF_THE_WHOLE[name](state, operation)
    assert isinstance(key, Key), f"{name} needs a key"
    if name in OF_A_KEY:
        return OF_A_KEY[name](state, key, origin)
    if name in CHANGING_ONE:
        return CHANGING_ONE[name](state, key, operation.value, origin)
    assert isinstance(other, Key), f"{name} needs two keys"
    return model.exchange(state, key, other)


def able(parameters: Parameters, name: str) -> bool:
    """Whether keys have a packed form, for ``repack``: their widths are bounded."""
    return name != "repack" or None not in (parameters.id_bits, parameters.index_bits)


def needs_of(labels: Iterable[Label]) -> Mapping[Label, tuple[str, ...]]:
    """The operations that labels need, where their names do not tell: truncation is the work of ``remove``."""
    lent = {f"lend_refuses_{name}": ("lend", name) for name in STRUCTURAL}
    needs = lent | {"truncate_frees_reserve": ("remove", "reserve")}
    cut = {label: ("remove",) for label in labels if label.startswith("truncate_")}
    return {**cut, **{label: needs[label] for label in labels if label in needs}}


def refines_the_contract(before: Any, operation: Operation, step: StepOf[Any, object]) -> bool:  # noqa: ANN401
    """Whether a step is one of a pool; what is inserted is the operation's value."""
    return refines(before, operation, step, element=operation.value)


def layout_word(state: State) -> str:
    """The answer to ``layout``: the space, then of each partition its bounds, counts and free list, and the next id."""
    parts = [
        f"{p.start}:{p.size}:{p.live}:{p.opened}:{','.join(map(str, free))}"
        for p, free in zip(state.partitions, free_lists(state), strict=True)
    ]
    return "|".join((str(state.space), *parts, str(state.next_id)))


def cost_word(state: State) -> str:
    """The answer to ``cost``."""
    cost = state.cost
    return f"{cost.visits}/{cost.moved}/{cost.dropped}/{cost.cells}"


STABLE_LIST: Final = System(
    name="stablelist",
    family=POOL,
    operations=frozenset(POOL.kinds),
    fields=("id_bits", "index_bits"),
    stamps=lambda _, bits: ByInsertion(bits),
    since_2=frozenset(
        [
            "insert_with",
            "extend",
            "replace",
            "at_mut",
            "each_mut",
            "inspect",
            "reserve",
            "shrink_to_fit",
            "repack",
            "reload",
            "drain",
            "retain",
        ]
    ),
    noun="list",
    able=able,
    initial=model.initial,
    step=step,
    shown={"layout": layout_word, "cost": cost_word},
    live=abstraction,
    refines=refines_the_contract,
    invariants=INVARIANTS,
    labels=LABELS,
    picture=picture,
    variables=variables,
    needs=needs_of(LABELS),
    crafted=(*CRAFTED, *ABOUT_A_KEY),
)
