"""The lines and colours of the pictures of docs/performance.md; `suite.docs.test_pictures` looks at the pictures."""

from __future__ import annotations

from pathlib import Path

import pytest
from matplotlib.figure import Figure

from bench import plots, svg
from bench.names import DICT, STABLE


def test_stable_list_and_dict_are_drawn_stronger() -> None:
    """They have wider lines, above the others, and bold names."""
    strong = {peer for peer in plots.COLOURS if plots.line(peer)["linewidth"] > 1}
    assert strong == {STABLE, DICT}
    assert {peer for peer in plots.COLOURS if plots.line(peer)["zorder"] > 2} == strong
    assert {peer for peer in plots.COLOURS if plots.weight(peer) == "bold"} == strong
    assert plots.weight(f"{DICT}: slices") == "bold"


def test_unknown_colour_is_an_error(tmp_path: Path) -> None:
    """The colour would be unreadable on one of the two papers."""
    figure = Figure(facecolor="#123456")
    with pytest.raises(KeyError, match="#123456"):
        svg.write(figure, tmp_path / "x.svg")
