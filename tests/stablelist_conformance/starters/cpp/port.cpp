// The port @name@: maps each operation of the port protocol to a method of your container.
//
// Fill in the blanks. Of the operations below them, remove the // from those that your container has; the port says that
// it lacks the others. An element is a std::int64_t.

#include "starter.hpp"

// BLANK: include your container.

using starter::Element;
using starter::Found; // an element, or nothing

struct Container {}; // BLANK: your container, with elements of type Element
struct Key {}; // BLANK: its keys

template <class T> T blank(const char *what)
{
    throw std::logic_error(std::string("fill in the blank: ") + what);
}

const starter::Port<Container, Key> port{
    .fields = "name=@name@ version=0.1.0 system=@system@" // BLANK: your container's version
              // @@ fixed-arena
              " capacity=fixed" // a program says how many cells there are
              // @@ id_bits
              " id_bits=32" // BLANK: how many bits the id (version, generation) of a key has; 0 if there is no bound
              // @@ parity
              // If only every second number is used as a version (for example, only odd numbers), append " parity=yes".
              // @@ index_bits
              " index_bits=32" // BLANK: the same of its index
              // @@ maximum
              " without=maximum" // remove this line if the container can have a maximum number of elements
    // @@
    ,
    .open = [](const starter::Parameters &) { return blank<Container>("make a new, empty container"); },
    .add = [](Container &, Element) { return blank<Key>("add the element; throw starter::Full() if there is no room"); },
    // @@ insert_with
    // .insert_with = [](Container &c, const auto &factory) { c.insert_with(factory); }, // adds factory(key)
    // @@ extend
    // .extend = [](Container &c, const starter::Elements &elements) { return c.extend(elements); }, // the keys
    // @@ put
    // .put = [](Container &c, std::size_t index, Element element) { return std::pair(key, displaced); },
    // @@ insert_at
    // .insert_at = [](Container &c, Key key, Element element) { return std::pair(its_key, displaced); },
    // @@
    .remove = [](Container &, Key) { return blank<Found>("remove by key; the element, or nothing"); },
    // @@ remove_many
    // .remove_many = [](Container &c, Key one, Key other) { return std::pair<Found, Found>(...); },
    // @@ at
    // .at = [](Container &c, Key key) { return Found(...); },
    // @@ pair
    // .pair = [](Container &c, Key one, Key other) { return std::pair<Found, Found>(...); },
    // @@ key_at
    // .key_at = [](Container &c, Key key) { return std::optional(std::pair(live, element)); }, // at key's index
    // @@ at
    // .contains = [](Container &c, Key key) { return c.contains(key); },
    // @@ replace
    // .replace = [](Container &c, Key key, Element element) { return c.replace(key, element); }, // was it found?
    // @@ at_mut
    // .at_mut = [](Container &c, Key key, Element difference) { return Found(...); }, // the new element
    // @@ each_mut
    // .each_mut = [](Container &c, Element difference) { for (Element &element : c) element += difference; },
    // @@
    // .len = [](Container &c) { return c.size(); },
    // .is_empty = [](Container &c) { return c.empty(); },
    // .clear = [](Container &c) { c.clear(); },
    // .each = [](Container &c, const auto &visit) { for (auto [key, element] : c) visit(key, element); },
    // @@ keys
    // .keys = [](Container &c) { return std::vector<Key>(...); },
    // @@ apply
    // .apply = [](Container &c, Key key) { return std::optional(starter::Lent{pivot, length, others}); },
    // .inspect = ...
    // .exchange = ... // both elements as they were
    // .traverse = ... // pivot, length and sum of each view
    // @@ lend
    // .lend = true, // only if the container refuses changes while each runs; it then throws starter::Borrowed()
    // @@ drain
    // .drain = [](Container &c) { return starter::Elements(...); },
    // @@ retain
    // .retain = [](Container &c, const auto &keep) { return starter::Elements(...); }, // what it removed
    // @@ each_removing
    // .each_removing = [](Container &c, const auto &keep) { return starter::Elements(...); }, // all, as visited
    // @@ each_first
    // .each_first = [](Container &c, std::size_t most) { return starter::Elements(...); }, // all, after an iteration was left
    // @@ sort
    // .sort = [](Container &c, const auto &rank) { std::ranges::stable_sort(c, {}, rank); },
    // @@ reserve
    // .reserve = [](Container &c, std::size_t additional) { c.reserve(c.size() + additional); },
    // .shrink_to_fit = [](Container &c) { c.shrink_to_fit(); },
    // @@ repack
    // .repack = [](Container &, Key key) { return std::optional(unpack(pack(key))); },
    // @@ reload
    // .reload = [](Container &c) { return c; }, // a copy in which the same keys are live
    // @@ copy
    // .copy = [](Container &c) { return c; }, // a clone in which the same keys are live
    // .swap_containers = [](Container &c, Container &other) { std::swap(c, other); },
    // .equal = [](Container &c, Container &other) { return c == other; }, // the same elements under the same keys
    // @@ layout
    // .layout = [](Container &c) { return std::string(...); }, // with level=layout; see the page of the system
    // .cost = [](Container &c) { return std::string(...); }, // with level=cost
    // @@ forge
    // forge makes a key that was not handed out, or std::nullopt if a key cannot hold these numbers: check before you
    // convert. parts takes a key apart, so that keys near it can be made.
    // .forge = [](std::uint64_t index, std::uint64_t id) { return std::optional(Key{index, id}); },
    // .parts = [](Key key) { return std::pair(key.index, key.id); },
    // @@
};

int main()
{
    starter::serve(port);
}
