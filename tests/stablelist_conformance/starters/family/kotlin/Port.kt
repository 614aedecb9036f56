/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.
 * Starter.java, which is called here, is written in Java.
 */

// BLANK: your container.
class Container

/** A fresh container@choices@. */
fun open(choices: Map<String, String>): Container = Container() // BLANK

// A comment ends with the operands of its operation. For a refusal, throw Starter.Refused("..."), without the
// exclamation mark.
// @@ issued
// An insertion returns its key.
// @@
val functions = mapOf<String, Starter.Carried<Container>>(
    // "@operation@" to Starter.Carried<Container> { container, o -> null }, // @sentence@@given@
)

fun main() {
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    Starter("@fields@", Table.ROWS, ::open, functions).serve()
}
