/*
 * The port of c-lifo-slab: a slab behind the conformance kit's line protocol, version 3.
 *
 * Every operation is carried out by the container; the port keeps only the table of keys by number.
 */
#include "slab.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static const char HANDSHAKE[] =
    "port protocol=3 name=c-lifo-slab version=0.1.0 system=lifo-slab level=cost";

/* A fresh slab, and the keys that its insertions returned, SLAB_NONE for those that failed. */
struct program {
    struct slab slab;
    bool shows_positions;
    size_t inserted;
    slab_key *keys;
};

/* Memory, or the end of the port. */
static void *grown(void *memory, size_t count, size_t size)
{
    memory = realloc(memory, (count > 0 ? count : 1) * size);
    if (memory == NULL) {
        fputs("no memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* --- Words ------------------------------------------------------------------------------------ */

static size_t number_in(char **operands)
{
    return strtoull(strsep(operands, ":"), NULL, 10);
}

/* The key of that number, one near it for `number~index.id`, or any for `#index.id`; SLAB_NONE for what no key can be. */
static slab_key key_in(const struct program *program, char **operands)
{
    char *parts = strsep(operands, ":");
    char *anchor = strsep(&parts, "#~");
    slab_key near = *anchor == '\0' ? 0 : program->keys[strtoull(anchor, NULL, 10)];
    if (parts == NULL || near == SLAB_NONE)
        return near;
    char *id = NULL;
    long long index = (long long)near + strtoll(parts, &id, 10);
    return index < 0 || strtoll(id + 1, NULL, 10) != 0 ? SLAB_NONE : (slab_key)index;
}

static void say(const char *word)
{
    fputs(word, stdout);
}

static void say_element(const slab_element *element)
{
    if (element == NULL)
        say("none");
    else
        printf("%ld", *element);
}

static void say_inserted(const struct program *program, slab_key key)
{
    if (key == SLAB_NONE)
        say("!full");
    else if (program->shows_positions)
        printf("%zu.0", key);
    else
        say("ok");
}

/* --- Lists ------------------------------------------------------------------------------------ */

struct items {
    size_t count;
    struct item {
        slab_key key;
        slab_element element;
    } *items;
};

static void note(struct items *items, slab_key key, slab_element element)
{
    if ((items->count & (items->count - 1)) == 0) /* it doubles whenever it is a power of two */
        items->items = grown(items->items, items->count > 0 ? 2 * items->count : 1, sizeof *items->items);
    items->items[items->count++] = (struct item){key, element};
}

static int by_element(const void *left, const void *right)
{
    slab_element one = ((const struct item *)left)->element;
    slab_element other = ((const struct item *)right)->element;
    return (one > other) - (one < other);
}

/* Writes a list, sorted where positions are not shown, and frees it. */
static void say_items(const struct program *program, struct items *items, bool with_keys)
{
    if (!program->shows_positions && items->count > 0)
        qsort(items->items, items->count, sizeof *items->items, by_element);
    putchar('[');
    for (size_t i = 0; i < items->count; i++) {
        if (i > 0)
            putchar(',');
        if (with_keys && program->shows_positions)
            printf("%zu.0=", items->items[i].key);
        printf("%ld", items->items[i].element);
    }
    putchar(']');
    free(items->items);
}

/* --- Insertion -------------------------------------------------------------------------------- */

/* Numbers the next insertions, which have no key yet; returns the first number. */
static size_t numbered(struct program *program, size_t count)
{
    size_t first = program->inserted;
    program->inserted += count;
    program->keys = grown(program->keys, program->inserted, sizeof *program->keys);
    for (size_t i = first; i < program->inserted; i++)
        program->keys[i] = SLAB_NONE;
    return first;
}

static void add(struct program *program, char *operands)
{
    size_t number = numbered(program, 1);
    program->keys[number] = slab_insert(&program->slab, (slab_element)number);
    say_inserted(program, program->keys[number]);
}

static slab_element make_next(slab_key key, void *context)
{
    struct program *program = context;
    size_t number = program->inserted - 1;
    program->keys[number] = key; /* and not the one that is returned */
    return (slab_element)number;
}

static void insert_with(struct program *program, char *operands)
{
    size_t number = numbered(program, 1);
    slab_insert_with(&program->slab, make_next, program);
    say_inserted(program, program->keys[number]);
}

static void extend(struct program *program, char *operands)
{
    size_t count = number_in(&operands);
    size_t first = numbered(program, count);
    slab_element *elements = grown(NULL, count, sizeof *elements);
    for (size_t i = 0; i < count; i++)
        elements[i] = (slab_element)(first + i);
    bool done = slab_extend(&program->slab, count, elements, program->keys + first);
    free(elements);
    if (!done) {
        say("!full");
        return;
    }
    putchar('[');
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            putchar(',');
        say_inserted(program, program->keys[first + i]);
    }
    putchar(']');
}

/* --- One element ------------------------------------------------------------------------------ */

static void remove_key(struct program *program, char *operands)
{
    slab_element element;
    bool removed = slab_remove(&program->slab, key_in(program, &operands), &element);
    say_element(removed ? &element : NULL);
}

static void at(struct program *program, char *operands)
{
    say_element(slab_at(&program->slab, key_in(program, &operands)));
}

static void contains(struct program *program, char *operands)
{
    say(slab_at(&program->slab, key_in(program, &operands)) != NULL ? "yes" : "no");
}

static void replace(struct program *program, char *operands)
{
    slab_element *element = slab_at(&program->slab, key_in(program, &operands));
    if (element != NULL)
        *element = (slab_element)number_in(&operands);
    say(element != NULL ? "yes" : "no");
}

static void at_mut(struct program *program, char *operands)
{
    slab_element *element = slab_at(&program->slab, key_in(program, &operands));
    if (element != NULL)
        *element += (slab_element)number_in(&operands);
    say_element(element);
}

/* --- All elements ----------------------------------------------------------------------------- */

static void len(struct program *program, char *operands)
{
    printf("%zu", program->slab.live);
}

static void is_empty(struct program *program, char *operands)
{
    say(program->slab.live == 0 ? "yes" : "no");
}

static void clear(struct program *program, char *operands)
{
    slab_clear(&program->slab);
    say("ok");
}

/* Iterates over the keys and looks each one up. */
static struct items found(struct slab *slab)
{
    struct items items = {0};
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
        note(&items, key, *slab_at(slab, key));
    return items;
}

static void each(struct program *program, char *operands)
{
    struct items items = found(&program->slab);
    say_items(program, &items, true);
}

static void keys(struct program *program, char *operands)
{
    struct items items = found(&program->slab);
    say_items(program, &items, false);
}

static void each_mut(struct program *program, char *operands)
{
    struct slab *slab = &program->slab;
    slab_element difference = (slab_element)number_in(&operands);
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
        *slab_at(slab, key) += difference;
    say("ok");
}

static void take(slab_element element, void *context)
{
    note(context, SLAB_NONE, element);
}

static void drain(struct program *program, char *operands)
{
    struct items items = {0};
    slab_drain(&program->slab, take, &items);
    say_items(program, &items, false);
}

struct retention {
    slab_element modulus, residue;
    struct items removed;
};

static bool keep(slab_element element, void *context)
{
    struct retention *retention = context;
    bool kept = element % retention->modulus == retention->residue;
    if (!kept)
        note(&retention->removed, SLAB_NONE, element);
    return kept;
}

static void retain(struct program *program, char *operands)
{
    struct retention retention = {0};
    retention.modulus = (slab_element)number_in(&operands);
    retention.residue = (slab_element)number_in(&operands);
    slab_retain(&program->slab, keep, &retention);
    say_items(program, &retention.removed, false);
}

/* --- Memory, and what is inside --------------------------------------------------------------- */

static void reserve(struct program *program, char *operands)
{
    say(slab_reserve(&program->slab, number_in(&operands)) ? "ok" : "!full");
}

static void shrink_to_fit(struct program *program, char *operands)
{
    slab_shrink_to_fit(&program->slab);
    say("ok");
}

static void reload(struct program *program, char *operands)
{
    struct slab copy;
    if (!slab_copy(&copy, &program->slab)) {
        say("!other");
        return;
    }
    slab_free(&program->slab);
    program->slab = copy;
    say("ok");
}

static void layout(struct program *program, char *operands)
{
    const struct slab *slab = &program->slab;
    printf("%zu:%zu:", slab->live, slab->opened);
    for (slab_key key = slab->head; key != SLAB_NONE; key = slab->cells[key].next)
        printf(key == slab->head ? "%zu" : ",%zu", key);
}

static void cost(struct program *program, char *operands)
{
    printf("0/0/%zu/%zu", program->slab.cost.dropped, program->slab.cost.visited);
}

/* --- Programs --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(struct program *, char *operands);
} OPERATIONS[] = {
    {"add", add},
    {"insert_with", insert_with},
    {"extend", extend},
    {"remove", remove_key},
    {"at", at},
    {"contains", contains},
    {"replace", replace},
    {"at_mut", at_mut},
    {"len", len},
    {"is_empty", is_empty},
    {"clear", clear},
    {"each", each},
    {"keys", keys},
    {"each_mut", each_mut},
    {"drain", drain},
    {"retain", retain},
    {"reserve", reserve},
    {"shrink_to_fit", shrink_to_fit},
    {"reload", reload},
    {"layout", layout},
    {"cost", cost},
};

static void answer_operation(struct program *program, char *word)
{
    const char *name = strsep(&word, ":");
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
        if (strcmp(name, OPERATIONS[i].name) == 0) {
            OPERATIONS[i].run(program, word);
            return;
        }
    say("!other");
}

/* Answers `level name=value … : operation …`. */
static void answer_program(char *line)
{
    size_t capacity = 0;
    char *word = strsep(&line, " ");
    struct program program = {.shows_positions = strcmp(word, "contract") != 0};
    while ((word = strsep(&line, " ")) != NULL && strcmp(word, ":") != 0)
        if (strncmp(word, "capacity=", 9) == 0)
            capacity = strtoull(word + 9, NULL, 10);
    if (word == NULL) {
        say("!other");
        return;
    }
    slab_init(&program.slab, capacity);
    while ((word = strsep(&line, " ")) != NULL) {
        answer_operation(&program, word);
        if (line != NULL)
            putchar(' ');
    }
    slab_free(&program.slab);
    free(program.keys);
}

int main(void)
{
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, stdin) != -1) {
        line[strcspn(line, "\r\n")] = '\0';
        if (*line == '\0')
            continue;
        if (strncmp(line, "hello ", 6) == 0)
            say(HANDSHAKE);
        else
            answer_program(line);
        putchar('\n');
        fflush(stdout);
    }
    free(line);
    return 0;
}
