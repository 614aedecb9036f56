"""The container beside the model: the kit's state machine finds the same answers, layouts and costs."""

import pytest
from hypothesis import settings

from stablelist_conformance.machine import state_machine
from stablelist_conformance.python.serve import bundled

TestContainer = pytest.mark.no_cover(state_machine(bundled).TestCase)
TestContainer.settings = settings()
"""Those of the profile: a hundred examples, and every night thousands. Untraced, as other tests reach every line."""
