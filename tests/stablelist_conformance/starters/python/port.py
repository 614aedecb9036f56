"""The port @name@: maps each operation of the port protocol to a function of your container.

Fill in the blanks. Of the operations below them, remove the # from those that your container has; the port says that it
lacks the others. An element is an integer. Return None where no element is found.
"""

from __future__ import annotations

from typing import Any

import starter

# BLANK: import your container.


def blank(what: str) -> Any:
    """The error of a blank that is not filled in."""

    def fill_in(*_: object) -> Any:
        raise NotImplementedError(f"fill in the blank: {what}")

    return fill_in


port = starter.Port(
    {
        "name": "@name@",
        "version": "0.1.0",  # BLANK: your container's
        "system": "@system@",
        # @@ layout
        "level": "contract",  # "layout" or "cost", once the port shows what these ask for
        # @@ fixed-arena
        "capacity": "fixed",  # a program says how many cells there are
        # @@ id_bits
        "id_bits": 32,  # BLANK: how many bits the id (version, generation) of a key has; 0 if ids never start over
        # @@ parity
        # If only every second number is used as a version (for example, only odd numbers), add "parity": "yes".
        # @@ index_bits
        "index_bits": 32,  # BLANK: how many bits the index of a key has; 0 if there is no bound
        # @@ maximum
        "without": "maximum",  # remove this line if the container can have a maximum number of elements
        # @@
    },
    open=blank("make a new, empty container"),
    add=blank("add the element, and return its key; if there is no room, raise starter.FullError"),
    remove=blank("remove by key, and return the element, or None"),
    # @@ insert_with
    # insert_with=Container.insert_with,  # (container, factory) adds factory(key)
    # @@ extend
    # extend=Container.extend,  # (container, elements) returns the keys; adds all elements or none
    # @@ put
    # put=lambda container, index, element: (key, displaced),  # displaced is the element that was at the index, or None
    # @@ insert_at
    # insert_at=lambda container, key, element: (its_key, displaced),  # at the slot of a key, which may be retired
    # @@ remove_many
    # remove_many=lambda container, one, other: container.remove_many([one, other]),
    # @@ at
    # at=Container.get,
    # @@ pair
    # pair=lambda container, one, other: container.get_many([one, other]),  # an element or None for each
    # @@ key_at
    # key_at=lambda container, key: (live, element),  # the key that is live at key's index, or None for both
    # @@ at
    # contains=lambda container, key: key in container,
    # @@ replace
    # replace=Container.replace,  # (container, key, element) returns True, or False if it is not found
    # @@ at_mut
    # at_mut=lambda container, key, difference: container.update(key, lambda element: element + difference),
    # @@ each_mut
    # each_mut=lambda container, difference: container.update_all(lambda element: element + difference),
    # @@
    # each=Container.items,  # pairs of key and element
    # len=len,
    # is_empty=lambda container: not container,
    # clear=Container.clear,
    # @@ keys
    # keys=Container.keys,
    # @@ apply
    # apply=lambda container, key: (pivot, length, others),  # the element, and what the view of all others shows
    # inspect=lambda container, key: (pivot, length, others),
    # exchange=lambda container, key, other: (element, other_element),  # as they were before they changed places
    # traverse=lambda container: [(pivot, length, total)],  # for each element, and the view of all others
    # @@ lend
    # lend=True,  # only if the container refuses changes while each runs; then errors has the error:
    # errors={"!borrow": BorrowError},
    # @@ drain
    # drain=Container.drain,  # the elements
    # @@ retain
    # retain=Container.retain,  # (container, keep) returns the elements that it removed
    # @@ each_removing
    # each_removing=lambda container, keep: visited,  # all elements; those are removed for which keep(element) is false
    # @@ each_first
    # each_first=lambda container, most: visited,  # all elements, after an iteration was left that had visited so many
    # @@ sort
    # sort=lambda container, rank: container.sort(key=rank),
    # @@ reserve
    # reserve=Container.reserve,
    # shrink_to_fit=Container.shrink_to_fit,
    # @@ repack
    # repack=lambda container, key: unpack(pack(key)),
    # @@ reload
    # reload=copy.deepcopy,  # in which the same keys are live
    # @@ copy
    # copy=copy.deepcopy,  # a clone in which the same keys are live
    # swap_containers=lambda container, other: container.swap(other),
    # equal=lambda container, other: container == other,  # the same elements under the same keys
    # @@ layout
    # layout=lambda container: "...",  # see the page of the system; for level layout
    # cost=lambda container: "...",  # the same; for level cost
    # @@ forge
    # forge=Key,  # (index, id) returns a key, or None if there can be no such key
    # parts=lambda key: (key.index, key.id),
    # @@
)

if __name__ == "__main__":
    port.serve()
