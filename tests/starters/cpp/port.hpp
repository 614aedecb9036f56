// A port of the slot map in this folder: an example of an adapter with all blanks filled in.
#pragma once

#include "../../stablelist_conformance/starters/cpp/starter.hpp"
#include "slot_map.hpp"

using starter::Element;
using starter::Found;

#define FIELDS "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed"

inline starter::Port<SlotMap, Key> port()
{
    return {
        .fields = FIELDS,
        .open = [](const starter::Parameters &parameters) { return SlotMap(parameters.number("capacity", 0)); },
        .add =
            [](SlotMap &map, Element element) {
                std::optional<Key> key = map.insert(element);
                return key ? *key : throw starter::Full();
            },
        .remove = [](SlotMap &map, Key key) { return map.remove(key); },
        .at =
            [](SlotMap &map, Key key) {
                const Element *element = map.at(key);
                return element ? Found(*element) : Found();
            },
        .contains = [](SlotMap &map, Key key) { return map.at(key) != nullptr; },
        .replace =
            [](SlotMap &map, Key key, Element element) {
                Element *place = map.at(key);
                if (place)
                    *place = element;
                return place != nullptr;
            },
        .len = &SlotMap::size,
        .is_empty = [](SlotMap &map) { return map.size() == 0; },
        .each = [](SlotMap &map, const auto &visit) { map.each(visit); },
        .forge = [](std::uint64_t index, std::uint64_t id) { return std::optional(Key{index, id}); },
        .parts = [](Key key) { return std::pair(key.index, key.generation); },
    };
}
