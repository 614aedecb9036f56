import com.badlogic.ashley.core.Component;
import com.badlogic.ashley.core.Engine;
import com.badlogic.ashley.core.Entity;
import com.badlogic.ashley.core.Family;
import com.badlogic.ashley.core.PooledEngine;
import com.badlogic.ashley.utils.ImmutableArray;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/** The engines of Ashley, whose entities are objects. */
final class Ashley {
    /** A component that holds an element. */
    public static final class Element implements Component {
        public long value;
    }

    private static final Family ELEMENTS = Family.all(Element.class).get();

    private Ashley() {}

    static Starter.Port<?, ?> engine() {
        return port("name=ashley version=1.7.4 system=slotmap id_bits=0 remove=silent", Engine::new);
    }

    /** A pool reuses the objects of removed entities, without their components. */
    static Starter.Port<?, ?> pooled() {
        return port("name=ashley-pooled version=1.7.4 system=slab remove=silent", PooledEngine::new)
                .at((engine, entity) -> value(entity));
    }

    private static Starter.Port<Engine, Entity> port(String fields, Supplier<Engine> open) {
        return new Starter.Port<Engine, Entity>(fields, parameters -> open.get())
                .add(Ashley::add)
                .remove((engine, entity) -> {
                    engine.removeEntity(entity);
                    return null;
                })
                .contains((engine, entity) -> engine.getEntities().contains(entity, true))
                .eachMut((engine, difference) -> {
                    for (Entity entity : elements(engine)) {
                        entity.getComponent(Element.class).value += difference;
                    }
                })
                .len(engine -> engine.getEntities().size())
                .isEmpty(engine -> engine.getEntities().size() == 0)
                .clear(Engine::removeAllEntities)
                .each(Ashley::each);
    }

    private static Entity add(Engine engine, long value) {
        Element element = engine.createComponent(Element.class);
        element.value = value;
        Entity entity = engine.createEntity().add(element);
        engine.addEntity(entity);
        return entity;
    }

    private static ImmutableArray<Entity> elements(Engine engine) {
        return engine.getEntitiesFor(ELEMENTS);
    }

    private static void each(Engine engine, BiConsumer<Entity, Long> visit) {
        elements(engine).forEach(entity -> visit.accept(entity, value(entity)));
    }

    private static Long value(Entity entity) {
        Element element = entity.getComponent(Element.class);
        return element == null ? null : element.value;
    }
}
