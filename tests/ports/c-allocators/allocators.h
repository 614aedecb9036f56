/* Allocators that cut blocks from one region of memory, and a realm that adds a bounds checker to any of them.
 *
 * Addresses are offsets from the beginning of the region, which is aligned to ALLOCATOR_ALIGNMENT.
 */
#ifndef ALLOCATORS_H
#define ALLOCATORS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define ALLOCATOR_ALIGNMENT 4096

enum allocator_status {
    ALLOCATOR_OK,
    ALLOCATOR_FULL,      /* there is no room */
    ALLOCATOR_SIZE,      /* the size is 0, or too large for a pool */
    ALLOCATOR_ALIGNMENT_ERROR, /* the alignment is no power of two, or too large for a pool */
    ALLOCATOR_ORDER,     /* only the last block can be freed */
    ALLOCATOR_FRONT,     /* the canary before a block is broken */
    ALLOCATOR_BACK,      /* the one behind it */
};

/* What a user chooses; an allocator reads what concerns it. */
struct allocator_options {
    uint64_t region;
    bool checked;             /* of stacks: whether the order is checked */
    uint64_t size, alignment; /* of pools: the largest */
    uint64_t offset;          /* of pools: the byte of a block that is aligned */
    uint64_t page;            /* of growing pools */
};

struct allocator {
    const struct allocator_kind *kind;
    struct allocator_options options;
    unsigned char *memory;
    uint64_t top, mark, count;                 /* of linear allocators and stacks; the end of the front */
    uint64_t back, back_count;                 /* of a double-ended stack */
    uint64_t chunk, first, head, taken, pages; /* of pools */
};

struct allocator_kind {
    const char *name;
    uint64_t header; /* the bytes before a block, without those of a number */
    void (*reset)(struct allocator *);
    enum allocator_status (*alloc)(struct allocator *, uint64_t size, uint64_t alignment, uint64_t offset, uint64_t *start);
    enum allocator_status (*alloc_back)(struct allocator *, uint64_t size, uint64_t alignment, uint64_t offset, uint64_t *start);
    enum allocator_status (*dealloc)(struct allocator *, uint64_t start);
    bool (*holds)(const struct allocator *, uint64_t start); /* after another block was freed */
    uint64_t (*used)(const struct allocator *);
    uint64_t (*size)(const struct allocator *, uint64_t start);
};

extern const struct allocator_kind LINEAR, STACK, DOUBLE_ENDED, POOL, GROWING_POOL;

bool allocator_init(struct allocator *, const struct allocator_kind *, const struct allocator_options *);
void allocator_free(struct allocator *);

/* The bytes before a block that belong to the allocator, and the end of the memory that can be used. */
uint64_t allocator_header(const struct allocator *);
uint64_t allocator_end(const struct allocator *);

/* What the header of a block in a stack says. */
uint64_t stack_before(const struct allocator *, uint64_t start);
uint64_t stack_number(const struct allocator *, uint64_t start);

/* The free chunks of a pool: the first one, and the one after another; POOL_NONE if there is none. */
#define POOL_NONE UINT64_MAX
#define POOL_POINTER 8
uint64_t pool_next(const struct allocator *, uint64_t chunk);

/* --- The realm -------------------------------------------------------------------------------- */

enum realm_checker { CHECK_NOTHING, CHECK_AT_DEALLOC, CHECK_ALWAYS };

struct realm_block {
    uint64_t start;  /* for the allocator: before the first canary */
    uint64_t offset; /* that the user asked for */
    uint64_t asked;
    bool live;
};

struct realm {
    struct allocator allocator;
    enum realm_checker checker;
    uint64_t canary;
    struct realm_block *blocks; /* all that were granted, by number */
    size_t granted, room;
};

bool realm_init(struct realm *, const struct allocator_kind *, struct allocator_options, enum realm_checker);
void realm_free(struct realm *);

/* The number of the new block is realm->granted - 1. */
enum allocator_status realm_alloc(struct realm *, uint64_t size, uint64_t alignment, uint64_t offset, bool back);
enum allocator_status realm_dealloc(struct realm *, size_t number);
void realm_reset(struct realm *);
void realm_mark(struct realm *);
void realm_rewind(struct realm *);
uint64_t realm_address(const struct realm *, size_t number);
uint64_t realm_size(const struct realm *, size_t number);

#endif
