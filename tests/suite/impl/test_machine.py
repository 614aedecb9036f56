"""The container beside the model: the kit's state machine finds the same answers, layouts and costs."""

from hypothesis import settings

from stablelist_conformance.machine import state_machine
from stablelist_conformance.python.serve import bundled

TestContainer = state_machine(bundled).TestCase
TestContainer.settings = settings()
"""Those of the profile: a hundred examples, and every night thousands."""
