import java.math.BigInteger

/** A port of the slot map: an example of an adapter with all blanks filled in. */
private const val FIELDS = "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed"

/** The key with these parts, if they fit. */
private fun key(index: BigInteger, id: BigInteger) =
    if (index.bitLength() < 32 && id.bitLength() < 64) SlotMap.Key(index.toInt(), id.toLong()) else null

fun main() {
    Starter.Port<SlotMap, SlotMap.Key>(FIELDS) { parameters -> SlotMap(parameters.number("capacity", 0)) }
        .refusal("!full", IllegalStateException::class.java)
        .add(SlotMap::insert)
        .remove(SlotMap::remove)
        .at(SlotMap::get)
        .contains(SlotMap::contains)
        .replace(SlotMap::replace)
        .len { map -> map.size.toLong() }
        .isEmpty { map -> map.size == 0 }
        .each { map, visit -> map.forEach { key, element -> visit.accept(key, element) } }
        .forge(::key)
        .parts { key -> Starter.Parts.of(key.index.toLong(), key.generation) }
        .serve()
}
