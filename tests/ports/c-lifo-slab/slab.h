/*
 * A slab: elements in cells, with the index of a cell as key.
 *
 * A key has no id: once its element is removed, it finds the next element of the same cell. The cell vacated last is
 * filled first. All operations take O(1) time, except iteration, shrinking, copying, and insertions that allocate
 * memory.
 */
#ifndef SLAB_H
#define SLAB_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef int64_t slab_element;
typedef size_t slab_key;

/* Not a key: the result of a refused insertion, and the end of an iteration. */
#define SLAB_NONE ((slab_key)-1)

struct slab_cell {
    bool live;
    union {
        slab_element element;
        slab_key next; /* the vacancy that is filled after this one, or SLAB_NONE */
    };
};

/*
 * Invariants:
 *
 * 1. cells[0] to cells[opened - 1] are initialised, and `live` of them are;
 * 2. the list that begins at `head` contains each of the other opened cells once, and ends;
 * 3. opened <= capacity, unless capacity is 0.
 *
 * Callers may read the fields, but must change them only through the functions below.
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

/* Makes a copy, including the vacancies; returns false if there is no memory for it. */
bool slab_copy(struct slab *copy, const struct slab *slab);

/* Returns whether the capacity allows so many more elements. */
bool slab_has_room(const struct slab *slab, size_t additional);

/* Allocates memory for so many more elements; if there is no room or memory, returns false and changes nothing. */
bool slab_reserve(struct slab *slab, size_t additional);

/* Inserts an element and returns its key, or SLAB_NONE if there is no room. */
slab_key slab_insert(struct slab *slab, slab_element element);

/* Inserts the element that `make(key, context)` returns. `make` must not change the slab. */
slab_key slab_insert_with(struct slab *slab, slab_element (*make)(slab_key, void *), void *context);

/* Inserts `count` elements and stores their keys; if there is no room for all, returns false and changes nothing. */
bool slab_extend(struct slab *slab, size_t count, const slab_element *elements, slab_key *keys);

/* Returns the element of a key, valid until the next insertion; NULL if the cell is vacant. */
slab_element *slab_at(const struct slab *slab, slab_key key);

/* Removes the element of a key and stores it; returns false if the cell is vacant. */
bool slab_remove(struct slab *slab, slab_key key, slab_element *element);

/* Removes all elements and drops the vacancies: the next element goes to cell 0. Keeps the memory. */
void slab_clear(struct slab *slab);

/* Passes each element to `take`, and then does what slab_clear does. */
void slab_drain(struct slab *slab, void (*take)(slab_element, void *), void *context);

/* Removes the elements for which `keep` returns false, in ascending position. */
void slab_retain(struct slab *slab, bool (*keep)(slab_element, void *), void *context);

/* Drops the vacant cells at the end. If there are any, the remaining vacancies are filled from the lowest on. */
void slab_shrink_to_fit(struct slab *slab);

/*
 * Iteration over the live cells, in ascending position:
 *
 *     for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
 */
slab_key slab_first(struct slab *slab);
slab_key slab_next(const struct slab *slab, slab_key key);

#endif
