// The port of std::list as a sequence: places are reached by walking, and elements are in the caller's order.

#include <iterator>
#include <list>
#include <memory>
#include <numeric>
#include <ranges>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/sequence/table.hpp"

using List = std::list<std::int64_t>;
using Operation = starter::operation<List>;

std::vector<std::int64_t> consecutive(std::int64_t count, std::int64_t first)
{
    std::vector<std::int64_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    return numbers;
}

const starter::functions<List> functions = {
    {"push", [](Operation &o) { return o.container.push_back(o.number(0)), starter::done(); }},
    {"unshift", [](Operation &o) { return o.container.push_front(o.number(0)), starter::done(); }},
    {"extend",
     [](Operation &o) {
         auto elements = consecutive(o.number(0), o.number(1));
         return o.container.insert(o.container.end(), elements.begin(), elements.end()), starter::done();
     }},
    {"truncate",
     [](Operation &o) {
         if (static_cast<std::size_t>(o.number(0)) < o.container.size())
             o.container.resize(o.number(0));
         return starter::done();
     }},
    {"retain",
     [](Operation &o) {
         std::vector<std::int64_t> removed;
         o.container.remove_if([&](std::int64_t element) {
             bool goes = element % o.number(0) != o.number(1);
             if (goes)
                 removed.push_back(element);
             return goes;
         });
         return o.list(removed);
     }},
    {"clear", [](Operation &o) { return o.container.clear(), starter::done(); }},
    {"reverse", [](Operation &o) { return o.container.reverse(), starter::done(); }},
    {"rotate",
     [](Operation &o) {
         if (o.container.size() > 0) {
             auto first = std::next(o.container.begin(), o.number(0) % o.container.size());
             o.container.splice(o.container.end(), o.container, o.container.begin(), first);
         }
         return starter::done();
     }},
    {"sort",
     [](Operation &o) {
         o.container.sort([&](auto one, auto other) { return one % o.number(0) < other % o.number(0); });
         return starter::done();
     }},
    {"len", [](Operation &o) { return starter::number(o.container.size()); }},
    {"each", [](Operation &o) { return o.list(o.container); }},
    {"each_backwards", [](Operation &o) { return o.list(std::ranges::reverse_view(o.container)); }},
};

int main()
{
    auto open = [](const starter::choices &) { return std::make_unique<List>(); };
    return starter::serve("protocol=6 name=cpp-list-in-order version=20 system=sequence capacity=grows", table, open, functions);
}
