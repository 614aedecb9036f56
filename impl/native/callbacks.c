/* Methods of a pool that lend its elements to a function of the caller's; their twins are in pool.py.
 *
 * The loan is counted among those of iterators, so that nobody else can end it. Elements may be replaced
 * meanwhile, so each is kept alive while the function has it.
 */
#include "native.h"

/* Turn a loan into a change. False and an exception if it was invalidated, or others are open that are not; then the
 * loan stays. */
static bool begin_change(Pool *pool, uint64_t era, const char *operation) {
    if (!pool_still_lends(pool, era)) return false;
    if (pool->open != 1) {
        if (!pool_claim(pool, operation)) return false;
    } else {
        pool->iterators--;
    }
    pool->open = CHANGING;
    return true;
}

static void end_change(Pool *pool) { pool->open = 0; }

/* Replace the element of a live cell by what a function returned, unless that is None. */
static void change(Pool *pool, uint64_t position, PyObject *outcome) {
    if (outcome != Py_None) Py_DECREF(pool_exchange(pool, position, outcome));
}

PyObject *pool_at_mut(Pool *pool, PyObject *const *args, Py_ssize_t count) {
    if (count != 2)
        return PyErr_Format(PyExc_TypeError, "at_mut() takes a key and a function, not %zd arguments", count);
    uint64_t era;
    if (pool_lend(pool, &era) < 0) return NULL;
    uint64_t position = pool_find(pool, args[0]);
    PyObject *answer = NULL;
    if (position == SL_NONE) {
        answer = pool_missing(args[0], Py_False);
    } else {
        PyObject *element = Py_NewRef(*pool_cell(pool, position)), *outcome = PyObject_CallOneArg(args[1], element);
        if (outcome && pool_still_lends(pool, era)) {
            change(pool, position, outcome);
            answer = Py_NewRef(Py_True);
        }
        Py_XDECREF(outcome);
        Py_DECREF(element);
    }
    if (answer && !pool_still_lends(pool, era)) Py_CLEAR(answer);
    pool_return(pool, era);
    return answer;
}

PyObject *pool_insert_with(Pool *pool, PyObject *factory) {
    uint64_t era;
    if (!pool_claim(pool, "insert_with") || pool_lend(pool, &era) < 0) return NULL;
    PyObject *key = pool_next_key(pool, "insert_with"), *element = key ? PyObject_CallOneArg(factory, key) : NULL;
    PyObject *added = NULL;
    if (element && begin_change(pool, era, "insert_with")) {
        added = pool->source ? pool_place(pool, element, "add")
                             : Py_XNewRef(pool_place_under(pool, element, key, "add"));
        end_change(pool);
    } else {
        pool_return(pool, era);
    }
    Py_XDECREF(element);
    Py_XDECREF(key);
    return added;
}

/* --- all elements ----------------------------------------------------------------------------- */

/* A call of a function with each key and element. */
typedef struct {
    Pool *pool;
    PyObject *function;
    uint64_t era; /* of the loan */
    sl_cursor cursor;
    uint64_t position; /* of the element in question */
    PyObject *key;     /* which is used again if the function has not kept it */
    PyObject *element;
} Walk;

/* Begin it: lend the elements, and charge the iteration. */
static bool begin_walk(Walk *walk, Pool *pool, PyObject *function) {
    *walk = (Walk){.pool = pool, .function = function};
    if (pool_lend(pool, &walk->era) < 0) return false;
    sl_charge(pool->list);
    walk->cursor = sl_begin(pool->list);
    return true;
}

/* Go to the next element. False at the end, or with an exception. */
static bool step(Walk *walk) {
    Py_CLEAR(walk->element);
    if (!pool_still_lends(walk->pool, walk->era)) return false;
    walk->position = sl_next(walk->pool->list, &walk->cursor);
    if (walk->position == SL_NONE) return false;
    walk->element = Py_NewRef(*pool_cell(walk->pool, walk->position));
    walk->key = pool_key_again(walk->pool, walk->position, walk->key);
    return walk->key != NULL;
}

/* What the function returns for the key and the element. */
static PyObject *call(Walk *walk) {
    PyObject *args[] = {NULL, walk->key, walk->element};
    return PyObject_Vectorcall(walk->function, args + 1, 2 | PY_VECTORCALL_ARGUMENTS_OFFSET, NULL);
}

/* Release what the walk holds, but the loan. */
static void end_walk(Walk *walk) {
    Py_CLEAR(walk->element);
    Py_CLEAR(walk->key);
}

/* Call a function with each key and element, and let it change the elements, or not. */
static PyObject *call_each(Pool *pool, PyObject *function, bool changes) {
    Walk walk;
    if (!begin_walk(&walk, pool, function)) return NULL;
    while (step(&walk)) {
        PyObject *outcome = call(&walk);
        if (!outcome) break;
        if (changes && pool->era == walk.era) change(pool, walk.position, outcome);
        Py_DECREF(outcome);
    }
    end_walk(&walk);
    pool_return(pool, walk.era);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

PyObject *pool_each(Pool *pool, PyObject *function) { return call_each(pool, function, false); }

PyObject *pool_each_mut(Pool *pool, PyObject *function) { return call_each(pool, function, true); }

/* The answer of a predicate; -1 and an exception if it is none. */
static int decided(PyObject *answer) {
    if (answer == Py_True || answer == Py_False) return answer == Py_True;
    if (answer != Py_None) return PyObject_IsTrue(answer);
    refuse("stablelist.pool", "refuse_undecided", "()");
    return -1;
}

/* Collect the keys and elements that a predicate rejects. */
static bool collect(Walk *walk, PyObject *rejected) {
    while (step(walk)) {
        PyObject *answer = call(walk);
        int kept = answer ? decided(answer) : -1;
        Py_XDECREF(answer);
        PyObject *item = kept == 0 ? PyTuple_Pack(2, walk->key, walk->element) : NULL;
        bool failed = kept < 0 || (kept == 0 && (!item || PyList_Append(rejected, item) < 0));
        Py_XDECREF(item);
        if (failed) break;
    }
    end_walk(walk);
    return !PyErr_Occurred();
}

/* Remove the elements of some items. What was replaced meanwhile dies at once, during the change. */
static void vacate_all(Pool *pool, PyObject *items) {
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(items); n++)
        Py_DECREF(pool_vacate(pool, key_position((Key *)PyTuple_GET_ITEM(PyList_GET_ITEM(items, n), 0))));
}

PyObject *pool_retain(Pool *pool, PyObject *predicate) {
    Walk walk;
    if (!pool_claim(pool, "retain") || !begin_walk(&walk, pool, predicate)) return NULL;
    PyObject *rejected = PyList_New(0);
    /* Until the end nobody must find this list, and change it. */
    if (rejected) PyObject_GC_UnTrack(rejected);
    if (rejected && collect(&walk, rejected) && begin_change(pool, walk.era, "retain")) {
        vacate_all(pool, rejected);
        end_change(pool);
        PyObject_GC_Track(rejected);
        return rejected;
    }
    pool_return(pool, walk.era);
    Py_XDECREF(rejected);
    return failed();
}
