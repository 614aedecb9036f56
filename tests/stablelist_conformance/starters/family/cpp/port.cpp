// The port @name@: it maps each operation of the port protocol to a function of your container.
//
// Fill in the blanks. Remove the // from the operations that your container has; the port says that it lacks the others.

#include "starter.hpp"
#include "table.hpp"

#include <memory>
#include <string>

// @@ issued
// BLANK: your container, and what it hands out as a key.
// @@ keyless
// BLANK: your container.
// @@
struct container {};
// @@ issued
using key = std::size_t;

using operation = starter::operation<container, key>;
// @@ keyless

using operation = starter::operation<container>;
// @@

// A fresh container@choices@.
std::unique_ptr<container> open(const starter::choices &choices)
{
    (void)choices;
    return std::make_unique<container>(); // BLANK
}

// A comment ends with the operands of its operation. Functions return numbers, truths, optionals, pairs, ranges, or
// nothing. For a refusal, throw starter::refusal("..."), without the exclamation mark.
// @@ issued
// An insertion returns o.inserted(key).
const starter::functions<container, key> functions = {
    // @@ keyless
const starter::functions<container> functions = {
    // @@
    // {"@operation@", [](operation &o) { return ...; }}, // @sentence@@given@
};

int main()
{
    // @@ options
    // If your container has only some of the choices, declare these in the fields, such as
    // @option@.
    // @@
    return starter::serve("@fields@", table, open, functions);
}
