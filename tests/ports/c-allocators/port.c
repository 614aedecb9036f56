/* The port of c-allocators: maps each operation of the port protocol to a function of the realm.
 *
 * The system is the first argument; with a second one, it is offered as any allocator. The realm keeps a table of blocks,
 * and a key whose block is gone finds nothing.
 */
#define _POSIX_C_SOURCE 200809L

#include "allocators.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NO_BLOCK SIZE_MAX
#define MOST_OPERANDS 4

static const struct allocator_kind *const KINDS[] = {&LINEAR, &STACK, &DOUBLE_ENDED, &POOL, &GROWING_POOL};

/* A container, and the block of each insertion. */
struct run {
    struct realm realm;
    size_t *numbers, inserted, room;
    unsigned char *patterns; /* of each block */
    bool layout;
};

/* The value of a choice of a program, or a default. */
static const char *choice(const char *choices, const char *name, const char *otherwise)
{
    size_t length = strlen(name);
    for (const char *at = choices; (at = strstr(at, name)) != NULL; at += length)
        if (at > choices && at[-1] == ' ' && at[length] == '=')
            return at + length + 1;
    return otherwise;
}

static uint64_t number_of(const char *choices, const char *name, const char *otherwise)
{
    return strtoull(choice(choices, name, otherwise), NULL, 10);
}

static bool open_run(struct run *run, const struct allocator_kind *kind, const char *choices)
{
    const char *checker = choice(choices, "checker", "none");
    struct allocator_options options = {.region = number_of(choices, "region", "256")};
    if (kind == &STACK || kind == &DOUBLE_ENDED)
        options.checked = strncmp(choice(choices, "order", "checked"), "checked", 7) == 0;
    if (kind == &POOL || kind == &GROWING_POOL) {
        options.size = number_of(choices, "size", "16");
        options.alignment = number_of(choices, "alignment", "8");
        options.page = number_of(choices, "page", "64");
    }
    *run = (struct run){.layout = strncmp(choices, "layout", 6) == 0};
    return realm_init(&run->realm, kind, options,
                      *checker == 'n' ? CHECK_NOTHING : *checker == 'd' ? CHECK_AT_DEALLOC : CHECK_ALWAYS);
}

static void close_run(struct run *run)
{
    realm_free(&run->realm);
    free(run->numbers);
    free(run->patterns);
}

/* --- Keys and bytes ------------------------------------------------------------------------------ */

/* The block of a key, which may be forged: by its address and its number, or by its distance from another key. */
static size_t block_of(const struct run *run, const char *key)
{
    const struct realm *realm = &run->realm;
    char *end;
    int64_t address = 0, number = 0;
    size_t found = NO_BLOCK;
    if (*key == '#')
        end = (char *)key;
    else {
        size_t nth = strtoull(key, &end, 10);
        found = nth < run->inserted ? run->numbers[nth] : NO_BLOCK;
    }
    if (*end != '\0') {
        if (*end == '~') {
            if (found == NO_BLOCK)
                return NO_BLOCK;
            address = (int64_t)realm_address(realm, found);
            number = (int64_t)found;
        }
        address += strtoll(end + 1, &end, 10);
        number += strtoll(end + 1, &end, 10);
        found = number >= 0 && (size_t)number < realm->granted ? (size_t)number : NO_BLOCK;
        if (found != NO_BLOCK && (int64_t)realm_address(realm, found) != address)
            return NO_BLOCK;
    }
    return found != NO_BLOCK && realm->blocks[found].live ? found : NO_BLOCK;
}

static unsigned char pattern_byte(unsigned pattern, uint64_t at)
{
    return (unsigned char)((pattern + at) % 251);
}

static void fill(struct run *run, size_t block, unsigned pattern)
{
    unsigned char *bytes = run->realm.allocator.memory + realm_address(&run->realm, block);
    run->patterns[block] = (unsigned char)pattern;
    for (uint64_t i = 0; i < run->realm.blocks[block].asked; i++)
        bytes[i] = pattern_byte(pattern, i);
}

static uint64_t whole(const struct run *run, size_t block)
{
    const unsigned char *bytes = run->realm.allocator.memory + realm_address(&run->realm, block);
    uint64_t i = 0;
    while (i < run->realm.blocks[block].asked && bytes[i] == pattern_byte(run->patterns[block], i))
        i++;
    return i;
}

/* Whether a byte is outside of the memory, or one that the allocator needs. */
static bool is_reserved(const struct realm *realm, int64_t address)
{
    const struct allocator *a = &realm->allocator;
    if (address < 0 || (uint64_t)address >= allocator_end(a))
        return true;
    uint64_t at = (uint64_t)address, header = allocator_header(a);
    for (size_t i = 0; i < realm->granted; i++)
        if (realm->blocks[i].live && at < realm->blocks[i].start && at + header >= realm->blocks[i].start)
            return true;
    if (a->kind == &POOL || a->kind == &GROWING_POOL)
        for (uint64_t chunk = a->head; chunk != POOL_NONE; chunk = pool_next(a, chunk))
            if (at >= chunk && at < chunk + POOL_POINTER)
                return true;
    return false;
}

/* --- Answers --------------------------------------------------------------------------------------- */

static const char *const REFUSALS[] = {"", "!full", "!size", "!alignment", "!order", "!front", "!back"};

static void answer_alloc(struct run *run, uint64_t size, uint64_t alignment, uint64_t offset, bool back)
{
    struct realm *realm = &run->realm;
    enum allocator_status status = realm_alloc(realm, size, alignment, offset, back);
    if (run->inserted == run->room) {
        run->room = 2 * run->room + 8;
        run->numbers = realloc(run->numbers, run->room * sizeof *run->numbers);
        run->patterns = realloc(run->patterns, run->room);
        if (run->numbers == NULL || run->patterns == NULL)
            abort();
    }
    size_t block = status == ALLOCATOR_OK ? realm->granted - 1 : NO_BLOCK;
    run->numbers[run->inserted++] = block;
    if (block == NO_BLOCK) {
        fputs(REFUSALS[status], stdout);
        return;
    }
    fill(run, block, (unsigned)((run->inserted - 1) % 251));
    if (run->layout)
        printf("%" PRIu64 ".%zu", realm_address(realm, block), block);
    else
        fputs("ok", stdout);
}

static void answer_dealloc(struct run *run, size_t block)
{
    enum allocator_status status = realm_dealloc(&run->realm, block);
    fputs(status == ALLOCATOR_OK ? "yes" : REFUSALS[status], stdout);
}

static void answer_stomp(struct run *run, size_t block, int64_t distance, bool before)
{
    const struct realm *realm = &run->realm;
    int64_t address = (int64_t)realm_address(realm, block);
    address = before ? address - 1 - distance : address + (int64_t)realm->blocks[block].asked + distance;
    bool reserved = is_reserved(realm, address);
    if (!reserved)
        realm->allocator.memory[address] ^= 0xFF;
    fputs(reserved ? "!range" : "yes", stdout);
}

/* What a stack knows of its end. */
static void show_end(const struct allocator *a, uint64_t end, uint64_t count)
{
    printf("%" PRIu64, end);
    if (a->options.checked)
        printf("#%" PRIu64, count);
}

static void show_free(const struct allocator *a)
{
    putchar('[');
    for (uint64_t chunk = a->head; chunk != POOL_NONE; chunk = pool_next(a, chunk))
        printf(chunk == a->head ? "%" PRIu64 : ",%" PRIu64, chunk);
    putchar(']');
}

static void answer_layout(const struct run *run)
{
    const struct realm *realm = &run->realm;
    const struct allocator *a = &realm->allocator;
    bool stacked = a->kind == &STACK || a->kind == &DOUBLE_ENDED;
    if (a->kind == &LINEAR)
        printf("%" PRIu64 ":%" PRIu64, a->top, a->mark);
    else if (stacked) {
        show_end(a, a->top, a->count);
        if (a->kind == &DOUBLE_ENDED) {
            putchar(':');
            show_end(a, a->back, a->back_count);
        }
    } else {
        if (a->kind == &GROWING_POOL)
            printf("%" PRIu64 ":", a->pages);
        show_free(a);
    }
    const char *before = "";
    putchar(';');
    for (size_t i = 0; i < realm->granted; i++) {
        const struct realm_block *block = &realm->blocks[i];
        if (!block->live)
            continue;
        printf("%s%" PRIu64 "+%" PRIu64, before, block->start, a->kind->size(a, block->start));
        if (stacked)
            printf("<%" PRIu64, stack_before(a, block->start));
        if (stacked && a->options.checked)
            printf("#%" PRIu64, stack_number(a, block->start));
        before = ",";
    }
}

static void answer_key(struct run *run, const char *name, size_t block, const char *operand)
{
    bool asks = strcmp(name, "check") == 0 || strcmp(name, "size_of") == 0 || strcmp(name, "address") == 0;
    if (block == NO_BLOCK)
        fputs(asks ? "none" : "no", stdout);
    else if (strcmp(name, "dealloc") == 0)
        answer_dealloc(run, block);
    else if (strcmp(name, "check") == 0)
        printf("%" PRIu64, whole(run, block));
    else if (strcmp(name, "address") == 0)
        printf("%" PRIu64, realm_address(&run->realm, block));
    else if (strcmp(name, "size_of") == 0)
        printf("%" PRIu64, realm_size(&run->realm, block));
    else if (strcmp(name, "write") == 0) {
        fill(run, block, (unsigned)strtoul(operand, NULL, 10));
        fputs("yes", stdout);
    } else if (strcmp(name, "stomp_before") == 0 || strcmp(name, "stomp_after") == 0)
        answer_stomp(run, block, strtoll(operand, NULL, 10), name[6] == 'b');
    else
        fputs("!other", stdout);
}

static void answer_word(struct run *run, char *word)
{
    char *rest = NULL, *operands[MOST_OPERANDS] = {0}, *name = strtok_r(word, ":", &rest);
    size_t given = 0;
    for (char *text; given < MOST_OPERANDS && (text = strtok_r(NULL, ":", &rest)) != NULL;)
        operands[given++] = text;
    bool back = strcmp(name, "alloc_back") == 0;
    if (strncmp(name, "alloc", 5) == 0 && given >= 2 && (!back || run->realm.allocator.kind->alloc_back != NULL))
        answer_alloc(run, strtoull(operands[0], NULL, 10), strtoull(operands[1], NULL, 10),
                     given > 2 ? strtoull(operands[2], NULL, 10) : 0, back);
    else if (strcmp(name, "used") == 0)
        printf("%" PRIu64, run->realm.allocator.kind->used(&run->realm.allocator));
    else if (strcmp(name, "layout") == 0)
        answer_layout(run);
    else if (given > 0)
        answer_key(run, name, block_of(run, operands[0]), given > 1 ? operands[1] : "0");
    else {
        void (*change)(struct realm *) = strcmp(name, "reset") == 0    ? realm_reset
                                         : strcmp(name, "mark") == 0   ? realm_mark
                                         : strcmp(name, "rewind") == 0 ? realm_rewind
                                                                       : NULL;
        if (change != NULL)
            change(&run->realm);
        fputs(change != NULL ? "ok" : "!other", stdout);
    }
}

static void answer_program(const struct allocator_kind *kind, char *line)
{
    char *colon = strstr(line, " : "), *rest = NULL;
    struct run run;
    if (colon == NULL) {
        fputs("!other", stdout);
        return;
    }
    *colon = '\0';
    bool opened = open_run(&run, kind, line);
    for (char *word = strtok_r(colon + 3, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        if (word > colon + 3)
            putchar(' ');
        if (opened)
            answer_word(&run, word);
        else
            fputs("!other", stdout);
    }
    if (opened)
        close_run(&run);
}

static void greet(const struct allocator_kind *kind, bool any)
{
    printf("port protocol=6 name=c-%s version=0.1.0 system=%s ", kind->name, any ? "allocator" : kind->name);
    if (any)
        printf("level=contract region=16,64,200,1000,65536 without=resize,forge%s%s", kind == &LINEAR ? "" : ",mark,rewind",
               kind->alloc_back != NULL ? "" : ",alloc_back");
    else
        fputs("level=layout", stdout);
}

int main(int count, char **arguments)
{
    const struct allocator_kind *kind = NULL;
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS && count > 1; i++)
        if (strcmp(KINDS[i]->name, arguments[1]) == 0)
            kind = KINDS[i];
    if (kind == NULL) {
        fputs("the argument is the name of a system, such as stack-allocator\n", stderr);
        return 2;
    }
    char *line = NULL;
    size_t room = 0;
    while (getline(&line, &room, stdin) > 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0')
            continue;
        if (strncmp(line, "hello", 5) == 0)
            greet(kind, count > 2);
        else
            answer_program(kind, line);
        putchar('\n');
        if (fflush(stdout) != 0)
            return 1;
    }
    free(line);
    return 0;
}
