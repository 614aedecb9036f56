/* A slot map: elements in slots, each with a generation that distinguishes successive elements. */
#ifndef SLOT_MAP_H
#define SLOT_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef struct {
    uint64_t generation;
    int64_t element;
    bool live;
    size_t next; /* the next vacant slot */
} slot;

typedef struct {
    slot *slots;
    size_t opened, live, vacant, capacity; /* at most `capacity` elements, if that is not 0 */
} slot_map;

static inline slot_map *slot_map_new(size_t capacity)
{
    slot_map *map = calloc(1, sizeof *map);
    if (map != NULL) {
        map->capacity = capacity;
        map->vacant = SIZE_MAX;
    }
    return map;
}

static inline void slot_map_free(slot_map *map)
{
    free(map->slots);
    free(map);
}

/* Returns whether there was room. */
static inline bool slot_map_insert(slot_map *map, int64_t element, size_t *index, uint64_t *generation)
{
    if (map->capacity > 0 && map->live == map->capacity)
        return false;
    *index = map->vacant;
    if (*index == SIZE_MAX) {
        slot *slots = realloc(map->slots, (map->opened + 1) * sizeof *slots);
        if (slots == NULL)
            return false;
        map->slots = slots;
        *index = map->opened++;
        slots[*index].generation = 0;
    } else {
        map->vacant = map->slots[*index].next;
    }
    map->slots[*index].element = element;
    map->slots[*index].live = true;
    map->live++;
    *generation = map->slots[*index].generation;
    return true;
}

/* Returns a pointer to the element of a key; NULL if it was removed. */
static inline int64_t *slot_map_at(slot_map *map, uint64_t index, uint64_t generation)
{
    slot *found = index < map->opened ? &map->slots[index] : NULL;
    return found != NULL && found->live && found->generation == generation ? &found->element : NULL;
}

static inline bool slot_map_remove(slot_map *map, uint64_t index, uint64_t generation, int64_t *element)
{
    int64_t *found = slot_map_at(map, index, generation);
    if (found == NULL)
        return false;
    *element = *found;
    map->slots[index].live = false;
    map->slots[index].generation++;
    map->slots[index].next = map->vacant;
    map->vacant = index;
    map->live--;
    return true;
}

#endif
