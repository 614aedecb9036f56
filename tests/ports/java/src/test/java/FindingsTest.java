import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.artemis.EntityManager;
import com.artemis.World;
import dev.dominion.ecs.api.Dominion;
import dev.dominion.ecs.api.Entity;
import dev.dominion.ecs.engine.system.ClassIndex;
import dev.dominion.ecs.engine.system.Logging;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.agrona.DeadlineTimerWheel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** The findings in the Java packages, one test each. They pass as long as the pinned releases have these defects. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class FindingsTest {
    record Position(int at) {}

    record Colour(int shade) {}

    record Name(String text) {}

    @BeforeAll
    static void quiet() {
        System.setProperty("dominion.show-banner", "false");
        System.setProperty("dominion.small.chunk-bit", "8");
    }

    private static List<Position> found(Dominion dominion) {
        return dominion.findEntitiesWith(Position.class).stream()
                .map(with -> with.comp())
                .toList();
    }

    /** Dominion::deleteEntity: "false if the Entity has already been deleted". */
    @Test
    void f12_deleting_again_throws() {
        Dominion dominion = Dominion.create();
        Entity entity = dominion.createEntity();
        assertTrue(dominion.deleteEntity(entity));
        assertThrows(NullPointerException.class, () -> dominion.deleteEntity(entity));
    }

    /** Dominion::findAllEntities: "Finds all entities." */
    @Test
    void f13_find_all_entities_stops_at_a_type_that_has_none() {
        Dominion dominion = Dominion.create();
        dominion.createEntity(new Position(1));
        Entity moved = dominion.createEntity(new Colour(2));
        assertEquals(2, dominion.findAllEntities().stream().count());
        moved.add(new Name("moved"));
        assertEquals(1, dominion.findAllEntities().stream().count());
    }

    /** Dominion::findEntitiesWith: "Finds all entities with a component of the specified type." */
    @Test
    void f14_find_entities_with_stops_at_an_empty_chunk() {
        Dominion dominion = Dominion.create("small");
        List<Entity> entities = new ArrayList<>();
        for (int i = 0; i < 513; i++) {
            entities.add(dominion.createEntity(new Position(i)));
        }
        entities.subList(256, 512).forEach(dominion::deleteEntity);
        assertEquals(new Position(512), entities.get(512).get(Position.class));
        assertFalse(found(dominion).contains(new Position(512)));
        assertEquals(256, found(dominion).size());
    }

    /** Dominion::deleteEntity: "Removes the entity by freeing the id and canceling the reference to all components". */
    @Test
    void f15_deleting_a_disabled_entity_removes_another() {
        Dominion dominion = Dominion.create();
        Entity disabled = dominion.createEntity(new Position(1));
        Entity other = dominion.createEntity(new Position(2));
        disabled.setEnabled(false);
        assertEquals(new Position(2), disabled.get(Position.class));
        dominion.deleteEntity(disabled);
        assertFalse(other.isDeleted());
        assertEquals(List.of(), found(dominion));
        Entity next = dominion.createEntity(new Position(3));
        assertEquals(new Position(3), other.get(Position.class));
        assertEquals(new Position(3), next.get(Position.class));
    }

    /** DeadlineTimerWheel::cancelTimer: "true if successful otherwise false if the timerId did not exist". */
    @Test
    void f16_a_timer_id_that_does_not_exist_throws_or_cancels_another() {
        DeadlineTimerWheel wheel = new DeadlineTimerWheel(TimeUnit.MILLISECONDS, 0, 1, 2, 1);
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> wheel.cancelTimer(-1));
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> wheel.deadline(-1));
        long timer = wheel.scheduleTimer(0);
        assertTrue(wheel.cancelTimer((1L << 32) - 1 + (1L << 32)));
        assertEquals(DeadlineTimerWheel.NULL_DEADLINE, wheel.deadline(timer));
    }

    /** EntityManager::reset: "There mustn't be any active entities in the world for this method to work." */
    @Test
    void f17_reset_forgets_an_entity_that_was_just_created() {
        World world = new World();
        EntityManager entities = world.getEntityManager();
        int entity = world.create();
        assertTrue(entities.isActive(entity));
        assertTrue(entities.reset());
        assertEquals(entity, world.create());
    }

    /** Config.DominionSize: "NANO(10, 8, "One or a few types of components, few entities")". */
    @Test
    void f22_the_sizes_nano_and_micro_use_more_memory_than_they_allocate() {
        int bytesPerClass = 4;
        assertTrue(index(14).endsWith("capacity=" + (1 << 14) * bytesPerClass + "|off-heap}"));
        assertEquals("ClassIndex={hashBit=14, capacity=" + (1 << 10) * bytesPerClass + "|off-heap}", index(10));
        assertEquals("ClassIndex={hashBit=14, capacity=" + (1 << 12) * bytesPerClass + "|off-heap}", index(12));
    }

    /** Dominion: "The User Application can create more than one Dominion with different names." */
    @Test
    @Order(Integer.MAX_VALUE) // no other test can create one afterwards
    void f23_no_more_than_1023_dominions_can_be_created() {
        assertThrows(ArrayIndexOutOfBoundsException.class, () -> {
            for (int i = 0; i < 1024; i++) {
                Dominion.create().close();
            }
        });
    }

    private static String index(int hashBit) {
        return new ClassIndex(hashBit, true, Logging.Context.TEST).toString();
    }
}
