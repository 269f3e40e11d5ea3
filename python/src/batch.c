/*
 * Batch: many positions of a game, played in one call.
 */
#include <unistd.h>

#include "core.h"

/* ---- making one ---- */

static PyObject *new (PyTypeObject *type, PyObject *args, PyObject *named)
{
    allocfunc alloc = (allocfunc)PyType_GetSlot(type, Py_tp_alloc);
    return alloc(type, 0);
}

/* Reads what a batch is made with; the game is borrowed. */
static bool read_options(PyObject *args, PyObject *named, PyObject **game,
                         struct tessera_options *o)
{
    static char *names[] = {"game",        "count",          "threads",    "observation",
                            "observer",    "masks",          "autoreset",  "illegal",
                            "max_steps",   "illegal_reward", "win_reward", "step_reward",
                            "all_players", "level",          "seed",       NULL};
    unsigned long long seed = 0;
    int count, threads, observation, observer, masks, autoreset, illegal, max_steps;
    int all_players, level;
    if (!PyArg_ParseTupleAndKeywords(args, named, "OiiiiiiiifffpiK:Batch", names, game,
                                     &count, &threads, &observation, &observer, &masks,
                                     &autoreset, &illegal, &max_steps, &o->illegal_reward,
                                     &o->win_reward, &o->step_reward, &all_players,
                                     &level, &seed)) {
        return false;
    }
    o->count = count;
    o->threads = threads;
    o->observation = observation;
    o->observer = observer;
    o->masks = masks;
    o->autoreset = autoreset;
    o->illegal = illegal;
    o->max_steps = max_steps;
    o->all_players = all_players;
    o->level = level;
    o->seed = seed;
    return true;
}

static bool is_game(const struct core_state *s, PyObject *game)
{
    const int is = PyObject_IsInstance(game, s->game_type);
    if (is == 0) PyErr_SetString(PyExc_TypeError, "game must be a tessera.Game");
    if (is == 1 && ((struct core_game *)game)->game == NULL)
        return PyErr_SetString(PyExc_ValueError, "the game is not open"), false;
    return is == 1;
}

static int init(PyObject *self, PyObject *args, PyObject *named)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_options o = {sizeof o};
    struct tessera_error error;
    PyObject *game;
    const struct core_state *s = core_state_of(self);
    if (s == NULL || !read_options(args, named, &game, &o) || !is_game(s, game))
        return -1;
    if (b->owner != NULL)
        return PyErr_SetString(PyExc_ValueError, "the batch is made already"), -1;
    struct core_game *g = (struct core_game *)game;
    if (!core_lock(g)) return -1;
    struct tessera_batch *batch = tessera_batch_new(g->game, &o, &error);
    core_unlock(g);
    if (batch == NULL) return core_raise(s, &error), -1;
    b->batch = batch;
    b->owner = (struct core_game *)Py_NewRef(game);
    b->count = o.count;
    b->process = o.threads > 1 ? (int)getpid() : 0;
    b->actions_count = tessera_actions(g->game);
    const bool together = (tessera_traits(g->game) & TESSERA_TOGETHER) != 0;
    b->seats = together ? tessera_players(g->game) : 1;
    b->players = o.all_players ? tessera_players(g->game) : b->seats;
    b->observation =
        tessera_observation_size(g->game, (enum tessera_observation)o.observation);
    b->arrays.size = sizeof b->arrays;
    b->actions = PyMem_Calloc((size_t)o.count * (size_t)b->seats, sizeof *b->actions);
    return b->actions != NULL ? 0 : (PyErr_NoMemory(), -1);
}

static int traverse(PyObject *self, visitproc visit, void *arg)
{
    struct core_batch *b = (struct core_batch *)self;
    Py_VISIT(Py_TYPE(self));
    Py_VISIT(b->owner);
    for (int i = 0; i < CORE_ARRAYS; i++) Py_VISIT(b->held[i].obj);
    return 0;
}

/* In a process that was forked the threads are missing, and nothing could join them: there the memory
 * is left to the end of the process. */
static void free_batch(struct core_batch *b)
{
    if (b->process == 0 || b->process == (int)getpid()) tessera_batch_free(b->batch);
    b->batch = NULL;
}

static int clear(PyObject *self)
{
    struct core_batch *b = (struct core_batch *)self;
    free_batch(b);
    core_release(b);
    Py_CLEAR(b->owner);
    return 0;
}

static void dealloc(PyObject *self)
{
    struct core_batch *b = (struct core_batch *)self;
    PyTypeObject *type = Py_TYPE(self);
    PyObject_GC_UnTrack(self);
    clear(self);
    PyMem_Free(b->actions);
    freefunc release = (freefunc)PyType_GetSlot(type, Py_tp_free);
    release(self);
    Py_DECREF(type);
}

static PyObject *close_batch(PyObject *self, PyObject *none)
{
    struct core_batch *b = (struct core_batch *)self;
    if (b->owner == NULL) Py_RETURN_NONE;
    if (!core_lock(b->owner)) return NULL;
    free_batch(b);
    core_release(b);
    core_unlock(b->owner);
    Py_RETURN_NONE;
}

/* ---- playing ---- */

bool core_enter(struct core_batch *b)
{
    if (b->batch != NULL && b->process != 0 && b->process != (int)getpid()) {
        PyErr_SetString(PyExc_RuntimeError,
                        "the threads of this batch are those of another process: make "
                        "the batch after the fork, or pickle it");
        return false;
    }
    if (b->owner != NULL && !core_lock(b->owner)) return false;
    if (b->batch == NULL) {
        if (b->owner != NULL) core_unlock(b->owner);
        PyErr_SetString(PyExc_ValueError, "the batch is closed");
        return false;
    }
    b->owner->kept = PyEval_SaveThread();
    return true;
}

void core_leave(struct core_batch *b)
{
    PyEval_RestoreThread(b->owner->kept);
    core_unlock(b->owner);
}

static PyObject *step(PyObject *self, PyObject *const *args, Py_ssize_t count)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    struct core_given given;
    if (count > 1)
        return PyErr_SetString(PyExc_TypeError, "step takes one array of actions"), NULL;
    if (!core_take(b, count == 1 ? args[0] : Py_None, &given)) return NULL;
    int32_t ended = -1;
    const bool entered = core_enter(b);
    if (entered) {
        struct tessera_arrays arrays = b->arrays;
        core_put(b, &given);
        arrays.actions = b->actions;
        ended = tessera_step(b->batch, &arrays, &error);
        core_leave(b);
    }
    if (given.view.obj != NULL) PyBuffer_Release(&given.view);
    if (!entered) return NULL;
    return ended >= 0 ? PyLong_FromLong(ended) : core_raise(b->owner->state, &error);
}

static PyObject *look(PyObject *self, PyObject *none)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    if (!core_enter(b)) return NULL;
    const int32_t result = tessera_look(b->batch, &b->arrays, &error);
    core_leave(b);
    if (result < 0) return core_raise(b->owner->state, &error);
    Py_RETURN_NONE;
}

bool core_each(const struct core_batch *b, PyObject *from, Py_ssize_t item,
               const char *what, Py_buffer *view)
{
    if (from == Py_None) return true;
    if (PyObject_GetBuffer(from, view, PyBUF_C_CONTIGUOUS) < 0) return false;
    if (view->itemsize == item && view->len == item * b->count) return true;
    PyErr_Format(PyExc_ValueError, "an array of %s has another shape than the batch",
                 what);
    PyBuffer_Release(view);
    return false;
}

static int32_t reset_with(struct core_batch *b, PyObject *which, PyObject *seeds,
                          PyObject *levels, struct tessera_error *error)
{
    Py_buffer view[3] = {{0}};
    struct tessera_start start = {sizeof start};
    int32_t result = -2;
    if (core_each(b, which, 1, "reset", &view[0]) &&
        core_each(b, seeds, 8, "reset", &view[1]) &&
        core_each(b, levels, 4, "reset", &view[2]) && core_enter(b)) {
        start.which = view[0].buf;
        start.seeds = view[1].buf;
        start.levels = view[2].buf;
        result = tessera_reset(b->batch, &start, &b->arrays, error);
        core_leave(b);
    }
    for (int i = 0; i < 3; i++) {
        if (view[i].obj != NULL) PyBuffer_Release(&view[i]);
    }
    return result;
}

/* _reset() with the seeds of the options; _reset(which, seeds, levels), arrays or None. */
static PyObject *reset(PyObject *self, PyObject *args)
{
    struct core_batch *b = (struct core_batch *)self;
    struct tessera_error error;
    PyObject *which = NULL, *seeds = NULL, *levels = NULL;
    int32_t result = -2;
    if (!PyArg_ParseTuple(args, "|OOO", &which, &seeds, &levels)) return NULL;
    if (levels != NULL) {
        result = reset_with(b, which, seeds, levels, &error);
    } else if (core_enter(b)) {
        result = tessera_reset(b->batch, NULL, &b->arrays, &error);
        core_leave(b);
    }
    if (result == -1) return core_raise(b->owner->state, &error);
    if (result < 0) return NULL;
    Py_RETURN_NONE;
}

/* ---- the type ---- */

static PyMethodDef methods[] = {
    {"step", (PyCFunction)(void (*)(void))step, METH_FASTCALL,
     "step($self, actions=None, /)\n--\n\n"
     "Carry out an action in each environment, and write the arrays.\n\n"
     "actions: int32 or int64 array [N] of numbers below len(game.actions); a number, "
     "if\n"
     "N is 1; a sequence of numbers or of texts; without it, the array `actions`. Where\n"
     "players act together: [N, players]. Raises ValueError for another shape.\n"
     "Returns how many episodes ended. Raises tessera.Error for a number that is no\n"
     "action (then none has moved), for one that is not possible with illegal=\"fail\"\n"
     "(the same), and for a rule in Lua that raised: then each environment has moved or\n"
     "is as it was, as after a KeyboardInterrupt; look writes the arrays anew."},
    {"sample", core_sample, METH_O,
     "sample($self, seed, /)\n--\n\n"
     "Draw an action for each environment, evenly from those that its mask has.\n\n"
     "Write the array `actions`, which step() plays, and return it; 0 where nothing\n"
     "is possible. The same integer draws the same from the same masks: give each step\n"
     "one of its own. Raises ValueError for a batch without masks."},
    {"look", look, METH_NOARGS,
     "look($self, /)\n--\n\n"
     "Write the arrays anew without a step, as after load and copy; but for rewards,\n"
     "final_observations and illegal."},
    {"close", close_batch, METH_NOARGS,
     "close($self, /)\n--\n\n"
     "Free the environments; the arrays stay as they are. May be called twice."},
    {"save", core_save, METH_O,
     "save($self, i, /)\n--\n\n"
     "Return the text of environment i, with its random numbers: load goes on with it."},
    {"load", core_load, METH_VARARGS,
     "load($self, i, text, /)\n--\n\n"
     "Put environment i where a text of save says, or at a text of state:save() in Lua, "
     "at\n"
     "which an episode begins. The arrays change at the next look or step. Raises\n"
     "tessera.Error for any other text; then the environment is as it was."},
    {"hash", core_hash, METH_O,
     "hash($self, i, /)\n--\n\nReturn a 64-bit number of the position of environment i."},
    {"text", core_board, METH_O,
     "text($self, i, /)\n--\n\nReturn the board of environment i, a line for each row."},
    {"_reset", reset, METH_VARARGS, NULL},
    {"_bind", core_bind, METH_VARARGS, NULL},
    {"_copy", core_copy, METH_VARARGS, NULL},
    {"_picture", core_picture, METH_VARARGS, NULL},
    {"_solve", core_solve, METH_VARARGS, NULL},
    {"_report", core_report, METH_VARARGS, NULL},
    {"_level", core_level, METH_O, NULL},
    {"_idle", core_idle, METH_VARARGS, NULL},
    {"_record", core_record, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot slots[] = {
    {Py_tp_doc, "Environments of a game."},
    {Py_tp_new, new},
    {Py_tp_init, init},
    {Py_tp_dealloc, dealloc},
    {Py_tp_traverse, traverse},
    {Py_tp_clear, clear},
    {Py_tp_methods, methods},
    {0, NULL},
};

PyType_Spec core_batch_spec = {
    .name = "tessera._core.Batch",
    .basicsize = sizeof(struct core_batch),
    .flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_BASETYPE | Py_TPFLAGS_HAVE_GC,
    .slots = slots,
};
