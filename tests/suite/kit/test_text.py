"""Plain text: whatever a port has written, terminals and build servers can show it."""

import pytest

from stablelist_conformance.wire.text import COLUMNS, clip, field, wrapped


@pytest.mark.parametrize("around", [0, 10, 50, 99])
def test_clipped_text_keeps_what_it_is_clipped_around(around: int) -> None:
    """The place of a difference stays visible, wherever it is."""
    text = "".join(str(number % 10) for number in range(around)) + "X" + "y" * (99 - around)
    shown = clip(text, 40, around=around)
    assert len(shown) == 40
    assert "X" in shown
    assert "..." in shown


def test_clipped_text_is_never_too_wide_because_of_escapes() -> None:
    """An escape is longer than the character it stands for."""
    assert len(clip("\x1b" * 30, 40)) == 40


def test_a_long_value_is_indented_below_its_beginning() -> None:
    """A person sees where the next field begins."""
    lines = field("reason", "word " * 30)
    assert all(len(line) <= COLUMNS for line in lines)
    assert [line[:12].strip() for line in lines] == ["reason", "", ""]


def test_empty_text_is_one_line() -> None:
    """A field without a value still shows its name."""
    assert wrapped("", "reason  ") == ["reason"]


def test_a_long_list_is_divided_between_its_items() -> None:
    """No width is cut in two."""
    widths = ",".join(map(str, range(10, 64)))
    lines = field("reach", f"ids of {widths} bits")
    assert len(lines) > 2
    assert all(len(line) <= COLUMNS for line in lines)
    said = "".join(lines).removeprefix("reach").replace(" ", "")
    assert said == f"idsof{widths}bits"
    assert all(line.endswith((",", "bits")) for line in lines)
