/*
 * tessera.process: what a process writes, and what a child asks its parent to do.
 */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/plain.h"
#include "lprocess.h"

static struct {
    bool bound;    /* one of the next three holds */
    uint64_t left; /* how many bytes it may still write; only a child is limited */
    bool paused;   /* its clock stands still while a reader is slow */
    bool silent;   /* nothing is written */
    bool walled;   /* it can open no file, and only these functions write */
    int parent;    /* the socket to its parent, or -1 */
    bool noted, terminals[3];
} own = {.left = UINT64_MAX, .parent = -1};

void process_bound(uint64_t output, bool paused, int parent)
{
    own.bound = true;
    own.left = output;
    own.paused = paused;
    own.parent = parent;
}

void process_note_terminals(void)
{
    for (int i = 0; i < 3; i++) own.terminals[i] = process_is_terminal(i);
    own.noted = true;
}

bool process_is_terminal(int descriptor)
{
    bool kept = own.noted && descriptor > STDIN_FILENO && descriptor <= STDERR_FILENO;
    return kept ? own.terminals[descriptor] : isatty(descriptor) == 1;
}

int process_parent(void)
{
    return own.parent;
}

void process_set_walled(void)
{
    own.walled = true;
}

bool process_put(int descriptor, const void *bytes, size_t n)
{
    for (const char *at = bytes; n > 0;) {
        ssize_t part = write(descriptor, at, n);
        if (part < 0 && errno != EINTR) return false;
        if (part > 0) at += part, n -= (size_t)part;
    }
    return true;
}

bool process_get(int descriptor, void *bytes, size_t n)
{
    for (char *at = bytes; n > 0;) {
        ssize_t part = read(descriptor, at, n);
        if (part == 0) errno = EPIPE;
        if (part == 0 || (part < 0 && errno != EINTR)) return false;
        if (part > 0) at += part, n -= (size_t)part;
    }
    return true;
}

void process_end_by(int number)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, number);
    signal(number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(number);
}

/* Writes in a child, or where nothing is to be heard. At the limit SIGXFSZ ends the
 * process. */
static bool write_within(const char *s, size_t length)
{
    if (own.silent) return true;
    size_t part = length < own.left ? length : (size_t)own.left;
    unsigned left = own.paused ? alarm(0) : 0;
    bool written = fwrite(s, 1, part, stdout) == part;
    int fault = errno;
    if (left > 0) alarm(left);
    own.left -= part;
    if (written && part < length) process_end_by(SIGXFSZ);
    errno = fault;
    return written;
}

/* process.write(...): writes strings and numbers to stdout. A failed write raises an
 * error. */
static int l_write(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t length;
        const char *s = luaL_checklstring(L, i, &length);
        bool written =
            own.bound ? write_within(s, length) : fwrite(s, 1, length, stdout) == length;
        if (!written) return bind_raise_errno(L, "write the output", errno);
    }
    return 0;
}

/* process.flush(): flushes stdout. */
static int l_flush(lua_State *L)
{
    errno = EIO; /* reported for a write that failed earlier */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return bind_raise_errno(L, "write the output", errno);
    }
    return 0;
}

/* Sends a request to the parent and pushes its answer. False with errno if it is gone. */
static bool ask(lua_State *L, const char *name, const char *text, size_t length)
{
    struct process_head head = {(uint32_t)strlen(name), (uint32_t)length};
    if (!process_put(own.parent, &head, sizeof head) ||
        !process_put(own.parent, name, head.name) ||
        !process_put(own.parent, text, length) ||
        !process_get(own.parent, &head, sizeof head)) {
        return false;
    }
    /* If there is no memory for the answer, nobody is asked any more. */
    luaL_Buffer answer;
    int parent = own.parent;
    own.parent = -1;
    char *at = luaL_buffinitsize(L, &answer, head.length);
    bool whole = process_get(parent, at, head.length);
    luaL_pushresultsize(&answer, whole ? head.length : 0);
    lua_pushboolean(L, head.name == 1);
    own.parent = parent;
    return whole;
}

/* process.ask(name, text): asks the parent to do something. Returns whether it was done, and
 * its answer; nothing if there is no parent to ask. */
static int l_ask(lua_State *L)
{
    size_t named, length;
    const char *name = luaL_checklstring(L, 1, &named);
    const char *text = luaL_checklstring(L, 2, &length);
    luaL_argcheck(L, named > 0 && named <= PROCESS_NAME_MAX, 1, "expected 1..32 bytes");
    luaL_argcheck(L, length <= INT32_MAX, 2, "too long");
    if (own.parent < 0) return 0;
    if (!ask(L, name, text, length)) return bind_raise_errno(L, "ask the parent", errno);
    lua_insert(L, -2);
    return 2;
}

/* process.plain(text [, kind]): the text as a terminal gets it from a child that prints it
 * ("text"), writes it to stderr ("progress") or draws it on its screen ("screen"). */
static int l_plain(lua_State *L)
{
    static const char *const kinds[] = {"text", "progress", "screen", NULL};
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    int kind = luaL_checkoption(L, 2, "text", kinds);
    struct plain plain = {.progress = kind == 1, .screen = kind == 2};
    luaL_Buffer b;
    luaL_argcheck(L, length <= INT32_MAX, 1, "too long");
    char *at = luaL_buffinitsize(L, &b, PLAIN_ROOM(length) + PLAIN_ROOM(0));
    size_t n = plain_pass(&plain, text, length, at);
    luaL_pushresultsize(&b, n + plain_end(&plain, at + n));
    return 1;
}

/* process.has_parent(): whether there is a parent to ask. */
static int l_has_parent(lua_State *L)
{
    lua_pushboolean(L, own.parent >= 0);
    return 1;
}

/* process.say(text): writes to stderr, behind all that was written to stdout. */
static int l_say(lua_State *L)
{
    size_t length;
    const char *text = luaL_checklstring(L, 1, &length);
    if (own.silent) return 0;
    fflush(stdout);
    if (own.parent < 0 || length > INT32_MAX || !ask(L, "say", text, length)) {
        fwrite(text, 1, length, stderr);
    }
    return 0;
}

/* Points stdout and stderr to /dev/null, or back. */
static bool turn_descriptors(bool silent)
{
    static int kept[] = {-1, -1};
    for (int i = 0; i < 2; i++) {
        int descriptor = i == 0 ? STDOUT_FILENO : STDERR_FILENO;
        int other = silent && kept[i] < 0 ? open("/dev/null", O_WRONLY)
                    : silent              ? -1
                                          : kept[i];
        if (other < 0) continue;
        kept[i] = silent ? dup(descriptor) : -1;
        if (dup2(other, descriptor) < 0) return false;
        close(other);
    }
    return true;
}

/* process.silence(on): what is written to stdout and stderr is dropped; with false it is
 * written again. */
static int l_silence(lua_State *L)
{
    bool on = lua_isnone(L, 1) || lua_toboolean(L, 1);
    fflush(stdout);
    if (!own.walled && !turn_descriptors(on))
        return bind_raise_errno(L, "be silent", errno);
    own.silent = on;
    own.bound = own.bound || on;
    return 0;
}

const luaL_Reg process_output[] = {
    {"ask", l_ask}, {"has_parent", l_has_parent}, {"plain", l_plain}, {"flush", l_flush},
    {"say", l_say}, {"silence", l_silence},       {"write", l_write}, {NULL, NULL},
};
