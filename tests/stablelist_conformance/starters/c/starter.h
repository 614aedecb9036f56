/* The port protocol of the stablelist conformance kit, version 6, for a container written in C. MIT licence.
 *
 * Copy this file beside your port; it needs nothing but the C library (C11). A port is a table of functions, one for each
 * operation. An operation that is NULL is left out: the handshake says so, and the judge never sends it.
 *
 *     static const port_table port = {
 *         .fields = "name=my-map version=1.0.0 system=slotmap id_bits=32",
 *         .open = open_map, .close = close_map, .add = add, .remove = remove_key,
 *     };
 *     int main(void) { return port_serve(&port, stdin, stdout); }
 *
 * A program may have two containers; a word such as 2.add is on the second. A function that concerns both is given the
 * other one, too; copy returns the clone, in which the same keys are live.
 *
 * Elements are int64_t. A key is two numbers, whose meaning the port chooses: index and id, or a pointer.
 */
#ifndef STABLELIST_STARTER_H
#define STABLELIST_STARTER_H

#include <setjmp.h>
#ifdef STABLELIST_COVERAGE
#include <signal.h>
#endif
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT_PROTOCOL 6

/* The most elements that are added at once, because memory for more may be missing. The judge adds far fewer. */
#define PORT_MOST_ADDED 1000000

/* The outcome of an operation. */
typedef enum {
    PORT_NONE,     /* no, or nothing was found */
    PORT_OK,       /* yes, or it was done */
    PORT_FULL,     /* there is no room; nothing has changed */
    PORT_BORROWED, /* the container is lent; nothing has changed */
    PORT_OTHER     /* anything else went wrong */
} port_status;

typedef struct {
    uint64_t index, id;
} port_key;

/* An element, or none. */
typedef struct {
    bool present;
    int64_t element;
} port_element;

/* A growing text, for answers and lists of elements. */
typedef struct {
    char *text;
    size_t length, room;
} port_text;

/* The parameters of a program; see port_number and port_word. */
typedef struct {
    const char *words;
} port_parameters;

/* The way in which the operation in progress is to be done, if the handshake declares several: ways=add:2. */
int port_way(void);

typedef int64_t (*port_factory)(void *context, port_key key);
typedef bool (*port_keep)(void *context, int64_t element);
typedef int64_t (*port_rank)(void *context, int64_t element);
typedef void (*port_visit)(void *context, port_key key, int64_t element);
typedef void (*port_pivot)(void *context, int64_t pivot, size_t length, int64_t sum);

/* The functions of a port. The container is what `open` returned. */
typedef struct {
    /* name, version, system, and the fields that the system asks for; `without=` lists abilities that are left out. */
    const char *fields;
    /* A fresh container; NULL refuses the parameters. */
    void *(*open)(const port_parameters *parameters);
    void (*close)(void *container);

    port_status (*add)(void *container, int64_t element, port_key *key);
    /* Adds the element that the factory returns for the key. */
    port_status (*insert_with)(void *container, port_factory factory, void *context);
    /* Adds all elements, or none. */
    port_status (*extend)(void *container, const int64_t *elements, size_t count, port_key *keys);
    /* Adds at an index, and returns the element that was there. */
    port_status (*put)(void *container, size_t index, int64_t element, port_key *key, port_element *displaced);
    /* Adds at the slot of a key, whose place the new key takes, and returns the element that was there. */
    port_status (*insert_at)(void *container, port_key *key, int64_t element, port_element *displaced);
    /* With `ids=only` or `remove=silent` the element does not matter. */
    port_status (*remove)(void *container, port_key key, int64_t *element);
    void (*remove_many)(void *container, port_key one, port_key other, port_element elements[2]);
    port_status (*at)(void *container, port_key key, int64_t *element);
    void (*pair)(void *container, port_key one, port_key other, port_element elements[2]);
    /* The key that is live at the index of a key, and its element. */
    port_status (*key_at)(void *container, port_key key, port_key *live, int64_t *element);
    port_status (*contains)(void *container, port_key key);
    port_status (*replace)(void *container, port_key key, int64_t element);
    /* Adds to the element in place, and returns the new one. */
    port_status (*at_mut)(void *container, port_key key, int64_t difference, int64_t *element);
    void (*each_mut)(void *container, int64_t difference);
    size_t (*len)(void *container);
    bool (*is_empty)(void *container);
    void (*clear)(void *container);
    void (*each)(void *container, port_visit visit, void *context);
    /* Visits the keys; the element that it passes does not matter. It needs `at`, as does `repack`. */
    void (*keys)(void *container, port_visit visit, void *context);
    /* The pivot, the length of the view of all others, and through `port_append` the elements that it shows. */
    port_status (*apply)(void *container, port_key key, int64_t *pivot, size_t *length, port_text *others);
    port_status (*inspect)(void *container, port_key key, int64_t *pivot, size_t *length, port_text *others);
    /* Both elements as they were. */
    port_status (*exchange)(void *container, port_key key, port_key other, port_element elements[2]);
    void (*traverse)(void *container, port_pivot visit, void *context);
    bool lend; /* whether the container refuses changes while `each` runs */
    /* Appends the removed elements, through `port_append`. */
    port_status (*drain)(void *container, port_text *removed);
    port_status (*retain)(void *container, port_keep keep, void *context, port_text *removed);
    /* Removes the same during an iteration, and appends all elements, as they were visited. */
    port_status (*each_removing)(void *container, port_keep keep, void *context, port_text *visited);
    /* By ascending rank; elements of the same rank keep their order. */
    port_status (*sort)(void *container, port_rank rank, void *context);
    port_status (*reserve)(void *container, size_t additional);
    port_status (*shrink_to_fit)(void *container);
    /* The key, packed and unpacked. */
    port_status (*repack)(void *container, port_key key, port_key *unpacked);
    /* A copy in which the same keys are live; the old one is closed. */
    void *(*reload)(void *container);
    /* A clone in which the same keys are live. */
    void *(*copy)(void *container);
    /* Exchanges everything between both. */
    void (*swap_containers)(void *container, void *other);
    /* Whether both have the same elements under the same keys. */
    bool (*equal)(void *container, void *other);
    /* Writes the text that the page of the system describes, through `port_write`. */
    void (*layout)(void *container, port_text *answer);
    void (*cost)(void *container, port_text *answer);
    /* The key with this index and id, if there can be such a key. */
    port_status (*forge)(uint64_t index, uint64_t id, port_key *key);
    /* Index and id; required above level contract, and by `forge`. */
    void (*parts)(port_key key, uint64_t *index, uint64_t *id);
} port_table;

/* Answers every line of the input until it ends, and returns the exit status: failure if the answers cannot be written. */
int port_serve(const port_table *port, FILE *input, FILE *output);
/* Writes the answer to one line, without its end. */
void port_answer(const port_table *port, const char *line, port_text *answer);
/* A parameter that is a number, or a default if the program does not name it. */
uint64_t port_number(const port_parameters *parameters, const char *name, uint64_t otherwise);
/* Whether a parameter is this word. */
bool port_word(const port_parameters *parameters, const char *name, const char *word);
/* Appends an element to a list. */
void port_append(port_text *list, int64_t element);
/* Writes as printf does. */
void port_write(port_text *text, const char *format, ...);

#endif

#ifdef STABLELIST_STARTER_IMPLEMENTATION

typedef struct {
    bool present;
    port_key key;
} port_known;

/* A container, and the keys that its insertions returned. */
typedef struct {
    void *container;
    port_known *keys;
    size_t insertions, room;
} port_side;

/* A program in progress: a fresh container, and another one, which is opened when it is needed. Insertions are numbered
 * together. */
typedef struct {
    const port_table *port;
    const port_parameters *parameters;
    port_side mine, other;
    bool shows_keys, lending;
    port_key otherwise; /* stands for a key that is not there while elements are lent */
    port_text *answer;
} port_program;

/* --- Texts */

static void port_reserve(port_text *text, size_t additional)
{
    if (text->length + additional + 1 <= text->room)
        return;
    text->room = 2 * (text->length + additional + 64);
    text->text = realloc(text->text, text->room);
    if (text->text == NULL) {
        fputs("the port is out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
}

void port_write(port_text *text, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    size_t length = (size_t)vsnprintf(NULL, 0, format, arguments);
    port_reserve(text, length);
    vsnprintf(text->text + text->length, length + 1, format, again);
    text->length += length;
    va_end(again);
    va_end(arguments);
}

void port_append(port_text *list, int64_t element)
{
    port_write(list, "%s%lld", list->length > 0 ? "," : "", (long long)element);
}

/* Writes each new error to standard error, once. */
static void port_tell(const char *what, const char *word)
{
    enum { MOST_TOLD = 20 };
    static char told[MOST_TOLD][64];
    static int count;
    char text[64];
    snprintf(text, sizeof text, "%.25s %.30s", what, word);
    for (int i = 0; i < count; i++)
        if (strcmp(told[i], text) == 0)
            return;
    if (count < MOST_TOLD) {
        strcpy(told[count++], text);
        fprintf(stderr, "answered !other: %s\n", text);
    }
}

static uint64_t port_unsigned(const char *text)
{
    return strtoull(text, NULL, 10);
}

/* --- Parameters */

static const char *port_value(const port_parameters *parameters, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = parameters->words; (at = strstr(at, name)) != NULL; at += length)
        if (at > parameters->words && at[-1] == ' ' && at[length] == '=')
            return at + length + 1;
    return NULL;
}

uint64_t port_number(const port_parameters *parameters, const char *name, uint64_t otherwise)
{
    const char *value = port_value(parameters, name);
    return value == NULL ? otherwise : port_unsigned(value);
}

bool port_word(const port_parameters *parameters, const char *name, const char *word)
{
    const char *value = port_value(parameters, name);
    size_t length = strlen(word);
    return value != NULL && strncmp(value, word, length) == 0 && (value[length] == ' ' || value[length] == '\0');
}

/* --- Answers */

static void port_say(port_program *program, const char *word)
{
    port_write(program->answer, "%s", word);
}

/* Answers what was not carried out; whether that is all there is to say. */
static bool port_refused(port_program *program, port_status status)
{
    static const char *const WORDS[] = {
        [PORT_FULL] = "!full", [PORT_BORROWED] = "!borrow", [PORT_OTHER] = "!other"};
    if (status < PORT_FULL)
        return false;
    port_say(program, WORDS[status]);
    return true;
}

static void port_done(port_program *program, port_status status)
{
    if (!port_refused(program, status))
        port_say(program, "ok");
}

static void port_truth(port_program *program, port_status status)
{
    if (!port_refused(program, status))
        port_say(program, status == PORT_OK ? "yes" : "no");
}

static void port_found(port_program *program, port_status status, int64_t element)
{
    if (port_refused(program, status))
        return;
    if (status == PORT_OK)
        port_write(program->answer, "%lld", (long long)element);
    else
        port_say(program, "none");
}

static void port_both(port_program *program, const port_element elements[2])
{
    port_found(program, elements[0].present ? PORT_OK : PORT_NONE, elements[0].element);
    port_say(program, "/");
    port_found(program, elements[1].present ? PORT_OK : PORT_NONE, elements[1].element);
}

static void port_list(port_program *program, port_status status, port_text *items)
{
    if (!port_refused(program, status))
        port_write(program->answer, "[%s]", items->length > 0 ? items->text : "");
    free(items->text);
}

/* --- Keys */

/* The key with an index and an id at a distance from others; none if no key can be that far. */
static bool port_forged(port_program *program, uint64_t index, uint64_t id, const char *distance, port_key *key)
{
    const char *point = strchr(distance, '.');
    uint64_t parts[2] = {index, id};
    const char *texts[2] = {distance, point == NULL ? "0" : point + 1};
    for (int i = 0; i < 2; i++) {
        bool below = texts[i][0] == '-';
        uint64_t by = port_unsigned(texts[i] + below);
        if (below ? parts[i] < by : parts[i] + by < parts[i])
            return false;
        parts[i] += below ? 0 - by : by;
    }
    return program->port->forge != NULL && program->port->forge(parts[0], parts[1], key) == PORT_OK;
}

/* Returns the key with this number, a forged key for `#index.id`, or a key near another for `number~index.id`. */
static bool port_named(port_program *program, const char *word, port_key *key)
{
    if (word[0] == '#')
        return port_forged(program, 0, 0, word + 1, key);
    char *end;
    uint64_t number = strtoull(word, &end, 10);
    if (end == word || number >= program->mine.insertions || !program->mine.keys[number].present)
        return false;
    *key = program->mine.keys[number].key;
    if (*end != '~')
        return true;
    if (program->port->parts == NULL)
        return false;
    uint64_t index, id;
    program->port->parts(*key, &index, &id);
    return port_forged(program, index, id, end + 1, key);
}

/* The same; while elements are lent, any key replaces a missing one, because the container refuses before it looks. */
static bool port_find(port_program *program, const char *word, port_key *key)
{
    if (port_named(program, word, key))
        return true;
    *key = program->otherwise;
    return program->lending;
}

/* Numbers the insertions up to so many, of which the last ones have no keys. */
static void port_miss(port_side *side, size_t insertions)
{
    if (insertions > side->room) {
        side->room = 2 * insertions;
        side->keys = realloc(side->keys, side->room * sizeof *side->keys);
        if (side->keys == NULL) {
            fputs("the port is out of memory\n", stderr);
            exit(EXIT_FAILURE);
        }
    }
    for (; side->insertions < insertions; side->insertions++)
        side->keys[side->insertions].present = false;
}

/* Numbers the next insertions, which keep their numbers if they fail. */
static size_t port_numbered(port_program *program, size_t count)
{
    size_t first = program->mine.insertions;
    port_miss(&program->mine, first + count);
    return first;
}

static void port_note(port_program *program, size_t number, port_key key)
{
    program->mine.keys[number].present = true;
    program->mine.keys[number].key = key;
}

static void port_shown(port_program *program, port_key key, port_text *text)
{
    uint64_t index, id;
    program->port->parts(key, &index, &id);
    port_write(text, "%llu.%llu", (unsigned long long)index, (unsigned long long)id);
}

static void port_inserted(port_program *program, port_key key, port_text *text)
{
    if (program->shows_keys)
        port_shown(program, key, text);
    else
        port_write(text, "ok");
}

/* --- Operations, each with its operands */

typedef struct {
    port_program *program;
    port_text items;
    int64_t number, modulus, rest;
    port_key given;
    const char *name;
    char **operands;
    int count;
    port_visit item;
    size_t visits, most;
    jmp_buf enough;
} port_call;

static void port_operate(port_program *program, const char *name, char **operands, int count);

static void port_add(port_program *program)
{
    size_t number = port_numbered(program, 1);
    port_key key;
    port_status status = program->port->add(program->mine.container, (int64_t)number, &key);
    if (port_refused(program, status))
        return;
    port_note(program, number, key);
    port_inserted(program, key, program->answer);
}

static int64_t port_make(void *context, port_key key)
{
    port_call *call = context;
    call->given = key;
    return call->number;
}

/* The key of this insertion is the argument of the factory. */
static void port_insert_with(port_program *program)
{
    size_t number = port_numbered(program, 1);
    port_call call = {.number = (int64_t)number};
    if (port_refused(program, program->port->insert_with(program->mine.container, port_make, &call)))
        return;
    port_note(program, number, call.given);
    port_inserted(program, call.given, program->answer);
}

static void port_extend(port_program *program, size_t count)
{
    if (count > PORT_MOST_ADDED) {
        port_tell("there is no memory for", "so many elements");
        port_say(program, "!other");
        return;
    }
    size_t first = port_numbered(program, count);
    int64_t *elements = calloc(count + 1, sizeof *elements);
    port_key *keys = calloc(count + 1, sizeof *keys);
    port_text items = {0};
    for (size_t i = 0; elements != NULL && i < count; i++)
        elements[i] = (int64_t)(first + i);
    bool made = elements != NULL && keys != NULL;
    port_status status = made ? program->port->extend(program->mine.container, elements, count, keys) : PORT_OTHER;
    for (size_t i = 0; status == PORT_OK && i < count; i++) {
        port_note(program, first + i, keys[i]);
        port_write(&items, "%s", i > 0 ? "," : "");
        port_inserted(program, keys[i], &items);
    }
    port_list(program, status, &items);
    free(elements);
    free(keys);
}

static void port_put(port_program *program, size_t index)
{
    size_t number = port_numbered(program, 1);
    port_key key;
    port_element displaced = {0};
    port_status status = program->port->put(program->mine.container, index, (int64_t)number, &key, &displaced);
    if (port_refused(program, status))
        return;
    port_note(program, number, key);
    port_found(program, displaced.present ? PORT_OK : PORT_NONE, displaced.element);
}

static void port_insert_at(port_program *program, const char *word)
{
    size_t number = port_numbered(program, 1);
    port_key key;
    port_element displaced = {0};
    if (port_find(program, word, &key)) {
        if (port_refused(program, program->port->insert_at(program->mine.container, &key, (int64_t)number, &displaced)))
            return;
        port_note(program, number, key);
    }
    port_found(program, displaced.present ? PORT_OK : PORT_NONE, displaced.element);
}

static bool port_says(const port_program *program, const char *field)
{
    return strstr(program->port->fields, field) != NULL;
}

static void port_remove(port_program *program, const char *word)
{
    port_key key;
    int64_t element = 0;
    port_status status = PORT_NONE;
    if (port_find(program, word, &key))
        status = program->port->remove(program->mine.container, key, &element);
    if (port_says(program, " ids=only"))
        port_truth(program, status);
    else if (port_says(program, " remove=silent"))
        port_done(program, status);
    else
        port_found(program, status, element);
}

typedef void (*port_two)(void *, port_key, port_key, port_element[2]);
typedef port_status (*port_one)(void *, port_key, int64_t *);

/* Looks up two keys at once; if one is missing, the other goes to a function for one key. */
static void port_ask_both(port_program *program, char **words, port_two two, port_one one)
{
    port_key keys[2];
    port_element elements[2] = {{0}, {0}};
    bool there[2] = {port_find(program, words[0], &keys[0]), port_find(program, words[1], &keys[1])};
    if (there[0] && there[1])
        two(program->mine.container, keys[0], keys[1], elements);
    else
        for (int i = 0; i < 2; i++)
            if (there[i])
                elements[i].present = one(program->mine.container, keys[i], &elements[i].element) == PORT_OK;
    port_both(program, elements);
}

static void port_at(port_program *program, const char *word)
{
    port_key key;
    int64_t element = 0;
    port_status status = PORT_NONE;
    if (port_find(program, word, &key))
        status = program->port->at(program->mine.container, key, &element);
    port_found(program, status, element);
}

static void port_item(void *context, port_key key, int64_t element)
{
    port_call *call = context;
    port_write(&call->items, "%s", call->items.length > 0 ? "," : "");
    if (call->program->shows_keys) {
        port_shown(call->program, key, &call->items);
        port_write(&call->items, "=");
    }
    port_write(&call->items, "%lld", (long long)element);
}

/* Only the index counts, so the key is looked up with an id that every key can have. */
static void port_key_at(port_program *program, char *word)
{
    char *id = strchr(word, '.');
    if (id != NULL)
        strcpy(id, ".0");
    port_key key, live;
    int64_t element = 0;
    port_call call = {.program = program};
    port_status status = PORT_NONE;
    if (port_find(program, word, &key))
        status = program->port->key_at(program->mine.container, key, &live, &element);
    if (status != PORT_OK) {
        port_found(program, status, 0);
        return;
    }
    port_item(&call, live, element);
    port_say(program, call.items.text);
    free(call.items.text);
}

static void port_key_item(void *context, port_key key, int64_t element)
{
    port_call *call = context;
    bool found = call->program->port->at(call->program->mine.container, key, &element) == PORT_OK;
    port_write(&call->items, "%s", call->items.length > 0 ? "," : "");
    if (found)
        port_write(&call->items, "%lld", (long long)element);
    else
        port_write(&call->items, "none");
}

static void port_pivot_item(void *context, int64_t pivot, size_t length, int64_t sum)
{
    port_call *call = context;
    port_write(&call->items, "%s%lld/%zu/%lld", call->items.length > 0 ? "," : "", (long long)pivot, length,
               (long long)sum);
}

static void port_counted(void *context, port_key key, int64_t element)
{
    port_call *call = context;
    size_t most = call->most;
    call->item(context, key, element);
    if (++call->visits > most)
        longjmp(call->enough, 1);
}

/* Visits at most one element more than there were insertions, since a wrong iteration may never end. */
static void port_visit_some(port_call *call, void (*each)(void *, port_visit, void *))
{
    call->most = call->program->mine.insertions;
    if (setjmp(call->enough) == 0)
        each(call->program->mine.container, port_counted, call);
}

static void port_visit_all(port_program *program, void (*each)(void *, port_visit, void *), port_visit item)
{
    port_call call = {.program = program};
    call.item = item;
    port_visit_some(&call, each);
    port_list(program, PORT_OK, &call.items);
}

static void port_traverse(port_program *program)
{
    port_call call = {.program = program};
    program->port->traverse(program->mine.container, port_pivot_item, &call);
    port_list(program, PORT_OK, &call.items);
}

typedef port_status (*port_lender)(void *, port_key, int64_t *, size_t *, port_text *);

static void port_lent(port_program *program, const char *word, port_lender lender)
{
    port_key key;
    int64_t pivot = 0;
    size_t length = 0;
    port_text others = {0};
    port_status status = PORT_NONE;
    if (port_find(program, word, &key))
        status = lender(program->mine.container, key, &pivot, &length, &others);
    port_found(program, status, pivot);
    if (status == PORT_OK)
        port_write(program->answer, "/%zu/[%s]", length, others.length > 0 ? others.text : "");
    free(others.text);
}

static void port_exchange(port_program *program, char **words)
{
    port_key key, other;
    port_element elements[2] = {{0}, {0}};
    size_t length;
    port_text others = {0};
    port_status status = PORT_NONE;
    if (port_find(program, words[0], &key)) {
        if (port_find(program, words[1], &other))
            status = program->port->exchange(program->mine.container, key, other, elements);
        else
            status = program->port->apply(program->mine.container, key, &elements[0].element, &length, &others);
        elements[0].present = true;
    }
    if (status == PORT_OK)
        port_both(program, elements);
    else
        port_found(program, status, 0);
    free(others.text);
}

/* Tries an operation while the first element is lent. Inserted elements get no number. */
static void port_try(void *context, port_key key, int64_t element)
{
    (void)element;
    port_call *call = context;
    port_program *program = call->program;
    if (call->number++ > 0)
        return;
    size_t insertions = program->mine.insertions;
    program->lending = true;
    program->otherwise = key;
    port_operate(program, call->name, call->operands, call->count);
    program->lending = false;
    program->mine.insertions = insertions;
}

static void port_lend(port_program *program, char **operands, int count)
{
    port_call call = {.program = program, .name = operands[0], .operands = operands + 1, .count = count - 1};
    call.item = port_try;
    port_visit_some(&call, program->port->each);
    if (call.number == 0)
        port_say(program, "none");
}

static bool port_keeps(void *context, int64_t element)
{
    port_call *call = context;
    return element % call->modulus == call->rest;
}

/* Calls a function that is given what to keep, and appends elements. */
static void port_keeping(port_program *program, port_status (*function)(void *, port_keep, void *, port_text *), char **operands)
{
    port_call call = {.modulus = (int64_t)port_unsigned(operands[0]), .rest = (int64_t)port_unsigned(operands[1])};
    if (call.modulus <= 0) {
        port_tell("an element cannot be divided by", operands[0]);
        port_say(program, "!other");
        return;
    }
    port_status status = function(program->mine.container, port_keeps, &call, &call.items);
    port_list(program, status, &call.items);
}

static int64_t port_remainder(void *context, int64_t element)
{
    return element % *(int64_t *)context;
}

static void port_sort_by(port_program *program, const char *operand)
{
    int64_t modulus = (int64_t)port_unsigned(operand);
    if (modulus <= 0) {
        port_tell("sort cannot divide by", operand);
        port_say(program, "!other");
        return;
    }
    port_done(program, program->port->sort(program->mine.container, port_remainder, &modulus));
}

static void port_drain(port_program *program)
{
    port_text removed = {0};
    port_list(program, program->port->drain(program->mine.container, &removed), &removed);
}

static void port_repack(port_program *program, const char *word)
{
    port_key key, unpacked;
    int64_t element = 0;
    port_status status = PORT_NONE;
    if (port_find(program, word, &key) && program->port->repack(program->mine.container, key, &unpacked) == PORT_OK)
        status = program->port->at(program->mine.container, unpacked, &element);
    port_found(program, status, element);
}

static void port_reload(port_program *program)
{
    void *copy = program->port->reload(program->mine.container);
    if (copy != NULL) {
        program->port->close(program->mine.container);
        program->mine.container = copy;
    }
    port_done(program, copy != NULL ? PORT_OK : PORT_OTHER);
}

/* Whether there is another container; it misses the insertions up to now. */
static bool port_beside(port_program *program)
{
    if (program->other.container == NULL)
        program->other.container = program->port->open(program->parameters);
    port_miss(&program->other, program->mine.insertions);
    return program->other.container != NULL;
}

/* Goes on with the other container. */
static void port_turn(port_program *program)
{
    port_miss(&program->other, program->mine.insertions);
    port_side mine = program->mine;
    program->mine = program->other;
    program->other = mine;
}

static void port_copy(port_program *program)
{
    void *clone = program->port->copy(program->mine.container);
    if (clone != NULL && program->other.container != NULL)
        program->port->close(program->other.container);
    if (clone != NULL)
        program->other.container = clone;
    port_miss(&program->other, program->mine.insertions);
    if (clone != NULL && program->mine.insertions > 0)
        memcpy(program->other.keys, program->mine.keys, program->mine.insertions * sizeof *program->mine.keys);
    port_done(program, clone != NULL ? PORT_OK : PORT_OTHER);
}

static void port_swap(port_program *program)
{
    bool both = port_beside(program);
    if (both) {
        program->port->swap_containers(program->mine.container, program->other.container);
        port_turn(program); /* the keys go with what is exchanged, and the containers stay where they are */
        void *mine = program->mine.container;
        program->mine.container = program->other.container;
        program->other.container = mine;
    }
    port_done(program, both ? PORT_OK : PORT_OTHER);
}

static void port_equal(port_program *program)
{
    port_status status = PORT_OTHER;
    if (port_beside(program))
        status = program->port->equal(program->mine.container, program->other.container) ? PORT_OK : PORT_NONE;
    port_truth(program, status);
}

static void port_replace(port_program *program, char **operands)
{
    port_key key;
    port_status status = PORT_NONE;
    if (port_find(program, operands[0], &key))
        status = program->port->replace(program->mine.container, key, (int64_t)port_unsigned(operands[1]));
    port_truth(program, status);
}

static void port_at_mut(port_program *program, char **operands)
{
    port_key key;
    int64_t element = 0;
    port_status status = PORT_NONE;
    if (port_find(program, operands[0], &key))
        status = program->port->at_mut(program->mine.container, key, (int64_t)port_unsigned(operands[1]), &element);
    port_found(program, status, element);
}

static void port_contains(port_program *program, const char *word)
{
    port_key key;
    port_truth(program, port_find(program, word, &key) ? program->port->contains(program->mine.container, key) : PORT_NONE);
}

static void port_each_mut(port_program *program, int64_t difference)
{
    program->port->each_mut(program->mine.container, difference);
    port_say(program, "ok");
}

static void port_clear(port_program *program)
{
    program->port->clear(program->mine.container);
    port_say(program, "ok");
}

/* --- The table of operations */

enum { PORT_MOST = 40 };

/* An operation: its name, how many operands it has, and whether the port has it. */
typedef struct {
    const char *name;
    int operands;
    bool offered;
} port_operation;

/* The operations of a pool; returns their number. */
static size_t port_operations(const port_table *port, port_operation operations[PORT_MOST])
{
    const port_operation ALL[] = {
        {"add", 0, port->add != NULL},
        {"insert_with", 0, port->insert_with != NULL},
        {"extend", 1, port->extend != NULL},
        {"put", 1, port->put != NULL},
        {"insert_at", 1, port->insert_at != NULL},
        {"remove", 1, port->remove != NULL},
        {"remove_many", 2, port->remove_many != NULL},
        {"at", 1, port->at != NULL},
        {"pair", 2, port->pair != NULL},
        {"key_at", 1, port->key_at != NULL},
        {"contains", 1, port->contains != NULL},
        {"replace", 2, port->replace != NULL},
        {"at_mut", 2, port->at_mut != NULL},
        {"each_mut", 1, port->each_mut != NULL},
        {"len", 0, port->len != NULL},
        {"is_empty", 0, port->is_empty != NULL},
        {"clear", 0, port->clear != NULL},
        {"each", 0, port->each != NULL},
        {"keys", 0, port->keys != NULL && port->at != NULL},
        {"apply", 1, port->apply != NULL},
        {"inspect", 1, port->inspect != NULL},
        {"exchange", 2, port->exchange != NULL},
        {"traverse", 0, port->traverse != NULL},
        {"lend", 1, port->lend},
        {"drain", 0, port->drain != NULL},
        {"retain", 2, port->retain != NULL},
        {"each_removing", 2, port->each_removing != NULL},
        {"sort", 1, port->sort != NULL},
        {"reserve", 1, port->reserve != NULL},
        {"shrink_to_fit", 0, port->shrink_to_fit != NULL},
        {"repack", 1, port->repack != NULL && port->at != NULL},
        {"reload", 0, port->reload != NULL},
        {"copy", 0, port->copy != NULL},
        {"swap_containers", 0, port->swap_containers != NULL},
        {"equal", 0, port->equal != NULL},
        {"layout", 0, port->layout != NULL},
        {"cost", 0, port->cost != NULL},
        {"forge", 0, port->forge != NULL},
    };
    memcpy(operations, ALL, sizeof ALL);
    return sizeof ALL / sizeof *ALL;
}

/* Whether an operation can be carried out; if not, an error is written. */
static bool port_can(const port_table *port, const char *name, int operands)
{
    port_operation operations[PORT_MOST];
    size_t count = port_operations(port, operations);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(operations[i].name, name) != 0 || strcmp(name, "forge") == 0)
            continue;
        if (operations[i].offered && operands >= operations[i].operands)
            return true;
        port_tell("the port has no", name);
        return false;
    }
    port_tell("there is no operation", name);
    return false;
}

/* The handshake. */
static void port_handshake(const port_table *port, port_text *answer)
{
    const char *without = strstr(port->fields, " without=");
    size_t fields = without == NULL ? strlen(port->fields) : (size_t)(without - port->fields);
    bool level = strstr(port->fields, " level=") != NULL;
    port_write(answer, "port protocol=%d%s %.*s", PORT_PROTOCOL, level ? "" : " level=contract", (int)fields, port->fields);
    const char *separator = " without=";
    port_operation operations[PORT_MOST];
    size_t count = port_operations(port, operations);
    for (size_t i = 0; i < count; i++)
        if (!operations[i].offered) {
            port_write(answer, "%s%s", separator, operations[i].name);
            separator = ",";
        }
    if (without == NULL)
        return;
    const char *abilities = without + strlen(" without=");
    const char *rest = strchr(abilities, ' ');
    size_t length = rest == NULL ? strlen(abilities) : (size_t)(rest - abilities);
    port_write(answer, "%s%.*s%s", separator, (int)length, abilities, rest == NULL ? "" : rest);
}

/* Answers one operation. */
static void port_operate(port_program *program, const char *name, char **operands, int count)
{
    const port_table *port = program->port;
    if (!port_can(port, name, count)) {
        port_say(program, "!other");
        return;
    }
#define IS(word) (strcmp(name, word) == 0)
    if (IS("len"))
        port_write(program->answer, "%zu", port->len(program->mine.container));
    else if (IS("is_empty"))
        port_say(program, port->is_empty(program->mine.container) ? "yes" : "no");
    else if (IS("clear"))
        port_clear(program);
    else if (IS("each"))
        port_visit_all(program, port->each, port_item);
    else if (IS("cost"))
        port->cost(program->mine.container, program->answer);
    else if (IS("add"))
        port_add(program);
    else if (IS("insert_with"))
        port_insert_with(program);
    else if (IS("extend"))
        port_extend(program, port_unsigned(operands[0]));
    else if (IS("put"))
        port_put(program, port_unsigned(operands[0]));
    else if (IS("insert_at"))
        port_insert_at(program, operands[0]);
    else if (IS("remove"))
        port_remove(program, operands[0]);
    else if (IS("remove_many"))
        port_ask_both(program, operands, port->remove_many, port->remove);
    else if (IS("at"))
        port_at(program, operands[0]);
    else if (IS("pair"))
        port_ask_both(program, operands, port->pair, port->at);
    else if (IS("key_at"))
        port_key_at(program, operands[0]);
    else if (IS("contains"))
        port_contains(program, operands[0]);
    else if (IS("replace"))
        port_replace(program, operands);
    else if (IS("at_mut"))
        port_at_mut(program, operands);
    else if (IS("each_mut"))
        port_each_mut(program, (int64_t)port_unsigned(operands[0]));
    else if (IS("keys"))
        port_visit_all(program, port->keys, port_key_item);
    else if (IS("apply"))
        port_lent(program, operands[0], port->apply);
    else if (IS("inspect"))
        port_lent(program, operands[0], port->inspect);
    else if (IS("exchange"))
        port_exchange(program, operands);
    else if (IS("traverse"))
        port_traverse(program);
    else if (IS("lend"))
        port_lend(program, operands, count);
    else if (IS("drain"))
        port_drain(program);
    else if (IS("retain"))
        port_keeping(program, port->retain, operands);
    else if (IS("each_removing"))
        port_keeping(program, port->each_removing, operands);
    else if (IS("sort"))
        port_sort_by(program, operands[0]);
    else if (IS("reserve"))
        port_done(program, port->reserve(program->mine.container, port_unsigned(operands[0])));
    else if (IS("shrink_to_fit"))
        port_done(program, port->shrink_to_fit(program->mine.container));
    else if (IS("repack"))
        port_repack(program, operands[0]);
    else if (IS("reload"))
        port_reload(program);
    else if (IS("copy"))
        port_copy(program);
    else if (IS("swap_containers"))
        port_swap(program);
    else if (IS("equal"))
        port_equal(program);
    else
        port->layout(program->mine.container, program->answer);
#undef IS
}

/* --- Lines */

static int port_by_number(const void *one, const void *other)
{
    int64_t a = strtoll(*(char *const *)one, NULL, 10), b = strtoll(*(char *const *)other, NULL, 10);
    return (a > b) - (a < b);
}

/* Puts the list of a word in ascending order, because a container may iterate in any order. */
static void port_sort(port_text *answer, size_t word)
{
    char *start = strchr(answer->text + word, '['), *copy, **items;
    if (start == NULL || start[1] == ']')
        return;
    size_t count = 1, length = strlen(start + 1);
    for (char *at = start; *at != '\0'; at++)
        count += *at == ',';
    copy = malloc(length + 1);
    items = malloc(count * sizeof *items);
    if (copy == NULL || items == NULL) {
        fputs("the port is out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    memcpy(copy, start + 1, length);
    copy[length - 1] = '\0';
    count = 0;
    for (char *at = strtok(copy, ","); at != NULL; at = strtok(NULL, ","))
        items[count++] = at;
    qsort(items, count, sizeof *items, port_by_number);
    answer->length = (size_t)(start + 1 - answer->text);
    for (size_t i = 0; i < count; i++)
        port_write(answer, "%s%s", i > 0 ? "," : "", items[i]);
    port_write(answer, "]");
    free(copy);
    free(items);
}

static int port_asked_way = 1;

int port_way(void)
{
    return port_asked_way;
}

/* Takes the way out of a word such as add@2, and keeps it. */
static void port_take_way(char *word)
{
    char *mark = strchr(word, '@'), *rest = mark;
    port_asked_way = mark == NULL ? 1 : (int)strtol(mark + 1, &rest, 10);
    if (mark != NULL)
        memmove(mark, rest, strlen(rest) + 1);
}

/* Answers one word, which it cuts into its parts. */
static void port_answer_word(port_program *program, char *word)
{
    enum { MOST = 8 };
    char *parts[MOST] = {word, "", "", "", "", "", "", ""};
    int count = 0;
    size_t start = program->answer->length;
    port_take_way(word);
    for (char *colon = strchr(word, ':'); colon != NULL && count < MOST - 1; colon = strchr(colon + 1, ':')) {
        *colon = '\0';
        parts[++count] = colon + 1;
    }
    bool second = strncmp(word, "2.", 2) == 0;
    if (second && !port_beside(program)) {
        port_say(program, "!other");
        return;
    }
    if (second)
        port_turn(program);
    port_operate(program, parts[0] + 2 * second, parts + 1, count);
    if (second)
        port_turn(program);
    if (!program->shows_keys)
        port_sort(program->answer, start);
}

void port_answer(const port_table *port, const char *line, port_text *answer)
{
    if (strncmp(line, "hello ", 6) == 0) {
        port_handshake(port, answer);
        return;
    }
    const char *colon = strstr(line, " : ");
    if (colon == NULL) {
        port_write(answer, "!other");
        return;
    }
    size_t length = strlen(line);
    char *copy = malloc(length + 1);
    if (copy == NULL) {
        fputs("the port is out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    memcpy(copy, line, length + 1);
    copy[colon - line] = '\0';
    port_parameters parameters = {copy};
    port_program program = {
        .port = port, .parameters = &parameters, .answer = answer, .shows_keys = strncmp(line, "contract", 8) != 0};
    program.mine.container = port->open(&parameters);
    for (char *word = copy + (colon - line) + 3; word != NULL;) {
        char *next = strchr(word, ' ');
        if (next != NULL)
            *next++ = '\0';
        if (program.mine.container != NULL)
            port_answer_word(&program, word);
        else
            port_write(answer, "!other");
        if (next != NULL)
            port_write(answer, " ");
        word = next;
    }
    if (program.mine.container != NULL)
        port->close(program.mine.container);
    if (program.other.container != NULL)
        port->close(program.other.container);
    free(program.mine.keys);
    free(program.other.keys);
    free(copy);
}

#ifdef STABLELIST_COVERAGE
/* It is built with --coverage: what gcov reads is written, too, if a signal ends the program. */
void __gcov_dump(void);

static void port_write_coverage(int number)
{
    __gcov_dump();
    signal(number, SIG_DFL);
    raise(number);
}

__attribute__((constructor)) static void port_watch_signals(void)
{
    static char stack[1 << 16]; /* that of the program may be used up */
    const int numbers[] = {SIGTERM, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGILL};
    sigaltstack(&(stack_t){.ss_sp = stack, .ss_size = sizeof stack}, NULL);
    for (size_t at = 0; at < sizeof numbers / sizeof *numbers; at++)
        sigaction(numbers[at], &(struct sigaction){.sa_handler = port_write_coverage, .sa_flags = SA_ONSTACK}, NULL);
}
#endif

int port_serve(const port_table *port, FILE *input, FILE *output)
{
    port_text line = {0}, answer = {0};
    int status = EXIT_SUCCESS;
    for (int c; status == EXIT_SUCCESS && (c = getc(input)) != EOF;) {
        port_reserve(&line, 1);
        if (c != '\n') {
            line.text[line.length++] = (char)c;
            continue;
        }
        line.length -= line.length > 0 && line.text[line.length - 1] == '\r';
        line.text[line.length] = '\0';
        if (line.length > 0) {
            answer.length = 0;
            port_answer(port, line.text, &answer);
            port_write(&answer, "\n");
            fwrite(answer.text, 1, answer.length, output);
            if (fflush(output) != 0)
                status = EXIT_FAILURE; /* nobody gets the answers any more */
        }
        line.length = 0;
    }
    free(line.text);
    free(answer.text);
    return status;
}

#endif
