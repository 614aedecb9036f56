/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says that
 * it lacks the others. An element is a Long. Return null where no element is found. Starter.java, which is called here,
 * is written in Java.
 */

// BLANK: import your container, and put it and its keys in the place of Any.

private const val FIELDS = "name=@name@ version=0.1.0 system=@system@" + // BLANK: your container's version
    // @@ fixed-arena
    " capacity=fixed" + // a program says how many cells there are
    // @@ id_bits
    " id_bits=32" + // BLANK: how many bits the id (version, generation) of a key has; 0 if there is no bound
    // @@ parity
    // If only every second number is used as a version (for example, only odd numbers), append " parity=yes".
    // @@ index_bits
    " index_bits=32" + // BLANK: the same of its index
    // @@ maximum
    " without=maximum" + // remove this line if the container can have a maximum number of elements
    // @@
    ""

private fun blank(what: String): Nothing = throw UnsupportedOperationException("fill in the blank: $what")

fun main() {
    Starter.Port<Any, Any>(FIELDS) { parameters -> blank("make a new, empty container") }
        .add { container, element -> blank("add the element; throw Starter.Full() if there is no room") }
        // @@ insert_with
        // .insertWith { container, factory -> container.insertWith(factory) } // adds factory.apply(key)
        // @@ extend
        // .extend { container, elements -> container.addAll(elements) } // the keys; all elements or none
        // @@ put
        // .put { container, index, element -> Starter.Placed(key, displaced) }
        // @@ insert_at
        // .insertAt { container, key, element -> Starter.Placed(itsKey, displaced) } // at the slot of a key
        // @@
        .remove { container, key -> blank("remove by key; the element, or null") }
        // @@ remove_many
        // .removeMany { container, one, other -> Starter.Two(element, otherElement) }
        // @@ at
        // .at { container, key -> container.get(key) }
        // @@ pair
        // .pair { container, one, other -> Starter.Two(element, otherElement) }
        // @@ key_at
        // .keyAt { container, key -> Starter.Item(live, element) } // what is live at key's index, or null
        // @@ at
        // .contains { container, key -> key in container }
        // @@ replace
        // .replace { container, key, element -> container.replace(key, element) } // was it found?
        // @@ at_mut
        // .atMut { container, key, difference -> container.update(key) { it + difference } } // the new element
        // @@ each_mut
        // .eachMut { container, difference -> container.updateAll { it + difference } }
        // @@
        // .len { container -> container.size.toLong() }
        // .isEmpty { container -> container.isEmpty() }
        // .clear { container -> container.clear() }
        // .each { container, visit -> container.forEach { (key, element) -> visit.accept(key, element) } }
        // @@ keys
        // .keys { container -> container.keys }
        // @@ apply
        // .apply { container, key -> Starter.Lent(pivot, length, others) } // the view of all others
        // .inspect { container, key -> Starter.Lent(pivot, length, others) }
        // .exchange { container, key, other -> Starter.Two(element, otherElement) } // as they were
        // .traverse { container -> views } // a Starter.View for each element
        // @@ lend
        // .lend() // only if the container refuses changes while each runs; then:
        // .refusal("!borrow", ConcurrentModificationException::class.java)
        // @@ drain
        // .drain { container -> container.drain() } // the elements
        // @@ retain
        // .retain { container, keep -> removed } // those for which keep.test(element) is false
        // @@ each_removing
        // .eachRemoving { container, keep -> visited } // all elements; it removes as retain does
        // @@ each_first
        // .eachFirst { container, most -> visited } // all elements, after an iteration was left
        // @@ sort
        // .sort { container, rank -> container.sortBy { rank.applyAsLong(it) } }
        // @@ reserve
        // .reserve { container, additional -> container.reserve(additional) }
        // .shrinkToFit { container -> container.shrinkToFit() }
        // @@ repack
        // .repack { container, key -> unpack(pack(key)) }
        // @@ reload
        // .reload { container -> container.copy() } // in which the same keys are live
        // @@ copy
        // .copy { container -> container.copy() } // in which the same keys are live
        // .swapContainers { container, other -> container.swap(other) }
        // .equal { container, other -> container == other } // the same elements under the same keys
        // @@ layout
        // .layout { container -> "..." } // with level=layout; see the page of the system
        // .cost { container -> "..." } // with level=cost
        // @@ forge
        // .forge { index, id -> Key(index.intValueExact(), id.intValueExact()) } // or null
        // .parts { key -> Starter.Parts.of(key.index.toLong(), key.id.toLong()) }
        // @@
        .serve()
}
