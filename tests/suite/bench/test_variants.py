"""docs/variants.md shows the figures of `make variants`, which are the counts of the models."""

import re
from collections.abc import Callable
from math import factorial, perm

import pytest

from bench.parts import load
from bench.variants import figures as made_of
from bench.variants.container import SUMMARISED, WAYS, Container
from bench.variants.figures import FIGURES, SEEDS, names_of, rounded
from bench.variants.loads import LOADS
from bench.variants.memory import counted, growth, room
from bench.variants.page import PAGE
from bench.variants.tables import worst_of
from bench.variants.worst import CELLS, FAMILIES, searched
from stablelist_proofs.marked import MARKED
from stablelist_spec.core.key import Key
from stablelist_spec.systems import DEFERRED, DYADIC
from suite.docs.pages import ROOT, blocks
from suite.spec.programs import ran

TEXT = (ROOT / PAGE).read_text("utf-8")
FOUND = load(ROOT / FIGURES)


# --- The page -------------------------------------------------------------------------------------


OF_THE_THESIS = {"8,166", "16,383", "100,000"}
OF_THE_LOADS = {"100", "150", "255", "1,000", "10,000", "16,384", "1,024", "4,096"}


def equal() -> set[str]:
    """The figures of a load in which no container differs; the tables leave them out."""
    rows = [
        {of[what] for of in load.values()}
        for load in FOUND["loads"].values()
        for what in next(iter(load.values()))
    ]
    return {f"{number:,}" for row in rows if len(row) == 1 for number in row}


def test_numbers_of_the_prose_are_in_the_tables() -> None:
    """Exceptions are figures of the thesis, numbers that say what is compared, and those that are equal for all."""
    prose = re.sub(r"```.*?```|§[\d.]+|\(\S+\)", "", MARKED.sub("", TEXT), flags=re.DOTALL)
    tables = " ".join(place[0] for place in MARKED.finditer(TEXT))
    known = (
        OF_THE_THESIS
        | OF_THE_LOADS
        | equal()
        | {f"{number:,}" for number in FOUND["courses"]["stablelist"]}
    )
    said = set(re.findall(r"\d{1,3}(?:,\d{3})+|\d+\.\d+|\b\d{3,}\b", prose))
    assert len(said) > 15
    assert said - known <= set(re.findall(r"[\d,.]*\d", tables))


# --- The figures ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("load_name", "name"), [(each, name) for each in ("crossed", "edge") for name in names_of(each)]
)
def test_short_loads_come_to_the_same_again(load_name: str, name: str) -> None:
    """The figures of the whole load are computed again."""
    assert rounded(LOADS[load_name](name, SEEDS[0])) == FOUND["loads"][load_name][name]


@pytest.mark.parametrize("way", WAYS)
def test_ways_come_to_the_same_again(way: str) -> None:
    """Around a full space, as in the figures; the walk is the deferred list of all other tables."""
    assert rounded(LOADS["edge"](way, SEEDS[0])) == FOUND["ways"][way]["edge"]
    assert FOUND["ways"]["deferred"]["particles"] == FOUND["loads"]["particles"]["deferred"]


@pytest.mark.parametrize("name", SUMMARISED)
@pytest.mark.parametrize("family", FAMILIES)
def test_families_come_to_the_same_for_small_sizes(family: str, name: str) -> None:
    """The larger sizes continue these families."""
    for size in (8, 16, 64):
        assert FAMILIES[family](name, size) == FOUND["worst"][family][name][str(size)]


@pytest.mark.parametrize(
    "name", ["stablelist", "deferred", "first-free", "hop-slotmap", "stable-vec"]
)
def test_search_comes_to_the_same(name: str) -> None:
    """The search covers every state of its scope."""
    assert searched(name)._asdict() == FOUND["searched"][name]


def orders(cells: int) -> int:
    """The free lists of any of so many cells."""
    return sum(perm(cells, vacant) for vacant in range(cells + 1))


EXPECTED: dict[str, Callable[[int], int]] = {
    **dict.fromkeys(
        ("lifo-slab", "lifo-slotmap", "stable-graph"),
        lambda most: sum(orders(cells) for cells in range(most + 1)),
    ),
    "dense-slotmap": lambda most: sum(factorial(cells + 1) for cells in range(most + 1)),
    "lifo-arena": lambda most: sum(orders(cells) for cells in (4, 8) if cells <= most),
    "stable-vec": lambda most: 2 ** (most + 1) - 1,
}
"""How many layouts there are: free lists in any order; a dense array in any order; what is live of cells used once."""


@pytest.mark.parametrize("name", EXPECTED)
def test_search_meets_every_layout(name: str) -> None:
    assert searched(name, 5).states == EXPECTED[name](5)
    assert FOUND["searched"][name]["states"] == EXPECTED[name](CELLS)


@pytest.mark.parametrize("name", SUMMARISED)
def test_families_reach_what_the_search_finds(name: str) -> None:
    """So no program with as few cells has a more expensive operation."""
    assert worst_of(FOUND, name, CELLS) == FOUND["searched"][name]["bookkeeping"]


# --- The loads, on a small scale ------------------------------------------------------------------


def test_burst_is_as_in_the_figures() -> None:
    """The longest iteration of each five steps is the highest point of the curve."""
    numbers, course = made_of.burst(SEEDS[0], "dyadic")
    assert course == FOUND["courses"]["dyadic"]
    assert numbers == FOUND["loads"]["particles"]["dyadic"]


def test_program_after_which_dyadic_is_longer() -> None:
    """The program on the page; the order of reuse may favour either list."""
    (program,) = [block.text for block in blocks(TEXT) if "remove_many" in block.text]
    spaces = {}
    for system in (DEFERRED, DYADIC):
        came = ran(system, program, id_bits=8, index_bits=8)
        spaces[system.name] = (came.state.space, *(key.index for key in system.live(came.state)))
    assert spaces == {"deferred": (4, 1), "dyadic": (8, 6)}


# --- The memory of containers whose models keep none ----------------------------------------------


@pytest.mark.parametrize("name", ["lifo-arena", "stable-vec"])
def test_growth_is_derived_as_the_models_count_it(name: str) -> None:
    """Of two containers the models keep the memory: both come to the same moves and the same memory."""
    container, derived = Container(name), 0
    keys = list[Key]()
    for turn in range(200):
        before = container.state
        assert counted(before)
        keys += container.add()
        derived += growth(before, container.state)
        assert container.spent.moved == container.state.cost.moved == derived
        assert container.state.allocated == room(len(container.state.cells)) == container.space
        if turn % 3 == 0:
            container.remove([keys.pop(turn // 2)])
    assert derived > 100
