import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.apache.commons.collections4.set.ListOrderedSet;
import org.junit.jupiter.api.Test;

/** The finding in commons-collections4. It passes as long as the pinned release has the defect. */
class FindingsTest {
    /** List::add(int, E), which ListOrderedSet::add(int, E) refers to: it throws "if the index is out of range". */
    @Test
    void f47_a_number_whose_place_is_refused_is_a_member_without_a_place() {
        ListOrderedSet<Integer> set = new ListOrderedSet<>();
        assertThrows(IndexOutOfBoundsException.class, () -> set.add(5, Integer.valueOf(7)));
        assertTrue(set.contains(7));
        assertEquals(-1, set.indexOf(7));
        assertEquals(0, set.asList().size());
    }
}
