// Passes as long as the standard library has the defect.

#undef NDEBUG
#include <cassert>
#include <cstdint>
#include <memory_resource>

// Whether the second of two blocks of 17 bytes is aligned.
static bool aligned(std::pmr::memory_resource &&pool)
{
    void *first = pool.allocate(17, 1), *second = pool.allocate(17, 16);
    return first != nullptr && reinterpret_cast<std::uintptr_t>(second) % 16 == 0;
}

void f70_a_block_is_not_aligned()
{
    assert(!aligned(std::pmr::unsynchronized_pool_resource()));
    assert(!aligned(std::pmr::synchronized_pool_resource()));
}

int main()
{
    f70_a_block_is_not_aligned();
}
