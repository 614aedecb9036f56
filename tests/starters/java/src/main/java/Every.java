import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Ports with every operation, and with what else a container may do: the first argument says which. */
public final class Every {
    private Every() {}

    private static List<SlotMap.Key> keys(SlotMap map) {
        List<SlotMap.Key> keys = new ArrayList<>();
        map.forEach((key, element) -> keys.add(key));
        return keys;
    }

    private static Map<SlotMap.Key, Long> items(SlotMap map) {
        Map<SlotMap.Key, Long> items = new HashMap<>();
        map.forEach(items::put);
        return items;
    }

    private static Long add(SlotMap map, SlotMap.Key key, long difference) {
        Long element = map.get(key);
        return element != null && map.replace(key, element + difference) ? map.get(key) : null;
    }

    private static Starter.Placed<SlotMap.Key> put(SlotMap map, SlotMap.Key key, Long element) {
        Long displaced = map.get(key);
        if (!map.replace(key, element)) {
            throw new Starter.Full();
        }
        return new Starter.Placed<>(key, displaced);
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
                .put((map, index, element) -> put(map, new SlotMap.Key(index, 0), element))
                .insertAt(Every::put)
                .removeMany((map, one, other) -> new Starter.Two(map.remove(one), map.remove(other)))
                .pair((map, one, other) -> new Starter.Two(map.get(one), map.get(other)))
                .keyAt((map, key) -> map.get(key) == null ? null : new Starter.Item<>(key, map.get(key)))
                .atMut(Every::add)
                .eachMut((map, difference) -> keys(map).forEach(key -> add(map, key, difference)))
                .clear(map -> keys(map).forEach(map::remove))
                .keys(Every::keys)
                .apply((map, key) -> map.get(key) == null ? null : new Starter.Lent(map.get(key), 2, List.of(5L, 3L)))
                .inspect((map, key) -> new Starter.Lent(map.get(key), 2, List.of(5L, 3L)))
                .exchange((map, one, other) -> new Starter.Two(map.get(one), map.get(other)))
                .traverse(map -> List.of(new Starter.View(4, 1, 2), new Starter.View(2, 1, 4)))
                .drain(map -> keys(map).stream().map(map::remove).toList())
                .retain((map, keep) -> keys(map).stream()
                        .filter(key -> !keep.test(map.get(key)))
                        .map(map::remove)
                        .toList())
                .eachRemoving((map, keep) -> keys(map).stream()
                        .map(key -> keep.test(map.get(key)) ? map.get(key) : map.remove(key))
                        .toList())
                .eachFirst((map, most) -> {
                    keys(map).stream().limit(most).forEach(map::get);
                    return keys(map).stream().map(map::get).toList();
                })
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
                .copy(SlotMap::copy)
                .swapContainers(SlotMap::swap)
                .equal((map, other) -> items(map).equals(items(other)))
                .layout(map -> map.size() + "|0")
                .cost(map -> "0/" + (Starter.way() - 1));
    }

    /** A port with few operations, and other fields. */
    private static Starter.Port<SlotMap, SlotMap.Key> few(String fields) {
        return new Starter.Port<SlotMap, SlotMap.Key>(fields, parameters -> new SlotMap(0))
                .add(SlotMap::insert)
                .remove(SlotMap::remove);
    }

    private static <T> T fail(RuntimeException error) {
        throw error;
    }

    private static Starter.Port<SlotMap, SlotMap.Key> variant(String name) {
        return switch (name) {
            case "whole" -> whole();
            case "blind" -> few("name=x version=1 system=slab level=layout without=negative").keys(Every::keys);
            case "by-index" -> whole()
                    .keyAt((map, key) -> keys(map).stream()
                            .filter(live -> live.index() == key.index())
                            .map(live -> new Starter.Item<>(live, map.get(live)))
                            .findAny()
                            .orElse(null))
                    .forge((index, id) -> id.signum() == 0 ? new SlotMap.Key(index.intValue(), 0) : null);
            case "failing" -> SlotMapPort.port()
                    .at((map, key) -> {
                        throw new AssertionError("oops");
                    })
                    .clear(map -> fail(new IllegalArgumentException("oops")));
            case "refusing" -> new Starter.Port<>(
                    SlotMapPort.FIELDS, parameters -> fail(new IllegalArgumentException("refused")));
            case "silent" -> few(SlotMapPort.FIELDS + " remove=silent");
            case "only" -> few(SlotMapPort.FIELDS + " ids=only");
            case "lent" -> SlotMapPort.port().lend();
            case "borrowed" -> SlotMapPort.port().lend().remove((map, key) -> fail(new Starter.Borrowed()));
            case "endless" -> SlotMapPort.port().each((map, visit) -> {
                while (true) {
                    keys(map).forEach(key -> visit.accept(key, map.get(key)));
                }
            });
            case "backwards" -> SlotMapPort.port().each((map, visit) -> {
                List<SlotMap.Key> keys = keys(map);
                Collections.reverse(keys);
                keys.forEach(key -> visit.accept(key, map.get(key)));
            });
            default -> throw new IllegalArgumentException("there is no port " + name);
        };
    }

    public static void main(String[] arguments) {
        variant(arguments[0]).serve();
    }
}
