import com.artemis.Aspect;
import com.artemis.Component;
import com.artemis.ComponentMapper;
import com.artemis.EntitySubscription;
import com.artemis.World;
import com.artemis.utils.IntBag;
import java.util.function.BiConsumer;

/** A {@code World} of artemis-odb, whose entities are numbers that are reused. */
final class Artemis {
    /** A component that holds an element. */
    public static final class Element extends Component {
        public long value;
    }

    /** A world, and the objects that find its elements. */
    private record Elements(World world, ComponentMapper<Element> mapper, EntitySubscription subscription) {
        static Elements open() {
            World world = new World();
            return new Elements(
                    world,
                    world.getMapper(Element.class),
                    world.getAspectSubscriptionManager().get(Aspect.all(Element.class)));
        }

        int add(long element) {
            int entity = world.create();
            mapper.create(entity).value = element;
            return entity;
        }

        /** Deletion takes effect when the world is processed. */
        Long remove(int entity) {
            world.delete(entity);
            world.process();
            return null;
        }

        Long at(int entity) {
            Element element = mapper.get(entity);
            return element == null ? null : element.value;
        }

        /** The entities that have an element. Subscriptions are updated when the world is processed. */
        IntBag entities() {
            world.process();
            return subscription.getEntities();
        }

        void each(BiConsumer<Integer, Long> visit) {
            IntBag entities = entities();
            for (int i = 0; i < entities.size(); i++) {
                visit.accept(entities.get(i), at(entities.get(i)));
            }
        }
    }

    private Artemis() {}

    static Starter.Port<?, ?> world() {
        return new Starter.Port<Elements, Integer>(
                        "name=artemis-odb version=2.3.0 system=slab remove=silent stale=undefined",
                        parameters -> Elements.open())
                .add(Elements::add)
                .remove(Elements::remove)
                .at(Elements::at)
                .contains((elements, entity) -> elements.world().getEntityManager().isActive(entity))
                .replace((elements, entity, element) -> {
                    elements.mapper().create(entity).value = element;
                    return true;
                })
                .atMut((elements, entity, difference) -> elements.mapper().get(entity).value += difference)
                .len(elements -> elements.entities().size())
                .isEmpty(elements -> elements.entities().isEmpty())
                .each(Elements::each);
    }
}
