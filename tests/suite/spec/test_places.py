"""Places: what is known of indices that nobody shows."""

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


def test_live_key_is_where_it_is() -> None:
    assert ran("+0 0=0@1").meanings(0) == (0,)


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


def test_vacancies_that_were_seen_are_kept_once() -> None:
    """Only the last of them tells anything."""
    place = ran("+0 -0@1 +1 0=@2 +2 0=@3").of(0)
    assert place == Place((0,), (Span(0, 1), Span(3, 3)))
