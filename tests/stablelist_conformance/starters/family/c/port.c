/* The port @name@: it maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Write a function for each operation that your container has, and remove the // before its line in
 * the table; the port says that it lacks the others. A comment ends with the operands of its operation. An answer of
 * two values, such as a key and its priority, is port_answer_both(o, one, other).
 * @@ issued
 * An insertion calls port_answer_key(o, key).
 * @@
 */
#define _POSIX_C_SOURCE 200809L

#include "starter.h"
#include "table.h"

/* A fresh container@choices@. */
static void *open_it(const char *choices)
{
    (void)choices;
    return malloc(1); /* BLANK */
}

static void close_it(void *container)
{
    free(container);
}

static const port_function functions[] = {
    // {"@operation@", ...}, // @sentence@@given@
    {NULL, NULL},
};

int main(void)
{
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    const port it = {"@fields@", table, open_it, close_it, functions};
    return port_serve(&it);
}
