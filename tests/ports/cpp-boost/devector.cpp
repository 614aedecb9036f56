// The port of boost::container::devector as a ring that grows: that of std::deque with another container.
// An assertion of Boost that fails is an exception here, and so the answer `!other`.

#define BOOST_ENABLE_ASSERT_HANDLER

#include <cstdint>
#include <stdexcept>

#include <boost/container/devector.hpp>

namespace boost
{
void assertion_failed(const char *expression, const char *, const char *, long)
{
    throw std::logic_error(expression);
}
} // namespace boost

#define DEQUE boost::container::devector<std::int64_t>
#define FIELDS "protocol=6 name=devector version=1.81.0 system=ring capacity=grows"

#include "../cpp-list/deque.cpp"
