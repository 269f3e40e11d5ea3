/*
 * Batch: what is asked of one environment.
 */
#include "core.h"

static bool number(PyObject *given, int32_t *i)
{
    int overflow;
    PyObject *index = PyNumber_Index(given);
    if (index == NULL) return false;
    const long n = PyLong_AsLongAndOverflow(index, &overflow);
    const bool fits = overflow == 0 && n == (int32_t)n;
    if (!fits) PyErr_Format(PyExc_IndexError, "there is no environment %S", index);
    Py_DECREF(index);
    *i = (int32_t)n;
    return fits;
}

static PyObject *no_environment(int32_t i)
{
    return PyErr_Format(PyExc_IndexError, "there is no environment %d", (int)i);
}

/* The text that f says of environment i. */
static PyObject *text_of(PyObject *self, PyObject *given,
                         int32_t (*f)(struct tessera_batch *, int32_t, char *, size_t))
{
    struct core_batch *b = (struct core_batch *)self;
    int32_t i;
    if (!number(given, &i)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!core_enter(b)) return NULL;
    const int32_t length = f(b->batch, i, NULL, 0);
    char *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (bytes != NULL) f(b->batch, i, bytes, (size_t)length + 1);
    core_leave(b);
    if (bytes == NULL) return PyErr_NoMemory();
    PyObject *text = PyUnicode_DecodeUTF8(bytes, length, "surrogateescape");
    free(bytes);
    return text;
}

PyObject *core_save(PyObject *self, PyObject *i)
{
    return text_of(self, i, tessera_save);
}

PyObject *core_board(PyObject *self, PyObject *i)
{
    return text_of(self, i, tessera_text);
}

PyObject *core_hash(PyObject *self, PyObject *given)
{
    struct core_batch *b = (struct core_batch *)self;
    int32_t i;
    if (!number(given, &i)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!core_enter(b)) return NULL;
    const uint64_t hash = tessera_hash(b->batch, i);
    core_leave(b);
    return PyLong_FromUnsignedLongLong(hash);
}

PyObject *core_load(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    PyObject *at, *given;
    int32_t i;
    if (!PyArg_ParseTuple(args, "OO", &at, &given) || !number(at, &i)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!PyUnicode_Check(given))
        return PyErr_Format(PyExc_TypeError, "text: expected a text, got %R", given);
    const char *text = PyUnicode_AsUTF8AndSize(given, NULL);
    if (text == NULL || !core_enter(b)) return NULL;
    const int32_t result = tessera_load(b->batch, i, text, &error);
    core_leave(b);
    if (result < 0) return core_raise(b->owner->state, &error);
    Py_RETURN_NONE;
}

/* _copy(i, from, j) */
PyObject *core_copy(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    PyObject *other;
    int i, j;
    if (!PyArg_ParseTuple(args, "iOi", &i, &other, &j)) return NULL;
    const struct core_state *s = core_state_of(self);
    const int is = s != NULL ? PyObject_IsInstance(other, s->batch_type) : -1;
    if (is == 0) PyErr_SetString(PyExc_TypeError, "another batch is needed");
    if (is != 1) return NULL;
    struct core_batch *from = (struct core_batch *)other;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (j < 0 || j >= from->count) return no_environment(j);
    if (from->owner != b->owner)
        return PyErr_SetString(PyExc_ValueError,
                               "the batches are of two games: open one, and "
                               "make both batches of it"),
               NULL;
    if (!core_enter(b)) return NULL;
    const bool open = from->batch != NULL;
    const int32_t result = open ? tessera_copy(b->batch, i, from->batch, j, &error) : 0;
    core_leave(b);
    if (!open) return PyErr_SetString(PyExc_ValueError, "the batch is closed"), NULL;
    if (result < 0) return core_raise(b->owner->state, &error);
    Py_RETURN_NONE;
}

/* _picture(i, side): rows, columns, and the pixels as bytes. */
PyObject *core_picture(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    int32_t rows = 0, columns = 0;
    int i, side;
    if (!PyArg_ParseTuple(args, "ii", &i, &side)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!core_enter(b)) return NULL;
    int32_t length = tessera_picture(b->batch, i, side, NULL, 0, &error);
    uint8_t *bytes = length >= 0 ? malloc((size_t)length + 1) : NULL;
    if (bytes != NULL)
        length = tessera_picture(b->batch, i, side, bytes, (size_t)length, &error);
    tessera_level(b->batch, i, &rows, &columns);
    core_leave(b);
    if (length < 0) {
        free(bytes);
        return core_raise(b->owner->state, &error);
    }
    if (bytes == NULL) return PyErr_NoMemory();
    PyObject *result =
        Py_BuildValue("iiy#", (int)rows, (int)columns, bytes, (Py_ssize_t)length);
    free(bytes);
    return result;
}

/* ---- solving ---- */

static PyObject *list_of(const int32_t *actions, int32_t count)
{
    PyObject *list = PyList_New(count);
    for (int32_t k = 0; list != NULL && k < count; k++) {
        PyObject *action = PyLong_FromLong(actions[k]);
        if (action == NULL || PyList_SetItem(list, k, action) < 0) Py_CLEAR(list);
    }
    return list;
}

enum { SOLUTION_MOST = 1 << 20 };

/* _solve(i, seconds, optimal): a list of numbers. */
PyObject *core_solve(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    double seconds;
    int i, optimal;
    if (!PyArg_ParseTuple(args, "idp", &i, &seconds, &optimal)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    int32_t *actions = malloc(SOLUTION_MOST * sizeof *actions);
    if (actions == NULL) return PyErr_NoMemory();
    PyObject *result = NULL;
    if (core_enter(b)) {
        int32_t count =
            tessera_solve(b->batch, i, seconds, optimal, actions, SOLUTION_MOST, &error);
        core_leave(b);
        if (count > SOLUTION_MOST) count = SOLUTION_MOST;
        result =
            count >= 0 ? list_of(actions, count) : core_raise(b->owner->state, &error);
    }
    free(actions);
    return result;
}

/* Plays twice: to measure the text, and to write it. */
static int32_t record(struct core_batch *b, int32_t i, const Py_buffer *actions,
                      char **bytes, struct tessera_error *error)
{
    const int32_t count = (int32_t)(actions->len / (Py_ssize_t)sizeof(int32_t));
    int32_t n = tessera_record(b->batch, i, actions->buf, count, NULL, 0, error);
    if (n >= 0) *bytes = malloc((size_t)n + 1);
    if (*bytes == NULL) return n;
    const size_t room = (size_t)n + 1;
    return tessera_record(b->batch, i, actions->buf, count, *bytes, room, error);
}

/* Asks twice, as record does. */
static int32_t idle(struct core_batch *b, int32_t i, const Py_buffer *actions,
                    char **bytes, struct tessera_error *error)
{
    int32_t n = tessera_idle(b->batch, i, actions->buf, NULL, 0, error);
    if (n >= 0) *bytes = malloc((size_t)n + 1);
    if (*bytes == NULL) return n;
    return tessera_idle(b->batch, i, actions->buf, *bytes, (size_t)n + 1, error);
}

/* What a function writes of environment i and some actions. */
static PyObject *text_of_actions(struct core_batch *b, PyObject *args,
                                 int32_t (*f)(struct core_batch *, int32_t,
                                              const Py_buffer *, char **,
                                              struct tessera_error *))
{
    struct tessera_error error;
    PyObject *given, *text = NULL;
    Py_buffer actions;
    char *bytes = NULL;
    int32_t length = -1;
    int i;
    if (!PyArg_ParseTuple(args, "iO", &i, &given)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (PyObject_GetBuffer(given, &actions, PyBUF_C_CONTIGUOUS) < 0) return NULL;
    if (f == idle && actions.len < b->seats * (Py_ssize_t)sizeof(int32_t)) {
        PyErr_SetString(PyExc_ValueError, "actions: one of each player is expected");
    } else if (core_enter(b)) {
        length = f(b, i, &actions, &bytes, &error);
        core_leave(b);
        if (length < 0)
            core_raise(b->owner->state, &error);
        else if (bytes == NULL)
            PyErr_NoMemory();
        else
            text = PyUnicode_DecodeUTF8(bytes, length, "surrogateescape");
    }
    PyBuffer_Release(&actions);
    free(bytes);
    return text;
}

/* _record(i, actions), an array of int32: a text. */
PyObject *core_record(PyObject *self, PyObject *args)
{
    return text_of_actions((struct core_batch *)self, args, record);
}

/* _idle(i, actions), an array of int32, one of each player: a text. */
PyObject *core_idle(PyObject *self, PyObject *args)
{
    return text_of_actions((struct core_batch *)self, args, idle);
}

/* _report(i, seconds): the fields of struct tessera_report, -1 where one is not known. */
PyObject *core_report(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_report r = {sizeof r};
    struct tessera_error error;
    double seconds;
    int i;
    if (!PyArg_ParseTuple(args, "id", &i, &seconds)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!core_enter(b)) return NULL;
    const int32_t result = tessera_report(b->batch, i, seconds, &r, &error);
    core_leave(b);
    if (result < 0) return core_raise(b->owner->state, &error);
    return Py_BuildValue("dddddddd", r.solvable, r.length, r.solutions, r.positions,
                         r.branching, r.dead_ends, r.losing, r.bottlenecks);
}

/* _level(i): level, rows, columns. */
PyObject *core_level(PyObject *self, PyObject *given)
{
    struct core_batch *b = (struct core_batch *)self;
    int32_t i, rows = 0, columns = 0;
    if (!number(given, &i)) return NULL;
    if (i < 0 || i >= b->count) return no_environment(i);
    if (!core_enter(b)) return NULL;
    const int32_t level = tessera_level(b->batch, i, &rows, &columns);
    core_leave(b);
    return Py_BuildValue("iii", (int)level, (int)rows, (int)columns);
}
