/*
 * A slab: elements in cells, and keys that are nothing but the index of a cell.
 *
 * A key is not guarded: once its element was removed, it finds whatever lives in the cell next. The cell that was
 * vacated last is filled first, so all but iteration, shrinking and copying is O(1), apart from an allocation now and
 * then.
 */
#ifndef SLAB_H
#define SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t slab_element;
typedef size_t slab_key;

/* No key. It is the answer to an insertion that was refused, and the end of an iteration. */
#define SLAB_NONE ((slab_key)-1)

struct slab_cell {
    bool live;
    union {
        slab_element element;
        slab_key next; /* the vacancy that is filled after this one, or SLAB_NONE */
    };
};

/*
 * What always holds:
 *
 * 1. cells[0] to cells[opened - 1] are initialised, and `live` of them are;
 * 2. the list that begins at `head` runs through all others of these, each once, and ends;
 * 3. opened <= capacity, unless capacity is 0.
 *
 * Its fields are to be looked at, and changed only by the functions below.
 */
struct slab {
    size_t capacity; /* the most elements that it holds, or 0 if it grows */
    size_t live;
    size_t opened;
    size_t allocated;
    slab_key head;
    struct slab_cell *cells;
    struct slab_cost {
        size_t dropped; /* cells that were opened and no longer are */
        size_t visited; /* cells that iteration came past */
    } cost;
};

void slab_init(struct slab *slab, size_t capacity);
void slab_free(struct slab *slab);

/* Makes a copy, vacancies included; false if there is no memory for it. */
bool slab_copy(struct slab *copy, const struct slab *slab);

/* Whether so many elements more are within the capacity. */
bool slab_has_room(const struct slab *slab, size_t additional);

/* Allocates memory for so many elements more; false, with nothing changed, if there is no room or no memory. */
bool slab_reserve(struct slab *slab, size_t additional);

/* Inserts an element and returns its key, or SLAB_NONE if there is no room. */
slab_key slab_insert(struct slab *slab, slab_element element);

/* Inserts what `make` returns when it is given the key and `context`. It must not change the slab. */
slab_key slab_insert_with(struct slab *slab, slab_element (*make)(slab_key, void *), void *context);

/* Inserts `count` elements and stores their keys; false, with nothing changed, if there is no room for all. */
bool slab_extend(struct slab *slab, size_t count, const slab_element *elements, slab_key *keys);

/* The element of a key, to be read or written until the next insertion; NULL if nothing lives there. */
slab_element *slab_at(const struct slab *slab, slab_key key);

/* Takes the element of a key out and stores it; false if nothing lives there. */
bool slab_remove(struct slab *slab, slab_key key, slab_element *element);

/* Takes everything out and forgets the vacancies: the next element goes to cell 0. Memory stays. */
void slab_clear(struct slab *slab);

/* As slab_clear, after giving the elements to `take`. */
void slab_drain(struct slab *slab, void (*take)(slab_element, void *), void *context);

/* Removes the elements for which `keep` returns false, in ascending position. */
void slab_retain(struct slab *slab, bool (*keep)(slab_element, void *), void *context);

/* Drops the vacant cells at the end. If there are any, those that stay are filled from the lowest on. */
void slab_shrink_to_fit(struct slab *slab);

/*
 * Iteration over the live cells, in ascending position:
 *
 *     for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
 */
slab_key slab_first(struct slab *slab);
slab_key slab_next(const struct slab *slab, slab_key key);

#endif
