/* The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blanks. Of the operations below them, write those that your container has, and remove the comment from their
 * lines in the table at the end; the port says that it lacks the others. An element is an int64_t. */

#define STABLELIST_STARTER_IMPLEMENTATION
#include "starter.h"

/* BLANK: include your container. */

static port_status blank(const char *what)
{
    fprintf(stderr, "fill in the blank: %s\n", what);
    return PORT_OTHER;
}

static void *open_container(const port_parameters *parameters)
{
    (void)parameters;
    blank("make a new, empty container");
    return NULL; /* which refuses the parameters */
}

static void close_container(void *container)
{
    (void)container; /* BLANK: free it */
}

/* PORT_OK and the key, or PORT_FULL if there is no room. */
static port_status add(void *container, int64_t element, port_key *key)
{
    (void)container, (void)element, (void)key;
    return blank("add the element");
}

/* PORT_OK and the element, or PORT_NONE. */
static port_status remove_key(void *container, port_key key, int64_t *element)
{
    (void)container, (void)key, (void)element;
    return blank("remove by key");
}

static const port_table port = {
    .fields = "name=@name@ version=0.1.0 system=@system@" /* BLANK: your container's version */
              /* @@ fixed-arena */
              " capacity=fixed" /* a program says how many cells there are */
              /* @@ id_bits */
              " id_bits=32" /* BLANK: how many bits the id (version, generation) of a key has; 0 if there is no bound */
              /* @@ parity */
              /* If only every second number is used as a version (for example, only odd numbers), append " parity=yes". */
              /* @@ index_bits */
              " index_bits=32" /* BLANK: the same of its index */
              /* @@ maximum */
              " without=maximum" /* remove this line if the container can have a maximum number of elements */
              /* @@ */
    ,
    .open = open_container,
    .close = close_container,
    .add = add,
    .remove = remove_key,
    /* @@ insert_with */
    /* .insert_with = insert_with, */
    /* @@ extend */
    /* .extend = extend, */
    /* @@ put */
    /* .put = put, */
    /* @@ insert_at */
    /* .insert_at = insert_at, */
    /* @@ remove_many */
    /* .remove_many = remove_many, */
    /* @@ at */
    /* .at = at, */
    /* .contains = contains, */
    /* @@ pair */
    /* .pair = pair, */
    /* @@ key_at */
    /* .key_at = key_at, */
    /* @@ replace */
    /* .replace = replace, */
    /* @@ at_mut */
    /* .at_mut = at_mut, */
    /* @@ each_mut */
    /* .each_mut = each_mut, */
    /* @@ */
    /* .len = len, */
    /* .is_empty = is_empty, */
    /* .clear = clear, */
    /* .each = each, */
    /* @@ keys */
    /* .keys = keys, */
    /* @@ apply */
    /* .apply = apply, */
    /* .inspect = inspect, */
    /* .exchange = exchange, */
    /* .traverse = traverse, */
    /* @@ lend */
    /* .lend = true, only if the container refuses changes while each runs; its functions then return PORT_BORROWED */
    /* @@ drain */
    /* .drain = drain, */
    /* @@ retain */
    /* .retain = retain, */
    /* @@ each_removing */
    /* .each_removing = each_removing, */
    /* @@ each_first */
    /* .each_first = each_first, */
    /* @@ sort */
    /* .sort = sort, */
    /* @@ reserve */
    /* .reserve = reserve, */
    /* .shrink_to_fit = shrink_to_fit, */
    /* @@ repack */
    /* .repack = repack, */
    /* @@ reload */
    /* .reload = reload, */
    /* @@ copy */
    /* .copy = copy, .swap_containers = swap, .equal = equal, */
    /* @@ layout */
    /* .layout = layout, for level=layout in the fields; see the page of the system */
    /* .cost = cost, for level=cost */
    /* @@ forge */
    /* forge makes a key that was not handed out; it answers something else than PORT_OK if a key
       cannot hold these numbers. parts takes a key
       apart, so that keys near it can be made. */
    /* .forge = forge, */
    /* .parts = parts, */
    /* @@ */
};

int main(void)
{
    return port_serve(&port, stdin, stdout);
}
