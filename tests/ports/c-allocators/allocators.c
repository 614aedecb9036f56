#define _POSIX_C_SOURCE 200809L

#include "allocators.h"

#include <stdlib.h>
#include <string.h>

/* The first address from one on whose byte at an offset is aligned. */
static uint64_t aligned(uint64_t address, uint64_t alignment, uint64_t offset)
{
    return address + (-(address + offset) & (alignment - 1));
}

static uint32_t read32(const struct allocator *a, uint64_t at)
{
    uint32_t value;
    memcpy(&value, a->memory + at, sizeof value);
    return value;
}

static void write32(struct allocator *a, uint64_t at, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;
    memcpy(a->memory + at, &narrow, sizeof narrow);
}


bool allocator_init(struct allocator *a, const struct allocator_kind *kind, const struct allocator_options *options)
{
    void *memory = NULL;
    *a = (struct allocator){.kind = kind, .options = *options};
    if (posix_memalign(&memory, ALLOCATOR_ALIGNMENT, options->region) != 0)
        return false;
    a->memory = memory;
    memset(a->memory, 0, options->region);
    kind->reset(a);
    return true;
}

void allocator_free(struct allocator *a)
{
    free(a->memory);
}

uint64_t allocator_header(const struct allocator *a)
{
    return a->kind->header + (a->options.checked ? 4 : 0);
}

uint64_t allocator_end(const struct allocator *a)
{
    return a->kind == &GROWING_POOL ? a->pages * a->options.page : a->options.region;
}

/* --- The linear allocator: a header of 4 bytes with the size ------------------------------------ */

static void linear_reset(struct allocator *a)
{
    a->top = a->mark = 0;
}

static enum allocator_status linear_alloc(struct allocator *a, uint64_t size, uint64_t alignment, uint64_t offset,
                                          uint64_t *start)
{
    *start = aligned(a->top + a->kind->header, alignment, offset);
    if (*start + size > a->options.region)
        return ALLOCATOR_FULL;
    write32(a, *start - 4, size);
    a->top = *start + size;
    return ALLOCATOR_OK;
}

static enum allocator_status linear_dealloc(struct allocator *a, uint64_t start)
{
    (void)a;
    (void)start;
    return ALLOCATOR_OK;
}

static bool linear_holds(const struct allocator *a, uint64_t start)
{
    return start < a->top;
}

static uint64_t linear_used(const struct allocator *a)
{
    return a->top;
}

static uint64_t linear_size(const struct allocator *a, uint64_t start)
{
    return read32(a, start - 4);
}

const struct allocator_kind LINEAR = {
    "linear-allocator", 4, linear_reset, linear_alloc, NULL, linear_dealloc, linear_holds, linear_used, linear_size,
};

/* --- Stacks: a header of 8 bytes with the size, and the end of the stack before; and a number, if checked --------- */

static void put_header(struct allocator *a, uint64_t start, uint64_t size, uint64_t before, uint64_t number)
{
    write32(a, start - 4, size);
    write32(a, start - 8, before);
    if (a->options.checked)
        write32(a, start - 12, number);
}

uint64_t stack_before(const struct allocator *a, uint64_t start)
{
    return read32(a, start - 8);
}

uint64_t stack_number(const struct allocator *a, uint64_t start)
{
    return read32(a, start - 12);
}

static void stack_reset(struct allocator *a)
{
    a->top = a->count = 0;
    a->back = a->options.region;
    a->back_count = 0;
}

static enum allocator_status stack_alloc(struct allocator *a, uint64_t size, uint64_t alignment, uint64_t offset,
                                         uint64_t *start)
{
    *start = aligned(a->top + allocator_header(a), alignment, offset);
    if (*start + size > a->back)
        return ALLOCATOR_FULL;
    put_header(a, *start, size, a->top, ++a->count);
    a->top = *start + size;
    return ALLOCATOR_OK;
}

static enum allocator_status stack_alloc_back(struct allocator *a, uint64_t size, uint64_t alignment, uint64_t offset,
                                              uint64_t *start)
{
    uint64_t header = allocator_header(a);
    if (size + header > a->back)
        return ALLOCATOR_FULL;
    uint64_t last = a->back - size, over = (last + offset) % alignment;
    if (last < over + header + a->top)
        return ALLOCATOR_FULL;
    *start = last - over;
    put_header(a, *start, size, a->back, ++a->back_count);
    a->back = *start - header;
    return ALLOCATOR_OK;
}

static enum allocator_status stack_dealloc(struct allocator *a, uint64_t start)
{
    bool front = start < a->back;
    uint64_t *count = front ? &a->count : &a->back_count;
    if (a->options.checked) {
        if (stack_number(a, start) != *count)
            return ALLOCATOR_ORDER;
        --*count;
    }
    *(front ? &a->top : &a->back) = stack_before(a, start);
    return ALLOCATOR_OK;
}

static bool stack_holds(const struct allocator *a, uint64_t start)
{
    return start < a->top || start > a->back;
}

static uint64_t stack_used(const struct allocator *a)
{
    return a->top + a->options.region - a->back;
}

const struct allocator_kind STACK = {
    "stack-allocator", 8, stack_reset, stack_alloc, NULL, stack_dealloc, stack_holds, stack_used, linear_size,
};

const struct allocator_kind DOUBLE_ENDED = {
    "double-ended-allocator", 8, stack_reset, stack_alloc, stack_alloc_back, stack_dealloc, stack_holds, stack_used,
    linear_size,
};

/* --- Pools: the free chunks are linked through their first bytes ------------------------------------------------- */

uint64_t pool_next(const struct allocator *a, uint64_t chunk)
{
    uint64_t next;
    memcpy(&next, a->memory + chunk, sizeof next);
    return next;
}

static void link_chunk(struct allocator *a, uint64_t chunk, uint64_t next)
{
    memcpy(a->memory + chunk, &next, sizeof next);
}

/* How many chunks end before some address, or there. */
static uint64_t chunks_within(const struct allocator *a, uint64_t end)
{
    return end < a->first ? 0 : (end - a->first) / a->chunk;
}

/* Links the chunks from one number to before another by ascending address. */
static void link_all(struct allocator *a, uint64_t from, uint64_t to)
{
    a->head = POOL_NONE;
    while (to-- > from) {
        link_chunk(a, a->first + to * a->chunk, a->head);
        a->head = a->first + to * a->chunk;
    }
}

static void pool_reset(struct allocator *a)
{
    const struct allocator_options *o = &a->options;
    a->chunk = aligned(o->size > POOL_POINTER ? o->size : POOL_POINTER, o->alignment, 0);
    a->first = aligned(0, o->alignment, o->offset);
    a->taken = 0;
    link_all(a, 0, chunks_within(a, allocator_end(a)));
}

static enum allocator_status pool_alloc(struct allocator *a, uint64_t size, uint64_t alignment, uint64_t offset,
                                        uint64_t *start)
{
    (void)offset;
    if (size > a->options.size)
        return ALLOCATOR_SIZE;
    if (alignment > a->options.alignment)
        return ALLOCATOR_ALIGNMENT_ERROR;
    if (a->head == POOL_NONE)
        return ALLOCATOR_FULL;
    *start = a->head;
    a->head = pool_next(a, *start);
    a->taken++;
    return ALLOCATOR_OK;
}

static enum allocator_status pool_dealloc(struct allocator *a, uint64_t start)
{
    link_chunk(a, start, a->head);
    a->head = start;
    a->taken--;
    return ALLOCATOR_OK;
}

static bool pool_holds(const struct allocator *a, uint64_t start)
{
    (void)a;
    (void)start;
    return true;
}

static uint64_t pool_used(const struct allocator *a)
{
    return a->taken * a->chunk;
}

static uint64_t pool_size(const struct allocator *a, uint64_t start)
{
    (void)start;
    return a->options.size;
}

const struct allocator_kind POOL = {
    "pool-allocator", 0, pool_reset, pool_alloc, NULL, pool_dealloc, pool_holds, pool_used, pool_size,
};

static enum allocator_status growing_alloc(struct allocator *a, uint64_t size, uint64_t alignment, uint64_t offset,
                                           uint64_t *start)
{
    enum allocator_status status = pool_alloc(a, size, alignment, offset, start);
    if (status != ALLOCATOR_FULL)
        return status;
    uint64_t known = chunks_within(a, allocator_end(a)), page = a->options.page;
    uint64_t pages = (a->first + (known + 1) * a->chunk + page - 1) / page;
    if (pages * page > a->options.region)
        return ALLOCATOR_FULL;
    a->pages = pages;
    link_all(a, known, chunks_within(a, allocator_end(a)));
    return pool_alloc(a, size, alignment, offset, start);
}

const struct allocator_kind GROWING_POOL = {
    "growing-pool", 0, pool_reset, growing_alloc, NULL, pool_dealloc, pool_holds, pool_used, pool_size,
};

/* --- The realm -------------------------------------------------------------------------------------------------- */

#define CANARY 0xCAu

bool realm_init(struct realm *r, const struct allocator_kind *kind, struct allocator_options options,
                enum realm_checker checker)
{
    uint64_t canary = checker == CHECK_NOTHING ? 0 : 4;
    options.size += 2 * canary;
    options.offset = canary;
    *r = (struct realm){.checker = checker, .canary = canary};
    return allocator_init(&r->allocator, kind, &options);
}

void realm_free(struct realm *r)
{
    allocator_free(&r->allocator);
    free(r->blocks);
}

uint64_t realm_address(const struct realm *r, size_t number)
{
    return r->blocks[number].start + r->canary;
}

uint64_t realm_size(const struct realm *r, size_t number)
{
    return r->allocator.kind->size(&r->allocator, r->blocks[number].start) - 2 * r->canary;
}

static enum allocator_status validate(const struct realm *r, size_t number)
{
    uint64_t front = r->blocks[number].start, back = realm_address(r, number) + realm_size(r, number);
    if (read32(&r->allocator, front) != CANARY)
        return ALLOCATOR_FRONT;
    return read32(&r->allocator, back) == CANARY ? ALLOCATOR_OK : ALLOCATOR_BACK;
}

/* Looks at all canaries, if that is the way of the checker. */
static enum allocator_status validate_all(const struct realm *r)
{
    enum allocator_status status = ALLOCATOR_OK;
    for (size_t i = 0; i < r->granted && status == ALLOCATOR_OK && r->checker == CHECK_ALWAYS; i++)
        if (r->blocks[i].live)
            status = validate(r, i);
    return status;
}

enum allocator_status realm_alloc(struct realm *r, uint64_t size, uint64_t alignment, uint64_t offset, bool back)
{
    if (size == 0)
        return ALLOCATOR_SIZE;
    if (alignment == 0 || (alignment & (alignment - 1)) != 0)
        return ALLOCATOR_ALIGNMENT_ERROR;
    enum allocator_status status = validate_all(r);
    if (status != ALLOCATOR_OK)
        return status;
    const struct allocator_kind *kind = r->allocator.kind;
    uint64_t start;
    status = (back ? kind->alloc_back : kind->alloc)(&r->allocator, size + 2 * r->canary, alignment, offset + r->canary,
                                                     &start);
    if (status != ALLOCATOR_OK)
        return status;
    if (r->granted == r->room) {
        size_t room = 2 * r->room + 8;
        struct realm_block *blocks = realloc(r->blocks, room * sizeof *blocks);
        if (blocks == NULL)
            abort();
        r->blocks = blocks;
        r->room = room;
    }
    r->blocks[r->granted++] = (struct realm_block){start, offset, size, true};
    if (r->checker != CHECK_NOTHING) {
        write32(&r->allocator, start, CANARY);
        write32(&r->allocator, realm_address(r, r->granted - 1) + realm_size(r, r->granted - 1), CANARY);
    }
    return ALLOCATOR_OK;
}

/* Blocks that the allocator no longer holds are gone. */
static void forget(struct realm *r)
{
    for (size_t i = 0; i < r->granted; i++)
        if (r->blocks[i].live && !r->allocator.kind->holds(&r->allocator, r->blocks[i].start))
            r->blocks[i].live = false;
}

enum allocator_status realm_dealloc(struct realm *r, size_t number)
{
    enum allocator_status status = validate_all(r);
    if (status == ALLOCATOR_OK && r->checker == CHECK_AT_DEALLOC)
        status = validate(r, number);
    if (status == ALLOCATOR_OK)
        status = r->allocator.kind->dealloc(&r->allocator, r->blocks[number].start);
    if (status == ALLOCATOR_OK) {
        r->blocks[number].live = false;
        forget(r);
    }
    return status;
}

void realm_reset(struct realm *r)
{
    r->allocator.kind->reset(&r->allocator);
    for (size_t i = 0; i < r->granted; i++)
        r->blocks[i].live = false;
}

void realm_mark(struct realm *r)
{
    r->allocator.mark = r->allocator.top;
}

void realm_rewind(struct realm *r)
{
    r->allocator.top = r->allocator.mark;
    forget(r);
}
