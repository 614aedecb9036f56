// The ports of the heaps of boost::heap with handles, which are kept under their keys; the argument selects one.

#include <boost/heap/binomial_heap.hpp>
#include <boost/heap/d_ary_heap.hpp>
#include <boost/heap/fibonacci_heap.hpp>
#include <boost/heap/pairing_heap.hpp>
#include <boost/heap/skew_heap.hpp>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"

constexpr auto table = R"(
put* number number > value -
change number number > value -
remove number > value -
pop* > value -
clear > done -
peek > value -
priority number > value -
contains number > truth -
len > number -
entries > value -
)";

struct Entry {
    std::int64_t priority, key;

    // The entry with the least priority comes first.
    bool operator<(const Entry &other) const { return priority > other.priority; }
};

template <class H> struct Keyed {
    H heap;
    std::map<std::int64_t, typename H::handle_type> handles;

    std::string priority(std::int64_t key)
    {
        auto at = handles.find(key);
        return at == handles.end() ? starter::none() : starter::number((*at->second).priority);
    }

    // The second way says in which direction the priority changes.
    void change(Entry entry)
    {
        auto handle = handles.at(entry.key);
        if (starter::way() == 1)
            heap.update(handle, entry);
        else if (*handle < entry)
            heap.increase(handle, entry);
        else
            heap.decrease(handle, entry);
    }

    void put(Entry entry)
    {
        if (handles.contains(entry.key))
            change(entry);
        else
            handles.emplace(entry.key, heap.push(entry));
    }

    void remove(std::int64_t key)
    {
        if (auto found = handles.extract(key))
            heap.erase(found.mapped());
    }

    std::string peek() const { return heap.empty() ? starter::none() : starter::both(heap.top().key, heap.top().priority); }

    // Iterators of these heaps are none of C++20's ranges; one that is wrong may never end.
    std::vector<std::pair<std::int64_t, std::int64_t>> entries() const
    {
        std::vector<std::pair<std::int64_t, std::int64_t>> all;
        for (auto at = heap.begin(); at != heap.end() && all.size() <= handles.size(); ++at)
            all.emplace_back(at->key, at->priority);
        return all;
    }

    void pop()
    {
        if (heap.empty())
            return;
        handles.erase(heap.top().key);
        heap.pop();
    }
};

template <class H> int serve(const std::string &name)
{
    using Operation = starter::operation<Keyed<H>, int>;
    return starter::serve(
        "protocol=6 version=1.74.0 system=heap ways=put:2,change:2 name=boost-" + name, table,
        [](const starter::choices &) { return std::make_unique<Keyed<H>>(); },
        starter::functions<Keyed<H>, int>{
            {"put",
             [](Operation &o) {
                 auto before = o.container.priority(o.number(0));
                 o.container.put({.priority = o.number(1), .key = o.number(0)});
                 return before;
             }},
            {"change",
             [](Operation &o) {
                 auto before = o.container.priority(o.number(0));
                 if (before != starter::none())
                     o.container.change({.priority = o.number(1), .key = o.number(0)});
                 return before;
             }},
            {"remove",
             [](Operation &o) {
                 auto before = o.container.priority(o.number(0));
                 o.container.remove(o.number(0));
                 return before;
             }},
            {"pop",
             [](Operation &o) {
                 auto least = o.container.peek();
                 o.container.pop();
                 return least;
             }},
            {"clear", [](Operation &o) { return o.container.handles.clear(), o.container.heap.clear(), starter::done(); }},
            {"peek", [](Operation &o) { return o.container.peek(); }},
            {"priority", [](Operation &o) { return o.container.priority(o.number(0)); }},
            {"len", [](Operation &o) { return starter::number(o.container.heap.size()); }},
            {"entries", [](Operation &o) { return o.list(o.container.entries()); }},
        });
}

int main(int count, char **arguments)
{
    namespace heap = boost::heap;
    const std::string name = count == 2 ? arguments[1] : "";
    if (name == "binomial-heap")
        return serve<heap::binomial_heap<Entry>>(name);
    if (name == "d-ary-heap")
        return serve<heap::d_ary_heap<Entry, heap::arity<4>, heap::mutable_<true>>>(name);
    if (name == "fibonacci-heap")
        return serve<heap::fibonacci_heap<Entry>>(name);
    if (name == "pairing-heap")
        return serve<heap::pairing_heap<Entry>>(name);
    if (name == "skew-heap")
        return serve<heap::skew_heap<Entry, heap::mutable_<true>>>(name);
    return std::cerr << "usage: heap binomial-heap|d-ary-heap|fibonacci-heap|pairing-heap|skew-heap\n", 2;
}
