import java.io.IOException;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.collections4.set.ListOrderedSet;

/** Ports for published sets. The argument selects one. */
public final class Sets {
    private static final String TABLE =
            """
            insert* number > truth -
            insert_range number number > number -
            insert_at number number > truth -
            remove* number > truth -
            remove_range number number > number -
            remove_at number > value -
            cut number > number -
            retain number number > value -
            clear > done -
            flip number > number -
            flip_range number number > number -
            mark > done -
            undo > number -
            compact > done -
            copy > clone -
            swap_containers > exchange - both
            equal > truth - both
            union > number - both
            intersect > number - both
            subtract > number - both
            contains number > truth -
            next number > number -
            rank number > number -
            index_of number > number -
            nth number > number -
            count_range number number > number -
            first > number -
            last > number -
            len > number -
            is_empty > truth -
            each > value -
            each_in_order > sequence -
            each_backwards > sequence -
            each_from number > sequence -
            each_first number > sequence -
            each_looking > value -
            each_removing number number > value -
            """;

    private Sets() {}

    /** The port of a set; a place that is not there is an IndexOutOfBoundsException. */
    private static <C> void serve(String fields, Function<Map<String, String>, C> open, Map<String, Starter.Carried<C>> functions)
            throws IOException {
        new Starter<>("protocol=6 system=set universe=0 " + fields, TABLE, open, functions).serve();
    }

    private static List<Integer> numbers(Starter.Operation o) {
        return IntStream.range(o.number(0), o.number(1)).boxed().toList();
    }

    // --- ListOrderedSet of commons-collections4

    /** All that needs no place to insert at: with a finding, that has a port of its own. */
    private static Map<String, Starter.Carried<ListOrderedSet<Integer>>> ordered() {
        Map<String, Starter.Carried<ListOrderedSet<Integer>>> functions = new HashMap<>();
        functions.put("insert", (set, o) -> set.add(o.number(0)));
        functions.put("insert_range", (set, o) -> {
            set.addAll(numbers(o));
            return set.size();
        });
        functions.put("remove", (set, o) -> set.remove((Object) o.number(0)));
        functions.put("remove_range", (set, o) -> {
            set.removeAll(numbers(o));
            return set.size();
        });
        functions.put("remove_at", (set, o) -> {
            try {
                return set.remove(o.number(0));
            } catch (IndexOutOfBoundsException error) {
                throw new Starter.Refused("range");
            }
        });
        functions.put("cut", (set, o) -> {
            set.removeIf(member -> member >= o.number(0));
            return set.size();
        });
        functions.put("clear", (set, o) -> {
            set.clear();
            return null;
        });
        functions.put("equal", (set, o) -> set.equals(o.other()));
        functions.put("union", (set, o) -> {
            set.addAll(o.<ListOrderedSet<Integer>>other());
            return set.size();
        });
        functions.put("intersect", (set, o) -> {
            set.retainAll(o.<ListOrderedSet<Integer>>other());
            return set.size();
        });
        functions.put("subtract", (set, o) -> {
            set.removeAll(o.<ListOrderedSet<Integer>>other());
            return set.size();
        });
        functions.put("contains", (set, o) -> set.contains(o.number(0)));
        functions.put("index_of", (set, o) -> set.indexOf(o.number(0)) < 0 ? null : set.indexOf(o.number(0)));
        functions.put("nth", (set, o) -> {
            try {
                return set.get(o.number(0));
            } catch (IndexOutOfBoundsException error) {
                return null;
            }
        });
        functions.put("len", (set, o) -> set.size());
        functions.put("is_empty", (set, o) -> set.isEmpty());
        functions.put("each_in_order", (set, o) -> set);
        return functions;
    }

    private static void listOrderedSet() throws IOException {
        serve("name=ListOrderedSet version=4.5.0 order=insertion", choices -> new ListOrderedSet<>(), ordered());
    }

    /** And add at a place. */
    private static void listOrderedSetAdd() throws IOException {
        Map<String, Starter.Carried<ListOrderedSet<Integer>>> functions = ordered();
        functions.put("insert_at", (set, o) -> {
            int before = set.size();
            try {
                set.add(o.number(0), Integer.valueOf(o.number(1)));
            } catch (IndexOutOfBoundsException error) {
                throw new Starter.Refused("range");
            }
            return set.size() > before;
        });
        serve("name=ListOrderedSet-add version=4.5.0 order=insertion", choices -> new ListOrderedSet<>(), functions);
    }

    // --- java.util.BitSet

    private static Starter.Carried<BitSet> counted(java.util.function.BiConsumer<BitSet, Starter.Operation> change) {
        return (set, o) -> {
            change.accept(set, o);
            return set.cardinality();
        };
    }

    /** The end of a range, which must not be below its start. */
    private static int end(Starter.Operation o) {
        return Math.max(o.number(0), o.number(1));
    }

    private static Integer found(int member) {
        return member < 0 ? null : member;
    }

    private static void bitSet() throws IOException {
        Map<String, Starter.Carried<BitSet>> functions = new HashMap<>();
        functions.put("insert", (set, o) -> {
            boolean known = set.get(o.number(0));
            set.set(o.number(0));
            return !known;
        });
        functions.put("insert_range", counted((set, o) -> set.set(o.number(0), end(o))));
        functions.put("remove", (set, o) -> {
            boolean known = set.get(o.number(0));
            set.clear(o.number(0));
            return known;
        });
        functions.put("remove_range", counted((set, o) -> set.clear(o.number(0), end(o))));
        functions.put("cut", counted((set, o) -> set.clear(o.number(0), Math.max(o.number(0), set.length()))));
        functions.put("clear", (set, o) -> {
            set.clear();
            return null;
        });
        functions.put("flip", counted((set, o) -> set.flip(o.number(0))));
        functions.put("flip_range", counted((set, o) -> set.flip(o.number(0), end(o))));
        functions.put("copy", (set, o) -> set.clone());
        functions.put("equal", (set, o) -> set.equals(o.other()));
        functions.put("union", counted((set, o) -> set.or(o.other())));
        functions.put("intersect", counted((set, o) -> set.and(o.other())));
        functions.put("subtract", counted((set, o) -> set.andNot(o.other())));
        functions.put("contains", (set, o) -> set.get(o.number(0)));
        functions.put("next", (set, o) -> found(set.nextSetBit(o.number(0))));
        functions.put("count_range", (set, o) -> set.get(o.number(0), end(o)).cardinality());
        functions.put("first", (set, o) -> found(set.nextSetBit(0)));
        functions.put("last", (set, o) -> found(set.length() - 1));
        functions.put("len", (set, o) -> set.cardinality());
        functions.put("is_empty", (set, o) -> set.isEmpty());
        functions.put("each_in_order", (set, o) -> (Iterable<Integer>) () -> set.stream().iterator());
        serve("name=java-BitSet version=17 order=ascending", choices -> new BitSet(), functions);
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "bit-set" -> bitSet();
            case "list-ordered-set" -> listOrderedSet();
            case "list-ordered-set-add" -> listOrderedSetAdd();
            default -> {
                System.err.println("usage: java Sets bit-set|list-ordered-set|list-ordered-set-add");
                System.exit(2);
            }
        }
    }
}
