#include "port.hpp"

int main()
{
    starter::serve(port());
}
