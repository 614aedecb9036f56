"""The container beside the model: the kit's state machine finds the same answers, layouts and costs."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

from stablelist_conformance.machine import state_machine
from stablelist_conformance.python.serve import bundled

TestContainer = state_machine(bundled).TestCase
TestContainer.settings = settings(
    max_examples=60,
    stateful_step_count=50,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
