import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedList;
import java.util.List;
import java.util.ListIterator;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.apache.commons.collections4.list.TreeList;

/** Ports for published lists as sequences. The argument selects one. */
public final class Lists {
    private static final String TABLE =
            """
            push* number > done -
            unshift number > done -
            insert number number > done -
            extend number number > done -
            insert_many number number number > done -
            pop > value -
            shift > value -
            remove_at number > value -
            swap_remove number > value -
            truncate number > done -
            split_off number > sequence -
            drain number number > sequence -
            retain number number > sequence -
            clear > done -
            set number number > done -
            swap number number > done -
            reverse > done -
            rotate number > done -
            sort number > done -
            get number > value -
            from_end number > value -
            contains number > truth -
            index_of number > value -
            slice number number > sequence -
            len > number -
            each > sequence -
            each_backwards > sequence -
            each_from number > sequence -
            each_first number > sequence -
            each_looking > sequence -
            each_removing number number > sequence -
            copy > clone -
            swap_containers > exchange - both
            equal > truth - both
            append > done - both
            """;

    private Lists() {}

    private static List<Integer> numbers(int count, int first) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    private interface Change {
        void on(List<Integer> list, Starter.Operation o);
    }

    /** A function that returns nothing. */
    private static Starter.Carried<List<Integer>> done(Change change) {
        return (list, o) -> {
            change.on(list, o);
            return null;
        };
    }

    /** A function whose exception about places is a refusal. */
    private static Starter.Carried<List<Integer>> placed(Starter.Carried<List<Integer>> function) {
        return (list, o) -> {
            try {
                return function.out(list, o);
            } catch (IndexOutOfBoundsException | IllegalArgumentException error) {
                throw new Starter.Refused("range");
            }
        };
    }

    private static Integer at(List<Integer> list, int place) {
        return place < 0 || place >= list.size() ? null : list.get(place);
    }

    private static Integer removed(List<Integer> list, int place) {
        return list.isEmpty() ? null : list.remove(place);
    }

    /** What a view of some elements has; removing them from the view removes them from the list. */
    private static List<Integer> cut(List<Integer> list, int start, int end) {
        List<Integer> view = list.subList(start, end);
        List<Integer> elements = new ArrayList<>(view);
        view.clear();
        return elements;
    }

    private static List<Integer> retained(List<Integer> list, Starter.Operation o) {
        List<Integer> left = new ArrayList<>();
        list.removeIf(element -> {
            boolean goes = element % o.number(0) != o.number(1);
            if (goes) left.add(element);
            return goes;
        });
        return left;
    }

    private static List<Integer> removing(List<Integer> list, Starter.Operation o) {
        List<Integer> visited = new ArrayList<>();
        for (Iterator<Integer> all = list.iterator(); all.hasNext(); ) {
            visited.add(all.next());
            if (visited.get(visited.size() - 1) % o.number(0) != o.number(1)) all.remove();
        }
        return visited;
    }

    private static List<Integer> backwards(List<Integer> list) {
        List<Integer> visited = new ArrayList<>();
        for (ListIterator<Integer> all = list.listIterator(list.size()); all.hasPrevious(); ) visited.add(all.previous());
        return visited;
    }

    private static List<Integer> from(List<Integer> list, int place) {
        List<Integer> visited = new ArrayList<>();
        list.listIterator(Math.min(place, list.size())).forEachRemaining(visited::add);
        return visited;
    }

    private static Map<String, Starter.Carried<List<Integer>>> functions() {
        Map<String, Starter.Carried<List<Integer>>> functions = new HashMap<>();
        functions.put("push", done((list, o) -> list.add(o.number(0))));
        functions.put("unshift", done((list, o) -> list.add(0, o.number(0))));
        functions.put("insert", placed(done((list, o) -> list.add(o.number(0), o.number(1)))));
        functions.put("extend", done((list, o) -> list.addAll(numbers(o.number(0), o.number(1)))));
        functions.put("insert_many", placed(done((list, o) -> list.addAll(o.number(0), numbers(o.number(1), o.number(2))))));
        functions.put("pop", (list, o) -> removed(list, list.size() - 1));
        functions.put("shift", (list, o) -> removed(list, 0));
        functions.put("remove_at", placed((list, o) -> list.remove(o.number(0))));
        functions.put("truncate", done((list, o) -> cut(list, Math.min(o.number(0), list.size()), list.size())));
        functions.put("split_off", placed((list, o) -> cut(list, o.number(0), list.size())));
        functions.put("drain", placed((list, o) -> cut(list, o.number(0), o.number(1))));
        functions.put("retain", (list, o) -> retained(list, o));
        functions.put("clear", done((list, o) -> list.clear()));
        functions.put("set", placed(done((list, o) -> list.set(o.number(0), o.number(1)))));
        functions.put("swap", placed(done((list, o) -> Collections.swap(list, o.number(0), o.number(1)))));
        functions.put("reverse", done((list, o) -> Collections.reverse(list)));
        functions.put("rotate", done((list, o) -> Collections.rotate(list, -o.number(0))));
        functions.put("sort", done((list, o) -> list.sort(Comparator.comparing(element -> element % o.number(0)))));
        functions.put("get", (list, o) -> at(list, o.number(0)));
        functions.put("from_end", (list, o) -> at(list, list.size() - 1 - o.number(0)));
        functions.put("contains", (list, o) -> list.contains(o.number(0)));
        functions.put("index_of", (list, o) -> list.indexOf(o.number(0)) < 0 ? null : list.indexOf(o.number(0)));
        functions.put("len", (list, o) -> list.size());
        functions.put("each", (list, o) -> list);
        functions.put("each_backwards", (list, o) -> backwards(list));
        functions.put("each_from", (list, o) -> from(list, o.number(0)));
        functions.put("each_first", (list, o) -> list.stream().limit(o.number(0)).toList());
        functions.put("each_removing", (list, o) -> removing(list, o));
        functions.put("equal", (list, o) -> list.equals(o.other()));
        functions.put("append", done((list, o) -> {
            list.addAll(o.<List<Integer>>other());
            o.<List<Integer>>other().clear();
        }));
        return functions;
    }

    /** A port; {@code copied} is the constructor with the elements of another list. */
    private static void serve(String fields, Function<List<Integer>, List<Integer>> copied) throws IOException {
        Map<String, Starter.Carried<List<Integer>>> functions = functions();
        functions.put("copy", (list, o) -> copied.apply(list));
        String all = "protocol=6 system=sequence removal=shifts beyond=refuses capacity=grows " + fields;
        new Starter<>(all, TABLE, choices -> copied.apply(List.of()), functions).serve();
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "array-list" -> serve("name=java-ArrayList version=17", ArrayList::new);
            case "linked-list" -> serve("name=java-LinkedList version=17", LinkedList::new);
            case "tree-list" -> serve("name=TreeList version=4.5.0", TreeList::new);
            default -> {
                System.err.println("usage: java Lists array-list|linked-list|tree-list");
                System.exit(2);
            }
        }
    }
}
