/*
 * The compiled module tessera._core: games and batches of tessera.h as Python types, by the stable
 * ABI of Python 3.11 on.
 *
 *     module.c   the module, its exception tessera.Error
 *     game.c     Game: what a game is
 *     batch.c    Batch: playing
 *     one.c      Batch: what is asked of one environment
 *     arrays.c   the caller's arrays, what stands for an array of actions, and actions by chance
 *     trees.c    Trees: searching from the environments of a batch
 *
 * **A game, with its batches, is used by one thread at a time:** each call holds the game's lock. The
 * interpreter's own lock is given back while the library works, so other games go on. Long calls take it
 * now and then, to run the handlers of signals: an exception of theirs, such as KeyboardInterrupt, ends
 * the call.
 */
#ifndef TESSERA_PYTHON_CORE_H
#define TESSERA_PYTHON_CORE_H

#define PY_SSIZE_T_CLEAN
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <Python.h>

#include <tessera.h>

struct core_state {
    PyObject *game_type, *batch_type, *trees_type, *error; /* the types; the exception */
    unsigned long main_thread;                             /* which handles signals, */
    int process; /* in the process that has imported the module */
};

struct core_game {
    PyObject_HEAD struct core_state *state;
    struct tessera_game *game;
    PyThread_type_lock lock;
    unsigned long thread; /* that has the lock */
    PyThreadState *kept;  /* of the call that works; with the lock */
};

enum { CORE_ARRAYS = 12 };

struct core_batch {
    PyObject_HEAD struct core_game *owner;
    struct tessera_batch *batch;
    struct tessera_arrays arrays;
    Py_buffer held[CORE_ARRAYS]; /* as core_array has them */
    int32_t *actions; /* [count][seats] what a step plays: written under the lock */
    int32_t count, actions_count, players;
    int32_t seats;      /* who act in a step: all players who act together, or one */
    size_t observation; /* bytes of one */
    int process;        /* which made the threads; 0: there are none */
};

/* An array of a batch: its name, its place in struct tessera_arrays, the bytes of an item. */
struct core_array {
    const char *name;
    size_t place;
    size_t item;
    enum { PER_ENVIRONMENT, PER_OBSERVATION, PER_ACTION, PER_REWARD, PER_SEAT } per;
};

/* ---- module.c ---- */

/* The state of the module that has the type of an object, or a class from which its own is derived. */
struct core_state *core_state_of(PyObject *self);

/* Raises tessera.Error, unless a handler of signals has ended the call by an error of its own; returns
 * NULL. */
PyObject *core_raise(const struct core_state *, const struct tessera_error *);

/* ---- game.c ---- */

extern PyType_Spec core_game_spec;

/* Takes the game's lock; the interpreter's is given back while it is waited for. False: an error is set,
 * for a handler of signals in a call on this game, or by one while it was waited for. */
bool core_lock(struct core_game *);
void core_unlock(struct core_game *);

/* A text of the library: calls f(with, out, room) twice. None for what there is not. */
PyObject *core_text(int32_t (*f)(const void *with, char *out, size_t room),
                    const void *with);

/* ---- batch.c ---- */

extern PyType_Spec core_batch_spec;

/* Takes the lock of an open batch and gives the interpreter's back; false: it is closed, or of another
 * process, and an error is set. */
bool core_enter(struct core_batch *);
void core_leave(struct core_batch *);
/* Gets the array of one item for each environment, of `item` bytes, which the call `what` reads; None:
 * none. False: an error is set. */
bool core_each(const struct core_batch *, PyObject *from, Py_ssize_t item,
               const char *what, Py_buffer *view);

/* ---- one.c ---- */

PyObject *core_save(PyObject *, PyObject *);
PyObject *core_load(PyObject *, PyObject *);
PyObject *core_copy(PyObject *, PyObject *);
PyObject *core_hash(PyObject *, PyObject *);
PyObject *core_board(PyObject *, PyObject *);
PyObject *core_picture(PyObject *, PyObject *);
PyObject *core_solve(PyObject *, PyObject *);
PyObject *core_report(PyObject *, PyObject *);
PyObject *core_level(PyObject *, PyObject *);
PyObject *core_idle(PyObject *, PyObject *);
PyObject *core_record(PyObject *, PyObject *);

/* ---- arrays.c ---- */

extern const struct core_array core_arrays[CORE_ARRAYS];

PyObject *core_bind(PyObject *, PyObject *);
void core_release(struct core_batch *);

/* Gets the buffer of an array that is to be written, of so many bytes; None: none. False: an error is
 * set. */
bool core_writable(PyObject *array, const char *name, size_t item, size_t bytes,
                   Py_buffer *view);

/* Actions as they are given: an array of int32 or int64, or a number. What is none of these, or has a
 * number beyond int32, is handed to the batch's method _numbers, which makes an array of it. */
struct core_given {
    enum {
        GIVEN_NONE,
        GIVEN_ONE,
        GIVEN_ARRAY
    } form; /* none: those of the batch's array */
    int32_t one;
    Py_buffer view; /* to be released, if its `obj` is not NULL */
};

/* False: an error is set. */
bool core_take(struct core_batch *, PyObject *given, struct core_given *);
/* Copies them to b->actions: the caller may write his array while the library works. Under the lock. */
void core_put(struct core_batch *, const struct core_given *);

PyObject *core_sample(PyObject *, PyObject *);

/* ---- trees.c ---- */

extern PyType_Spec core_trees_spec;

#endif
