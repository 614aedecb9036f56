/* The containers of a thesis on game engines (5.4, 5.5) in C11, on virtual memory that is reserved once and committed by pages. */
#ifndef CONTAINERS_H
#define CONTAINERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Three numbers of 4 bytes. */
struct object {
    uint32_t x, y, z;
};

static inline struct object object_of(uint64_t value)
{
    uint32_t x = (uint32_t)value;
    return (struct object){x, x + 1, x + 2};
}

/* --- Memory whose beginning never moves ------------------------------------------------------------- */

struct pages {
    char *memory;
    size_t committed; /* in bytes */
};

void pages_open(struct pages *, size_t room); /* room is committed from the beginning */
void pages_close(struct pages *);
void pages_grow(struct pages *, size_t bytes);

static inline void pages_need(struct pages *pages, size_t bytes)
{
    if (bytes > pages->committed)
        pages_grow(pages, bytes);
}

/* --- Vector ------------------------------------------------------------------------------------------- */

struct vector {
    struct pages pages;
    size_t count;
};

void vector_push(struct vector *, struct object);
struct object vector_pop(struct vector *);
struct object vector_remove(struct vector *, size_t place);
struct object vector_swap_remove(struct vector *, size_t place);

/* --- Ring: a full one overwrites the oldest --------------------------------------------------------- */

struct ring {
    struct object *objects;
    size_t capacity, first, count;
};

void ring_push(struct ring *, struct object);
struct object ring_pop(struct ring *);

/* --- Handle map ----------------------------------------------------------------------------------------- */

struct handle {
    uint32_t entry, generation;
};

struct handle_map {
    struct pages entries, objects, reverse; /* of struct handle (place or next free entry), objects, and entries */
    uint32_t count, opened, free;
};

void handle_map_open(struct handle_map *);
void handle_map_close(struct handle_map *);
struct handle handle_map_insert(struct handle_map *, struct object);
bool handle_map_remove(struct handle_map *, struct handle, struct object *removed);

/* --- Entities and components ------------------------------------------------------------------------------- */

#define TYPES 3
#define NO_INDEX UINT32_MAX

struct entity {
    uint32_t index, id;
};

struct storage {
    struct pages objects, entities, places; /* of objects, entities, and for each index its id and place */
    uint32_t count, places_count;
};

struct world {
    struct pages ids, free; /* the id of each index, 0 if it is free; and the free indices */
    uint32_t next_id, opened, free_count;
    struct storage storages[TYPES];
};

void world_open(struct world *);
void world_close(struct world *);
struct entity world_make(struct world *);
bool world_insert(struct world *, struct entity, unsigned type, struct object);
bool world_take(struct world *, struct entity, unsigned type, struct object *taken);

#endif
