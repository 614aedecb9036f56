import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.zip.CRC32;

/**
 * The port protocol of the stablelist conformance kit, version 6, for a container written in Java 17. MIT licence.
 *
 * <p>Copy this file beside your port; it needs nothing but the standard library. A {@link Port} maps operations
 * to methods of the container. An operation without a method is left out: the handshake says so, and the judge never
 * sends it.
 *
 * <pre>{@code
 * new Starter.Port<Map, Key>("name=my-map version=1.0.0 system=slotmap id_bits=32", parameters -> new Map())
 *     .add((map, element) -> map.insert(element))
 *     .remove((map, key) -> map.remove(key))
 *     .serve();
 * }</pre>
 *
 * <p>Operations that repeat others need no method: {@code cycle}, {@code fill} and {@code thin} are add and remove in a
 * loop.
 *
 * <p>A program may have two containers; a word such as {@code 2.add} is on the second. A function that concerns both is
 * given the other one, too; copy returns the clone, in which the same keys are live.
 *
 * <p>Elements are {@code Long}; null stands for no element, and for no key. An exception is answered by {@code !other},
 * or as {@link Port#refusal} says.
 */
public final class Starter {
    private static final int PROTOCOL = 6;

    private Starter() {}

    private static int askedWay = 1;

    /** The way in which the operation in progress is to be done, if the handshake declares several: {@code ways=add:2}. */
    public static int way() {
        return askedWay;
    }

    /** A word such as {@code add@2} without the way, which is kept. */
    private static String withoutWay(String word) {
        String plain = word.replaceFirst("@\\d+", "");
        int at = word.indexOf('@') + 1;
        askedWay = plain.equals(word) ? 1 : Integer.parseInt(word.substring(at, at + word.length() - plain.length() - 1));
        return plain;
    }

    /** The container has no room. */
    public static final class Full extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The container is lent. */
    public static final class Borrowed extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** Ends an iteration that has one item more than there were insertions. */
    private static final class Enough extends RuntimeException {
        private static final long serialVersionUID = 1;
    }

    /** The parameters of a program, by name. */
    public record Parameters(Map<String, String> words) {
        /** A number, or a default if the program does not name it. */
        public long number(String name, long otherwise) {
            return words.containsKey(name) ? Long.parseLong(words.get(name)) : otherwise;
        }

        /** A word, or a default. */
        public String text(String name, String otherwise) {
            return words.getOrDefault(name, otherwise);
        }
    }

    /** An element and its key. */
    public record Item<K>(K key, long element) {}

    /** Two elements, each of which may be null. */
    public record Two(Long one, Long other) {}

    /** A key, and the element that it displaced, which may be null. */
    public record Placed<K>(K key, Long displaced) {}

    /** Index and id of a key. */
    public record Parts(BigInteger index, BigInteger id) {
        public static Parts of(long index, long id) {
            return new Parts(BigInteger.valueOf(index), BigInteger.valueOf(id));
        }
    }

    /** An element, and what a view of all others shows. */
    public record Lent(long pivot, long length, List<Long> others) {}

    /** Pivot, length and sum of a view. */
    public record View(long pivot, long length, long sum) {}

    /** A function of three. */
    @FunctionalInterface
    public interface Three<A, B, C, R> {
        R apply(A a, B b, C c);
    }

    /** An operation: carried out with its operands, on a program. */
    @FunctionalInterface
    private interface Operation<P> {
        String run(P program, String[] operands);
    }

    /** The operations of a port, and lines. */
    private abstract static class Table<C, P, T extends Table<C, P, T>> {
        final String fields;
        final Function<Parameters, C> open;
        private final Map<Class<? extends Throwable>, String> refusals = new LinkedHashMap<>();
        private final Map<String, Operation<P>> operations = new HashMap<>();

        Table(String fields, Function<Parameters, C> open) {
            this.fields = fields;
            this.open = open;
            refusal("!full", Full.class).refusal("!borrow", Borrowed.class);
        }

        abstract T self();

        abstract List<String> names();

        abstract P begin(Supplier<C> open, boolean showsKeys);

        /** Goes on with the other container of a program. */
        abstract void turn(P program);

        /** Maps an exception of the container to an answer, such as {@code !full}. */
        public T refusal(String word, Class<? extends Throwable> thrown) {
            refusals.put(thrown, word);
            return self();
        }

        T with(String name, Operation<P> operation) {
            operations.put(name, operation);
            return self();
        }

        boolean says(String field) {
            return Arrays.asList(fields.split(" ")).contains(field);
        }

        /** Whether an operation can be carried out; two of them need {@code at} to show keys. */
        private boolean offers(String name) {
            boolean looksUp = name.equals("keys") || name.equals("repack");
            return operations.containsKey(name) && (!looksUp || operations.containsKey("at"));
        }

        /** The handshake, which lists the operations that the port leaves out. */
        private String handshake() {
            List<String> said = new ArrayList<>(List.of("port", "protocol=" + PROTOCOL));
            List<String> without = new ArrayList<>(names());
            without.removeIf(this::offers);
            if (!fields.contains("level=")) {
                said.add("level=contract");
            }
            for (String field : fields.split(" ")) {
                if (field.startsWith("without=")) {
                    without.add(field.substring("without=".length()));
                } else {
                    said.add(field);
                }
            }
            if (!without.isEmpty()) {
                said.add("without=" + String.join(",", without));
            }
            return String.join(" ", said);
        }

        /** The answer to one line. */
        public String answer(String line) {
            if (line.startsWith("hello ")) {
                return handshake();
            }
            int colon = line.indexOf(" : ");
            if (colon < 0) {
                return "!other";
            }
            String[] configuration = line.substring(0, colon).split(" ");
            String[] words = line.substring(colon + 3).split(" ");
            boolean showsKeys = !configuration[0].equals("contract");
            P program;
            try {
                program = begin(() -> open.apply(parameters(configuration)), showsKeys);
            } catch (Throwable error) {
                refused(error); // every operation fails
                return Arrays.stream(words).map(word -> "!other").collect(Collectors.joining(" "));
            }
            return Arrays.stream(words)
                    .map(word -> attempt(program, withoutWay(word)))
                    .map(word -> showsKeys ? word : ascending(word))
                    .collect(Collectors.joining(" "));
        }

        private static Parameters parameters(String[] configuration) {
            Map<String, String> words = new HashMap<>();
            for (String pair : configuration) {
                int equals = pair.indexOf('=');
                if (equals > 0) {
                    words.put(pair.substring(0, equals), pair.substring(equals + 1));
                }
            }
            return new Parameters(words);
        }

        /** The answer to one operation, which may be on the second container, even if it fails. */
        String attempt(P program, String word) {
            if (!word.startsWith("2.")) {
                return attemptOn(program, word);
            }
            try {
                turn(program);
            } catch (Throwable error) {
                return refused(error);
            }
            String answered = attemptOn(program, word.substring(2));
            turn(program);
            return answered;
        }

        private String attemptOn(P program, String word) {
            try {
                String[] parts = word.split(":");
                if (!operations.containsKey(parts[0]) || parts[0].equals("forge")) {
                    throw new IllegalArgumentException(
                            (names().contains(parts[0]) ? "the port has no " : "there is no operation ") + parts[0]);
                }
                return operations.get(parts[0]).run(program, Arrays.copyOfRange(parts, 1, parts.length));
            } catch (Throwable error) {
                return refused(error);
            }
        }

        /** The word for an exception. An exception without a word is written to standard error, once. */
        private String refused(Throwable thrown) {
            for (Map.Entry<Class<? extends Throwable>, String> refusal : refusals.entrySet()) {
                if (refusal.getKey().isInstance(thrown)) {
                    return refusal.getValue();
                }
            }
            tell(thrown);
            return "!other";
        }

        /** Answers every line of standard input, until it ends. If the answers cannot be written, the program ends with status 1. */
        public void serve() {
            try {
                if (!serve(System.in, System.out)) {
                    System.exit(1);
                }
            } catch (IOException error) {
                throw new java.io.UncheckedIOException(error);
            }
        }

        /** Whether all answers could be written. */
        boolean serve(InputStream input, PrintStream output) throws IOException {
            InputStream lines = new BufferedInputStream(input, 1 << 16);
            ByteArrayOutputStream line = new ByteArrayOutputStream();
            for (int read; (read = lines.read()) >= 0; ) {
                if (read != '\n') {
                    line.write(read);
                    continue;
                }
                String text = line.toString(StandardCharsets.ISO_8859_1);
                line.reset();
                text = text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
                if (!text.isEmpty()) {
                    output.write((answer(text) + "\n").getBytes(StandardCharsets.ISO_8859_1));
                    if (output.checkError()) { // this also flushes
                        return false;
                    }
                }
            }
            return true;
        }
    }

    /**
     * The operations of a pool {@code C} that hands out keys {@code K}. Add and remove are required.
     *
     * @param <C> the container
     * @param <K> its keys, which are never null
     */
    public static final class Port<C, K> extends Table<C, Program<C, K>, Port<C, K>> {
        private static final List<String> NAMES =
                List.of(("add insert_with extend put insert_at remove remove_many at pair key_at contains replace at_mut each_mut len "
                                + "is_empty clear each keys apply inspect exchange traverse lend drain retain each_removing each_first sort reserve "
                                + "shrink_to_fit repack reload copy swap_containers equal layout cost cycle fill thin forge")
                        .split(" "));

        private BiFunction<C, Long, K> add;
        private BiFunction<C, K, Long> remove;
        private BiFunction<C, K, Long> at;
        private BiFunction<C, K, Lent> apply;
        private BiConsumer<C, BiConsumer<K, Long>> each;
        private BiFunction<BigInteger, BigInteger, K> forge = (index, id) -> null;
        private Function<K, Parts> parts;

        /** A port without operations, from the fields of its handshake and a function that makes a fresh container. */
        public Port(String fields, Function<Parameters, C> open) {
            super(fields, open);
            with("cycle", (program, operands) -> program.cycle(Long.parseLong(operands[0])));
            with("fill", (program, operands) -> fill(program, Integer.parseInt(operands[0])));
            with("thin", (program, operands) ->
                    program.thin(Integer.parseInt(operands[0]), Integer.parseUnsignedInt(operands[1])));
        }

        /** Ends at the first element that there is no room for. */
        private String fill(Program<C, K> program, int count) {
            Abridged answers = new Abridged();
            for (int left = count - 1; left >= 0; left--) {
                String answer = attempt(program, "add");
                if (answer.startsWith("!")) {
                    program.numbered(left);
                    return answer.equals("!full") && answers.count > 0 ? answers.toString() : answer;
                }
                answers.push(answer);
            }
            return answers.toString();
        }

        @Override
        Port<C, K> self() {
            return this;
        }

        @Override
        List<String> names() {
            return NAMES;
        }

        @Override
        Program<C, K> begin(Supplier<C> open, boolean showsKeys) {
            return new Program<>(this, open, showsKeys);
        }

        @Override
        void turn(Program<C, K> program) {
            program.turn();
        }

        public Port<C, K> add(BiFunction<C, Long, K> add) {
            this.add = add;
            return with("add", (program, operands) -> {
                int number = program.numbered(1);
                return program.inserted(number, add.apply(program.container, (long) number));
            });
        }

        /** Adds the element that the factory returns for its key. */
        public Port<C, K> insertWith(BiConsumer<C, Function<K, Long>> insertWith) {
            return with("insert_with", (program, operands) -> {
                int number = program.numbered(1);
                List<K> given = new ArrayList<>(); // the key, which may differ from the result of the method
                insertWith.accept(program.container, key -> {
                    given.add(key);
                    return (long) number;
                });
                return program.inserted(number, given.get(0));
            });
        }

        /** Adds all elements, or none. */
        public Port<C, K> extend(BiFunction<C, List<Long>, List<K>> extend) {
            return with("extend", (program, operands) -> {
                int count = Integer.parseInt(operands[0]);
                int first = program.numbered(count);
                List<Long> elements = LongStream.range(first, first + count).boxed().toList();
                List<K> keys = extend.apply(program.container, elements);
                List<String> items = new ArrayList<>();
                for (int i = 0; i < keys.size(); i++) {
                    items.add(program.inserted(first + i, keys.get(i)));
                }
                return listed(items);
            });
        }

        /** Adds at an index, and returns the element that was there. */
        public Port<C, K> put(Three<C, Integer, Long, Placed<K>> put) {
            return with("put", (program, operands) -> {
                int number = program.numbered(1);
                Placed<K> placed = put.apply(program.container, Integer.valueOf(operands[0]), (long) number);
                program.inserted(number, placed.key());
                return found(placed.displaced());
            });
        }

        /** Adds at the slot of a key, and returns the element that was there. */
        public Port<C, K> insertAt(Three<C, K, Long, Placed<K>> insertAt) {
            return with("insert_at", (program, operands) -> {
                int number = program.numbered(1);
                K key = program.key(operands[0]);
                if (key == null) {
                    return found(null);
                }
                Placed<K> placed = insertAt.apply(program.container, key, (long) number);
                program.inserted(number, placed.key());
                return found(placed.displaced());
            });
        }

        /** With {@code ids=only} or {@code remove=silent}, any element means yes. */
        public Port<C, K> remove(BiFunction<C, K, Long> remove) {
            this.remove = remove;
            return with("remove", (program, operands) -> program.remove(operands[0]));
        }

        public Port<C, K> removeMany(Three<C, K, K, Two> removeMany) {
            return with("remove_many", (program, operands) -> program.both(operands, removeMany, remove));
        }

        public Port<C, K> at(BiFunction<C, K, Long> at) {
            this.at = at;
            return with("at", (program, operands) -> found(program.find(operands[0], at)));
        }

        public Port<C, K> pair(Three<C, K, K, Two> pair) {
            return with("pair", (program, operands) -> program.both(operands, pair, at));
        }

        /** The key that is live at the index of a key, and its element; or null. */
        public Port<C, K> keyAt(BiFunction<C, K, Item<K>> keyAt) {
            return with("key_at", (program, operands) -> {
                String word = operands[0].replaceFirst("\\..*", ".0"); // only the index counts, so any id will do
                Item<K> live = program.find(word, keyAt);
                return live == null ? "none" : program.item(live.key(), live.element());
            });
        }

        public Port<C, K> contains(BiFunction<C, K, Boolean> contains) {
            return with("contains", (program, operands) ->
                    yes(Boolean.TRUE.equals(program.find(operands[0], contains))));
        }

        /** Whether the key was found. */
        public Port<C, K> replace(Three<C, K, Long, Boolean> replace) {
            return with("replace", (program, operands) -> {
                K key = program.key(operands[0]);
                return yes(key != null && replace.apply(program.container, key, Long.valueOf(operands[1])));
            });
        }

        /** Adds to the element in place, and returns the new one, or null. */
        public Port<C, K> atMut(Three<C, K, Long, Long> atMut) {
            return with("at_mut", (program, operands) -> {
                K key = program.key(operands[0]);
                return found(key == null ? null : atMut.apply(program.container, key, Long.valueOf(operands[1])));
            });
        }

        /** Adds to every element in place. */
        public Port<C, K> eachMut(BiConsumer<C, Long> eachMut) {
            return with("each_mut", (program, operands) -> {
                eachMut.accept(program.container, Long.valueOf(operands[0]));
                return "ok";
            });
        }

        public Port<C, K> len(ToLongFunction<C> len) {
            return with("len", (program, operands) -> Long.toString(len.applyAsLong(program.container)));
        }

        public Port<C, K> isEmpty(Function<C, Boolean> isEmpty) {
            return with("is_empty", (program, operands) -> yes(isEmpty.apply(program.container)));
        }

        public Port<C, K> clear(Consumer<C> clear) {
            return done("clear", clear);
        }

        public Port<C, K> each(BiConsumer<C, BiConsumer<K, Long>> each) {
            this.each = each;
            return with("each", (program, operands) -> {
                List<String> items = new ArrayList<>();
                program.visited(each, (key, element) -> items.add(program.item(key, element)));
                return listed(items);
            });
        }

        public Port<C, K> keys(Function<C, ? extends Iterable<K>> keys) {
            return with("keys", (program, operands) -> {
                List<String> items = new ArrayList<>();
                for (K key : keys.apply(program.container)) {
                    items.add(found(at.apply(program.container, key)));
                    if (items.size() > program.keys.size()) {
                        break;
                    }
                }
                return listed(items);
            });
        }

        public Port<C, K> apply(BiFunction<C, K, Lent> apply) {
            this.apply = apply;
            return with("apply", (program, operands) -> lent(program.find(operands[0], apply)));
        }

        public Port<C, K> inspect(BiFunction<C, K, Lent> inspect) {
            return with("inspect", (program, operands) -> lent(program.find(operands[0], inspect)));
        }

        /** Exchanges both elements and returns them as they were; null if the first is not found. */
        public Port<C, K> exchange(Three<C, K, K, Two> exchange) {
            return with("exchange", (program, operands) -> {
                K key = program.key(operands[0]);
                K other = program.key(operands[1]);
                if (key != null && other != null) {
                    Two exchanged = exchange.apply(program.container, key, other);
                    return exchanged == null ? "none" : both(exchanged);
                }
                Lent alone = key == null ? null : apply.apply(program.container, key);
                return alone == null ? "none" : both(new Two(alone.pivot(), null));
            });
        }

        public Port<C, K> traverse(Function<C, List<View>> traverse) {
            return with("traverse", (program, operands) -> listed(traverse.apply(program.container).stream()
                    .map(view -> view.pivot() + "/" + view.length() + "/" + view.sum())
                    .toList()));
        }

        /**
         * Says that the container refuses changes while each runs. An operation is tried while the first element is lent.
         * Any key replaces a missing one, because the container refuses before it looks.
         */
        public Port<C, K> lend() {
            return with("lend", (program, operands) -> {
                List<String> answers = new ArrayList<>();
                program.visited(each, (key, element) -> {
                    if (answers.isEmpty()) {
                        int insertions = program.keys.size();
                        program.otherwise = key;
                        answers.add(attempt(program, String.join(":", operands)));
                        program.otherwise = null;
                        program.keys.subList(insertions, program.keys.size()).clear(); // they have no numbers
                    }
                });
                return answers.isEmpty() ? "none" : answers.get(0);
            });
        }

        /** The elements that it removed. */
        public Port<C, K> drain(Function<C, List<Long>> drain) {
            return with("drain", (program, operands) -> listed(drain.apply(program.container)));
        }

        /** Removes the elements for which the predicate is false, and returns them. */
        public Port<C, K> retain(BiFunction<C, LongPredicate, List<Long>> retain) {
            return keeping("retain", retain);
        }

        /** Removes the same during an iteration, and returns all elements, as they were visited. */
        public Port<C, K> eachRemoving(BiFunction<C, LongPredicate, List<Long>> eachRemoving) {
            return keeping("each_removing", eachRemoving);
        }

        /** Leaves an iteration after so many elements, and returns all, as they are visited by another one. */
        public Port<C, K> eachFirst(BiFunction<C, Integer, List<Long>> eachFirst) {
            return with("each_first", (program, operands) ->
                    listed(eachFirst.apply(program.container, Integer.valueOf(operands[0]))));
        }

        private Port<C, K> keeping(String name, BiFunction<C, LongPredicate, List<Long>> function) {
            return with(name, (program, operands) -> {
                long modulus = Long.parseLong(operands[0]);
                long rest = Long.parseLong(operands[1]);
                return listed(function.apply(program.container, element -> element % modulus == rest));
            });
        }

        /** Sorts by ascending rank; elements of the same rank keep their order. */
        public Port<C, K> sort(BiConsumer<C, ToLongFunction<Long>> sort) {
            return with("sort", (program, operands) -> {
                long modulus = Long.parseLong(operands[0]);
                sort.accept(program.container, element -> element % modulus);
                return "ok";
            });
        }

        public Port<C, K> reserve(BiConsumer<C, Integer> reserve) {
            return with("reserve", (program, operands) -> {
                reserve.accept(program.container, Integer.valueOf(operands[0]));
                return "ok";
            });
        }

        public Port<C, K> shrinkToFit(Consumer<C> shrinkToFit) {
            return done("shrink_to_fit", shrinkToFit);
        }

        /** Returns the key, packed and unpacked, or null. */
        public Port<C, K> repack(BiFunction<C, K, K> repack) {
            return with("repack", (program, operands) -> {
                K key = program.find(operands[0], repack);
                return found(key == null ? null : at.apply(program.container, key));
            });
        }

        /** A copy in which the same keys are live. */
        public Port<C, K> reload(Function<C, C> reload) {
            return with("reload", (program, operands) -> {
                program.container = reload.apply(program.container);
                return "ok";
            });
        }

        /** A clone in which the same keys are live. */
        public Port<C, K> copy(Function<C, C> copy) {
            return with("copy", (program, operands) -> {
                program.other = new Side<>(copy.apply(program.container), new ArrayList<>(program.keys));
                return "ok";
            });
        }

        /** Exchanges everything between both. */
        public Port<C, K> swapContainers(BiConsumer<C, C> swap) {
            return with("swap_containers", (program, operands) -> {
                Side<C, K> other = program.beside();
                swap.accept(program.container, other.container());
                program.other = new Side<>(other.container(), program.keys);
                program.keys = other.keys();
                return "ok";
            });
        }

        /** Whether both have the same elements under the same keys. */
        public Port<C, K> equal(BiFunction<C, C, Boolean> equal) {
            return with("equal", (program, operands) ->
                    yes(equal.apply(program.container, program.beside().container())));
        }

        /** The text that the page of the system describes. */
        public Port<C, K> layout(Function<C, String> layout) {
            return with("layout", (program, operands) -> layout.apply(program.container));
        }

        /** The text that the page of the system describes. */
        public Port<C, K> cost(Function<C, String> cost) {
            return with("cost", (program, operands) -> cost.apply(program.container));
        }

        /** The key with an index and an id, which are not negative; null if there can be no such key. */
        public Port<C, K> forge(BiFunction<BigInteger, BigInteger, K> forge) {
            this.forge = forge;
            return with("forge", (program, operands) -> "!other");
        }

        /** Index and id; required above level contract, and by forge. */
        public Port<C, K> parts(Function<K, Parts> parts) {
            this.parts = parts;
            return this;
        }

        private Port<C, K> done(String name, Consumer<C> operation) {
            return with(name, (program, operands) -> {
                operation.accept(program.container);
                return "ok";
            });
        }
    }

    /** A container, and the keys of its insertions, null for each that failed. */
    private record Side<C, K>(C container, List<K> keys) {}

    /** A program in progress: a fresh container, and another one, opened when needed. Insertions are numbered together. */
    private static final class Program<C, K> {
        private final Port<C, K> port;
        private final Supplier<C> open;
        private final boolean showsKeys;
        private List<K> keys = new ArrayList<>();
        private C container;
        private Side<C, K> other;
        private K otherwise; // replaces a missing key while elements are lent

        Program(Port<C, K> port, Supplier<C> open, boolean showsKeys) {
            this.port = port;
            this.open = open;
            this.container = open.get();
            this.showsKeys = showsKeys;
        }

        /** The other container; its keys have numbers up to now. */
        Side<C, K> beside() {
            if (other == null) {
                other = new Side<>(open.get(), new ArrayList<>());
            }
            while (other.keys().size() < keys.size()) {
                other.keys().add(null);
            }
            return other;
        }

        /** Goes on with the other container. */
        void turn() {
            Side<C, K> now = beside();
            other = new Side<>(container, keys);
            container = now.container();
            keys = now.keys();
        }

        String remove(String word) {
            Long removed = find(word, port.remove);
            if (port.says("ids=only")) {
                return yes(removed != null);
            }
            return port.says("remove=silent") ? "ok" : found(removed);
        }

        /** Ends early if a removal does not return the element, so that they do not become many. */
        String cycle(long turns) {
            int number = numbered(1);
            boolean silent = port.says("remove=silent");
            boolean only = port.says("ids=only");
            Long element = (long) number;
            K key = null;
            for (; turns > 0; turns--) {
                key = port.add.apply(container, element);
                Long removed = port.remove.apply(container, key);
                if (!silent && (only ? removed == null : !element.equals(removed))) {
                    return found(removed);
                }
            }
            return inserted(number, key);
        }

        String thin(int count, int seed) {
            int[] order = new int[keys.size()];
            Arrays.setAll(order, i -> i);
            Abridged answers = new Abridged();
            for (int i = 0; i < Math.min(count, order.length); i++) {
                seed ^= seed << 13;
                seed ^= seed >>> 17;
                seed ^= seed << 5;
                int other = i + Integer.remainderUnsigned(seed, order.length - i);
                int drawn = order[other];
                order[other] = order[i];
                order[i] = drawn;
                String answer = remove(Integer.toString(drawn));
                if (!answer.equals("none")) {
                    answers.push(answer);
                }
            }
            return answers.toString();
        }

        /** Calls a function with a key, if there is one. */
        <R> R find(String word, BiFunction<C, K, R> ask) {
            K key = key(word);
            return key == null ? null : ask.apply(container, key);
        }

        /** Visits at most one element more than there were insertions, since a wrong iteration may never end. */
        private void visited(BiConsumer<C, BiConsumer<K, Long>> each, BiConsumer<K, Long> visit) {
            int most = keys.size();
            int[] visits = {0};
            try {
                each.accept(container, (key, element) -> {
                    visit.accept(key, element);
                    if (++visits[0] > most) {
                        throw new Enough();
                    }
                });
            } catch (Enough enough) {
                // the answer has what was visited
            }
        }

        /** Calls a function with two keys; if one is missing, the other goes to a function for one key. */
        String both(String[] words, Three<C, K, K, Two> two, BiFunction<C, K, Long> one) {
            K first = key(words[0]);
            K second = key(words[1]);
            if (first != null && second != null) {
                return Starter.both(two.apply(container, first, second));
            }
            return Starter.both(new Two(
                    first == null ? null : one.apply(container, first),
                    second == null ? null : one.apply(container, second)));
        }

        /** The key with this number, a forged key for {@code #index.id}, or one near another for {@code number~index.id}. */
        K key(String word) {
            K key = named(word);
            return key == null ? otherwise : key;
        }

        private K named(String word) {
            if (word.startsWith("#")) {
                return forged(Parts.of(0, 0), word.substring(1));
            }
            int near = word.indexOf('~');
            int number = Integer.parseInt(near < 0 ? word : word.substring(0, near));
            K key = number < keys.size() ? keys.get(number) : null;
            return key == null || near < 0 ? key : forged(port.parts.apply(key), word.substring(near + 1));
        }

        /** The key at a distance from these parts; null if no key can be that far. */
        private K forged(Parts near, String distance) {
            String[] distances = distance.split("\\.");
            BigInteger index = near.index().add(new BigInteger(distances[0]));
            BigInteger id = near.id().add(new BigInteger(distances[1]));
            return index.signum() < 0 || id.signum() < 0 ? null : port.forge.apply(index, id);
        }

        /** Numbers the next insertions, which keep their numbers if they fail. */
        int numbered(int count) {
            for (int i = 0; i < count; i++) {
                keys.add(null);
            }
            return keys.size() - count;
        }

        /** Records the key of an insertion, and returns the answer. */
        String inserted(int number, K key) {
            keys.set(number, Objects.requireNonNull(key, "an insertion gave no key; throw Full if there is no room"));
            return showsKeys ? shown(key) : "ok";
        }

        String shown(K key) {
            Parts parts = port.parts.apply(key);
            return parts.index() + "." + parts.id();
        }

        String item(K key, long element) {
            return (showsKeys ? shown(key) + "=" : "") + element;
        }
    }

    /** The length of a list, both ends, and a checksum. */
    private static final class Abridged {
        private final CRC32 checksum = new CRC32();
        private int count;
        private String first = "";
        private String last = "";

        void push(String answer) {
            checksum.update(((count > 0 ? "," : "") + answer).getBytes(StandardCharsets.ISO_8859_1));
            first = count == 0 ? answer : first;
            last = answer;
            count++;
        }

        @Override
        public String toString() {
            return count == 0 ? "0" : count + "/" + first + "/" + last + "/" + checksum.getValue();
        }
    }

    private static String found(Long element) {
        return element == null ? "none" : element.toString();
    }

    private static String both(Two elements) {
        return found(elements.one()) + "/" + found(elements.other());
    }

    private static String lent(Lent lent) {
        return lent == null ? "none" : lent.pivot() + "/" + lent.length() + "/" + listed(lent.others());
    }

    private static String yes(boolean truth) {
        return truth ? "yes" : "no";
    }

    private static String listed(List<?> items) {
        return items.stream().map(Object::toString).collect(Collectors.joining(",", "[", "]"));
    }

    /** A word with its list in ascending order, because a container may iterate in any order. */
    private static String ascending(String word) {
        int start = word.indexOf('[');
        if (start < 0) {
            return word;
        }
        String[] items = word.substring(start + 1, word.length() - 1).split(",");
        Arrays.sort(items, Comparator.comparingLong(Starter::leading));
        return word.substring(0, start) + listed(List.of(items));
    }

    /** The first number of an item of a list; 0 for a word. */
    private static long leading(String item) {
        String number = item.split("/")[0];
        return number.matches("-?\\d+") ? Long.parseLong(number) : 0;
    }

    private static final Set<String> TOLD = new HashSet<>();
    private static final int MOST_TOLD = 20;

    private static void tell(Throwable thrown) {
        if (TOLD.size() < MOST_TOLD && TOLD.add(thrown.toString())) {
            System.err.print("answered !other: ");
            thrown.printStackTrace();
        }
    }
}
