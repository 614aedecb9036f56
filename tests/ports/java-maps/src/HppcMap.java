import com.carrotsearch.hppc.IntIntHashMap;
import com.carrotsearch.hppc.cursors.IntCursor;
import com.carrotsearch.hppc.cursors.IntIntCursor;
import com.carrotsearch.hppc.predicates.IntPredicate;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A port of HPPC's {@link IntIntHashMap}; the argument is the release.
 *
 * <p>The map answers 0 for nothing, so the value v is stored as v + 1.
 */
public final class HppcMap {
    static final String TABLE = """
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

    static final Map<String, Starter.Carried<IntIntHashMap>> FUNCTIONS = new HashMap<>();

    /** A value as it is stored. */
    static int stored(int value) {
        return value + 1;
    }

    /** A stored value, or nothing. */
    static Integer value(int stored) {
        return stored == 0 ? null : stored - 1;
    }

    /** The entries that the iterator of a map gives. */
    static List<String> entries(IntIntHashMap map) {
        List<String> entries = new ArrayList<>();
        for (IntIntCursor each : map) entries.add(each.key + "/" + value(each.value));
        return entries;
    }

    static List<Integer> keys(IntIntHashMap map) {
        List<Integer> keys = new ArrayList<>();
        for (IntCursor each : map.keys()) keys.add(each.value);
        return keys;
    }

    static List<Integer> values(IntIntHashMap map) {
        List<Integer> values = new ArrayList<>();
        for (IntCursor each : map.values()) values.add(value(each.value));
        return values;
    }

    /** Removes the keys that leave another remainder; their values are read before. */
    static List<Integer> retained(IntIntHashMap map, int modulus, int residue) {
        IntPredicate stays = key -> key % modulus == residue;
        List<Integer> removed = new ArrayList<>();
        for (IntIntCursor each : map) if (!stays.apply(each.key)) removed.add(value(each.value));
        map.removeAll((int key) -> !stays.apply(key));
        return removed;
    }

    static {
        FUNCTIONS.put("put", (map, o) -> value(map.put(o.number(0), stored(o.number(1)))));
        FUNCTIONS.put("remove", (map, o) -> value(map.remove(o.number(0))));
        FUNCTIONS.put("retain", (map, o) -> retained(map, o.number(0), o.number(1)));
        FUNCTIONS.put("clear", (map, o) -> { map.clear(); return null; });
        FUNCTIONS.put("get", (map, o) -> value(map.get(o.number(0))));
        FUNCTIONS.put("contains", (map, o) -> map.containsKey(o.number(0)));
        FUNCTIONS.put("len", (map, o) -> map.size());
        FUNCTIONS.put("keys", (map, o) -> keys(map));
        FUNCTIONS.put("values", (map, o) -> values(map));
        FUNCTIONS.put("entries", (map, o) -> entries(map));
        FUNCTIONS.put("copy", (map, o) -> map.clone());
        FUNCTIONS.put("equal", (map, o) -> map.equals(o.other()));
    }

    public static void main(String[] arguments) throws IOException {
        String fields = "protocol=6 system=map order=none capacity=grows full=refuses name=hppc version=" + arguments[0];
        new Starter<>(fields, TABLE, choices -> new IntIntHashMap(), FUNCTIONS).serve();
    }
}
