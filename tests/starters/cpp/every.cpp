// Ports with every operation, and with what else a container may do: the first argument says which.

#include "port.hpp"

using namespace starter;
using Maps = Port<SlotMap, Key>;

namespace {

std::vector<Key> keys(SlotMap &map)
{
    std::vector<Key> found;
    map.each([&](Key key, Element) { found.push_back(key); });
    return found;
}

Found found(SlotMap &map, Key key)
{
    Element *element = map.at(key);
    return element ? Found(*element) : Found();
}

std::pair<Key, Found> put(SlotMap &map, Key key, Element element)
{
    Found displaced = found(map, key);
    if (!displaced)
        throw Full();
    *map.at(key) = element;
    return {key, displaced};
}

// All common operations of pools, and those of a StableList.
Maps whole()
{
    Maps table = port();
    table.insert_with = [](SlotMap &map, const auto &factory) {
        Key key = *map.insert(-1);
        *map.at(key) = factory(key);
    };
    table.extend = [](SlotMap &map, const Elements &elements) {
        std::vector<Key> added;
        if (elements.size() > 1000)
            throw Full();
        for (Element element : elements)
            added.push_back(*map.insert(element));
        return added;
    };
    table.put = [](SlotMap &map, std::size_t index, Element element) { return put(map, Key{index, 0}, element); };
    table.insert_at = put;
    table.pair = [](SlotMap &map, Key one, Key other) { return std::pair(found(map, one), found(map, other)); };
    table.remove_many = [](SlotMap &map, Key one, Key other) {
        Found first = map.remove(one);
        return std::pair(first, map.remove(other));
    };
    table.key_at = [](SlotMap &map, Key key) {
        return map.at(key) ? std::optional(std::pair(key, *map.at(key))) : std::nullopt;
    };
    table.at_mut = [](SlotMap &map, Key key, Element difference) {
        if (map.at(key))
            *map.at(key) += difference;
        return found(map, key);
    };
    table.each_mut = [](SlotMap &map, Element difference) {
        for (Key key : keys(map))
            *map.at(key) += difference;
    };
    table.clear = [](SlotMap &map) { map = SlotMap(0); };
    table.keys = keys;
    table.retain = [](SlotMap &map, const auto &keep) {
        Elements removed;
        for (Key key : keys(map))
            if (!keep(*map.at(key)))
                removed.push_back(*map.remove(key));
        return removed;
    };
    table.each_removing = [](SlotMap &map, const auto &keep) {
        Elements visited;
        for (Key key : keys(map)) {
            visited.push_back(*map.at(key));
            if (!keep(visited.back()))
                map.remove(key);
        }
        return visited;
    };
    table.each_first = [](SlotMap &map, std::size_t most) {
        Elements visited;
        for (Key key : keys(map))
            if (visited.push_back(*map.at(key)); visited.size() >= most)
                break;
        visited.clear();
        for (Key key : keys(map))
            visited.push_back(*map.at(key));
        return visited;
    };
    table.drain = [](SlotMap &map) {
        Elements removed;
        for (Key key : keys(map))
            removed.push_back(*map.remove(key));
        return removed;
    };
    table.sort = [](SlotMap &map, const auto &rank) { // to show the ranks
        for (Key key : keys(map))
            *map.at(key) = rank(*map.at(key));
    };
    table.reserve = [](SlotMap &, std::size_t additional) {
        if (additional > 1000)
            throw Full();
    };
    table.shrink_to_fit = [](SlotMap &) {};
    table.repack = [](SlotMap &, Key key) { return std::optional(key); };
    table.reload = [](SlotMap &map) { return map; };
    table.copy = [](SlotMap &map) { return map; };
    table.swap_containers = [](SlotMap &map, SlotMap &other) { std::swap(map, other); };
    table.equal = [](SlotMap &map, SlotMap &other) {
        auto same = [](const SlotMap &one, SlotMap &other) {
            bool all = one.size() == other.size();
            one.each([&](Key key, Element element) { all = all && other.at(key) && *other.at(key) == element; });
            return all;
        };
        return same(map, other);
    };
    table.apply = [](SlotMap &map, Key key) {
        return map.at(key) ? std::optional(Lent{*map.at(key), 2, {5, 3}}) : std::nullopt;
    };
    table.inspect = table.apply;
    table.exchange = [](SlotMap &map, Key one, Key other) { return std::optional(std::pair(*map.at(one), found(map, other))); };
    table.traverse = [](SlotMap &) {
        return std::vector<std::tuple<Element, std::size_t, Element>>{{4, 1, 2}, {2, 1, 4}};
    };
    table.layout = [](SlotMap &map) { return std::to_string(map.size()) + "|0"; };
    table.cost = [](SlotMap &) { return "0/" + std::to_string(way() - 1); };
    return table;
}

Maps variant(const std::string &name)
{
    Maps table = whole();
    if (name == "blind") {
        table = {.fields = "name=x version=1 system=slab level=layout without=negative",
                 .open = table.open,
                 .add = table.add,
                 .remove = table.remove,
                 .keys = keys};
    } else if (name == "by-index") {
        table.forge = [](std::uint64_t index, std::uint64_t id) { return id == 0 ? std::optional(Key{index, id}) : std::nullopt; };
    } else if (name == "failing") {
        table.at = [](SlotMap &, Key) -> Found { throw 7; };
        table.clear = [](SlotMap &) { throw std::logic_error("oops"); };
    } else if (name == "refusing") {
        table.open = [](const Parameters &) -> SlotMap { throw Full(); };
    } else if (name == "silent") {
        table.fields = FIELDS " remove=silent";
    } else if (name == "only") {
        table.fields = FIELDS " ids=only";
    } else if (name == "lent") {
        table.lend = true;
    } else if (name == "borrowed") {
        table.lend = true;
        table.remove = [](SlotMap &, Key) -> Found { throw Borrowed(); };
    } else if (name == "endless") {
        table.each = [](SlotMap &map, const auto &visit) {
            for (;;)
                for (Key key : keys(map))
                    visit(key, *map.at(key));
        };
    } else if (name == "backwards") {
        table.each = [](SlotMap &map, const auto &visit) {
            std::vector<Key> all = keys(map);
            for (auto key = all.rbegin(); key != all.rend(); ++key)
                visit(*key, *map.at(*key));
        };
    }
    return table;
}

} // namespace

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    serve(variant(arguments[1]));
}
