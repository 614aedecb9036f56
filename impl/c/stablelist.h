/* StableList in C: a list whose elements keep their keys while others come and go.
 *
 * A key is an index, the position of the element, and an id, which was stored in its cell when
 * the element was added. A key is stale once its element is removed, even if the cell is reused.
 * Low positions are used first, so that the upper half of the list becomes empty after a burst;
 * then it is dropped, and an iteration over all cells is short again.
 *
 * This header and `stablelist.c` need nothing but a C11 compiler and the standard library. The
 * Python extension of this project is built on them; `tests/ports/c-stablelist` is another user.
 *
 *     sl_list list;
 *     sl_options options = sl_defaults(sizeof(int));
 *     if (sl_init(&list, &options) != SL_OK) abort();
 *
 *     sl_key key;
 *     if (sl_add(&list, &key) == SL_OK) *(int *)sl_element(&list, key.index) = 42;
 *
 *     uint64_t position = sl_find(&list, key);
 *     if (position != SL_NONE) printf("%d\n", *(int *)sl_element(&list, position));
 *
 *     sl_cursor cursor = sl_begin(&list);
 *     while ((position = sl_next(&list, &cursor)) != SL_NONE) visit(sl_element(&list, position));
 *
 *     sl_remove(&list, key.index);
 *     sl_free(&list);
 *
 * How it works. The cells are divided into three partitions, q1 (the first quarter), q2 (the second)
 * and h2 (the upper half). Each has a free list of its own, a stack of vacant positions within
 * the partition. An element goes to the first partition with room. If all are full the list grows: the
 * old halves become quarters, the new half is h2. If h2 becomes empty it is dropped: the old q2
 * becomes h2, the old q1 is split into q1 and q2, and only the free list of q1 has to be divided.
 *
 * Invariant, between any two calls:
 *
 * 1. q1, q2 and h2 tile [0, space) as a quarter, a quarter and a half; space is a multiple of 4.
 * 2. In each partition 0 <= live <= opened <= size; its opened cells are [start, start + opened).
 *    A partition is opened only if the ones before it are opened to their end.
 * 3. Bit p of `live` is set if and only if cell p holds an element.
 * 4. `words[p]` is the id of a live cell, and for a vacant opened one the next entry of its free
 *    list. From `head` on, a free list contains every vacant opened cell of its partition once.
 * 5. There is memory for `allocated` cells; that is space, or space doubled once or more.
 *
 * Not thread-safe. Only sl_init, sl_add, sl_reserve and sl_copy allocate memory.
 */
#ifndef STABLELIST_H
#define STABLELIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* No position: the end of a free list, and what a stale key resolves to. */
#define SL_NONE UINT64_MAX

/* More cells than any memory can hold. */
#define SL_MOST_CELLS ((uint64_t)1 << 62)

typedef enum {
    SL_OK,
    SL_FULL,      /* no index is left for another element, or the maximum is reached; nothing has changed */
    SL_NO_MEMORY, /* nothing has changed */
} sl_status;

/* What is released when the upper half is empty. */
typedef enum {
    SL_NEVER,     /* nothing */
    SL_ITERATION, /* iteration time: the list becomes shorter, its memory stays */
    SL_MEMORY,    /* memory as well */
} sl_truncate;

typedef struct {
    uint64_t index;
    uint64_t id;
} sl_key;

typedef struct {
    size_t element_size;    /* in bytes; 0 if you keep the elements yourself, by position */
    uint64_t minimum;       /* the list never becomes shorter than this; rounded up to 4, 8, 12, ... */
    uint64_t capacity;      /* the initial number of cells; rounded up likewise */
    uint64_t index_end;     /* every index is below this; at least the capacity, at most SL_MOST_CELLS */
    uint64_t maximum;       /* the largest number of elements; at least 1, at most SL_MOST_CELLS */
    uint64_t last_id;       /* after this id, ids start over at 0: 2^bits - 1 */
    sl_truncate truncate;
} sl_options;

/* The costs of the list since it was created. */
typedef struct {
    uint64_t visits;      /* free-list entries visited by truncation */
    uint64_t moved;       /* cells moved because memory was allocated or released */
    uint64_t dropped;     /* opened cells that truncation or sl_clear dropped */
    uint64_t cells;       /* cells visited by iterations, as counted by sl_charge */
    uint64_t removals;
    uint64_t truncations; /* how often the list was halved */
} sl_cost;

typedef struct {
    uint64_t start;
    uint64_t size;
    uint64_t live;   /* cells that hold an element */
    uint64_t opened; /* cells that have held one since the partition was last untouched */
    uint64_t head;   /* the head of its free list; SL_NONE if that is empty */
} sl_partition;

/* Every field may be read. Only `next_id` and `cost` may be written. */
typedef struct {
    sl_partition q1, q2, h2;
    uint64_t *words;
    uint64_t *live;
    unsigned char *elements;
    uint64_t allocated;
    uint64_t next_id; /* the id of the next element; at most options.last_id */
    sl_cost cost;
    sl_options options;
} sl_list;

/* Default options for general use: ids of 64 bits, indices of 32 bits, SL_ITERATION. */
sl_options sl_defaults(size_t element_size);

/* Make an empty list. O(capacity). SL_FULL: the capacity is more than index_end, or an option is
 * out of its range. */
sl_status sl_init(sl_list *list, const sl_options *options);

/* Release all memory. The caller has to release the resources that elements own. */
void sl_free(sl_list *list);

/* Make `twin` an independent copy: elements (byte by byte), keys, free lists, next id. O(allocated). */
sl_status sl_copy(sl_list *twin, const sl_list *list);

/* Make the next cell live and return its key. The caller fills in the element's bytes. Amortised O(1);
 * pointers into the list are invalid afterwards, because the elements may have moved. */
sl_status sl_add(sl_list *list, sl_key *key);

/* The index of the next element, if there is room for one. O(1). */
uint64_t sl_next_index(const sl_list *list);

/* Make the cell of a retired key live again, under this key; the caller fills in the element's bytes. The next id stays.
 * A cell that was dropped is opened again, with those before it, as far as there is memory. O(1) for the key that was
 * removed last, otherwise O(opened). SL_FULL: the cell is live, or beyond the memory or the index range; the id
 * is next_id or above; or the maximum is reached. */
sl_status sl_restore(sl_list *list, sl_key key);

/* Make a live cell vacant, and truncate if that emptied h2. First release what the element owns.
 * Amortised O(1); there are never more visits than removals. With SL_MEMORY, pointers into the list are
 * invalid afterwards. */
void sl_remove(sl_list *list, uint64_t position);

/* Make every cell vacant and untouched. The next id stays. O(opened). */
void sl_clear(sl_list *list);

/* Allocate memory for so many more elements; the length of the list stays. O(live + additional).
 * SL_FULL: the index range, or the maximum, has no room for them. */
sl_status sl_reserve(sl_list *list, uint64_t additional);

/* Halve the list while h2 is empty and the minimum allows; release all memory beyond it. */
void sl_shrink_to_fit(sl_list *list);

/* The number of cells (the thesis' max). */
static inline uint64_t sl_space(const sl_list *list) { return list->h2.start + list->h2.size; }

/* The number of cells that an iteration has to consider. */
static inline uint64_t sl_opened(const sl_list *list) {
    return list->q1.opened + list->q2.opened + list->h2.opened;
}

/* The number of elements. */
static inline uint64_t sl_length(const sl_list *list) {
    return list->q1.live + list->q2.live + list->h2.live;
}

/* Whether the index range and the maximum have room for so many more elements. O(1). */
static inline bool sl_has_room(const sl_list *list, uint64_t additional) {
    uint64_t end = list->options.index_end, most = list->options.maximum;
    return additional <= (end < most ? end : most) - sl_length(list);
}

/* A pointer to an element; valid until the list is changed. */
static inline void *sl_element(const sl_list *list, uint64_t position) {
    return list->elements + position * list->options.element_size;
}

/* Whether a position below `allocated` holds an element. */
static inline bool sl_is_live(const sl_list *list, uint64_t position) {
    return list->live[position / 64] >> (position % 64) & 1;
}

/* The position of the element that a key names, or SL_NONE if it is stale. Any key is
 * allowed, even one that was never issued. O(1). */
static inline uint64_t sl_find(const sl_list *list, sl_key key) {
    /* The bit first: the word of a cell that was never opened has no value. */
    bool found = key.index < list->allocated && sl_is_live(list, key.index) &&
                 list->words[key.index] == key.id;
    return found ? key.index : SL_NONE;
}

/* The key of the element at a position, or an index of SL_NONE if none is there. O(1). */
static inline sl_key sl_key_at(const sl_list *list, uint64_t position) {
    sl_key none = {SL_NONE, 0};
    if (position >= list->allocated || !sl_is_live(list, position)) return none;
    sl_key key = {position, list->words[position]};
    return key;
}

/* An iteration, ascending. The list must not be changed during it. */
typedef struct {
    uint64_t chunk; /* the number of the current chunk of 64 cells */
    uint64_t bits;  /* the live cells of the chunk that are not yet visited */
    uint64_t end;   /* the number of the chunk after the last one */
} sl_cursor;

/* Add an iteration to the costs: all opened cells, even those that it skips. */
static inline void sl_charge(sl_list *list) { list->cost.cells += sl_opened(list); }

/* A cursor at the beginning of an iteration. */
static inline sl_cursor sl_begin(const sl_list *list) {
    uint64_t opened = sl_opened(list);
    sl_cursor cursor = {0, opened ? list->live[0] : 0, (opened + 63) / 64};
    return cursor;
}

/* Update a cursor after the list was changed during the iteration: it skips elements that were dropped or
 * removed. It may also miss elements that were added. */
static inline void sl_resume(const sl_list *list, sl_cursor *cursor) {
    uint64_t end = (sl_opened(list) + 63) / 64;
    if (cursor->end > end) cursor->end = end;
    cursor->bits = cursor->chunk < cursor->end ? cursor->bits & list->live[cursor->chunk] : 0;
}

/* The index of the lowest set bit. */
static inline unsigned sl_lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(bits);
#else
    unsigned number = 0;
    for (unsigned width = 32; width; width /= 2)
        if (!(bits & (((uint64_t)1 << width) - 1))) bits >>= width, number += width;
    return number;
#endif
}

/* The next live position, or SL_NONE at the end. It skips 64 vacancies at a time. */
static inline uint64_t sl_next(const sl_list *list, sl_cursor *cursor) {
    while (!cursor->bits) {
        if (cursor->chunk + 1 >= cursor->end) return SL_NONE;
        cursor->bits = list->live[++cursor->chunk];
    }
    uint64_t position = cursor->chunk * 64 + sl_lowest_bit(cursor->bits);
    cursor->bits &= cursor->bits - 1;
    return position;
}

#ifdef __cplusplus
}
#endif
#endif
