"""What `make test` traces for coverage: not the kit's tests, which would take three times as long."""

import sys


def test_kit_is_not_traced() -> None:
    assert type(sys.gettrace()).__name__ != "CTracer"
