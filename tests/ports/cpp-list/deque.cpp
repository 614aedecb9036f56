// The port of std::deque as a ring that grows, or of another container with its interface.

#include <deque>
#include <memory>
#include <ranges>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/ring/table.hpp"

#ifndef DEQUE
#define DEQUE std::deque<std::int64_t>
#define FIELDS "protocol=6 name=cpp-deque version=20 system=ring capacity=grows"
#endif

using Deque = DEQUE;
using Operation = starter::operation<Deque>;

// The element at a place, if there is one.
std::string at(const Deque &row, std::size_t place)
{
    return place < row.size() ? starter::number(row[place]) : starter::none();
}

const starter::functions<Deque> functions = {
    {"push_back", [](Operation &o) { return o.container.push_back(o.number(0)), starter::done(); }},
    {"push_front", [](Operation &o) { return o.container.push_front(o.number(0)), starter::done(); }},
    {"extend",
     [](Operation &o) {
         std::ranges::copy(std::views::iota(o.number(1), o.number(1) + o.number(0)), std::back_inserter(o.container));
         return starter::done();
     }},
    {"pop_back",
     [](Operation &o) {
         auto last = o.container.empty() ? starter::none() : starter::number(o.container.back());
         if (!o.container.empty())
             o.container.pop_back();
         return last;
     }},
    {"pop_front",
     [](Operation &o) {
         auto first = at(o.container, 0);
         if (!o.container.empty())
             o.container.pop_front();
         return first;
     }},
    {"drain",
     [](Operation &o) {
         auto start = o.number(0), end = o.number(1);
         if (start > end || end > static_cast<std::int64_t>(o.container.size()))
             return starter::refused("range");
         auto first = o.container.begin() + start, last = o.container.begin() + end;
         auto drained = o.list(std::ranges::subrange(first, last));
         return o.container.erase(first, last), drained;
     }},
    {"truncate",
     [](Operation &o) {
         if (static_cast<std::size_t>(o.number(0)) < o.container.size())
             o.container.resize(o.number(0));
         return starter::done();
     }},
    {"clear", [](Operation &o) { return o.container.clear(), starter::done(); }},
    {"peek", [](Operation &o) { return at(o.container, 0); }},
    {"get", [](Operation &o) { return at(o.container, o.number(0)); }},
    {"from_end", [](Operation &o) { return at(o.container, o.container.size() - 1 - o.number(0)); }},
    {"len", [](Operation &o) { return starter::number(o.container.size()); }},
    {"is_empty", [](Operation &o) { return starter::truth(o.container.empty()); }},
    {"each", [](Operation &o) { return o.list(o.container); }},
    {"each_backwards", [](Operation &o) { return o.list(std::views::reverse(o.container)); }},
    {"each_from", [](Operation &o) { return o.list(o.container | std::views::drop(o.number(0))); }},
    {"each_first", [](Operation &o) { return o.list(o.container | std::views::take(o.number(0))); }},
    {"rotate",
     [](Operation &o) {
         if (!o.container.empty())
             std::ranges::rotate(o.container, o.container.begin() + o.number(0) % o.container.size());
         return starter::done();
     }},
    {"copy", [](Operation &o) { return o.cloned(std::make_unique<Deque>(o.container)); }},
    {"swap_containers", [](Operation &o) { return o.container.swap(*o.other), starter::done(); }},
    {"equal", [](Operation &o) { return starter::truth(o.container == *o.other); }},
};

int main()
{
    auto open = [](const starter::choices &) { return std::make_unique<Deque>(); };
    return starter::serve(FIELDS, table, open, functions);
}
