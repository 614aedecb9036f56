/* An iterator over each two elements of a pool once, with or without their keys: the native twin of pairs.py. */
#include "native.h"

typedef struct {
    PyObject_HEAD
    Pool *pool;       /* NULL at the end */
    PyObject *result; /* what was yielded last, reused if nothing else refers to it */
    PyObject *spare;  /* the key of a second element that was yielded before, likewise */
    bool is_settled;  /* as `track_tuple` returned for the result; */
    bool stays;       /* whether its first element alone sees to that */
    uint64_t era;     /* of the loan */
    uint64_t first;   /* the position of the first element; SL_NONE before the first step */
    sl_cursor outer;  /* the elements behind it, */
    sl_cursor inner;  /* and those that it was not yet paired with */
} Pairs;

/* The pool stays lent until the end, so no position can become invalid. What is released may call back, and then finds
 * an iterator that has ended. */
static int end(Pairs *pairs) {
    Pool *pool = pairs->pool;
    PyObject *result = pairs->result, *spare = pairs->spare;
    pairs->pool = NULL, pairs->result = pairs->spare = NULL;
    if (pool) pool_return(pool, pairs->era);
    Py_XDECREF(result);
    Py_XDECREF(spare);
    Py_XDECREF(pool);
    return 0;
}

/* The same as `next_second`, where the next one is not among the 64 cells of the last one. */
static uint64_t search(Pairs *pairs) {
    const sl_list *list = pairs->pool->list;
    uint64_t second = pairs->first == SL_NONE ? SL_NONE : sl_next(list, &pairs->inner);
    while (second == SL_NONE) {
        pairs->first = sl_next(list, &pairs->outer);
        if (pairs->first == SL_NONE) return SL_NONE;
        pairs->inner = pairs->outer;
        second = sl_next(list, &pairs->inner);
    }
    return second;
}

/* The position of the next second element, after that of the first one is brought up to date; SL_NONE at the end. */
static inline uint64_t next_second(Pairs *pairs) {
    uint64_t bits = pairs->inner.bits;
    if (!bits || pairs->first == SL_NONE) return search(pairs);
    pairs->inner.bits = bits & (bits - 1);
    return pairs->inner.chunk * 64 + sl_lowest_bit(bits);
}

/* The same for an iterator that has not ended, unless a change came in between; then there is an exception, too. At the
 * end, the loan ends. */
static inline uint64_t step(Pairs *pairs) {
    if (!pool_still_lends(pairs->pool, pairs->era)) return SL_NONE;
    uint64_t second = next_second(pairs);
    if (second == SL_NONE) end(pairs);
    return second;
}

/* Put an object into a tuple, and return what was there if that may call back, or NULL. */
static inline PyObject *exchange(PyObject *tuple, Py_ssize_t place, PyObject *now, bool *alike) {
    PyObject *before = PyTuple_GET_ITEM(tuple, place);
    if (before == now) return NULL;
    *alike = *alike && Py_TYPE(before) == Py_TYPE(now);
    PyTuple_SET_ITEM(tuple, place, Py_NewRef(now));
    if (Py_REFCNT(before) == 1) return before;
    Py_DECREF(before);
    return NULL;
}

/* Whether the tuple of the last step can be used again. */
static inline bool has_spare_result(const Pairs *pairs) { return pairs->result && Py_REFCNT(pairs->result) == 1; }

/* Keep a new tuple, which has its contents. */
static PyObject *keep(Pairs *pairs, PyObject *result) {
    pairs->is_settled = pairs->stays = false;
#if PY_VERSION_HEX >= 0x030E0000
    ((PyTupleObject *)result)->ob_hash = -1;
#endif
    Py_XSETREF(pairs->result, Py_NewRef(result));
    return result;
}

/* Return the tuple of the last step with other contents, and drop what may call back. */
static inline PyObject *give_again(Pairs *pairs, bool alike, PyObject *one, PyObject *other) {
    PyObject *result = Py_NewRef(pairs->result);
#if PY_VERSION_HEX >= 0x030E0000
    ((PyTupleObject *)result)->ob_hash = -1; /* tuples keep their hash from 3.14 on */
#endif
    if (!alike) pairs->is_settled = track_tuple(result);
    if (one || other) {
        Py_XDECREF(one);
        Py_XDECREF(other);
    }
    return result;
}

/* A new tuple; NULL at the end, or with an exception. To allocate it may run a finaliser, which may take steps, even
 * the last one; so this comes before a step. */
static PyObject *blank(Pairs *pairs, Py_ssize_t size) {
    PyObject *result = pairs->pool ? PyTuple_New(size) : NULL;
    if (pairs->pool) return result;
    Py_XDECREF(result);
    return NULL;
}

/* A step with the tuple of the last one, in which both elements are exchanged. */
static PyObject *with_other_first(Pairs *pairs, PyObject *one, PyObject *other) {
    bool alike = false;
    pairs->stays = stays_tracked(one);
    one = exchange(pairs->result, 0, one, &alike);
    other = exchange(pairs->result, 1, other, &alike);
    return give_again(pairs, alike, one, other);
}

static PyObject *next_values(Pairs *pairs) {
    bool again = has_spare_result(pairs);
    PyObject *fresh = again ? NULL : blank(pairs, 2);
    if (!again && !fresh) return NULL;
    uint64_t second = step(pairs);
    if (second == SL_NONE) {
        Py_XDECREF(fresh);
        return NULL;
    }
    PyObject *one = *pool_cell(pairs->pool, pairs->first), *other = *pool_cell(pairs->pool, second);
    if (fresh) {
        PyTuple_SET_ITEM(fresh, 0, Py_NewRef(one));
        PyTuple_SET_ITEM(fresh, 1, Py_NewRef(other));
        return keep(pairs, fresh);
    }
    if (one != PyTuple_GET_ITEM(pairs->result, 0)) return with_other_first(pairs, one, other);
    bool alike = true;
    other = exchange(pairs->result, 1, other, &alike);
    return give_again(pairs, pairs->stays || (alike && pairs->is_settled), NULL, other);
}

/* The key of the second element: the one before the last, if nothing else refers to it. */
static PyObject *second_key(Pairs *pairs, uint64_t position) {
    PyObject *key = pairs->spare;
    if (!key || Py_REFCNT(key) != 1 || pairs->pool->source) return pool_key_at(pairs->pool, position);
    pairs->spare = NULL;
    ((Key *)key)->index = position;
    ((Key *)key)->id = pairs->pool->list->words[position];
    return key;
}

/* Whether the positions of a step are still valid; false, perhaps with an exception, if not. */
static bool still_lends(const Pairs *pairs) { return pairs->pool && pool_still_lends(pairs->pool, pairs->era); }

/* A step with a new tuple of keys and elements. To make a key may run a finaliser, which may take steps; then the
 * positions of this one are still valid, unless the loan is over. */
static PyObject *items_anew(Pairs *pairs, PyObject *fresh, uint64_t first, uint64_t second) {
    PyObject *key = pool_key_at(pairs->pool, first);
    PyObject *other_key = key && still_lends(pairs) ? pool_key_at(pairs->pool, second) : NULL;
    if (!other_key || !still_lends(pairs)) {
        Py_XDECREF(key);
        Py_XDECREF(other_key);
        Py_DECREF(fresh);
        return NULL;
    }
    PyTuple_SET_ITEM(fresh, 0, key);
    PyTuple_SET_ITEM(fresh, 1, Py_NewRef(*pool_cell(pairs->pool, first)));
    PyTuple_SET_ITEM(fresh, 2, other_key);
    PyTuple_SET_ITEM(fresh, 3, Py_NewRef(*pool_cell(pairs->pool, second)));
    return keep(pairs, fresh);
}

/* A step after one with the same first element, and with a counted id: only the second element is another one, unless
 * the first one was replaced. */
static PyObject *items_again(Pairs *pairs, uint64_t second) {
    PyObject *result = pairs->result, *other_key = second_key(pairs, second);
    if (!other_key) return NULL;
    PyObject *last_key = PyTuple_GET_ITEM(result, 2), *spare = pairs->spare;
    bool alike = pairs->is_settled;
    PyTuple_SET_ITEM(result, 2, other_key);
    pairs->spare = last_key;
    Py_XDECREF(spare); /* a key, which calls nothing back */
    PyObject *one = exchange(result, 1, *pool_cell(pairs->pool, pairs->first), &alike);
    PyObject *other = exchange(result, 3, *pool_cell(pairs->pool, second), &alike);
    return give_again(pairs, alike, one, other);
}

static PyObject *next_items(Pairs *pairs) {
    /* A first element of its own gets a new tuple: then nothing has to be exchanged that is seldom another one. */
    bool again = has_spare_result(pairs) && pairs->inner.bits && !pairs->pool->source;
    PyObject *fresh = again ? NULL : blank(pairs, 4);
    if (!again && !fresh) return NULL;
    uint64_t second = step(pairs);
    if (second == SL_NONE) {
        Py_XDECREF(fresh);
        return NULL;
    }
    return fresh ? items_anew(pairs, fresh, pairs->first, second) : items_again(pairs, second);
}

/* _of(pool, keyed): an iterator, which lends until it ends. */
static PyObject *of(PyObject *Py_UNUSED(none), PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !PyObject_TypeCheck(args[0], &Pool_Type))
        return PyErr_Format(PyExc_TypeError, "pass a pool, and whether keys are wanted");
    uint64_t era;
    if (pool_lend((Pool *)args[0], &era) < 0) return NULL;
    Pairs *pairs = PyObject_GC_New(Pairs, args[1] == Py_True ? &ItemPairs_Type : &Pairs_Type);
    if (!pairs) {
        pool_return((Pool *)args[0], era);
        return NULL;
    }
    pairs->pool = (Pool *)Py_NewRef(args[0]);
    pairs->result = pairs->spare = NULL;
    pairs->is_settled = pairs->stays = false;
    pairs->era = era;
    pairs->first = SL_NONE;
    pairs->outer = pairs->inner = sl_begin(pairs->pool->list);
    PyObject_GC_Track(pairs);
    return (PyObject *)pairs;
}

static int traverse(Pairs *pairs, visitproc visit, void *arg) {
    Py_VISIT(pairs->pool);
    Py_VISIT(pairs->result);
    return 0;
}

static void dealloc(Pairs *pairs) {
    PyObject_GC_UnTrack(pairs);
    end(pairs);
    PyObject_GC_Del(pairs);
}

static PyMethodDef methods[] = {
    {"__reduce__", no_reduce, METH_NOARGS, NULL},
    {"_of", FAST of, METH_FASTCALL | METH_STATIC, NULL},
    {NULL, NULL, 0, NULL},
};

#define PAIRS_TYPE(name, next)                                                                       \
    {                                                                                                \
        PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stablelist.pairs." name,                           \
        .tp_basicsize = sizeof(Pairs),                                                               \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,     \
        .tp_dealloc = (destructor)dealloc,                                                           \
        .tp_traverse = (traverseproc)traverse,                                                       \
        .tp_clear = (inquiry)end,                                                                    \
        .tp_iter = PyObject_SelfIter,                                                                \
        .tp_iternext = (iternextfunc)(next),                                                         \
        .tp_methods = methods,                                                                       \
    }

PyTypeObject Pairs_Type = PAIRS_TYPE("Pairs", next_values);
PyTypeObject ItemPairs_Type = PAIRS_TYPE("ItemPairs", next_items);
