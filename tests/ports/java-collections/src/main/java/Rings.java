import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.stream.IntStream;
import org.apache.commons.collections4.queue.CircularFifoQueue;

/** Ports for published rings. The argument selects one. */
public final class Rings {
    private static final String TABLE =
            """
            push_back* number > done -
            push_front number > done -
            extend number number > done -
            pop_back > value -
            pop_front* > value -
            drain number number > sequence -
            truncate number > done -
            clear > done -
            peek > number -
            get number > value -
            from_end number > value -
            len > number -
            is_empty > truth -
            is_full > truth -
            each > sequence -
            each_backwards > sequence -
            rotate number > done -
            make_contiguous > done -
            each_from number > sequence -
            each_first number > sequence -
            each_looking > sequence -
            each_removing number number > sequence -
            copy > clone -
            swap_containers > exchange - both
            equal > truth - both
            append > done - both
            """;

    private Rings() {}

    private static List<Integer> numbers(int count, int first) {
        return IntStream.range(first, first + count).boxed().toList();
    }

    /** What any queue has. */
    private static <C extends Queue<Integer>> Map<String, Starter.Carried<C>> queue() {
        Map<String, Starter.Carried<C>> functions = new HashMap<>();
        functions.put("push_back", (ring, o) -> ring.add(o.number(0)));
        functions.put("extend", (ring, o) -> ring.addAll(numbers(o.number(0), o.number(1))));
        functions.put("pop_front", (ring, o) -> ring.poll());
        functions.put("clear", (ring, o) -> {
            ring.clear();
            return null;
        });
        functions.put("peek", (ring, o) -> ring.peek());
        functions.put("len", (ring, o) -> ring.size());
        functions.put("is_empty", (ring, o) -> ring.isEmpty());
        functions.put("each", (ring, o) -> ring);
        functions.put("each_first", (ring, o) -> ring.stream().limit(o.number(0)).toList());
        functions.put("each_removing", (ring, o) -> removing(ring, o));
        functions.put("append", (ring, o) -> {
            Collection<Integer> other = o.other();
            ring.addAll(other);
            other.clear();
            return null;
        });
        return functions;
    }

    private static List<Integer> removing(Collection<Integer> ring, Starter.Operation o) {
        List<Integer> visited = new java.util.ArrayList<>();
        for (Iterator<Integer> all = ring.iterator(); all.hasNext(); ) {
            visited.add(all.next());
            if (visited.get(visited.size() - 1) % o.number(0) != o.number(1)) all.remove();
        }
        return visited;
    }

    private static void arrayDeque() throws IOException {
        Map<String, Starter.Carried<ArrayDeque<Integer>>> functions = queue();
        functions.put("push_front", (ring, o) -> {
            ring.addFirst(o.number(0));
            return null;
        });
        functions.put("pop_back", (ring, o) -> ring.pollLast());
        functions.put("each_backwards", (ring, o) -> (Iterable<Integer>) ring::descendingIterator);
        functions.put("copy", (ring, o) -> ring.clone());
        String fields = "protocol=6 system=ring name=java-ArrayDeque version=17 capacity=grows";
        new Starter<>(fields, TABLE, choices -> new ArrayDeque<>(), functions).serve();
    }

    /** A queue of a fixed size, which drops the oldest element; {@code isFull} is always false, as documented. */
    private static void circularFifoQueue() throws IOException {
        Map<String, Starter.Carried<CircularFifoQueue<Integer>>> functions = queue();
        functions.put("get", (ring, o) -> o.number(0) < ring.size() ? ring.get(o.number(0)) : null);
        functions.put("is_full", (ring, o) -> ring.isAtFullCapacity());
        String fields = "protocol=6 system=ring name=CircularFifoQueue version=4.5.0 capacity=fixed full=overwrites";
        new Starter<>(fields, TABLE, choices -> new CircularFifoQueue<>(Integer.parseInt(choices.get("capacity"))), functions).serve();
    }

    public static void main(String[] arguments) throws IOException {
        switch (arguments.length == 1 ? arguments[0] : "") {
            case "array-deque" -> arrayDeque();
            case "circular-fifo-queue" -> circularFifoQueue();
            default -> {
                System.err.println("usage: java Rings array-deque|circular-fifo-queue");
                System.exit(2);
            }
        }
    }
}
