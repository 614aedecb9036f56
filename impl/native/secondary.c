/* Values for the keys of a list, each at the index of its key: the native twin of entries.py. */
#include "native.h"

/* A key and its value; NULL and NULL if the slot is vacant. */
typedef struct {
    Key *key;
    PyObject *value;
} Slot;

typedef struct {
    PyObject_HEAD
    Pool *pool;         /* NULL before `_begin`; then there are no slots */
    Slot *slots;        /* a key is at its index */
    uint64_t *bits;     /* bit n: slot n is taken */
    uint64_t length;    /* the number of slots that were reached, */
    uint64_t allocated; /* and for which there is memory */
    uint64_t taken;     /* the slots that are taken; some of their keys may be retired */
    uint64_t limit;     /* so many taken slots, and a new one is preceded by a sweep */
    uint64_t swept;     /* if it equals `retired` of the pool, the key of every taken slot is live */
    uint64_t version;   /* another one after slots were taken, vacated, moved or dropped */
} Entries;

#define LEAST_LIMIT 8

static uint64_t chunks(uint64_t slots) { return (slots + 63) / 64; }

static void *refuse_unmade(void) { return refuse("stablelist.entries", "refuse_unmade", "()"); }

/* --- slots; nothing here runs Python code, but for `sweep` ------------------------------------ */

/* Whether the key of a taken slot is live. */
static inline bool is_live(const Entries *map, const Slot *slot) {
    return map->swept == map->pool->retired || pool_find(map->pool, (PyObject *)slot->key) != SL_NONE;
}

/* The slot of a live key that has a value; NULL for anything else. */
static inline Slot *find(const Entries *map, PyObject *object) {
    if (!is_key(object)) return NULL;
    const Key *key = (Key *)object;
    uint64_t position = key->index;
    if (position == SL_NONE) position = key_position(key);
    if (position >= map->length) return NULL;
    Slot *slot = &map->slots[position];
    if (slot->key != key && !(slot->key && key_same(slot->key, key))) return NULL;
    return is_live(map, slot) ? slot : NULL;
}

/* The next taken slot whose key is live, from a position on, which is moved behind it; NULL at the end. */
static inline Slot *next_live(const Entries *map, uint64_t *position) {
    while (*position < map->length) {
        uint64_t bits = map->bits[*position / 64] >> (*position % 64);
        if (bits) {
            *position += sl_lowest_bit(bits);
            Slot *slot = &map->slots[(*position)++];
            if (is_live(map, slot)) return slot;
        } else {
            *position = (*position / 64 + 1) * 64;
        }
    }
    return NULL;
}

/* Change the memory to that of so many slots; false if there is none for more, or if the bits keep theirs. */
static bool allocate(Entries *map, uint64_t wanted) {
    if (wanted > PY_SSIZE_T_MAX / sizeof(Slot)) return false;
    Slot *slots = PyMem_Realloc(map->slots, wanted * sizeof *slots);
    if (!slots) return false;
    map->slots = slots;
    map->version++;
    if (wanted < map->allocated) map->allocated = wanted;
    uint64_t *bits = PyMem_Realloc(map->bits, chunks(wanted) * sizeof *bits);
    if (!bits) return false;
    map->bits = bits;
    map->allocated = wanted;
    return true;
}

/* Reach the slot of a position. */
static bool reach(Entries *map, uint64_t position) {
    uint64_t length = position + 1, more = map->allocated + map->allocated / 2;
    if (position < map->length) return true;
    if (length > map->allocated && !allocate(map, length > more ? length : more)) {
        PyErr_NoMemory();
        return false;
    }
    map->version++;
    memset(map->slots + map->length, 0, (length - map->length) * sizeof *map->slots);
    uint64_t before = chunks(map->length);
    memset(map->bits + before, 0, (chunks(length) - before) * sizeof *map->bits);
    map->length = length;
    return true;
}

/* Put a key and a value into a slot that was reached, and return what was there. */
static Slot put(Entries *map, uint64_t position, PyObject *key, PyObject *value) {
    Slot before = map->slots[position];
    map->slots[position] = (Slot){(Key *)Py_NewRef(key), Py_NewRef(value)};
    map->bits[position / 64] |= (uint64_t)1 << (position % 64);
    map->version += !before.key;
    map->taken += !before.key;
    return before;
}

/* Take out what is in a slot. */
static Slot take(Entries *map, uint64_t position) {
    Slot before = map->slots[position];
    map->slots[position] = (Slot){NULL, NULL};
    map->bits[position / 64] &= ~((uint64_t)1 << (position % 64));
    map->version++;
    map->taken--;
    return before;
}

/* Release what was in a slot. */
static void release(Slot slot) {
    Py_XDECREF(slot.key);
    Py_XDECREF(slot.value);
}

/* Give back the slots behind the last one that is taken. */
static void trim(Entries *map) {
    while (map->length && !map->slots[map->length - 1].key) map->length--;
    map->version++;
    if (map->length < map->allocated / 4) allocate(map, map->length ? map->length : 1);
}

/* Take out what belongs to retired keys. Each value is released while the map is in order, because that may
 * call back; whatever the callback does to the map or its list, the map is at worst not noted as swept. */
static void sweep(Entries *map) {
    Pool *pool = map->pool;
    if (!pool || map->swept == pool->retired) return;
    uint64_t now = pool->retired;
    Py_INCREF(pool); /* because a callback may call `__init__` of the map again */
    for (uint64_t position = 0; position < map->length; position++) {
        uint64_t bits = map->bits[position / 64] >> (position % 64);
        if (!bits) {
            position |= 63;
            continue;
        }
        position += sl_lowest_bit(bits);
        if (pool_find(map->pool, (PyObject *)map->slots[position].key) == SL_NONE) release(take(map, position));
    }
    if (map->pool == pool) map->swept = now;
    Py_DECREF(pool);
    trim(map);
}

/* Release all slots. */
static int clear_slots(Entries *map) {
    Entries before = *map;
    map->slots = NULL, map->bits = NULL;
    map->version++;
    map->length = map->allocated = map->taken = 0;
    map->limit = LEAST_LIMIT;
    for (uint64_t position = 0; position < before.length; position++) release(before.slots[position]);
    PyMem_Free(before.slots);
    PyMem_Free(before.bits);
    return 0;
}

/* --- one value -------------------------------------------------------------------------------- */

/* Raise the error for a key without a value, or for an object that is not a key. */
static void *refuse_missing(Entries *map, PyObject *key) {
    if (!map->pool && is_key(key)) return refuse_unmade();
    return refuse("stablelist.entries", "refuse_missing", "(OO)", map->pool ? (PyObject *)map->pool : Py_None, key);
}

static PyObject *subscript(Entries *map, PyObject *key) {
    Slot *slot = find(map, key);
    return slot ? Py_NewRef(slot->value) : refuse_missing(map, key);
}

static PyObject *get(Entries *map, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "get() takes a key and a default, not %zd arguments", count);
    Slot *slot = find(map, args[0]);
    if (slot) return Py_NewRef(slot->value);
    return map->pool ? pool_missing(args[0], count == 2 ? args[1] : Py_None) : refuse_missing(map, args[0]);
}

static int has(Entries *map, PyObject *key) {
    if (find(map, key)) return 1;
    if (!map->pool && is_key(key)) refuse_unmade();
    return !map->pool && is_key(key) ? -1 : 0;
}

static PyObject *pop(Entries *map, PyObject *const *args, Py_ssize_t count) {
    if (count < 1 || count > 2)
        return PyErr_Format(PyExc_TypeError, "pop() takes a key and a default, not %zd arguments", count);
    Slot *found = find(map, args[0]);
    if (found) {
        Slot slot = take(map, (uint64_t)(found - map->slots));
        Py_DECREF(slot.key);
        return slot.value;
    }
    bool wanted = count == 2 && map->pool && is_key(args[0]);
    return wanted ? Py_NewRef(args[1]) : refuse_missing(map, args[0]);
}

/* The position of a live key; SL_NONE and an exception for anything else. */
static uint64_t live_position(Entries *map, PyObject *key) {
    uint64_t position = map->pool ? pool_find(map->pool, key) : SL_NONE;
    if (position != SL_NONE) return position;
    if (map->pool)
        refuse("stablelist.entries", "refuse_value", "(OO)", map->pool, key);
    else
        refuse_missing(map, key);
    return SL_NONE;
}

/* `map[key] = value` for a key that has none; sweeps now and then. */
static int put_new(Entries *map, PyObject *key, PyObject *value) {
    uint64_t position = live_position(map, key);
    if (position == SL_NONE) return -1;
    if (map->taken >= map->limit && (position >= map->length || !map->slots[position].key)) {
        sweep(map);
        uint64_t twice = 2 * map->taken, some = map->length / 64;
        map->limit = twice > some ? twice : some;
        if (map->limit < LEAST_LIMIT) map->limit = LEAST_LIMIT;
        /* A value that was dropped may have called back. */
        position = live_position(map, key);
        if (position == SL_NONE) return -1;
    }
    if (!reach(map, position)) return -1;
    release(put(map, position, key, value));
    return 0;
}

/* `map[key] = value`, or `del map[key]`. */
static int assign_subscript(Entries *map, PyObject *key, PyObject *value) {
    Slot *slot = find(map, key);
    if (!value) {
        if (slot)
            release(take(map, (uint64_t)(slot - map->slots)));
        else
            refuse_missing(map, key);
        return slot ? 0 : -1;
    }
    if (!slot) return put_new(map, key, value);
    PyObject *before = slot->value;
    slot->value = Py_NewRef(value);
    Py_DECREF(before);
    return 0;
}

/* --- all values ------------------------------------------------------------------------------- */

static Py_ssize_t length(Entries *map) {
    sweep(map);
    return (Py_ssize_t)map->taken;
}

static PyObject *keys(PyObject *map, PyObject *Py_UNUSED(argument)) { return view_new(&KeysView_Type, map); }

static PyObject *values(PyObject *map, PyObject *Py_UNUSED(argument)) { return view_new(&ValuesView_Type, map); }

static PyObject *items(PyObject *map, PyObject *Py_UNUSED(argument)) { return view_new(&ItemsView_Type, map); }

static PyObject *clear(Entries *map, PyObject *Py_UNUSED(argument)) {
    clear_slots(map);
    Py_RETURN_NONE;
}

static PyObject *sweep_(Entries *map, PyObject *Py_UNUSED(argument)) {
    sweep(map);
    Py_RETURN_NONE;
}

/* --- iterators over one map ------------------------------------------------------------------- */

typedef struct {
    PyObject_HEAD
    Entries *map;  /* NULL at the end */
    uint64_t next; /* the slots before it were visited */
} EntryIterator;

static int iterator_end(EntryIterator *iterator) {
    Py_CLEAR(iterator->map);
    return 0;
}

/* The next slot; NULL at the end. */
static inline Slot *next_slot(EntryIterator *iterator) {
    Slot *slot = iterator->map ? next_live(iterator->map, &iterator->next) : NULL;
    if (!slot) iterator_end(iterator);
    return slot;
}

static PyObject *next_key(EntryIterator *iterator) {
    Slot *slot = next_slot(iterator);
    return slot ? Py_NewRef((PyObject *)slot->key) : NULL;
}

static PyObject *next_value(EntryIterator *iterator) {
    Slot *slot = next_slot(iterator);
    return slot ? Py_NewRef(slot->value) : NULL;
}

static int iterator_traverse(EntryIterator *iterator, visitproc visit, void *arg) {
    Py_VISIT(iterator->map);
    return 0;
}

static void iterator_dealloc(EntryIterator *iterator) {
    PyObject_GC_UnTrack(iterator);
    iterator_end(iterator);
    PyObject_GC_Del(iterator);
}

#define ITERATOR_TYPE(name, next)                                                                    \
    {                                                                                                \
        PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stablelist.entries." name,                         \
        .tp_basicsize = sizeof(EntryIterator),                                                       \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,     \
        .tp_dealloc = (destructor)iterator_dealloc,                                                  \
        .tp_traverse = (traverseproc)iterator_traverse,                                              \
        .tp_clear = (inquiry)iterator_end,                                                           \
        .tp_iter = PyObject_SelfIter,                                                                \
        .tp_iternext = (iternextfunc)(next),                                                         \
        .tp_methods = iterator_methods,                                                              \
    }

PyTypeObject EntryKeys_Type = ITERATOR_TYPE("EntryKeys", next_key);
PyTypeObject EntryValues_Type = ITERATOR_TYPE("EntryValues", next_value);

/* --- iterators over the keys that are in several maps ----------------------------------------- */

typedef struct {
    PyObject_VAR_HEAD  /* its size is the number of maps; 0 at the end */
    PyObject *result;  /* what was yielded last, reused if nothing else refers to it */
    bool keyed;        /* whether the key is yielded before the values */
    bool is_settled;   /* whether the collector may be left alone as long as the types of the values stay */
    uint64_t next;     /* the positions before it were visited */
    uint64_t start;    /* of the 64 positions that `next` is one of, or behind, */
    uint64_t bits;     /* those that were not visited, and whose keys are in all maps, */
    uint64_t versions; /* as long as this is the sum of the versions of all maps, */
    Pool *pool;        /* which then are of this list, */
    uint64_t retired;  /* and has this `retired` */
    Entries *maps[];
} Joined;

/* Of more values, every tuple is a new one. */
#define MOST_REUSED 15

/* What is released may call back, and then finds an iterator that has ended: without maps, and without a result. */
static int joined_end(Joined *joined) {
    Py_ssize_t count = Py_SIZE(joined);
    Py_SET_SIZE(joined, 0);
    Py_CLEAR(joined->result);
    for (Py_ssize_t n = 0; n < count; n++) Py_CLEAR(joined->maps[n]);
    return 0;
}

/* The taken slots of all maps from a position on, within its chunk of 64. */
static uint64_t taken_in_all(const Joined *joined, uint64_t position) {
    uint64_t bits = ~(uint64_t)0;
    for (Py_ssize_t n = 0; n < Py_SIZE(joined); n++) bits &= joined->maps[n]->bits[position / 64];
    return bits & ~(uint64_t)0 << (position % 64);
}

/* Whether a position is behind the end of a map. */
static bool is_past(const Joined *joined, uint64_t position) {
    for (Py_ssize_t n = 0; n < Py_SIZE(joined); n++)
        if (position >= joined->maps[n]->length) return true;
    return false;
}

/* The next position whose key is in all maps, or SL_NONE: looks each key up, and prepares `bits` if all are live. */
static uint64_t search(Joined *joined) {
    uint64_t position = joined->next, versions = 0;
    bool all_swept = true;
    for (Py_ssize_t n = 0; n < Py_SIZE(joined); n++) {
        const Entries *map = joined->maps[n];
        versions += map->version;
        all_swept = all_swept && map->pool == joined->maps[0]->pool && map->swept == map->pool->retired;
    }
    joined->bits = 0;
    joined->versions = versions;
    joined->pool = joined->maps[0]->pool;
    joined->retired = joined->pool->retired;
    for (; !is_past(joined, position); position = (position / 64 + 1) * 64) {
        for (uint64_t bits = taken_in_all(joined, position); bits; bits &= bits - 1) {
            uint64_t found = position / 64 * 64 + sl_lowest_bit(bits);
            bool all = true;
            for (Py_ssize_t n = 0; n < Py_SIZE(joined) && all; n++)
                all = is_live(joined->maps[n], &joined->maps[n]->slots[found]);
            if (!all) continue;
            joined->next = found + 1;
            joined->start = position / 64 * 64;
            if (all_swept) joined->bits = bits & (bits - 1);
            return found;
        }
    }
    return SL_NONE;
}

/* The same, in a few steps if nothing has changed. */
static inline uint64_t next_position(Joined *joined, Py_ssize_t count) {
    if (!joined->bits) return search(joined);
    uint64_t versions = 0;
    for (Py_ssize_t n = 0; n < count; n++) versions += joined->maps[n]->version;
    if (versions != joined->versions || joined->pool->retired != joined->retired) return search(joined);
    uint64_t position = joined->start + sl_lowest_bit(joined->bits);
    joined->bits &= joined->bits - 1;
    joined->next = position + 1;
    return position;
}

bool stays_tracked(PyObject *object) {
    PyTypeObject *type = Py_TYPE(object);
    return PyType_IS_GC(type) && type != &PyTuple_Type && !type->tp_is_gc;
}

bool track_tuple(PyObject *result) {
    bool stays = false, collected = false;
    for (Py_ssize_t n = 0; n < PyTuple_GET_SIZE(result); n++) {
        stays = stays || stays_tracked(PyTuple_GET_ITEM(result, n));
        collected = collected || PyType_IS_GC(Py_TYPE(PyTuple_GET_ITEM(result, n)));
    }
    if (collected && !PyObject_GC_IsTracked(result)) PyObject_GC_Track(result);
    return stays || !collected;
}

/* A step with the tuple of the last one, which nothing else refers to. */
static inline PyObject *step_again(Joined *joined, Py_ssize_t count, Py_ssize_t keyed) {
    PyObject *result = joined->result, *dropped[MOST_REUSED + 1];
    uint64_t position = next_position(joined, count);
    if (position == SL_NONE) {
        joined_end(joined);
        return NULL;
    }
    bool alike = joined->is_settled;
    int drops = 0;
    for (Py_ssize_t n = 0; n < count + keyed; n++) {
        Slot *slot = &joined->maps[n < keyed ? 0 : n - keyed]->slots[position];
        PyObject *before = PyTuple_GET_ITEM(result, n), *now = n < keyed ? (PyObject *)slot->key : slot->value;
        PyTuple_SET_ITEM(result, n, Py_NewRef(now));
        if (n >= keyed) alike = alike && Py_TYPE(now) == Py_TYPE(before);
        /* What may call back is dropped last. */
        if (Py_REFCNT(before) > 1)
            Py_DECREF(before);
        else
            dropped[drops++] = before;
    }
#if PY_VERSION_HEX >= 0x030E0000
    ((PyTupleObject *)result)->ob_hash = -1; /* tuples keep their hash from 3.14 on */
#endif
    if (!alike) joined->is_settled = track_tuple(result);
    Py_INCREF(result);
    while (drops) Py_DECREF(dropped[--drops]);
    return result;
}

/* A step with a new tuple. */
static PyObject *step_anew(Joined *joined) {
    /* Allocated first, because that may run a finaliser, which may change the maps, or take this step. */
    Py_ssize_t count = Py_SIZE(joined), keyed = joined->keyed;
    if (!count) return NULL;
    PyObject *result = PyTuple_New(count + keyed);
    if (!result) return NULL;
    uint64_t position = Py_SIZE(joined) ? next_position(joined, count) : SL_NONE;
    if (position == SL_NONE) {
        Py_DECREF(result);
        joined_end(joined);
        return NULL;
    }
    for (Py_ssize_t n = 0; n < count + keyed; n++) {
        Slot *slot = &joined->maps[n < keyed ? 0 : n - keyed]->slots[position];
        PyTuple_SET_ITEM(result, n, Py_NewRef(n < keyed ? (PyObject *)slot->key : slot->value));
    }
    joined->is_settled = false;
    if (count <= MOST_REUSED) Py_XSETREF(joined->result, Py_NewRef(result));
    return result;
}

/* The usual numbers are constants, in functions of their own: their loops are unrolled. */
#define STEP(name, count, keyed)                                                                     \
    static PyObject *name(Joined *joined) {                                                          \
        if (joined->result && Py_REFCNT(joined->result) == 1) return step_again(joined, count, keyed); \
        return step_anew(joined);                                                                    \
    }

STEP(next_item, 1, 1)
STEP(next_pair, 2, 0)
STEP(next_keyed_pair, 2, 1)
STEP(next_keyed_triple, 3, 1)
STEP(next_any, Py_SIZE(joined), joined->keyed)

static PyObject *joined_next(Joined *joined) {
    switch (2 * Py_SIZE(joined) + joined->keyed) {
    case 4: return next_pair(joined);
    case 5: return next_keyed_pair(joined);
    case 7: return next_keyed_triple(joined);
    default: return next_any(joined);
    }
}

static int joined_traverse(Joined *joined, visitproc visit, void *arg) {
    for (Py_ssize_t n = 0; n < Py_SIZE(joined); n++) Py_VISIT(joined->maps[n]);
    Py_VISIT(joined->result);
    return 0;
}

static void joined_dealloc(Joined *joined) {
    PyObject_GC_UnTrack(joined);
    joined_end(joined);
    PyObject_GC_Del(joined);
}

#define JOINED_TYPE(name, next)                                                                      \
    {                                                                                                \
        PyVarObject_HEAD_INIT(NULL, 0).tp_name = "stablelist.entries." name,                         \
        .tp_basicsize = sizeof(Joined), .tp_itemsize = sizeof(Entries *),                            \
        .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_DISALLOW_INSTANTIATION,     \
        .tp_dealloc = (destructor)joined_dealloc,                                                    \
        .tp_traverse = (traverseproc)joined_traverse,                                                \
        .tp_clear = (inquiry)joined_end,                                                             \
        .tp_iter = PyObject_SelfIter,                                                                \
        .tp_iternext = (iternextfunc)(next),                                                         \
        .tp_methods = iterator_methods,                                                              \
    }

PyTypeObject EntryItems_Type = JOINED_TYPE("EntryItems", next_item);
PyTypeObject Joined_Type = JOINED_TYPE("Joined", joined_next);

/* An iterator over the keys that are in all of several maps, with their values, or over these alone. */
static PyObject *joined_new(PyTypeObject *type, PyObject *const *maps, Py_ssize_t count, bool keyed) {
    Joined *joined = PyObject_GC_NewVar(Joined, type, count);
    if (!joined) return NULL;
    joined->result = NULL;
    joined->keyed = keyed;
    joined->is_settled = false;
    joined->pool = NULL;
    joined->next = joined->start = joined->bits = joined->versions = joined->retired = 0;
    for (Py_ssize_t n = 0; n < count; n++) joined->maps[n] = (Entries *)Py_NewRef(maps[n]);
    PyObject_GC_Track(joined);
    for (Py_ssize_t n = 0; n < count; n++) sweep((Entries *)maps[n]);
    return (PyObject *)joined;
}

/* _joined(keyed, *maps): None, unless all are maps of entries for the keys of one list. */
static PyObject *joined_(PyObject *Py_UNUSED(none), PyObject *const *args, Py_ssize_t count) {
    if (count < 2) return PyErr_Format(PyExc_TypeError, "pass whether keys are wanted, and maps");
    for (Py_ssize_t n = 1; n < count; n++) {
        bool is_map = PyObject_TypeCheck(args[n], &Entries_Type);
        if (!is_map || !((Entries *)args[n])->pool || ((Entries *)args[n])->pool != ((Entries *)args[1])->pool) Py_RETURN_NONE;
    }
    return joined_new(&Joined_Type, args + 1, count - 1, args[0] == Py_True);
}

PyObject *iterate_entries(PyObject *entries, PyTypeObject *kind) {
    if (!((Entries *)entries)->pool) return refuse_unmade();
    if (kind == &ItemIterator_Type) return joined_new(&EntryItems_Type, &entries, 1, true);
    sweep((Entries *)entries);
    PyTypeObject *type = kind == &KeyIterator_Type ? &EntryKeys_Type : &EntryValues_Type;
    EntryIterator *iterator = PyObject_GC_New(EntryIterator, type);
    if (!iterator) return NULL;
    iterator->map = (Entries *)Py_NewRef(entries);
    iterator->next = 0;
    PyObject_GC_Track(iterator);
    return (PyObject *)iterator;
}

static PyObject *iter(PyObject *map) { return iterate_entries(map, &KeyIterator_Type); }

/* --- beginning and ending --------------------------------------------------------------------- */

/* Leave no slot noted as live that was not looked up. */
static void distrust(Entries *map) {
    map->swept = map->pool->retired - 1;
    map->version++;
}

/* _begin(pool): make this an empty map for the keys of a pool. */
static PyObject *begin(Entries *map, PyObject *pool) {
    if (!PyObject_TypeCheck(pool, &Pool_Type)) return PyErr_Format(PyExc_TypeError, "%R is not a pool", pool);
    PyObject *before = (PyObject *)map->pool;
    map->pool = (Pool *)Py_NewRef(pool);
    distrust(map);
    Py_XDECREF(before);
    clear_slots(map);
    Py_RETURN_NONE;
}

/* _load(items): set values of keys that need not be live, because the list may be loaded later. */
static PyObject *load(Entries *map, PyObject *items) {
    if (!map->pool) return refuse_unmade();
    if (!PyList_Check(items)) return PyErr_Format(PyExc_TypeError, "%R is not a list", items);
    for (Py_ssize_t n = 0; n < PyList_GET_SIZE(items); n++) {
        PyObject *item = PyList_GET_ITEM(items, n);
        bool is_item = PyTuple_Check(item) && PyTuple_GET_SIZE(item) == 2 && is_key(PyTuple_GET_ITEM(item, 0));
        uint64_t position = is_item ? key_position((Key *)PyTuple_GET_ITEM(item, 0)) : SL_NONE;
        if (position == SL_NONE) return PyErr_Format(PyExc_ValueError, "%R is not a key with its value", item);
        distrust(map);
        if (!reach(map, position)) return NULL;
        release(put(map, position, PyTuple_GET_ITEM(item, 0), PyTuple_GET_ITEM(item, 1)));
    }
    Py_RETURN_NONE;
}

static PyObject *get_pool(Entries *map, void *Py_UNUSED(closure)) {
    return Py_NewRef(map->pool ? (PyObject *)map->pool : Py_None);
}

/* So many slots are taken, and so many were reached; for tests. */
static PyObject *get_sizes(Entries *map, void *Py_UNUSED(closure)) {
    return Py_BuildValue("(KK)", (unsigned long long)map->taken, (unsigned long long)map->length);
}

static PyObject *memory(Entries *map, PyObject *Py_UNUSED(argument)) {
    return PyLong_FromSize_t(map->allocated * sizeof(Slot) + chunks(map->allocated) * sizeof(uint64_t));
}

static PyObject *new(PyTypeObject *type, PyObject *Py_UNUSED(args), PyObject *Py_UNUSED(kwargs)) {
    Entries *map = (Entries *)type->tp_alloc(type, 0);
    if (map) map->limit = LEAST_LIMIT;
    return (PyObject *)map;
}

static int traverse(Entries *map, visitproc visit, void *arg) {
    for (uint64_t position = 0; position < map->length; position++) Py_VISIT(map->slots[position].value);
    Py_VISIT(map->pool);
    return 0;
}

/* Maps may be values of maps, thousands deep. The pool is kept until the end, so that no method has to check. */
static void dealloc(Entries *map) {
    PyObject_GC_UnTrack(map);
    Py_TRASHCAN_BEGIN(map, dealloc);
    clear_slots(map);
    Py_CLEAR(map->pool);
    Py_TYPE(map)->tp_free((PyObject *)map);
    Py_TRASHCAN_END;
}

/* --- the type --------------------------------------------------------------------------------- */

static PyMethodDef methods[] = {
    {"get", FAST get, METH_FASTCALL, "get($self, key, default=None, /)\n--\n\n"},
    {"pop", FAST pop, METH_FASTCALL, "pop($self, key, /, *default)\n--\n\n"},
    {"clear", (PyCFunction)clear, METH_NOARGS, "clear($self, /)\n--\n\n"},
    {"sweep", (PyCFunction)sweep_, METH_NOARGS, "sweep($self, /)\n--\n\n"},
    {"keys", keys, METH_NOARGS, "keys($self, /)\n--\n\n"},
    {"values", values, METH_NOARGS, "values($self, /)\n--\n\n"},
    {"items", items, METH_NOARGS, "items($self, /)\n--\n\n"},
    {"__class_getitem__", Py_GenericAlias, METH_O | METH_CLASS, NULL},
    {"_begin", (PyCFunction)begin, METH_O, NULL},
    {"_joined", FAST joined_, METH_FASTCALL | METH_STATIC, NULL},
    {"_load", (PyCFunction)load, METH_O, NULL},
    {"_memory", (PyCFunction)memory, METH_NOARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyGetSetDef properties[] = {
    {"_pool", (getter)get_pool, NULL, NULL, NULL},
    {"_sizes", (getter)get_sizes, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMappingMethods as_mapping = {
    .mp_length = (lenfunc)length,
    .mp_subscript = (binaryfunc)subscript,
    .mp_ass_subscript = (objobjargproc)assign_subscript,
};

static PySequenceMethods as_sequence = {.sq_contains = (objobjproc)has};

PyTypeObject Entries_Type = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "stablelist.entries.Entries",
    .tp_basicsize = sizeof(Entries),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .tp_new = new,
    .tp_dealloc = (destructor)dealloc,
    .tp_traverse = (traverseproc)traverse,
    .tp_clear = (inquiry)clear_slots,
    .tp_iter = (getiterfunc)iter,
    .tp_methods = methods,
    .tp_getset = properties,
    .tp_as_mapping = &as_mapping,
    .tp_as_sequence = &as_sequence,
};
