"""Writes what is computed on the pages of the systems: choices, exhausted scopes, layouts around an operation.

`python docs/systems/write.py` fills the marked places of `docs/systems.md` and `docs/systems/*.md`; a test compares.
With `--larger`, it explores the larger scopes of lists, too.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from stablelist_conformance.judging.verdict import Outcome
from stablelist_conformance.programs.cover import expand
from stablelist_conformance.report.panels import changes
from stablelist_conformance.report.picture import lines
from stablelist_conformance.running.exploring import Bounds, Explored, exploration
from stablelist_conformance.wire.configurations import configuration_of, scope_words
from stablelist_conformance.wire.protocol import Program
from stablelist_proofs.criteria.table import table
from stablelist_proofs.marked import filled
from stablelist_spec.core.axes import AXES
from stablelist_spec.core.family import Refusal
from stablelist_spec.core.history import History
from stablelist_spec.core.system import System
from stablelist_spec.parts.cells import visited
from stablelist_spec.systems import SYSTEMS

HERE: Final = Path(__file__).parent
INDEX: Final = HERE.parent / "systems.md"
DESCRIBED: Final = HERE / "described.tsv"
"""Every system of the source documents: where it is described, its models, and ports."""


class Motion(NamedTuple):
    """A program whose last operation is shown: the container before it and after it.

    Attributes:
        sentence: what happens.
        program: as crafted programs are written; ``add*3`` is three insertions.
    """

    sentence: str
    program: str


def of_a_list(*further: Motion) -> tuple[Motion, ...]:
    """What a StableList and its variants are shown to do, and what only one of them does."""
    return (
        Motion(
            "An element is added where two vacancies are.",
            "layout : extend:6 remove:1 remove:4 add",
        ),
        *further,
        Motion(
            "The last element of the upper half is removed.",
            "cost : extend:9 remove:1 remove:3 remove:0 remove:8",
        ),
    )


MOTIONS: Final[Mapping[str, tuple[Motion, ...]]] = {
    "stablelist": of_a_list(Motion("A full list grows.", "cost : extend:8 add")),
    "deferred": of_a_list(
        Motion(
            "One removal halves the space twice; the free list of q1 is dealt out once.",
            "cost : extend:17 remove:9..15 remove:4..8 remove:3 remove:1 remove:16",
        ),
        Motion(
            "The same with a scan: the four cells that are left are looked at.",
            "cost repartition=scan : extend:17 remove:9..15 remove:4..8 remove:3 remove:1 remove:16",
        ),
    ),
    "first-free": of_a_list(
        Motion("The last element is removed; so are the vacancies before it.", "cost : extend:9 remove:6..7 remove:8")
    ),
    "first-free-skipping": of_a_list(
        Motion("Two regions of vacancies are joined.", "cost : extend:8 remove:2 remove:4 remove:3")
    ),
    "dyadic": of_a_list(
        Motion("Two blocks are dropped at once.", "cost : extend:17 remove:4..15 remove:16")
    ),
    "lifo-slab": (
        Motion("The latest vacancy is filled.", "layout : add*5 remove:1 remove:3 add"),
        Motion("A stale key removes the element that is in its cell now.", "layout : add*4 remove:1 add remove:1"),
        Motion(
            "Vacancies at the end are dropped, the others listed anew.",
            "layout : add*5 remove:1 remove:0 remove:4 shrink_to_fit",
        ),
    ),
    "sparse-set": (
        Motion(
            "The number is exchanged with the last member, and is behind the count.",
            "cost universe=10 : insert:7 insert:3 insert:5 remove:7",
        ),
        Motion(
            "The count goes back to the mark: no cell is written.",
            "cost universe=10 : insert:7 insert:3 insert:5 mark remove:7 clear undo",
        ),
        Motion("Only 5 is kept.", "cost universe=10 : insert:7 insert:3 insert:5 2.insert:5 intersect"),
    ),
    "lifo-slotmap": (
        Motion("A removal makes the version even.", "layout : add*3 remove:1"),
        Motion(
            "An insertion makes it odd again: the old key has version 1, this one 3.",
            "layout : add*3 remove:1 add",
        ),
    ),
    "dense-slotmap": (
        Motion("The last element of the dense array moves into the gap; its slot stays.", "layout : add*4 remove:1"),
        Motion("An insertion reuses the slot, and goes to the end of the dense array.", "layout : add*4 remove:1 add"),
    ),
    "hop-slotmap": (
        Motion("Two blocks of vacancies are joined.", "layout : add*7 remove:1 remove:3 remove:2"),
        Motion("An insertion takes the last slot of the first block.", "layout : add*7 remove:1 remove:3 remove:2 add"),
        Motion(
            "An iteration visits the first slot of a block, and hops over the others.",
            "cost : add*7 remove:2..4 each",
        ),
    ),
    "stack-slotmap": (
        Motion("A removal advances the version of the slot.", "layout : add*4 remove:1 remove:3"),
        Motion("The slot that was vacated last is filled.", "layout : add*4 remove:1 remove:3 add"),
        Motion("Memory for four slots doubles, and all four move.", "cost : add*4 add"),
        Motion("Indices of one bit are used up: the insertion is refused.", "layout index_bits=1 : add*2 add"),
    ),
    "lifo-arena": (
        Motion("A full arena doubles; the new slots are vacant and listed.", "cost : add*4 add"),
        Motion("A removal advances the generation of the whole arena.", "layout : add*4 remove:1"),
        Motion("Draining drops all slots, and advances the generation once.", "cost : add*4 remove:1 drain"),
        Motion("The next insertion opens one slot.", "cost : add*4 remove:1 drain add"),
    ),
    "fixed-arena": (
        Motion("All four cells have a generation before they are used.", "layout capacity=4 : add"),
        Motion("A removal advances the generation of the cell.", "layout capacity=4 : add*3 remove:1"),
        Motion(
            "The cell is reused; its old key has generation 0, the new one 1.",
            "layout capacity=4 : add*3 remove:1 add",
        ),
        Motion("All cells are live: the insertion is refused.", "layout capacity=2 : add*2 add"),
    ),
    "handle-map": (
        Motion("The last element of the dense array moves into the gap.", "layout : add*4 remove:1"),
        Motion("The handle is reused.", "layout : add*4 remove:1 add"),
    ),
    "index-map": (
        Motion("The last row moves into the gap; every id stays.", "layout : add*4 remove:1"),
        Motion("An id is never issued again.", "layout : add*4 remove:1 add"),
        Motion("Even elements first: rows move, ids stay.", "cost : add*5 remove:0 sort:2"),
    ),
    "stable-vec": (
        Motion("A vacancy is never filled again.", "layout : add*3 remove:1 add"),
        Motion("Clearing drops all cells, also the vacant ones.", "cost : add*3 remove:1 clear"),
        Motion("Indices begin with 0 again: the first key finds this element.", "cost : add*3 remove:1 clear add"),
    ),
    "vec": (
        Motion("A removal moves all later elements down.", "cost removal=shifts : extend:5:10 remove_at:1"),
        Motion("Or the last element into the gap.", "cost removal=swaps : extend:5:10 remove_at:1"),
        Motion("Sort: even elements first; four of five are at another place.", "cost : extend:5:10 sort:2"),
    ),
    "shared-vec": (
        Motion("Shift: later references move, elements stay where they are.", "cost removal=shifts : add*5 remove:1"),
        Motion("Swap: the last reference moves into the gap.", "cost removal=swaps : add*5 remove:1"),
        Motion("Sort: even elements first; every key finds its own element.", "cost removal=shifts : add*5 sort:2"),
    ),
    "sequence": (
        Motion("An insertion moves all later elements up.", "contract : extend:4:10 insert:1:20"),
        Motion("A removal moves them down again.", "contract removal=shifts : extend:5:10 remove_at:1"),
        Motion(
            "In a sequence that swaps, the last one moves into the gap.",
            "contract removal=swaps : extend:5:10 remove_at:1",
        ),
        Motion("Two elements are drained.", "contract : extend:5:10 drain:1:3"),
    ),
    "paged-vector": (
        Motion("Twice the pages are committed.", "layout pages=5 page=2 : extend:2:10 push:12"),
        Motion("Only one page is left.", "layout pages=5 page=2 : extend:2:10 push:12 extend:5:13 push:18"),
        Motion("A value lies on two pages.", "layout pages=3 page=4 size=3 : push:10 push:11"),
        Motion("Nothing is left: the value is refused.", "layout pages=1 page=2 : extend:2:10 push:12"),
    ),
    "ring": (
        Motion("A full ring overwrites the first element.", "contract capacity=4 : extend:4:1 push_back:5"),
        Motion("An element in front overwrites the last one.", "contract capacity=4 : extend:4:1 push_front:0"),
        Motion("The first elements become the last.", "contract : extend:5:1 rotate:2"),
        Motion("A range is removed.", "contract : extend:5:1 drain:1:3"),
    ),
    "map": (
        Motion(
            "In the order of use, a key that is found becomes the last one.",
            "contract order=use : put:1:10 put:2:20 put:3:30 get:1",
        ),
        Motion(
            "A full cache evicts its first entry, which was least recently used.",
            "contract order=use full=evicts capacity=2 : put:1:10 put:2:20 get:1 put:3:30",
        ),
        Motion("In the order of its keys, a map is always sorted.", "contract order=key : put:5:1 put:9:2 put:7:3"),
        Motion(
            "A removal that swaps moves the last entry into the gap.",
            "contract order=insertion : put:1:1 put:2:2 put:3:3 swap_remove:1",
        ),
    ),
    "set": (
        Motion("A range is flipped.", "contract order=ascending : insert_range:2:5 flip_range:4:8"),
        Motion(
            "In the order of insertion, a number that becomes a member again comes last.",
            "contract order=insertion : insert:5 insert:9 insert:7 remove:5 insert:5",
        ),
        Motion(
            "The members at the mark come back.",
            "contract universe=16 : insert_range:3:6 mark remove:4 clear undo",
        ),
    ),
    "bit-set": (
        Motion("A member needs a word that is not there.", "layout bits=8 : insert_range:4:12 insert:30"),
        Motion("Words without members stay.", "layout bits=8 : insert_range:4:12 insert:30 cut:6"),
        Motion(
            "Words behind the last member are given back.",
            "layout bits=8 : insert_range:4:12 insert:30 cut:6 compact",
        ),
        Motion("The members at the mark come back.", "layout universe=20 bits=8 : insert_range:4:18 mark clear undo"),
    ),
    "ring-buffer": (
        Motion(
            "Every cell has a value: the oldest is overwritten.",
            "layout capacity=3 : push_back:1 push_back:2 push_back:3 push_back:4",
        ),
        Motion(
            "The oldest value is read.",
            "layout capacity=3 : push_back:1 push_back:2 push_back:3 push_back:4 pop_front",
        ),
        Motion("Both positions start over.", "layout capacity=3 : push_back:1 push_back:2 pop_front clear"),
        Motion(
            "A record of three bytes overwrites the oldest one, and goes on at the first cell.",
            "layout capacity=8 store=bytes : push_back:100 push_back:7 push_back:42",
        ),
        Motion(
            "Memory that is mapped twice: the write position goes on into the second mapping.",
            "layout capacity=8 store=mapped : push_back:100 push_back:7 push_back:42",
        ),
        Motion(
            "The read position is in the second mapping: both go back by eight.",
            "layout capacity=8 store=mapped : push_back:100 push_back:7 push_back:42 pop_front pop_front",
        ),
    ),
    "linear-allocator": (
        Motion(
            "A gap aligns the block, and its header is directly before it.",
            "layout region=32 : alloc:3:1 alloc:4:8",
        ),
        Motion(
            "The top goes back to the mark, and the blocks behind it are gone.",
            "layout region=32 : alloc:3:1 mark alloc:4:8 rewind",
        ),
        Motion(
            "With canaries, the byte behind the first one is aligned.",
            "layout region=32 checker=dealloc : alloc:1:1 alloc:4:8",
        ),
        Motion(
            "The byte behind a block is overwritten. When the block is freed, this is found: `!back`.",
            "layout region=32 checker=dealloc : alloc:4:8 stomp_after:0:0",
        ),
    ),
    "stack-allocator": (
        Motion("The last block is freed, and the gap before it.", "layout region=48 : alloc:3:1 alloc:4:16 dealloc:1"),
        Motion(
            "Unchecked, the blocks behind a block are freed with it.",
            "layout region=48 order=unchecked : alloc:3:1 alloc:4:8 alloc:4:4 dealloc:1",
        ),
    ),
    "double-ended-allocator": (
        Motion("A block at the back.", "layout region=48 order=unchecked : alloc:3:1 alloc_back:3:1 alloc_back:4:4"),
        Motion("Both ends meet.", "layout region=48 order=unchecked : alloc:8:1 alloc_back:16:1 alloc:8:1"),
    ),
    "pool-allocator": (
        Motion(
            "The chunk that was freed last is taken first.",
            "layout region=48 size=10 : alloc:10:8 alloc:4:4 dealloc:0 alloc:7:1",
        ),
        Motion(
            "The canary is behind the largest size: of three bytes behind a small block, only the last is seen.",
            "layout region=48 size=6 checker=always : alloc:4:4 stomp_after:0:0 stomp_after:0:2",
        ),
    ),
    "growing-pool": (
        Motion(
            "Two pages are committed: there are three more chunks, of which one is taken.",
            "layout region=64 page=12 size=8 : alloc:8:8 alloc:8:8",
        ),
    ),
    "dense-components": (
        Motion(
            "An entity is removed with its components: the last one of each storage moves into the gap.",
            "layout : make*3 insert:0:0:5 insert:1:0:6 insert:2:0:7 insert:0:1:8 remove:0",
        ),
        Motion(
            "The index is used again by an entity without components.",
            "layout : make*2 insert:0:0:5 insert:1:0:6 remove:0 make",
        ),
        Motion(
            "A stale entity is given a component: the storage is made, and stays empty.",
            "layout : make*2 insert:1:0:6 remove:0 insert:0:1:5",
        ),
    ),
    "stable-graph": (
        Motion(
            "The edges of a node are removed with it.",
            "layout : add_node*3 add_edge:0:1 add_edge:2:0 remove_node:1",
        ),
        Motion(
            "The vacancies are reused, the latest first.",
            "layout : add_node*3 add_edge:0:1 remove_node:1 add_node",
        ),
    ),
}  # fmt: skip
"""What each system does that others do not."""

TOGETHER: Final = {
    "slot-maps": ("lifo-slotmap", "dense-slotmap", "hop-slotmap"),
    "handle-maps": ("handle-map", "fixed-arena", "stack-slotmap"),
    "ring": ("ring", "ring-buffer"),
    "components": ("dense-components",),
    "allocators": (
        *(
            "linear-allocator",
            "stack-allocator",
            "double-ended-allocator",
            "pool-allocator",
            "growing-pool",
        ),
    ),
}
"""Pages that are about several systems."""
SHARING: Final = frozenset(name for names in TOGETHER.values() for name in names)
PAGES: Final = {name: (name,) for name in MOTIONS if name not in SHARING} | TOGETHER
"""The systems of each page."""
BOUNDS: Final = Bounds(states=500_000)
"""Far more than any scope has."""
LARGER: Final = "id_bits=1,index_bits=3"
"""The larger scope of a list."""


# --- Drawing --------------------------------------------------------------------------------------


ITERATION: Final = "each"
"""The operation of which a picture marks what it visits, because it changes no cell."""


def states(system: System, program: Program) -> tuple[Any, Any, bool]:
    """The states before the last operation of a program and after it, and whether it was refused."""
    history = History(system, program.parameters)
    *earlier, last = program.operations
    for operation in earlier:
        history.perform(operation)
    before = history.state
    answer = history.perform(last).answer
    return before, history.state, isinstance(answer, Refusal)


def drawn(system: System, motion: Motion) -> str:
    """The container before and after an operation, with marks below the cells that it changed or visited."""
    program = expand(motion.program, system.name)
    assert system.picture is not None
    *both, refused = states(system, program)
    before, after = map(system.picture, both)
    iterated = program.words[-1] == ITERATION
    marks = {0: visited(both[0])} if iterated else changes(before, after)
    panels = (
        "before:",
        *lines(before),
        f"after {program.words[-1]}{', which was refused' * refused}:",
        *lines(after, marks),
    )
    return "\n".join([motion.sentence, "", "```text", motion.program, "", *panels, "```"])


def contents(systems: tuple[System, ...]) -> dict[str, Callable[[], str]]:
    """What is computed for the page of some systems."""
    return {
        "choices": lambda: choices(systems),
        "scopes": lambda: scopes(systems),
        "larger": lambda: larger(*systems),
        "motion": lambda: "\n\n".join(moving(systems)),
    }


def choices(systems: tuple[System, ...]) -> str:
    """The axes of some systems, one column each."""
    words = [system.axes.words() for system in systems]
    rows = ((axis, *(each.get(axis, "-") for each in words)) for axis in AXES)
    return table(("axis", *(f"`{system.name}`" for system in systems)), *rows)


def scopes(systems: tuple[System, ...]) -> str:
    """The scopes of some systems, explored, and the commands that explore them again."""
    commands = [f"`stablelist explore {system.name}`" for system in systems]
    several = len(systems) > 1
    head = ("scope", "forgotten", "states", "transitions", "diameter")
    rows = (
        (f"`{system.name}`", *row) if several else row
        for system in systems
        for row in explored(system)
    )
    again = f"{' and '.join(filter(None, (', '.join(commands[:-1]), commands[-1])))} explore{'' if several else 's'}"
    return "\n".join(
        [
            f"{again} these scopes again. Every state was visited, and every invariant of the model holds in it.",
            "",
            table(("system", *head) if several else head, *rows),
        ]
    )


def explored(system: System) -> Iterator[tuple[str, ...]]:
    """The scopes of a system as rows, with their counts."""
    for scope in system.scopes:
        result = exhausted(system, scope)
        yield scope_words(system, scope), result.leaves_out, *counts(result)


def exhausted(system: System, scope: object) -> Explored:
    """The exploration of a scope, to its end."""
    result = exploration(system.name, system, scope, BOUNDS)
    assert result.outcome is Outcome.VERIFIED
    return result


def counts(result: Explored) -> Iterator[str]:
    """The numbers of states and transitions, and the diameter."""
    found = result.found
    return (f"{count:,}" for count in (found.states, found.transitions, found.diameter))


def larger(system: System) -> str:
    """A scope that takes a minute, in which a list grows and truncates."""
    result = exhausted(system, configuration_of(system, LARGER))
    command = f"`stablelist explore {system.name} --configuration {LARGER}`"
    row = (command, *counts(result))
    return "\n".join(
        [
            "A list of four positions does not grow. With eight positions it grows and truncates; in mode `iteration`:",
            "",
            table(("command", "states", "transitions", "diameter"), row),
        ]
    )


def moving(systems: tuple[System, ...]) -> Iterator[str]:
    """The pictures of some systems, under a heading of their own if there are several."""
    for system in systems:
        if len(systems) > 1:
            yield f"### {system.name} in slow motion"
        yield from (drawn(system, motion) for motion in MOTIONS[system.name])


def compared() -> str:
    """The axes of all systems, one row each: those that hand out keys, then the others, which choose less."""
    keyed = [name for name, system in SYSTEMS.items() if system.family.keyed]
    others = [name for name in SYSTEMS if name not in keyed]
    return "\n\n".join(
        ["These hand out keys:", listed(keyed), "These hand out none:", listed(others)]
    )


def listed(names: Sequence[str]) -> str:
    """The axes of some systems, one row each, with a column for each axis that one of them has."""
    page = {system: name for name, systems in PAGES.items() for system in systems}
    words = {name: SYSTEMS[name].axes.words() for name in names if name in page}
    axes = [axis for axis in AXES if any(axis in each for each in words.values())]
    rows = (
        (f"[`{name}`](systems/{page[name]}.md)", *(each.get(axis, "-") for axis in axes))
        for name, each in words.items()
    )
    return table(("system", *axes), *rows)


def described() -> str:
    """What the source documents describe: the models on their pages, and ports that they verify."""
    page = {system: name for name, systems in PAGES.items() for system in systems}
    rows = (
        (
            *place,
            ", ".join(f"[`{name}`](systems/{page[name]}.md)" for name in systems),
            ", ".join(f"`{port}`" if "::" in port else port for port in ports) or "-",
        )
        for *place, systems, ports in sources()
    )
    return table(("document", "place", "what is described", "model", "ports"), *rows)


def sources() -> Iterator[tuple[str, str, str, list[str], list[str]]]:
    """The systems of the source documents: document, place, what it is, models, ports."""
    for row in DESCRIBED.read_text("utf-8").splitlines()[1:]:
        document, place, what, systems, ports = row.split("\t")
        yield document, place, what, systems.split("; "), [*filter(None, ports.split("; "))]


def pages() -> Mapping[Path, Mapping[str, Callable[[], str]]]:
    """The contents of the marked places of every page."""
    return {INDEX: {"choices": compared, "described": described}} | {
        HERE / f"{name}.md": contents(tuple(SYSTEMS[system] for system in systems))
        for name, systems in PAGES.items()
    }


def standing(text: str) -> str:
    """The table of a larger scope, as it is on a page."""
    return text.partition("<!-- larger -->\n\n")[2].partition("\n\n<!-- /larger -->")[0]


def main(arguments: Sequence[str]) -> None:
    """Write the pages; larger scopes are explored only with ``--larger``, because that takes minutes."""
    for path, places in pages().items():
        text = path.read_text("utf-8")
        path.write_text(
            filled(text, places if "--larger" in arguments else quick(places, text)), "utf-8"
        )


def quick(places: Mapping[str, Callable[[], str]], text: str) -> Mapping[str, Callable[[], str]]:
    """The contents of a page, whose larger scopes stay as they are."""
    return {**places, "larger": lambda: standing(text)}


if __name__ == "__main__":
    main(sys.argv[1:])
