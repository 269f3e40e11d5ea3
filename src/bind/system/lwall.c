/*
 * tessera.process.wall: the second wall around a file of somebody else. The first one is the
 * sandbox of Lua. This one is the kernel's, and holds against native code, too: a fault in the
 * engine's C gives nobody the rights of the user.
 *
 *   Landlock   files can be read below a few folders, and nothing can be changed; no
 *              connection; no signal to another process
 *   seccomp    only the system calls that a game needs; no process, no socket, no memory that
 *              is both written and run, no typing into the terminal (lwall_calls.c)
 *
 * **The wall stands for the rest of the process, for all of its threads.** So the modules in C
 * that it needs (luv) are loaded before. Calls that are younger than Linux 5.1 are answered as an
 * old kernel would answer, because the C library falls back then; all others end the process.
 */
#include "lprocess.h"
#include "lwall.h"

#ifdef NO_WALL

static int l_wall(lua_State *L)
{
    lua_pushliteral(L, "");
    lua_pushliteral(L, NO_WALL);
    return 2;
}

#else

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

/* ---- the environment ---- */

/* What a terminal is asked for; all other variables are overwritten where they lie. */
static const char *const kept_names[] = {"TERM",   "COLORTERM", "NO_COLOR",
                                         "LC_ALL", "LC_CTYPE",  "LANG"};
enum { KEPT = sizeof kept_names / sizeof *kept_names };

static bool clear_environment(void)
{
    char *kept[KEPT];
    bool done = true;
    for (size_t i = 0; i < KEPT; i++) {
        const char *value = getenv(kept_names[i]);
        kept[i] = value == NULL ? NULL : strdup(value);
        done = done && (value == NULL || kept[i] != NULL);
    }
    for (char **entry = environ; entry != NULL && *entry != NULL; entry++) {
        memset(*entry, 0, strlen(*entry));
    }
    clearenv();
    for (size_t i = 0; i < KEPT; i++) {
        if (kept[i] != NULL) done = setenv(kept_names[i], kept[i], 1) == 0 && done;
        free(kept[i]);
    }
    return done;
}

/* ---- Landlock ---- */

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { ASK_VERSION = 1, BENEATH = 1 };
enum { READ_FILE = 1 << 2 };
enum { JUST_PATH = 010000000 }; /* O_PATH, which fcntl.h has in GNU sources alone */

struct ruleset {
    uint64_t files, network, scopes;
};

struct __attribute__((packed)) beneath {
    uint64_t allowed;
    int32_t folder;
};

/* All that this version of Landlock can deny. */
static struct ruleset denied(long version)
{
    struct ruleset all = {.files = (1 << 13) - 1};
    if (version >= 2) all.files |= 1 << 13; /* another folder for a file */
    if (version >= 3) all.files |= 1 << 14; /* cutting a file */
    if (version >= 5) all.files |= 1 << 15; /* ioctl of devices */
    if (version >= 4) all.network = 3;      /* bind, connect */
    if (version >= 6) all.scopes = 3;       /* abstract sockets, signals */
    return all;
}

/* A kernel may claim a version of which it lacks a part: it gets a smaller one then. */
static int make_ruleset(long *version)
{
    for (; *version >= 1; --*version) {
        struct ruleset all = denied(*version);
        size_t size = *version >= 6   ? sizeof all
                      : *version >= 4 ? offsetof(struct ruleset, scopes)
                                      : offsetof(struct ruleset, network);
        int made = (int)syscall(CREATE_RULESET, &all, size, 0);
        if (made >= 0 || errno != EINVAL) return made;
    }
    return -1;
}

/* Lets the files at the paths in the list `read`, and below them, be read. */
static void add_paths(lua_State *L, int ruleset)
{
    lua_getfield(L, 1, "read");
    for (lua_Integer i = 1; lua_geti(L, -1, i) == LUA_TSTRING; i++) {
        int at = open(lua_tostring(L, -1), JUST_PATH | O_CLOEXEC);
        lua_pop(L, 1);
        if (at < 0) continue;
        struct beneath rule = {READ_FILE, at};
        syscall(ADD_RULE, ruleset, BENEATH, &rule, 0);
        close(at);
    }
    lua_pop(L, 2);
}

/* The version that stands, or 0. */
static long restrict_files(lua_State *L)
{
    long version = syscall(CREATE_RULESET, NULL, 0, ASK_VERSION);
    int ruleset = version < 1 ? -1 : make_ruleset(&version);
    if (ruleset < 0) return 0;
    add_paths(L, ruleset);
    long done = syscall(RESTRICT_SELF, ruleset, 0);
    close(ruleset);
    return done == 0 ? version : 0;
}

/* os.date reads /etc/localtime once. */
static void read_time_zone(void)
{
    time_t now = time(NULL);
    struct tm local;
    tzset();
    localtime_r(&now, &local);
}

/* process.wall(options): from now on this process stands behind the wall. `read`: a list of
 * the folders and files that may still be read; `screen`: it has a terminal; `channel`: a
 * descriptor that it writes to, besides that to its parent. Returns the layers
 * that stand, and what the kernel refuses, or nil. */
static int l_wall(lua_State *L)
{
    char layers[48];
    luaL_checktype(L, 1, LUA_TTABLE);
    lua_getfield(L, 1, "screen");
    lua_getfield(L, 1, "channel");
    bool screen = lua_toboolean(L, 2);
    int channel = lua_isnil(L, 3) ? -1 : (int)bind_integer(L, 3, 0, INT_MAX);
    lua_settop(L, 1);
    read_time_zone();
    if (!clear_environment()) return bind_raise_errno(L, "clear the environment", errno);
    bool can_only_lose = prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0;
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
    long version = can_only_lose ? restrict_files(L) : 0;
    process_set_walled();
    bool calls = can_only_lose && wall_restrict_calls(screen, channel);
    snprintf(layers, sizeof layers, version > 0 ? "%sLandlock %ld" : "%s",
             calls && version > 0 ? "seccomp, "
             : calls              ? "seccomp"
                                  : "",
             version);
    lua_pushstring(L, layers);
    lua_pushstring(L, calls && version > 0 ? NULL
                      : calls              ? "Landlock"
                      : version > 0        ? "seccomp"
                                           : "Landlock and seccomp");
    lua_pushboolean(L, !calls || version == 0);
    return 3;
}

#endif

const luaL_Reg process_wall[] = {{"wall", l_wall}, {NULL, NULL}};
