/*
 * tessera.process: the process that a command runs in.
 */
#include <signal.h>

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

EXPORT int luaopen_tessera_process(lua_State *L);

int luaopen_tessera_process(lua_State *L)
{
    static const luaL_Reg functions[] = {
        {"default_signals", l_default_signals}, {NULL, NULL}};
    luaL_newlib(L, functions);
    return 1;
}
