/* The module `stablelist._native`: the types, and a way to document them. */
#include "native.h"

#include <structmember.h>

static PyTypeObject *const types[] = {
    &Key_Type, &Pool_Type, &KeysView_Type, &ValuesView_Type, &ItemsView_Type, &KeyIterator_Type,
    &ValueIterator_Type, &ItemIterator_Type, &Others_Type, &Pivots_Type, &Pairs_Type, &ItemPairs_Type,
    &Entries_Type, &EntryKeys_Type, &EntryValues_Type, &EntryItems_Type, &Joined_Type,
};

/* The signature at the beginning of the old documentation, if there is one, followed by a docstring.
 * It is never freed, because the types are static. */
static const char *described(const char *signature, PyObject *doc) {
    const char *text = PyUnicode_AsUTF8(doc), *end = signature ? strstr(signature, "--\n\n") : NULL;
    if (!text) return signature;
    size_t before = end ? (size_t)(end - signature) + 4 : 0, length = strlen(text);
    char *whole = PyMem_RawMalloc(before + length + 1);
    if (!whole) {
        PyErr_NoMemory();
        return signature;
    }
    if (before) memcpy(whole, signature, before);
    memcpy(whole + before, text, length + 1);
    return whole;
}

/* Whether the docstring is still missing: there is none yet, or only a signature. The package may be
 * imported twice, by a subinterpreter or after it was removed from sys.modules. */
static bool undocumented(const char *doc) {
    size_t length = doc ? strlen(doc) : 0;
    return length < 4 || strcmp(doc + length - 4, "--\n\n") == 0;
}

/* Whether a type is one of these, and not a user's, which owns its documentation. */
static bool is_ours(const PyTypeObject *type) {
    for (size_t n = 0; n < sizeof types / sizeof *types; n++)
        if (types[n] == type) return true;
    return false;
}

/* document(type, docs): give a type and its methods the docstrings of its twin. `docs` maps names to
 * docstrings; that of the type has the name `__doc__`. */
static PyObject *document(PyObject *Py_UNUSED(module), PyObject *args) {
    PyTypeObject *type;
    PyObject *docs, *doc;
    if (!PyArg_ParseTuple(args, "O!O!", &PyType_Type, &type, &PyDict_Type, &docs)) return NULL;
    if (!is_ours(type)) return PyErr_Format(PyExc_TypeError, "%R is not a type of this module", type);
    if (undocumented(type->tp_doc) && (doc = PyDict_GetItemString(docs, "__doc__")))
        type->tp_doc = described(type->tp_doc, doc);
    for (PyMethodDef *method = type->tp_methods; method && method->ml_name; method++)
        if (undocumented(method->ml_doc) && (doc = PyDict_GetItemString(docs, method->ml_name)))
            method->ml_doc = described(method->ml_doc, doc);
    for (PyGetSetDef *property = type->tp_getset; property && property->name; property++)
        if (undocumented(property->doc) && (doc = PyDict_GetItemString(docs, property->name)))
            property->doc = described(NULL, doc);
    if (PyErr_Occurred()) return NULL;
    Py_RETURN_NONE;
}

/* adopt(type): give a subclass its own method descriptors for inherited methods. The interpreter
 * calls a built-in method fastest if the instance has exactly the type that defines it. */
static PyObject *adopt(PyObject *Py_UNUSED(module), PyObject *object) {
    PyTypeObject *const bases[] = {&Pool_Type, &Entries_Type}, *base = NULL;
    for (size_t n = 0; n < sizeof bases / sizeof *bases; n++)
        if (PyType_Check(object) && PyType_IsSubtype((PyTypeObject *)object, bases[n])) base = bases[n];
    if (!base) return PyErr_Format(PyExc_TypeError, "%R is neither a pool nor a map of entries", object);
    for (PyMethodDef *method = base->tp_methods; method->ml_name; method++) {
        if (method->ml_flags & (METH_CLASS | METH_STATIC)) continue;
        PyObject *inherited = PyObject_GetAttrString(object, method->ml_name);
        if (!inherited) return NULL;
        bool overridden = inherited != PyDict_GetItemString(base->tp_dict, method->ml_name);
        Py_DECREF(inherited);
        if (overridden) continue;
        PyObject *own = PyDescr_NewMethod((PyTypeObject *)object, method);
        int failed = !own || PyObject_SetAttrString(object, method->ml_name, own) < 0;
        Py_XDECREF(own);
        if (failed) return NULL;
    }
    return Py_NewRef(object);
}

/* standardise(kind, parameters): make a class cheap to call without arguments. */
static PyObject *standardise(PyObject *Py_UNUSED(module), PyObject *args) {
    PyTypeObject *kind;
    PyObject *parameters;
    if (!PyArg_ParseTuple(args, "O!O", &PyType_Type, &kind, &parameters)) return NULL;
    if (!PyType_IsSubtype(kind, &Pool_Type)) return PyErr_Format(PyExc_TypeError, "%R is not a pool", kind);
    return pool_standardise(kind, parameters);
}

static int add_types(PyObject *module) {
    if (pool_ready() < 0) return -1;
    for (size_t n = 0; n < sizeof types / sizeof *types; n++)
        if (PyModule_AddType(module, types[n]) < 0) return -1;
    PyObject *names = Py_BuildValue("(ss)", "index", "id");
    if (!names) return -1;
    int failed = PyDict_SetItemString(Key_Type.tp_dict, "__match_args__", names);
    Py_DECREF(names);
    return failed;
}

static void free_module(void *Py_UNUSED(module)) { key_clear_free_list(); }

static PyMethodDef functions[] = {
    {"adopt", adopt, METH_O, NULL},
    {"document", document, METH_VARARGS, NULL},
    {"standardise", standardise, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, add_types},
#if PY_VERSION_HEX >= 0x030C0000
    /* The types and the spare keys are static, so another interpreter has to use the Python classes. */
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
    {0, NULL},
};

static PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "stablelist._native",
    .m_methods = functions,
    .m_slots = slots,
    .m_free = free_module,
};

PyMODINIT_FUNC PyInit__native(void) { return PyModuleDef_Init(&definition); }
