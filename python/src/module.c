/*
 * The module tessera._core, and its exception.
 */
#include <unistd.h>

#include "core.h"

static int add_error(PyObject *module, struct core_state *s)
{
    static const char says[] =
        "What the library refuses: str(error) is the message, in one line.\n\n"
        "file, rule: str or None; line, column: int from 1, or None; where they are "
        "known.";
    PyObject *unknown = Py_BuildValue("{sOsOsOsO}", "file", Py_None, "line", Py_None,
                                      "column", Py_None, "rule", Py_None);
    if (unknown == NULL) return -1;
    s->error =
        PyErr_NewExceptionWithDoc("tessera.Error", says, PyExc_ValueError, unknown);
    Py_DECREF(unknown);
    return s->error != NULL ? PyModule_AddObjectRef(module, "Error", s->error) : -1;
}

static int add_type(PyObject *module, const char *name, PyType_Spec *spec,
                    PyObject **type)
{
    *type = PyType_FromModuleAndSpec(module, spec, NULL);
    return *type != NULL ? PyModule_AddObjectRef(module, name, *type) : -1;
}

/* Signals are handled by the thread that threading.main_thread() tells. */
static int find_main_thread(struct core_state *s)
{
    PyObject *threading = PyImport_ImportModule("threading");
    PyObject *thread =
        threading ? PyObject_CallMethod(threading, "main_thread", NULL) : NULL;
    PyObject *ident = thread ? PyObject_GetAttrString(thread, "ident") : NULL;
    if (ident != NULL) s->main_thread = PyLong_AsUnsignedLong(ident);
    Py_XDECREF(threading);
    Py_XDECREF(thread);
    Py_XDECREF(ident);
    s->process = (int)getpid();
    return PyErr_Occurred() ? -1 : 0;
}

static int start(PyObject *module)
{
    struct core_state *s = PyModule_GetState(module);
    if (find_main_thread(s) < 0) return -1;
    if (add_error(module, s) < 0) return -1;
    if (add_type(module, "Game", &core_game_spec, &s->game_type) < 0) return -1;
    if (add_type(module, "Batch", &core_batch_spec, &s->batch_type) < 0) return -1;
    if (add_type(module, "Trees", &core_trees_spec, &s->trees_type) < 0) return -1;
    return PyModule_AddStringConstant(module, "version", tessera_version());
}

static int traverse(PyObject *module, visitproc visit, void *arg)
{
    struct core_state *s = PyModule_GetState(module);
    Py_VISIT(s->game_type);
    Py_VISIT(s->batch_type);
    Py_VISIT(s->trees_type);
    Py_VISIT(s->error);
    return 0;
}

static int clear(PyObject *module)
{
    struct core_state *s = PyModule_GetState(module);
    Py_CLEAR(s->game_type);
    Py_CLEAR(s->batch_type);
    Py_CLEAR(s->trees_type);
    Py_CLEAR(s->error);
    return 0;
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, start},
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "tessera._core",
    .m_doc = "Games and batches of libtessera; use them through the package tessera.",
    .m_size = sizeof(struct core_state),
    .m_slots = slots,
    .m_traverse = traverse,
    .m_clear = clear,
};

PyMODINIT_FUNC PyInit__core(void)
{
    return PyModuleDef_Init(&definition);
}

struct core_state *core_state_of(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    for (; type != NULL; type = PyType_GetSlot(type, Py_tp_base)) {
        if (!(PyType_GetFlags(type) & Py_TPFLAGS_HEAPTYPE)) break;
        PyObject *module = PyType_GetModule(type);
        if (module != NULL && PyModule_GetDef(module) == &definition)
            return PyModule_GetState(module);
        PyErr_Clear();
    }
    PyErr_SetString(PyExc_SystemError, "a type of another module");
    return NULL;
}

static int set_text(PyObject *error, const char *name, const char *text)
{
    PyObject *value =
        text[0] != '\0' ? PyUnicode_DecodeUTF8(text, (Py_ssize_t)strlen(text), "replace")
                        : Py_NewRef(Py_None);
    int result = value != NULL ? PyObject_SetAttrString(error, name, value) : -1;
    Py_XDECREF(value);
    return result;
}

static int set_number(PyObject *error, const char *name, int32_t number)
{
    PyObject *value = number > 0 ? PyLong_FromLong(number) : Py_NewRef(Py_None);
    int result = value != NULL ? PyObject_SetAttrString(error, name, value) : -1;
    Py_XDECREF(value);
    return result;
}

PyObject *core_raise(const struct core_state *s, const struct tessera_error *e)
{
    if (PyErr_Occurred()) return NULL;
    PyObject *text =
        PyUnicode_DecodeUTF8(e->text, (Py_ssize_t)strlen(e->text), "replace");
    PyObject *error =
        text != NULL ? PyObject_CallFunctionObjArgs(s->error, text, NULL) : NULL;
    Py_XDECREF(text);
    if (error == NULL) return NULL;
    if (set_text(error, "file", e->file) == 0 && set_text(error, "rule", e->rule) == 0 &&
        set_number(error, "line", e->line) == 0 &&
        set_number(error, "column", e->column) == 0) {
        PyErr_SetObject(s->error, error);
    }
    Py_DECREF(error);
    return NULL;
}
