/*
 * Game: opening one, and what there is to know of it.
 */
#include <unistd.h>

#include "core.h"

/* ---- its lock ---- */

enum { WAIT = 50000 }; /* microseconds until signals are handled */

/* Waits for the lock. False: a handler of signals raised an error. */
static bool wait(const struct core_game *g)
{
    for (;;) {
        PyThreadState *kept = PyEval_SaveThread();
        const PyLockStatus status = PyThread_acquire_lock_timed(g->lock, WAIT, 1);
        PyEval_RestoreThread(kept);
        if (status == PY_LOCK_ACQUIRED) return true;
        if (PyErr_CheckSignals() != 0) return false;
    }
}

bool core_lock(struct core_game *g)
{
    const unsigned long own = PyThread_get_thread_ident();
    if (PyThread_acquire_lock(g->lock, NOWAIT_LOCK) != PY_LOCK_ACQUIRED) {
        if (g->thread == own) {
            PyErr_SetString(PyExc_RuntimeError,
                            "a handler of signals cannot use the game whose call it "
                            "interrupts");
            return false;
        }
        if (!wait(g)) return false;
    }
    g->thread = own;
    return true;
}

void core_unlock(struct core_game *g)
{
    g->thread = 0;
    PyThread_release_lock(g->lock);
}

/* `stop` of the source: runs the handlers of signals, which only the main thread does. */
static int32_t is_interrupted(void *with)
{
    struct core_game *g = with;
    const struct core_state *s = g->state;
    if (PyThread_get_thread_ident() != s->main_thread && s->process == (int)getpid())
        return 0;
    PyEval_RestoreThread(g->kept);
    const bool raised = PyErr_CheckSignals() != 0;
    g->kept = PyEval_SaveThread();
    return raised;
}

PyObject *core_text(int32_t (*f)(const void *with, char *out, size_t room),
                    const void *with)
{
    const int32_t length = f(with, NULL, 0);
    if (length < 0) Py_RETURN_NONE;
    char *bytes = PyMem_Malloc((size_t)length + 1);
    if (bytes == NULL) return PyErr_NoMemory();
    f(with, bytes, (size_t)length + 1);
    PyObject *text = PyUnicode_DecodeUTF8(bytes, length, "surrogateescape");
    PyMem_Free(bytes);
    return text;
}

/* ---- opening ---- */

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    struct core_game *g = (struct core_game *)alloc(type, 0);
    if (g == NULL) return NULL;
    g->state = core_state_of((PyObject *)g);
    g->lock = PyThread_allocate_lock();
    if (g->state != NULL && g->lock != NULL) return (PyObject *)g;
    Py_DECREF(g);
    return PyErr_Occurred() ? NULL : PyErr_NoMemory();
}

static int init(PyObject *self, PyObject *args, PyObject *named)
{
    static char *names[] = {"name",   "text",   "levels",       "trusted",
                            "starts", "memory", "instructions", NULL};
    struct core_game *g = (struct core_game *)self;
    struct tessera_source source = {sizeof source};
    struct tessera_error error;
    Py_ssize_t length = 0, memory = 0;
    long long instructions = 0;
    PyObject *trusted = Py_False;
    int starts = 0;
    if (!PyArg_ParseTupleAndKeywords(args, named, "s|z#zO!inL:Game", names, &source.name,
                                     &source.text, &length, &source.levels, &PyBool_Type,
                                     &trusted, &starts, &memory, &instructions)) {
        return -1;
    }
    if (g->game != NULL) {
        PyErr_SetString(PyExc_ValueError, "the game is open");
        return -1;
    }
    if (memory < 0) {
        PyErr_SetString(PyExc_ValueError, "memory is negative");
        return -1;
    }
    source.length = (size_t)length;
    source.trusted = trusted == Py_True;
    source.starts = starts;
    source.memory = (size_t)memory;
    source.instructions = instructions;
    source.stop = is_interrupted;
    source.with = g;
    if (!core_lock(g)) return -1;
    g->kept = PyEval_SaveThread();
    struct tessera_game *game = tessera_open(&source, &error);
    PyEval_RestoreThread(g->kept);
    core_unlock(g);
    if (game == NULL) return core_raise(g->state, &error), -1;
    g->game = game;
    return 0;
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    Py_VISIT(Py_TYPE(self));
    return 0;
}

static void dealloc(PyObject *self)
{
    struct core_game *g = (struct core_game *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    tessera_close(g->game);
    if (g->lock != NULL) PyThread_free_lock(g->lock);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- what it is ---- */

static PyObject *name(PyObject *self, void *closure)
{
    const char *text = tessera_name(((struct core_game *)self)->game);
    return PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "surrogateescape");
}

#define NUMBER(what)                                                                    \
    static PyObject *what(PyObject *self, void *closure)                                \
    {                                                                                   \
        return PyLong_FromLong((long)tessera_##what(((struct core_game *)self)->game)); \
    }
NUMBER(players)
NUMBER(levels)
NUMBER(rows)
NUMBER(columns)
NUMBER(traits)
NUMBER(view_rows)
NUMBER(view_columns)

struct nth {
    const struct tessera_game *game;
    int32_t which;
    enum tessera_observation as;
};

static int32_t action_text(const void *with, char *out, size_t room)
{
    const struct nth *n = with;
    return tessera_action_text(n->game, n->which, out, room);
}

static int32_t outcome_text(const void *with, char *out, size_t room)
{
    const struct nth *n = with;
    return tessera_outcome_text(n->game, n->which, out, room);
}

static int32_t plane_name(const void *with, char *out, size_t room)
{
    const struct nth *n = with;
    return tessera_plane_name(n->game, n->as, n->which, out, room);
}

/* A tuple of `count` texts. */
static PyObject *texts(struct core_game *g, int32_t count, enum tessera_observation as,
                       int32_t (*f)(const void *, char *, size_t))
{
    struct nth n = {g->game, 0, as};
    PyObject *all = PyTuple_New(count);
    if (all == NULL) return NULL;
    if (!core_lock(g)) {
        Py_DECREF(all);
        return NULL;
    }
    for (; n.which < count; n.which++) {
        PyObject *one = core_text(f, &n);
        if (one == NULL || PyTuple_SetItem(all, n.which, one) < 0) {
            Py_CLEAR(all);
            break;
        }
    }
    core_unlock(g);
    return all;
}

static PyObject *actions(PyObject *self, void *closure)
{
    struct core_game *g = (struct core_game *)self;
    return texts(g, tessera_actions(g->game), TESSERA_NOTHING, action_text);
}

static PyObject *outcomes(PyObject *self, void *closure)
{
    struct core_game *g = (struct core_game *)self;
    return texts(g, tessera_outcomes(g->game), TESSERA_NOTHING, outcome_text);
}

static PyObject *planes(PyObject *self, PyObject *as)
{
    struct core_game *g = (struct core_game *)self;
    const long how = PyLong_AsLong(as);
    if (how == -1 && PyErr_Occurred()) return NULL;
    if (how < TESSERA_NOTHING || how > TESSERA_BITS)
        return PyErr_SetString(PyExc_ValueError, "no such observation"), NULL;
    const enum tessera_observation kind = (enum tessera_observation)how;
    return texts(g, tessera_planes(g->game, kind), kind, plane_name);
}

static PyObject *action_index(PyObject *self, PyObject *text)
{
    struct core_game *g = (struct core_game *)self;
    const char *bytes = PyUnicode_AsUTF8AndSize(text, NULL);
    if (bytes == NULL || !core_lock(g)) return NULL;
    const int32_t index = tessera_action_index(g->game, bytes);
    core_unlock(g);
    return PyLong_FromLong(index);
}

/* ---- the type ---- */

static PyGetSetDef properties[] = {
    {"name", name, NULL, "str: the game's name.", NULL},
    {"players", players, NULL, "int: how many players there are.", NULL},
    {"levels", levels, NULL, "int: how many levels there are, 1 at least.", NULL},
    {"rows", rows, NULL, "int: rows of the largest level.", NULL},
    {"columns", columns, NULL, "int: columns of the largest level.", NULL},
    {"_view_rows", view_rows, NULL, NULL, NULL},
    {"_view_columns", view_columns, NULL, NULL, NULL},
    {"_traits", traits, NULL, NULL, NULL},
    {"_actions", actions, NULL, NULL, NULL},
    {"_outcomes", outcomes, NULL, NULL, NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyMethodDef methods[] = {
    {"_planes", planes, METH_O, NULL},
    {"_action_index", action_index, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "A game of libtessera."},
    {Py_tp_new, new},
    {Py_tp_init, init},
    {Py_tp_dealloc, dealloc},
    {Py_tp_traverse, traverse},
    {Py_tp_getset, properties},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_game_spec = {
    .name = "tessera._core.Game",
    .basicsize = sizeof(struct core_game),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
