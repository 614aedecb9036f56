/* Views of keys, values and items, and iterators over them: the native twin of views.py. */
#include "native.h"

/* --- iterators -------------------------------------------------------------------------------- */

/* What stands in place of the era of a loan for an iterator without one. */
#define NO_LOAN UINT64_MAX

typedef struct {
    PyObject_HEAD
    Pool *pool;       /* NULL at the end */
    Others *others;   /* the view that is iterated over; NULL for the pool itself */
    PyObject *result; /* for items the pair, and for keys the key, that was yielded last; it is reused if */
    PyObject *spare;  /* nothing else refers to it, as is the key that was yielded before */
    sl_cursor cursor;
    uint64_t skipped; /* the position of the pivot, or SL_NONE */
    uint64_t era;     /* of the loan, or NO_LOAN */
} Iterator;

PyObject *iterate_unlent(Pool *pool, PyTypeObject *kind) {
    Iterator *iterator = PyObject_GC_New(Iterator, kind);
    if (!iterator) return NULL;
    iterator->pool = (Pool *)Py_NewRef(pool);
    iterator->others = NULL;
    iterator->result = NULL;
    iterator->spare = NULL;
    iterator->era = NO_LOAN;
    iterator->skipped = SL_NONE;
    iterator->cursor = sl_begin(pool->list);
    PyObject_GC_Track(iterator);
    return (PyObject *)iterator;
}

PyObject *iterate(Pool *pool, PyTypeObject *kind) {
    /* The loan first: a finaliser that runs while the iterator is allocated must not change the pool. */
    uint64_t era;
    if (pool_lend(pool, &era) < 0) return NULL;
    Iterator *iterator = (Iterator *)iterate_unlent(pool, kind);
    if (!iterator) {
        pool_return(pool, era);
        return NULL;
    }
    iterator->era = era;
    sl_charge(pool->list);
    return (PyObject *)iterator;
}

PyObject *iterate_others(Others *others, PyTypeObject *kind) {
    Pool *pool = others_pool(others);
    if (!pool) return NULL;
    Py_INCREF(pool); /* because a finaliser that runs during the allocation may end the view */
    Iterator *iterator = (Iterator *)iterate_unlent(pool, kind);
    Py_DECREF(pool);
    if (!iterator) return NULL;
    iterator->others = (Others *)Py_NewRef(others);
    iterator->skipped = others->pivot;
    return (PyObject *)iterator;
}

/* End the loan, and release all references. */
static int end(Iterator *iterator) {
    if (iterator->pool) pool_return(iterator->pool, iterator->era);
    Py_CLEAR(iterator->pool);
    Py_CLEAR(iterator->others);
    Py_CLEAR(iterator->result);
    Py_CLEAR(iterator->spare);
    return 0;
}

/* The pair of the key and the element of a cell. */
static PyObject *item(Iterator *iterator, uint64_t position) {
    /* The element first: during an allocation, a finaliser may exhaust this iterator. */
    PyObject *element = Py_NewRef(*pool_cell(iterator->pool, position));
    PyObject *spare = iterator->spare;
    iterator->spare = NULL; /* before the call, in which a finaliser may come here again */
    PyObject *key = pool_key_again(iterator->pool, position, spare);
    if (!key) {
        Py_DECREF(element);
        return NULL;
    }
    PyObject *result = iterator->result;
    if (result && Py_REFCNT(result) == 1) {
        PyObject *old_key = PyTuple_GET_ITEM(result, 0), *old_element = PyTuple_GET_ITEM(result, 1);
        PyTuple_SET_ITEM(result, 0, key);
        PyTuple_SET_ITEM(result, 1, element);
#if PY_VERSION_HEX >= 0x030E0000
        ((PyTupleObject *)result)->ob_hash = -1; /* tuples keep their hash from 3.14 on */
#endif
        /* The collector untracks a tuple without tracked contents, and keys are not tracked. */
        if (PyType_IS_GC(Py_TYPE(element)) && !PyObject_GC_IsTracked(result)) PyObject_GC_Track(result);
        Py_INCREF(result);
        Py_XSETREF(iterator->spare, old_key);
        Py_DECREF(old_element);
        return result;
    }
    result = PyTuple_New(2);
    if (!result) {
        Py_DECREF(key);
        Py_DECREF(element);
        return NULL;
    }
    PyTuple_SET_ITEM(result, 0, key);
    PyTuple_SET_ITEM(result, 1, element);
    Py_XSETREF(iterator->result, Py_NewRef(result));
    return result;
}

/* Whether an iterator of no loan, or of one that was invalidated, may go on; false and an exception if not. */
static bool resume(Iterator *iterator) {
    if (iterator->others && !others_pool(iterator->others)) return false;
    if (iterator->era != NO_LOAN) return pool_refuse_invalidated();
    sl_resume(iterator->pool->list, &iterator->cursor);
    return true;
}

/* The position of the next element; SL_NONE at the end, or with an exception. */
static inline uint64_t next_position(Iterator *iterator) {
    Pool *pool = iterator->pool;
    if (!pool || (iterator->era != pool->era && !resume(iterator))) return SL_NONE;
    uint64_t position = sl_next(pool->list, &iterator->cursor);
    if (position == iterator->skipped) position = sl_next(pool->list, &iterator->cursor);
    if (position == SL_NONE) end(iterator);
    return position;
}

static PyObject *next_key(Iterator *iterator) {
    uint64_t position = next_position(iterator);
    if (position == SL_NONE) return NULL;
    /* The loop still has the key of the last step, so the one before that is free. */
    PyObject *spare = iterator->spare;
    iterator->spare = iterator->result;
    iterator->result = NULL;
    PyObject *key = pool_key_again(iterator->pool, position, spare);
    Py_XSETREF(iterator->result, Py_XNewRef(key));
    return key;
}

static PyObject *next_value(Iterator *iterator) {
    uint64_t position = next_position(iterator);
    return position == SL_NONE ? NULL : Py_NewRef(*pool_cell(iterator->pool, position));
}

static PyObject *next_item(Iterator *iterator) {
    uint64_t position = next_position(iterator);
    return position == SL_NONE ? NULL : item(iterator, position);
}

static int iterator_traverse(Iterator *iterator, visitproc visit, void *arg) {
    Py_VISIT(iterator->pool);
    Py_VISIT(iterator->others);
    Py_VISIT(iterator->result);
    return 0;
}

static void iterator_dealloc(Iterator *iterator) {
    PyObject_GC_UnTrack(iterator);
    end(iterator);
    PyObject_GC_Del(iterator);
}

PyObject *no_reduce(PyObject *Py_UNUSED(object), PyObject *Py_UNUSED(argument)) {
    return refuse("stablelist.lending", "refuse_copy", "()");
}

PyObject *reversed_of(PyObject *iterator) {
    PyObject *list = iterator ? PySequence_List(iterator) : NULL;
    PyObject *result = list ? PyObject_CallOneArg((PyObject *)&PyReversed_Type, list) : NULL;
    Py_XDECREF(list);
    Py_XDECREF(iterator);
    return result ? result : failed();
}

static PyObject *reversed(PyObject *view, PyObject *Py_UNUSED(argument)) {
    return reversed_of(Py_TYPE(view)->tp_iter(view));
}

PyMethodDef iterator_methods[] = {
    {"__reduce__", no_reduce, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

#define ITERATOR_TYPE(name, next)                                                                    \
    {                                                                                                \
        PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stablelist.views." name,                           \
        .tp_basicsize = sizeof(Iterator),                                                            \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,     \
        .tp_dealloc = (destructor)iterator_dealloc,                                                  \
        .tp_traverse = (traverseproc)iterator_traverse,                                              \
        .tp_clear = (inquiry)end,                                                                    \
        .tp_iter = PyObject_SelfIter,                                                                \
        .tp_iternext = (iternextfunc)(next),                                                         \
        .tp_methods = iterator_methods,                                                              \
    }

PyTypeObject KeyIterator_Type = ITERATOR_TYPE("KeyIterator", next_key);
PyTypeObject ValueIterator_Type = ITERATOR_TYPE("ValueIterator", next_value);
PyTypeObject ItemIterator_Type = ITERATOR_TYPE("ItemIterator", next_item);

/* --- views ------------------------------------------------------------------------------------ */

typedef struct {
    PyObject_HEAD
    PyObject *owner; /* a Pool, an Others or an Entries */
} View;

PyObject *view_new(PyTypeObject *type, PyObject *owner) {
    View *view = PyObject_GC_New(View, type);
    if (!view) return NULL;
    view->owner = Py_NewRef(owner);
    PyObject_GC_Track(view);
    return (PyObject *)view;
}

static PyObject *iterate_owner(View *view, PyTypeObject *kind) {
    if (PyObject_TypeCheck(view->owner, &Pool_Type)) return iterate((Pool *)view->owner, kind);
    if (PyObject_TypeCheck(view->owner, &Entries_Type)) return iterate_entries(view->owner, kind);
    return iterate_others((Others *)view->owner, kind);
}

static PyObject *iterate_keys(View *view) { return iterate_owner(view, &KeyIterator_Type); }

static PyObject *iterate_values(View *view) { return iterate_owner(view, &ValueIterator_Type); }

static PyObject *iterate_items(View *view) { return iterate_owner(view, &ItemIterator_Type); }

static Py_ssize_t length(View *view) { return PyObject_Size(view->owner); }

static int has_key(View *view, PyObject *key) { return PySequence_Contains(view->owner, key); }

static int has_value(View *view, PyObject *element) {
    PyObject *values = iterate_values(view), *found;
    if (!values) return -1;
    int same = 0;
    while (same == 0 && (found = PyIter_Next(values))) {
        same = PyObject_RichCompareBool(found, element, Py_EQ);
        Py_DECREF(found);
    }
    Py_DECREF(values);
    if (same < 0) failed();
    return PyErr_Occurred() ? -1 : same;
}

static int has_item(View *view, PyObject *item) {
    if (!PyTuple_Check(item) || PyTuple_GET_SIZE(item) != 2) return 0;
    int held = PySequence_Contains(view->owner, PyTuple_GET_ITEM(item, 0));
    if (held < 0) failed();
    if (held <= 0) return held;
    PyObject *found = PyObject_GetItem(view->owner, PyTuple_GET_ITEM(item, 0));
    int same = found ? PyObject_RichCompareBool(found, PyTuple_GET_ITEM(item, 1), Py_EQ) : -1;
    Py_XDECREF(found);
    if (same < 0) failed();
    return same;
}

static PyObject *repr(View *view) {
    const char *name = strrchr(Py_TYPE(view)->tp_name, '.') + 1;
    return PyUnicode_FromFormat("%s(%R)", name, view->owner);
}

/* --- views of keys and items are sets: `collections.abc.Set` does the rest --------------------- */

static PyObject *of_set(const char *method, PyObject *left, PyObject *right) {
    PyObject *module = PyImport_ImportModule("collections.abc");
    PyObject *set = module ? PyObject_GetAttrString(module, "Set") : NULL;
    PyObject *result = set ? PyObject_CallMethod(set, method, "OO", left, right) : NULL;
    Py_XDECREF(set);
    Py_XDECREF(module);
    return result ? result : failed();
}

static bool is_view(PyObject *object) { return Py_IS_TYPE(object, &KeysView_Type) || Py_IS_TYPE(object, &ItemsView_Type); }

#define SET_OPERATION(name, method, reflected)                                                       \
    static PyObject *name(PyObject *left, PyObject *right) {                                         \
        return is_view(left) ? of_set(method, left, right) : of_set(reflected, right, left);         \
    }

SET_OPERATION(set_and, "__and__", "__rand__")
SET_OPERATION(set_or, "__or__", "__ror__")
SET_OPERATION(set_xor, "__xor__", "__rxor__")
SET_OPERATION(set_subtract, "__sub__", "__rsub__")

static PyNumberMethods as_number = {
    .nb_and = set_and, .nb_or = set_or, .nb_xor = set_xor, .nb_subtract = set_subtract};

static PyObject *compare(PyObject *left, PyObject *right, int operator) {
    static const char *const methods[] = {"__lt__", "__le__", "__eq__", "__ne__", "__gt__", "__ge__"};
    if (operator != Py_NE) return of_set(methods[operator], left, right);
    PyObject *same = of_set(methods[Py_EQ], left, right);
    if (!same || same == Py_NotImplemented) return same;
    bool differs = same == Py_False;
    Py_DECREF(same);
    return PyBool_FromLong(differs);
}

static PyObject *isdisjoint(PyObject *view, PyObject *other) { return of_set("isdisjoint", view, other); }

/* What `collections.abc.Set` makes the result of an operation of. */
static PyObject *from_iterable(PyObject *Py_UNUSED(type), PyObject *iterable) { return PySet_New(iterable); }

/* --- their types ------------------------------------------------------------------------------ */

static int view_traverse(View *view, visitproc visit, void *arg) {
    Py_VISIT(view->owner);
    return 0;
}

static void view_dealloc(View *view) {
    PyObject_GC_UnTrack(view);
    Py_DECREF(view->owner);
    PyObject_GC_Del(view);
}

static PyMethodDef set_methods[] = {
    {"__reduce__", no_reduce, METH_NOARGS, NULL},
    {"__reversed__", reversed, METH_NOARGS, NULL},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {"_from_iterable", from_iterable, METH_O | METH_CLASS, NULL},
    {"isdisjoint", isdisjoint, METH_O, "isdisjoint($self, other, /)\n--\n\n"},
    {NULL, NULL, 0, NULL},
};

static PyMethodDef view_methods[] = {
    {"__reduce__", no_reduce, METH_NOARGS, NULL},
    {"__reversed__", reversed, METH_NOARGS, NULL},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PySequenceMethods keys_as_sequence = {.sq_length = (lenfunc)length, .sq_contains = (objobjproc)has_key};
static PySequenceMethods values_as_sequence = {.sq_length = (lenfunc)length, .sq_contains = (objobjproc)has_value};
static PySequenceMethods items_as_sequence = {.sq_length = (lenfunc)length, .sq_contains = (objobjproc)has_item};

/* A view needs no tp_clear: the other objects of a cycle have one. */
#define VIEW_TYPE(name, as_sequence, iterate, ...)                                                     \
    {                                                                                                \
        PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stablelist.views." name,                           \
        .tp_basicsize = sizeof(View),                                                                \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,     \
        .tp_dealloc = (destructor)view_dealloc,                                                      \
        .tp_traverse = (traverseproc)view_traverse,                                                  \
        .tp_iter = (getiterfunc)(iterate),                                                           \
        .tp_repr = (reprfunc)repr,                                                                   \
        .tp_as_sequence = &(as_sequence),                                                            \
        __VA_ARGS__                                                                                  \
    }

#define AS_SET                                                                                       \
    .tp_methods = set_methods, .tp_as_number = &as_number, .tp_richcompare = compare,                \
    .tp_hash = PyObject_HashNotImplemented

PyTypeObject KeysView_Type = VIEW_TYPE("KeysView", keys_as_sequence, iterate_keys, AS_SET);
PyTypeObject ValuesView_Type = VIEW_TYPE("ValuesView", values_as_sequence, iterate_values, .tp_methods = view_methods);
PyTypeObject ItemsView_Type = VIEW_TYPE("ItemsView", items_as_sequence, iterate_items, AS_SET);
