"""What the questions of `suite.wheels` come to: values, messages, and the list afterwards."""

import pytest

from suite.kit.conftest import Golden, golden
from suite.wheels import behaviour

__all__ = ["golden"]


@pytest.mark.parametrize("what", ["expressions", "others", "overriding", "clumsy"])
def test_questions_come_to_what_the_file_says(golden: Golden, what: str) -> None:
    """``--update`` writes it anew; what is the same as with nothing done is left out."""
    usual = {*behaviour.outcome("None"), "value"}
    answers = getattr(behaviour, what)()
    told = (
        f"{asked}\n" + "".join(f"    {each}\n" for each in ended if each not in usual)
        for asked, ended in answers.items()
    )
    golden(f"{what}.txt", "".join(told))
