"""Each peer does the operations that it is measured for."""

import pytest

from bench.operations import Element
from bench.peers.every import CYCLED
from bench.peers.loop import EmptyLoop
from bench.peers.peer import Peer
from bench.peers.stable import Stable, WideStable
from stablelist.ids import u64

EVERY = pytest.mark.parametrize("kind", CYCLED, ids=lambda kind: kind.name)


def filled(kind: type[Peer], number: int = 20) -> tuple[Peer, list[Element]]:
    """A peer with elements."""
    elements = [Element() for _ in range(number)]
    peer = kind()
    peer.add(elements)
    return peer, elements


@EVERY
def test_peer_does_what_it_is_measured_for(kind: type[Peer]) -> None:
    """Keys lead to their elements, iteration meets everything once, and what is removed is gone."""
    peer, elements = filled(kind)
    keys = peer.keys()
    for number, element in enumerate(elements):
        assert peer.at(keys[: number + 1]) is element
        assert peer.subscript(keys[: number + 1]) is element
    assert list(peer.elements()) == elements
    assert [peer.at([key]) for key, _ in peer.pairs()] == elements
    assert peer.remove(keys[3:4]) in {elements[3], None}
    assert peer.at(keys[3:4]) is None
    peer.remove([*keys[1:3:2], *keys[5::2]])
    assert list(peer.elements()) == elements[::2]
    assert [element for _, element in peer.pairs()] == elements[::2]


@EVERY
def test_peers_recognise_stale_keys_as_declared(kind: type[Peer]) -> None:
    """After all slots are reused, an old key may find another element, if the peer declares it."""
    peer, _ = filled(kind)
    stale = peer.keys()
    peer.remove(stale)
    peer.add([Element() for _ in stale])
    confused = [key for key in stale if peer.at([key]) is not None]
    assert (not confused) is kind.tells_stale


@EVERY
def test_bytes_grow_with_the_elements(kind: type[Peer]) -> None:
    small, large = filled(kind, 10)[0].bytes(), filled(kind, 1_000)[0].bytes()
    assert (small is None) is (large is None)
    if small is not None and large is not None:
        assert 1_000 * 8 < large < 1_000 * 200
        assert small < large


def test_empty_loop_runs_to_the_last_key() -> None:
    assert EmptyLoop().at([1, 2, 3]) == 3
    assert EmptyLoop.remove is EmptyLoop.subscript is EmptyLoop.at
    assert len({kind.name for kind in CYCLED} | {EmptyLoop.name}) == len(CYCLED) + 1


def test_peer_with_wide_ids_issues_wide_ids() -> None:
    """So do those of a list by default, since these figures were measured."""
    assert [kind().pool._parameters.ids for kind in (Stable, WideStable)] == [u64, u64]
