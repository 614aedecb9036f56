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
    return failed();
}

void *pool_refuse_change(Pool *pool, const char *operation) {
    return refuse("stablelist.lending", "refuse", "(Osn)", pool, operation, pool->open);
}

void *pool_refuse_invalidated(void) { return refuse("stablelist.lending", "refuse_invalidated", "()"); }

void pool_invalidate(Pool *pool) {
    pool->era++;
    pool->open = pool->iterators = 0;
}

/* Raise the error of a finaliser that changed the pool during an allocation, although the caller should
 * have prevented it by a loan or a change. */
static void *refuse_interference(void) {
    PyErr_SetString(PyExc_RuntimeError, "the list was changed while it was read");
    return NULL;
}

/* Whether a change is under way, as the methods of one require; false and an exception if not. */
static bool is_changing(const Pool *pool) {
    if (pool->open == CHANGING) return true;
    PyErr_SetString(PyExc_RuntimeError, "this is a part of a change, and none is under way; call a public method");
    return false;
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

/* The same of a module of this package, which is imported; NULL and an exception if there is no memory for that. */
static PyObject *import_function(Found *found) {
    PyObject *module = found->function ? NULL : PyImport_ImportModule(found->module);
    if (module) found->function = PyObject_GetAttrString(module, found->name);
    Py_XDECREF(module);
    return found->function;
}

/* Raise the TypeError for an object that is not a key. */
static void *refuse_object(PyObject *object) {
    return refuse("stablelist.key", "require", "(O)", object);
}

/* What is in the cell of a key that does not resolve, as `stale.found` has it. */
static PyObject *found_in_cell(const Pool *pool, const Key *key) {
    uint64_t position = key_position(key);
    if (position >= sl_opened(pool->list)) return Py_NewRef(Py_False);
    return sl_is_live(pool->list, position) ? pool_key_at(pool, position) : Py_NewRef(Py_True);
}

/* The error is made without its `__init__`, and says why only when it is asked: most are caught at once. */
void *pool_stale(Pool *pool, PyObject *key) {
    static Found error = {"stablelist.errors", "StaleKeyError", NULL, 0};
    if (!is_key(key)) return refuse_object(key);
    PyTypeObject *kind = (PyTypeObject *)import_function(&error);
    PyObject *cell = kind ? found_in_cell(pool, (Key *)key) : NULL;
    PyObject *args = cell ? PyTuple_Pack(2, key, cell) : NULL, *made = args ? kind->tp_new(kind, args, NULL) : NULL;
    if (made) PyErr_SetObject((PyObject *)kind, made);
    Py_XDECREF(made);
    Py_XDECREF(args);
    Py_XDECREF(cell);
    return failed();
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

/* The asyncio task that runs in this loop; a new reference, None or NULL. */
static PyObject *task_of(PyObject *loop) {
    static Found current_task = {"asyncio.tasks", "current_task", NULL, 0};
    return find_function(&current_task) ? PyObject_CallOneArg(current_task.function, loop) : NULL;
}

/* The asyncio task that runs in this thread; a new reference, None or NULL. */
static PyObject *running_task(void) {
    static Found running_loop = {"asyncio", "_get_running_loop", NULL, 0};
    static Found current_tasks = {"asyncio.tasks", "_current_tasks", NULL, 0}; /* up to CPython 3.13 */
    static unsigned long thread;  /* that asked last, */
    static const PyObject *known; /* and its loop, compared with one that is alive: to ask takes a system call */
    PyObject *tasks = find_function(&current_tasks), *loop = NULL, *task;
    if (tasks && PyDict_CheckExact(tasks)) {
        if (!PyDict_GET_SIZE(tasks)) return NULL;
        Py_ssize_t first = 0;
        bool alone = PyDict_GET_SIZE(tasks) == 1 && PyDict_Next(tasks, &first, &loop, &task);
        if (alone && loop == known && thread == PyThread_get_thread_ident()) return Py_NewRef(task);
    }
    loop = find_function(&running_loop) ? PyObject_CallNoArgs(running_loop.function) : NULL;
    task = loop && loop != Py_None ? task_of(loop) : NULL;
    thread = PyThread_get_thread_ident();
    known = loop;
    Py_XDECREF(loop);
    return task;
}

/* A reference to that task, as `lenders.task_here` has it, or NULL. It costs little where no task runs. */
static PyObject *task_here(void) {
    PyObject *task = running_task(), *reference = task && task != Py_None ? PyWeakref_NewRef(task, NULL) : NULL;
    Py_XDECREF(task);
    if (PyErr_Occurred()) PyErr_Clear();
    return reference;
}

/* Note in which thread and task a loan begins. This is for error messages, so it never fails. */
static void note_lender(Pool *pool) {
    pool->lender_thread = PyThread_get_thread_ident();
    Py_XSETREF(pool->lender_task, task_here());
}

int pool_lend(Pool *pool, uint64_t *era) {
    if (pool->open == CHANGING) {
        pool_refuse_change(pool, "lending");
        return -1;
    }
    *era = pool->era;
    pool->iterators++, pool->open++; /* first, because the rest may call back */
    note_lender(pool);
    return 0;
}

/* --- the list in plain C ---------------------------------------------------------------------- */

/* The list that new pools share: it is empty, and no method changes more of it than the cells that an iteration
 * is charged with, of which it has none. There are many lists that never hold an element, and this makes them
 * cheap. It has the options that belong to `parameters`, and is what a pool has whose `__init__` was not called. */
static struct {
    sl_list list;
    uint8_t index_bits;   /* of these parameters */
    PyObject *parameters; /* NULL at first */
    PyTypeObject *kind;   /* the class whose default parameters they are, */
    PyObject *init;       /* and its `__init__` */
} standard;

static PyObject *init_name, *remove_name; /* interned */

int pool_ready(void) {
    sl_options options = sl_defaults(sizeof(PyObject *));
    if (!init_name) init_name = PyUnicode_InternFromString("__init__");
    if (!remove_name) remove_name = PyUnicode_InternFromString("remove");
    if (!init_name || !remove_name) return -1;
    if (standard.list.allocated || sl_init(&standard.list, &options) == SL_OK) return 0;
    PyErr_NoMemory();
    return -1;
}

/* Let a pool without a list share the standard one. */
static void share(Pool *pool) {
    pool->list = &standard.list;
    pool->index_bits = standard.index_bits;
    pool->shares = true;
}

/* Give a pool without a list a new one. It raises nothing if that fails. */
static sl_status make_list(Pool *pool, const sl_options *options, uint64_t next_id) {
    sl_list *list = PyMem_Malloc(sizeof *list);
    sl_status status = list ? sl_init(list, options) : SL_NO_MEMORY;
    if (status != SL_OK) {
        PyMem_Free(list);
        return status;
    }
    list->next_id = next_id;
    pool->list = list;
    pool->shares = false;
    return SL_OK;
}

bool pool_own(Pool *pool) {
    if (!pool->shares) return true;
    if (make_list(pool, &standard.list.options, standard.list.next_id) == SL_OK) return true;
    PyErr_NoMemory();
    return false;
}

/* --- keys and ids ----------------------------------------------------------------------------- */

/* The id of a live cell, if ids come from a Python source; a borrowed reference. */
static PyObject *id_at(const Pool *pool, uint64_t position) {
    return (PyObject *)(uintptr_t)pool->list->words[position];
}

uint64_t pool_find(const Pool *pool, PyObject *object) {
    if (!is_key(object)) return SL_NONE;
    const Key *key = (Key *)object;
    if (!pool->source) return sl_find(pool->list, (sl_key){key->index, key->id});
    uint64_t position = key_position(key);
    bool found = position < pool->list->allocated && sl_is_live(pool->list, position) &&
                 key_has_id(key, id_at(pool, position));
    return found ? position : SL_NONE;
}

PyObject *pool_key_at(const Pool *pool, uint64_t position) {
    if (!pool->source) return key_new(position, pool->list->words[position]);
    /* Held, because allocating the key may call a finaliser that removes the element. */
    PyObject *id = Py_NewRef(id_at(pool, position)), *key = key_of_any_id(position, id);
    Py_DECREF(id);
    return key;
}

/* The id of the next element, as an object. */
static PyObject *next_id(Pool *pool) {
    if (pool->source) return Py_NewRef(pool->next_id);
    return PyLong_FromUnsignedLongLong(pool->list->next_id);
}

/* The id that a Python source returns after another one. */
static PyObject *following_id(Pool *pool, PyObject *id) {
    PyObject *stamps = PyImport_ImportModule("stablelist.stamps");
    PyObject *following = stamps ? PyObject_CallMethod(stamps, "following", "OO", pool->source, id) : NULL;
    Py_XDECREF(stamps);
    if (!following) return failed();
    if (PyLong_CheckExact(following)) return following;
    PyErr_Format(PyExc_TypeError, "%R is not an id", following);
    Py_DECREF(following);
    return NULL;
}

/* --- one element ------------------------------------------------------------------------------ */

PyObject *pool_place_under(Pool *pool, PyObject *element, PyObject *key, const char *operation) {
    if (pool->shares && !pool_own(pool)) return NULL;
    sl_key at;
    sl_status status = sl_add(pool->list, &at);
    if (status != SL_OK) return refuse_room(pool, status, operation, sl_next_index(pool->list));
    ((Key *)key)->index = at.index;
    ((Key *)key)->id = at.id;
    *pool_cell(pool, at.index) = Py_NewRef(element);
    return key;
}

/* Put an element at the next position, with the id of a counter. */
static PyObject *place_counted(Pool *pool, PyObject *element, const char *operation) {
    /* The key first, so that nothing has changed if there is no memory for it. */
    PyObject *key = key_new(0, 0);
    if (key && !pool_place_under(pool, element, key, operation)) Py_CLEAR(key);
    return key;
}

/* Put an element at the next position, with the id of a Python source. */
static PyObject *place_sourced(Pool *pool, PyObject *element, PyObject *id, const char *operation) {
    uint64_t position = sl_next_index(pool->list);
    PyObject *key = key_of_any_id(position, id);
    if (!key) return NULL;
    if (position != sl_next_index(pool->list)) {
        Py_DECREF(key);
        return refuse_interference();
    }
    sl_key at;
    sl_status status = sl_add(pool->list, &at);
    if (status != SL_OK) {
        Py_DECREF(key);
        return refuse_room(pool, status, operation, position);
    }
    pool->list->words[position] = (uintptr_t)Py_NewRef(id);
    *pool_cell(pool, position) = Py_NewRef(element);
    return key;
}

PyObject *pool_place(Pool *pool, PyObject *element, const char *operation) {
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

PyObject *pool_vacate(Pool *pool, uint64_t position) {
    PyObject *element = *pool_cell(pool, position);
    *pool_cell(pool, position) = NULL;
    if (pool->source) Py_DECREF(id_at(pool, position)); /* an int, so this calls no finaliser */
    sl_remove(pool->list, position);
    pool->retired++;
    return element;
}

static PyObject *add(Pool *pool, PyObject *element) {
    if (!pool_claim(pool, "add")) return NULL;
    return pool_place(pool, element, "add");
}

static PyObject *remove_(Pool *pool, PyObject *key) {
    if (!is_key(key)) return refuse_object(key);
    if (!pool_claim(pool, "remove")) return NULL;
    uint64_t position = pool_find(pool, key);
    if (position == SL_NONE) Py_RETURN_NONE;
    return pool_vacate(pool, position);
}

/* Whether a class has the `remove` of this type. The last that had it is known by its version, which changes with it. */
static bool removes_as_ours(PyTypeObject *kind) {
    static unsigned int known;
    bool versioned = PyType_HasFeature(kind, Py_TPFLAGS_VALID_VERSION_TAG);
    if (versioned && known && kind->tp_version_tag == known) return true;
    PyObject *method = _PyType_Lookup(kind, remove_name);
    bool ours = method && Py_IS_TYPE(method, &PyMethodDescr_Type) &&
                ((PyMethodDescrObject *)method)->d_method->ml_meth == (PyCFunction)remove_;
    if (ours) known = kind->tp_version_tag;
    return ours;
}

/* Remove the element of a key that resolves, as `remove` would, which a subclass may override. */
static PyObject *take_out(Pool *pool, PyObject *key, uint64_t position) {
    return removes_as_ours(Py_TYPE(pool)) ? pool_vacate(pool, position)
                                          : PyObject_CallMethodOneArg((PyObject *)pool, remove_name, key);
}

static PyObject *pop_(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "pop() takes a key and a default, not %zd arguments", count);
    if (!is_key(args[0])) return refuse_object(args[0]);
    if (!pool_claim(pool, "pop")) return NULL;
    uint64_t position = pool_find(pool, args[0]);
    if (position != SL_NONE) return take_out(pool, args[0], position);
    return count == 2 ? Py_NewRef(args[1]) : pool_stale(pool, args[0]);
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
    Py_DECREF(pool_exchange(pool, position, args[1]));
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
    if (!element && !pool_claim(pool, "del")) return -1;
    uint64_t position = pool_find(pool, key);
    if (position == SL_NONE) {
        pool_stale(pool, key);
        return -1;
    }
    PyObject *held = element ? pool_exchange(pool, position, element) : take_out(pool, key, position);
    Py_XDECREF(held);
    if (!held) failed();
    return held ? 0 : -1;
}

static Py_ssize_t length(Pool *pool) { return (Py_ssize_t)sl_length(pool->list); }

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

static PyObject *pool_reversed(PyObject *pool, PyObject *Py_UNUSED(argument)) { return reversed_of(iter((Pool *)pool)); }

/* --- for stable_list.py: one cell at a time --------------------------------------------------- */

uint64_t pool_live_position(Pool *pool, PyObject *number) {
    uint64_t position = PyLong_AsUnsignedLongLong(number);
    if (position == UINT64_MAX && PyErr_Occurred()) return SL_NONE;
    if (position < pool->list->allocated && sl_is_live(pool->list, position)) return position;
    PyErr_Format(PyExc_IndexError, "no element is at position %R", number);
    return SL_NONE;
}

static PyObject *find(Pool *pool, PyObject *key) {
    if (!is_key(key)) return refuse_object(key);
    uint64_t position = pool_find(pool, key);
    return PyLong_FromLongLong(position == SL_NONE ? -1 : (long long)position);
}

static PyObject *element(Pool *pool, PyObject *number) {
    uint64_t position = pool_live_position(pool, number);
    return position == SL_NONE ? NULL : Py_NewRef(*pool_cell(pool, position));
}

static PyObject *key_at(Pool *pool, PyObject *number) {
    uint64_t position = PyLong_AsUnsignedLongLong(number);
    if (position == UINT64_MAX && PyErr_Occurred()) return NULL;
    if (position >= pool->list->allocated || !sl_is_live(pool->list, position)) Py_RETURN_NONE;
    return pool_key_at(pool, position);
}

static PyObject *exchange_at(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "pass a position and an element");
    uint64_t position = pool_live_position(pool, args[0]);
    return position == SL_NONE ? NULL : pool_exchange(pool, position, args[1]);
}

static PyObject *vacate_at(Pool *pool, PyObject *number) {
    if (!is_changing(pool)) return NULL;
    uint64_t position = pool_live_position(pool, number);
    return position == SL_NONE ? NULL : pool_vacate(pool, position);
}

/* Put an element under a key that can be restored, as `restoring.require_restorable` has checked. */
static PyObject *restore(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !is_key(args[0])) return PyErr_Format(PyExc_TypeError, "pass a key and an element");
    if (!is_changing(pool) || (pool->shares && !pool_own(pool))) return NULL;
    uint64_t position = key_position((Key *)args[0]);
    PyObject *id = PyObject_GetAttrString(args[0], "id");
    if (!id) return NULL;
    uint64_t word = pool->source ? (uintptr_t)id : PyLong_AsUnsignedLongLong(id);
    bool able = position < pool->list->allocated && !sl_is_live(pool->list, position) && !PyErr_Occurred();
    if (able) {
        reopen(pool->list, position);
        pool->list->words[position] = word;
        *pool_cell(pool, position) = Py_NewRef(args[1]);
    }
    if (!able || !pool->source) Py_DECREF(id);
    if (able) Py_RETURN_NONE;
    return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "%R cannot be restored", args[0]);
}

static PyObject *put(Pool *pool, PyObject *element) {
    return is_changing(pool) ? pool_place(pool, element, "add") : NULL;
}

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
    if (!is_changing(pool)) return NULL;
    Py_ssize_t count = PyList_GET_SIZE(elements);
    PyObject *keys = PyList_New(0), *ids = NULL;
    if (!keys || (pool->source && !(ids = next_ids(pool, count)))) {
        Py_XDECREF(keys);
        return NULL;
    }
    /* The source of ids, or a finaliser, may have changed the list of elements, or even that of ids. */
    for (Py_ssize_t n = 0; n < count && n < PyList_GET_SIZE(elements); n++) {
        if (ids && n >= PyList_GET_SIZE(ids)) break;
        PyObject *element = Py_NewRef(PyList_GET_ITEM(elements, n));
        PyObject *id = Py_XNewRef(ids ? PyList_GET_ITEM(ids, n) : NULL);
        PyObject *key = id ? place_sourced(pool, element, id, "extend") : place_counted(pool, element, "extend");
        bool appended = key && PyList_Append(keys, key) == 0;
        Py_XDECREF(key);
        Py_XDECREF(id);
        Py_DECREF(element);
        if (appended) continue;
        Py_CLEAR(keys);
        break;
    }
    Py_XDECREF(ids);
    return keys;
}

static PyObject *extend(Pool *pool, PyObject *elements) {
    if (!pool_claim(pool, "extend")) return NULL;
    PyObject *added = PySequence_List(elements), *keys = NULL;
    if (!added) return NULL;
    if (pool_claim(pool, "extend")) {
        uint64_t count = (uint64_t)PyList_GET_SIZE(added), live = sl_length(pool->list);
        pool->open = CHANGING;
        if (sl_has_room(pool->list, count))
            keys = put_all(pool, added);
        else
            refuse_room(pool, SL_FULL, "extend", live + count - 1);
        pool->open = 0;
    }
    /* Released only now, because this may run a `__del__` that calls back. */
    Py_DECREF(added);
    return keys;
}

PyObject *pool_next_key(Pool *pool, const char *operation) {
    uint64_t position = sl_next_index(pool->list);
    if (!sl_has_room(pool->list, 1)) return refuse_room(pool, SL_FULL, operation, position);
    if (!pool->source) return key_new(position, pool->list->next_id);
    PyObject *id = next_id(pool), *key = key_of_any_id(position, id);
    Py_DECREF(id);
    return key;
}

static PyObject *next_key(Pool *pool, PyObject *operation) {
    const char *name = PyUnicode_AsUTF8(operation);
    return name ? pool_next_key(pool, name) : NULL;
}

static PyObject *charge(Pool *pool, PyObject *Py_UNUSED(argument)) {
    sl_charge(pool->list);
    Py_RETURN_NONE;
}

static PyObject *live_items(Pool *pool, PyObject *Py_UNUSED(argument)) { return iterate_unlent(pool, &ItemIterator_Type); }

/* Make every cell vacant, and return their contents. */
static PyObject *clear(Pool *pool, PyObject *Py_UNUSED(argument)) {
    if (!is_changing(pool)) return NULL;
    PyObject *held = PyList_New(length(pool));
    if (!held) return NULL;
    if (PyList_GET_SIZE(held) != length(pool)) {
        Py_DECREF(held);
        return refuse_interference();
    }
    sl_cursor cursor = sl_begin(pool->list);
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(held); n++) {
        uint64_t position = sl_next(pool->list, &cursor);
        PyList_SET_ITEM(held, n, *pool_cell(pool, position));
        if (pool->source) Py_DECREF(id_at(pool, position));
    }
    sl_clear(pool->list);
    pool->retired++;
    return held;
}

/* --- for stable_list.py: memory and internal state -------------------------------------------- */

static PyObject *reserve(Pool *pool, PyObject *number) {
    uint64_t additional = PyLong_AsUnsignedLongLong(number);
    if (additional == UINT64_MAX && PyErr_Occurred()) return NULL;
    if (!is_changing(pool) || !pool_own(pool)) return NULL;
    if (sl_reserve(pool->list, additional) == SL_NO_MEMORY) return PyErr_NoMemory();
    Py_RETURN_NONE;
}

static PyObject *shrink(Pool *pool, PyObject *Py_UNUSED(argument)) {
    if (!is_changing(pool)) return NULL;
    sl_shrink_to_fit(pool->list);
    Py_RETURN_NONE;
}

/* The length of the element space, opened cells, allocated cells. */
static PyObject *lengths(Pool *pool, PyObject *Py_UNUSED(argument)) {
    const sl_list *list = pool->list;
    return Py_BuildValue("(KKK)", (unsigned long long)sl_space(list), (unsigned long long)sl_opened(list),
                         (unsigned long long)list->allocated);
}

/* The number of positions in a free list. */
static Py_ssize_t vacancies(const sl_partition *part) { return (Py_ssize_t)(part->opened - part->live); }

/* Write a free list, head first, to a tuple that is as long. */
static bool read_free_list(const Pool *pool, const sl_partition *part, PyObject *free) {
    if (PyTuple_GET_SIZE(free) != vacancies(part)) return refuse_interference();
    uint64_t position = part->head;
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(free); n++, position = pool->list->words[position]) {
        PyObject *number = PyLong_FromUnsignedLongLong(position);
        if (!number) return false;
        PyTuple_SET_ITEM(free, n, number);
    }
    return true;
}

/* Start, size, live cells, opened cells and free list of a partition. */
static PyObject *picture_of(const Pool *pool, const sl_partition *part) {
    PyObject *free = PyTuple_New(vacancies(part)), *picture = NULL;
    if (free && read_free_list(pool, part, free))
        picture = Py_BuildValue("(KKKKO)", (unsigned long long)part->start, (unsigned long long)part->size,
                                (unsigned long long)part->live, (unsigned long long)part->opened, free);
    Py_XDECREF(free);
    return picture;
}

/* The three partitions; the caller holds a loan, so that they belong together. */
static PyObject *picture(Pool *pool, PyObject *Py_UNUSED(argument)) {
    PyObject *q1 = picture_of(pool, &pool->list->q1), *q2 = q1 ? picture_of(pool, &pool->list->q2) : NULL;
    PyObject *h2 = q2 ? picture_of(pool, &pool->list->h2) : NULL;
    if (h2) return Py_BuildValue("(NNN)", q1, q2, h2);
    Py_XDECREF(q1);
    Py_XDECREF(q2);
    return NULL;
}

/* Read all cells into lists that are as long as they are many; in the place of a key, its id. */
static bool read_cells(const Pool *pool, PyObject *elements, PyObject *ids, PyObject *links, char *marks) {
    const sl_list *list = pool->list;
    if ((uint64_t)PyList_GET_SIZE(elements) != list->allocated) return refuse_interference();
    for (uint64_t position = 0; position < list->allocated; position++) {
        bool live = sl_is_live(list, position);
        uint64_t word = live || position < sl_opened(list) ? list->words[position] : SL_NONE;
        PyObject *id = !live ? Py_NewRef(Py_None)
                       : pool->source ? Py_NewRef(id_at(pool, position))
                                      : PyLong_FromUnsignedLongLong(word);
        PyObject *link = PyLong_FromLongLong(live ? -1 : (long long)word);
        marks[position] = live;
        PyList_SET_ITEM(elements, position, Py_NewRef(live ? *pool_cell(pool, position) : Py_None));
        PyList_SET_ITEM(ids, position, id);
        PyList_SET_ITEM(links, position, link);
        if (!id || !link) return false;
    }
    return true;
}

/* Turn each id into the key at its position. */
static bool complete_keys(PyObject *ids) {
    for (Py_ssize_t position = 0; position < PyList_GET_SIZE(ids); position++) {
        PyObject *id = Py_NewRef(PyList_GET_ITEM(ids, position));
        PyObject *key = id == Py_None ? Py_NewRef(id) : key_of_any_id((uint64_t)position, id);
        Py_DECREF(id);
        if (!key || PyList_SetItem(ids, position, key) < 0) return false;
    }
    return true;
}

/* Elements, keys, links and marks of all cells, as lists, and their marks: for `check`. */
static PyObject *cells(Pool *pool, PyObject *Py_UNUSED(argument)) {
    Py_ssize_t count = (Py_ssize_t)pool->list->allocated;
    PyObject *elements = PyList_New(count), *keys = PyList_New(count), *links = PyList_New(count);
    PyObject *marks = PyBytes_FromStringAndSize(NULL, count);
    if (elements && keys && links && marks &&
        read_cells(pool, elements, keys, links, PyBytes_AS_STRING(marks)) && complete_keys(keys))
        return Py_BuildValue("(NNNN)", elements, keys, links, marks);
    Py_XDECREF(elements);
    Py_XDECREF(keys);
    Py_XDECREF(links);
    Py_XDECREF(marks);
    return NULL;
}

/* Visits, moved, dropped, cells, removals, truncations. */
static PyObject *costs(Pool *pool, PyObject *Py_UNUSED(argument)) {
    const sl_cost *cost = &pool->list->cost;
    return Py_BuildValue("(KKKKKK)", (unsigned long long)cost->visits, (unsigned long long)cost->moved,
                         (unsigned long long)cost->dropped, (unsigned long long)cost->cells,
                         (unsigned long long)cost->removals, (unsigned long long)cost->truncations);
}

static PyObject *get_next_id(Pool *pool, void *Py_UNUSED(closure)) { return next_id(pool); }

static PyObject *get_retired(Pool *pool, void *Py_UNUSED(closure)) {
    return PyLong_FromUnsignedLongLong(pool->retired);
}

static PyObject *get_open(Pool *pool, void *Py_UNUSED(closure)) { return PyLong_FromSsize_t(pool->open); }

/* lending.py begins or ends one loan at a time, or one change, into which a loan may turn. Anything else is
 * refused, so that nobody ends the loan of an iterator but itself. */
static PyObject *get_era(Pool *pool, void *Py_UNUSED(closure)) { return PyLong_FromUnsignedLongLong(pool->era); }

static PyObject *get_invalidates(Pool *pool, void *Py_UNUSED(closure)) { return PyBool_FromLong(pool->invalidates); }

static PyObject *invalidate(Pool *pool, PyObject *Py_UNUSED(argument)) {
    if (!pool->invalidates) return PyErr_Format(PyExc_ValueError, "this list refuses changes; use Change");
    if (pool->open > 0) pool_invalidate(pool);
    Py_RETURN_NONE;
}

static int set_open(Pool *pool, PyObject *value, void *Py_UNUSED(closure)) {
    Py_ssize_t before = pool->open, open = value ? PyLong_AsSsize_t(value) : CHANGING - 1;
    if (open == -1 && PyErr_Occurred()) return -1;
    bool by_one = open == before + 1 || open == before - 1;
    bool allowed = open == CHANGING ? !pool->iterators && (before == 0 || before == 1)
                                    : by_one && open >= pool->iterators;
    if (allowed)
        pool->open = open;
    else
        PyErr_Format(PyExc_ValueError, "%zd loans cannot become %zd; use Loan or Change", before, open);
    return allowed ? 0 : -1;
}

static PyObject *memory(Pool *pool, PyObject *Py_UNUSED(argument)) {
    if (pool->shares) return PyLong_FromLong(0);
    size_t cells = sizeof(sl_list) + (size_t)pool->list->allocated * (sizeof(PyObject *) + sizeof(uint64_t));
    return PyLong_FromSize_t(cells + chunks(pool->list->allocated) * sizeof(uint64_t));
}

/* --- beginning and ending --------------------------------------------------------------------- */

/* Read a numeric attribute of the parameters. */
static bool number_of(PyObject *parameters, const char *name, uint64_t *number) {
    PyObject *value = PyObject_GetAttrString(parameters, name);
    *number = value ? PyLong_AsUnsignedLongLong(value) : UINT64_MAX;
    Py_XDECREF(value);
    return *number != UINT64_MAX || !PyErr_Occurred();
}

/* --- keys as integers ------------------------------------------------------------------------- */

/* Let the function of that name in packing.py do it: the numbers are unusual, or cannot be packed at all. */
static PyObject *ask_packing(const Pool *pool, const char *name, PyObject *argument) {
    PyObject *packing = PyImport_ImportModule("stablelist.packing");
    PyObject *parameters = pool->parameters ? pool->parameters : Py_None;
    PyObject *answer = packing ? PyObject_CallMethod(packing, name, "OO", parameters, argument) : NULL;
    Py_XDECREF(packing);
    return answer ? answer : failed();
}

/* Whether keys of the pool can be packed without asking its parameters: it counts its ids. */
static bool packs(const Pool *pool) { return pool->parameters && pool->index_bits && !pool->source; }

/* The index bits of a word that are set. */
static uint64_t index_mask(const Pool *pool) { return UINT64_MAX >> (64 - pool->index_bits); }

static PyObject *pack(Pool *pool, PyObject *object) {
    const Key *key = (Key *)object;
    if (!is_key(object) || !packs(pool) || key->index == SL_NONE || key->index > index_mask(pool) ||
        key->id > pool->list->options.last_id)
        return ask_packing(pool, "pack", object);
    unsigned bits = pool->index_bits;
    uint64_t above = bits == 64 ? key->id : key->id >> (64 - bits);
    uint64_t word = (bits == 64 ? 0 : key->id << bits) | key->index;
    if (!above) return PyLong_FromUnsignedLongLong(word);
    unsigned char bytes[16];
    for (int n = 0; n < 8; n++) bytes[n] = (unsigned char)(word >> 8 * n), bytes[8 + n] = (unsigned char)(above >> 8 * n);
    return _PyLong_FromByteArray(bytes, sizeof bytes, 1, 0);
}

static PyObject *unpack(Pool *pool, PyObject *number) {
    unsigned bits = pool->index_bits;
    if (!packs(pool) || bits == 64 || !PyLong_CheckExact(number) || _PyLong_Sign(number) < 0 ||
        _PyLong_NumBits(number) > 64)
        return ask_packing(pool, "unpack", number);
    uint64_t word = PyLong_AsUnsignedLongLong(number);
    return key_new(word & index_mask(pool), word >> bits);
}

/* --- parameters ------------------------------------------------------------------------------- */

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
    pool->retired++, old->retired++;
    pool->list = old->list, old->list = before.list;
    pool->shares = old->shares, old->shares = before.shares;
    pool->invalidates = old->invalidates, old->invalidates = before.invalidates;
    pool->index_bits = old->index_bits, old->index_bits = before.index_bits;
    pool->parameters = old->parameters, old->parameters = before.parameters;
    pool->source = old->source, old->source = before.source;
    pool->next_id = old->next_id, old->next_id = before.next_id;
}

/* Release the elements and ids of the live cells below a position. */
static void release_cells(Pool *pool, uint64_t end) {
    for (uint64_t position = 0; position < end; position++) {
        if (!sl_is_live(pool->list, position)) continue;
        if (pool->source) Py_DECREF(id_at(pool, position));
        Py_DECREF(*pool_cell(pool, position));
    }
}

/* Release the contents of a pool. */
static void release_all(Pool *pool) {
    if (!pool->list) return;
    release_cells(pool, sl_opened(pool->list));
    if (!pool->shares) {
        sl_free(pool->list);
        PyMem_Free(pool->list);
        share(pool);
    }
    Py_CLEAR(pool->parameters);
    Py_CLEAR(pool->source);
    Py_CLEAR(pool->next_id);
}

/* Read the source of ids, or the last id of the counter and its first one. */
static bool read_ids(Pool *fresh, PyObject *parameters, PyObject *first_id, uint64_t *last_id, uint64_t *first) {
    if (!PyLong_CheckExact(first_id)) return PyErr_Format(PyExc_TypeError, "%R is not an id", first_id);
    PyObject *last = PyObject_GetAttrString(parameters, "last_id");
    if (!last) return false;
    bool counted = last != Py_None;
    if (counted) {
        *last_id = PyLong_AsUnsignedLongLong(last);
        *first = PyLong_AsUnsignedLongLong(first_id);
    } else {
        fresh->source = PyObject_GetAttrString(parameters, "ids");
        fresh->next_id = Py_NewRef(first_id);
    }
    Py_DECREF(last);
    return counted ? !PyErr_Occurred() : fresh->source != NULL;
}

/* Give a new pool a list with these parameters, whose next id is this one. */
static bool read_parameters(Pool *fresh, PyObject *parameters, PyObject *next_id) {
    uint64_t last_id = 0, first = 0;
    sl_options options;
    if (!read_ids(fresh, parameters, next_id, &last_id, &first) || !options_of(parameters, last_id, &options))
        return false;
    PyObject *bits = PyObject_GetAttrString(parameters, "index_bits");
    if (!bits) return false;
    fresh->index_bits = PyLong_CheckExact(bits) ? (uint8_t)PyLong_AsUnsignedLongMask(bits) : 0;
    Py_DECREF(bits);
    PyObject *invalidates = PyObject_GetAttrString(parameters, "invalidates");
    if (!invalidates) return false;
    fresh->invalidates = invalidates == Py_True;
    Py_DECREF(invalidates);
    sl_status status = make_list(fresh, &options, first);
    if (status == SL_NO_MEMORY) PyErr_NoMemory();
    if (status == SL_FULL) PyErr_Format(PyExc_ValueError, "%R are not the parameters of a list", parameters);
    return status == SL_OK;
}

/* _begin(parameters, next_id): make this an empty pool. */
static PyObject *begin(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2) return PyErr_Format(PyExc_TypeError, "pass parameters and an id");
    Pool fresh = {.parameters = Py_NewRef(args[0])};
    share(&fresh);
    bool usual = args[0] == standard.parameters && PyLong_CheckExact(args[1]) && !_PyLong_Sign(args[1]);
    bool made = usual || read_parameters(&fresh, args[0], args[1]);
    bool begun = made && pool_claim(pool, "__init__");
    if (begun) swap(pool, &fresh);
    /* Last, when the pool is consistent, because finalisers may call back. */
    release_all(&fresh);
    return begun ? Py_NewRef(Py_None) : NULL;
}

/* _take(fresh): exchange contents with another pool. */
static PyObject *take(Pool *pool, PyObject *fresh) {
    if (!PyObject_TypeCheck(fresh, &Pool_Type)) return PyErr_Format(PyExc_TypeError, "%R is not a pool", fresh);
    if (!is_changing(pool)) return NULL;
    if (((Pool *)fresh)->open) return pool_refuse_change((Pool *)fresh, "_take");
    swap(pool, (Pool *)fresh);
    Py_RETURN_NONE;
}

/* Give a pool what it shares with another one: all but the elements. */
static void resemble(Pool *fresh, const Pool *pool) {
    fresh->index_bits = pool->index_bits;
    fresh->invalidates = pool->invalidates;
    fresh->parameters = Py_XNewRef(pool->parameters);
    fresh->source = Py_XNewRef(pool->source);
    fresh->next_id = Py_XNewRef(pool->next_id);
}

/* Make a new pool an independent copy. No Python code runs meanwhile. */
static bool copy_contents(Pool *twin, const Pool *pool) {
    resemble(twin, pool);
    if (pool->shares) return true;
    sl_list *list = PyMem_Malloc(sizeof *list);
    if (!list || sl_copy(list, pool->list) != SL_OK) {
        PyMem_Free(list);
        return false;
    }
    twin->list = list;
    twin->shares = false;
    sl_cursor cursor = sl_begin(list);
    for (uint64_t position; (position = sl_next(list, &cursor)) != SL_NONE;) {
        Py_INCREF(*pool_cell(twin, position));
        if (twin->source) Py_INCREF(id_at(twin, position));
    }
    return true;
}

/* Give one object the attributes of another of its class, if it has any. */
static bool copy_attributes(PyObject *twin, PyObject *pool) {
    if (!Py_TYPE(pool)->tp_dictoffset) return true;
    PyObject *own = PyObject_GenericGetDict(pool, NULL), *theirs = own ? PyObject_GenericGetDict(twin, NULL) : NULL;
    bool copied = theirs && PyDict_Update(theirs, own) == 0;
    Py_XDECREF(own);
    Py_XDECREF(theirs);
    return copied;
}

/* A pool always has a list, even if `__init__` was not called, so no method has to check. */
static PyObject *new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs)) {
    Pool *pool = (Pool *)type->tp_alloc(type, 0);
    if (pool) share(pool);
    return (PyObject *)pool;
}

/* A new object of the same class, without its `__init__`. */
static Pool *similar(Pool *pool) {
    PyTypeObject *kind = Py_TYPE(pool);
    if (kind->tp_new == new) return (Pool *)new(kind, NULL, NULL);
    PyObject *nothing = PyTuple_New(0), *made = nothing ? kind->tp_new(kind, nothing, NULL) : NULL;
    Py_XDECREF(nothing);
    if (!made || Py_IS_TYPE(made, kind)) return (Pool *)made;
    PyErr_Format(PyExc_TypeError, "__new__ of %R returned %R", kind, made);
    Py_DECREF(made);
    return NULL;
}

static PyObject *copy(Pool *pool, PyObject *Py_UNUSED(argument)) {
    Pool *twin = similar(pool), fresh = {0};
    if (!twin) return NULL;
    share(&fresh);
    bool copied = false;
    if (pool->open == CHANGING)
        pool_refuse_change(pool, "lending");
    else if (!copy_contents(&fresh, pool))
        PyErr_NoMemory();
    else if (pool_claim(twin, "__init__"))
        copied = (swap(twin, &fresh), true);
    release_all(&fresh);
    if (copied && copy_attributes((PyObject *)twin, (PyObject *)pool)) return (PyObject *)twin;
    Py_DECREF(twin);
    return NULL;
}

/* Read a number of 64 bits: for PyArg_ParseTuple, whose own format for this drops higher bits. */
static int read_number(PyObject *number, void *result) {
    uint64_t *value = result;
    *value = PyLong_AsUnsignedLongLong(number);
    return *value != UINT64_MAX || !PyErr_Occurred();
}

/* Load the opened cells. A vacant one refers to itself until it is in a free list. */
static bool load_cells(Pool *fresh, PyObject *ids, PyObject *elements) {
    Py_ssize_t taken = 0;
    for (Py_ssize_t position = 0; position < PyList_GET_SIZE(ids); position++) {
        PyObject *id = PyList_GET_ITEM(ids, position);
        fresh->list->words[position] = (uint64_t)position;
        if (id == Py_None) continue;
        uint64_t word = (uintptr_t)id;
        if (!PyLong_CheckExact(id) || taken == PyList_GET_SIZE(elements)) return false;
        if (!fresh->source && !read_number(id, &word)) return false;
        if (fresh->source) Py_INCREF(id);
        *pool_cell(fresh, (uint64_t)position) = Py_NewRef(PyList_GET_ITEM(elements, taken++));
        fresh->list->words[position] = word;
        fresh->list->live[position / 64] |= (uint64_t)1 << (position % 64);
    }
    return taken == PyList_GET_SIZE(elements);
}

/* Load one partition: its opened cells and its free list, which must contain every vacant one once. */
static bool load_partition(sl_list *list, sl_partition *part, uint64_t opened, PyObject *free) {
    uint64_t own = opened > part->start ? opened - part->start : 0;
    part->opened = part->live = own < part->size ? own : part->size;
    for (Py_ssize_t n = PyTuple_GET_SIZE(free); n > 0; n--) {
        uint64_t position;
        if (!read_number(PyTuple_GET_ITEM(free, n - 1), &position)) return false;
        bool own_vacancy = position >= part->start && position - part->start < part->opened &&
                           !sl_is_live(list, position) && list->words[position] == position;
        if (!own_vacancy) return false;
        push(part, position, list->words);
    }
    return true;
}

/* Load the cells and the partitions of a list that has memory for them. */
static bool load_all(Pool *fresh, uint64_t space, PyObject *ids, PyObject *elements, PyObject *const free[3]) {
    sl_list *list = fresh->list;
    uint64_t opened = (uint64_t)PyList_GET_SIZE(ids);
    divide(list, space);
    return load_cells(fresh, ids, elements) && load_partition(list, &list->q1, opened, free[0]) &&
           load_partition(list, &list->q2, opened, free[1]) && load_partition(list, &list->h2, opened, free[2]) &&
           sl_length(list) == (uint64_t)PyList_GET_SIZE(elements);
}

/* _load(space, allocated, ids, elements, free, cost, cells): fill a new pool with a saved state, which
 * saving.py has checked. If it fails, the pool is still empty. */
static PyObject *load(Pool *pool, PyObject *args) {
    uint64_t space, allocated;
    sl_cost cost;
    PyObject *ids, *elements, *free[3];
    if (!PyArg_ParseTuple(args, "O&O&O!O!(O!O!O!)(O&O&O&O&O&)O&", read_number, &space, read_number, &allocated,
                          &PyList_Type, &ids, &PyList_Type, &elements, &PyTuple_Type, &free[0],
                          &PyTuple_Type, &free[1], &PyTuple_Type, &free[2], read_number, &cost.visits,
                          read_number, &cost.moved, read_number, &cost.dropped, read_number,
                          &cost.removals, read_number, &cost.truncations, read_number, &cost.cells))
        return NULL;
    uint64_t opened = (uint64_t)PyList_GET_SIZE(ids);
    if (pool->open || sl_opened(pool->list) || opened > space || space > allocated || space % 4 ||
        space < pool->list->options.minimum)
        return PyErr_Format(PyExc_ValueError, "no new list has this state");
    /* Loaded apart, because an error runs Python code, which must not find half of it. */
    sl_list *list = PyMem_Calloc(1, sizeof *list);
    if (!list) return PyErr_NoMemory();
    list->options = pool->list->options;
    list->next_id = pool->list->next_id;
    Pool fresh = {.list = list};
    resemble(&fresh, pool);
    bool loaded = false;
    if (allocate(list, allocated) != SL_OK) {
        PyErr_NoMemory();
    } else if ((loaded = load_all(&fresh, space, ids, elements, free))) {
        list->cost = cost;
        swap(pool, &fresh);
    } else {
        release_cells(&fresh, opened);
        divide(list, space);
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "no list has these cells");
    }
    release_all(&fresh);
    return loaded ? Py_NewRef(Py_None) : NULL;
}


/* Call a class as any other one: `type` itself need not be asked how. */
static PyObject *call_class(PyObject *kind, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    PyObject *positional = PyTuple_New(count), *named = names ? PyDict_New() : NULL, *made = NULL;
    if (!positional || (names && !named)) goto end;
    for (Py_ssize_t n = 0; n < count; n++) PyTuple_SET_ITEM(positional, n, Py_NewRef(args[n]));
    for (Py_ssize_t n = 0; names && n < PyTuple_GET_SIZE(names); n++)
        if (PyDict_SetItem(named, PyTuple_GET_ITEM(names, n), args[count + n]) < 0) goto end;
    made = PyType_Type.tp_call(kind, positional, named);
end:
    Py_XDECREF(positional);
    Py_XDECREF(named);
    return made;
}

/* `StableList(...)`. Without arguments there is nothing to check, and nothing to call. */
static PyObject *call_kind(PyObject *kind, PyObject *const *args, size_t flags, PyObject *names) {
    PyTypeObject *type = (PyTypeObject *)kind;
    Py_ssize_t count = PyVectorcall_NARGS(flags);
    bool plain = !count && !names && type == standard.kind && type->tp_new == new &&
                 PyDict_GetItemWithError(type->tp_dict, init_name) == standard.init;
    if (!plain) return call_class(kind, args, count, names);
    Pool *pool = (Pool *)new(type, NULL, NULL);
    if (pool) pool->parameters = Py_NewRef(standard.parameters);
    return (PyObject *)pool;
}

PyObject *pool_standardise(PyTypeObject *kind, PyObject *parameters) {
    if (standard.kind) Py_RETURN_NONE;
    PyObject *init = PyDict_GetItemWithError(kind->tp_dict, init_name), *zero = PyLong_FromLong(0);
    Pool read = {0};
    bool made = init && zero && read_parameters(&read, parameters, zero) && !read.source;
    Py_XDECREF(zero);
    if (!made) {
        release_all(&read);
        return PyErr_Occurred() ? NULL : PyErr_Format(PyExc_ValueError, "%R has no such defaults", kind);
    }
    sl_free(&standard.list);
    standard.list = *read.list;
    standard.index_bits = read.index_bits;
    PyMem_Free(read.list);
    standard.parameters = Py_NewRef(parameters);
    standard.init = Py_NewRef(init);
    standard.kind = (PyTypeObject *)Py_NewRef(kind);
    kind->tp_vectorcall = call_kind;
    Py_RETURN_NONE;
}

static int traverse(Pool *pool, visitproc visit, void *arg) {
    for (uint64_t position = 0; position < sl_opened(pool->list); position++)
        if (sl_is_live(pool->list, position)) Py_VISIT(*pool_cell(pool, position));
    Py_VISIT(pool->parameters);
    Py_VISIT(pool->source);
    return 0;
}

/* Break cycles. The cells stay live, so that the pool is consistent if finalisers call back. */
static int clear_references(Pool *pool) {
    for (uint64_t position = 0; position < sl_opened(pool->list); position++)
        if (sl_is_live(pool->list, position)) Py_DECREF(pool_exchange(pool, position, Py_None));
    return 0;
}

/* Pools may be elements of pools, thousands deep. */
static void dealloc(Pool *pool) {
    PyObject_GC_UnTrack(pool);
    Py_TRASHCAN_BEGIN(pool, dealloc);
    release_all(pool);
    Py_XDECREF(pool->lender_task);
    Py_TYPE(pool)->tp_free((PyObject *)pool);
    Py_TRASHCAN_END;
}

/* --- the type --------------------------------------------------------------------------------- */

/* The argument of a method that takes one, which may be named; NULL and a TypeError if it is missing. */
static PyObject *argument(const char *method, const char *name, PyObject *const *args, Py_ssize_t count, PyObject *names) {
    Py_ssize_t named = names ? PyTuple_GET_SIZE(names) : 0;
    bool given = count + named == 1 && (!named || PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(names, 0), name) == 0);
    return given ? args[0] : PyErr_Format(PyExc_TypeError, "%s() takes one argument, %s", method, name);
}

/* A method of that name, whose parameter may be named. */
#define NAMED(method, call, name)                                                                    \
    static PyObject *method##_named(Pool *pool, PyObject *const *args, Py_ssize_t count, PyObject *names) { \
        PyObject *given = argument(#method, name, args, count, names);                               \
        return given ? call(pool, given) : NULL;                                                     \
    }

NAMED(extend, extend, "elements")
NAMED(insert_with, pool_insert_with, "factory")
NAMED(retain, pool_retain, "predicate")
NAMED(each, pool_each, "f")
NAMED(each_mut, pool_each_mut, "f")
NAMED(pack, pack, "key")
NAMED(unpack, unpack, "number")

static PyMethodDef methods[] = {
    {"add", (PyCFunction)add, METH_O, "add($self, element, /)\n--\n\n"},
    {"extend", FAST extend_named, METH_FASTCALL | METH_KEYWORDS, "extend($self, elements)\n--\n\n"},
    {"insert_with", FAST insert_with_named, METH_FASTCALL | METH_KEYWORDS, "insert_with($self, factory)\n--\n\n"},
    {"remove", (PyCFunction)remove_, METH_O, "remove($self, key, /)\n--\n\n"},
    {"pop", FAST pop_, METH_FASTCALL, "pop($self, key, /, *default)\n--\n\n"},
    {"retain", FAST retain_named, METH_FASTCALL | METH_KEYWORDS, "retain($self, predicate)\n--\n\n"},
    {"at_mut", FAST pool_at_mut, METH_FASTCALL, "at_mut($self, key, f, /)\n--\n\n"},
    {"each", FAST each_named, METH_FASTCALL | METH_KEYWORDS, "each($self, f)\n--\n\n"},
    {"each_mut", FAST each_mut_named, METH_FASTCALL | METH_KEYWORDS, "each_mut($self, f)\n--\n\n"},
    {"pack", FAST pack_named, METH_FASTCALL | METH_KEYWORDS, "pack($self, key)\n--\n\n"},
    {"unpack", FAST unpack_named, METH_FASTCALL | METH_KEYWORDS, "unpack($self, number)\n--\n\n"},
    {"copy", (PyCFunction)copy, METH_NOARGS, "copy($self, /)\n--\n\n"},
    {"at", (PyCFunction)at, METH_O, "at($self, key, /)\n--\n\n"},
    {"get", FAST get, METH_FASTCALL, "get($self, key, default=None, /)\n--\n\n"},
    {"contains", (PyCFunction)contains, METH_O, "contains($self, key, /)\n--\n\n"},
    {"replace", FAST replace, METH_FASTCALL, "replace($self, key, element, /)\n--\n\n"},
    {"keys", keys, METH_NOARGS, "keys($self, /)\n--\n\n"},
    {"values", values, METH_NOARGS, "values($self, /)\n--\n\n"},
    {"items", items, METH_NOARGS, "items($self, /)\n--\n\n"},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {"__reversed__", pool_reversed, METH_NOARGS, NULL},
    {"_begin", FAST begin, METH_FASTCALL, NULL},
    {"_cells", (PyCFunction)cells, METH_NOARGS, NULL},
    {"_charge", (PyCFunction)charge, METH_NOARGS, NULL},
    {"_clear", (PyCFunction)clear, METH_NOARGS, NULL},
    {"_costs", (PyCFunction)costs, METH_NOARGS, NULL},
    {"_element", (PyCFunction)element, METH_O, NULL},
    {"_exchange", FAST exchange_at, METH_FASTCALL, NULL},
    {"_find", (PyCFunction)find, METH_O, NULL},
    {"_invalidate", (PyCFunction)invalidate, METH_NOARGS, NULL},
    {"_indices", pool_indices, METH_NOARGS, NULL},
    {"_key_at", (PyCFunction)key_at, METH_O, NULL},
    {"_lengths", (PyCFunction)lengths, METH_NOARGS, NULL},
    {"_live_items", (PyCFunction)live_items, METH_NOARGS, NULL},
    {"_load", (PyCFunction)load, METH_VARARGS, NULL},
    {"_mask", pool_mask, METH_NOARGS, NULL},
    {"_memory", (PyCFunction)memory, METH_NOARGS, NULL},
    {"_next_key", (PyCFunction)next_key, METH_O, NULL},
    {"_picture", (PyCFunction)picture, METH_NOARGS, NULL},
    {"_put", (PyCFunction)put, METH_O, NULL},
    {"_put_all", (PyCFunction)put_all, METH_O, NULL},
    {"_reserve", (PyCFunction)reserve, METH_O, NULL},
    {"_restore", FAST restore, METH_FASTCALL, NULL},
    {"_shrink", (PyCFunction)shrink, METH_NOARGS, NULL},
    {"_take", (PyCFunction)take, METH_O, NULL},
    {"_vacate", (PyCFunction)vacate_at, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"_lender_task", T_OBJECT, offsetof(Pool, lender_task), 0, NULL},
    {"_lender_thread", T_ULONG, offsetof(Pool, lender_thread), 0, NULL},
    {"_parameters", T_OBJECT, offsetof(Pool, parameters), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"_era", (getter)get_era, NULL, NULL, NULL},
    {"_invalidates", (getter)get_invalidates, NULL, NULL, NULL},
    {"_next_id", (getter)get_next_id, NULL, NULL, NULL},
    {"_open", (getter)get_open, (setter)set_open, NULL, NULL},
    {"_retired", (getter)get_retired, NULL, NULL, NULL},
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
