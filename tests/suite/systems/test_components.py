"""Components: what any system of them promises, and that programs give some to entities."""

from stablelist_conformance.judging.coverage import labelled_answer
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.handshake import Handshake, parse_handshake
from stablelist_conformance.wire.protocol import Level, parse_program
from stablelist_spec.systems import SYSTEMS


def declared(fields: str) -> Handshake:
    """The handshake of a port at contract level."""
    return parse_handshake(
        f"port protocol=6 name=a version=1 system=components level=contract {fields}"
    )


def test_undefined_stale_entities_are_not_used() -> None:
    target = Target("", declared("id_bits=0 stale=undefined"), Level.CONTRACT, 0.0)
    _, program = parse_program("contract : make make remove:0 get:0:0 get:1:0 make", "components")
    left = target.without_stale_keys(program).words
    assert left == ("make", "make", "remove:0", "get:1:0", "make")


def test_programs_give_components_to_few_entities() -> None:
    """A component is seldom met by chance: the entity and the type have to be those of an insertion."""
    dense = SYSTEMS["dense-components"]
    offer = Handshake("a port", "1", dense.name, Level.LAYOUT)
    swarm = Target("", offer, Level.LAYOUT, 0.0).swarm(0, far=False)
    met = set[str]()
    for number in range(8):
        met |= labelled_answer(dense, swarm.program(number), Level.LAYOUT)[1]
    assert {*dense.labels} - met <= {"make_full", "insert_makes_for_stale"}
