"""The figures of the thesis on engine subsystems, and what it says of them; they stand in ``figures.txt``."""

from __future__ import annotations

from typing import Final

from suite.claims.ledger import HERE, claim


class Row:
    """A scenario: averages in C++ and in Rust, in microseconds, and the printed difference and percentage."""

    def __init__(self, line: str) -> None:
        self.name, *figures = line.split()
        self.cpp, self.rust, self.printed = map(float, figures)

    @property
    def of_mean(self) -> float:
        """The difference in per cent of the mean of both."""
        return 200 * abs(self.cpp - self.rust) / (self.cpp + self.rust)

    @property
    def slower(self) -> float:
        """How much slower Rust is, in per cent of C++."""
        return 100 * (self.rust / self.cpp - 1)


def rows(table: str) -> list[Row]:
    """The rows of a table of the thesis; ``workstation`` or ``laptop``, and its part."""
    text = (HERE / "figures.txt").read_text("ascii")
    part = text.split(f"# {table}\n")[1].split("#")[0]
    return [Row(line) for line in part.splitlines() if line.strip()]


TABLES: Final = [
    f"{machine} {part}"
    for part in ("memory", "containers", "entities")
    for machine in ("workstation", "laptop")
]


@claim("percentages")
def test_percentages_are_of_the_mean_of_both() -> None:
    """All forty, to two digits."""
    found = [row for table in TABLES for row in rows(table)]
    assert len(found) == 40
    assert all(abs(row.of_mean - row.printed) < 0.011 for row in found)


@claim("same-figures-twice")
def test_both_machines_have_the_same_figures_for_entities() -> None:
    """Digit by digit."""
    one, other = map(rows, TABLES[4:])
    assert [vars(row) for row in one] == [vars(row) for row in other]


@claim("five-to-fifty")
def test_differences_of_allocators_are_as_claimed() -> None:
    """From 2.7 to 57.9 microseconds; without the default ones, to 52.4."""
    differences = {
        (row.name, round(abs(row.cpp - row.rust), 1)) for table in TABLES[:2] for row in rows(table)
    }
    assert min(amount for _, amount in differences) == 2.7
    assert max(amount for _, amount in differences) == 57.9
    assert max(amount for name, amount in differences if name != "default") == 52.4


def columns() -> list[dict[str, float]]:
    """Four columns of averages of allocators: both languages on both machines."""
    tables = [rows(table) for table in TABLES[:2]]
    return [
        {row.name: getattr(row, of) for row in table} for table in tables for of in ("cpp", "rust")
    ]


@claim("custom-allocators")
def test_every_allocator_is_faster_than_the_default() -> None:
    for column in columns():
        assert max(column, key=lambda name: column[name]) == "default"


@claim("linear-cheapest")
def test_fastest_allocator_is_the_one_named() -> None:
    """The pool in three columns, the linear one in one."""
    assert [min(column, key=lambda name: column[name]) for column in columns()] == [
        "pool", "pool", "linear", "pool",
    ]  # fmt: skip


@claim("two-components")
def test_two_components_take_nearly_twice_the_time_of_one() -> None:
    """In C++."""
    one, two, *_ = rows(TABLES[4])
    assert round(two.cpp / one.cpp, 1) == 1.9
    assert round(two.rust / one.rust, 1) == 1.5


@claim("pool-and-realm")
def test_where_allocators_in_rust_are_faster() -> None:
    """The pool on both machines, and the realm on the laptop."""
    faster = {(table, row.name) for table in TABLES[:2] for row in rows(table) if row.slower < 0}
    assert faster == {
        ("workstation memory", "pool"), ("laptop memory", "pool"), ("laptop memory", "realm"),
    }  # fmt: skip


def range_of(names: str) -> tuple[int, int]:
    """The least and the greatest slowdown of containers whose name begins so, in per cent of C++, rounded."""
    found = [
        round(row.slower)
        for table in TABLES[2:4]
        for row in rows(table)
        if row.name.startswith(names)
    ]
    return min(found), max(found)


@claim("vector-25-to-30")
def test_vectors_in_rust_have_the_claimed_ratios() -> None:
    """Erasing 12 and 20 per cent slower than in C++, the rest 25 to 35."""
    assert range_of("vec") == (12, 35)


@claim("handle-map-35-to-40")
def test_handle_maps_in_rust_have_the_claimed_ratios() -> None:
    """39 to 65 per cent slower."""
    assert range_of("handle") == (39, 65)


@claim("ring-4-and-7")
def test_rings_in_rust_have_the_claimed_ratios() -> None:
    """Faster by 5 to 15 microseconds on one machine, and by 31 to 36 on the other."""
    for table, least, most in ((TABLES[2], 5, 15), (TABLES[3], 31, 36)):
        faster = [round(row.cpp - row.rust) for row in rows(table) if row.name.startswith("ring")]
        assert (min(faster), max(faster)) == (least, most)


@claim("25-to-30-slower")
def test_how_many_figures_are_in_the_band_of_the_conclusion() -> None:
    """Of the forty, Rust is faster in 17, and 25 to 30 per cent slower in three."""
    slower = [row.slower for table in TABLES for row in rows(table)]
    assert sum(each < 0 for each in slower) == 17
    assert sum(25 <= each <= 30 for each in slower) <= 5


@claim("mostly-cpp")
def test_how_many_figures_are_less_in_cpp() -> None:
    """Of memory, containers and entities, on both machines."""
    less = [sum(row.slower > 0 for row in rows(table)) for table in TABLES]
    assert [less[part] + less[part + 1] for part in (0, 2, 4)] == [9, 14, 0]
