"""Values that are drawn at random for the symbols and functions of formulas: few small ones, or huge ones as well."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from stablelist_proofs.core.terms import (
    Domain,
    Evaluator,
    Quantified,
    Sort,
    Term,
    compiled,
    parts,
    smtlib,
)

__all__ = ["Drawing", "Function", "Known", "Values", "drawn", "functions_of", "numbers_of"]

Values = dict[str, Any]
"""The values of symbols and functions by name; and of each domain of "for all", the numbers that it goes through."""

HUGE: Final = (1 << 40, 1 << 64)
FIRST: Final = range(4)
"""The numbers that every "for all" goes through, besides those that are drawn."""


class Function:
    """A function whose values are drawn when they are needed."""

    def __init__(self, draw: Callable[[], Any]) -> None:
        self.values: dict[Any, Any] = defaultdict(draw)

    def __call__(self, *arguments: int) -> Any:  # noqa: ANN401 - of either sort
        """The value for a number, or for several."""
        return self[arguments if len(arguments) > 1 else arguments[0]]

    def __getitem__(self, argument: Any) -> Any:  # noqa: ANN401 - a number, or several
        return self.values[argument]

    def put(self, place: int, value: Any) -> Function:  # noqa: ANN401 - of either sort
        """The function with another value at one place."""
        return Known(lambda argument: value if argument == place else self[argument])


class Known(Function):
    """A function that is computed."""

    def __init__(self, known: Callable[[Any], Any]) -> None:
        super().__init__(int)
        self.known = known

    def __getitem__(self, argument: Any) -> Any:  # noqa: ANN401 - a number, or several
        return self.known(argument)


def functions_of(values: Values) -> Mapping[str, Any]:
    """The functions among some values."""
    return {name: value for name, value in values.items() if isinstance(value, Function)}


def numbers_of(values: Values) -> Values:
    """The values without functions and domains."""
    return {name: value for name, value in values.items() if isinstance(value, int)}


def drawn(terms: Collection[Term], chance: random.Random) -> Values:
    """A value for each symbol and function in some terms, and the numbers of each domain."""
    return Drawing(terms).drawn(chance)


class Drawing:
    """Values for the symbols and functions in some terms, which can be drawn any number of times.

    Each time numbers are of one kind: a few small ones, so that many are equal; or those that the terms mention, and
    huge ones.
    """

    def __init__(self, terms: Collection[Term], domains: Iterable[Domain] = ()) -> None:
        found = {part for term in terms for part in parts(term)}
        named = sorted(found, key=lambda part: (part.op, part.name))
        self.symbols = {part.name: part.sort for part in named if part.op == "symbol"}
        self.functions = {part.name: part.sort for part in named if part.op == "apply"}
        self.domains = {each.name for each in (*domains, *_domains(found))}
        self.equations = [*_equations(found)]
        self.far = [n + d for n in (*sorted({*_mentioned(found)}), *HUGE) for d in (-1, 0, 1)]

    def drawn(self, chance: random.Random) -> Values:
        """A value for each."""
        numbers, often = self._numbers(chance), chance.choice((0.3, 0.7))

        def value(sort: Sort) -> Any:  # noqa: ANN401 - of either sort
            return chance.random() < often if sort is Sort.BOOL else chance.choice(numbers)

        met = sorted({*FIRST, *numbers})
        values: Values = dict.fromkeys(self.domains, met)
        values |= {name: value(sort) for name, sort in self.symbols.items()}
        values |= {name: Function(partial(value, sort)) for name, sort in self.functions.items()}
        if {"stamp", "insertion_of"} <= values.keys() and chance.random() < 0.7:
            values |= _distinct(chance)
        if chance.random() < 0.5:
            self._equate(values, chance)
        return values

    def _equate(self, values: Values, chance: random.Random) -> None:
        """Make some of the equations true, most of which would hardly ever be true."""
        functions = functions_of(values)
        for name, arguments, value in self.equations:
            if chance.random() < 0.5:
                number = value(values, functions)[0]
                if arguments is None:
                    values[name] = number
                elif type(values[name]) is Function:
                    values[name].values[arguments(values, functions)[0]] = number

    def _numbers(self, chance: random.Random) -> list[int]:
        small = [*range(chance.choice((-1, 0)), chance.choice((2, 4, 9)))]
        return small if chance.random() < 0.6 else [*small, *self.far]


Equation = tuple[str, Evaluator | None, Evaluator]
"""A symbol, or a function and its argument; and what it should be equal to."""


def _equations(found: Iterable[Term]) -> Iterator[Equation]:
    """The equations of a symbol, or of a function of one argument, with anything else; from either side."""
    equations = {smtlib(part): part.args for part in found if part.op == "=" and _closed(part)}
    for _, (left, right) in sorted(equations.items()):
        for one, other in ((left, right), (right, left)):
            if one.sort is Sort.INT and one.op == "symbol":
                yield one.name, None, compiled(other)
            elif one.sort is Sort.INT and one.op == "apply" and len(one.args) == 1:
                yield one.name, compiled(*one.args), compiled(other)


def _closed(term: Term) -> bool:
    """Whether a term is not about a bound variable."""
    return all(part.op != "bound" for part in parts(term))


def _mentioned(found: Iterable[Term]) -> Iterator[int]:
    for part in found:
        if part.op == "literal" and part.name.lstrip("-").isdigit():
            yield int(part.name)


def _domains(found: Iterable[Term]) -> Iterator[Domain]:
    yield from (part.domain for part in found if isinstance(part, Quantified))


def _distinct(chance: random.Random) -> Values:
    """Ids that distinguish insertions, which are rare otherwise."""
    shift, sign = chance.choice((-2, -1, 0, 1, 2, *HUGE)), chance.choice((-1, 1))
    return {
        "stamp": Known(lambda i: sign * i + shift),
        "insertion_of": Known(lambda i: sign * (i - shift)),
    }
