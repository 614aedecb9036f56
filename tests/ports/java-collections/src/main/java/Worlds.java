import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.World;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The port of artemis-odb, with components. Entities are numbers that are reused. */
public final class Worlds {
    private static final String TABLE =
            """
            make* > key -
            remove key > truth no
            clear > done -
            insert* key number number > truth no
            take key number > number none
            get key number > number none
            is_alive key > truth no
            contains key number > truth no
            entities > value -
            each number > value -
            join number > value -
            """;

    /** A component of any type. */
    public abstract static class Value extends Component {
        public int value;
    }

    public static final class First extends Value {}

    public static final class Second extends Value {}

    public static final class Third extends Value {}

    private static final List<Class<? extends Value>> TYPES = List.of(First.class, Second.class, Third.class);

    private final World world = new World();
    private final List<ComponentMapper<? extends Value>> mappers = new ArrayList<>();
    private final Map<Integer, Integer> numbers = new HashMap<>();

    private Worlds() {
        TYPES.forEach(type -> mappers.add(world.getMapper(type)));
    }

    /** The entities that have some types of components; subscriptions are updated when the world is processed. */
    private List<Integer> having(List<Integer> kinds) {
        world.process();
        List<Class<? extends Component>> types = new ArrayList<>();
        kinds.forEach(kind -> types.add(TYPES.get(kind)));
        var entities = world.getAspectSubscriptionManager().get(Aspect.all(types)).getEntities();
        List<Integer> found = new ArrayList<>();
        for (int place = 0; place < entities.size(); place++) {
            found.add(entities.get(place));
        }
        return found;
    }

    /** The components of some types, each with the number of its entity. */
    private List<String> components(Integer... kinds) {
        List<String> found = new ArrayList<>();
        for (int entity : having(List.of(kinds))) {
            for (int kind : kinds) {
                found.add(Starter.both(numbers.get(entity), mappers.get(kind).get(entity).value));
            }
        }
        return found;
    }

    private Integer get(int entity, int kind) {
        Value found = mappers.get(kind).get(entity);
        return found == null ? null : found.value;
    }

    /** Deletion takes effect when the world is processed. */
    private boolean remove(int entity) {
        boolean there = alive(entity);
        world.delete(entity);
        world.process();
        return there;
    }

    private boolean alive(int entity) {
        return world.getEntityManager().isActive(entity);
    }

    public static void main(String[] arguments) throws IOException {
        Map<String, Starter.Carried<Worlds>> functions = new HashMap<>();
        functions.put("make", (worlds, o) -> {
            int entity = worlds.world.create();
            worlds.numbers.put(entity, o.element);
            return entity;
        });
        functions.put("remove", (worlds, o) -> worlds.remove((int) o.key(0)));
        functions.put("insert", (worlds, o) -> {
            int entity = (int) o.key(0);
            worlds.mappers.get(o.number(1)).create(entity).value = o.number(2);
            return worlds.alive(entity);
        });
        functions.put("take", (worlds, o) -> {
            Integer found = worlds.get((int) o.key(0), o.number(1));
            worlds.mappers.get(o.number(1)).remove((int) o.key(0));
            worlds.world.process();
            return found;
        });
        functions.put("get", (worlds, o) -> worlds.get((int) o.key(0), o.number(1)));
        functions.put("is_alive", (worlds, o) -> worlds.alive((int) o.key(0)));
        functions.put("contains", (worlds, o) -> worlds.mappers.get(o.number(1)).has((int) o.key(0)));
        functions.put("entities", (worlds, o) -> worlds.having(List.of()).stream().map(worlds.numbers::get).toList());
        functions.put("each", (worlds, o) -> worlds.components(o.number(0)));
        functions.put("join", (worlds, o) -> worlds.components(o.number(0), (o.number(0) + 1) % 3));
        String fields = "protocol=6 name=artemis-odb version=2.3.0 system=components id_bits=0 stale=undefined";
        new Starter<>(fields, TABLE, choices -> new Worlds(), functions).serve();
    }
}
