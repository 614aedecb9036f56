import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The port protocol of the stablelist conformance kit, version 6, for a container of any family in Java.
 *
 * <p>Copy this file beside your port; it needs nothing else. It is given the table of the family, one line for each
 * operation, and the functions of those that the container has. The others are left out: the handshake says so, and the
 * judge never sends them.
 *
 * <p>A function is given the container and an {@link Operation}, which has the operands by their places. It returns the
 * key of an insertion, or a list of keys; a number, a text or null; a truth; elements as an {@link Iterable}. It throws {@link Refused}
 * for a refusal of the family.
 *
 * <p>A program may have two containers; a word such as {@code 2.push:3} is on the second. A function that concerns both
 * is given the other one by {@link Operation#other}; one that clones its container returns the clone. Each container has
 * keys of its own, which the clone has, too, and which are exchanged with everything else.
 * SPDX-License-Identifier: MIT
 *
 * @param <C> the container
 */
public final class Starter<C> {
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

    /** A refusal: {@code new Refused("full")} is answered by {@code !full}. */
    public static final class Refused extends RuntimeException {
        public Refused(String name) {
            super(name);
        }
    }

    /** The function of an operation. */
    public interface Carried<C> {
        Object out(C container, Operation operation);
    }

    /** One operation of a program. Operands are numbered from 0, in the order of the table. */
    public static final class Operation {
        private final Map<Integer, Object> keys;
        private final String[] words;
        private Object other;
        private final int most;
        /** The element of an insertion, or the first of several. */
        public final int element;

        private Operation(String[] words, int element, Map<Integer, Object> keys, int most) {
            this.words = words;
            this.keys = keys;
            this.most = most;
            this.element = element;
        }

        /** The other container, if the function concerns both. */
        @SuppressWarnings("unchecked")
        public <C> C other() {
            return (C) other;
        }

        /** The key of an operand; null if its insertion failed, or if it is forged. */
        @SuppressWarnings("unchecked")
        public <K> K key(int place) {
            String word = word(place);
            if (word.matches("\\d+") && Integer.parseInt(word) >= element) {
                throw new IllegalStateException("the adapter asks for key(" + place + "), which is no key in the table");
            }
            return word.matches("\\d+") ? (K) keys.get(Integer.parseInt(word)) : null;
        }

        /** The number of an operand. */
        public int number(int place) {
            return Integer.parseInt(word(place));
        }

        /** The word of an operand. */
        public String word(int place) {
            return words[place + 1];
        }
    }

    /** What the table says of an operation, such as "add_edge* key key > key !missing"; a star marks what is needed. */
    private record Row(List<String> operands, String answer, String nothing, boolean needed, boolean both) {
        int insertions(Operation operation) {
            int counted = operands.indexOf("count");
            return !answer.startsWith("key") ? 0 : counted < 0 ? 1 : operation.number(counted);
        }
    }

    /** The answer, or an item of a list, that is two elements, either of which may be null. */
    public static String both(Integer one, Integer other) {
        return (one == null ? "none" : one) + "/" + (other == null ? "none" : other);
    }

    private static final Comparator<Object> ASCENDING =
            Comparator.comparingLong(item -> number(item, 0)).thenComparingLong(item -> number(item, 1));

    /** The first number of an item, or the second. */
    private static long number(Object item, int place) {
        String[] numbers = item.toString().split("/");
        String number = place < numbers.length ? numbers[place] : "0";
        return number.equals("none") ? Long.MAX_VALUE : Long.parseLong(number);
    }

    private static final int MOST_ITEMS = 1 << 20;
    private static final List<String> LEVELS = List.of("contract", "layout", "cost");
    private final Map<String, Row> rows = new LinkedHashMap<>();
    private final Map<String, Carried<C>> functions;
    private final Function<Map<String, String>, C> open;
    private final String fields;
    private int insertions;
    private int most; // one more than the items that a list can have: elements were added, or as many as an operand says

    public Starter(String fields, String table, Function<Map<String, String>, C> open, Map<String, Carried<C>> functions) {
        this.fields = fields;
        this.open = open;
        this.functions = functions;
        for (String line : table.strip().split("\n")) {
            String[] parts = line.split(">");
            List<String> left = Arrays.asList(parts[0].strip().split(" "));
            String[] right = parts[1].strip().split(" ");
            String name = left.get(0);
            boolean needed = name.endsWith("*");
            rows.put(name.replace("*", ""), new Row(left.subList(1, left.size()), right[0], right[1], needed, right.length > 2));
        }
    }

    /** Answers every line of standard input, until it ends; what the container prints goes to standard error. */
    public void serve() throws IOException {
        String reason = blank();
        if (reason != null) {
            System.err.println(reason);
            System.exit(1);
        }
        PrintStream out = System.out;
        System.setOut(System.err);
        BufferedReader lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.ISO_8859_1));
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (!line.isBlank()) {
                out.print((line.startsWith("hello") ? hello() : answers(line.strip())) + "\n");
                out.flush();
                if (out.checkError()) {
                    System.exit(1);
                }
            }
        }
    }

    /** The reason why nothing can be verified yet; null if there is none. */
    private String blank() {
        for (String name : functions.keySet()) {
            if (!rows.containsKey(name)) {
                return "there is no operation " + name + "; choose one of " + String.join(", ", rows.keySet());
            }
        }
        List<String> missing = new ArrayList<>();
        rows.forEach((name, row) -> {
            if (row.needed && !functions.containsKey(name)) {
                missing.add(name);
            }
        });
        if (functions.isEmpty() && missing.isEmpty()) {
            missing.addAll(rows.keySet());
            missing.removeIf(name -> rows.get(name).answer.equals("shown"));
        }
        return missing.isEmpty() ? null : "nothing can be verified yet; fill in " + String.join(", ", missing);
    }

    private String hello() {
        List<String> without = new ArrayList<>(rows.keySet());
        without.removeAll(functions.keySet());
        if (rows.values().stream().anyMatch(row -> row.operands.contains("key"))) {
            without.add("forge");
        }
        long level = rows.entrySet().stream()
                .filter(each -> each.getValue().answer.equals("shown"))
                .takeWhile(each -> functions.containsKey(each.getKey()))
                .count();
        String hello = "port " + fields + " level=" + LEVELS.get((int) level);
        return without.isEmpty() ? hello : hello + " without=" + String.join(",", without);
    }

    /** The answers to a program. */
    private String answers(String line) {
        String[] parts = line.split(" : ");
        Map<String, String> choices = new HashMap<>();
        for (String each : parts[0].split(" ")) {
            int at = each.indexOf('=');
            if (at > 0) {
                choices.put(each.substring(0, at), each.substring(at + 1));
            }
        }
        List<Map<Integer, Object>> keys = new ArrayList<>(List.of(new HashMap<>(), new HashMap<>())); // of each container
        insertions = 0;
        most = 1;
        List<C> containers = new ArrayList<>();
        try {
            containers.add(open.apply(choices));
        } catch (RuntimeException error) { // it refuses this configuration, so that every operation fails
            error.printStackTrace();
        }
        boolean shows = !parts[0].startsWith(LEVELS.get(0));
        return Arrays.stream(parts[1].split(" "))
                .map(word -> containers.isEmpty() ? "!other" : answer(containers, choices, keys, withoutWay(word), shows))
                .collect(Collectors.joining(" "));
    }

    /** The answer to one operation, even if it fails. */
    private String answer(
            List<C> containers, Map<String, String> choices, List<Map<Integer, Object>> keys, String word, boolean shows) {
        int on = word.startsWith("2.") ? 1 : 0;
        String[] words = word.substring(2 * on).split(":");
        Row row = rows.get(words[0]);
        boolean clones = row.answer.equals("clone");
        if (containers.size() == 1 && (on > 0 || row.both || clones)) { // the second is made when it is needed
            containers.add(open.apply(choices));
        }
        C container = containers.get(on);
        for (int place = 0; place < row.operands.size(); place++) {
            boolean adds = words[place + 1].matches("\\d+");
            most = (int) Math.min(MOST_ITEMS, most + (adds ? Double.parseDouble(words[place + 1]) : 0));
        }
        most = Math.min(MOST_ITEMS, (row.both ? 2 : 1) * most + 1);
        Operation operation = new Operation(words, insertions, keys.get(on), most);
        operation.other = row.both ? containers.get(1 - on) : null;
        insertions += row.insertions(operation);
        for (int place = 0; place < row.operands.size(); place++) {
            if (row.operands.get(place).equals("key") && operation.key(place) == null) {
                return row.nothing;
            }
        }
        try {
            Object found = functions.get(words[0]).out(container, operation);
            if (clones) {
                @SuppressWarnings("unchecked")
                C clone = (C) found;
                containers.set(1 - on, clone);
                keys.set(1 - on, new HashMap<>(keys.get(on)));
            }
            if (row.answer.equals("exchange")) {
                Collections.swap(keys, 0, 1);
            }
            return word(row, found, operation, shows);
        } catch (Refused refused) {
            return "!" + refused.getMessage();
        } catch (RuntimeException | StackOverflowError | AssertionError error) {
            error.printStackTrace();
            return "!other";
        }
    }

    /** What a function returned, as the protocol writes it. */
    private static String word(Row row, Object found, Operation operation, boolean shows) {
        switch (row.answer) {
            case "key":
                operation.keys.put(operation.element, found);
                return "ok";
            case "keys":
                List<?> issued = (List<?>) found;
                for (int i = 0; i < issued.size(); i++) {
                    operation.keys.put(operation.element + i, issued.get(i));
                }
                return issued.stream().map(key -> "ok").collect(Collectors.joining(",", "[", "]"));
            case "done":
            case "clone":
            case "exchange":
                return "ok";
            case "truth":
                return (Boolean) found ? "yes" : "no";
            default:
                if (!(found instanceof Iterable<?> all)) {
                    return found == null ? "none" : found.toString();
                }
                List<Object> items = new ArrayList<>(); // an iteration that is wrong may never end
                for (Iterator<?> rest = all.iterator(); items.size() < operation.most && rest.hasNext(); ) {
                    items.add(Objects.requireNonNullElse(rest.next(), "none"));
                }
                // a container may iterate in any order, unless the order is part of the answer
                return (shows || row.answer.equals("sequence") ? items.stream() : items.stream().sorted(ASCENDING))
                        .map(Object::toString)
                        .collect(Collectors.joining(",", "[", "]"));
        }
    }
}
