/*
 * tessera.process: the process that a command runs in.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>

#include "bind.h"

/* process.default_signals(): Ctrl-C ends the process at once, also inside of a long
 * search, and a closed pipe ends it quietly, whatever the parent process had set. */
static int l_default_signals(lua_State *L)
{
    (void)L;
    signal(SIGINT, SIG_DFL);
    signal(SIGPIPE, SIG_DFL);
    return 0;
}

/* process.write(...): strings and numbers to the standard output. A failed write is an
 * error, not silence. */
static int l_write(lua_State *L)
{
    int n = lua_gettop(L);
    for (int i = 1; i <= n; i++) {
        size_t length;
        const char *s = luaL_checklstring(L, i, &length);
        if (fwrite(s, 1, length, stdout) != length) {
            return bind_raise_errno(L, "write the output", errno);
        }
    }
    return 0;
}

/* process.flush(): writes what is still held back. */
static int l_flush(lua_State *L)
{
    errno = EIO; /* what is said of a write that failed before */
    if (fflush(stdout) != 0 || ferror(stdout)) {
        return bind_raise_errno(L, "write the output", errno);
    }
    return 0;
}

EXPORT int luaopen_tessera_process(lua_State *L);

int luaopen_tessera_process(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"default_signals", l_default_signals},
        {"flush", l_flush},
        {"write", l_write},
        {NULL, NULL},
    };
    luaL_newlib(L, functions);
    return 1;
}
