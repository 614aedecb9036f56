/* The native twins of the container's hot classes.
 *
 * Each type here has a twin in Python, in the module of the same name in `stablelist`: the same
 * methods, the same answers, the same errors. The twin is used where this extension could not be
 * compiled, and its docstrings are the documentation of both (see `document` in module.c).
 *
 *     key.c        Key         key.py
 *     pool.c       Pool        pool.py
 *     callbacks.c                              those of its methods that call a function of the caller's
 *     views.c      View        views.py        what values(), keys() and items() return
 *     others.c     Others      others.py       all elements but one
 *     pairs.c      Pairs       pairs.py        each two elements once
 *     secondary.c  Entries     entries.py      values for the keys of a list
 *     columns.c    two methods of Pool         which cells are live, as buffers
 *
 * Where elements live is decided by plain C, in ../c/stablelist.h. The extension keeps a reference
 * to the element of each live cell in the list's own bytes, and counts loans.
 *
 * Python code can run whenever an object is allocated that the garbage collector tracks, whenever a
 * reference is dropped, and in every call. It may change any list that is not lent, in this or another
 * thread. So no size, position or reference that was read from a list is used after that, unless it is
 * compared again, or a loan or a change is held.
 */
#ifndef STABLELIST_NATIVE_H
#define STABLELIST_NATIVE_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "../c/stablelist.h"

/* How a method that takes an array of arguments stands in a table of methods. */
#define FAST (PyCFunction)(void (*)(void))

/* --- key.c ------------------------------------------------------------------------------------ */

/* A key whose index and id are integers of 64 bits. A key of any others has the index SL_NONE, and a
 * tuple of both in the place of the id; nothing but key.c need know. */
typedef struct {
    PyObject_HEAD
    uint64_t index;
    union {
        uint64_t id;
        PyObject *both;
    };
} Key;

extern PyTypeObject Key_Type;

/* Not isinstance, which would ask the object for its class and believe the answer. */
static inline bool is_key(PyObject *object) { return Py_IS_TYPE(object, &Key_Type); }

PyObject *key_new(uint64_t index, uint64_t id);
PyObject *key_of_any_id(uint64_t index, PyObject *id);

/* The index and the id of a key, compared with numbers of a list; neither can fail or run Python code. */
uint64_t key_position(const Key *key);
bool key_has_id(const Key *key, PyObject *id);

/* Whether two keys are equal; this can neither fail nor run Python code. */
bool key_same(const Key *one, const Key *other);
void key_clear_free_list(void);

/* --- pool.c ----------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    sl_list *list;        /* `elements` is an array of references; a vacant cell has none */
    uint64_t retired;     /* how often keys were retired: one, or all at once */
    uint8_t index_bits;   /* as the parameters have it; 0 if indices are unbounded */
    bool shares;          /* `list` belongs to all new lists with the default parameters; see pool_own */
    bool invalidates;     /* as the parameters have it: a change ends the loans that are open */
    uint64_t era;         /* how often loans were invalidated; each loan is of one era */
    Py_ssize_t open;      /* the number of loans, or CHANGING, */
    Py_ssize_t iterators; /* and how many of these loans are held by iterators of this extension */
    unsigned long lender_thread; /* in which the last loan began, */
    PyObject *lender_task;       /* and its asyncio task as `lenders.task_here` has it, or NULL */
    PyObject *parameters; /* as `parameters.lawful` returned them; NULL before `_begin` */
    PyObject *source;     /* of ids, if they are not counted here: then the word of a live cell is a
                             reference to its id, */
    PyObject *next_id;    /* and this is the id of the next element */
} Pool;

/* What stands in place of the number of loans while the pool is being changed. */
#define CHANGING (-1)

extern PyTypeObject Pool_Type;

/* Prepare for pools. -1 and an exception if there is no memory. */
int pool_ready(void);

/* Make these the parameters of lists of that class that are made without arguments. Only the first class
 * is made cheap; a second import of the package has another one, which works all the same. */
PyObject *pool_standardise(PyTypeObject *kind, PyObject *parameters);

static inline PyObject **pool_cell(const Pool *pool, uint64_t position) {
    return (PyObject **)pool->list->elements + position;
}

/* Give a pool that shares its list one of its own, before it changes; false and an exception if there is no memory. */
bool pool_own(Pool *pool);

/* The position that a key resolves to, or SL_NONE; so does an object that is not a key. */
uint64_t pool_find(const Pool *pool, PyObject *key);

/* The position of a live cell from a Python int; SL_NONE and an exception if it is not one. */
uint64_t pool_live_position(Pool *pool, PyObject *number);

/* The key of a live cell. */
PyObject *pool_key_at(const Pool *pool, uint64_t position);

/* The same, made of an old key if nothing else refers to it, which is released otherwise: a loop makes few keys. */
static inline PyObject *pool_key_again(const Pool *pool, uint64_t position, PyObject *old) {
    if (old && Py_REFCNT(old) == 1 && !pool->source) {
        ((Key *)old)->index = position;
        ((Key *)old)->id = pool->list->words[position];
        return old;
    }
    Py_XDECREF(old);
    return pool_key_at(pool, position);
}

/* Begin the loan of an iterator, and note its era. -1 and an exception if the pool is being changed. */
int pool_lend(Pool *pool, uint64_t *era);

/* End it. */
static inline void pool_return(Pool *pool, uint64_t era) {
    if (pool->era != era) return;
    pool->iterators--;
    pool->open--;
}

/* Raise the BorrowError of a loan of an earlier era. */
void *pool_refuse_invalidated(void);

/* Whether a loan of that era is still good; false and an exception if a change invalidated it. */
static inline bool pool_still_lends(const Pool *pool, uint64_t era) {
    return pool->era == era || pool_refuse_invalidated();
}

/* Raise the BorrowError of a pool that is lent, or being changed. */
void *pool_refuse_change(Pool *pool, const char *operation);

/* Invalidate all loans of a pool that does so. */
void pool_invalidate(Pool *pool);

/* Let an operation change a pool: if it is lent, the loans are invalidated, or the operation is refused. */
static inline bool pool_claim(Pool *pool, const char *operation) {
    if (!pool->open) return true;
    if (pool->open == CHANGING || !pool->invalidates) return pool_refuse_change(pool, operation);
    pool_invalidate(pool);
    return true;
}

/* Replace the element of a live cell, and return the old one: a callback from its `__del__` must find the new one. */
static inline PyObject *pool_exchange(Pool *pool, uint64_t position, PyObject *element) {
    PyObject *held = *pool_cell(pool, position);
    *pool_cell(pool, position) = Py_NewRef(element);
    return held;
}

/* Put an element at the next position, with the id of a counter, and make this its key, which is returned. */
PyObject *pool_place_under(Pool *pool, PyObject *element, PyObject *key, const char *operation);

/* Put an element at the next position, and determine the id after its own; returns its key. */
PyObject *pool_place(Pool *pool, PyObject *element, const char *operation);

/* Remove and return the element of a live cell. */
PyObject *pool_vacate(Pool *pool, uint64_t position);

/* The key of the next element; NULL and a CapacityError if there is no room for it. */
PyObject *pool_next_key(Pool *pool, const char *operation);

/* Raise the StaleKeyError that says why a key does not resolve. */
void *pool_stale(Pool *pool, PyObject *key);

/* What a look-up answers that found nothing; NULL and a TypeError if the object is not a key. */
PyObject *pool_missing(PyObject *key, PyObject *answer);

/* Call a function of a module of this package, which raises. */
void *refuse(const char *module, const char *function, const char *format, ...);

/* Return NULL, with an exception: CPython 3.11 sets none if there is no memory for the frame of a call. */
static inline void *failed(void) { return PyErr_Occurred() ? NULL : PyErr_NoMemory(); }

/* --- views.c ---------------------------------------------------------------------------------- */

extern PyTypeObject KeysView_Type, ValuesView_Type, ItemsView_Type;
extern PyTypeObject KeyIterator_Type, ValueIterator_Type, ItemIterator_Type;

/* `__reduce__` of what cannot be copied or saved, and the methods of iterators, which have no other. */
PyObject *no_reduce(PyObject *object, PyObject *argument);
extern PyMethodDef iterator_methods[];

/* An iterator over a list of all that this one yields, from its end, so that nothing stays lent. It is taken over. */
PyObject *reversed_of(PyObject *iterator);

/* A view of the keys, values or items of a Pool, an Others or an Entries. */
PyObject *view_new(PyTypeObject *type, PyObject *owner);

/* An iterator of that type over a pool. It lends, and is charged with the opened cells. */
PyObject *iterate(Pool *pool, PyTypeObject *kind);

/* An iterator without either, for a caller who has seen to both. */
PyObject *iterate_unlent(Pool *pool, PyTypeObject *kind);

/* --- callbacks.c ------------------------------------------------------------------------------ */

PyObject *pool_at_mut(Pool *pool, PyObject *const *args, Py_ssize_t count);
PyObject *pool_insert_with(Pool *pool, PyObject *factory);
PyObject *pool_each(Pool *pool, PyObject *function);
PyObject *pool_each_mut(Pool *pool, PyObject *function);
PyObject *pool_retain(Pool *pool, PyObject *predicate);

/* --- others.c --------------------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Pool *pool; /* NULL once the callback has returned */
    uint64_t pivot;
    uint64_t era; /* of the loan */
} Others;

extern PyTypeObject Others_Type, Pivots_Type;

/* The pool of a view; NULL and a BorrowError once the callback has returned, or the loan was invalidated. */
Pool *others_pool(Others *others);

/* An iterator over all elements but the pivot, which ends with the view. */
PyObject *iterate_others(Others *others, PyTypeObject *kind);

/* --- secondary.c ------------------------------------------------------------------------------ */

extern PyTypeObject Entries_Type, EntryKeys_Type, EntryValues_Type, EntryItems_Type, Joined_Type;

/* Have the collector track a tuple whose contents were exchanged; it untracks one without tracked contents. Returns
 * whether the tuple needs no more care as long as its contents have the same types. */
bool track_tuple(PyObject *result);

/* Whether the collector never untracks a tuple that contains this object. */
bool stays_tracked(PyObject *object);

/* An iterator over a map of entries, of the same kind as that over a pool. */
PyObject *iterate_entries(PyObject *entries, PyTypeObject *kind);

/* --- columns.c -------------------------------------------------------------------------------- */

PyObject *pool_indices(PyObject *pool, PyObject *);
PyObject *pool_mask(PyObject *pool, PyObject *);

/* --- pairs.c ---------------------------------------------------------------------------------- */

extern PyTypeObject Pairs_Type, ItemPairs_Type;

#endif
