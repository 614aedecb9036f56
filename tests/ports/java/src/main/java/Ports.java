import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Ports for published containers. The argument selects one. */
public final class Ports {
    private static final Map<String, Supplier<Starter.Port<?, ?>>> PORTS = new TreeMap<>(Map.of(
            "artemis", Artemis::world,
            "ashley", Ashley::engine,
            "ashley-pooled", Ashley::pooled,
            "counters", Agrona::counters,
            "dominion", Entities::dominion,
            "dominion-delete-again", Entities::deleteAgain,
            "dominion-find-all", Entities::findAll,
            "dominion-find-with", Entities::findWith,
            "timer-wheel", Agrona::timerWheel,
            "timer-wheel-forged", Agrona::forgedTimers));

    private Ports() {}

    public static void main(String[] arguments) {
        Supplier<Starter.Port<?, ?>> port = PORTS.get(arguments.length == 1 ? arguments[0] : "");
        if (port == null) {
            System.err.println("usage: java Ports " + String.join("|", PORTS.keySet()));
            System.exit(2);
        }
        port.get().serve();
    }
}
