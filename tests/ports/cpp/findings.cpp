// The finding in boost::heap 1.74: the address sanitizer ends this program as long as the release has the defect.

#include <iostream>

#include <boost/heap/binomial_heap.hpp>

// "Removes the top element from the priority queue."
void f66_the_top_of_two_equal_elements_is_no_root()
{
    boost::heap::binomial_heap<int> heap;
    heap.push(0);
    auto second = heap.push(0);
    heap.pop();
    heap.update(second, 0);
}

int main()
{
    f66_the_top_of_two_equal_elements_is_no_root();
    std::cout << "no defect\n";
}
