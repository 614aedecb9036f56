"""The contracts run plainly, on numbers: what CrossHair shows on symbols is no illusion of its own."""

from __future__ import annotations

import inspect
from importlib import import_module
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stablelist_proofs.contracts.catalogue import Contract, canaries, contracts
from stablelist_proofs.contracts.domain import OutsideError

NUMBERS = st.integers(-2, 9) | st.integers(0, 40) | st.integers(-(2**70), 2**70)


def holds(contract: Contract, numbers: list[int]) -> bool:
    """Whether a contract is true of these arguments, or says nothing about them."""
    module = import_module(contract.target.rpartition(".")[0])
    function = getattr(module, contract.function)
    names = list(inspect.signature(function).parameters)
    arguments = dict(zip(names, numbers, strict=False))
    try:
        answer = function(**arguments)
    except OutsideError:
        return True
    line = Path(str(module.__file__)).read_text().splitlines()[contract.line - 1]
    said = eval(line.partition("post:")[2].strip(), vars(module), {**arguments, "_": answer})
    assert type(said) is bool
    return said


@pytest.mark.pure
@pytest.mark.parametrize("contract", contracts(), ids=lambda each: f"{each.caller}-{each.name}")
@given(numbers=st.lists(NUMBERS, min_size=6, max_size=6))
def test_contract_is_true_of_numbers(contract: Contract, numbers: list[int]) -> None:
    """Small ones, which collide, and large ones."""
    assert holds(contract, numbers)


FALSE_OF = {
    "rounding": [4],
    "partitions": [1],
    "vacancies": [0, 0],
    "cascade": [2],
    "splitting": [2, 2, 3],
    "packing": [2**32],
    "ids": [2**32 - 1],
    "looking_up": [1, 4_321],
    "one_element": [5, 4_321],
    "all_elements": [2, 1, 4_321],
    "room": [5, 4],
    "secondary": [0, 4_321],
    "programs": [4, 4],
    "longer_programs": [2, 3, 4],
}


@pytest.mark.parametrize("canary", canaries(), ids=lambda each: each.module)
def test_canary_contract_is_refuted(canary: Contract) -> None:
    """An engine that does not refute it has not analysed it."""
    assert not holds(canary, FALSE_OF[canary.module])
