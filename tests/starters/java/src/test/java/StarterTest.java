import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests of the starter by its answers to programs. */
class StarterTest {
    private static String contract(Starter.Port<SlotMap, SlotMap.Key> port, String words) {
        return port.answer("contract : " + words);
    }

    private static List<SlotMap.Key> keys(SlotMap map) {
        List<SlotMap.Key> keys = new ArrayList<>();
        map.forEach((key, element) -> keys.add(key));
        return keys;
    }

    private static Long add(SlotMap map, SlotMap.Key key, long difference) {
        Long element = map.get(key);
        return element != null && map.replace(key, element + difference) ? map.get(key) : null;
    }

    /** All common operations of pools, and those of a StableList. */
    private static Starter.Port<SlotMap, SlotMap.Key> whole() {
        return SlotMapPort.port()
                .insertWith((map, factory) -> {
                    SlotMap.Key key = map.insert(-1);
                    map.replace(key, factory.apply(key));
                })
                .extend((map, elements) -> {
                    if (elements.size() > 1000) {
                        throw new Starter.Full();
                    }
                    return elements.stream().map(map::insert).toList();
                })
                .put((map, index, element) -> {
                    SlotMap.Key key = new SlotMap.Key(index, 0);
                    Long displaced = map.get(key);
                    if (!map.replace(key, element)) {
                        throw new Starter.Full();
                    }
                    return new Starter.Placed<>(key, displaced);
                })
                .removeMany((map, one, other) -> new Starter.Two(map.remove(one), map.remove(other)))
                .pair((map, one, other) -> new Starter.Two(map.get(one), map.get(other)))
                .keyAt((map, key) -> map.get(key) == null ? null : new Starter.Item<>(key, map.get(key)))
                .atMut(StarterTest::add)
                .eachMut((map, difference) -> keys(map).forEach(key -> add(map, key, difference)))
                .clear(map -> keys(map).forEach(map::remove))
                .keys(StarterTest::keys)
                .apply((map, key) -> map.get(key) == null ? null : new Starter.Lent(map.get(key), 2, List.of(5L, 3L)))
                .inspect((map, key) -> new Starter.Lent(map.get(key), 2, List.of(5L, 3L)))
                .exchange((map, one, other) -> new Starter.Two(map.get(one), map.get(other)))
                .traverse(map -> List.of(new Starter.View(4, 1, 2), new Starter.View(2, 1, 4)))
                .drain(map -> keys(map).stream().map(map::remove).toList())
                .retain((map, keep) -> keys(map).stream()
                        .filter(key -> !keep.test(map.get(key)))
                        .map(map::remove)
                        .toList())
                .sort((map, rank) -> // to show the ranks
                        keys(map).forEach(key -> map.replace(key, rank.applyAsLong(map.get(key)))))
                .reserve((map, additional) -> {
                    if (additional > 1000) {
                        throw new Starter.Full();
                    }
                })
                .shrinkToFit(map -> {})
                .repack((map, key) -> key)
                .reload(Function.identity())
                .layout(map -> "4|0")
                .cost(map -> "0/0");
    }

    @Test
    void handshakeLeavesOutWhatThePortDoesNotHave() {
        assertEquals(
                "port protocol=5 level=contract " + SlotMapPort.FIELDS + " without=insert_with,extend,put,remove_many,pair,key_at,"
                        + "at_mut,each_mut,clear,keys,apply,inspect,exchange,traverse,lend,drain,retain,sort,reserve,shrink_to_fit,"
                        + "repack,reload,layout,cost",
                SlotMapPort.port().answer("hello 5"));
        String fields = "name=x version=1 system=slab level=layout";
        String said = new Starter.Port<SlotMap, SlotMap.Key>(fields + " without=negative", parameters -> null)
                .answer("hello 5");
        assertTrue(said.startsWith("port protocol=5 " + fields + " without=add,"), said);
        assertTrue(said.endsWith(",cost,forge,negative"), said);
        Starter.Port<SlotMap, SlotMap.Key> blind = new Starter.Port<>(fields, parameters -> null);
        said = blind.keys(StarterTest::keys).answer("hello 5");
        assertTrue(said.contains(",keys,"), said); // keys needs at
    }

    @Test
    void everyOperationHasItsWord() {
        assertEquals(
                "ok ok 0 none 1 no yes 1 no",
                contract(whole(), "add add remove:0 at:0 at:1 contains:0 contains:1 len is_empty"));
        assertEquals("ok yes 7 7 no", contract(whole(), "add replace:0:7 at:0 remove:0 replace:0:8"));
        assertEquals(
                "ok 0 [ok,ok] 2 !full ok 1004", contract(whole(), "insert_with at:0 extend:2 at:2 extend:1001 add at:1004"));
        assertEquals("[] !full ok 1 2", contract(whole(), "extend:0 put:0 add put:0 at:2"));
        assertEquals("ok ok 1/0 0 1/none", contract(whole(), "add add pair:1:0 remove:0 pair:1:0"));
        assertEquals("ok 5 ok 7 7 none", contract(whole(), "add at_mut:0:5 each_mut:2 at:0 remove:0 at_mut:0:1"));
        assertEquals(
                "[ok,ok,ok] [0,1,2] [0,2] [1] ok []", contract(whole(), "extend:3 keys retain:2:1 keys clear keys"));
        assertEquals("[ok,ok,ok,ok] ok 2 0", contract(whole(), "extend:4 sort:3 at:2 at:3"));
        assertEquals(
                "[ok,ok] ok !full ok 1 ok [0,1] []",
                contract(whole(), "extend:2 reserve:3 reserve:2000 shrink_to_fit repack:1 reload drain each"));
        assertEquals(
                "ok ok 0/1 ok none 2/2/[3,5] [2/1/4,4/1/2]",
                contract(whole(), "add add remove_many:0:1 add apply:0 apply:2 traverse"));
        assertEquals(
                "0.0 1.0 0.0=0 0/2/[5,3] 0/1 [4/1/2,2/1/4] 4|0 0/0",
                whole().answer("layout : add add key_at:0 inspect:0 exchange:0:1 traverse layout cost"));
    }

    @Test
    void keysThatAreNotThere() {
        assertEquals(
                "ok !full none none none 0 ok 2",
                whole().answer("contract capacity=1 : add add at:1 remove:1 at:1~0.0 remove:0 add at:2"));
        assertEquals(
                "ok 0 none none 0 none none none",
                contract(whole(), "add at:#0.0 at:#0.1 at:#-1.0 at:0~0.0 at:0~0.1 at:0~0.-1 at:0~1.0"));
        assertEquals("ok none none", contract(whole(), "add at:#4294967296.0 at:0~0.18446744073709551616"));
        assertEquals(
                "ok 0/none none/0 0/none none none",
                contract(whole(), "add pair:0:#7.7 pair:#-7.7:0 exchange:0:#-1.1 exchange:#-1.1:0 at_mut:#-1.0:1"));
        assertEquals("ok none/0 none", contract(whole(), "add remove_many:#-1.0:0 at:0"));
    }

    @Test
    void onlyTheIndexOfAKeyCountsForTheKeyAtIt() {
        Starter.Port<SlotMap, SlotMap.Key> port = SlotMapPort.port()
                .keyAt((map, key) -> keys(map).stream()
                        .filter(live -> live.index() == key.index())
                        .map(live -> new Starter.Item<>(live, map.get(live)))
                        .findAny()
                        .orElse(null))
                .forge((index, id) -> id.signum() == 0 ? new SlotMap.Key(index.intValue(), 0) : null);
        assertEquals(
                "ok 0 0 0 0 none", contract(port, "add key_at:0 key_at:#0.7 key_at:#0.-1 key_at:0~0.-1 at:0~0.-1"));
        assertEquals("ok none none none", contract(port, "add key_at:#1.0 key_at:#-1.0 key_at:0~1.0"));
    }

    @Test
    void failuresHaveTheirWords() {
        Starter.Port<SlotMap, SlotMap.Key> failing = SlotMapPort.port()
                .at((map, key) -> {
                    throw new IllegalArgumentException("oops");
                })
                .clear(map -> {
                    throw new Starter.Borrowed();
                });
        assertEquals("ok !other !borrow !other !other 1", contract(failing, "add at:0 clear nonsense at len"));
        assertEquals("!other", contract(SlotMapPort.port().add((map, element) -> null), "add"));
        Starter.Port<SlotMap, SlotMap.Key> asserting = SlotMapPort.port().at((map, key) -> {
            throw new AssertionError("oops");
        });
        assertEquals("ok !other 1", contract(asserting, "add at:0 len"));
        Starter.Port<SlotMap, SlotMap.Key> refusing = new Starter.Port<>(SlotMapPort.FIELDS, parameters -> {
            throw new IllegalArgumentException("refused");
        });
        assertEquals("!other !other", contract(refusing, "add len"));
    }

    @Test
    void whatAContainerDocumentsDifferently() {
        Function<String, Starter.Port<SlotMap, SlotMap.Key>> says = field ->
                new Starter.Port<SlotMap, SlotMap.Key>(SlotMapPort.FIELDS + " " + field, parameters -> new SlotMap(0))
                        .add(SlotMap::insert)
                        .remove(SlotMap::remove);
        assertEquals("ok ok ok", contract(says.apply("remove=silent"), "add remove:0 remove:0"));
        assertEquals("ok ok yes no", contract(says.apply("ids=only"), "add add remove:1 remove:1"));
    }

    @Test
    void containerThatIsLent() {
        assertEquals("ok ok ok [0,1,1] 1", contract(SlotMapPort.port().lend(), "add lend:add add each at:1"));
        Starter.Port<SlotMap, SlotMap.Key> lending = SlotMapPort.port().lend().remove((map, key) -> {
            throw new Starter.Borrowed();
        });
        assertEquals("none ok !borrow !borrow", contract(lending, "lend:remove:0 add lend:remove:0 lend:remove:#-1.1"));
    }

    @Test
    void listsAreInAscendingOrderAtLevelContractOnly() {
        Starter.Port<SlotMap, SlotMap.Key> backwards = SlotMapPort.port().each((map, visit) -> {
            List<SlotMap.Key> keys = keys(map);
            Collections.reverse(keys);
            keys.forEach(key -> visit.accept(key, map.get(key)));
        });
        assertEquals("ok ".repeat(11) + "[0,1,2,3,4,5,6,7,8,9,10]", contract(backwards, "add ".repeat(11) + "each"));
        assertEquals(
                "ok ok ok yes yes [-5,-3,2]", contract(SlotMapPort.port(), "add add add replace:0:-3 replace:1:-5 each"));
        assertEquals("0.0 1.0 [1.0=1,0.0=0]", backwards.answer("layout : add add each"));
    }

    private static String conversation(byte[] input) throws IOException {
        ByteArrayOutputStream output = new ByteArrayOutputStream();
        SlotMapPort.port().serve(new ByteArrayInputStream(input), new PrintStream(output));
        return output.toString();
    }

    @Test
    void lines() throws IOException {
        String asked = "\n\r\ncontract : add at:0\r\nnonsense\ncontract : add\ncontract : ad";
        assertEquals("ok 0\n!other\nok\n", conversation(asked.getBytes()));
        assertEquals("", conversation(new byte[0]));
    }

    /** The lines of a file of the newest vectors. */
    private static List<String> vectors(String name) throws IOException {
        try (Stream<Path> versions = Files.list(Path.of("../../vectors"))) {
            Comparator<Path> order = Comparator.comparing((Path path) -> path.toString().length());
            return Files.readAllLines(versions.max(order.thenComparing(Path::toString)).orElseThrow().resolve(name));
        }
    }

    @Test
    void vectorsThatThePortCanTake() throws IOException {
        String without = SlotMapPort.port().answer("hello 5").split("without=")[1];
        List<String> taken = vectors("MANIFEST.tsv").stream()
                .map(line -> line.split("\t"))
                .filter(entry -> entry[0].startsWith("slotmap/contract/"))
                .filter(entry -> Collections.disjoint(List.of(entry[6].split(",")), List.of(without.split(","))))
                .map(entry -> entry[0])
                .toList();
        assertTrue(taken.size() > 5);
        for (String path : taken) {
            List<String> answered = vectors(path + ".in").stream().map(SlotMapPort.port()::answer).toList();
            assertEquals(vectors(path + ".out"), answered, path);
        }
    }

    @Test
    void nobodyReadsTheAnswers() throws IOException {
        List<Integer> written = new ArrayList<>();
        PrintStream closed = new PrintStream(new OutputStream() {
            @Override
            public void write(int octet) throws IOException {
                written.add(octet);
                throw new IOException("closed");
            }
        });
        SlotMapPort.port().serve(new ByteArrayInputStream("contract : add\n".repeat(3).getBytes()), closed);
        assertEquals(1, written.size());
    }

    @Test
    void hugeLines() throws IOException {
        String asked = "contract : " + "add ".repeat(30_000) + "each\n" + "x".repeat(100_000_000) + "\n";
        String answered = conversation(asked.getBytes());
        assertTrue(answered.endsWith(",29999]\n!other\n"));
    }
}
