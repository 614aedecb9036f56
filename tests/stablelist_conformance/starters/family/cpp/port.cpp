// The port @name@: it maps each operation of the port protocol to a function of your container.
//
// Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.

#include "starter.hpp"
#include "table.hpp"

#include <memory>
#include <string>

// BLANK: your container, and what it hands out as a key, if it does.
struct container {};
using key = std::size_t;

using operation = starter::operation<container, key>;

// A fresh container@choices@.
std::unique_ptr<container> open(const starter::choices &choices)
{
    (void)choices;
    return std::make_unique<container>(); // BLANK
}

// Operands are o.key(0), o.number(1), o.word(2) and so on, by their places; the other container is *o.other; an insertion
// has o.element, and returns o.inserted(key). Others return numbers, truths, optionals, pairs, ranges, or nothing. For a
// refusal, throw starter::refusal("..."), without the exclamation mark.
const starter::functions<container, key> functions = {
    // {"@operation@", [](operation &o) { return ...; }}, // @sentence@; given: @given@
};

int main()
{
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    return starter::serve("@fields@", table, open, functions);
}
