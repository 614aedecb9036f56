import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * <p>Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.
 */
public final class Port {
    // BLANK: your container.
    static final class Container {}

    /** A fresh container@choices@. */
    static Container open(Map<String, String> choices) {
        return new Container(); // BLANK
    }

    // A comment ends with the operands of its operation. For a refusal, throw new Starter.Refused("..."), without the
    // exclamation mark.
    // @@ issued
    // An insertion returns its key.
    // @@
    static final Map<String, Starter.Carried<Container>> FUNCTIONS = new HashMap<>();

    static {
        // FUNCTIONS.put("@operation@", (container, o) -> ...); // @sentence@@given@
    }

    public static void main(String[] arguments) throws IOException {
        // @@ options
        // If your container has only some of the choices, declare these in the fields, such as
        // @option@.
        // @@
        new Starter<>("@fields@", Table.ROWS, Port::open, FUNCTIONS).serve();
    }
}
