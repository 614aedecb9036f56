import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.commons.collections4.map.LRUMap;
import org.apache.commons.collections4.set.ListOrderedSet;
import org.junit.jupiter.api.Test;

/** Findings in commons-collections4 and java.util. Each test passes as long as the release has the defect. */
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

    /** The first key of a map in the order of use after another one was compared with it, which has the same entries. */
    private static int firstAfterComparison(Map<Integer, Integer> map) {
        map.put(2, 2);
        map.put(1, 1);
        Map<Integer, Integer> other = new LRUMap<>(5);
        other.put(1, 1);
        other.put(2, 2);
        assertEquals(2, map.keySet().iterator().next());
        assertTrue(other.equals(map));
        return map.keySet().iterator().next();
    }

    /** LRUMap: "The least recently used algorithm works on the get and put operations only." */
    @Test
    void f55_a_comparison_is_a_use_of_every_key() {
        assertEquals(1, firstAfterComparison(new LRUMap<>(5)));
    }

    /** LinkedHashMap, after a list of methods without equals: "No other methods generate entry accesses." */
    @Test
    void f56_a_comparison_is_an_access_to_every_key() {
        assertEquals(1, firstAfterComparison(new LinkedHashMap<>(16, 0.75f, true)));
    }
}
