// Passes as long as this release has the defect.

#define BOOST_ENABLE_ASSERT_HANDLER

#include <cassert>
#include <string>

#include <boost/container/devector.hpp>

static std::string failed;

namespace boost
{
void assertion_failed(const char *expression, const char *, const char *, long)
{
    failed = expression;
}
} // namespace boost

void f61_push_front_after_clear_fails_an_assertion()
{
    boost::container::devector<int> row;
    row.push_front(1);
    assert(failed.empty());
    row.clear();
    row.push_front(1);
    assert(failed.find("should_move_back") != std::string::npos);
}

int main()
{
    f61_push_front_after_clear_fails_an_assertion();
}
