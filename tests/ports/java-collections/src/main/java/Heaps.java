import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jheaps.AddressableHeap;
import org.jheaps.array.BinaryArrayAddressableHeap;
import org.jheaps.tree.FibonacciHeap;
import org.jheaps.tree.PairingHeap;

/** Ports for the addressable heaps of jheaps, whose handles are kept under their names. The argument selects one. */
public final class Heaps {
    private static final String TABLE =
            """
            put* number number > value -
            change number number > value -
            remove number > value -
            pop* > value -
            clear > done -
            peek > value -
            priority number > value -
            contains number > truth -
            len > number -
            entries > value -
            """;

    private Heaps() {}

    /** A heap of priorities, each with a name, and its handles. */
    private record Named(AddressableHeap<Integer, Integer> heap, Map<Integer, AddressableHeap.Handle<Integer, Integer>> handles) {
        Integer priority(int name) {
            return handles.containsKey(name) ? handles.get(name).getKey() : null;
        }

        /** A priority can only decrease; where it grows, the name is inserted again. */
        void put(int name, int priority) {
            Integer old = priority(name);
            if (old != null && priority <= old) {
                handles.get(name).decreaseKey(priority);
                return;
            }
            if (old != null) handles.get(name).delete();
            handles.put(name, heap.insert(priority, name));
        }

        Integer remove(int name) {
            Integer old = priority(name);
            if (old != null) handles.remove(name).delete();
            return old;
        }

        String pop() {
            if (heap.isEmpty()) return null;
            AddressableHeap.Handle<Integer, Integer> least = heap.deleteMin();
            handles.remove(least.getValue());
            return entry(least);
        }
    }

    private static String entry(AddressableHeap.Handle<Integer, Integer> handle) {
        return Starter.both(handle.getValue(), handle.getKey());
    }

    private static List<String> entries(Named named) {
        List<String> entries = new ArrayList<>();
        named.handles.values().forEach(handle -> entries.add(entry(handle)));
        return entries;
    }

    private static Map<String, Starter.Carried<Named>> functions() {
        Map<String, Starter.Carried<Named>> functions = new HashMap<>();
        functions.put("put", (named, o) -> {
            Integer old = named.priority(o.number(0));
            named.put(o.number(0), o.number(1));
            return old;
        });
        functions.put("change", (named, o) -> {
            Integer old = named.priority(o.number(0));
            if (old != null) named.put(o.number(0), o.number(1));
            return old;
        });
        functions.put("remove", (named, o) -> named.remove(o.number(0)));
        functions.put("pop", (named, o) -> named.pop());
        functions.put("clear", (named, o) -> {
            named.heap.clear();
            named.handles.clear();
            return null;
        });
        functions.put("peek", (named, o) -> named.heap.isEmpty() ? null : entry(named.heap.findMin()));
        functions.put("priority", (named, o) -> named.priority(o.number(0)));
        functions.put("len", (named, o) -> (int) named.heap.size());
        functions.put("entries", (named, o) -> entries(named));
        return functions;
    }

    private static void serve(String name, Supplier<AddressableHeap<Integer, Integer>> heap) throws IOException {
        String fields = "protocol=6 version=0.14 system=heap name=" + name;
        new Starter<>(fields, TABLE, choices -> new Named(heap.get(), new HashMap<>()), functions()).serve();
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "pairing" -> serve("PairingHeap", PairingHeap::new);
            case "fibonacci" -> serve("FibonacciHeap", FibonacciHeap::new);
            case "binary" -> serve("BinaryArrayAddressableHeap", BinaryArrayAddressableHeap::new);
            default -> {
                System.err.println("usage: java Heaps pairing|fibonacci|binary");
                System.exit(2);
            }
        }
    }
}
