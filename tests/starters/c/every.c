/* Ports with every operation, and with what else a container may do: the first argument says which. */

#define STABLELIST_STARTER_IMPLEMENTATION
#include "port.h"

static port_status insert_with(void *map, port_factory factory, void *context)
{
    port_key key;
    if (add(map, -1, &key) != PORT_OK)
        return PORT_FULL;
    return replace(map, key, factory(context, key));
}

static port_status extend(void *map, const int64_t *elements, size_t count, port_key *keys)
{
    if (count > 1000)
        return PORT_FULL;
    for (size_t i = 0; i < count; i++)
        add(map, elements[i], &keys[i]);
    return PORT_OK;
}

static port_status insert_at(void *map, port_key *key, int64_t element, port_element *displaced)
{
    displaced->present = at(map, *key, &displaced->element) == PORT_OK;
    return displaced->present ? replace(map, *key, element) : PORT_FULL;
}

static port_status put(void *map, size_t index, int64_t element, port_key *key, port_element *displaced)
{
    *key = (port_key){index, 0};
    return insert_at(map, key, element, displaced);
}

static void pair(void *map, port_key one, port_key other, port_element elements[2])
{
    elements[0].present = at(map, one, &elements[0].element) == PORT_OK;
    elements[1].present = at(map, other, &elements[1].element) == PORT_OK;
}

static void remove_many(void *map, port_key one, port_key other, port_element elements[2])
{
    elements[0].present = remove_key(map, one, &elements[0].element) == PORT_OK;
    elements[1].present = remove_key(map, other, &elements[1].element) == PORT_OK;
}

static port_status key_at(void *map, port_key key, port_key *live, int64_t *element)
{
    const slot_map *slots = map;
    if (key.index >= slots->opened)
        return PORT_NONE;
    *live = (port_key){key.index, slots->slots[key.index].generation};
    return at(map, *live, element);
}

static port_status at_mut(void *map, port_key key, int64_t difference, int64_t *element)
{
    if (at(map, key, element) != PORT_OK)
        return PORT_NONE;
    *element += difference;
    return replace(map, key, *element);
}

static void each_mut(void *map, int64_t difference)
{
    for (size_t i = 0; i < ((slot_map *)map)->opened; i++)
        ((slot_map *)map)->slots[i].element += difference;
}

static port_status remove_some(void *container, port_keep keep, void *context, port_text *removed)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++) {
        int64_t element = map->slots[i].element;
        if (map->slots[i].live && (keep == NULL || !keep(context, element))) {
            slot_map_remove(map, i, map->slots[i].generation, &element);
            if (removed != NULL)
                port_append(removed, element);
        }
    }
    return PORT_OK;
}

static port_status each_removing(void *container, port_keep keep, void *context, port_text *visited)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++) {
        int64_t element = map->slots[i].element;
        if (!map->slots[i].live)
            continue;
        port_append(visited, element);
        if (!keep(context, element))
            slot_map_remove(map, i, map->slots[i].generation, &element);
    }
    return PORT_OK;
}

static port_status each_first(void *container, size_t most, port_text *visited)
{
    slot_map *map = container;
    for (size_t i = 0, left = most; i < map->opened && left > 0; i++)
        left -= map->slots[i].live;
    for (size_t i = 0; i < map->opened; i++)
        if (map->slots[i].live)
            port_append(visited, map->slots[i].element);
    return PORT_OK;
}

static port_status drain(void *map, port_text *removed)
{
    return remove_some(map, NULL, NULL, removed);
}

static void clear(void *map)
{
    remove_some(map, NULL, NULL, NULL);
}

/* Puts the rank of every element in its place. */
static port_status show_ranks(void *container, port_rank rank, void *context)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++)
        map->slots[i].element = rank(context, map->slots[i].element);
    return PORT_OK;
}

static port_status reserve(void *map, size_t additional)
{
    (void)map;
    return additional < 1000 ? PORT_OK : PORT_FULL;
}

static port_status shrink_to_fit(void *map)
{
    (void)map;
    return PORT_OK;
}

static port_status repack(void *map, port_key key, port_key *unpacked)
{
    (void)map;
    *unpacked = key;
    return PORT_OK;
}

static void swap_containers(void *container, void *other)
{
    slot_map *one = container, *two = other, mine = *one;
    *one = *two;
    *two = mine;
}

static bool equal(void *container, void *other)
{
    slot_map *one = container, *two = other;
    bool same = one->live == two->live;
    for (size_t i = 0; i < one->opened; i++) {
        int64_t *element = slot_map_at(two, i, one->slots[i].generation);
        same &= !one->slots[i].live || (element != NULL && *element == one->slots[i].element);
    }
    return same;
}

static void *reload(void *container)
{
    slot_map *map = container, *copy = slot_map_new(map->capacity);
    *copy = *map;
    copy->slots = malloc(map->opened * sizeof *map->slots);
    if (map->opened > 0)
        memcpy(copy->slots, map->slots, map->opened * sizeof *map->slots);
    return copy;
}

static port_status apply(void *map, port_key key, int64_t *pivot, size_t *length, port_text *others)
{
    if (at(map, key, pivot) != PORT_OK)
        return PORT_NONE;
    *length = 2;
    port_append(others, 5);
    port_append(others, 3);
    return PORT_OK;
}

static port_status exchange(void *map, port_key key, port_key other, port_element elements[2])
{
    elements[0].present = elements[1].present = true;
    at(map, key, &elements[0].element);
    return at(map, other, &elements[1].element);
}

static void traverse(void *map, port_pivot visit, void *context)
{
    (void)map;
    visit(context, 4, 1, 2);
    visit(context, 2, 1, 4);
}

static void layout(void *map, port_text *answer)
{
    port_write(answer, "%zu|0", len(map));
}

static void cost(void *map, port_text *answer)
{
    (void)map;
    port_write(answer, "0/%d", port_way() - 1);
}

static port_table whole(void)
{
    port_table table = port;
    table.insert_with = insert_with;
    table.extend = extend;
    table.put = put;
    table.insert_at = insert_at;
    table.pair = pair;
    table.remove_many = remove_many;
    table.key_at = key_at;
    table.at_mut = at_mut;
    table.each_mut = each_mut;
    table.clear = clear;
    table.keys = each;
    table.drain = drain;
    table.retain = remove_some;
    table.each_removing = each_removing;
    table.each_first = each_first;
    table.sort = show_ranks;
    table.reserve = reserve;
    table.shrink_to_fit = shrink_to_fit;
    table.repack = repack;
    table.reload = table.copy = reload;
    table.swap_containers = swap_containers;
    table.equal = equal;
    table.apply = table.inspect = apply;
    table.exchange = exchange;
    table.traverse = traverse;
    table.layout = layout;
    table.cost = cost;
    return table;
}

/* --- Ports */

static port_status borrowed(void *map, port_key key, int64_t *element)
{
    (void)map, (void)key, (void)element;
    return PORT_BORROWED;
}

static void endless(void *container, port_visit visit, void *context)
{
    for (;;)
        each(container, visit, context);
}

static void backwards(void *container, port_visit visit, void *context)
{
    slot_map *map = container;
    for (size_t i = map->opened; i-- > 0;)
        visit(context, (port_key){i, map->slots[i].generation}, map->slots[i].element);
}

static port_status forge_no_id(uint64_t index, uint64_t id, port_key *key)
{
    *key = (port_key){index, id};
    return id == 0 ? PORT_OK : PORT_NONE;
}

static void *refuse(const port_parameters *parameters)
{
    (void)parameters;
    return NULL;
}

static port_table variant(const char *name)
{
    port_table table = whole();
    if (strcmp(name, "blind") == 0)
        return (port_table){.fields = "name=x version=1 system=slab level=layout without=negative",
                            .open = open_map, .close = close_map, .add = add, .remove = remove_key, .keys = each};
    if (strcmp(name, "by-index") == 0)
        table.forge = forge_no_id;
    if (strcmp(name, "failing") == 0) {
        table.at = NULL;
        table.clear = NULL;
    }
    if (strcmp(name, "refusing") == 0)
        table.open = refuse;
    if (strcmp(name, "silent") == 0)
        table.fields = FIELDS " remove=silent";
    if (strcmp(name, "only") == 0)
        table.fields = FIELDS " ids=only";
    table.lend = strcmp(name, "lent") == 0 || strcmp(name, "borrowed") == 0;
    if (strcmp(name, "borrowed") == 0)
        table.remove = borrowed;
    if (strcmp(name, "endless") == 0)
        table.each = endless;
    if (strcmp(name, "backwards") == 0)
        table.each = backwards;
    return table;
}

int main(int count, char **arguments)
{
    if (count != 2)
        return 2;
    port_table table = variant(arguments[1]);
    return port_serve(&table, stdin, stdout);
}
