/* Runs scenarios: each line of input is a system and a program. An element is made of the number of its repetition,
 * whatever the program says, so that their order shows in sums. The argument is the time for each container, in milliseconds.
 *
 * For each container, a line says its name, a sum over all answers and all that is left, the bytes that it takes in the
 * end, and the lower quartile of the times in nanoseconds. With an argument of 0, each program runs once.
 */
#define _POSIX_C_SOURCE 200809L

#include "allocators.h"
#include "containers.h"

#include <inttypes.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define MOST_RUNS 8
#define MOST_OPERANDS 3
#define MOST 10000
#define LEAST_TIMES 5
#define MOST_TIMES 20000

/* An operation that is repeated: `@` is an operand that is the number of the repetition. */
struct run {
    char name[16];
    uint64_t operands[MOST_OPERANDS], steps[MOST_OPERANDS], times;
};

struct program {
    char choices[128];
    struct run runs[MOST_RUNS];
    size_t count;
};

/* Something that runs programs. The time of `open` and `close` is not measured. */
struct subject {
    const char *name;
    void (*open)(const struct program *);
    uint64_t (*act)(const struct run *);
    uint64_t (*left)(void);
    size_t (*bytes)(void);
    void (*close)(void);
};

static inline uint64_t operand(const struct run *run, size_t nth, uint64_t repetition)
{
    return run->operands[nth] + run->steps[nth] * repetition;
}

static bool is(const struct run *run, const char *name)
{
    return strcmp(run->name, name) == 0;
}

static uint64_t choice(const struct program *program, const char *name, uint64_t otherwise)
{
    const char *at = strstr(program->choices, name);
    return at == NULL ? otherwise : strtoull(at + strlen(name), NULL, 10);
}

static bool chosen(const struct program *program, const char *choice)
{
    return strstr(program->choices, choice) != NULL;
}

static uint64_t all_of(struct object object)
{
    return (uint64_t)object.x + object.y + object.z;
}

static uint64_t sum_of(const void *memory, size_t count)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += all_of(((const struct object *)memory)[i]);
    return sum;
}

static _Noreturn void unknown(const struct run *run)
{
    fprintf(stderr, "there is no operation %s\n", run->name);
    exit(2);
}

/* --- Blocks ------------------------------------------------------------------------------------------- */

static void *blocks[MOST];
static size_t granted;
static struct realm realm;

static uint64_t blocks_left(void)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < granted; i++) {
        struct object object;
        memcpy(&object, blocks[i], sizeof object);
        sum += all_of(object) * (i + 1);
    }
    return sum;
}

/* Fills a block, and writes it down. */
static inline size_t grant(void *block, size_t number)
{
    struct object object = object_of(number);
    blocks[number] = memcpy(block, &object, sizeof object);
    return number + 1;
}

static void realm_open(const struct program *program)
{
    static const struct allocator_kind *const kinds[] = {&LINEAR, &STACK, &DOUBLE_ENDED, &POOL, &GROWING_POOL};
    const struct allocator_kind *kind = NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (chosen(program, kinds[i]->name))
            kind = kinds[i];
    struct allocator_options options = {
        .region = choice(program, " region=", 256),
        .checked = (kind == &STACK || kind == &DOUBLE_ENDED) && !chosen(program, "order=unchecked"),
        .size = choice(program, " size=", 16),
        .alignment = choice(program, " alignment=", 8),
        .page = choice(program, " page=", 64),
    };
    granted = 0;
    if (!realm_init(&realm, kind, options, chosen(program, "checker=dealloc") ? CHECK_AT_DEALLOC : CHECK_NOTHING))
        abort();
}

static uint64_t raw_act(const struct run *run)
{
    struct allocator *allocator = &realm.allocator;
    uint64_t start;
    size_t count = 0;
    for (uint64_t i = 0; i < run->times; i++)
        if (allocator->kind->alloc(allocator, operand(run, 0, i), operand(run, 1, i), 0, &start) == ALLOCATOR_OK)
            count = grant(allocator->memory + start, count);
    return granted = count;
}

static uint64_t realm_act(const struct run *run)
{
    size_t count = 0;
    for (uint64_t i = 0; i < run->times; i++)
        if (realm_alloc(&realm, operand(run, 0, i), operand(run, 1, i), 0, false) == ALLOCATOR_OK)
            count = grant(realm.allocator.memory + realm_address(&realm, realm.granted - 1), count);
    return granted = count;
}

static size_t realm_bytes(void)
{
    return realm.allocator.kind->used(&realm.allocator);
}

static void realm_close(void)
{
    realm_free(&realm);
}

static const struct subject RAW = {"own", realm_open, raw_act, blocks_left, realm_bytes, realm_close};
static const struct subject REALM = {"own", realm_open, realm_act, blocks_left, realm_bytes, realm_close};

/* What the C library gives for a block, with the size that it keeps before it. */
static size_t given(void *block)
{
    return malloc_usable_size(block) + sizeof(size_t);
}

static void heap_open(const struct program *program)
{
    (void)program;
    granted = 0;
}

static uint64_t heap_act(const struct run *run)
{
    size_t count = 0;
    for (uint64_t i = 0; i < run->times; i++)
        count = grant(malloc(operand(run, 0, i)), count);
    return granted = count;
}

static size_t heap_bytes(void)
{
    size_t bytes = 0;
    for (size_t i = 0; i < granted; i++)
        bytes += given(blocks[i]);
    return bytes;
}

static void heap_close(void)
{
    for (size_t i = 0; i < granted; i++)
        free(blocks[i]);
}

static const struct subject HEAP = {"standard", heap_open, heap_act, blocks_left, heap_bytes, heap_close};

/* --- Vectors ------------------------------------------------------------------------------------------ */

static struct vector vector;

/* The room that a vector has from the beginning: that of its pushes. */
static size_t room_of(const struct program *program)
{
    return chosen(program, "paged-vector") ? 0 : program->runs[0].times;
}

static void vector_open(const struct program *program)
{
    vector.count = 0;
    pages_open(&vector.pages, room_of(program) * sizeof(struct object));
}

static uint64_t vector_left(void)
{
    return sum_of(vector.pages.memory, vector.count);
}

static uint64_t vector_act(const struct run *run)
{
    uint64_t sum = 0;
    if (is(run, "push"))
        for (uint64_t i = 0; i < run->times; i++)
            vector_push(&vector, object_of(i));
    else if (is(run, "pop"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += vector_pop(&vector).x * (i + 1);
    else if (is(run, "remove_at"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += vector_remove(&vector, operand(run, 0, i)).x * (i + 1);
    else if (is(run, "swap_remove"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += vector_swap_remove(&vector, operand(run, 0, i)).x * (i + 1);
    else if (is(run, "each"))
        sum = vector_left();
    else
        unknown(run);
    return sum;
}

static size_t vector_bytes(void)
{
    return vector.pages.committed;
}

static void vector_close(void)
{
    pages_close(&vector.pages);
}

static const struct subject VECTOR = {"own", vector_open, vector_act, vector_left, vector_bytes, vector_close};

/* An array that doubles by realloc. */
static struct object *array;
static size_t array_count, array_room;

static void array_open(const struct program *program)
{
    array_count = 0;
    array_room = room_of(program);
    array = array_room > 0 ? malloc(array_room * sizeof *array) : NULL;
}

static uint64_t array_left(void)
{
    return sum_of(array, array_count);
}

static uint64_t array_act(const struct run *run)
{
    uint64_t sum = 0;
    if (is(run, "push"))
        for (uint64_t i = 0; i < run->times; i++) {
            if (array_count == array_room) {
                array_room = array_room > 0 ? 2 * array_room : 4;
                array = realloc(array, array_room * sizeof *array);
                if (array == NULL)
                    abort();
            }
            array[array_count++] = object_of(i);
        }
    else if (is(run, "pop"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += array[--array_count].x * (i + 1);
    else if (is(run, "remove_at"))
        for (uint64_t i = 0; i < run->times; i++) {
            struct object *at = array + operand(run, 0, i);
            sum += at->x * (i + 1);
            memmove(at, at + 1, (size_t)(array + --array_count - at) * sizeof *at);
        }
    else if (is(run, "swap_remove"))
        for (uint64_t i = 0; i < run->times; i++) {
            struct object *at = array + operand(run, 0, i);
            sum += at->x * (i + 1);
            *at = array[--array_count];
        }
    else if (is(run, "each"))
        sum = array_left();
    else
        unknown(run);
    return sum;
}

static size_t array_bytes(void)
{
    return given(array);
}

static void array_close(void)
{
    free(array);
}

static const struct subject ARRAY = {"standard", array_open, array_act, array_left, array_bytes, array_close};

/* --- Ring ------------------------------------------------------------------------------------------------ */

static struct ring ring;

static void ring_open(const struct program *program)
{
    ring = (struct ring){.capacity = choice(program, " capacity=", 8)};
    ring.objects = malloc(ring.capacity * sizeof *ring.objects);
    if (ring.objects == NULL)
        abort();
}

static uint64_t ring_act(const struct run *run)
{
    uint64_t sum = 0;
    if (is(run, "push_back"))
        for (uint64_t i = 0; i < run->times; i++)
            ring_push(&ring, object_of(i));
    else if (is(run, "pop_front"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += ring_pop(&ring).x * (i + 1);
    else
        unknown(run);
    return sum;
}

static uint64_t ring_left(void)
{
    uint64_t sum = 0;
    for (size_t i = 1; ring.count > 0; i++)
        sum += ring_pop(&ring).x * i;
    return sum;
}

static size_t ring_bytes(void)
{
    return ring.capacity * sizeof *ring.objects;
}

static void ring_close(void)
{
    free(ring.objects);
}

static const struct subject RING = {"own", ring_open, ring_act, ring_left, ring_bytes, ring_close};

/* --- Handle map ----------------------------------------------------------------------------------------- */

static struct handle_map map;
static struct handle handles[MOST];

static void map_open(const struct program *program)
{
    (void)program;
    handle_map_open(&map);
}

static uint64_t map_left(void)
{
    return sum_of(map.objects.memory, map.count);
}

static uint64_t map_act(const struct run *run)
{
    uint64_t sum = 0;
    struct object removed;
    if (is(run, "fill"))
        for (uint64_t i = 0; i < run->operands[0]; i++)
            handles[i] = handle_map_insert(&map, object_of(i));
    else if (is(run, "remove"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += handle_map_remove(&map, handles[operand(run, 0, i)], &removed) ? removed.x * (i + 1) : 0;
    else if (is(run, "each"))
        sum = map_left();
    else
        unknown(run);
    return sum;
}

static size_t map_bytes(void)
{
    return map.entries.committed + map.objects.committed + map.reverse.committed;
}

static void map_close(void)
{
    handle_map_close(&map);
}

static const struct subject MAP = {"own", map_open, map_act, map_left, map_bytes, map_close};

/* --- Entities and components ------------------------------------------------------------------------------ */

static struct world world;
static struct entity entities[MOST];

static void entities_open(const struct program *program)
{
    (void)program;
    world_open(&world);
}

static uint64_t of_type(unsigned type)
{
    return sum_of(world.storages[type].objects.memory, world.storages[type].count);
}

static uint64_t entities_act(const struct run *run)
{
    uint64_t sum = 0;
    struct object taken;
    unsigned type = (unsigned)run->operands[1];
    if (is(run, "make"))
        for (uint64_t i = 0; i < run->times; i++)
            entities[i] = world_make(&world);
    else if (is(run, "insert"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += world_insert(&world, entities[operand(run, 0, i)], type, object_of(i));
    else if (is(run, "take"))
        for (uint64_t i = 0; i < run->times; i++)
            sum += world_take(&world, entities[operand(run, 0, i)], type, &taken) ? taken.x * (i + 1) : 0;
    else if (is(run, "each"))
        sum = of_type((unsigned)run->operands[0]);
    else
        unknown(run);
    return sum;
}

static uint64_t entities_left(void)
{
    uint64_t sum = world.opened;
    for (unsigned type = 0; type < TYPES; type++)
        sum += of_type(type);
    return sum;
}

static size_t entities_bytes(void)
{
    size_t bytes = 0;
    for (const struct storage *each = world.storages; each < world.storages + TYPES; each++)
        bytes += each->objects.committed + each->entities.committed + each->places.committed;
    return bytes;
}

static void entities_close(void)
{
    world_close(&world);
}

static const struct subject ENTITIES = {
    "own", entities_open, entities_act, entities_left, entities_bytes, entities_close,
};

/* --- Programs --------------------------------------------------------------------------------------------- */

/* Reads `name:operand:operand*times`. */
static void parse_run(struct run *run, const char *word)
{
    *run = (struct run){.times = 1};
    size_t length = strcspn(word, ":*");
    snprintf(run->name, sizeof run->name, "%.*s", (int)length, word);
    const char *at = word + length;
    for (size_t i = 0; *at == ':' && i < MOST_OPERANDS; i++) {
        run->steps[i] = at[1] == '@';
        run->operands[i] = strtoull(at + 1, NULL, 10);
        at += 1 + strcspn(at + 1, ":*");
    }
    if (*at == '*')
        run->times = strtoull(at + 1, NULL, 10);
}

static bool parse(struct program *program, char *line)
{
    char *colon = strstr(line, " : "), *rest = NULL;
    if (colon == NULL)
        return false;
    *program = (struct program){0};
    snprintf(program->choices, sizeof program->choices, "%.*s", (int)(colon - line), line);
    for (char *word = strtok_r(colon + 3, " \n", &rest); word != NULL; word = strtok_r(NULL, " \n", &rest))
        if (program->count < MOST_RUNS)
            parse_run(&program->runs[program->count++], word);
    return true;
}

/* The container of a program, and the one of the C library, if it has one. */
static void choose(const struct program *program, const struct subject *found[2])
{
    found[1] = NULL;
    if (chosen(program, "checker=")) {
        found[0] = &REALM;
        found[1] = &HEAP;
    } else if (chosen(program, " region=")) {
        found[0] = &RAW;
        found[1] = &HEAP;
    } else if (chosen(program, "vec")) {
        found[0] = &VECTOR;
        found[1] = &ARRAY;
    } else
        found[0] = chosen(program, "ring") ? &RING : chosen(program, "handle-map") ? &MAP : &ENTITIES;
}

/* --- Time --------------------------------------------------------------------------------------------------- */

struct result {
    uint64_t sum, *times;
    size_t bytes;
};

static uint64_t now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint64_t)time.tv_sec * 1000000000u + (uint64_t)time.tv_nsec;
}

/* Runs a program once; returns its time. */
static uint64_t measure(const struct program *program, const struct subject *subject, struct result *result)
{
    uint64_t sum = 0;
    subject->open(program);
    uint64_t start = now();
    for (size_t i = 0; i < program->count; i++)
        sum += subject->act(&program->runs[i]);
    uint64_t time = now() - start;
    result->bytes = subject->bytes();
    result->sum = sum + subject->left();
    subject->close();
    return time;
}

static int ascending(const void *one, const void *other)
{
    uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
    return (a > b) - (a < b);
}

int main(int count, char **arguments)
{
    static uint64_t times[2][MOST_TIMES];
    uint64_t budget = count > 1 ? strtoull(arguments[1], NULL, 10) * 1000000u : 0;
    size_t least = budget > 0 ? LEAST_TIMES : 1, room = 0;
    char *line = NULL;
    while (getline(&line, &room, stdin) > 0) {
        static struct program program;
        const struct subject *subjects[2];
        struct result results[2] = {{.times = times[0]}, {.times = times[1]}};
        if (!parse(&program, line))
            return 2;
        choose(&program, subjects);
        size_t of = subjects[1] == NULL ? 1 : 2, done = 0;
        for (uint64_t end = now() + of * budget; done < least || (done < MOST_TIMES && now() < end); done++)
            for (size_t i = 0; i < of; i++)
                results[i].times[done] = measure(&program, subjects[i], &results[i]);
        for (size_t i = 0; i < of; i++) {
            qsort(results[i].times, done, sizeof(uint64_t), ascending);
            printf("%s %" PRIu64 " %zu %" PRIu64 "\n", subjects[i]->name, results[i].sum, results[i].bytes,
                   results[i].times[done / 4]);
        }
        puts("");
    }
    free(line);
    return 0;
}
