import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.engine.EntityRepository;
import dev.dominion.ecs.engine.system.Logging;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.LongFunction;
import java.util.function.LongUnaryOperator;

/** A {@code Dominion}, whose entities are objects. */
final class Entities {
    /** A component that holds an element. */
    public static class Element {
        public long value;

        Element(long value) {
            this.value = value;
        }
    }

    private static final class Left extends Element {
        Left(long value) {
            super(value);
        }
    }

    private static final class Right extends Element {
        Right(long value) {
            super(value);
        }
    }

    private static final int CLASS_INDEX_BIT = 14; // the smallest that works
    private static final String ENTITIES = "system=slotmap id_bits=0 remove=silent panics=remove.stale";
    private static final List<LongFunction<Element>> TYPES = List.of(Element::new, Left::new, Right::new);
    private static Dominion last; // it keeps memory outside of the heap until it is closed

    private Entities() {}

    static Starter.Port<?, ?> dominion() {
        return port("dominion", ENTITIES)
                .at((dominion, entity) -> change(entity, old -> old))
                .replace((dominion, entity, element) -> change(entity, old -> element) != null)
                .atMut((dominion, entity, difference) -> change(entity, old -> old + difference));
    }

    /** A Dominion as an issuer of ids; a deletion answers whether the entity still existed. */
    static Starter.Port<?, ?> deleteAgain() {
        return port("dominion-delete-again", "system=slotmap id_bits=0 ids=only");
    }

    /** Finds all entities, which have components of different types. */
    static Starter.Port<?, ?> findAll() {
        return port("dominion-find-all", ENTITIES)
                .add((dominion, element) ->
                        dominion.createEntity(TYPES.get((int) (element % TYPES.size())).apply(element)))
                .len(dominion -> dominion.findAllEntities().stream().count())
                .isEmpty(dominion -> !dominion.findAllEntities().iterator().hasNext());
    }

    /** Finds the entities with a component of one type. */
    static Starter.Port<?, ?> findWith() {
        return port("dominion-find-with", ENTITIES)
                .eachMut((dominion, difference) ->
                        dominion.findEntitiesWith(Element.class).forEach(found -> found.comp().value += difference))
                .each(Entities::each);
    }

    private static Starter.Port<Dominion, Entity> port(String name, String fields) {
        System.setProperty("dominion.show-banner", "false"); // it would be written to standard output
        int chunkBit = name.endsWith("with") ? 8 : 14; // small chunks, so that there are many, make a table of 32 MB
        return new Starter.Port<Dominion, Entity>(
                        "name=" + name + " version=0.9.0 " + fields, parameters -> open(chunkBit))
                .add((dominion, element) -> dominion.createEntity(new Element(element)))
                .remove((dominion, entity) -> dominion.deleteEntity(entity) ? 0L : null)
                .contains((dominion, entity) -> !entity.isDeleted());
    }

    /** Does what {@code Dominion.create} does, which fails from the 1,024th call on. */
    private static Dominion open(int chunkBit) {
        if (last != null) {
            last.close();
        }
        last = new EntityRepository("port", CLASS_INDEX_BIT, chunkBit, 1, Logging.Context.TEST);
        return last;
    }

    private static void each(Dominion dominion, BiConsumer<Entity, Long> visit) {
        dominion.findEntitiesWith(Element.class).forEach(found -> visit.accept(found.entity(), found.comp().value));
    }

    /** Returns the changed element, or null. */
    private static Long change(Entity entity, LongUnaryOperator change) {
        Element element = entity.get(Element.class);
        return element == null ? null : (element.value = change.applyAsLong(element.value));
    }
}
