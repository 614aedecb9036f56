#define STABLELIST_STARTER_IMPLEMENTATION
#include "port.h"

int main(void)
{
    return port_serve(&port, stdin, stdout);
}
