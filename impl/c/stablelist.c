/* See stablelist.h for what this is and for the invariant that every function keeps. */
#include "stablelist.h"

#include <stdlib.h>
#include <string.h>

/* The memory allocator; define both to use another one. */
#ifndef SL_REALLOC
#define SL_REALLOC realloc
#define SL_FREE free
#endif

/* --- a partition ------------------------------------------------------------------------------ */

/* A partition whose opened cells are all live. */
static sl_partition partition(uint64_t start, uint64_t size, uint64_t opened) {
    return (sl_partition){start, size, opened, opened, SL_NONE};
}

/* The position of the next element of a partition: past its last cell if it is full. */
static uint64_t next_position(const sl_partition *part) {
    return part->head != SL_NONE ? part->head : part->start + part->opened;
}

/* Make the next position live. The partition must not be full. */
static uint64_t pop(sl_partition *part, const uint64_t *words) {
    uint64_t position = next_position(part);
    if (part->head == SL_NONE)
        part->opened++;
    else
        part->head = words[position];
    part->live++;
    return position;
}

/* Make a live position vacant; it is the next to be reused. */
static void push(sl_partition *part, uint64_t position, uint64_t *words) {
    words[position] = part->head;
    part->head = position;
    part->live--;
}

/* Split a partition in two, and count the free-list entries visited on the way.
 *
 * Free list 5 1 4 0 of [0, 8)  ->  1 0 of [0, 4) in its order, 4 5 of [4, 8) reversed.
 */
static uint64_t split(const sl_partition *whole, sl_partition *low, sl_partition *high,
                      uint64_t *words) {
    uint64_t half = whole->size / 2;
    uint64_t below = whole->opened < half ? whole->opened : half;
    *low = partition(whole->start, half, below);
    *high = partition(whole->start + half, half, whole->opened - below);
    uint64_t visits = 0;
    uint64_t *kept = &low->head; /* the link to set to the next entry that stays in low */
    for (uint64_t position = whole->head, following; position != SL_NONE; position = following) {
        visits++;
        following = words[position];
        if (position < high->start) {
            low->live--;
            *kept = position;
            kept = &words[position];
        } else {
            push(high, position, words);
        }
    }
    *kept = SL_NONE;
    return visits;
}

/* Make a vacant position live, wherever it is in the free list. */
static void occupy(sl_partition *part, uint64_t position, uint64_t *words) {
    uint64_t *link = &part->head;
    while (*link != position) link = &words[*link];
    *link = words[position];
    part->live++;
}

/* --- memory ----------------------------------------------------------------------------------- */

static uint64_t chunks(uint64_t cells) { return (cells + 63) / 64; }

/* Allocate memory for at least `length` cells. If this fails, the list is unchanged; an array that is
 * longer than the others does no harm. */
static sl_status allocate(sl_list *list, uint64_t length) {
    size_t widest = list->options.element_size > 8 ? list->options.element_size : 8;
    if (length > SIZE_MAX / widest) return SL_NO_MEMORY;
    uint64_t *words = SL_REALLOC(list->words, length * sizeof *words);
    if (!words) return SL_NO_MEMORY;
    list->words = words;
    if (list->options.element_size) {
        unsigned char *elements = SL_REALLOC(list->elements, length * list->options.element_size);
        if (!elements) return SL_NO_MEMORY;
        list->elements = elements;
    }
    uint64_t *live = SL_REALLOC(list->live, chunks(length) * sizeof *live);
    if (!live) return SL_NO_MEMORY;
    list->live = live;
    uint64_t before = chunks(list->allocated);
    memset(live + before, 0, (chunks(length) - before) * sizeof *live);
    list->allocated = length;
    return SL_OK;
}

/* Release memory beyond `length` cells. Cannot fail: if a smaller block cannot be allocated, the larger
 * one is kept. */
static void release(sl_list *list, uint64_t length) {
    void *less = SL_REALLOC(list->words, length * sizeof *list->words);
    if (less) list->words = less;
    if (list->options.element_size) {
        less = SL_REALLOC(list->elements, length * list->options.element_size);
        if (less) list->elements = less;
    }
    less = SL_REALLOC(list->live, chunks(length) * sizeof *list->live);
    if (less) list->live = less;
    list->allocated = length;
}

/* Allocate memory for at least `length` cells, which moves the opened ones. */
static sl_status make_room(sl_list *list, uint64_t length) {
    if (length <= list->allocated) return SL_OK;
    sl_status status = allocate(list, length);
    if (status == SL_OK) list->cost.moved += sl_opened(list);
    return status;
}

/* --- growing and truncating ------------------------------------------------------------------- */

/* Divide `space` untouched cells into a quarter, a quarter and a half. */
static void divide(sl_list *list, uint64_t space) {
    uint64_t quarter = space / 4;
    list->q1 = partition(0, quarter, 0);
    list->q2 = partition(quarter, quarter, 0);
    list->h2 = partition(2 * quarter, 2 * quarter, 0);
}

/* Double a full list.
 *
 * q1 q2 h2      full, each free list empty
 * q1    q2 h2   the old halves are the new quarters; the new half is untouched
 */
static sl_status grow(sl_list *list) {
    uint64_t space = sl_space(list);
    sl_status status = make_room(list, 2 * space);
    if (status != SL_OK) return status;
    list->q1 = partition(0, space / 2, space / 2);
    list->q2 = list->h2;
    list->h2 = partition(space, space, 0);
    return SL_OK;
}

static sl_partition *partition_of(sl_list *list, uint64_t position) {
    if (position < list->q2.start) return &list->q1;
    return position < list->h2.start ? &list->q2 : &list->h2;
}

/* Open every cell before `end`, each as a vacancy: the highest is reused first. */
static void open_to(sl_list *list, uint64_t end) {
    for (uint64_t position = sl_opened(list); position < end; position++) {
        sl_partition *part = partition_of(list, position);
        part->opened++;
        part->live++;
        push(part, position, list->words);
    }
}

/* Double a list that need not be full, within memory.
 *
 * q1 q2 h2      all cells are opened
 * q1    q2 h2   the vacancies of the old q2 are reused before those of the old q1
 */
static void stretch(sl_list *list) {
    uint64_t space = sl_space(list);
    open_to(list, space);
    uint64_t *last = &list->q2.head;
    while (*last != SL_NONE) last = &list->words[*last];
    *last = list->q1.head;
    list->q1 = (sl_partition){0, space / 2, list->q1.live + list->q2.live, space / 2, list->q2.head};
    list->q2 = list->h2;
    list->h2 = partition(space, space, 0);
}

/* Make a position live that is vacant or not opened, within memory. */
static void reopen(sl_list *list, uint64_t position) {
    while (position >= sl_space(list)) stretch(list);
    open_to(list, position + 1);
    occupy(partition_of(list, position), position, list->words);
    list->live[position / 64] |= (uint64_t)1 << (position % 64);
}

/* Whether an empty h2 may be dropped. Half of the space must be a multiple of 4 again. */
static bool may_halve(const sl_list *list) {
    uint64_t space = sl_space(list);
    return list->h2.live == 0 && space % 8 == 0 && space / 2 >= list->options.minimum;
}

/* Drop an empty h2, and count the free-list entries visited.
 *
 * q1    q2 h2   h2 empty
 * q1 q2 h2      the old quarters are the new halves; q1 is split, with its free list
 */
static uint64_t halve(sl_list *list) {
    sl_partition low, high;
    uint64_t visits = split(&list->q1, &low, &high, list->words);
    list->cost.dropped += list->h2.opened;
    list->h2 = list->q2;
    list->q1 = low;
    list->q2 = high;
    list->cost.truncations++;
    return visits;
}

/* Halve the list for as long as its upper half is empty and the minimum allows. In mode SL_MEMORY
 * each halving counts as a move, but memory is released once, at the end. */
static void cascade(sl_list *list) {
    uint64_t before = list->cost.truncations;
    while (may_halve(list)) {
        list->cost.visits += halve(list);
        if (list->options.truncate == SL_MEMORY) list->cost.moved += sl_opened(list);
    }
    if (list->options.truncate == SL_MEMORY && list->cost.truncations > before)
        release(list, sl_space(list));
}

/* --- public functions ------------------------------------------------------------------------- */

static uint64_t rounded_up(uint64_t length) { return length ? (length + 3) / 4 * 4 : 4; }

sl_options sl_defaults(size_t element_size) {
    return (sl_options){
        .element_size = element_size,
        .minimum = 4,
        .index_end = (uint64_t)1 << 32,
        .maximum = SL_MOST_CELLS,
        .last_id = UINT64_MAX,
        .truncate = SL_ITERATION,
    };
}

sl_status sl_init(sl_list *list, const sl_options *options) {
    *list = (sl_list){.options = *options};
    if (options->index_end > SL_MOST_CELLS || options->minimum > options->index_end ||
        options->capacity > options->index_end || (unsigned)options->truncate > SL_MEMORY ||
        options->maximum < 1 || options->maximum > SL_MOST_CELLS)
        return SL_FULL;
    uint64_t least = rounded_up(options->minimum), first = rounded_up(options->capacity);
    uint64_t space = first > least ? first : least;
    if (space > options->index_end) return SL_FULL;
    list->options.minimum = least;
    list->options.capacity = space;
    divide(list, space);
    sl_status status = allocate(list, space);
    if (status != SL_OK) sl_free(list);
    return status;
}

void sl_free(sl_list *list) {
    SL_FREE(list->words);
    SL_FREE(list->live);
    SL_FREE(list->elements);
    list->words = list->live = NULL;
    list->elements = NULL;
    list->allocated = 0;
    divide(list, 0);
}

sl_status sl_copy(sl_list *twin, const sl_list *list) {
    *twin = *list;
    twin->words = twin->live = NULL;
    twin->elements = NULL;
    twin->allocated = 0;
    sl_status status = allocate(twin, list->allocated);
    if (status != SL_OK) {
        sl_free(twin);
        return status;
    }
    uint64_t opened = sl_opened(list);
    memcpy(twin->words, list->words, opened * sizeof *list->words);
    memcpy(twin->live, list->live, chunks(opened) * sizeof *list->live);
    if (list->options.element_size)
        memcpy(twin->elements, list->elements, opened * list->options.element_size);
    return SL_OK;
}

uint64_t sl_next_index(const sl_list *list) {
    if (list->q1.live < list->q1.size) return next_position(&list->q1);
    if (list->q2.live < list->q2.size) return next_position(&list->q2);
    return next_position(&list->h2);
}

sl_status sl_add(sl_list *list, sl_key *key) {
    if (!sl_has_room(list, 1)) return SL_FULL;
    sl_partition *part = &list->q1;
    if (part->live == part->size) part = &list->q2;
    if (part->live == part->size) {
        part = &list->h2;
        if (part->live == part->size) {
            sl_status status = grow(list);
            if (status != SL_OK) return status;
        }
    }
    uint64_t position = pop(part, list->words);
    *key = (sl_key){position, list->next_id};
    list->words[position] = list->next_id;
    list->live[position / 64] |= (uint64_t)1 << (position % 64);
    list->next_id = list->next_id == list->options.last_id ? 0 : list->next_id + 1;
    return SL_OK;
}

sl_status sl_restore(sl_list *list, sl_key key) {
    if (!sl_has_room(list, 1) || key.id >= list->next_id || key.index >= list->options.index_end ||
        key.index >= list->allocated || sl_is_live(list, key.index))
        return SL_FULL;
    reopen(list, key.index);
    list->words[key.index] = key.id;
    return SL_OK;
}

void sl_remove(sl_list *list, uint64_t position) {
    list->live[position / 64] &= ~((uint64_t)1 << (position % 64));
    list->cost.removals++;
    if (position < list->q2.start) {
        push(&list->q1, position, list->words);
    } else if (position < list->h2.start) {
        push(&list->q2, position, list->words);
    } else {
        push(&list->h2, position, list->words);
        if (list->h2.live == 0 && list->options.truncate != SL_NEVER) cascade(list);
    }
}

void sl_clear(sl_list *list) {
    uint64_t opened = sl_opened(list), space = sl_space(list);
    memset(list->live, 0, chunks(opened) * sizeof *list->live);
    list->cost.dropped += opened;
    if (list->options.truncate == SL_MEMORY) {
        space = list->options.minimum;
        if (list->allocated > space) release(list, space);
    }
    divide(list, space);
}

sl_status sl_reserve(sl_list *list, uint64_t additional) {
    if (!sl_has_room(list, additional)) return SL_FULL;
    uint64_t length = sl_length(list), room = sl_space(list);
    while (room < length + additional) room *= 2;
    return make_room(list, room);
}

void sl_shrink_to_fit(sl_list *list) {
    while (may_halve(list)) halve(list);
    if (list->allocated > sl_space(list)) {
        release(list, sl_space(list));
        list->cost.moved += sl_opened(list);
    }
}
