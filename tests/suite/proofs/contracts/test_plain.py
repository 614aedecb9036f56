"""The contracts run plainly, on numbers: what CrossHair shows on symbols is no illusion of its own."""

import inspect
import re
from pkgutil import resolve_name

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stablelist_proofs.contracts.catalogue import Contract, contracts
from stablelist_proofs.contracts.domain import OutsideError

NUMBERS = st.integers(-2, 9) | st.integers(0, 40) | st.integers(-(2**70), 2**70)


def holds(contract: Contract, numbers: list[int]) -> bool:
    """Whether a contract is true of these arguments, or says nothing about them."""
    function = resolve_name(contract.target)
    arguments = dict(zip(inspect.signature(function).parameters, numbers, strict=False))
    try:
        answer = function(**arguments)
    except OutsideError:
        return True
    said = [
        eval(line, function.__globals__, {**arguments, "_": answer})
        for line in re.findall(r"post: (.*)", function.__doc__)
    ]
    assert {type(each) for each in said} == {bool}
    return all(said)


@pytest.mark.pure
@settings(max_examples=30)
@pytest.mark.parametrize("contract", contracts(), ids=lambda each: each.name)
@given(numbers=st.lists(NUMBERS, min_size=6, max_size=6))
def test_contract_is_true_of_numbers(contract: Contract, numbers: list[int]) -> None:
    """Small ones, which collide, and large ones."""
    assert holds(contract, numbers)
