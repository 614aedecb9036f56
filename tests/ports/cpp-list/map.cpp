// The ports of std::map, in the order of its keys, and of std::unordered_map; the argument selects one.

#include <map>
#include <memory>
#include <ranges>
#include <unordered_map>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/map/table.hpp"

// The element of a key, if it is there.
template <class M> std::string found(const M &map, std::int64_t key)
{
    auto at = map.find(key);
    return at == map.end() ? starter::none() : starter::number(at->second);
}

// What both have.
template <class M> starter::functions<M> any()
{
    using Operation = starter::operation<M>;
    return {
        {"put",
         [](Operation &o) {
             auto other = found(o.container, o.number(0));
             return o.container.insert_or_assign(o.number(0), o.number(1)), other;
         }},
        {"put_if_absent",
         [](Operation &o) {
             auto [at, inserted] = o.container.try_emplace(o.number(0), o.number(1));
             return inserted ? starter::none() : starter::number(at->second);
         }},
        {"remove",
         [](Operation &o) {
             auto node = o.container.extract(o.number(0));
             return node.empty() ? starter::none() : starter::number(node.mapped());
         }},
        {"retain",
         [](Operation &o) {
             std::vector<std::int64_t> removed;
             std::erase_if(o.container, [&](const auto &entry) {
                 bool goes = entry.first % o.number(0) != o.number(1);
                 if (goes)
                     removed.push_back(entry.second);
                 return goes;
             });
             return o.list(removed);
         }},
        {"clear", [](Operation &o) { return o.container.clear(), starter::done(); }},
        {"get", [](Operation &o) { return found(o.container, o.number(0)); }},
        {"add_to",
         [](Operation &o) {
             auto at = o.container.find(o.number(0));
             return at == o.container.end() ? starter::none() : starter::number(at->second += o.number(1));
         }},
        {"contains", [](Operation &o) { return starter::truth(o.container.contains(o.number(0))); }},
        {"len", [](Operation &o) { return starter::number(o.container.size()); }},
        {"keys", [](Operation &o) { return o.list(std::views::keys(o.container)); }},
        {"values", [](Operation &o) { return o.list(std::views::values(o.container)); }},
        {"entries", [](Operation &o) { return o.list(o.container); }},
        {"copy", [](Operation &o) { return o.cloned(std::make_unique<M>(o.container)); }},
        {"swap_containers", [](Operation &o) { return o.container.swap(*o.other), starter::done(); }},
        {"equal", [](Operation &o) { return starter::truth(o.container == *o.other); }},
    };
}

using Tree = std::map<std::int64_t, std::int64_t>;
using Hash = std::unordered_map<std::int64_t, std::int64_t>;
using OnTree = starter::operation<Tree>;

// The entry at an iterator of a map, or of its reverse, if there is one.
std::string entry(auto at, auto end) { return at == end ? starter::none() : starter::both(at->first, at->second); }

starter::functions<Tree> sorted()
{
    auto functions = any<Tree>();
    functions.insert({
        {"pop_first",
         [](OnTree &o) {
             auto first = entry(o.container.begin(), o.container.end());
             if (!o.container.empty())
                 o.container.erase(o.container.begin());
             return first;
         }},
        {"each", [](OnTree &o) { return o.list(o.container); }},
        {"each_backwards", [](OnTree &o) { return o.list(std::views::reverse(o.container)); }},
        {"first", [](OnTree &o) { return entry(o.container.begin(), o.container.end()); }},
        {"last", [](OnTree &o) { return entry(o.container.rbegin(), o.container.rend()); }},
        {"each_from",
         [](OnTree &o) {
             return o.list(std::ranges::subrange(o.container.lower_bound(o.number(0)), o.container.end()));
         }},
        {"each_first", [](OnTree &o) { return o.list(o.container | std::views::take(o.number(0))); }},
    });
    return functions;
}

int main(int count, char **arguments)
{
    std::string_view which = count == 2 ? arguments[1] : "";
    if (which == "map")
        return starter::serve("protocol=6 name=cpp-map version=20 system=map order=key capacity=grows", table,
                              [](const starter::choices &) { return std::make_unique<Tree>(); }, sorted());
    if (which == "unordered-map")
        return starter::serve("protocol=6 name=cpp-unordered-map version=20 system=map order=none capacity=grows full=refuses", table,
                              [](const starter::choices &) { return std::make_unique<Hash>(); }, any<Hash>());
    std::cerr << "usage: map map|unordered-map\n";
    return 2;
}
