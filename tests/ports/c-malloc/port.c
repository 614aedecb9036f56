/* The port of the allocators of the C library: `malloc` and its relatives, and `obstack`, which is an arena.
 *
 * The first argument says which. A block that is gone is one whose entry in the table is empty: neither of them knows.
 */
#define _GNU_SOURCE

#include "../../stablelist_conformance/starters/family/c/starter.h"

#include <limits.h>
#include <malloc.h>
#include <obstack.h>
#include <setjmp.h>
#include <sys/resource.h>

#define MOST_MEMORY ((rlim_t)1 << 30) /* so that huge sizes are refused */
#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

struct block {
    unsigned char *bytes; /* NULL if it is gone */
    size_t size, alignment, written;
    unsigned pattern;
};

struct memory {
    struct block *blocks;
    size_t count, marked;
    bool stacked;
    struct obstack stack;
    void *mark;
};

static jmp_buf no_memory;

static void refuse(void)
{
    longjmp(no_memory, 1);
}

static void *open_malloc(const char *choices)
{
    (void)choices;
    return calloc(1, sizeof(struct memory));
}

static void *open_obstack(const char *choices)
{
    struct memory *memory = open_malloc(choices);
    memory->stacked = true;
    obstack_init(&memory->stack);
    memory->mark = obstack_alloc(&memory->stack, 0);
    return memory;
}

/* Forgets the blocks from a number on. */
static void forget(struct memory *memory, size_t from)
{
    for (size_t i = from; i < memory->count; i++) {
        if (!memory->stacked)
            free(memory->blocks[i].bytes);
        memory->blocks[i].bytes = NULL;
    }
}

static void close_it(void *container)
{
    struct memory *memory = container;
    forget(memory, 0);
    if (memory->stacked)
        obstack_free(&memory->stack, NULL);
    free(memory->blocks);
    free(memory);
}

static struct block *block_of(port_operation *o)
{
    struct memory *memory = o->container;
    struct block *block = &memory->blocks[port_key_of(o, 0).index];
    return block->bytes == NULL ? NULL : block;
}

static void fill(struct block *block, unsigned pattern)
{
    for (size_t i = 0; i < block->size; i++)
        block->bytes[i] = (unsigned char)((pattern + i) % 251);
    block->pattern = pattern;
    block->written = block->size;
}

/* --- Operations ------------------------------------------------------------------------------ */

static void *allocated(struct memory *memory, size_t size, size_t alignment)
{
    void *found = NULL;
    if (memory->stacked && (size > INT_MAX || alignment > INT_MAX))
        return NULL; /* both are passed on as an int */
    if (memory->stacked) {
        obstack_alignment_mask(&memory->stack) = alignment - 1;
        obstack_alloc(&memory->stack, 0); /* the next object begins at a multiple of the alignment */
        return setjmp(no_memory) == 0 ? obstack_alloc(&memory->stack, size) : NULL;
    }
    size_t least = sizeof(void *);
    return posix_memalign(&found, alignment < least ? least : alignment, size) == 0 ? found : NULL;
}

static void alloc(port_operation *o)
{
    struct memory *memory = o->container;
    size_t size = (size_t)port_number(o, 0), alignment = (size_t)port_number(o, 1);
    if (size == 0 || alignment == 0 || (alignment & (alignment - 1)) != 0) {
        port_answer_refused(o, size == 0 ? "size" : "alignment");
        return;
    }
    struct block block = {.bytes = allocated(memory, size, alignment), .size = size, .alignment = alignment};
    if (block.bytes == NULL) {
        port_answer_refused(o, "full");
        return;
    }
    fill(&block, (unsigned)(o->element % 251));
    memory->blocks = port_grown(memory->blocks, (memory->count + 1) * sizeof block);
    memory->blocks[memory->count] = block;
    port_answer_key(o, (port_key){memory->count++, 0});
}

static void dealloc(port_operation *o)
{
    struct block *block = block_of(o);
    port_answer_truth(o, block != NULL);
    if (block != NULL) {
        free(block->bytes);
        block->bytes = NULL;
    }
}

/* `realloc` does not keep a large alignment; there is no other function that does. */
static unsigned char *moved(struct block *block, size_t size)
{
    if (block->alignment <= _Alignof(max_align_t))
        return realloc(block->bytes, size);
    void *bytes = NULL;
    if (posix_memalign(&bytes, block->alignment, size) != 0)
        return NULL;
    memcpy(bytes, block->bytes, size < block->size ? size : block->size);
    free(block->bytes);
    return bytes;
}

static void resize(port_operation *o)
{
    struct block *block = block_of(o);
    size_t size = (size_t)port_number(o, 1);
    if (block == NULL) {
        port_answer_truth(o, false);
        return;
    }
    unsigned char *bytes = size == 0 ? NULL : moved(block, size);
    if (bytes == NULL) {
        port_answer_refused(o, size == 0 ? "size" : "full");
        return;
    }
    block->bytes = bytes;
    block->size = size;
    block->written = size < block->written ? size : block->written;
    port_answer_truth(o, true);
}

static void reset(port_operation *o)
{
    struct memory *memory = o->container;
    forget(memory, 0);
    if (memory->stacked) {
        obstack_free(&memory->stack, NULL);
        obstack_init(&memory->stack);
        memory->mark = obstack_alloc(&memory->stack, 0);
        memory->marked = 0;
    }
    port_answer_done(o);
}

static void mark(port_operation *o)
{
    struct memory *memory = o->container;
    memory->mark = obstack_alloc(&memory->stack, 0);
    memory->marked = memory->count;
    port_answer_done(o);
}

static void rewind_to_mark(port_operation *o)
{
    struct memory *memory = o->container;
    obstack_free(&memory->stack, memory->mark);
    memory->mark = obstack_alloc(&memory->stack, 0);
    forget(memory, memory->marked);
    port_answer_done(o);
}

static void check(port_operation *o)
{
    struct block *block = block_of(o);
    if (block == NULL) {
        port_answer_none(o);
        return;
    }
    size_t i = 0;
    while (i < block->written && block->bytes[i] == (unsigned char)((block->pattern + i) % 251))
        i++;
    port_answer_number(o, (int64_t)i);
}

static void size_of(port_operation *o)
{
    struct block *block = block_of(o);
    if (block == NULL)
        port_answer_none(o);
    else
        port_answer_number(o, (int64_t)malloc_usable_size(block->bytes));
}

static void address(port_operation *o)
{
    struct block *block = block_of(o);
    if (block == NULL)
        port_answer_none(o);
    else
        port_answer_number(o, (int64_t)(uintptr_t)block->bytes);
}

static void used(port_operation *o)
{
    struct memory *memory = o->container;
    port_answer_number(o, (int64_t)obstack_memory_used(&memory->stack));
}

static void write_pattern(port_operation *o)
{
    struct block *block = block_of(o);
    if (block != NULL)
        fill(block, (unsigned)port_number(o, 1));
    port_answer_truth(o, block != NULL);
}

static const char TABLE[] =
    "alloc* number number > key -\n"
    "alloc_at number number number > key -\n"
    "alloc_back number number > key -\n"
    "dealloc key > truth no\n"
    "resize key number > truth no\n"
    "reset > done -\n"
    "mark > done -\n"
    "rewind > done -\n"
    "check key > number none\n"
    "size_of key > number none\n"
    "address key > number none\n"
    "used > number -\n"
    "write key number > truth no\n";

static const port_function OF_MALLOC[] = {
    {"alloc", alloc},     {"dealloc", dealloc}, {"resize", resize},       {"reset", reset}, {"check", check},
    {"size_of", size_of}, {"address", address}, {"write", write_pattern}, {NULL, NULL},
};

static const port_function OF_OBSTACK[] = {
    {"alloc", alloc},     {"reset", reset}, {"mark", mark},           {"rewind", rewind_to_mark}, {"check", check},
    {"address", address}, {"used", used},   {"write", write_pattern}, {NULL, NULL},
};

static const port MALLOC = {
    "protocol=6 name=c-malloc version=1 system=allocator region=0", TABLE, open_malloc, close_it, OF_MALLOC,
};

static const port OBSTACK = {
    "protocol=6 name=c-obstack version=1 system=allocator region=0", TABLE, open_obstack, close_it, OF_OBSTACK,
};

int main(int count, char **arguments)
{
    setrlimit(RLIMIT_AS, &(struct rlimit){MOST_MEMORY, MOST_MEMORY});
    obstack_alloc_failed_handler = refuse;
    return port_serve(count > 1 && strcmp(arguments[1], "obstack") == 0 ? &OBSTACK : &MALLOC);
}
