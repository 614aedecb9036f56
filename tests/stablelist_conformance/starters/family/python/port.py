"""The port @name@: maps each operation of the port protocol to a function of your container.

Fill in the blank. Remove the # from the operations that your container has; the port says that it lacks the others.
"""

from __future__ import annotations

from typing import Any

import starter
from table import TABLE

# BLANK: import your container.


def open_it(choices: dict[str, str]) -> Any:
    """A fresh container@choices@."""
    return {}  # BLANK


FUNCTIONS: starter.Functions = {
    # Elements are numbers. For a refusal, raise starter.Refused("..."), without the exclamation mark.
    # "@operation@": lambda container@arguments@: ...,  # @sentence@
}

if __name__ == "__main__":
    # @@ options
    # If your container has only some of the choices, declare these in the fields, such as
    # @option@.
    # @@
    starter.Port("@fields@", TABLE, open_it, FUNCTIONS).serve()
