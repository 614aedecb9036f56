// The ports of the heaps of boost::heap with handles, which are kept under their keys; the argument selects one.

#include <boost/heap/binomial_heap.hpp>
#include <boost/heap/d_ary_heap.hpp>
#include <boost/heap/fibonacci_heap.hpp>
#include <boost/heap/pairing_heap.hpp>
#include <boost/heap/skew_heap.hpp>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/heap/table.hpp"

using Number = std::int64_t;

struct Entry {
    Number first, second; // the key, and its priority, of which the least comes first
    bool operator<(const Entry &other) const { return second > other.second; }
};

template <class H> struct Keyed {
    H heap;
    std::map<Number, typename H::handle_type> handles;

    std::optional<Number> priority(Number key) const
    {
        auto at = handles.find(key);
        return at == handles.end() ? std::nullopt : std::optional((*at->second).second);
    }

    // The second way says in which direction the priority changes. A key that is not there may be added.
    std::optional<Number> put(Entry entry, bool adds)
    {
        auto before = priority(entry.first);
        if (!before && adds)
            handles.emplace(entry.first, heap.push(entry));
        if (before && starter::way() == 1)
            heap.update(handles.at(entry.first), entry);
        else if (before && *before > entry.second)
            heap.increase(handles.at(entry.first), entry);
        else if (before)
            heap.decrease(handles.at(entry.first), entry);
        return before;
    }

    std::optional<Number> remove(Number key)
    {
        auto before = priority(key);
        if (auto found = handles.extract(key))
            heap.erase(found.mapped());
        return before;
    }

    std::optional<Entry> peek() const { return heap.empty() ? std::nullopt : std::optional(heap.top()); }

    std::optional<Entry> pop()
    {
        auto least = peek();
        if (least)
            handles.erase(least->first), heap.pop();
        return least;
    }
};

template <class H> int serve(const std::string &name)
{
    using Operation = starter::operation<Keyed<H>>;
    return starter::serve(
        "protocol=6 version=1.74.0 system=heap ways=put:2,change:2 name=boost-" + name, table,
        [](const starter::choices &) { return std::make_unique<Keyed<H>>(); },
        starter::functions<Keyed<H>>{
            {"put", [](Operation &o) { return o.container.put({o.number(0), o.number(1)}, true); }},
            {"change", [](Operation &o) { return o.container.put({o.number(0), o.number(1)}, false); }},
            {"remove", [](Operation &o) { return o.container.remove(o.number(0)); }},
            {"pop", [](Operation &o) { return o.container.pop(); }},
            {"clear", [](Operation &o) { o.container.handles.clear(), o.container.heap.clear(); }},
            {"peek", [](Operation &o) { return o.container.peek(); }},
            {"priority", [](Operation &o) { return o.container.priority(o.number(0)); }},
            {"len", [](Operation &o) { return o.container.heap.size(); }},
            {"entries", [](Operation &o) { return o.list(o.container.heap); }},
        });
}

int main(int count, char **arguments)
{
    namespace heap = boost::heap;
    const std::map<std::string, int (*)(const std::string &)> ports = {
        {"binomial-heap", serve<heap::binomial_heap<Entry>>},
        {"d-ary-heap", serve<heap::d_ary_heap<Entry, heap::arity<4>, heap::mutable_<true>>>},
        {"fibonacci-heap", serve<heap::fibonacci_heap<Entry>>},
        {"pairing-heap", serve<heap::pairing_heap<Entry>>},
        {"skew-heap", serve<heap::skew_heap<Entry, heap::mutable_<true>>>},
    };
    if (count == 2 && ports.contains(arguments[1]))
        return ports.at(arguments[1])(arguments[1]);
    std::cerr << "usage: heap binomial-heap|d-ary-heap|fibonacci-heap|pairing-heap|skew-heap\n";
    return 2;
}
