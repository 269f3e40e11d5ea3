/*
 * Trees: searching from the environments of a batch, for who judges positions himself.
 */
#include "core.h"

enum { ARRAYS = 7 };

struct core_trees {
    PyObject_HEAD struct core_batch *batch;
    struct tessera_trees *trees;
    struct tessera_leaves leaf;
    struct tessera_roots root;
    Py_buffer held[ARRAYS]; /* as `arrays` has them */
    size_t leaves;          /* of all trees */
    size_t values, priors;  /* floats of one */
};

static const struct {
    const char *name;
    size_t place, item;
    enum { PER_LEAF, PER_LEAF_ACTION, PER_SIGHT, PER_ROOT, PER_ROOT_ACTION } per;
} arrays[ARRAYS] = {
    {"observations", offsetof(struct core_trees, leaf.observations), 1, PER_SIGHT},
    {"masks", offsetof(struct core_trees, leaf.masks), 1, PER_LEAF_ACTION},
    {"players", offsetof(struct core_trees, leaf.player), 4, PER_LEAF},
    {"visits", offsetof(struct core_trees, root.visits), 4, PER_ROOT_ACTION},
    {"policies", offsetof(struct core_trees, root.policies), 4, PER_ROOT_ACTION},
    {"means", offsetof(struct core_trees, root.means), 4, PER_ROOT_ACTION},
    {"values", offsetof(struct core_trees, root.values), 4, PER_ROOT},
};

/* ---- making them ---- */

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
}

static int make(struct core_trees *t, struct core_batch *b,
                const struct tessera_trees_options *o)
{
    struct tessera_error error;
    if (!core_enter(b)) return -1;
    struct tessera_trees *trees = tessera_trees_new(b->batch, o, &error);
    const int32_t players = tessera_players(b->owner->game);
    core_leave(b);
    if (trees == NULL) return core_raise(b->owner->state, &error), -1;
    t->trees = trees;
    t->batch = (struct core_batch *)Py_NewRef((PyObject *)b);
    t->leaves = (size_t)b->count * (size_t)o->leaves;
    t->values = players > 2 ? (size_t)players : 1;
    t->priors = (size_t)b->actions_count;
    t->leaf.size = sizeof t->leaf;
    t->root.size = sizeof t->root;
    return 0;
}

static int init(PyObject *self, PyObject *args, PyObject *named)
{
    static char *names[] = {"batch", "nodes", "edges",    "leaves", "exploration",
                            "noise", "alpha", "discount", "seed",   NULL};
    struct core_trees *t = (struct core_trees *)self;
    struct tessera_trees_options o = {sizeof o};
    unsigned long long seed;
    PyObject *batch;
    const struct core_state *s = core_state_of(self);
    if (s == NULL ||
        !PyArg_ParseTupleAndKeywords(args, named, "OiiiffffK:Trees", names, &batch,
                                     &o.nodes, &o.edges, &o.leaves, &o.exploration,
                                     &o.noise, &o.alpha, &o.discount, &seed)) {
        return -1;
    }
    const int is = PyObject_IsInstance(batch, s->batch_type);
    if (is == 0) PyErr_SetString(PyExc_TypeError, "batch must be a tessera.Batch");
    if (is != 1) return -1;
    if (t->batch != NULL)
        return PyErr_SetString(PyExc_ValueError, "the trees are made already"), -1;
    o.seed = seed;
    return make(t, (struct core_batch *)batch, &o);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    struct core_trees *t = (struct core_trees *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(t->batch);
    for (int i = 0; i < ARRAYS; i++) Py_VISIT(t->held[i].obj);
    return 0;
}

/* Nobody else has the trees now, and whoever changes the list of the batch's trees, as this does, has
 * the interpreter's lock. */
static int clear(PyObject *self)
{
    struct core_trees *t = (struct core_trees *)self;
    tessera_trees_free(t->trees);
    t->trees = NULL;
    for (int i = 0; i < ARRAYS; i++) {
        if (t->held[i].obj != NULL) PyBuffer_Release(&t->held[i]);
    }
    Py_CLEAR(t->batch);
    return 0;
}

static void dealloc(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear(self);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

/* ---- arrays ---- */

static size_t bytes_of(const struct core_trees *t, int i)
{
    const size_t roots = (size_t)t->batch->count;
    switch (arrays[i].per) {
    case PER_LEAF: return t->leaves * arrays[i].item;
    case PER_LEAF_ACTION: return t->leaves * t->priors * arrays[i].item;
    case PER_SIGHT: return t->leaves * t->batch->observation;
    case PER_ROOT: return roots * arrays[i].item;
    case PER_ROOT_ACTION: break;
    }
    return roots * t->priors * arrays[i].item;
}

static bool are_made(const struct core_trees *t)
{
    if (t->trees != NULL && t->batch->owner != NULL) return true;
    PyErr_SetString(PyExc_ValueError, "the trees are not open");
    return false;
}

/* _bind(name, array): the array is written from now on; None: none is. */
static PyObject *bind(PyObject *self, PyObject *args)
{
    struct core_trees *t = (struct core_trees *)self;
    Py_buffer view = {0};
    PyObject *array;
    const char *name;
    int i = 0;
    if (!PyArg_ParseTuple(args, "sO", &name, &array) || !are_made(t)) return NULL;
    while (i < ARRAYS && strcmp(arrays[i].name, name) != 0) i++;
    if (i == ARRAYS)
        return PyErr_Format(PyExc_ValueError, "there is no array '%s'", name);
    if (!core_writable(array, name, arrays[i].item, bytes_of(t, i), &view)) return NULL;
    if (!core_lock(t->batch->owner)) return PyBuffer_Release(&view), NULL;
    Py_buffer before = t->held[i];
    t->held[i] = view;
    memcpy((char *)t + arrays[i].place, &view.buf, sizeof view.buf);
    core_unlock(t->batch->owner);
    if (before.obj != NULL) PyBuffer_Release(&before);
    Py_RETURN_NONE;
}

/* Gets an array of `count` floats of the caller's. */
static bool floats(PyObject *from, const char *name, size_t count, Py_buffer *view)
{
    if (PyObject_GetBuffer(from, view, PyBUF_C_CONTIGUOUS) < 0) return false;
    if (view->itemsize == sizeof(float) && (size_t)view->len == count * sizeof(float))
        return true;
    PyErr_Format(PyExc_ValueError, "%s has another shape than the leaves", name);
    PyBuffer_Release(view);
    return false;
}

/* ---- searching ---- */

static PyObject *done(const struct core_trees *t, int32_t result,
                      const struct tessera_error *error)
{
    if (result < 0) return core_raise(t->batch->owner->state, error);
    return PyLong_FromLong(result);
}

static PyObject *select_leaves(PyObject *self, PyObject *none)
{
    const struct core_trees *t = (struct core_trees *)self;
    struct tessera_error error;
    if (!are_made(t) || !core_enter(t->batch)) return NULL;
    const int32_t found = tessera_trees_select(t->trees, &t->leaf, &error);
    core_leave(t->batch);
    return done(t, found, &error);
}

/* _back(values, priors), arrays of float32. */
static PyObject *back(PyObject *self, PyObject *args)
{
    const struct core_trees *t = (struct core_trees *)self;
    struct tessera_error error;
    Py_buffer value = {0}, prior = {0};
    PyObject *values, *priors, *result = NULL;
    if (!PyArg_ParseTuple(args, "OO", &values, &priors) || !are_made(t)) return NULL;
    if (floats(values, "values", t->leaves * t->values, &value) &&
        floats(priors, "priors", t->leaves * t->priors, &prior) && core_enter(t->batch)) {
        const int32_t taken = tessera_trees_back(t->trees, value.buf, prior.buf, &error);
        core_leave(t->batch);
        result = done(t, taken, &error);
    }
    if (value.obj != NULL) PyBuffer_Release(&value);
    if (prior.obj != NULL) PyBuffer_Release(&prior);
    return result;
}

static PyObject *look(PyObject *self, PyObject *none)
{
    const struct core_trees *t = (struct core_trees *)self;
    struct tessera_error error;
    if (!are_made(t) || !core_enter(t->batch)) return NULL;
    const int32_t result = tessera_trees_look(t->trees, &t->root, &error);
    core_leave(t->batch);
    return done(t, result, &error);
}

/* _advance(actions); None: what the batch has played last. */
static PyObject *advance(PyObject *self, PyObject *given)
{
    const struct core_trees *t = (struct core_trees *)self;
    struct tessera_error error;
    struct core_given actions = {0};
    PyObject *result = NULL;
    if (!are_made(t)) return NULL;
    if (given != Py_None && !core_take(t->batch, given, &actions)) return NULL;
    if (core_enter(t->batch)) {
        if (given != Py_None) core_put(t->batch, &actions);
        const int32_t gone = tessera_trees_advance(t->trees, t->batch->actions, &error);
        core_leave(t->batch);
        result = done(t, gone, &error);
    }
    if (actions.view.obj != NULL) PyBuffer_Release(&actions.view);
    return result;
}

/* _start(which), an array or None. */
static PyObject *start(PyObject *self, PyObject *given)
{
    const struct core_trees *t = (struct core_trees *)self;
    struct tessera_error error;
    Py_buffer which = {0};
    PyObject *result = NULL;
    if (!are_made(t) || !core_each(t->batch, given, 1, "start", &which)) return NULL;
    if (core_enter(t->batch)) {
        const int32_t begun = tessera_trees_start(t->trees, which.buf, &error);
        core_leave(t->batch);
        result = done(t, begun, &error);
    }
    if (which.obj != NULL) PyBuffer_Release(&which);
    return result;
}

/* ---- the type ---- */

static PyMethodDef methods[] = {
    {"_bind", bind, METH_VARARGS, NULL},
    {"_select", select_leaves, METH_NOARGS, NULL},
    {"_back", back, METH_VARARGS, NULL},
    {"_look", look, METH_NOARGS, NULL},
    {"_advance", advance, METH_O, NULL},
    {"_start", start, METH_O, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Trees over the environments of a batch."},
    {Py_tp_new, new},
    {Py_tp_init, init},
    {Py_tp_dealloc, dealloc},
    {Py_tp_traverse, traverse},
    {Py_tp_clear, clear},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_trees_spec = {
    .name = "tessera._core.Trees",
    .basicsize = sizeof(struct core_trees),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
