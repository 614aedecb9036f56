/* The view of all elements but one, and the iterator over elements and their views: the native twin of
 * others.py and pivots.py. */
#include "native.h"

#include <structmember.h>

/* --- the view --------------------------------------------------------------------------------- */

Pool *others_pool(Others *others) {
    if (!others->pool) return refuse("stablelist.lending", "refuse_ended", "()");
    return pool_still_lends(others->pool, others->era) ? others->pool : NULL;
}

/* The position that a key resolves to, if it is not the pivot's; SL_NONE otherwise. */
static uint64_t find(Others *others, PyObject *key) {
    uint64_t position = pool_find(others->pool, key);
    return position == others->pivot ? SL_NONE : position;
}

/* The element of a key, or else the given default. */
static PyObject *found(Others *others, PyObject *key, PyObject *otherwise) {
    if (!others_pool(others)) return NULL;
    uint64_t position = find(others, key);
    return position == SL_NONE ? pool_missing(key, otherwise) : Py_NewRef(*pool_cell(others->pool, position));
}

static PyObject *at(Others *others, PyObject *key) { return found(others, key, Py_None); }

static PyObject *get(Others *others, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "get() takes a key and a default, not %zd arguments", count);
    return found(others, args[0], count == 2 ? args[1] : Py_None);
}

static int has(Others *others, PyObject *key) {
    return others_pool(others) ? find(others, key) != SL_NONE : -1;
}

static PyObject *contains(Others *others, PyObject *key) {
    if (!others_pool(others)) return NULL;
    return find(others, key) == SL_NONE ? pool_missing(key, Py_False) : Py_NewRef(Py_True);
}

static PyObject *subscript(Others *others, PyObject *key) {
    Pool *pool = others_pool(others);
    if (!pool) return NULL;
    uint64_t position = pool_find(pool, key);
    if (position == others->pivot) return refuse("stablelist.stale", "refuse_pivot", "(O)", key);
    if (position != SL_NONE) return Py_NewRef(*pool_cell(pool, position));
    Py_INCREF(pool); /* because a finaliser may end the view */
    pool_stale(pool, key);
    Py_DECREF(pool);
    return NULL;
}

static Py_ssize_t length(Others *others) {
    if (!others_pool(others)) return -1;
    uint64_t live = sl_length(others->pool->list);
    if (live) return (Py_ssize_t)live - 1;
    PyErr_SetString(PyExc_ValueError, "__len__() should return >= 0"); /* the view was created by hand */
    return -1;
}

/* A view of the keys, values or items of a view, unless it has ended. */
static PyObject *view_of(Others *others, PyTypeObject *type) {
    return others_pool(others) ? view_new(type, (PyObject *)others) : NULL;
}

static PyObject *keys(Others *others, PyObject *Py_UNUSED(argument)) {
    return view_of(others, &KeysView_Type);
}

static PyObject *values(Others *others, PyObject *Py_UNUSED(argument)) {
    return view_of(others, &ValuesView_Type);
}

static PyObject *items(Others *others, PyObject *Py_UNUSED(argument)) {
    return view_of(others, &ItemsView_Type);
}

static PyObject *iter(Others *others) { return iterate_others(others, &KeyIterator_Type); }

static PyObject *others_reversed(PyObject *others, PyObject *Py_UNUSED(argument)) {
    return reversed_of(iter((Others *)others));
}

static PyObject *end(Others *others, PyObject *Py_UNUSED(argument)) {
    Py_CLEAR(others->pool);
    Py_RETURN_NONE;
}

static PyObject *lent_pool(Others *others, PyObject *Py_UNUSED(argument)) {
    return Py_XNewRef((PyObject *)others_pool(others));
}

static PyObject *get_pool(Others *others, void *Py_UNUSED(closure)) {
    return Py_NewRef(others->pool ? (PyObject *)others->pool : Py_None);
}

/* A new view, of the given type, of all elements but the one at a live position. */
static PyObject *others_new(PyTypeObject *type, Pool *pool, uint64_t era, uint64_t pivot) {
    Others *others = (Others *)type->tp_alloc(type, 0);
    if (!others) return NULL;
    others->pool = (Pool *)Py_NewRef(pool);
    others->pivot = pivot;
    others->era = era;
    return (PyObject *)others;
}

static PyObject *new(PyTypeObject *Py_UNUSED(type), PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs)) {
    return refuse("stablelist.lending", "refuse_view", "()");
}

/* _of(pool, pivot): a view of all elements but the one at a live position. */
static PyObject *of(PyTypeObject *type, PyObject *const *args, Py_ssize_t count) {
    if (count != 2 || !PyObject_TypeCheck(args[0], &Pool_Type))
        return PyErr_Format(PyExc_TypeError, "pass a pool and a position");
    uint64_t pivot = pool_live_position((Pool *)args[0], args[1]);
    return pivot == SL_NONE ? NULL : others_new(type, (Pool *)args[0], ((Pool *)args[0])->era, pivot);
}

static int traverse(Others *others, visitproc visit, void *arg) {
    Py_VISIT(others->pool);
    return 0;
}

static int clear(Others *others) {
    Py_CLEAR(others->pool);
    return 0;
}

static void dealloc(Others *others) {
    PyObject_GC_UnTrack(others);
    clear(others);
    Py_TYPE(others)->tp_free((PyObject *)others);
}

static PyMethodDef methods[] = {
    {"at", (PyCFunction)at, METH_O, "at($self, key, /)\n--\n\n"},
    {"get", FAST get, METH_FASTCALL, "get($self, key, default=None, /)\n--\n\n"},
    {"contains", (PyCFunction)contains, METH_O, "contains($self, key, /)\n--\n\n"},
    {"keys", (PyCFunction)keys, METH_NOARGS, "keys($self, /)\n--\n\n"},
    {"values", (PyCFunction)values, METH_NOARGS, "values($self, /)\n--\n\n"},
    {"items", (PyCFunction)items, METH_NOARGS, "items($self, /)\n--\n\n"},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {"__reversed__", others_reversed, METH_NOARGS, NULL},
    {"_end", (PyCFunction)end, METH_NOARGS, NULL},
    {"_lent_pool", (PyCFunction)lent_pool, METH_NOARGS, NULL},
    {"_of", FAST of, METH_FASTCALL | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyMemberDef members[] = {
    {"_pivot", T_ULONGLONG, offsetof(Others, pivot), READONLY, NULL},
    {NULL, 0, 0, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"_pool", (getter)get_pool, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMappingMethods as_mapping = {.mp_length = (lenfunc)length, .mp_subscript = (binaryfunc)subscript};
static PySequenceMethods as_sequence = {.sq_contains = (objobjproc)has};

PyTypeObject Others_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stablelist.others.Others",
    .tp_doc = "Others(*_args, **_kwargs)\n--\n\n",
    .tp_basicsize = sizeof(Others),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = new,
    .tp_dealloc = (destructor)dealloc,
    .tp_traverse = (traverseproc)traverse,
    .tp_clear = (inquiry)clear,
    .tp_iter = (getiterfunc)iter,
    .tp_methods = methods,
    .tp_members = members,
    .tp_getset = properties,
    .tp_as_mapping = &as_mapping,
    .tp_as_sequence = &as_sequence,
};

/* --- each element with its view --------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Pool *pool;     /* NULL at the end */
    PyObject *kind; /* the class of the views */
    Others *view;   /* of the current step; NULL before the first one */
    uint64_t era;   /* of the loan */
    sl_cursor cursor;
} Pivots;

static PyObject *pivots_new(PyTypeObject *type, PyObject *args, PyObject *Py_UNUSED(kwargs)) {
    PyObject *pool, *kind;
    if (!PyArg_ParseTuple(args, "O!O!", &Pool_Type, &pool, &PyType_Type, &kind)) return NULL;
    if (!PyType_IsSubtype((PyTypeObject *)kind, &Others_Type))
        return PyErr_Format(PyExc_TypeError, "%R is not a class of views", kind);
    uint64_t era;
    if (pool_lend((Pool *)pool, &era) < 0) return NULL;
    Pivots *pivots = (Pivots *)type->tp_alloc(type, 0);
    if (!pivots) {
        pool_return((Pool *)pool, era);
        return NULL;
    }
    pivots->era = era;
    pivots->pool = (Pool *)Py_NewRef(pool);
    pivots->kind = Py_NewRef(kind);
    pivots->cursor = sl_begin(pivots->pool->list);
    return (PyObject *)pivots;
}

/* End the last step, and its view. */
static void end_step(Pivots *pivots) {
    if (pivots->view) Py_CLEAR(pivots->view->pool);
    Py_CLEAR(pivots->view);
}

static int pivots_end(Pivots *pivots) {
    end_step(pivots);
    if (pivots->pool) pool_return(pivots->pool, pivots->era);
    Py_CLEAR(pivots->pool);
    return 0;
}

static PyObject *pivots_next(Pivots *pivots) {
    end_step(pivots);
    if (!pivots->pool || !pool_still_lends(pivots->pool, pivots->era)) return NULL;
    uint64_t position = sl_next(pivots->pool->list, &pivots->cursor);
    if (position == SL_NONE) {
        pivots_end(pivots);
        return NULL;
    }
    /* During any allocation a finaliser may replace the element, or take the next step. */
    Pool *pool = (Pool *)Py_NewRef(pivots->pool);
    PyObject *element = Py_NewRef(*pool_cell(pool, position)), *key = pool_key_at(pool, position);
    PyObject *view = key ? others_new((PyTypeObject *)pivots->kind, pool, pivots->era, position) : NULL;
    PyObject *result = view ? PyTuple_Pack(3, key, element, view) : NULL;
    if (result) {
        end_step(pivots);
        if (pivots->pool)
            pivots->view = (Others *)Py_NewRef(view);
        else
            Py_CLEAR(((Others *)view)->pool);
    }
    Py_XDECREF(view);
    Py_XDECREF(key);
    Py_DECREF(element);
    Py_DECREF(pool);
    return result;
}

static int pivots_traverse(Pivots *pivots, visitproc visit, void *arg) {
    Py_VISIT(pivots->pool);
    Py_VISIT(pivots->kind);
    Py_VISIT(pivots->view);
    return 0;
}

static void pivots_dealloc(Pivots *pivots) {
    PyObject_GC_UnTrack(pivots);
    pivots_end(pivots);
    Py_CLEAR(pivots->kind);
    Py_TYPE(pivots)->tp_free((PyObject *)pivots);
}

PyTypeObject Pivots_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stablelist.pivots.Pivots",
    .tp_basicsize = sizeof(Pivots),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_new = pivots_new,
    .tp_dealloc = (destructor)pivots_dealloc,
    .tp_traverse = (traverseproc)pivots_traverse,
    .tp_clear = (inquiry)pivots_end,
    .tp_iter = PyObject_SelfIter,
    .tp_iternext = (iternextfunc)pivots_next,
    .tp_methods = iterator_methods,
};
