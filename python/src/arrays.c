/*
 * The caller's arrays, of which batches keep the buffers; the forms of actions, and their drawing.
 */
#include "core.h"

#define PLACE(name) offsetof(struct tessera_arrays, name)

/* `actions` is the first. */
const struct core_array core_arrays[CORE_ARRAYS] = {
    {"actions", PLACE(actions), 4, PER_SEAT},
    {"observations", PLACE(observations), 1, PER_OBSERVATION},
    {"final_observations", PLACE(final_observations), 1, PER_OBSERVATION},
    {"masks", PLACE(masks), 1, PER_ACTION},
    {"rewards", PLACE(rewards), 4, PER_REWARD},
    {"terminated", PLACE(terminated), 1, PER_ENVIRONMENT},
    {"truncated", PLACE(truncated), 1, PER_ENVIRONMENT},
    {"illegal", PLACE(illegal), 1, PER_ENVIRONMENT},
    {"players", PLACE(player), 4, PER_ENVIRONMENT},
    {"outcomes", PLACE(outcome), 4, PER_ENVIRONMENT},
    {"lengths", PLACE(length), 4, PER_ENVIRONMENT},
    {"sums", PLACE(sum), 4, PER_REWARD},
};

static size_t bytes_of(const struct core_batch *b, const struct core_array *a)
{
    const size_t count = (size_t)b->count;
    switch (a->per) {
    case PER_OBSERVATION: return count * b->observation;
    case PER_ACTION: return count * (size_t)b->seats * (size_t)b->actions_count;
    case PER_SEAT: return count * (size_t)b->seats * a->item;
    case PER_REWARD: return count * (size_t)b->players * a->item;
    case PER_ENVIRONMENT: break;
    }
    return count * a->item;
}

static int find(const char *name)
{
    for (int i = 0; i < CORE_ARRAYS; i++) {
        if (strcmp(core_arrays[i].name, name) == 0) return i;
    }
    PyErr_Format(PyExc_ValueError, "there is no array '%s'", name);
    return -1;
}

bool core_writable(PyObject *array, const char *name, size_t item, size_t bytes,
                   Py_buffer *view)
{
    if (array == Py_None) return true;
    if (PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_WRITABLE) < 0)
        return false;
    if ((size_t)view->itemsize == item && (size_t)view->len == bytes) return true;
    PyErr_Format(PyExc_ValueError,
                 "%s needs %zu bytes in items of %zu, not %zd in items of %zd", name,
                 bytes, item, view->len, view->itemsize);
    PyBuffer_Release(view);
    return false;
}

/* _bind(name, array): the array is written from now on; None: none is. */
PyObject *core_bind(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    const char *name;
    PyObject *array;
    Py_buffer view = {0};
    if (!PyArg_ParseTuple(args, "sO", &name, &array)) return NULL;
    const int i = find(name);
    if (i < 0) return NULL;
    if (b->owner == NULL)
        return PyErr_SetString(PyExc_ValueError, "the batch is closed"), NULL;
    const struct core_array *a = &core_arrays[i];
    if (!core_writable(array, name, a->item, bytes_of(b, a), &view)) return NULL;
    if (!core_lock(b->owner)) return PyBuffer_Release(&view), NULL;
    Py_buffer before = b->held[i];
    b->held[i] = view;
    memcpy((char *)&b->arrays + a->place, &view.buf, sizeof view.buf);
    core_unlock(b->owner);
    if (before.obj != NULL) PyBuffer_Release(&before);
    Py_RETURN_NONE;
}

void core_release(struct core_batch *b)
{
    memset(&b->arrays, 0, sizeof b->arrays);
    b->arrays.size = sizeof b->arrays;
    for (int i = 0; i < CORE_ARRAYS; i++) {
        if (b->held[i].obj != NULL) PyBuffer_Release(&b->held[i]);
    }
}

/* ---- actions ---- */

/* Numbers that are none of int32 are no actions: the nearest one is not either. */
static int32_t narrowed(int64_t n)
{
    return n < INT32_MIN ? INT32_MIN : n > INT32_MAX ? INT32_MAX : (int32_t)n;
}

/* Whether all items of a view are numbers of int32. */
static bool is_narrow(const Py_buffer *view)
{
    const int64_t *wide = view->buf;
    if (view->itemsize != sizeof *wide) return true;
    for (Py_ssize_t i = 0; i < view->len / view->itemsize; i++) {
        if (wide[i] != narrowed(wide[i])) return false;
    }
    return true;
}

static bool is_int(const Py_buffer *v, Py_ssize_t size)
{
    const char *f = v->format != NULL ? v->format : "B";
    if (f[0] == '@' || f[0] == '=') f++;
    return v->itemsize == size && strchr("ilq", f[0]) != NULL && f[0] != '\0' &&
           f[1] == '\0';
}

/* The shape of an array of actions is [N], or it is a number of its own where there is one
 * environment; [N][players] where players act together. */
static bool is_actions(const struct core_batch *b, const Py_buffer *view)
{
    const int dimensions = b->seats > 1 ? 2 : 1;
    const bool one = view->ndim == 0 && b->count * b->seats == 1;
    if (!one && (view->ndim != dimensions || view->shape[0] != b->count)) return false;
    if (!one && dimensions == 2 && view->shape[1] != b->seats) return false;
    return is_int(view, 4) || is_int(view, 8);
}

static bool take_object(struct core_batch *b, PyObject *given, Py_buffer *view)
{
    PyObject *array = PyObject_CallMethod((PyObject *)b, "_numbers", "O", given);
    if (array == NULL) return false;
    bool is = PyObject_GetBuffer(array, view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0;
    Py_DECREF(array);
    if (is && !is_actions(b, view)) {
        PyBuffer_Release(view);
        PyErr_SetString(PyExc_ValueError, "actions of another shape than the batch");
        is = false;
    }
    return is;
}

bool core_take(struct core_batch *b, PyObject *given, struct core_given *to)
{
    memset(to, 0, sizeof *to);
    if (b->actions == NULL)
        return PyErr_SetString(PyExc_ValueError, "the batch is closed"), false;
    if (given == Py_None) return true;
    if (b->count * b->seats == 1 && PyLong_Check(given)) {
        int overflow;
        const long long n = PyLong_AsLongLongAndOverflow(given, &overflow);
        to->form = GIVEN_ONE;
        to->one = narrowed(n);
        if (overflow == 0 && n == to->one) return true;
    }
    to->form = GIVEN_ARRAY;
    if (PyObject_CheckBuffer(given) &&
        PyObject_GetBuffer(given, &to->view, PyBUF_C_CONTIGUOUS | PyBUF_FORMAT) == 0) {
        if (is_actions(b, &to->view) && is_narrow(&to->view)) return true;
        PyBuffer_Release(&to->view);
    }
    PyErr_Clear();
    return take_object(b, given, &to->view);
}

void core_put(struct core_batch *b, const struct core_given *given)
{
    const int32_t all = b->count * b->seats;
    const bool array = given->form == GIVEN_ARRAY;
    const void *from = array ? given->view.buf : b->arrays.actions;
    if (given->form == GIVEN_ONE) {
        b->actions[0] = given->one;
    } else if (array && given->view.itemsize == sizeof(int64_t)) {
        const int64_t *wide = from;
        for (int32_t i = 0; i < all; i++) b->actions[i] = narrowed(wide[i]);
    } else if (from != NULL) {
        memcpy(b->actions, from, (size_t)all * sizeof *b->actions);
    }
}

/* ---- actions by chance ---- */

/* The splitmix64 of a number: its bits are as good as drawn. */
static uint64_t mixed(uint64_t n)
{
    n += UINT64_C(0x9e3779b97f4a7c15);
    n = (n ^ n >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    n = (n ^ n >> 27) * UINT64_C(0x94d049bb133111eb);
    return n ^ n >> 31;
}

/* Which of the actions of a mask a number draws; 0, where none is possible. */
static int32_t drawn(const uint8_t *mask, int32_t actions, uint64_t by)
{
    int32_t possible = 0;
    for (int32_t a = 0; a < actions; a++) possible += mask[a] != 0;
    int32_t before = (int32_t)((by >> 32) * (uint64_t)possible >> 32);
    for (int32_t a = 0; a < actions; a++) {
        if (mask[a] != 0 && before-- == 0) return a;
    }
    return 0;
}

PyObject *core_sample(PyObject *self, PyObject *seed)
{
    struct core_batch *b = (struct core_batch *)self;
    const Py_buffer *actions = &b->held[0];
    const uint64_t by = PyLong_AsUnsignedLongLongMask(seed);
    if (PyErr_Occurred() || !core_enter(b)) return NULL;
    const uint64_t first = mixed(by);
    const uint8_t *mask = b->arrays.masks;
    for (int32_t i = 0; mask != NULL && i < b->count * b->seats; i++) {
        const uint64_t own = mixed(first ^ (uint64_t)i);
        ((int32_t *)actions->buf)[i] = drawn(mask, b->actions_count, own);
        mask += b->actions_count;
    }
    core_leave(b);
    if (mask != NULL) return Py_NewRef(actions->obj);
    PyErr_SetString(PyExc_ValueError, "the batch has no masks to sample actions of");
    return NULL;
}
