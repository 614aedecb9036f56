// The ports of std::set, in ascending order, and of std::unordered_set; the argument selects one.

#include <iterator>
#include <memory>
#include <ranges>
#include <set>
#include <unordered_set>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/set/table.hpp"

// What both have.
template <class S> starter::functions<S> any()
{
    using Operation = starter::operation<S>;
    return {
        {"insert", [](Operation &o) { return starter::truth(o.container.insert(o.number(0)).second); }},
        {"insert_range",
         [](Operation &o) {
             auto range = std::views::iota(o.number(0), std::max(o.number(0), o.number(1)));
             o.container.insert(range.begin(), range.end());
             return starter::number(o.container.size());
         }},
        {"remove", [](Operation &o) { return starter::truth(o.container.erase(o.number(0)) == 1); }},
        {"retain",
         [](Operation &o) {
             std::vector<std::int64_t> removed;
             std::erase_if(o.container, [&](std::int64_t member) {
                 bool goes = member % o.number(0) != o.number(1);
                 if (goes)
                     removed.push_back(member);
                 return goes;
             });
             return o.list(removed);
         }},
        {"clear", [](Operation &o) { return o.container.clear(), starter::done(); }},
        {"copy", [](Operation &o) { return o.cloned(std::make_unique<S>(o.container)); }},
        {"swap_containers", [](Operation &o) { return o.container.swap(*o.other), starter::done(); }},
        {"equal", [](Operation &o) { return starter::truth(o.container == *o.other); }},
        {"union",
         [](Operation &o) {
             o.container.insert(o.other->begin(), o.other->end());
             return starter::number(o.container.size());
         }},
        {"contains", [](Operation &o) { return starter::truth(o.container.contains(o.number(0))); }},
        {"len", [](Operation &o) { return starter::number(o.container.size()); }},
        {"is_empty", [](Operation &o) { return starter::truth(o.container.empty()); }},
        {"each", [](Operation &o) { return o.list(o.container); }},
        {"each_removing",
         [](Operation &o) {
             std::vector<std::int64_t> visited;
             for (auto place = o.container.begin(); place != o.container.end();) {
                 visited.push_back(*place);
                 place = *place % o.number(0) == o.number(1) ? std::next(place) : o.container.erase(place);
             }
             return o.list(visited);
         }},
    };
}

using Tree = std::set<std::int64_t>;
using Hash = std::unordered_set<std::int64_t>;
using OnTree = starter::operation<Tree>;

// The member at an iterator of a set, or of its reverse, if there is one.
std::string member(auto at, auto end) { return at == end ? starter::none() : starter::number(*at); }

starter::functions<Tree> sorted()
{
    auto functions = any<Tree>();
    functions.insert({
        {"remove_range",
         [](OnTree &o) {
             if (o.number(0) < o.number(1))
                 o.container.erase(o.container.lower_bound(o.number(0)), o.container.lower_bound(o.number(1)));
             return starter::number(o.container.size());
         }},
        {"cut",
         [](OnTree &o) {
             o.container.erase(o.container.lower_bound(o.number(0)), o.container.end());
             return starter::number(o.container.size());
         }},
        {"next", [](OnTree &o) { return member(o.container.lower_bound(o.number(0)), o.container.end()); }},
        {"rank",
         [](OnTree &o) {
             return starter::number(std::distance(o.container.begin(), o.container.lower_bound(o.number(0))));
         }},
        {"first", [](OnTree &o) { return member(o.container.begin(), o.container.end()); }},
        {"last", [](OnTree &o) { return member(o.container.rbegin(), o.container.rend()); }},
        {"each_in_order", [](OnTree &o) { return o.list(o.container); }},
        {"each_backwards", [](OnTree &o) { return o.list(std::views::reverse(o.container)); }},
        {"each_from",
         [](OnTree &o) {
             return o.list(std::ranges::subrange(o.container.lower_bound(o.number(0)), o.container.end()));
         }},
        {"each_first", [](OnTree &o) { return o.list(std::views::take(o.container, o.number(0))); }},
    });
    return functions;
}

int main(int count, char **arguments)
{
    std::string_view which = count == 2 ? arguments[1] : "";
    if (which == "set")
        return starter::serve("protocol=6 name=cpp-set version=20 system=set universe=0 order=ascending", table,
                              [](const starter::choices &) { return std::make_unique<Tree>(); }, sorted());
    if (which == "unordered-set")
        return starter::serve("protocol=6 name=cpp-unordered-set version=20 system=set universe=0 order=none", table,
                              [](const starter::choices &) { return std::make_unique<Hash>(); }, any<Hash>());
    std::cerr << "usage: set set|unordered-set\n";
    return 2;
}
