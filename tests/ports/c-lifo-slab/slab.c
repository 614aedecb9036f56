#include "slab.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void slab_init(struct slab *slab, size_t capacity)
{
    *slab = (struct slab){.capacity = capacity, .head = SLAB_NONE};
}

void slab_free(struct slab *slab)
{
    free(slab->cells);
    slab_init(slab, slab->capacity);
}

/* Allocates memory for so many cells, if there is less. */
static bool allocate(struct slab *slab, size_t count)
{
    if (count <= slab->allocated)
        return true;
    if (count > SIZE_MAX / sizeof *slab->cells)
        return false;
    struct slab_cell *cells = realloc(slab->cells, count * sizeof *cells);
    if (cells == NULL)
        return false;
    slab->cells = cells;
    slab->allocated = count;
    return true;
}

bool slab_copy(struct slab *copy, const struct slab *slab)
{
    slab_init(copy, slab->capacity);
    if (!allocate(copy, slab->opened))
        return false;
    if (slab->opened > 0)
        memcpy(copy->cells, slab->cells, slab->opened * sizeof *slab->cells);
    copy->live = slab->live;
    copy->opened = slab->opened;
    copy->head = slab->head;
    copy->cost = slab->cost;
    return true;
}

bool slab_has_room(const struct slab *slab, size_t additional)
{
    return slab->capacity == 0 || additional <= slab->capacity - slab->live;
}

bool slab_reserve(struct slab *slab, size_t additional)
{
    if (!slab_has_room(slab, additional))
        return false;
    if (additional > SIZE_MAX - slab->live)
        return false;
    return allocate(slab, slab->live + additional);
}

/* Returns the cell that is filled next, or SLAB_NONE if there is no room. */
static slab_key vacancy(struct slab *slab)
{
    if (!slab_has_room(slab, 1))
        return SLAB_NONE;
    if (slab->head != SLAB_NONE)
        return slab->head;
    if (slab->opened == slab->allocated && !allocate(slab, slab->opened < 4 ? 4 : 2 * slab->opened))
        return SLAB_NONE;
    return slab->opened;
}

/* Puts an element into the cell that is filled next. */
static void occupy(struct slab *slab, slab_key key, slab_element element)
{
    struct slab_cell *cell = &slab->cells[key];
    if (key == slab->head)
        slab->head = cell->next;
    else
        slab->opened++;
    cell->live = true;
    cell->element = element;
    slab->live++;
}

/* Makes a cell the vacancy that is filled next. */
static void vacate(struct slab *slab, slab_key key)
{
    struct slab_cell *cell = &slab->cells[key];
    cell->live = false;
    cell->next = slab->head;
    slab->head = key;
}

slab_key slab_insert(struct slab *slab, slab_element element)
{
    slab_key key = vacancy(slab);
    if (key != SLAB_NONE)
        occupy(slab, key, element);
    return key;
}

slab_key slab_insert_with(struct slab *slab, slab_element (*make)(slab_key, void *), void *context)
{
    slab_key key = vacancy(slab);
    if (key != SLAB_NONE)
        occupy(slab, key, make(key, context));
    return key;
}

bool slab_extend(struct slab *slab, size_t count, const slab_element *elements, slab_key *keys)
{
    if (!slab_reserve(slab, count))
        return false;
    for (size_t i = 0; i < count; i++)
        keys[i] = slab_insert(slab, elements[i]);
    return true;
}

slab_element *slab_at(const struct slab *slab, slab_key key)
{
    if (key >= slab->opened || !slab->cells[key].live)
        return NULL;
    return &slab->cells[key].element;
}

bool slab_remove(struct slab *slab, slab_key key, slab_element *element)
{
    const slab_element *found = slab_at(slab, key);
    if (found == NULL)
        return false;
    *element = *found;
    vacate(slab, key);
    slab->live--;
    return true;
}

void slab_clear(struct slab *slab)
{
    slab->cost.dropped += slab->opened;
    slab->live = 0;
    slab->opened = 0;
    slab->head = SLAB_NONE;
}

void slab_drain(struct slab *slab, void (*take)(slab_element, void *), void *context)
{
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
        take(slab->cells[key].element, context);
    slab_clear(slab);
}

void slab_retain(struct slab *slab, bool (*keep)(slab_element, void *), void *context)
{
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key)) {
        slab_element removed;
        if (!keep(slab->cells[key].element, context))
            slab_remove(slab, key, &removed);
    }
}

/* Links all vacant cells again, lowest first. */
static void relist(struct slab *slab)
{
    slab->head = SLAB_NONE;
    for (slab_key key = slab->opened; key-- > 0;)
        if (!slab->cells[key].live)
            vacate(slab, key);
}

void slab_shrink_to_fit(struct slab *slab)
{
    size_t end = slab->opened;
    while (end > 0 && !slab->cells[end - 1].live)
        end--;
    if (end < slab->opened) {
        slab->cost.dropped += slab->opened - end;
        slab->opened = end;
        relist(slab);
    }
    struct slab_cell *cells = end > 0 ? realloc(slab->cells, end * sizeof *cells) : NULL;
    if (end == 0)
        free(slab->cells);
    if (end == 0 || cells != NULL) { /* else the memory stays as it is */
        slab->cells = cells;
        slab->allocated = end;
    }
}

/* Returns the first live cell from `key` on, or SLAB_NONE. */
static slab_key live_from(const struct slab *slab, slab_key key)
{
    while (key < slab->opened && !slab->cells[key].live)
        key++;
    return key < slab->opened ? key : SLAB_NONE;
}

slab_key slab_first(struct slab *slab)
{
    slab->cost.visited += slab->opened;
    return live_from(slab, 0);
}

slab_key slab_next(const struct slab *slab, slab_key key)
{
    return live_from(slab, key + 1);
}
