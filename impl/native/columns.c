/* Which cells are live, as numbers and as flags: the buffers of `indices` and `mask`. They are snapshots, because a list
 * has neither: it has a bit for each cell. Their twins are in pool.py. */
#include "native.h"

/* A memoryview of bytes, whose reference is taken over, in another format. */
static PyObject *viewed(PyObject *bytes, const char *format) {
    PyObject *view = PyMemoryView_FromObject(bytes);
    Py_DECREF(bytes);
    PyObject *cast = view ? PyObject_CallMethod(view, "cast", "s", format) : NULL;
    Py_XDECREF(view);
    return cast ? cast : failed();
}

PyObject *pool_indices(PyObject *object, PyObject *Py_UNUSED(argument)) {
    const sl_list *list = ((Pool *)object)->list;
    /* Bytes are not tracked by the collector, so to allocate them runs no finaliser, which might change the list. */
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)(sl_length(list) * sizeof(int64_t)));
    if (!bytes) return NULL;
    int64_t *next = (int64_t *)(void *)PyBytes_AS_STRING(bytes);
    for (uint64_t start = 0; start < sl_opened(list); start += 64)
        for (uint64_t bits = list->live[start / 64]; bits; bits &= bits - 1)
            *next++ = (int64_t)(start + sl_lowest_bit(bits));
    return viewed(bytes, "q");
}

PyObject *pool_mask(PyObject *object, PyObject *Py_UNUSED(argument)) {
    const sl_list *list = ((Pool *)object)->list;
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)list->allocated);
    if (!bytes) return NULL;
    char *flags = PyBytes_AS_STRING(bytes);
    for (uint64_t position = 0; position < list->allocated; position++) flags[position] = sl_is_live(list, position);
    return viewed(bytes, "?");
}
