/* The port protocol of the stablelist conformance kit, version 6, for a container of any family in C11.
 *
 * Copy this file beside your port; it needs nothing but the standard library. `port_serve` is given the table of the
 * family, one line for each operation, and the functions of those that the container has. The others are left out: the
 * handshake says so, and the judge never sends them.
 *
 * A function is given an operation of a program: the container, and the operands by their places. It calls exactly one of
 * the functions port_answer_*; for several elements port_answer_element for each of them, and before them
 * port_answer_list. port_answer_element does not return at more elements than the container can have, because an iteration
 * that is wrong may never end.
 *
 * A program may have two containers; a word such as 2.push:3 is on the second. A function that concerns both has the
 * other one, too; one that clones its container calls port_answer_clone. Each container has keys of its own, which the
 * clone has, too, and which are exchanged with everything else.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef STABLELIST_STARTER_H
#define STABLELIST_STARTER_H

#include <inttypes.h>
#include <setjmp.h>
#ifdef STABLELIST_COVERAGE
#include <signal.h>
#endif
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PORT_MOST_OPERANDS 8
#define PORT_MOST_OPERATIONS 128
#define PORT_MOST_ITEMS (1 << 20) /* of a list */

/* A key; a container that has other keys keeps them, and hands out their numbers. */
typedef struct {
    uint64_t index, id;
} port_key;

typedef struct port_operation port_operation;

typedef struct {
    const char *name;
    void (*carry)(port_operation *o);
} port_function;

typedef struct {
    const char *fields, *table;
    void *(*open)(const char *choices); /* the choices of a program, such as "room=3"; NULL refuses them */
    void (*close)(void *container);
    const port_function *functions; /* the last one has no name */
} port;

/* What the table says of an operation, such as "add_edge* key key > key !missing"; a star marks what is needed. */
typedef struct {
    char name[64], operands[PORT_MOST_OPERANDS][16], answer[16], nothing[32];
    size_t count;
    bool needed, both; /* whether it concerns both containers */
    void (*carry)(port_operation *o);
} port_row;

typedef struct {
    bool there;
    port_key key;
} port_issued;

typedef struct {
    char *text;
    size_t length, room;
} port_text;

struct port_operation {
    void *container;
    void *other;     /* the other container, if the function concerns both */
    int64_t element; /* of an insertion, or the first of several */
    /* what follows is for the starter */
    const port_row *row;
    char *words[PORT_MOST_OPERANDS + 1];
    port_issued *keys[2]; /* of each container */
    int on;
    size_t issued, listed;
    int64_t most; /* one more than the items that a list can have: elements were added, or as many as an operand says */
    jmp_buf enough;
    bool shows;
    void *clone;
    struct port_item {
        int64_t one, other;
        bool both;
    } *list;
    port_text *out;
};

/* --- Operands, numbered from 0 in the order of the table --------------------------------------------------------- */

static inline const char *port_word(const port_operation *o, size_t place)
{
    return o->words[place + 1];
}

static inline int64_t port_number(const port_operation *o, size_t place)
{
    return strtoll(port_word(o, place), NULL, 10);
}

static inline port_key port_key_of(const port_operation *o, size_t place)
{
    return o->keys[o->on][port_number(o, place)].key;
}

/* The value of a choice that is a number. */
static inline int64_t port_choice(const char *choices, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = choices; (at = strstr(at, name)) != NULL; at += length)
        if ((at == choices || at[-1] == ' ') && at[length] == '=')
            return strtoll(at + length + 1, NULL, 10);
    return 0;
}

static inline int *port_asked_way(void)
{
    static int way = 1;
    return &way;
}

/* The way in which the operation in progress is to be done, if the handshake declares several: ways=add:2. */
static inline int port_way(void)
{
    return *port_asked_way();
}

/* --- Answers ------------------------------------------------------------------------------------------------------ */

static inline void *port_grown(void *block, size_t size)
{
    block = realloc(block, size);
    if (block == NULL)
        abort();
    return block;
}

static inline void port_write(port_text *out, const char *text)
{
    size_t length = strlen(text);
    if (out->length + length + 1 > out->room) {
        out->room = 2 * (out->length + length + 1);
        out->text = port_grown(out->text, out->room);
    }
    memcpy(out->text + out->length, text, length + 1);
    out->length += length;
}

static inline void port_write_number(port_text *out, int64_t number)
{
    char text[24];
    snprintf(text, sizeof text, "%" PRId64, number);
    port_write(out, text);
}

static inline void port_answer_text(port_operation *o, const char *word)
{
    port_write(o->out, word);
}

static inline void port_answer_none(port_operation *o)
{
    port_answer_text(o, "none");
}

static inline void port_answer_done(port_operation *o)
{
    port_answer_text(o, "ok");
}

static inline void port_answer_truth(port_operation *o, bool is)
{
    port_answer_text(o, is ? "yes" : "no");
}

static inline void port_answer_number(port_operation *o, int64_t number)
{
    port_write_number(o->out, number);
}

static inline void port_answer_both(port_operation *o, int64_t one, int64_t other)
{
    port_write_number(o->out, one);
    port_write(o->out, "/");
    port_write_number(o->out, other);
}

/* A refusal of the family, by its name without the exclamation mark. */
static inline void port_answer_refused(port_operation *o, const char *name)
{
    port_write(o->out, "!");
    port_write(o->out, name);
}

/* The key of an insertion; of several, for each of them, in their order. */
static inline void port_answer_key(port_operation *o, port_key key)
{
    bool several = strcmp(o->row->answer, "keys") == 0;
    o->keys[o->on][o->element + (int64_t)o->listed] = (port_issued){true, key};
    if (several)
        port_write(o->out, o->listed > 0 ? ",ok" : "ok");
    else
        port_write(o->out, "ok");
    o->listed++;
}

/* The clone of a container takes the place of the other one, which is closed. */
static inline void port_answer_clone(port_operation *o, void *clone)
{
    o->clone = clone;
    port_answer_done(o);
}

static inline void port_answer_list(port_operation *o)
{
    o->list = port_grown(o->list, sizeof *o->list);
    o->listed = 0;
}

static inline void port_answer_item(port_operation *o, struct port_item item)
{
    o->list = port_grown(o->list, (o->listed + 1) * sizeof *o->list);
    o->list[o->listed++] = item;
    if ((int64_t)o->listed >= o->most)
        longjmp(o->enough, 1);
}

static inline void port_answer_element(port_operation *o, int64_t element)
{
    port_answer_item(o, (struct port_item){.one = element});
}

/* An item of two elements. */
static inline void port_answer_pair(port_operation *o, int64_t one, int64_t other)
{
    port_answer_item(o, (struct port_item){one, other, true});
}

/* --- The protocol ------------------------------------------------------------------------------------------------- */

static inline size_t port_read(const port *port, port_row *rows)
{
    size_t count = 0;
    for (const char *line = port->table; *line != '\0'; line = strchr(line, '\n') + 1) {
        port_row *row = &rows[count++];
        char text[256];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        memset(row, 0, sizeof *row);
        snprintf(row->name, sizeof row->name, "%s", strtok(text, " "));
        for (char *word; strcmp(word = strtok(NULL, " "), ">") != 0;)
            snprintf(row->operands[row->count++], sizeof *row->operands, "%s", word);
        snprintf(row->answer, sizeof row->answer, "%s", strtok(NULL, " "));
        snprintf(row->nothing, sizeof row->nothing, "%s", strtok(NULL, " "));
        row->both = strtok(NULL, " ") != NULL;
        row->needed = row->name[strlen(row->name) - 1] == '*';
        if (row->needed)
            row->name[strlen(row->name) - 1] = '\0';
        for (const port_function *each = port->functions; each->name != NULL; each++)
            if (strcmp(each->name, row->name) == 0)
                row->carry = each->carry;
    }
    return count;
}

/* Whether nothing can be verified yet, and why. */
static inline bool port_blank(const port *port, const port_row *rows, size_t count)
{
    port_text missing = {0};
    bool any_needed = false;
    for (size_t i = 0; i < count; i++)
        any_needed = any_needed || (rows[i].needed && rows[i].carry == NULL);
    for (const port_function *each = port->functions; each->name != NULL; each++) {
        bool known = false;
        for (size_t i = 0; i < count; i++)
            known = known || strcmp(each->name, rows[i].name) == 0;
        if (!known) {
            fprintf(stderr, "there is no operation %s\n", each->name);
            return true;
        }
    }
    for (size_t i = 0; i < count; i++)
        if (any_needed ? rows[i].needed && rows[i].carry == NULL
                       : port->functions->name == NULL && strcmp(rows[i].answer, "shown") != 0) {
            port_write(&missing, missing.length > 0 ? ", " : "");
            port_write(&missing, rows[i].name);
        }
    if (missing.length > 0)
        fprintf(stderr, "nothing can be verified yet; fill in %s\n", missing.text);
    free(missing.text);
    return missing.length > 0;
}

static inline void port_hello(const port *port, const port_row *rows, size_t count, port_text *out)
{
    const char *before = " without=", *const levels[] = {" level=contract", " level=layout", " level=cost"};
    bool keyed = false;
    size_t level = 0, shown = 0;
    port_write(out, "port ");
    port_write(out, port->fields);
    for (size_t i = 0; i < count; i++)
        if (strcmp(rows[i].answer, "shown") == 0 && shown++ == level)
            level += rows[i].carry != NULL;
    port_write(out, levels[level]);
    for (size_t i = 0; i < count; i++) {
        for (size_t place = 0; place < rows[i].count; place++)
            keyed = keyed || strcmp(rows[i].operands[place], "key") == 0;
        if (rows[i].carry == NULL) {
            port_write(out, before);
            port_write(out, rows[i].name);
            before = ",";
        }
    }
    if (keyed) {
        port_write(out, before);
        port_write(out, "forge");
    }
}

static inline int port_ascending(const void *one, const void *other)
{
    const struct port_item *a = one, *b = other;
    if (a->one != b->one)
        return a->one > b->one ? 1 : -1;
    return (a->other > b->other) - (a->other < b->other);
}

/* A key that was issued, neither forged nor of an insertion that failed. */
static inline bool port_found(const port_operation *o, size_t place)
{
    const char *word = port_word(o, place);
    size_t number = strtoull(word, NULL, 10);
    return word[strspn(word, "0123456789")] == '\0' && number < o->issued && o->keys[o->on][number].there;
}

/* Carries an operation out; a list that has too many items ends it. */
static inline void port_carry(port_operation *o)
{
    for (size_t place = 0; place < o->row->count; place++) {
        int64_t number = port_number(o, place);
        o->most += number < 0 ? 0 : number > PORT_MOST_ITEMS ? PORT_MOST_ITEMS : number;
    }
    o->most = o->most + 1 > PORT_MOST_ITEMS ? PORT_MOST_ITEMS : o->most + 1;
    if (setjmp(o->enough) == 0)
        o->row->carry(o);
}

/* The answer to an operation that the table has; keys are known by number. */
static inline void port_answer(port_operation *o)
{
    size_t insertions = strncmp(o->row->answer, "key", 3) == 0;
    bool several = strcmp(o->row->answer, "keys") == 0;
    for (size_t place = 0; place < o->row->count; place++)
        if (strcmp(o->row->operands[place], "count") == 0)
            insertions = (size_t)port_number(o, place);
    o->element = (int64_t)o->issued;
    o->listed = 0;
    for (int on = 0; on < 2; on++) {
        o->keys[on] = port_grown(o->keys[on], (o->issued + insertions + 1) * sizeof *o->keys[on]);
        memset(o->keys[on] + o->issued, 0, insertions * sizeof *o->keys[on]);
    }
    o->issued += insertions;
    for (size_t place = 0; place < o->row->count; place++)
        if (strcmp(o->row->operands[place], "key") == 0 && !port_found(o, place)) {
            port_write(o->out, o->row->nothing);
            return;
        }
    size_t start = o->out->length;
    port_carry(o);
    if (several && (o->out->length == start || o->out->text[start] != '!')) {
        char *issued = strdup(o->out->length > start ? o->out->text + start : "");
        o->out->length = start;
        port_write(o->out, "[");
        port_write(o->out, issued);
        port_write(o->out, "]");
        free(issued);
    }
    if (o->list == NULL)
        return;
    if (!o->shows && strcmp(o->row->answer, "sequence") != 0) /* a container may iterate in any order */
        qsort(o->list, o->listed, sizeof *o->list, port_ascending);
    port_write(o->out, "[");
    for (size_t i = 0; i < o->listed; i++) {
        port_write(o->out, i > 0 ? "," : "");
        if (o->list[i].both)
            port_answer_both(o, o->list[i].one, o->list[i].other);
        else
            port_write_number(o->out, o->list[i].one);
    }
    port_write(o->out, "]");
    free(o->list);
    o->list = NULL;
}

/* Takes the way out of a word such as add@2, and keeps it. */
static inline void port_take_way(char *word)
{
    char *mark = strchr(word, '@'), *rest = mark;
    *port_asked_way() = mark == NULL ? 1 : (int)strtol(mark + 1, &rest, 10);
    if (mark != NULL)
        memmove(mark, rest, strlen(rest) + 1);
}

/* The answer to an operation on one of two containers, of which the second is made when it is needed. */
static inline void port_answer_on(const port *port, port_operation *o, void **containers, const char *choices, int on)
{
    if (containers[1] == NULL && (on == 1 || o->row->both))
        containers[1] = port->open(choices);
    o->container = containers[on];
    o->other = o->row->both ? containers[1 - on] : NULL;
    o->most *= o->row->both ? 2 : 1;
    o->clone = NULL;
    o->on = on;
    size_t start = o->out->length;
    port_answer(o);
    if (strcmp(o->row->answer, "exchange") == 0 && strcmp(o->out->text + start, "ok") == 0) {
        port_issued *keys = o->keys[0];
        o->keys[0] = o->keys[1];
        o->keys[1] = keys;
    }
    if (o->clone == NULL)
        return;
    memcpy(o->keys[1 - on], o->keys[on], o->issued * sizeof *o->keys[on]);
    if (containers[1 - on] != NULL)
        port->close(containers[1 - on]);
    containers[1 - on] = o->clone;
}

/* The answers to a program. */
static inline void port_program(const port *port, const port_row *rows, size_t count, char *line, port_text *out)
{
    char *colon = strstr(line, " : "), *rest = NULL;
    if (colon == NULL) {
        port_write(out, "!other");
        return;
    }
    *colon = '\0';
    void *containers[2] = {port->open(line), NULL};
    port_operation o = {.out = out, .most = 1, .shows = strncmp(line, "contract", 8) != 0};
    for (char *word = strtok_r(colon + 3, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
        char *operands = NULL;
        size_t given = 0;
        int on = strncmp(word, "2.", 2) == 0;
        port_take_way(word);
        for (char *part = strtok_r(word + 2 * on, ":", &operands); part != NULL && given <= PORT_MOST_OPERANDS;
             part = strtok_r(NULL, ":", &operands))
            o.words[given++] = part;
        o.row = NULL;
        for (size_t i = 0; i < count; i++)
            if (strcmp(rows[i].name, o.words[0]) == 0)
                o.row = &rows[i];
        port_write(out, word > colon + 3 ? " " : "");
        if (containers[0] == NULL || o.row == NULL || o.row->carry == NULL)
            port_write(out, "!other");
        else
            port_answer_on(port, &o, containers, line, on);
    }
    for (int on = 0; on < 2; on++)
        if (containers[on] != NULL)
            port->close(containers[on]);
    free(o.keys[0]);
    free(o.keys[1]);
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

/* Answers every line of standard input, until it ends. If the answers cannot be written, the status is 1. */
static inline int port_serve(const port *port)
{
    static port_row rows[PORT_MOST_OPERATIONS];
    size_t count = port_read(port, rows), room = 0;
    char *line = NULL;
    if (port_blank(port, rows, count))
        return 1;
    while (getline(&line, &room, stdin) > 0) {
        port_text out = {0};
        line[strcspn(line, "\r\n")] = '\0';
        if (line[0] == '\0')
            continue;
        if (strncmp(line, "hello", 5) == 0)
            port_hello(port, rows, count, &out);
        else
            port_program(port, rows, count, line, &out);
        puts(out.text);
        free(out.text);
        if (fflush(stdout) != 0)
            return 1;
    }
    free(line);
    return 0;
}

#endif
