"""The benchmark of the kit: the measured work is done correctly; its speed is not tested."""

import pytest

from bench.kit import step_through
from bench.kit_shrinking import DEFECTS, shrunk, up_and_down
from defects import Defect
from stablelist_conformance.port.process import ProcessPort
from stablelist_conformance.programs.swarm import Swarm
from stablelist_conformance.programs.target import Target
from stablelist_conformance.python.answerers import ModelAnswerer
from stablelist_conformance.wire.protocol import Level, Program

from .ports import model


def test_state_machine_goes_through_a_program_on_a_port() -> None:
    """Every operation is done on the model, and the port says the same."""
    handshake = ModelAnswerer().handshake
    swarm = Swarm(Target(model(), handshake, Level.LAYOUT, 10.0).abilities(), seed=0)
    program = swarm.program(0)
    program = Program(program.parameters, program.words[:40])
    with ProcessPort(model()) as port:
        assert step_through(program, port) == 40


@pytest.mark.slow
@pytest.mark.parametrize("defect", DEFECTS, ids=lambda defect: defect.name)
def test_defect_that_needs_many_elements_is_shrunk(defect: Defect) -> None:
    """The long program meets it; more than a thousand insertions take several words, all else takes two."""
    assert shrunk(defect, up_and_down())[1] <= 5
