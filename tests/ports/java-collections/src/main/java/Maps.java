import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.commons.collections4.map.LRUMap;

/** Ports for published maps. The argument selects one. */
public final class Maps {
    private static final String TABLE =
            """
            put* number number > value -
            put_if_absent number number > value -
            remove number > value -
            swap_remove number > value -
            pop_first > value -
            pop_last > value -
            retain number number > value -
            clear > done -
            get number > value -
            add_to number number > value -
            peek number > value -
            contains number > truth -
            len > number -
            keys > value -
            values > value -
            entries > value -
            each > sequence -
            each_backwards > sequence -
            first > value -
            last > value -
            entry_at number > value -
            each_from number > sequence -
            each_first number > sequence -
            each_looking > value -
            each_removing number number > value -
            copy > clone -
            swap_containers > exchange - both
            equal > truth - both
            append > done - both
            """;

    private Maps() {}

    private static String entry(Map.Entry<Integer, Integer> found) {
        return found == null ? null : Starter.both(found.getKey(), found.getValue());
    }

    private static List<String> entries(Map<Integer, Integer> map) {
        return map.entrySet().stream().map(Maps::entry).toList();
    }

    /** Visits all entries, and removes on the way those whose keys leave another remainder. */
    private static List<String> removing(Map<Integer, Integer> map, Starter.Operation o) {
        List<String> visited = new ArrayList<>();
        for (Iterator<Map.Entry<Integer, Integer>> all = map.entrySet().iterator(); all.hasNext(); ) {
            Map.Entry<Integer, Integer> each = all.next();
            visited.add(entry(each));
            if (each.getKey() % o.number(0) != o.number(1)) all.remove();
        }
        return visited;
    }

    private static List<Integer> retained(Map<Integer, Integer> map, Starter.Operation o) {
        List<Integer> removed = new ArrayList<>();
        map.entrySet().removeIf(each -> {
            boolean goes = each.getKey() % o.number(0) != o.number(1);
            if (goes) removed.add(each.getValue());
            return goes;
        });
        return removed;
    }

    /** What any map has, except for what is refuted. */
    private static <C extends Map<Integer, Integer>> Map<String, Starter.Carried<C>> any() {
        Map<String, Starter.Carried<C>> functions = new HashMap<>();
        functions.put("put", (map, o) -> map.put(o.number(0), o.number(1)));
        functions.put("put_if_absent", (map, o) -> map.putIfAbsent(o.number(0), o.number(1)));
        functions.put("remove", (map, o) -> map.remove(o.number(0)));
        functions.put("retain", (map, o) -> retained(map, o));
        functions.put("clear", (map, o) -> {
            map.clear();
            return null;
        });
        functions.put("get", (map, o) -> map.get(o.number(0)));
        functions.put("add_to", (map, o) -> map.computeIfPresent(o.number(0), (key, value) -> value + o.number(1)));
        functions.put("contains", (map, o) -> map.containsKey(o.number(0)));
        functions.put("len", (map, o) -> map.size());
        functions.put("keys", (map, o) -> map.keySet());
        functions.put("values", (map, o) -> map.values());
        functions.put("entries", (map, o) -> entries(map));
        functions.put("each", (map, o) -> entries(map));
        functions.put("first", (map, o) -> map.isEmpty() ? null : entry(map.entrySet().iterator().next()));
        functions.put("each_first", (map, o) -> map.entrySet().stream().limit(o.number(0)).map(Maps::entry).toList());
        functions.put("each_removing", (map, o) -> removing(map, o));
        functions.put("append", (map, o) -> {
            Map<Integer, Integer> other = o.other();
            map.putAll(other);
            other.clear();
            return null;
        });
        return functions;
    }

    /** And the comparison with another map, which uses the keys of that one if its order is that of use. */
    private static <C> Map<String, Starter.Carried<C>> compared(Map<String, Starter.Carried<C>> functions) {
        functions.put("equal", (map, o) -> map.equals(o.other()));
        return functions;
    }

    private static void linkedHashMap() throws IOException {
        Map<String, Starter.Carried<LinkedHashMap<Integer, Integer>>> functions = any();
        functions.put("peek", (map, o) -> map.get(o.number(0)));
        functions.put("copy", (map, o) -> map.clone());
        serve("name=java-LinkedHashMap version=17 order=insertion capacity=grows", choices -> new LinkedHashMap<>(), compared(functions));
    }

    /** The cache that the documentation of LinkedHashMap describes. */
    private static final class Cache extends LinkedHashMap<Integer, Integer> {
        private final int capacity;

        Cache(int capacity) {
            super(16, 0.75f, true);
            this.capacity = capacity;
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Integer> eldest) {
            return size() > capacity;
        }
    }

    private static int capacity(Map<String, String> choices) {
        return Integer.parseInt(choices.get("capacity"));
    }

    private static void treeMap() throws IOException {
        Map<String, Starter.Carried<TreeMap<Integer, Integer>>> functions = any();
        functions.put("peek", (map, o) -> map.get(o.number(0)));
        functions.put("pop_first", (map, o) -> entry(map.pollFirstEntry()));
        functions.put("pop_last", (map, o) -> entry(map.pollLastEntry()));
        functions.put("last", (map, o) -> entry(map.lastEntry()));
        functions.put("each_backwards", (map, o) -> entries(map.descendingMap()));
        functions.put("each_from", (map, o) -> entries(map.tailMap(o.number(0), true)));
        functions.put("copy", (map, o) -> map.clone());
        serve("name=java-TreeMap version=17 order=key capacity=grows", choices -> new TreeMap<>(), compared(functions));
    }

    private static void cache(Map<String, Starter.Carried<Cache>> functions) throws IOException {
        String fields = "name=java-LinkedHashMap-cache version=17 order=use capacity=fixed full=evicts";
        serve(fields, choices -> new Cache(capacity(choices)), functions);
    }

    private static Map<String, Starter.Carried<LRUMap<Integer, Integer>>> lru() {
        Map<String, Starter.Carried<LRUMap<Integer, Integer>>> functions = any();
        functions.put("peek", (map, o) -> map.get(o.number(0), false));
        functions.put("last", (map, o) -> map.isEmpty() ? null : Starter.both(map.lastKey(), map.get(map.lastKey(), false)));
        functions.put("copy", (map, o) -> map.clone());
        return functions;
    }

    private static void lruMap(Map<String, Starter.Carried<LRUMap<Integer, Integer>>> functions) throws IOException {
        serve("name=LRUMap version=4.5.0 order=use capacity=fixed full=evicts", choices -> new LRUMap<>(capacity(choices)), functions);
    }

    private static <C> void serve(String fields, Function<Map<String, String>, C> open, Map<String, Starter.Carried<C>> functions)
            throws IOException {
        new Starter<>("protocol=6 system=map " + fields, TABLE, open, functions).serve();
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "linked-hash-map" -> linkedHashMap();
            case "linked-hash-map-cache" -> cache(any());
            case "linked-hash-map-cache-equal" -> cache(compared(any()));
            case "tree-map" -> treeMap();
            case "lru-map" -> lruMap(lru());
            case "lru-map-equal" -> lruMap(compared(lru()));
            default -> {
                System.err.println("usage: java Maps linked-hash-map|linked-hash-map-cache[-equal]|tree-map|lru-map[-equal]");
                System.exit(2);
            }
        }
    }
}
