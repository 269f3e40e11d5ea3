/*
 * tessera.process: signals and files; the module.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "lpath.h"
#include "lprocess.h"

/* process.default_signals(): from now on Ctrl-C ends the process at once, also
 * inside a long search, and a closed pipe ends it quietly, even if the parent
 * process ignores these signals. A file that may grow no more (RLIMIT_FSIZE) is a write that
 * fails, and its error is told. */
static int l_default_signals(lua_State *L)
{
    (void)L;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGXFSZ, SIG_IGN);
    return 0;
}

/* Writes a file beside another one, with its permissions, and gives it the other's name. */
static int replace(const char *path, char *part, const char *text, size_t length)
{
    struct stat about;
    if (lstat(path, &about) != 0) return -1;
    errno = EINVAL;
    if (!S_ISREG(about.st_mode) || access(path, W_OK) != 0) return -1;
    int descriptor = mkstemp(part);
    if (descriptor < 0) return -1;
    bool written = process_put(descriptor, text, length) && fsync(descriptor) == 0 &&
                   fchmod(descriptor, about.st_mode & 07777) == 0;
    int fault = errno;
    if (close(descriptor) != 0 && written) written = false, fault = errno;
    if (written && rename(part, path) == 0) return 0;
    if (written) fault = errno;
    unlink(part);
    errno = fault;
    return -1;
}

/* process.replace(path, text): a plain file gets another text, at once: who opens it finds
 * the old text or the new one. Returns true; or nil and why not */
static int l_replace(lua_State *L)
{
    size_t length;
    const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &length);
    char part[PATH_MAX];
    int needed = snprintf(part, sizeof part, "%s.XXXXXX", path);
    errno = ENAMETOOLONG;
    bool done = needed < (int)sizeof part && replace(path, part, text, length) == 0;
    return luaL_fileresult(L, done, path);
}

/* process.is_link(path): whether this is the name of a symbolic link, also of one that leads
 * nowhere */
static int l_is_link(lua_State *L)
{
    struct stat about;
    bool there = lstat(luaL_checkstring(L, 1), &about) == 0;
    lua_pushboolean(L, there && S_ISLNK(about.st_mode));
    return 1;
}

/* process.is_terminal(descriptor) */
static int l_is_terminal(lua_State *L)
{
    lua_pushboolean(L, process_is_terminal((int)bind_integer(L, 1, 0, INT_MAX)));
    return 1;
}

/* process.create(path, text): makes a file that is not there yet. Returns true; or nil, why
 * not and the system's number of it */
static int l_create(lua_State *L)
{
    size_t length;
    const char *path = luaL_checkstring(L, 1), *text = luaL_checklstring(L, 2, &length);
    int made = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    bool done = made >= 0 && process_put(made, text, length);
    int fault = errno;
    if (made >= 0 && close(made) != 0 && done) done = false, fault = errno;
    if (made >= 0 && !done) unlink(path);
    errno = fault;
    return luaL_fileresult(L, done, path);
}

/* process.suspend(): stops this process and its job, as Ctrl-Z does, until somebody goes on
 * with them. */
static int l_suspend(lua_State *L)
{
    luaL_argcheck(L, lua_gettop(L) == 0, 1, "expected no value");
    kill(0, SIGTSTP);
    return 0;
}

/* process.die(signal): ends the process by this signal. */
static int l_die(lua_State *L)
{
    process_end_by((int)bind_integer(L, 1, 1, 64));
    return 0;
}

/* Opens those of stdin, stdout and stderr that are closed, so that no other file takes their
 * place. Reading and writing them still fails. */
static void fill_standard_files(void)
{
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) != -1) continue;
        int other = open("/dev/null", i == STDIN_FILENO ? O_WRONLY : O_RDONLY);
        if (other >= 0 && other != i) {
            dup2(other, i);
            close(other);
        }
    }
}

EXPORT int luaopen_tessera_process(lua_State *L);

int luaopen_tessera_process(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"create", l_create},
        {"default_signals", l_default_signals},
        {"die", l_die},
        {"is_link", l_is_link},
        {"is_terminal", l_is_terminal},
        {"real_path", lpath_real},
        {"regular_file", lpath_regular},
        {"replace", l_replace},
        {"suspend", l_suspend},
        {NULL, NULL},
    };
    fill_standard_files();
    luaL_newlib(L, functions);
    luaL_setfuncs(L, process_output, 0);
#ifndef __EMSCRIPTEN__
    luaL_setfuncs(L, process_child, 0);
    luaL_setfuncs(L, process_last, 0);
    luaL_setfuncs(L, process_wall, 0);
#endif
    lua_pushboolean(L, LIMITS_MEMORY);
    lua_setfield(L, -2, "limits_memory");
    return 1;
}
