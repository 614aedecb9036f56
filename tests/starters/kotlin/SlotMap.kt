/** A slot map: elements in slots, each with a generation that distinguishes successive elements. */
class SlotMap(private val capacity: Long) {
    /** The key of an element. */
    data class Key(val index: Int, val generation: Long)

    private class Slot(var generation: Long = 0, var element: Long? = null)

    private val slots = ArrayList<Slot>()
    private val vacant = ArrayDeque<Int>()

    val size get() = slots.size - vacant.size

    /** At most [capacity] elements, if that is not 0. */
    fun insert(element: Long): Key {
        check(capacity == 0L || size < capacity) { "the slot map is full" }
        val index = vacant.removeLastOrNull() ?: slots.size.also { slots.add(Slot()) }
        slots[index].element = element
        return Key(index, slots[index].generation)
    }

    /** The element of a key, if it is still there. */
    operator fun get(key: Key): Long? = slots.getOrNull(key.index)?.takeIf { it.generation == key.generation }?.element

    operator fun contains(key: Key) = get(key) != null

    /** Replace an element. */
    fun replace(key: Key, element: Long): Boolean {
        val there = key in this
        if (there) slots[key.index].element = element
        return there
    }

    /** Remove an element by its key, and return it, if it was still there. */
    fun remove(key: Key): Long? {
        val element = get(key) ?: return null
        val slot = slots[key.index]
        slot.element = null
        slot.generation++
        vacant.addLast(key.index)
        return element
    }

    /** Visit keys and elements. */
    fun forEach(visit: (Key, Long) -> Unit) = slots.forEachIndexed { index, slot ->
        slot.element?.let { visit(Key(index, slot.generation), it) }
    }
}
