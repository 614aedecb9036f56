import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.BiConsumer;

/** A slot map: elements in slots, each with a generation that distinguishes successive elements. */
final class SlotMap {
    /** The key of an element. */
    record Key(int index, long generation) {}

    private static final class Slot {
        private long generation;
        private Long element;
    }

    private final long capacity;
    private List<Slot> slots = new ArrayList<>();
    private Deque<Integer> vacant = new ArrayDeque<>();

    /** At most capacity elements, if that is not 0. */
    SlotMap(long capacity) {
        this.capacity = capacity;
    }

    int size() {
        return slots.size() - vacant.size();
    }

    Key insert(long element) {
        if (capacity > 0 && size() == capacity) {
            throw new IllegalStateException("the slot map is full");
        }
        if (vacant.isEmpty()) {
            vacant.push(slots.size());
            slots.add(new Slot());
        }
        int index = vacant.pop();
        slots.get(index).element = element;
        return new Key(index, slots.get(index).generation);
    }

    /** Returns null if the element was removed. */
    Long get(Key key) {
        Slot slot = slot(key);
        return slot == null ? null : slot.element;
    }

    boolean replace(Key key, long element) {
        Slot slot = slot(key);
        if (slot != null) {
            slot.element = element;
        }
        return slot != null;
    }

    Long remove(Key key) {
        Slot slot = slot(key);
        if (slot == null) {
            return null;
        }
        Long element = slot.element;
        slot.element = null;
        slot.generation++;
        vacant.push(key.index());
        return element;
    }

    /** A slot map of its own, in which the same keys are live. */
    SlotMap copy() {
        SlotMap copy = new SlotMap(capacity);
        for (Slot slot : slots) {
            Slot same = new Slot();
            same.generation = slot.generation;
            same.element = slot.element;
            copy.slots.add(same);
        }
        copy.vacant.addAll(vacant);
        return copy;
    }

    /** Exchanges everything with another one. */
    void swap(SlotMap other) {
        List<Slot> mine = slots;
        Deque<Integer> free = vacant;
        slots = other.slots;
        vacant = other.vacant;
        other.slots = mine;
        other.vacant = free;
    }

    void forEach(BiConsumer<Key, Long> visit) {
        for (int index = 0; index < slots.size(); index++) {
            Slot slot = slots.get(index);
            if (slot.element != null) {
                visit.accept(new Key(index, slot.generation), slot.element);
            }
        }
    }

    private Slot slot(Key key) {
        Slot slot = key.index() < slots.size() ? slots.get(key.index()) : null;
        return slot != null && slot.element != null && slot.generation == key.generation() ? slot : null;
    }
}
