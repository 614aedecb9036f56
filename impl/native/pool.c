/* The pool: the native twin of pool.py. Methods whose name begins with an underscore are called by
 * stable_list.py, which handles the loans itself. */
#define SL_REALLOC PyMem_Realloc
#define SL_FREE PyMem_Free
#include "native.h"

#include <structmember.h>

#include "../c/stablelist.c"

/* --- raising ---------------------------------------------------------------------------------- */

void *refuse(const char *module, const char *function, const char *format, ...) {
    PyObject *loaded = PyImport_ImportModule(module);
    PyObject *called = loaded ? PyObject_GetAttrString(loaded, function) : NULL;
    va_list values;
    va_start(values, format);
    PyObject *arguments = called ? Py_VaBuildValue(format, values) : NULL;
    va_end(values);
    if (arguments) Py_XDECREF(PyObject_CallObject(called, arguments));
    Py_XDECREF(arguments);
    Py_XDECREF(called);
    Py_XDECREF(loaded);
    return NULL;
}

/* Raise the BorrowError of a pool that is lent, or being changed. */
static void *refuse_change(Pool *pool, const char *operation) {
    return refuse("stablelist.lending", "refuse", "(Os)", pool, operation);
}

void *pool_stale(Pool *pool, PyObject *key) {
    return refuse("stablelist.stale", "refuse", "(OO)", pool, key);
}

/* Raise the TypeError for an object that is not a key. */
static void *refuse_object(PyObject *object) {
    return refuse("stablelist.key", "require", "(O)", object);
}

PyObject *pool_missing(PyObject *key, PyObject *answer) {
    return is_key(key) ? Py_NewRef(answer) : refuse_object(key);
}

/* Raise the error of a failed call: no index can name `position`, or there is no memory. */
static void *refuse_room(Pool *pool, sl_status status, const char *operation, uint64_t position) {
    if (status == SL_NO_MEMORY) return PyErr_NoMemory();
    return refuse("stablelist.parameters", "refuse_room", "(OsK)", pool->parameters, operation,
                  (unsigned long long)position);
}

/* A function of a module, if the module was imported by now; it is kept for ever. sys.modules is
 * searched only after it has grown. */
typedef struct {
    const char *module, *name;
    PyObject *function;
    Py_ssize_t searched;
} Found;

static PyObject *find_function(Found *found) {
    PyObject *modules = PyImport_GetModuleDict();
    if (found->function || PyDict_Size(modules) == found->searched) return found->function;
    found->searched = PyDict_Size(modules);
    PyObject *module = PyDict_GetItemString(modules, found->module);
    if (module) found->function = PyObject_GetAttrString(module, found->name);
    if (!found->function) PyErr_Clear();
    return found->function;
}

/* The asyncio task that runs now, as `lenders.task_here` has it, or NULL. Programs that do not import
 * asyncio pay next to nothing. */
static PyObject *task_here(void) {
    static Found running_loop = {"asyncio", "_get_running_loop", NULL, 0};
    static Found here = {"stablelist.lenders", "task_here", NULL, 0};
    PyObject *ask = find_function(&running_loop), *loop = ask ? PyObject_CallNoArgs(ask) : NULL, *task = NULL;
    if (loop && loop != Py_None && find_function(&here)) task = PyObject_CallNoArgs(here.function);
    Py_XDECREF(loop);
    if (PyErr_Occurred()) PyErr_Clear();
    return task;
}

/* Note in which thread and task a loan begins. This is for error messages, so it never fails. */
static void note_lender(Pool *pool) {
    pool->lender_thread = PyThread_get_thread_ident();
    Py_XSETREF(pool->lender_task, task_here());
}

int pool_lend(Pool *pool) {
    if (pool->open == CHANGING) {
        refuse_change(pool, "lending");
        return -1;
    }
    pool->open++; /* first, because the rest may call back */
    note_lender(pool);
    return 0;
}

/* --- keys and ids ----------------------------------------------------------------------------- */

/* The id of a live cell, if ids come from a Python source; a borrowed reference. */
static PyObject *id_at(const Pool *pool, uint64_t position) {
    return (PyObject *)(uintptr_t)pool->list.words[position];
}

uint64_t pool_find(const Pool *pool, PyObject *object) {
    if (!is_key(object)) return SL_NONE;
    const Key *key = (Key *)object;
    if (!pool->source) return sl_find(&pool->list, (sl_key){key->index, key->id});
    /* A key whose id has more than 64 bits stores index and id in a tuple. */
    uint64_t position = key->index == SL_NONE
                            ? PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(key->both, 0))
                            : key->index;
    if (position == UINT64_MAX) PyErr_Clear();
    bool found = position < pool->list.allocated && sl_is_live(&pool->list, position) &&
                 key_has_id(key, id_at(pool, position));
    return found ? position : SL_NONE;
}

PyObject *pool_key_at(const Pool *pool, uint64_t position) {
    if (!pool->source) return key_new(position, pool->list.words[position]);
    /* Held, because allocating the key may call a finaliser that removes the element. */
    PyObject *id = Py_NewRef(id_at(pool, position)), *key = key_of_any_id(position, id);
    Py_DECREF(id);
    return key;
}

/* The id of the next element, as an object. */
static PyObject *next_id(Pool *pool) {
    if (pool->source) return Py_NewRef(pool->next_id);
    return PyLong_FromUnsignedLongLong(pool->list.next_id);
}

/* The id that a Python source returns after another one. */
static PyObject *following_id(Pool *pool, PyObject *id) {
    PyObject *stamps = PyImport_ImportModule("stablelist.stamps");
    PyObject *following = stamps ? PyObject_CallMethod(stamps, "following", "OO", pool->source, id) : NULL;
    Py_XDECREF(stamps);
    return following;
}

/* --- one element ------------------------------------------------------------------------------ */

/* Put an element at the next position, with the id of a counter. */
static PyObject *place_counted(Pool *pool, PyObject *element, const char *operation) {
    /* The key first, so that nothing has changed if there is no memory for it. */
    Key *key = (Key *)key_new(0, 0);
    if (!key) return NULL;
    sl_key at;
    sl_status status = sl_add(&pool->list, &at);
    if (status != SL_OK) {
        Py_DECREF(key);
        return refuse_room(pool, status, operation, sl_next_index(&pool->list));
    }
    key->index = at.index;
    key->id = at.id;
    *pool_cell(pool, at.index) = Py_NewRef(element);
    return (PyObject *)key;
}

/* Put an element at the next position, with the id of a Python source. */
static PyObject *place_sourced(Pool *pool, PyObject *element, PyObject *id, const char *operation) {
    uint64_t position = sl_next_index(&pool->list);
    PyObject *key = key_of_any_id(position, id);
    if (!key) return NULL;
    sl_key at;
    sl_status status = sl_add(&pool->list, &at);
    if (status != SL_OK) {
        Py_DECREF(key);
        return refuse_room(pool, status, operation, position);
    }
    pool->list.words[position] = (uintptr_t)Py_NewRef(id);
    *pool_cell(pool, position) = Py_NewRef(element);
    return key;
}

/* Put an element at the next position, and determine the id after its own. */
static PyObject *place(Pool *pool, PyObject *element, const char *operation) {
    if (!pool->source) return place_counted(pool, element, operation);
    /* Neither the source nor a finaliser, during an allocation, may change the pool. */
    Py_ssize_t before = pool->open;
    pool->open = CHANGING;
    PyObject *following = following_id(pool, pool->next_id), *key = NULL;
    if (following) key = place_sourced(pool, element, pool->next_id, operation);
    if (key) Py_SETREF(pool->next_id, Py_NewRef(following));
    Py_XDECREF(following);
    pool->open = before;
    return key;
}

/* Remove and return the element of a live cell. */
static PyObject *vacate(Pool *pool, uint64_t position) {
    PyObject *element = *pool_cell(pool, position);
    *pool_cell(pool, position) = NULL;
    if (pool->source) Py_DECREF(id_at(pool, position)); /* an int, so this calls no finaliser */
    sl_remove(&pool->list, position);
    return element;
}

/* Replace an element, and return the old one: a callback from its `__del__` must find the new one. */
static PyObject *exchange(Pool *pool, uint64_t position, PyObject *element) {
    PyObject *held = *pool_cell(pool, position);
    *pool_cell(pool, position) = Py_NewRef(element);
    return held;
}

static PyObject *add(Pool *pool, PyObject *element) {
    if (pool->open) return refuse_change(pool, "add");
    return place(pool, element, "add");
}

static PyObject *remove_(Pool *pool, PyObject *key) {
    if (!is_key(key)) return refuse_object(key);
    if (pool->open) return refuse_change(pool, "remove");
    uint64_t position = pool_find(pool, key);
    if (position == SL_NONE) Py_RETURN_NONE;
    return vacate(pool, position);
}

static PyObject *at(Pool *pool, PyObject *key) {
    uint64_t position = pool_find(pool, key);
    return position == SL_NONE ? pool_missing(key, Py_None) : Py_NewRef(*pool_cell(pool, position));
}

static PyObject *get(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "get() takes a key and a default, not %zd arguments", count);
    uint64_t position = pool_find(pool, args[0]);
    if (position != SL_NONE) return Py_NewRef(*pool_cell(pool, position));
    return pool_missing(args[0], count == 2 ? args[1] : Py_None);
}

static PyObject *contains(Pool *pool, PyObject *key) {
    return pool_find(pool, key) == SL_NONE ? pool_missing(key, Py_False) : Py_NewRef(Py_True);
}

static int has(Pool *pool, PyObject *key) { return pool_find(pool, key) != SL_NONE; }

static PyObject *replace(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "replace() takes a key and an element, not %zd arguments", count);
    uint64_t position = pool_find(pool, args[0]);
    if (position == SL_NONE) return pool_missing(args[0], Py_False);
    Py_DECREF(exchange(pool, position, args[1]));
    Py_RETURN_TRUE;
}

static PyObject *subscript(Pool *pool, PyObject *key) {
    uint64_t position = pool_find(pool, key);
    return position == SL_NONE ? pool_stale(pool, key) : Py_NewRef(*pool_cell(pool, position));
}

/* `pool[key] = element`, or `del pool[key]`. */
static int assign_subscript(Pool *pool, PyObject *key, PyObject *element) {
    if (!element && !is_key(key)) {
        refuse_object(key);
        return -1;
    }
    if (!element && pool->open) {
        refuse_change(pool, "del");
        return -1;
    }
    uint64_t position = pool_find(pool, key);
    if (position == SL_NONE) {
        pool_stale(pool, key);
        return -1;
    }
    /* Called by name, because a subclass may override it. */
    PyObject *held = element ? exchange(pool, position, element)
                             : PyObject_CallMethod((PyObject *)pool, "remove", "O", key);
    Py_XDECREF(held);
    return held ? 0 : -1;
}

static Py_ssize_t length(Pool *pool) { return (Py_ssize_t)sl_length(&pool->list); }

/* --- all elements ----------------------------------------------------------------------------- */

static PyObject *keys(PyObject *pool, PyObject *Py_UNUSED(argument)) {
    return view_new(&KeysView_Type, pool);
}

static PyObject *values(PyObject *pool, PyObject *Py_UNUSED(argument)) {
    return view_new(&ValuesView_Type, pool);
}

static PyObject *items(PyObject *pool, PyObject *Py_UNUSED(argument)) {
    return view_new(&ItemsView_Type, pool);
}

static PyObject *iter(Pool *pool) { return iterate(pool, &KeyIterator_Type); }

/* --- for stable_list.py: one cell at a time --------------------------------------------------- */

/* The position of a live cell from a Python int; SL_NONE and an exception if it is not one. */
static uint64_t live_position(Pool *pool, PyObject *number) {
    uint64_t position = PyLong_AsUnsignedLongLong(number);
    if (position == UINT64_MAX && PyErr_Occurred()) return SL_NONE;
    if (position < pool->list.allocated && sl_is_live(&pool->list, position)) return position;
    PyErr_Format(PyExc_IndexError, "no element is at position %R", number);
    return SL_NONE;
}

static PyObject *find(Pool *pool, PyObject *key) {
    if (!is_key(key)) return refuse_object(key);
    uint64_t position = pool_find(pool, key);
    return PyLong_FromLongLong(position == SL_NONE ? -1 : (long long)position);
}

static PyObject *element(Pool *pool, PyObject *number) {
    uint64_t position = live_position(pool, number);
    return position == SL_NONE ? NULL : Py_NewRef(*pool_cell(pool, position));
}

static PyObject *key_at(Pool *pool, PyObject *number) {
    uint64_t position = PyLong_AsUnsignedLongLong(number);
    if (position == UINT64_MAX && PyErr_Occurred()) return NULL;
    if (position >= pool->list.allocated || !sl_is_live(&pool->list, position)) Py_RETURN_NONE;
    return pool_key_at(pool, position);
}

static PyObject *exchange_at(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "pass a position and an element");
    uint64_t position = live_position(pool, args[0]);
    return position == SL_NONE ? NULL : exchange(pool, position, args[1]);
}

static PyObject *vacate_at(Pool *pool, PyObject *number) {
    uint64_t position = live_position(pool, number);
    return position == SL_NONE ? NULL : vacate(pool, position);
}

static PyObject *put(Pool *pool, PyObject *element) { return place(pool, element, "add"); }

/* The next `count` ids of a source, which are used up at once, and their keys. */
static PyObject *next_ids(Pool *pool, Py_ssize_t count) {
    PyObject *ids = PyList_New(0);
    if (!ids) return NULL;
    PyObject *id = Py_NewRef(pool->next_id);
    while (id && PyList_GET_SIZE(ids) < count) {
        if (PyList_Append(ids, id) < 0) break;
        Py_SETREF(id, following_id(pool, id));
    }
    if (PyErr_Occurred()) {
        Py_XDECREF(id);
        Py_DECREF(ids);
        return NULL;
    }
    Py_SETREF(pool->next_id, id);
    return ids;
}

/* Put all elements of a list at the next positions, and return a list of their keys. If the source
 * of ids fails, nothing has changed. */
static PyObject *put_all(Pool *pool, PyObject *elements) {
    if (!PyList_Check(elements)) return PyErr_Format(PyExc_TypeError, "%R is not a list", elements);
    Py_ssize_t count = PyList_GET_SIZE(elements);
    PyObject *keys = PyList_New(0), *ids = NULL;
    if (!keys || (pool->source && !(ids = next_ids(pool, count)))) {
        Py_XDECREF(keys);
        return NULL;
    }
    /* The source of ids was called in between, and may have changed the list of elements. */
    for (Py_ssize_t n = 0; n < count && n < PyList_GET_SIZE(elements); n++) {
        PyObject *element = PyList_GET_ITEM(elements, n);
        PyObject *key = ids ? place_sourced(pool, element, PyList_GET_ITEM(ids, n), "extend")
                            : place_counted(pool, element, "extend");
        int failed = !key || PyList_Append(keys, key) < 0;
        Py_XDECREF(key);
        if (!failed) continue;
        Py_CLEAR(keys);
        break;
    }
    Py_XDECREF(ids);
    return keys;
}

static PyObject *next_key(Pool *pool, PyObject *operation) {
    uint64_t position = sl_next_index(&pool->list);
    if (!sl_has_room(&pool->list, 1))
        return refuse_room(pool, SL_FULL, PyUnicode_AsUTF8(operation), position);
    if (pool->source) return key_of_any_id(position, pool->next_id);
    return key_new(position, pool->list.next_id);
}

static PyObject *charge(Pool *pool, PyObject *Py_UNUSED(argument)) {
    sl_charge(&pool->list);
    Py_RETURN_NONE;
}

static PyObject *live_items(Pool *pool, PyObject *Py_UNUSED(argument)) { return iterate_unlent(pool, &ItemIterator_Type); }

/* Make every cell vacant, and return their contents. */
static PyObject *clear(Pool *pool, PyObject *Py_UNUSED(argument)) {
    PyObject *held = PyList_New(length(pool));
    if (!held) return NULL;
    sl_cursor cursor = sl_begin(&pool->list);
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(held); n++) {
        uint64_t position = sl_next(&pool->list, &cursor);
        PyList_SET_ITEM(held, n, *pool_cell(pool, position));
        if (pool->source) Py_DECREF(id_at(pool, position));
    }
    sl_clear(&pool->list);
    return held;
}

/* --- for stable_list.py: memory and internal state -------------------------------------------- */

static PyObject *reserve(Pool *pool, PyObject *number) {
    uint64_t additional = PyLong_AsUnsignedLongLong(number);
    if (additional == UINT64_MAX && PyErr_Occurred()) return NULL;
    if (sl_reserve(&pool->list, additional) == SL_NO_MEMORY) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *shrink(Pool *pool, PyObject *Py_UNUSED(argument)) {
    sl_shrink_to_fit(&pool->list);
    Py_RETURN_NONE;
}

/* The length of the element space, opened cells, allocated cells. */
static PyObject *lengths(Pool *pool, PyObject *Py_UNUSED(argument)) {
    const sl_list *list = &pool->list;
    return Py_BuildValue("(KKK)", (unsigned long long)sl_space(list), (unsigned long long)sl_opened(list),
                         (unsigned long long)list->allocated);
}

/* A free list, head first, as a tuple of positions. */
static PyObject *free_list(const Pool *pool, const sl_partition *part) {
    PyObject *free = PyList_New(0); /* may collect garbage, and so run finalisers; the code below does not */
    if (!free) return NULL;
    for (uint64_t position = part->head; position != SL_NONE; position = pool->list.words[position]) {
        PyObject *number = PyLong_FromUnsignedLongLong(position);
        int failed = !number || PyList_Append(free, number) < 0;
        Py_XDECREF(number);
        if (failed) {
            Py_DECREF(free);
            return NULL;
        }
    }
    PyObject *result = PyList_AsTuple(free);
    Py_DECREF(free);
    return result;
}

/* Start, size, live cells, opened cells and free list of a partition. */
static PyObject *picture_of(const Pool *pool, const sl_partition *part) {
    PyObject *free = free_list(pool, part);
    if (!free) return NULL;
    return Py_BuildValue("(KKKKN)", (unsigned long long)part->start, (unsigned long long)part->size,
                         (unsigned long long)part->live, (unsigned long long)part->opened, free);
}

/* The three partitions. */
static PyObject *picture(Pool *pool, PyObject *Py_UNUSED(argument)) {
    PyObject *q1 = picture_of(pool, &pool->list.q1), *q2 = q1 ? picture_of(pool, &pool->list.q2) : NULL;
    PyObject *h2 = q2 ? picture_of(pool, &pool->list.h2) : NULL;
    if (h2) return Py_BuildValue("(NNN)", q1, q2, h2);
    Py_XDECREF(q1);
    Py_XDECREF(q2);
    return NULL;
}

/* Elements, keys and links of all cells, as lists, and their marks: for `check`. */
static PyObject *cells(Pool *pool, PyObject *Py_UNUSED(argument)) {
    PyObject *elements = PyList_New(0), *keys = PyList_New(0), *links = PyList_New(0);
    PyObject *marks = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)pool->list.allocated);
    bool made = elements && keys && links && marks;
    for (uint64_t position = 0; made && position < pool->list.allocated; position++) {
        bool live = sl_is_live(&pool->list, position);
        bool linked = !live && position < sl_opened(&pool->list);
        PyObject *element = live ? Py_NewRef(*pool_cell(pool, position)) : Py_NewRef(Py_None);
        PyObject *key = live ? pool_key_at(pool, position) : Py_NewRef(Py_None);
        PyObject *link = PyLong_FromLongLong(linked ? (long long)pool->list.words[position] : -1);
        bool failed = !key || !link || PyList_Append(elements, element) < 0 ||
                      PyList_Append(keys, key) < 0 || PyList_Append(links, link) < 0;
        Py_DECREF(element);
        Py_XDECREF(key);
        Py_XDECREF(link);
        PyBytes_AS_STRING(marks)[position] = live;
        if (failed) break;
    }
    if (!PyErr_Occurred()) return Py_BuildValue("(NNNN)", elements, keys, links, marks);
    Py_XDECREF(elements);
    Py_XDECREF(keys);
    Py_XDECREF(links);
    Py_XDECREF(marks);
    return NULL;
}

/* Visits, moved, dropped, cells, removals, truncations. */
static PyObject *costs(Pool *pool, PyObject *Py_UNUSED(argument)) {
    const sl_cost *cost = &pool->list.cost;
    return Py_BuildValue("(KKKKKK)", (unsigned long long)cost->visits, (unsigned long long)cost->moved,
                         (unsigned long long)cost->dropped, (unsigned long long)cost->cells,
                         (unsigned long long)cost->removals, (unsigned long long)cost->truncations);
}

static PyObject *get_next_id(Pool *pool, void *Py_UNUSED(closure)) { return next_id(pool); }

static PyObject *memory(Pool *pool, PyObject *Py_UNUSED(argument)) {
    size_t cells = (size_t)pool->list.allocated * (sizeof(PyObject *) + sizeof(uint64_t));
    return PyLong_FromSize_t(cells + chunks(pool->list.allocated) * sizeof(uint64_t));
}

/* --- beginning and ending --------------------------------------------------------------------- */

/* Read a numeric attribute of the parameters. */
static bool number_of(PyObject *parameters, const char *name, uint64_t *number) {
    PyObject *value = PyObject_GetAttrString(parameters, name);
    *number = value ? PyLong_AsUnsignedLongLong(value) : UINT64_MAX;
    Py_XDECREF(value);
    return *number != UINT64_MAX || !PyErr_Occurred();
}

/* The parameters, as options of the list in C. */
static bool options_of(PyObject *parameters, uint64_t last_id, sl_options *options) {
    uint64_t mode;
    *options = (sl_options){.element_size = sizeof(PyObject *), .last_id = last_id};
    if (!number_of(parameters, "least_space", &options->minimum) ||
        !number_of(parameters, "initial_space", &options->capacity) ||
        !number_of(parameters, "index_end", &options->index_end) ||
        !number_of(parameters, "most_live", &options->maximum) ||
        !number_of(parameters, "mode_number", &mode))
        return false;
    options->truncate = (sl_truncate)mode;
    return true;
}

/* Give the pool the contents of another list; its previous contents are moved to `old`. */
static void swap(Pool *pool, Pool *old) {
    Pool before = *pool;
    pool->list = old->list, old->list = before.list;
    pool->parameters = old->parameters, old->parameters = before.parameters;
    pool->source = old->source, old->source = before.source;
    pool->next_id = old->next_id, old->next_id = before.next_id;
}

/* Release the elements and ids of the live cells below a position. */
static void release_cells(Pool *pool, uint64_t end) {
    for (uint64_t position = 0; position < end; position++) {
        if (!sl_is_live(&pool->list, position)) continue;
        if (pool->source) Py_DECREF(id_at(pool, position));
        Py_DECREF(*pool_cell(pool, position));
    }
}

/* Release the contents of a pool. */
static void release_all(Pool *pool) {
    release_cells(pool, sl_opened(&pool->list));
    sl_free(&pool->list);
    Py_CLEAR(pool->parameters);
    Py_CLEAR(pool->source);
    Py_CLEAR(pool->next_id);
}

/* _begin(parameters, next_id): make this an empty pool. */
static PyObject *begin(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "pass parameters and an id");
    PyObject *parameters = args[0], *first_id = args[1];
    Pool fresh = {.list = {.words = NULL}};
    uint64_t last_id = 0;
    PyObject *last = PyObject_GetAttrString(parameters, "last_id");
    if (!last) return NULL;
    if (last == Py_None) {
        fresh.source = PyObject_GetAttrString(parameters, "ids");
        fresh.next_id = Py_NewRef(first_id);
    } else {
        last_id = PyLong_AsUnsignedLongLong(last);
        fresh.list.next_id = PyLong_AsUnsignedLongLong(first_id);
    }
    Py_DECREF(last);
    sl_options options;
    uint64_t first = fresh.list.next_id;
    fresh.parameters = Py_NewRef(parameters);
    if (PyErr_Occurred() || !options_of(parameters, last_id, &options)) goto failed;
    if (sl_init(&fresh.list, &options) != SL_OK) {
        PyErr_NoMemory();
        goto failed;
    }
    fresh.list.next_id = first;
    if (pool->open) {
        refuse_change(pool, "__init__");
        goto failed;
    }
    swap(pool, &fresh);
    /* Last, when the pool is consistent, because finalisers may call back. */
    release_all(&fresh);
    Py_RETURN_NONE;
failed:
    release_all(&fresh);
    return NULL;
}

/* _take(fresh): exchange contents with another pool. */
static PyObject *take(Pool *pool, PyObject *fresh) {
    if (!PyObject_TypeCheck(fresh, &Pool_Type)) return PyErr_Format(PyExc_TypeError, "%R is not a pool", fresh);
    if (pool->open > 0) return refuse_change(pool, "_take");
    if (((Pool *)fresh)->open) return refuse_change((Pool *)fresh, "_take");
    swap(pool, (Pool *)fresh);
    Py_RETURN_NONE;
}

/* Load one partition: its opened cells and its free list. */
static bool load_partition(sl_list *list, sl_partition *part, uint64_t opened, PyObject *free) {
    uint64_t own = opened > part->start ? opened - part->start : 0;
    part->opened = part->live = own < part->size ? own : part->size;
    for (Py_ssize_t n = PyTuple_GET_SIZE(free); n > 0; n--) {
        uint64_t position = PyLong_AsUnsignedLongLong(PyTuple_GET_ITEM(free, n - 1));
        if (position == UINT64_MAX && PyErr_Occurred()) return false;
        push(part, position, list->words);
    }
    return true;
}

/* Fill the opened cells of an empty list. */
static bool load_cells(Pool *pool, PyObject *ids, PyObject *elements) {
    Py_ssize_t taken = 0;
    for (Py_ssize_t position = 0; position < PyList_GET_SIZE(ids); position++) {
        PyObject *id = PyList_GET_ITEM(ids, position);
        *pool_cell(pool, (uint64_t)position) = NULL;
        if (id == Py_None) continue;
        uint64_t word = pool->source ? (uintptr_t)Py_NewRef(id) : PyLong_AsUnsignedLongLong(id);
        if (word == UINT64_MAX && PyErr_Occurred()) return false;
        *pool_cell(pool, (uint64_t)position) = Py_NewRef(PyList_GET_ITEM(elements, taken++));
        pool->list.words[position] = word;
        pool->list.live[position / 64] |= (uint64_t)1 << (position % 64);
    }
    return true;
}

/* _load(space, allocated, ids, elements, free, cost, cells): fill a new pool with a saved state,
 * which saving.py has checked. If memory runs out the pool is empty. */
static PyObject *load(Pool *pool, PyObject *args) {
    unsigned long long space, allocated, visits, moved, dropped, removals, truncations, cells;
    PyObject *ids, *elements, *q1, *q2, *h2;
    if (!PyArg_ParseTuple(args, "KKO!O!(O!O!O!)(KKKKK)K", &space, &allocated, &PyList_Type, &ids,
                          &PyList_Type, &elements, &PyTuple_Type, &q1, &PyTuple_Type, &q2,
                          &PyTuple_Type, &h2, &visits, &moved, &dropped, &removals, &truncations, &cells))
        return NULL;
    sl_list *list = &pool->list;
    uint64_t opened = (uint64_t)PyList_GET_SIZE(ids);
    if (allocated > list->allocated && allocate(list, allocated) != SL_OK) return PyErr_NoMemory();
    if (allocated < list->allocated) release(list, allocated);
    divide(list, space);
    if (!load_cells(pool, ids, elements) || !load_partition(list, &list->q1, opened, q1) ||
        !load_partition(list, &list->q2, opened, q2) || !load_partition(list, &list->h2, opened, h2)) {
        release_cells(pool, opened);
        memset(list->live, 0, chunks(opened) * sizeof *list->live);
        divide(list, space);
        return NULL;
    }
    list->cost = (sl_cost){visits, moved, dropped, cells, removals, truncations};
    Py_RETURN_NONE;
}

/* A pool always has a list, even if `__init__` was not called, so no method has to check. */
static PyObject *new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs)) {
    Pool *pool = (Pool *)type->tp_alloc(type, 0);
    if (!pool) return NULL;
    sl_options options = sl_defaults(sizeof(PyObject *));
    if (sl_init(&pool->list, &options) != SL_OK) {
        Py_DECREF(pool);
        return PyErr_NoMemory();
    }
    return (PyObject *)pool;
}

static int traverse(Pool *pool, visitproc visit, void *arg) {
    for (uint64_t position = 0; position < sl_opened(&pool->list); position++)
        if (sl_is_live(&pool->list, position)) Py_VISIT(*pool_cell(pool, position));
    Py_VISIT(pool->parameters);
    Py_VISIT(pool->source);
    return 0;
}

/* Break cycles. The cells stay live, so that the pool is consistent if finalisers call back. */
static int clear_references(Pool *pool) {
    for (uint64_t position = 0; position < sl_opened(&pool->list); position++)
        if (sl_is_live(&pool->list, position)) Py_DECREF(exchange(pool, position, Py_None));
    return 0;
}

static void dealloc(Pool *pool) {
    PyObject_GC_UnTrack(pool);
    release_all(pool);
    Py_XDECREF(pool->lender_task);
    Py_TYPE(pool)->tp_free((PyObject *)pool);
}

/* --- the type --------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
    {"add", (PyCFunction)add, METH_O, "add($self, element, /)\n--\n\n"},
    {"remove", (PyCFunction)remove_, METH_O, "remove($self, key, /)\n--\n\n"},
    {"at", (PyCFunction)at, METH_O, "at($self, key, /)\n--\n\n"},
    {"get", FAST get, METH_FASTCALL, "get($self, key, default=None, /)\n--\n\n"},
    {"contains", (PyCFunction)contains, METH_O, "contains($self, key, /)\n--\n\n"},
    {"replace", FAST replace, METH_FASTCALL, "replace($self, key, element, /)\n--\n\n"},
    {"keys", keys, METH_NOARGS, "keys($self, /)\n--\n\n"},
    {"values", values, METH_NOARGS, "values($self, /)\n--\n\n"},
    {"items", items, METH_NOARGS, "items($self, /)\n--\n\n"},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {"_begin", FAST begin, METH_FASTCALL, NULL},
    {"_cells", (PyCFunction)cells, METH_NOARGS, NULL},
    {"_charge", (PyCFunction)charge, METH_NOARGS, NULL},
    {"_clear", (PyCFunction)clear, METH_NOARGS, NULL},
    {"_costs", (PyCFunction)costs, METH_NOARGS, NULL},
    {"_element", (PyCFunction)element, METH_O, NULL},
    {"_exchange", FAST exchange_at, METH_FASTCALL, NULL},
    {"_find", (PyCFunction)find, METH_O, NULL},
    {"_key_at", (PyCFunction)key_at, METH_O, NULL},
    {"_lengths", (PyCFunction)lengths, METH_NOARGS, NULL},
    {"_live_items", (PyCFunction)live_items, METH_NOARGS, NULL},
    {"_load", (PyCFunction)load, METH_VARARGS, NULL},
    {"_memory", (PyCFunction)memory, METH_NOARGS, NULL},
    {"_next_key", (PyCFunction)next_key, METH_O, NULL},
    {"_picture", (PyCFunction)picture, METH_NOARGS, NULL},
    {"_put", (PyCFunction)put, METH_O, NULL},
    {"_put_all", (PyCFunction)put_all, METH_O, NULL},
    {"_reserve", (PyCFunction)reserve, METH_O, NULL},
    {"_shrink", (PyCFunction)shrink, METH_NOARGS, NULL},
    {"_take", (PyCFunction)take, METH_O, NULL},
    {"_vacate", (PyCFunction)vacate_at, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"_lender_task", T_OBJECT, offsetof(Pool, lender_task), 0, NULL},
    {"_lender_thread", T_ULONG, offsetof(Pool, lender_thread), 0, NULL},
    {"_open", T_PYSSIZET, offsetof(Pool, open), 0, NULL},
    {"_parameters", T_OBJECT, offsetof(Pool, parameters), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"_next_id", (getter)get_next_id, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMappingMethods as_mapping = {
    .mp_length = (lenfunc)length,
    .mp_subscript = (binaryfunc)subscript,
    .mp_ass_subscript = (objobjargproc)assign_subscript,
};

static PySequenceMethods as_sequence = {.sq_contains = (objobjproc)has};

PyTypeObject Pool_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stablelist.pool.Pool",
    .tp_basicsize = sizeof(Pool),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = new,
    .tp_dealloc = (destructor)dealloc,
    .tp_traverse = (traverseproc)traverse,
    .tp_clear = (inquiry)clear_references,
    .tp_iter = (getiterfunc)iter,
    .tp_methods = methods,
    .tp_members = members,
    .tp_getset = properties,
    .tp_as_mapping = &as_mapping,
    .tp_as_sequence = &as_sequence,
};
