import java.math.BigInteger;

/** A port of the slot map: an example of an adapter with all blanks filled in. */
public final class SlotMapPort {
    static final String FIELDS = "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed";

    private SlotMapPort() {}

    static Starter.Port<SlotMap, SlotMap.Key> port() {
        return new Starter.Port<SlotMap, SlotMap.Key>(FIELDS, parameters -> new SlotMap(parameters.number("capacity", 0)))
                .refusal("!full", IllegalStateException.class)
                .add(SlotMap::insert)
                .remove(SlotMap::remove)
                .at(SlotMap::get)
                .contains((map, key) -> map.get(key) != null)
                .replace(SlotMap::replace)
                .len(SlotMap::size)
                .isEmpty(map -> map.size() == 0)
                .each(SlotMap::forEach)
                .forge(SlotMapPort::key)
                .parts(key -> Starter.Parts.of(key.index(), key.generation()));
    }

    /** The key with these parts, if they fit. */
    private static SlotMap.Key key(BigInteger index, BigInteger id) {
        boolean fits = index.bitLength() < 32 && id.bitLength() < 64;
        return fits ? new SlotMap.Key(index.intValue(), id.longValue()) : null;
    }

    public static void main(String[] arguments) {
        port().serve();
    }
}
