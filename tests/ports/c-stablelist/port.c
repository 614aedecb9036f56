/*
 * The port of c-stablelist: maps each operation of the port protocol to a function of StableList in C.
 */
#define STABLELIST_STARTER_IMPLEMENTATION
#include "../../stablelist_conformance/starters/c/starter.h"

#include <inttypes.h>

#include "stablelist.h"

typedef int64_t element;

/* --- Opening ---------------------------------------------------------------------------------- */

/* Returns 2^bits, or the largest number of the type. */
static uint64_t two_to(uint64_t bits, uint64_t largest)
{
    return bits < 64 && (uint64_t)1 << bits < largest ? (uint64_t)1 << bits : largest;
}

static sl_options chosen(const port_parameters *parameters)
{
    sl_options options = sl_defaults(sizeof(element));
    uint64_t id_bits = port_number(parameters, "id_bits", 32);
    options.minimum = port_number(parameters, "minimum", 4);
    options.capacity = port_number(parameters, "capacity", 0);
    options.last_id = id_bits < 64 ? two_to(id_bits, UINT64_MAX) - 1 : UINT64_MAX;
    options.index_end = two_to(port_number(parameters, "index_bits", 32), SL_MOST_CELLS);
    options.maximum = port_number(parameters, "maximum", SL_MOST_CELLS);
    options.truncate = port_word(parameters, "truncate", "never")    ? SL_NEVER
                       : port_word(parameters, "truncate", "memory") ? SL_MEMORY
                                                                      : SL_ITERATION;
    return options;
}

static void close_list(void *list)
{
    sl_free(list);
    free(list);
}

/* Returns a new list on the heap, or NULL if it cannot be made. */
static void *kept(sl_status made, sl_list list)
{
    sl_list *memory = made == SL_OK ? malloc(sizeof *memory) : NULL;
    if (memory != NULL)
        *memory = list;
    else if (made == SL_OK)
        sl_free(&list);
    return memory;
}

static void *open_list(const port_parameters *parameters)
{
    sl_options options = chosen(parameters);
    sl_list list;
    sl_status made = sl_init(&list, &options);
    return kept(made, list);
}

static void *reload(void *list)
{
    sl_list twin;
    sl_status made = sl_copy(&twin, list);
    return kept(made, twin);
}

/* --- Keys and elements ------------------------------------------------------------------------ */

static sl_key key_in(port_key key)
{
    return (sl_key){key.index, key.id};
}

static port_key key_out(sl_key key)
{
    return (port_key){key.index, key.id};
}

/* Returns the element at a position, or NULL. */
static element *element_at(void *list, uint64_t position)
{
    return position == SL_NONE ? NULL : sl_element(list, position);
}

static element *find(void *list, port_key key)
{
    return element_at(list, sl_find(list, key_in(key)));
}

static port_status status_of(sl_status status)
{
    return status == SL_OK ? PORT_OK : status == SL_FULL ? PORT_FULL : PORT_OTHER;
}

/* --- Insertion -------------------------------------------------------------------------------- */

static port_status add(void *list, int64_t added, port_key *key)
{
    sl_key given;
    sl_status status = sl_add(list, &given);
    if (status == SL_OK) {
        *element_at(list, given.index) = added;
        *key = key_out(given);
    }
    return status_of(status);
}

static port_status insert_with(void *container, port_factory factory, void *context)
{
    sl_list *list = container;
    sl_key key = {sl_next_index(list), list->next_id}, given; /* what the factory is given is not what sl_add returns */
    sl_status status = sl_add(list, &given);
    if (status == SL_OK)
        *element_at(list, given.index) = factory(context, key_out(key));
    return status_of(status);
}

static port_status extend(void *list, const int64_t *elements, size_t count, port_key *keys)
{
    port_status status = sl_has_room(list, count) ? PORT_OK : PORT_FULL;
    for (size_t i = 0; i < count && status == PORT_OK; i++)
        status = add(list, elements[i], &keys[i]);
    return status;
}

/* --- One element ------------------------------------------------------------------------------ */

static port_status remove_key(void *list, port_key key, int64_t *removed)
{
    const element *found = find(list, key);
    if (found == NULL)
        return PORT_NONE;
    *removed = *found;
    sl_remove(list, key.index);
    return PORT_OK;
}

static void remove_many(void *list, port_key one, port_key other, port_element removed[2])
{
    removed[0].present = remove_key(list, one, &removed[0].element) == PORT_OK;
    removed[1].present = remove_key(list, other, &removed[1].element) == PORT_OK;
}

static port_status at(void *list, port_key key, int64_t *at_key)
{
    const element *found = find(list, key);
    if (found != NULL)
        *at_key = *found;
    return found != NULL;
}

static port_status key_at(void *list, port_key key, port_key *live, int64_t *at_index)
{
    sl_key found = sl_key_at(list, key.index);
    if (found.index == SL_NONE)
        return PORT_NONE;
    *live = key_out(found);
    *at_index = *element_at(list, found.index);
    return PORT_OK;
}

static port_status contains(void *list, port_key key)
{
    return find(list, key) != NULL;
}

static port_status replace(void *list, port_key key, int64_t by)
{
    element *found = find(list, key);
    if (found != NULL)
        *found = by;
    return found != NULL;
}

static port_status at_mut(void *list, port_key key, int64_t difference, int64_t *changed)
{
    element *found = find(list, key);
    if (found != NULL)
        *changed = *found += difference;
    return found != NULL;
}

/* --- All elements ----------------------------------------------------------------------------- */

static size_t len(void *list)
{
    return sl_length(list);
}

static bool is_empty(void *list)
{
    return sl_length(list) == 0;
}

static void clear(void *list)
{
    sl_clear(list);
}

/* Begins a loop whose cost is counted; nested loops are not counted (docs/rulings.md, R12). */
static sl_cursor counted(sl_list *list)
{
    sl_charge(list);
    return sl_begin(list);
}

static void each(void *list, port_visit visit, void *context)
{
    sl_cursor cursor = counted(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;)
        visit(context, key_out(sl_key_at(list, position)), *element_at(list, position));
}

static void each_mut(void *list, int64_t difference)
{
    sl_cursor cursor = counted(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;)
        *element_at(list, position) += difference;
}

static port_status drain(void *list, port_text *removed)
{
    sl_cursor cursor = counted(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;)
        port_append(removed, *element_at(list, position));
    sl_clear(list);
    return PORT_OK;
}

/* The loop may continue after a removal, but not into cells that it has dropped. */
static port_status retain(void *list, port_keep keep, void *context, port_text *removed)
{
    sl_cursor cursor = counted(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;) {
        element each_one = *element_at(list, position);
        if (keep(context, each_one))
            continue;
        port_append(removed, each_one);
        sl_remove(list, position);
        sl_resume(list, &cursor);
    }
    return PORT_OK;
}

/* --- Cross-iteration -------------------------------------------------------------------------- */

static port_status apply(void *list, port_key key, int64_t *lent, size_t *length, port_text *others)
{
    uint64_t pivot = sl_find(list, key_in(key));
    if (pivot == SL_NONE)
        return PORT_NONE;
    *lent = *element_at(list, pivot);
    *length = sl_length(list) - 1;
    sl_cursor cursor = sl_begin(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;)
        if (position != pivot)
            port_append(others, *element_at(list, position));
    return PORT_OK;
}

static port_status exchange(void *list, port_key key, port_key other_key, port_element exchanged[2])
{
    element *one = find(list, key), *other = find(list, other_key);
    if (one == NULL)
        return PORT_NONE;
    exchanged[0] = (port_element){true, *one};
    if (other == NULL || other == one) /* the view of the others does not show the pivot */
        return PORT_OK;
    exchanged[1] = (port_element){true, *other};
    *one = exchanged[1].element;
    *other = exchanged[0].element;
    return PORT_OK;
}

/* Visits a pivot with the length and the sum of the view of all others. */
static void view(sl_list *list, uint64_t pivot, port_pivot visit, void *context)
{
    size_t length = 0;
    int64_t sum = 0;
    sl_cursor cursor = sl_begin(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;)
        if (position != pivot) {
            length++;
            sum += *element_at(list, position);
        }
    visit(context, *element_at(list, pivot), length, sum);
}

static void traverse(void *list, port_pivot visit, void *context)
{
    sl_cursor cursor = sl_begin(list);
    for (uint64_t pivot; (pivot = sl_next(list, &cursor)) != SL_NONE;)
        view(list, pivot, visit, context);
}

/* --- Keys as integers ------------------------------------------------------------------------- */

__extension__ typedef unsigned __int128 packed_key;

static packed_key pack(port_key key)
{
    return (packed_key)key.id << 64 | key.index;
}

static port_key unpack(packed_key packed)
{
    return (port_key){(uint64_t)packed, (uint64_t)(packed >> 64)};
}

static port_status repack(void *list, port_key key, port_key *unpacked)
{
    (void)list;
    *unpacked = unpack(pack(key));
    return PORT_OK;
}

/* --- Memory and layout ------------------------------------------------------------------------ */

static port_status reserve(void *list, size_t additional)
{
    return status_of(sl_reserve(list, additional));
}

static port_status shrink_to_fit(void *list)
{
    sl_shrink_to_fit(list);
    return PORT_OK;
}

static void print_partition(const sl_partition *part, const uint64_t *words, port_text *text)
{
    port_write(text, "|%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":%" PRIu64 ":", part->start, part->size, part->live,
                  part->opened);
    for (uint64_t position = part->head; position != SL_NONE; position = words[position])
        port_write(text, position == part->head ? "%" PRIu64 : ",%" PRIu64, position);
}

static void layout(void *container, port_text *text)
{
    const sl_list *list = container;
    port_write(text, "%" PRIu64, sl_space(list));
    print_partition(&list->q1, list->words, text);
    print_partition(&list->q2, list->words, text);
    print_partition(&list->h2, list->words, text);
    port_write(text, "|%" PRIu64, list->next_id);
}

static void cost(void *list, port_text *text)
{
    const sl_cost *cost = &((const sl_list *)list)->cost;
    port_write(text, "%" PRIu64 "/%" PRIu64 "/%" PRIu64 "/%" PRIu64, cost->visits, cost->moved, cost->dropped,
                  cost->cells);
}

static port_status forge(uint64_t index, uint64_t id, port_key *key)
{
    *key = (port_key){index, id};
    return PORT_OK;
}

static void parts(port_key key, uint64_t *index, uint64_t *id)
{
    *index = key.index;
    *id = key.id;
}

static const port_table PORT = {
    .fields = "name=c-stablelist version=0.1.0 system=stablelist level=cost id_bits=1-64 index_bits=2-64"
              " without=restore",
    .open = open_list,
    .close = close_list,
    .add = add,
    .insert_with = insert_with,
    .extend = extend,
    .remove = remove_key,
    .remove_many = remove_many,
    .at = at,
    .key_at = key_at,
    .contains = contains,
    .replace = replace,
    .at_mut = at_mut,
    .each_mut = each_mut,
    .len = len,
    .is_empty = is_empty,
    .clear = clear,
    .each = each,
    .keys = each, /* the starter looks each key up */
    .apply = apply,
    .inspect = apply,
    .exchange = exchange,
    .traverse = traverse,
    .drain = drain,
    .retain = retain,
    .reserve = reserve,
    .shrink_to_fit = shrink_to_fit,
    .repack = repack,
    .reload = reload,
    .layout = layout,
    .cost = cost,
    .forge = forge,
    .parts = parts,
};

int main(void)
{
    return port_serve(&PORT, stdin, stdout);
}
