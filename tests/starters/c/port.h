/* A port of the slot map in this folder: an example of an adapter with all blanks filled in. */

#include "../../stablelist_conformance/starters/c/starter.h"
#include "slot_map.h"

static void *open_map(const port_parameters *parameters)
{
    return slot_map_new(port_number(parameters, "capacity", 0));
}

static void close_map(void *map)
{
    slot_map_free(map);
}

static port_status add(void *map, int64_t element, port_key *key)
{
    size_t index;
    if (!slot_map_insert(map, element, &index, &key->id))
        return PORT_FULL;
    key->index = index;
    return PORT_OK;
}

static port_status remove_key(void *map, port_key key, int64_t *element)
{
    return slot_map_remove(map, key.index, key.id, element) ? PORT_OK : PORT_NONE;
}

static port_status at(void *map, port_key key, int64_t *element)
{
    int64_t *found = slot_map_at(map, key.index, key.id);
    *element = found != NULL ? *found : 0;
    return found != NULL ? PORT_OK : PORT_NONE;
}

static port_status contains(void *map, port_key key)
{
    return slot_map_at(map, key.index, key.id) != NULL ? PORT_OK : PORT_NONE;
}

static port_status replace(void *map, port_key key, int64_t element)
{
    int64_t *found = slot_map_at(map, key.index, key.id);
    if (found != NULL)
        *found = element;
    return found != NULL ? PORT_OK : PORT_NONE;
}

static size_t len(void *map)
{
    return ((slot_map *)map)->live;
}

static bool is_empty(void *map)
{
    return ((slot_map *)map)->live == 0;
}

static void each(void *container, port_visit visit, void *context)
{
    slot_map *map = container;
    for (size_t i = 0; i < map->opened; i++)
        if (map->slots[i].live)
            visit(context, (port_key){i, map->slots[i].generation}, map->slots[i].element);
}

static port_status forge(uint64_t index, uint64_t id, port_key *key)
{
    *key = (port_key){index, id};
    return PORT_OK;
}

static void parts(port_key key, uint64_t *index, uint64_t *id)
{
    *index = key.index;
    *id = key.id;
}

#define FIELDS "name=slot-map version=1.0.0 system=slotmap id_bits=0 capacity=fixed"

static const port_table port = {
    .fields = FIELDS,
    .open = open_map,
    .close = close_map,
    .add = add,
    .remove = remove_key,
    .at = at,
    .contains = contains,
    .replace = replace,
    .len = len,
    .is_empty = is_empty,
    .each = each,
    .forge = forge,
    .parts = parts,
};
