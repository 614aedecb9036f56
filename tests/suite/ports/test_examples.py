"""The ports in other languages answer the examples of the further systems as the models do."""

from __future__ import annotations

from typing import Final

import pytest

from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.target import Target
from stablelist_conformance.wire.protocol import highest
from stablelist_spec.systems import SYSTEMS
from suite.ports.test_ports import PORTS, TOP
from suite.spec.systems.examples import EXAMPLES, FURTHER

PORT_OF: Final = {
    "dyadic": "dyadic list in Rust",
    "lifo-slab": "slab in C",
    "sparse-set": "sparse set in JavaScript",
    "sequence": "sequence in Go",
    "vec": "vector in JavaScript",
    "shared-vec": "vector of shared cells in JavaScript",
    "stable-graph": "stable graph in JavaScript",
    "lifo-slotmap": "slot map in JavaScript",
    "dense-slotmap": "dense slot map in JavaScript",
    "hop-slotmap": "hop slot map in JavaScript",
    "handle-map": "handle map in JavaScript",
    "fixed-arena": "fixed arena in JavaScript",
    "stack-slotmap": "stack slot map in JavaScript",
    "lifo-arena": "arena in JavaScript",
    "stable-vec": "stable vector in JavaScript",
}


def test_systems_of_the_table_have_a_port() -> None:
    """But for one: `suite.spec.systems.examples`."""
    assert {system.name for system in FURTHER} == PORT_OF.keys() | {"first-free"}


@pytest.mark.parametrize("name", PORT_OF)
def test_port_answers_as_table_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Word by word, with layouts and costs; what it does not offer is left out."""
    (port,) = (port for port in PORTS if port.name == PORT_OF[name])
    missing = port.missing()
    if missing is not None:
        pytest.skip(missing)
    monkeypatch.chdir(TOP)
    port.prepare()
    level = highest(SYSTEMS[name])
    with ProcessPort(port.start) as process:
        assert process.handshake is not None
        target = Target(name, process.handshake, level, timeout=1.0)
        examples = [
            example
            for example in EXAMPLES
            if example.system.name == name and target.fitted(example.program) == example.program
        ]
        assert len(examples) >= 5
        process.send([example.program.sent(level) for example in examples])
        assert [process.receive() for _ in examples] == [example.answers for example in examples]
