/*
 * tessera.process: what a child hands over to its parent if it has to end inside of a signal
 * handler, where Lua can do nothing. It is kept ready, and then only written.
 *
 * The bytes change only while no handler may ask for them: lbudget.c asks inside of a call into
 * a rule, and process.keep is never called from one.
 */
#include <string.h>

#include "lprocess.h"

/* They lie in a userdata of the registry. */
static struct {
    char *bytes;
    size_t length, room;
} kept;

/* A text as broker.unpacked reads it. */
static bool put_text(const void *text, size_t n)
{
    uint8_t size[4];
    for (int i = 0; i < 4; i++) size[i] = (uint8_t)(n >> 8 * i);
    return process_put(process_parent(), size, sizeof size) &&
           process_put(process_parent(), text, n);
}

bool process_hand_over(const char *what, const char *about)
{
    static const char name[] = "stuck";
    size_t length = strlen(what), more = strlen(about);
    struct process_head head = {sizeof name - 1, 0}, answer;
    head.length = (uint32_t)(4 + length + 4 + more + 4 + kept.length);
    if (kept.bytes == NULL || process_parent() < 0) return false;
    return process_put(process_parent(), &head, sizeof head) &&
           process_put(process_parent(), name, sizeof name - 1) &&
           put_text(what, length) && put_text(about, more) &&
           put_text(kept.bytes, kept.length) &&
           process_get(process_parent(), &answer, sizeof answer) && answer.name == 1;
}

/* process.keep(length, text): the first `length` bytes of what is kept stay, and the text follows
 * them. */
static int l_keep(lua_State *L)
{
    static const char key;
    size_t n;
    const char *text = luaL_checklstring(L, 2, &n);
    lua_rawgetp(L, LUA_REGISTRYINDEX, &key);
    bool own = kept.bytes != NULL && lua_touserdata(L, -1) == kept.bytes;
    if (!own) kept.length = kept.room = 0; /* a state that was closed had it */
    size_t stays = (size_t)bind_integer(L, 1, 0, (lua_Integer)kept.length);
    luaL_argcheck(L, n <= INT32_MAX / 4 && stays <= INT32_MAX / 4, 2, "too long");
    if (!own || stays + n > kept.room) {
        size_t room = 2 * (stays + n);
        char *bytes = lua_newuserdatauv(L, room, 0);
        if (own) memcpy(bytes, kept.bytes, stays);
        lua_rawsetp(L, LUA_REGISTRYINDEX, &key);
        kept.bytes = bytes;
        kept.room = room;
    }
    memcpy(kept.bytes + stays, text, n);
    kept.length = stays + n;
    return 0;
}

const luaL_Reg process_last[] = {{"keep", l_keep}, {NULL, NULL}};
