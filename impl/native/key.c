/* Keys: the native twin of key.py. */
#include "native.h"

/* Every step of an iteration makes and drops a key; a few are kept for reuse. */
#define MOST_FREE 64
static Key *free_keys[MOST_FREE];
static int free_count = 0;

void key_clear_free_list(void) {
    while (free_count) PyObject_Free(free_keys[--free_count]);
}

/* A key whose fields have no values yet. */
static Key *blank(void) {
    if (!free_count) return PyObject_New(Key, &Key_Type);
    Key *key = free_keys[--free_count];
    _Py_NewReference((PyObject *)key); /* its type is still set */
    return key;
}

PyObject *key_new(uint64_t index, uint64_t id) {
    Key *key = blank();
    if (!key) return NULL;
    key->index = index;
    key->id = id;
    return (PyObject *)key;
}

static void dealloc(Key *key) {
    if (key->index == SL_NONE) Py_DECREF(key->both);
    if (free_count < MOST_FREE)
        free_keys[free_count++] = key;
    else
        PyObject_Free(key);
}

/* --- any integers ----------------------------------------------------------------------------- */

/* Read a number of 64 bits; false if it is negative or larger. Raises nothing, because to allocate an
 * exception may run finalisers. */
static bool fits(PyObject *number, uint64_t *value) {
    if (_PyLong_Sign(number) < 0 || _PyLong_NumBits(number) > 64) return false;
    *value = PyLong_AsUnsignedLongLong(number);
    return true;
}

/* A key from two objects of the exact type int. */
static PyObject *key_of(PyObject *index, PyObject *id) {
    uint64_t narrow_index, narrow_id;
    if (fits(index, &narrow_index) && narrow_index != SL_NONE && fits(id, &narrow_id))
        return key_new(narrow_index, narrow_id);
    PyObject *both = PyTuple_Pack(2, index, id);
    if (!both) return NULL;
    Key *key = blank();
    if (!key) {
        Py_DECREF(both);
        return NULL;
    }
    key->index = SL_NONE;
    key->both = both;
    return (PyObject *)key;
}

PyObject *key_of_any_id(uint64_t index, PyObject *id) {
    PyObject *number = PyLong_FromUnsignedLongLong(index);
    if (!number) return NULL;
    PyObject *key = key_of(number, id);
    Py_DECREF(number);
    return key;
}

static PyObject *get_index(Key *key, void *Py_UNUSED(closure)) {
    if (key->index == SL_NONE) return Py_NewRef(PyTuple_GET_ITEM(key->both, 0));
    return PyLong_FromUnsignedLongLong(key->index);
}

static PyObject *get_id(Key *key, void *Py_UNUSED(closure)) {
    if (key->index == SL_NONE) return Py_NewRef(PyTuple_GET_ITEM(key->both, 1));
    return PyLong_FromUnsignedLongLong(key->id);
}

uint64_t key_position(const Key *key) {
    uint64_t position = key->index;
    if (position == SL_NONE && !fits(PyTuple_GET_ITEM(key->both, 0), &position)) return SL_NONE;
    return position;
}

/* Whether the id of a key equals `id`, which is exactly an int. */
bool key_has_id(const Key *key, PyObject *id) {
    uint64_t narrow;
    if (key->index != SL_NONE) return fits(id, &narrow) && narrow == key->id;
    /* Not PyObject_RichCompare, which fails if the stack is nearly full. */
    return PyLong_Type.tp_richcompare(PyTuple_GET_ITEM(key->both, 1), id, Py_EQ) == Py_True;
}

bool key_same(const Key *one, const Key *other) {
    if (one->index != SL_NONE || other->index != SL_NONE) return one->index == other->index && one->id == other->id;
    PyObject *both = one->both;
    uint64_t position = key_position(one);
    bool same_index = position != SL_NONE ? position == key_position(other)
                                          : PyLong_Type.tp_richcompare(PyTuple_GET_ITEM(both, 0),
                                                                       PyTuple_GET_ITEM(other->both, 0), Py_EQ) == Py_True;
    return same_index && key_has_id(other, PyTuple_GET_ITEM(both, 1));
}

/* Index and id as a tuple. */
static PyObject *both(Key *key) {
    if (key->index == SL_NONE) return Py_NewRef(key->both);
    return Py_BuildValue("(KK)", (unsigned long long)key->index, (unsigned long long)key->id);
}

/* --- what Python sees ------------------------------------------------------------------------- */

static PyObject *new(PyTypeObject *Py_UNUSED(type), PyObject *args, PyObject *kwargs) {
    static char *names[] = {"index", "id", NULL};
    PyObject *index, *id;
    if (!PyArg_ParseTupleAndKeywords(args, kwargs, "OO:Key", names, &index, &id)) return NULL;
    if (!PyLong_CheckExact(index) || !PyLong_CheckExact(id))
        return PyErr_Format(PyExc_TypeError, "index is %R and id is %R; pass two ints", index, id);
    return key_of(index, id);
}

static PyObject *compare(PyObject *left, PyObject *right, int operator) {
    if (!is_key(left) || !is_key(right)) Py_RETURN_NOTIMPLEMENTED;
    Key *one = (Key *)left, *other = (Key *)right;
    if (one->index != SL_NONE && other->index != SL_NONE) {
        bool same_index = one->index == other->index;
        Py_RETURN_RICHCOMPARE(same_index ? one->id : one->index,
                              same_index ? other->id : other->index, operator);
    }
    PyObject *ours = both(one), *theirs = ours ? both(other) : NULL;
    PyObject *result = theirs ? PyObject_RichCompare(ours, theirs, operator) : NULL;
    Py_XDECREF(ours);
    Py_XDECREF(theirs);
    return result;
}

/* The keys of a list have small indices and small ids, so both are spread over the word. */
static Py_hash_t hash(Key *key) {
    if (key->index == SL_NONE) return PyObject_Hash(key->both);
    uint64_t mixed = key->id ^ key->index * 0x9E3779B97F4A7C15u;
    mixed = (mixed ^ mixed >> 32) * 0xD6E8FEB86659FD93u;
    Py_hash_t result = (Py_hash_t)(mixed ^ mixed >> 32);
    return result == -1 ? -2 : result;
}

static PyObject *repr(Key *key) {
    if (key->index == SL_NONE)
        return PyUnicode_FromFormat("Key(index=%R, id=%R)", PyTuple_GET_ITEM(key->both, 0),
                                    PyTuple_GET_ITEM(key->both, 1));
    return PyUnicode_FromFormat("Key(index=%llu, id=%llu)", (unsigned long long)key->index,
                                (unsigned long long)key->id);
}

static PyObject *itself(PyObject *key, PyObject *Py_UNUSED(argument)) { return Py_NewRef(key); }

static PyObject *reduce(Key *key, PyObject *Py_UNUSED(argument)) {
    PyObject *arguments = both(key);
    return arguments ? Py_BuildValue("(ON)", &Key_Type, arguments) : NULL;
}

static PyMethodDef methods[] = {
    {"__copy__", itself, METH_NOARGS, NULL},
    {"__deepcopy__", itself, METH_O, NULL},
    {"__reduce__", (PyCFunction)reduce, METH_NOARGS, NULL},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"index", (getter)get_index, NULL, NULL, NULL},
    {"id", (getter)get_id, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

PyTypeObject Key_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stablelist.key.Key",
    .tp_doc = "Key(index, id)\n--\n\n",
    .tp_basicsize = sizeof(Key),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_IMMUTABLETYPE,
    .tp_new = new,
    .tp_dealloc = (destructor)dealloc,
    .tp_richcompare = compare,
    .tp_hash = (hashfunc)hash,
    .tp_repr = (reprfunc)repr,
    .tp_methods = methods,
    .tp_getset = properties,
};
