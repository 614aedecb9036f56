// Maps each operation of the port protocol to a member function of each published container.

#include <boost/container/stable_vector.hpp>
#include <boost/pool/object_pool.hpp>
#include <memory>
#include <memory_resource>
#include <plf_colony.h>

#include "../../stablelist_conformance/starters/cpp/starter.hpp"

using starter::Element;
using starter::Elements;
using starter::Found;

// --- Operations that the standard sequences with stable iterators have in common

template <class C> auto visited(C &container, const auto &visit)
{
    for (auto key = container.begin(); key != container.end(); ++key)
        visit(key);
}

template <class C> Elements retained(C &container, const starter::Function<bool(Element)> &keep)
{
    Elements removed;
    for (auto key = container.begin(); key != container.end();) {
        if (keep(*key)) {
            ++key;
        } else {
            removed.push_back(*key);
            key = container.erase(key);
        }
    }
    return removed;
}

// --- plf::colony, whose keys are pointers: get_iterator checks whether a pointer is to a live element

// A colony in memory that is never reused, so that a pointer into a freed block never points into another one.
template <plf::colony_priority PRIORITY> struct Colony {
    using Elements = plf::colony<Element, std::pmr::polymorphic_allocator<Element>, PRIORITY>;

    std::unique_ptr<std::pmr::monotonic_buffer_resource> memory =
        std::make_unique<std::pmr::monotonic_buffer_resource>();
    Elements elements{memory.get()};

    Element *at(Element *key) { return elements.get_iterator(key) == elements.end() ? nullptr : key; }
};

template <class Colony> Found found(Colony &colony, Element *key)
{
    return colony.at(key) ? Found(*key) : Found();
}

template <class Colony> starter::Port<Colony, Element *> colony(const char *name)
{
    return {
        .fields = std::string("version=7.10 system=slab without=forge name=") + name,
        .open = [](const starter::Parameters &parameters) {
            Colony colony;
            colony.elements.reserve(parameters.number("capacity", 0));
            return colony;
        },
        .add = [](Colony &colony, Element element) { return &*colony.elements.insert(element); },
        .remove =
            [](Colony &colony, Element *key) {
                const Found element = found(colony, key);
                if (element)
                    colony.elements.erase(colony.elements.get_iterator(key));
                return element;
            },
        .at = found<Colony>,
        .pair = [](Colony &colony, Element *one,
                   Element *other) { return std::pair(found(colony, one), found(colony, other)); },
        .contains = [](Colony &colony, Element *key) { return colony.at(key) != nullptr; },
        .replace = [](Colony &colony, Element *key,
                      Element element) { return colony.at(key) ? (*key = element, true) : false; },
        .at_mut = [](Colony &colony, Element *key,
                     Element difference) { return colony.at(key) ? Found(*key += difference) : Found(); },
        .each_mut =
            [](Colony &colony, Element difference) {
                for (Element &element : colony.elements)
                    element += difference;
            },
        .len = [](Colony &colony) { return colony.elements.size(); },
        .is_empty = [](Colony &colony) { return colony.elements.empty(); },
        .clear = [](Colony &colony) { colony.elements.clear(); },
        .each =
            [](Colony &colony, const auto &visit) {
                visited(colony.elements, [&](auto key) { visit(&*key, *key); });
            },
        .retain = [](Colony &colony, const auto &keep) { return retained(colony.elements, keep); },
        .reserve = [](Colony &colony,
                      std::size_t additional) { colony.elements.reserve(colony.elements.size() + additional); },
        .shrink_to_fit = [](Colony &colony) { colony.elements.trim_capacity(); },
    };
}

// --- boost::container::stable_vector, whose keys are iterators

using StableVector = boost::container::stable_vector<Element>;
using Place = StableVector::iterator;

starter::Port<StableVector, Place> stable_vector()
{
    return {
        .fields = "name=boost-stable-vector version=1.74.0 system=slab stale=undefined remove=silent",
        .open = [](const starter::Parameters &parameters) {
            StableVector vector;
            vector.reserve(parameters.number("capacity", 0));
            return vector;
        },
        .add = [](StableVector &vector, Element element) { return vector.insert(vector.end(), element); },
        .extend =
            [](StableVector &vector, const Elements &elements) {
                std::vector<Place> keys;
                Place key = vector.insert(vector.end(), elements.begin(), elements.end());
                for (; key != vector.end(); ++key)
                    keys.push_back(key);
                return keys;
            },
        .remove = [](StableVector &vector, Place key) { return vector.erase(key), Found(); },
        .at = [](StableVector &, Place key) { return Found(*key); },
        .pair = [](StableVector &, Place one, Place other) { return std::pair(Found(*one), Found(*other)); },
        .replace = [](StableVector &, Place key, Element element) { return *key = element, true; },
        .at_mut = [](StableVector &, Place key, Element difference) { return Found(*key += difference); },
        .each_mut =
            [](StableVector &vector, Element difference) {
                for (Element &element : vector)
                    element += difference;
            },
        .len = [](StableVector &vector) { return vector.size(); },
        .is_empty = [](StableVector &vector) { return vector.empty(); },
        .clear = [](StableVector &vector) { vector.clear(); },
        .each =
            [](StableVector &vector, const auto &visit) {
                visited(vector, [&](Place key) { visit(key, *key); });
            },
        .retain = retained<StableVector>,
        .reserve = [](StableVector &vector,
                      std::size_t additional) { vector.reserve(vector.size() + additional); },
        .shrink_to_fit = [](StableVector &vector) { vector.shrink_to_fit(); },
    };
}

// --- boost::object_pool, which hands out pointers and cannot be iterated

using Pool = std::unique_ptr<boost::object_pool<Element>>; // cannot be moved itself

starter::Port<Pool, Element *> object_pool()
{
    return {
        .fields = "name=boost-object-pool version=1.74.0 system=slab stale=undefined remove=silent",
        .open = [](const starter::Parameters &) { return std::make_unique<Pool::element_type>(); },
        .add = [](Pool &pool, Element element) { return pool->construct(element); },
        .remove = [](Pool &pool, Element *key) { return pool->destroy(key), Found(); },
        .at = [](Pool &, Element *key) { return Found(*key); },
        .pair = [](Pool &, Element *one, Element *other) { return std::pair(Found(*one), Found(*other)); },
        .replace = [](Pool &, Element *key, Element element) { return *key = element, true; },
        .at_mut = [](Pool &, Element *key, Element difference) { return Found(*key += difference); },
    };
}

int main(int, char **arguments)
{
    const std::string name = arguments[1] ? arguments[1] : "";
    if (name == "colony")
        starter::serve(colony<Colony<plf::performance>>("plf-colony"));
    else if (name == "colony-memory-use")
        starter::serve(colony<Colony<plf::memory_use>>("plf-colony-memory-use"));
    else if (name == "stable-vector")
        starter::serve(stable_vector());
    else if (name == "object-pool")
        starter::serve(object_pool());
    else
        return std::cerr << "name a port: colony, colony-memory-use, stable-vector, object-pool\n", 2;
}
