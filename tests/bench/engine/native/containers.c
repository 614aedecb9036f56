#define _DEFAULT_SOURCE

#include "containers.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE ((size_t)4096)
#define RESERVED (1024 * PAGE)

static void *or_abort(void *memory)
{
    if (memory == NULL || memory == MAP_FAILED)
        abort();
    return memory;
}

void pages_open(struct pages *pages, size_t room)
{
    *pages = (struct pages){.memory = or_abort(mmap(NULL, RESERVED, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0))};
    pages_need(pages, room);
}

void pages_close(struct pages *pages)
{
    munmap(pages->memory, RESERVED);
}

void pages_grow(struct pages *pages, size_t bytes)
{
    size_t whole = (bytes + PAGE - 1) / PAGE * PAGE, more = 2 * pages->committed > whole ? 2 * pages->committed : whole;
    if (more > RESERVED)
        more = RESERVED;
    if (bytes > more || mprotect(pages->memory, more, PROT_READ | PROT_WRITE) != 0)
        abort();
    pages->committed = more;
}

/* --- Vector ------------------------------------------------------------------------------------------- */

static struct object *objects_of(struct pages *pages)
{
    return (struct object *)(void *)pages->memory;
}

void vector_push(struct vector *vector, struct object object)
{
    pages_need(&vector->pages, (vector->count + 1) * sizeof object);
    objects_of(&vector->pages)[vector->count++] = object;
}

struct object vector_pop(struct vector *vector)
{
    return objects_of(&vector->pages)[--vector->count];
}

struct object vector_remove(struct vector *vector, size_t place)
{
    struct object *at = objects_of(&vector->pages) + place, removed = *at;
    memmove(at, at + 1, (--vector->count - place) * sizeof removed);
    return removed;
}

struct object vector_swap_remove(struct vector *vector, size_t place)
{
    struct object *objects = objects_of(&vector->pages), removed = objects[place];
    objects[place] = objects[--vector->count];
    return removed;
}

/* --- Ring ------------------------------------------------------------------------------------------------ */

static size_t wrapped(const struct ring *ring, size_t place)
{
    return place < ring->capacity ? place : place - ring->capacity;
}

void ring_push(struct ring *ring, struct object object)
{
    ring->objects[wrapped(ring, ring->first + ring->count)] = object;
    if (ring->count < ring->capacity)
        ring->count++;
    else
        ring->first = wrapped(ring, ring->first + 1);
}

struct object ring_pop(struct ring *ring)
{
    struct object object = ring->objects[ring->first];
    ring->first = wrapped(ring, ring->first + 1);
    ring->count--;
    return object;
}

/* --- Handle map ---------------------------------------------------------------------------------------- */

static struct handle *handles_of(struct pages *pages)
{
    return (struct handle *)(void *)pages->memory;
}

static uint32_t *numbers_of(struct pages *pages)
{
    return (uint32_t *)(void *)pages->memory;
}

void handle_map_open(struct handle_map *map)
{
    *map = (struct handle_map){.free = NO_INDEX};
    pages_open(&map->entries, 0);
    pages_open(&map->objects, 0);
    pages_open(&map->reverse, 0);
}

void handle_map_close(struct handle_map *map)
{
    pages_close(&map->entries);
    pages_close(&map->objects);
    pages_close(&map->reverse);
}

struct handle handle_map_insert(struct handle_map *map, struct object object)
{
    uint32_t place = map->count++, at = map->free;
    if (at == NO_INDEX) {
        at = map->opened++;
        pages_need(&map->entries, map->opened * sizeof(struct handle));
    } else
        map->free = handles_of(&map->entries)[at].entry;
    pages_need(&map->objects, map->count * sizeof object);
    pages_need(&map->reverse, map->count * sizeof at);
    struct handle *entry = handles_of(&map->entries) + at;
    entry->entry = place;
    objects_of(&map->objects)[place] = object;
    numbers_of(&map->reverse)[place] = at;
    return (struct handle){at, entry->generation};
}

bool handle_map_remove(struct handle_map *map, struct handle handle, struct object *removed)
{
    struct handle *entries = handles_of(&map->entries), *entry = entries + handle.entry;
    if (handle.entry >= map->opened || entry->generation != handle.generation)
        return false;
    struct object *objects = objects_of(&map->objects);
    uint32_t *reverse = numbers_of(&map->reverse), place = entry->entry, last = --map->count;
    *removed = objects[place];
    objects[place] = objects[last];
    entries[reverse[last]].entry = place;
    reverse[place] = reverse[last];
    *entry = (struct handle){map->free, entry->generation + 1};
    map->free = handle.entry;
    return true;
}

/* --- Entities and components ------------------------------------------------------------------------------- */

void world_open(struct world *world)
{
    *world = (struct world){.next_id = 1};
    pages_open(&world->ids, 0);
    pages_open(&world->free, 0);
    for (unsigned type = 0; type < TYPES; type++) {
        pages_open(&world->storages[type].objects, 0);
        pages_open(&world->storages[type].entities, 0);
        pages_open(&world->storages[type].places, 0);
    }
}

void world_close(struct world *world)
{
    pages_close(&world->ids);
    pages_close(&world->free);
    for (unsigned type = 0; type < TYPES; type++) {
        pages_close(&world->storages[type].objects);
        pages_close(&world->storages[type].entities);
        pages_close(&world->storages[type].places);
    }
}

struct entity world_make(struct world *world)
{
    struct entity entity = {world->opened, world->next_id++};
    if (world->free_count > 0)
        entity.index = numbers_of(&world->free)[--world->free_count];
    else
        pages_need(&world->ids, ++world->opened * sizeof entity.id);
    numbers_of(&world->ids)[entity.index] = entity.id;
    return entity;
}

/* Where the component of an entity is; NO_INDEX if it has none. A place has the id of its entity, 0 if there is none. */
static uint32_t place_of(struct storage *storage, struct entity entity)
{
    if (entity.index >= storage->places_count)
        return NO_INDEX;
    struct handle found = handles_of(&storage->places)[entity.index];
    return found.generation == entity.id ? found.entry : NO_INDEX;
}

bool world_insert(struct world *world, struct entity entity, unsigned type, struct object object)
{
    struct storage *storage = &world->storages[type];
    if (entity.index >= world->opened || numbers_of(&world->ids)[entity.index] != entity.id)
        return false;
    uint32_t place = place_of(storage, entity);
    if (place == NO_INDEX) {
        place = storage->count++;
        pages_need(&storage->objects, storage->count * sizeof object);
        pages_need(&storage->entities, storage->count * sizeof entity);
        if (entity.index >= storage->places_count) {
            storage->places_count = entity.index + 1;
            pages_need(&storage->places, storage->places_count * sizeof(struct handle));
        }
        handles_of(&storage->entities)[place] = (struct handle){entity.index, entity.id};
        handles_of(&storage->places)[entity.index] = (struct handle){place, entity.id};
    }
    objects_of(&storage->objects)[place] = object;
    return true;
}

bool world_take(struct world *world, struct entity entity, unsigned type, struct object *taken)
{
    struct storage *storage = &world->storages[type];
    uint32_t place = place_of(storage, entity);
    if (place == NO_INDEX)
        return false;
    struct object *objects = objects_of(&storage->objects);
    struct handle *entities = handles_of(&storage->entities), *places = handles_of(&storage->places);
    uint32_t last = --storage->count;
    struct handle moved = entities[last];
    *taken = objects[place];
    objects[place] = objects[last];
    entities[place] = moved;
    places[moved.entry].entry = place;
    places[entity.index].generation = 0;
    return true;
}
