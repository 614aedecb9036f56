import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import java.util.function.BiConsumer;
import java.util.function.LongUnaryOperator;

/** A {@code Dominion}, whose entities are objects. */
final class Entities {
    /** A component that holds an element. */
    public static final class Element {
        public long value;

        Element(long value) {
            this.value = value;
        }
    }

    private static final String NAME = "port";
    private static Dominion last; // which keeps memory outside of the heap until it is closed

    private Entities() {}

    static Starter.Port<?, ?> dominion() {
        return port("dominion", "remove=silent panics=remove.stale")
                .at((dominion, entity) -> value(entity))
                .replace((dominion, entity, element) -> change(entity, old -> element) != null)
                .atMut((dominion, entity, difference) -> change(entity, old -> old + difference))
                .eachMut((dominion, difference) ->
                        dominion.findEntitiesWith(Element.class).forEach(found -> found.comp().value += difference))
                .len(dominion -> dominion.findAllEntities().stream().count())
                .isEmpty(dominion -> !dominion.findAllEntities().iterator().hasNext())
                .each(Entities::each);
    }

    /** The same as an issuer of ids, which tells whether an entity had been deleted before. */
    static Starter.Port<?, ?> deleteAgain() {
        return port("dominion-delete-again", "ids=only");
    }

    private static Starter.Port<Dominion, Entity> port(String name, String declared) {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion." + NAME + ".chunk-bit", "8"); // so that there are many chunks
        String fields = "name=" + name + " version=0.9.0 system=slotmap id_bits=0 " + declared;
        return new Starter.Port<Dominion, Entity>(fields, parameters -> open())
                .add((dominion, element) -> dominion.createEntity(new Element(element)))
                .remove((dominion, entity) -> dominion.deleteEntity(entity) ? 0L : null)
                .contains((dominion, entity) -> !entity.isDeleted());
    }

    private static Dominion open() {
        if (last != null) {
            last.close();
        }
        last = Dominion.create(NAME);
        return last;
    }

    private static void each(Dominion dominion, BiConsumer<Entity, Long> visit) {
        dominion.findEntitiesWith(Element.class).forEach(found -> visit.accept(found.entity(), found.comp().value));
    }

    private static Long value(Entity entity) {
        return change(entity, old -> old);
    }

    /** The changed element, or null. */
    private static Long change(Entity entity, LongUnaryOperator change) {
        Element element = entity.get(Element.class);
        return element == null ? null : (element.value = change.applyAsLong(element.value));
    }
}
