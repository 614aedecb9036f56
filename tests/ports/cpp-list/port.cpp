// The port of cpp-list: maps each operation of the port protocol to a member function of std::list.

#include <list>

#include "../../stablelist_conformance/starters/cpp/starter.hpp"

using starter::Element;
using starter::Elements;
using starter::Found;
using List = std::list<Element>;
using Key = List::iterator;

const starter::Port<List, Key> port{
    .fields = "name=cpp-list version=20 system=slab stale=undefined remove=silent",
    .open = [](const starter::Parameters &) { return List(); },
    .add = [](List &list, Element element) { return list.insert(list.end(), element); },
    .extend =
        [](List &list, const Elements &elements) {
            std::vector<Key> keys;
            for (Key key = list.insert(list.end(), elements.begin(), elements.end()); key != list.end(); ++key)
                keys.push_back(key);
            return keys;
        },
    .remove = [](List &list, Key key) { return list.erase(key), Found(); },
    .at = [](List &, Key key) { return Found(*key); },
    .pair = [](List &, Key one, Key other) { return std::pair(Found(*one), Found(*other)); },
    .replace = [](List &, Key key, Element element) { return *key = element, true; },
    .at_mut = [](List &, Key key, Element difference) { return Found(*key += difference); },
    .each_mut =
        [](List &list, Element difference) {
            for (Element &element : list)
                element += difference;
        },
    .len = &List::size,
    .is_empty = &List::empty,
    .clear = &List::clear,
    .each =
        [](List &list, const auto &visit) {
            for (Key key = list.begin(); key != list.end(); ++key)
                visit(key, *key);
        },
    .keys =
        [](List &list) {
            std::vector<Key> keys;
            for (Key key = list.begin(); key != list.end(); ++key)
                keys.push_back(key);
            return keys;
        },
    .retain =
        [](List &list, const auto &keep) {
            Elements removed;
            list.remove_if([&](Element element) {
                bool kept = keep(element);
                if (!kept)
                    removed.push_back(element);
                return !kept;
            });
            return removed;
        },
};

int main()
{
    starter::serve(port);
}
