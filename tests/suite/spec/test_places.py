"""Places: what is known of indices that nobody shows."""

from __future__ import annotations

from copy import copy

import pytest

from stablelist_spec.core.key import Key
from stablelist_spec.families.places import Place, Places, Span


def ran(events: str) -> Places:
    """The places after some events: ``+2`` inserts, ``-2@5`` removes, ``0=3@5`` and ``0=@5`` see what a key finds."""
    places = Places()
    for event in events.split():
        what, _, now = event.partition("@")
        if what[0] == "+":
            places.taken(int(what[1:]))
        elif what[0] == "-":
            places.vacated(int(what[1:]), int(now))
        else:
            name, _, found = what.partition("=")
            places.found(int(name), int(found) if found else None, int(now))
    return places


@pytest.mark.parametrize(
    ("events", "name", "meanings"),
    [
        ("+0", 0, (0,)),
        ("+0 -0@1", 0, (None,)),
        # elements that were live at the same time are elsewhere; later ones are listed from the latest on
        ("+0 +1 -0@2", 0, (None,)),
        ("+0 +1 -0@2 +2 +3", 0, (None, 3, 2)),
        # what was seen holds as long as the element is live
        ("+0 -0@1 +1 +2 0=1@3", 0, (1,)),
        ("+0 -0@1 +1 +2 0=1@3 -1@3", 0, (None,)),
        ("+0 -0@1 +1 +2 0=1@3 -1@3 +3", 0, (None, 3)),
        ("+0 -0@1 +1 +2 0=1@3 -1@3 +3", 1, (None, 3)),
        # all keys of a place find the same
        ("+0 -0@1 +1 0=1@2 -1@2 +2 1=2@3", 0, (2,)),
        # a key that finds nothing may find only what comes later
        ("+0 -0@1 +1 0=@2", 0, (None,)),
        ("+0 -0@1 +1 0=@2 +2", 0, (None, 2)),
        ("+0 -0@1 +1 0=@2 +2 0=@3 +3 0=3@4", 0, (3,)),
        # keys that were live together are never equal, also if one of them found nothing in between
        ("+0 +1 -0@2 -1@2 +2 0=2@3", 1, (None,)),
        ("+0 +1 -0@2 -1@2 +2 0=@3 +3 0=3@4", 1, (None, 2)),
        # a live key is where it is
        ("+0 0=0@1", 0, (0,)),
    ],
)
def test_places_list_what_a_key_may_mean(
    events: str, name: int, meanings: tuple[int | None, ...]
) -> None:
    """What a key may find after some events."""
    assert ran(events).meanings(name) == meanings


def test_forged_keys_have_known_indices() -> None:
    """The same index is the same element, another index is another one; a place keeps its index."""
    places = ran("+0 +1")
    seven, eight = Key(7, 0), Key(8, 0)
    assert places.meanings(seven) == (None, 1, 0)
    places.found(seven, 0, 2)
    assert (places.meanings(seven), places.meanings(eight)) == ((0,), (None, 1))
    places.vacated(0, 2)
    places.taken(2)
    places.found(eight, 2, 3)
    assert (places.meanings(seven), places.meanings(0)) == ((None,), (None,))
    places.found(Key(9, 0), None, 3)
    assert places.meanings(Key(9, 0)) == (None,)


def test_copy_is_independent() -> None:
    """Of what happens to either."""
    places = ran("+0 -0@1 +1")
    other = copy(places)
    other.found(0, 1, 2)
    other.vacated(1, 2)
    assert places.meanings(0) == (None, 1)
    assert [*places.live] == [1]
    assert other.meanings(0) == (None,)
    assert places != other


def test_times_long_ago_are_forgotten() -> None:
    """A place that was used often keeps its last eight times only, and all of its names."""
    events = ["+0"]
    for number in range(1, 20):
        events += [f"-{number - 1}@{number}", f"+{number}", f"0={number}@{number + 1}"]
    place = ran(" ".join(events)).of(0)
    assert place.names == (*range(20),)
    ended = [Span(n, n + 1) for n in range(12, 19)]
    assert place.spans == (*ended, Span(19))
    seen = ran(" ".join([*events, "-19@20", "+20", "0=@21"])).of(0)
    assert seen.spans == (*ended[1:], Span(19, 20), Span(21, 21))


@pytest.mark.parametrize(
    ("one", "other", "overlap"),
    [
        (Span(0, 3), Span(2, 5), True),
        (Span(0, 3), Span(3, 5), False),
        (Span(0), Span(7), True),
        (Span(2, 2), Span(0, 3), True),
        (Span(3, 3), Span(0, 3), False),
        (Span(3, 3), Span(3), False),
        (Span(3, 3), Span(3, 3), False),
    ],
)
def test_times_that_overlap(one: Span, other: Span, overlap: bool) -> None:
    """Elements live at once, or one while the other's place was vacant; in either order."""
    assert [one.overlaps(other), other.overlaps(one)] == [overlap, overlap]


def test_vacancies_that_were_seen_are_kept_once() -> None:
    """Only the last of them tells anything."""
    place = ran("+0 -0@1 +1 0=@2 +2 0=@3").of(0)
    assert place == Place((0,), (Span(0, 1), Span(3, 3)))
