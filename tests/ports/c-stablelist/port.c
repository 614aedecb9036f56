/*
 * The port of c-stablelist: StableList in C behind the conformance kit's line protocol, version 3.
 *
 * Every operation is carried out by the container; the port keeps only the table of keys by number.
 */
#include "stablelist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

static const char HANDSHAKE[] =
    "port protocol=4 name=c-stablelist version=0.1.0 system=stablelist level=cost id_bits=1-64 "
    "index_bits=2-64 without=lend,repack";

typedef long long element;

/* The key of an insertion that failed: no list has an index as large. */
static const sl_key NO_KEY = {SL_NONE, 0};

/* A fresh list, and the keys that its insertions returned. */
typedef struct {
    sl_list list;
    bool shows_positions;
    size_t inserted;
    sl_key *keys;
} program;

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

/* --- Operands --------------------------------------------------------------------------------- */

static element number_in(char **operands)
{
    return strtoll(strsep(operands, ":"), NULL, 10);
}

/* The key of that number, one near it for `number~index.id`, or any for `#index.id`. */
static sl_key key_in(const program *program, char **operands)
{
    char *parts = strsep(operands, ":");
    char *anchor = strsep(&parts, "#~");
    sl_key near = *anchor == '\0' ? (sl_key){0, 0} : program->keys[strtoull(anchor, NULL, 10)];
    if (parts == NULL || near.index == SL_NONE)
        return near;
    char *rest;
    element index = (element)near.index + strtoll(parts, &rest, 10);
    element id = (element)near.id + strtoll(rest + 1, NULL, 10);
    return index < 0 || id < 0 ? NO_KEY : (sl_key){(uint64_t)index, (uint64_t)id};
}

/* The index of such a key, whatever its id is. */
static uint64_t index_in(const program *program, char **operands)
{
    char *id = strchr(*operands, '.');
    if (id != NULL)
        strcpy(id, ".0");
    return key_in(program, operands).index;
}

/* The element of the key that comes next, or NULL. */
static element *find(program *program, char **operands)
{
    uint64_t position = sl_find(&program->list, key_in(program, operands));
    return position == SL_NONE ? NULL : sl_element(&program->list, position);
}

/* --- Answers ---------------------------------------------------------------------------------- */

static void say(const char *word)
{
    fputs(word, stdout);
}

static void say_whether(bool truth)
{
    say(truth ? "yes" : "no");
}

static void say_number(uint64_t number)
{
    char digits[20], *first = digits + sizeof digits;
    do
        *--first = (char)('0' + number % 10);
    while (number /= 10);
    fwrite(first, 1, (size_t)(digits + sizeof digits - first), stdout);
}

static void say_element(const element *found)
{
    if (found == NULL)
        say("none");
    else
        printf("%lld", *found);
}

static void say_inserted(const program *program, sl_key key)
{
    if (key.index == SL_NONE) {
        say("!full");
    } else if (program->shows_positions) {
        say_number(key.index);
        putchar('.');
        say_number(key.id);
    } else {
        say("ok");
    }
}

static void say_done(sl_status status)
{
    say(status == SL_OK ? "ok" : status == SL_FULL ? "!full" : "!other");
}

/* --- Lists of elements ------------------------------------------------------------------------ */

typedef struct {
    size_t count;
    struct item {
        uint64_t position;
        element element;
    } *items;
} items;

static void note(items *noted, uint64_t position, element noted_element)
{
    if ((noted->count & (noted->count - 1)) == 0) /* it doubles whenever it is a power of two */
        noted->items = grown(noted->items, noted->count > 0 ? 2 * noted->count : 1, sizeof *noted->items);
    noted->items[noted->count++] = (struct item){position, noted_element};
}

/* The elements, ascending, without the one at that position: a loop within another one costs nothing (docs/rulings.md, R12). */
static items others(sl_list *list, uint64_t pivot)
{
    items noted = {0};
    uint64_t position;
    for (sl_cursor cursor = sl_begin(list); (position = sl_next(list, &cursor)) != SL_NONE;)
        if (position != pivot)
            note(&noted, position, *(element *)sl_element(list, position));
    return noted;
}

/* An iteration over all elements. */
static items all(sl_list *list)
{
    sl_charge(list);
    return others(list, SL_NONE);
}

static int by_element(const void *left, const void *right)
{
    element one = ((const struct item *)left)->element, other = ((const struct item *)right)->element;
    return (one > other) - (one < other);
}

/* Writes a list, sorted where positions are not shown, and frees it. */
static void say_items(const program *program, items *noted, bool with_keys)
{
    if (!program->shows_positions && noted->count > 0)
        qsort(noted->items, noted->count, sizeof *noted->items, by_element);
    putchar('[');
    for (size_t i = 0; i < noted->count; i++) {
        uint64_t position = noted->items[i].position;
        if (i > 0)
            putchar(',');
        if (with_keys && program->shows_positions) {
            say_inserted(program, (sl_key){position, program->list.words[position]});
            putchar('=');
        }
        printf("%lld", noted->items[i].element);
    }
    putchar(']');
    free(noted->items);
}

/* --- Insertion -------------------------------------------------------------------------------- */

/* Numbers the next insertions, which have no key yet; returns the first number. */
static size_t numbered(program *program, size_t count)
{
    size_t first = program->inserted;
    program->inserted += count;
    program->keys = grown(program->keys, program->inserted, sizeof *program->keys);
    for (size_t i = first; i < program->inserted; i++)
        program->keys[i] = NO_KEY;
    return first;
}

/* Adds an element; its key, or NO_KEY if there is no room. */
static sl_key added(sl_list *list, element new_element)
{
    sl_key key;
    if (sl_add(list, &key) != SL_OK)
        return NO_KEY;
    *(element *)sl_element(list, key.index) = new_element;
    return key;
}

static void add(program *program, char *operands)
{
    size_t number = numbered(program, 1);
    program->keys[number] = added(&program->list, (element)number);
    say_inserted(program, program->keys[number]);
}

static void insert_with(program *program, char *operands)
{
    size_t number = numbered(program, 1);
    sl_key key = {sl_next_index(&program->list), program->list.next_id}; /* and not the one that is returned */
    if (added(&program->list, (element)number).index != SL_NONE)
        program->keys[number] = key;
    say_inserted(program, program->keys[number]);
}

static void extend(program *program, char *operands)
{
    size_t count = (size_t)number_in(&operands), first = numbered(program, count);
    if (!sl_has_room(&program->list, count)) {
        say("!full");
        return;
    }
    putchar('[');
    for (size_t number = first; number < first + count; number++) {
        if (number > first)
            putchar(',');
        program->keys[number] = added(&program->list, (element)number);
        say_inserted(program, program->keys[number]);
    }
    putchar(']');
}

/* --- One element ------------------------------------------------------------------------------ */

static void remove_next(program *program, char **operands)
{
    uint64_t position = sl_find(&program->list, key_in(program, operands));
    if (position == SL_NONE) {
        say("none");
        return;
    }
    say_element(sl_element(&program->list, position));
    sl_remove(&program->list, position);
}

static void remove_key(program *program, char *operands)
{
    remove_next(program, &operands);
}

static void remove_many(program *program, char *operands)
{
    remove_next(program, &operands);
    putchar('/');
    remove_next(program, &operands);
}

static void key_at(program *program, char *operands)
{
    sl_key key = sl_key_at(&program->list, index_in(program, &operands));
    if (key.index == SL_NONE) {
        say("none");
        return;
    }
    if (program->shows_positions) {
        say_inserted(program, key);
        putchar('=');
    }
    say_element(sl_element(&program->list, sl_find(&program->list, key)));
}

static void at(program *program, char *operands)
{
    say_element(find(program, &operands));
}

static void contains(program *program, char *operands)
{
    say_whether(find(program, &operands) != NULL);
}

static void replace(program *program, char *operands)
{
    element *found = find(program, &operands);
    if (found != NULL)
        *found = number_in(&operands);
    say_whether(found != NULL);
}

static void at_mut(program *program, char *operands)
{
    element *found = find(program, &operands);
    if (found != NULL)
        *found += number_in(&operands);
    say_element(found);
}

/* --- All elements ----------------------------------------------------------------------------- */

static void len(program *program, char *operands)
{
    say_number(sl_length(&program->list));
}

static void is_empty(program *program, char *operands)
{
    say_whether(sl_length(&program->list) == 0);
}

static void clear(program *program, char *operands)
{
    sl_clear(&program->list);
    say("ok");
}

static void each(program *program, char *operands)
{
    items noted = all(&program->list);
    say_items(program, &noted, true);
}

/* Iterates over the keys and looks each one up. */
static void keys(program *program, char *operands)
{
    sl_list *list = &program->list;
    items noted = {0};
    uint64_t position;
    sl_charge(list);
    for (sl_cursor cursor = sl_begin(list); (position = sl_next(list, &cursor)) != SL_NONE;) {
        uint64_t found = sl_find(list, (sl_key){position, list->words[position]});
        note(&noted, found, *(element *)sl_element(list, found));
    }
    say_items(program, &noted, false);
}

static void each_mut(program *program, char *operands)
{
    sl_list *list = &program->list;
    element difference = number_in(&operands);
    uint64_t position;
    sl_charge(list);
    for (sl_cursor cursor = sl_begin(list); (position = sl_next(list, &cursor)) != SL_NONE;)
        *(element *)sl_element(list, position) += difference;
    say("ok");
}

static void drain(program *program, char *operands)
{
    items noted = all(&program->list);
    sl_clear(&program->list);
    say_items(program, &noted, false);
}

static void retain(program *program, char *operands)
{
    sl_list *list = &program->list;
    element modulus = number_in(&operands), residue = number_in(&operands);
    items removed = {0};
    uint64_t position;
    sl_charge(list);
    for (sl_cursor cursor = sl_begin(list); (position = sl_next(list, &cursor)) != SL_NONE;) {
        element each = *(element *)sl_element(list, position);
        /* The remainder that is not negative. */
        if ((each % modulus + modulus) % modulus != residue)
            note(&removed, position, each);
    }
    for (size_t i = 0; i < removed.count; i++)
        sl_remove(list, removed.items[i].position);
    say_items(program, &removed, false);
}

/* --- Cross-iteration -------------------------------------------------------------------------- */

static void apply(program *program, char *operands)
{
    sl_list *list = &program->list;
    uint64_t pivot = sl_find(list, key_in(program, &operands));
    if (pivot == SL_NONE) {
        say("none");
        return;
    }
    items noted = others(list, pivot);
    say_element(sl_element(list, pivot));
    putchar('/');
    say_number(noted.count);
    putchar('/');
    say_items(program, &noted, false);
}

static void exchange(program *program, char *operands)
{
    element *pivot = find(program, &operands);
    if (pivot == NULL) {
        say("none");
        return;
    }
    element *other = find(program, &operands);
    say_element(pivot);
    putchar('/');
    if (other == pivot) {
        say("none"); /* the view of the others does not show the pivot */
        return;
    }
    say_element(other);
    if (other != NULL) {
        element held = *pivot;
        *pivot = *other;
        *other = held;
    }
}

static int by_position(const void *left, const void *right)
{
    uint64_t one = ((const struct item *)left)->position, other = ((const struct item *)right)->position;
    return (one > other) - (one < other);
}

static void traverse(program *program, char *operands)
{
    sl_list *list = &program->list;
    items pivots = others(list, SL_NONE);
    if (pivots.count > 0)
        qsort(pivots.items, pivots.count, sizeof *pivots.items,
              program->shows_positions ? by_position : by_element);
    putchar('[');
    for (size_t i = 0; i < pivots.count; i++) {
        items noted = others(list, pivots.items[i].position);
        element sum = 0;
        for (size_t j = 0; j < noted.count; j++)
            sum += noted.items[j].element;
        if (i > 0)
            putchar(',');
        printf("%lld/%zu/%lld", pivots.items[i].element, noted.count, sum);
        free(noted.items);
    }
    putchar(']');
    free(pivots.items);
}

/* --- Memory, and what is inside --------------------------------------------------------------- */

static void reserve(program *program, char *operands)
{
    say_done(sl_reserve(&program->list, (uint64_t)number_in(&operands)));
}

static void shrink_to_fit(program *program, char *operands)
{
    sl_shrink_to_fit(&program->list);
    say("ok");
}

static void reload(program *program, char *operands)
{
    sl_list twin;
    sl_status status = sl_copy(&twin, &program->list);
    if (status == SL_OK) {
        sl_free(&program->list);
        program->list = twin;
    }
    say_done(status);
}

static void say_partition(const sl_partition *part, const uint64_t *words)
{
    const uint64_t numbers[] = {part->start, part->size, part->live, part->opened};
    putchar('|');
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        say_number(numbers[i]);
        putchar(':');
    }
    for (uint64_t position = part->head; position != SL_NONE; position = words[position]) {
        if (position != part->head)
            putchar(',');
        say_number(position);
    }
}

static void layout(program *program, char *operands)
{
    const sl_list *list = &program->list;
    say_number(sl_space(list));
    say_partition(&list->q1, list->words);
    say_partition(&list->q2, list->words);
    say_partition(&list->h2, list->words);
    putchar('|');
    say_number(list->next_id);
}

static void cost(program *program, char *operands)
{
    const sl_cost *cost = &program->list.cost;
    printf("%llu/%llu/%llu/%llu", (unsigned long long)cost->visits, (unsigned long long)cost->moved,
           (unsigned long long)cost->dropped, (unsigned long long)cost->cells);
}

/* --- Programs --------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(program *, char *operands);
} OPERATIONS[] = {
    {"add", add},
    {"insert_with", insert_with},
    {"extend", extend},
    {"remove", remove_key},
    {"remove_many", remove_many},
    {"key_at", key_at},
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
    {"apply", apply},
    {"inspect", apply},
    {"exchange", exchange},
    {"traverse", traverse},
    {"reserve", reserve},
    {"shrink_to_fit", shrink_to_fit},
    {"reload", reload},
    {"layout", layout},
    {"cost", cost},
};

static void answer_operation(program *program, char *word)
{
    const char *name = strsep(&word, ":");
    for (size_t i = 0; i < sizeof OPERATIONS / sizeof *OPERATIONS; i++)
        if (strcmp(name, OPERATIONS[i].name) == 0) {
            OPERATIONS[i].run(program, word);
            return;
        }
    say("!other");
}

/* The number 2^bits, or the largest there is. */
static uint64_t two_to(uint64_t bits, uint64_t largest)
{
    return bits < 64 && (uint64_t)1 << bits < largest ? (uint64_t)1 << bits : largest;
}

/* Puts a choice of the program, `name=value`, into the options. */
static void choose(sl_options *options, char *choice)
{
    const char *name = strsep(&choice, "=");
    uint64_t number = strtoull(choice, NULL, 10);
    if (strcmp(name, "minimum") == 0)
        options->minimum = number;
    else if (strcmp(name, "capacity") == 0)
        options->capacity = number;
    else if (strcmp(name, "id_bits") == 0)
        options->last_id = number < 64 ? two_to(number, UINT64_MAX) - 1 : UINT64_MAX;
    else if (strcmp(name, "index_bits") == 0)
        options->index_end = two_to(number, SL_MOST_CELLS);
    else if (strcmp(name, "maximum") == 0)
        options->maximum = number > 0 ? number : SL_MOST_CELLS;
    else if (strcmp(name, "truncate") == 0)
        options->truncate = *choice == 'n' ? SL_NEVER : *choice == 'i' ? SL_ITERATION : SL_MEMORY;
}

/* Answers `level name=value … : operation …`. */
static void answer_program(char *line)
{
    char *word = strsep(&line, " ");
    program program = {.shows_positions = strcmp(word, "contract") != 0};
    sl_options options = sl_defaults(sizeof(element));
    while ((word = strsep(&line, " ")) != NULL && strcmp(word, ":") != 0)
        choose(&options, word);
    bool made = word != NULL && sl_init(&program.list, &options) == SL_OK;
    while ((word = strsep(&line, " ")) != NULL) {
        if (made)
            answer_operation(&program, word);
        else
            say("!other");
        if (line != NULL)
            putchar(' ');
    }
    if (made)
        sl_free(&program.list);
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
