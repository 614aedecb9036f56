// The ports of the memory resources of the standard library: std::pmr::monotonic_buffer_resource in a region of its own, and
// std::pmr::unsynchronized_pool_resource, whose sizes are multiples of their alignments, as those of all types are; or not. The
// argument selects one.

#include <bit>
#include <memory>
#include <memory_resource>

#include <sys/resource.h>

#include "../../stablelist_conformance/starters/family/cpp/starter.hpp"
#include "../tables/allocator/table.hpp"

constexpr rlim_t most_memory = rlim_t{1} << 30; // so that huge blocks are refused
constexpr std::align_val_t page{4096};

struct block {
    std::uint8_t *bytes; // null if it is gone
    std::size_t size, alignment;
    std::int64_t pattern = 0;

    std::uint8_t byte(std::size_t at) const { return static_cast<std::uint8_t>((pattern + static_cast<std::int64_t>(at)) % 251); }
    void fill(std::int64_t number)
    {
        pattern = number;
        for (std::size_t at = 0; at < size; at++)
            bytes[at] = byte(at);
    }
    std::size_t whole() const
    {
        std::size_t at = 0;
        while (at < size && bytes[at] == byte(at))
            at++;
        return at;
    }
};

using blocks = std::map<std::int64_t, block>;

// A memory resource without a region.
struct pool_of_any {
    std::pmr::unsynchronized_pool_resource resource;
    blocks live;
    explicit pool_of_any(std::size_t) {}
    std::int64_t address(const block &at) const { return reinterpret_cast<std::intptr_t>(at.bytes); }
    static std::size_t asked(const block &of) { return of.size; }
};

struct pool : pool_of_any {
    using pool_of_any::pool_of_any;
    static std::size_t asked(const block &of) { return (of.size + of.alignment - 1) / of.alignment * of.alignment; }
};

// One with a region, and nothing beyond it.
struct arena {
    std::unique_ptr<std::uint8_t, decltype([](std::uint8_t *at) { ::operator delete(at, page); })> region;
    std::pmr::monotonic_buffer_resource resource;
    blocks live;
    explicit arena(std::size_t size)
        : region(static_cast<std::uint8_t *>(::operator new(size, page))),
          resource(region.get(), size, std::pmr::null_memory_resource())
    {
    }
    std::int64_t address(const block &at) const { return at.bytes - region.get(); }
    static std::size_t asked(const block &of) { return of.size; }
};

// What a function returns of a live block, or otherwise.
template <class M> auto live(starter::operation<M, std::int64_t> &o, auto function)
{
    auto found = o.container.live.find(o.key(0));
    using answer = decltype(function(found->second));
    return found == o.container.live.end() ? std::optional<answer>() : function(found->second);
}

template <class M> starter::functions<M, std::int64_t> functions()
{
    using Operation = starter::operation<M, std::int64_t>;
    return {
        {"alloc",
         [](Operation &o) {
             auto size = static_cast<std::size_t>(o.number(0)), alignment = static_cast<std::size_t>(o.number(1));
             if (size == 0 || !std::has_single_bit(alignment))
                 throw starter::refusal(size == 0 ? "size" : "alignment");
             block made{nullptr, size, alignment};
             try {
                 made.bytes = static_cast<std::uint8_t *>(o.container.resource.allocate(M::asked(made), alignment));
             } catch (const std::bad_alloc &) {
                 throw starter::refusal("full");
             }
             made.fill(o.element);
             o.container.live.insert_or_assign(o.element, made);
             return o.inserted(o.element);
         }},
        {"dealloc",
         [](Operation &o) {
             auto found = o.container.live.extract(o.key(0));
             if (found) {
                 const block &at = found.mapped();
                 o.container.resource.deallocate(at.bytes, M::asked(at), at.alignment);
             }
             return !found.empty();
         }},
        {"reset", [](Operation &o) { o.container.live.clear(), o.container.resource.release(); }},
        {"check", [](Operation &o) { return live<M>(o, [](block &at) { return at.whole(); }); }},
        {"address", [](Operation &o) { return live<M>(o, [&](block &at) { return o.container.address(at); }); }},
        {"write",
         [](Operation &o) { return live<M>(o, [&](block &at) { return at.fill(o.number(1)), true; }).has_value(); }},
    };
}

template <class M> int serve(const std::string &fields)
{
    return starter::serve("protocol=6 version=17 system=allocator " + fields, table,
                          [](const starter::choices &chosen) {
                              return std::make_unique<M>(std::stoull(chosen.at("region")));
                          },
                          functions<M>());
}

int main(int count, char **arguments)
{
    std::string_view which = count == 2 ? arguments[1] : "";
    const rlimit most{most_memory, most_memory};
    setrlimit(RLIMIT_AS, &most);
    if (which == "pool")
        return serve<pool>("name=cpp-unsynchronized-pool region=0");
    if (which == "pool-of-any-size")
        return serve<pool_of_any>("name=cpp-unsynchronized-pool-of-any-size region=0");
    if (which == "monotonic")
        return serve<arena>("name=cpp-monotonic-buffer region=16,64,200,1000");
    std::cerr << "usage: memory pool|pool-of-any-size|monotonic\n";
    return 2;
}
