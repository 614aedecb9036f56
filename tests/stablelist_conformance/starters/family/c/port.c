/* The port @name@: it maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Write a function for each operation that your container has, and remove the // before its line in
 * the table; the port says that it lacks the others. Operands are port_number(o, 0), port_word(o, 1) and so on, by their
 * places. An answer of two values, such as a key and its priority, is port_answer_both(o, one, other).
 * @@ issued
 * A key is port_key_of(o, 0); an insertion has o->element, and calls port_answer_key(o, key).
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
    // {"@operation@", ...}, // @sentence@; given: @given@
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
