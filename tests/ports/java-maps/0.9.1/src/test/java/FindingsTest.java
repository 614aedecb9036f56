import static org.junit.jupiter.api.Assertions.assertEquals;

import com.carrotsearch.hppc.IntIntHashMap;
import org.junit.jupiter.api.Test;

/** The finding in HPPC 0.9.1. It passes as long as the release has the defect. */
class FindingsTest {
    @Test
    void f53PutAfterClearAnswersARemovedValue() {
        IntIntHashMap map = new IntIntHashMap();
        map.put(0, 1);
        map.clear();
        assertEquals(0, map.size());
        assertEquals(1, map.put(0, 2));
    }
}
