"""The port @name@: which method of your container each operation of the port protocol is.

Fill in the blanks. Of the operations below them, remove the # from those that your container has; the port says that it
lacks the others. An element is an integer. Return None where no element is found.
"""

from __future__ import annotations

from typing import Any

import starter

# BLANK: import your container.


class Port(starter.Port):
    """What the container does."""

    handshake = {
        "name": "@name@",
        "version": "0.1.0",  # BLANK: your container's
        "system": "@system@",
        # @@ layout
        "level": "contract",  # "layout" or "cost", once the port shows what these ask for
        # @@ id_bits
        "id_bits": 32,  # BLANK: how many bits the id (version, generation) of a key has; 0 if ids never start over
        # @@ index_bits
        "index_bits": 32,  # BLANK: how many bits the index of a key has; 0 if there is no bound
        # @@ maximum
        "without": "maximum",  # remove this line if the container can have a maximum number of elements
        # @@
    }

    # @@ insert
    def open(self, parameters: Any) -> Any:
        return blank("make a new, empty set of numbers below int(parameters['universe'])")

    def insert(self, numbers: Any, number: int) -> Any:
        return blank(
            "make it a member, and return whether it was none; raise starter.BeyondError if it is too large"
        )

    def remove(self, numbers: Any, number: int) -> Any:
        return blank("remove it, and return whether it was a member")

    # def contains(self, numbers, number):
    #     return number in numbers

    # def each(self, numbers):
    #     return iter(numbers)  # in its own order

    # @@ add
    def open(self, parameters: Any) -> Any:
        return blank("make a new, empty container")

    def add(self, container: Any, element: int) -> Any:
        return blank(
            "add the element, and return its key; if there is no room, raise starter.FullError"
        )

    def remove(self, container: Any, key: Any) -> Any:
        return blank("remove by key, and return the element, or None")

    # @@ insert_with
    # def insert_with(self, container, factory):
    #     container.insert_with(factory)  # adds factory(key)

    # @@ extend
    # def extend(self, container, elements):
    #     return container.extend(elements)  # the keys; all elements or none

    # @@ put
    # def put(self, container, index, element):
    #     return key, displaced  # displaced is what was at the index, or None

    # @@ remove_many
    # def remove_many(self, container, one, other):
    #     return container.remove_many([one, other])

    # @@ at
    # def at(self, container, key):
    #     return container.get(key)

    # @@ pair
    # def pair(self, container, one, other):
    #     return container.get_many([one, other])  # an element or None for each

    # @@ key_at
    # def key_at(self, container, key):
    #     return live, element  # the key that is live at key's index, or None

    # @@ at
    # def contains(self, container, key):
    #     return key in container

    # @@ replace
    # def replace(self, container, key, element):
    #     return container.replace(key, element)  # True, or False if it is not found

    # @@ at_mut
    # def at_mut(self, container, key, difference):
    #     return container.update(key, lambda element: element + difference)  # the new element, or None

    # @@ each_mut
    # def each_mut(self, container, difference):
    #     container.update_all(lambda element: element + difference)

    # @@ add
    # def each(self, container):
    #     return container.items()  # pairs of key and element

    # @@ len
    # def len(self, container):
    #     return len(container)

    # def is_empty(self, container):
    #     return not container

    # def clear(self, container):
    #     container.clear()

    # @@ keys
    # def keys(self, container):
    #     return container.keys()

    # @@ apply
    # def apply(self, container, key):
    #     return pivot, length, others  # the element, and what the view of all others shows

    # def inspect(self, container, key):
    #     return pivot, length, others

    # def exchange(self, container, key, other):
    #     return element, other_element  # as they were before they changed places

    # def traverse(self, container):
    #     return [(pivot, length, total)]  # for each element, and the view of all others

    # @@ lend
    # lend = True  # only if the container refuses to be changed while each runs; then errors says how:
    # errors = {"!borrow": BorrowError}

    # @@ drain
    # def drain(self, container):
    #     return container.drain()  # the elements

    # @@ retain
    # def retain(self, container, keep):
    #     return container.retain(keep)  # the elements that it removed

    # @@ reserve
    # def reserve(self, container, additional):
    #     container.reserve(additional)

    # def shrink_to_fit(self, container):
    #     container.shrink_to_fit()

    # @@ repack
    # def repack(self, container, key):
    #     return unpack(pack(key))

    # @@ reload
    # def reload(self, container):
    #     return copy.deepcopy(container)  # in which the same keys are live

    # @@ layout
    # def layout(self, container):
    #     return "..."  # what the page of the system says; for level layout

    # def cost(self, container):
    #     return "..."  # the same; for level cost

    # @@ forge
    # def forge(self, index, stamp):
    #     return Key(index, stamp)  # or None, if no key can be that

    # def parts(self, key):
    #     return key.index, key.id
    # @@


def blank(what: str) -> Any:
    """What is still to be done."""
    raise NotImplementedError(f"fill in the blank: {what}")


if __name__ == "__main__":
    starter.serve(Port())
