/*
 * The port of c-lifo-slab: maps each operation of the port protocol to a function of the slab.
 */
#define STABLELIST_STARTER_IMPLEMENTATION
#include "../../stablelist_conformance/starters/c/starter.h"

#include "slab.h"

/* A key of a slab, which has no id. */
static port_key key_at_cell(slab_key key)
{
    return (port_key){key, 0};
}

static void *open_slab(const port_parameters *parameters)
{
    struct slab *slab = malloc(sizeof *slab);
    if (slab != NULL)
        slab_init(slab, port_number(parameters, "capacity", 0));
    return slab;
}

static void close_slab(void *slab)
{
    slab_free(slab);
    free(slab);
}

/* --- Insertion -------------------------------------------------------------------------------- */

static port_status add(void *slab, int64_t element, port_key *key)
{
    *key = key_at_cell(slab_insert(slab, element));
    return key->index == SLAB_NONE ? PORT_FULL : PORT_OK;
}

struct making {
    port_factory factory;
    void *context;
};

static slab_element make(slab_key key, void *context)
{
    const struct making *making = context;
    return making->factory(making->context, key_at_cell(key));
}

static port_status insert_with(void *slab, port_factory factory, void *context)
{
    return slab_insert_with(slab, make, &(struct making){factory, context}) == SLAB_NONE ? PORT_FULL : PORT_OK;
}

static port_status extend(void *slab, const int64_t *elements, size_t count, port_key *keys)
{
    slab_key *cells = malloc((count + 1) * sizeof *cells);
    bool extended = cells != NULL && slab_extend(slab, count, elements, cells);
    for (size_t i = 0; i < count && extended; i++)
        keys[i] = key_at_cell(cells[i]);
    free(cells);
    return extended ? PORT_OK : PORT_FULL;
}

/* --- One element ------------------------------------------------------------------------------ */

static port_status remove_key(void *slab, port_key key, int64_t *element)
{
    return slab_remove(slab, key.index, element);
}

static port_status at(void *slab, port_key key, int64_t *element)
{
    const slab_element *found = slab_at(slab, key.index);
    if (found != NULL)
        *element = *found;
    return found != NULL;
}

static port_status contains(void *slab, port_key key)
{
    return slab_at(slab, key.index) != NULL;
}

static port_status replace(void *slab, port_key key, int64_t element)
{
    slab_element *found = slab_at(slab, key.index);
    if (found != NULL)
        *found = element;
    return found != NULL;
}

static port_status at_mut(void *slab, port_key key, int64_t difference, int64_t *element)
{
    slab_element *found = slab_at(slab, key.index);
    if (found != NULL)
        *element = *found += difference;
    return found != NULL;
}

/* --- All elements ----------------------------------------------------------------------------- */

static size_t len(void *slab)
{
    return ((const struct slab *)slab)->live;
}

static bool is_empty(void *slab)
{
    return len(slab) == 0;
}

static void clear(void *slab)
{
    slab_clear(slab);
}

static void each(void *slab, port_visit visit, void *context)
{
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
        visit(context, key_at_cell(key), *slab_at(slab, key));
}

static void each_mut(void *slab, int64_t difference)
{
    for (slab_key key = slab_first(slab); key != SLAB_NONE; key = slab_next(slab, key))
        *slab_at(slab, key) += difference;
}

static void take(slab_element element, void *removed)
{
    port_append(removed, element);
}

static port_status drain(void *slab, port_text *removed)
{
    slab_drain(slab, take, removed);
    return PORT_OK;
}

struct retention {
    port_keep keep;
    void *context;
    port_text *removed;
};

static bool keep_or_note(slab_element element, void *context)
{
    const struct retention *retention = context;
    bool kept = retention->keep(retention->context, element);
    if (!kept)
        port_append(retention->removed, element);
    return kept;
}

static port_status retain(void *slab, port_keep keep, void *context, port_text *removed)
{
    slab_retain(slab, keep_or_note, &(struct retention){keep, context, removed});
    return PORT_OK;
}

/* --- Memory and layout ------------------------------------------------------------------------ */

static port_status reserve(void *slab, size_t additional)
{
    return slab_reserve(slab, additional) ? PORT_OK : PORT_FULL;
}

static port_status shrink_to_fit(void *slab)
{
    slab_shrink_to_fit(slab);
    return PORT_OK;
}

static void *reload(void *slab)
{
    struct slab *copy = malloc(sizeof *copy);
    if (copy != NULL && slab_copy(copy, slab))
        return copy;
    free(copy);
    return NULL;
}

static void layout(void *container, port_text *text)
{
    const struct slab *slab = container;
    port_write(text, "%zu:%zu:", slab->live, slab->opened);
    for (slab_key key = slab->head; key != SLAB_NONE; key = slab->cells[key].next)
        port_write(text, key == slab->head ? "%zu" : ",%zu", key);
}

static void cost(void *container, port_text *text)
{
    const struct slab *slab = container;
    port_write(text, "0/0/%zu/%zu", slab->cost.dropped, slab->cost.visited);
}

static port_status forge(uint64_t index, uint64_t id, port_key *key)
{
    *key = (port_key){index, id};
    return id == 0;
}

static void parts(port_key key, uint64_t *index, uint64_t *id)
{
    *index = key.index;
    *id = key.id;
}

static const port_table PORT = {
    .fields = "name=c-lifo-slab version=0.1.0 system=lifo-slab level=cost",
    .open = open_slab,
    .close = close_slab,
    .add = add,
    .insert_with = insert_with,
    .extend = extend,
    .remove = remove_key,
    .at = at,
    .contains = contains,
    .replace = replace,
    .at_mut = at_mut,
    .each_mut = each_mut,
    .len = len,
    .is_empty = is_empty,
    .clear = clear,
    .each = each,
    .keys = each, /* the starter looks each key up */
    .drain = drain,
    .retain = retain,
    .reserve = reserve,
    .shrink_to_fit = shrink_to_fit,
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
