/*
 * tessera.channel: lines through a descriptor of their own. A worker of a study is asked and
 * answers there, so that nothing else that its process reads or prints gets in between.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <unistd.h>

#include "lprocess.h"

struct channel {
    int descriptor;
    size_t at, end; /* what is read and not yet taken: bytes[at .. end - 1] */
    char bytes[4096];
};

/* Looks for more bytes. false: there are no more. */
static bool fill(lua_State *L, struct channel *channel)
{
    memmove(channel->bytes, channel->bytes + channel->at, channel->end - channel->at);
    channel->end -= channel->at, channel->at = 0;
    if (channel->end == sizeof channel->bytes) {
        bind_raise_errno(L, "read the channel", EMSGSIZE);
    }
    ssize_t count;
    do {
        count = read(channel->descriptor, channel->bytes + channel->end,
                     sizeof channel->bytes - channel->end);
    } while (count < 0 && errno == EINTR);
    if (count < 0) bind_raise_errno(L, "read the channel", errno);
    channel->end += (size_t)count;
    return count > 0;
}

/* channel:read(): the next line without its line feed; nil at the end */
static int l_read(lua_State *L)
{
    struct channel *channel = bind_object(L, 1);
    size_t seen = 0;
    for (;;) {
        const char *from = channel->bytes + channel->at;
        size_t size = channel->end - channel->at;
        const char *stop = memchr(from + seen, '\n', size - seen);
        if (stop != NULL) {
            lua_pushlstring(L, from, (size_t)(stop - from));
            channel->at += (size_t)(stop - from) + 1;
            return 1;
        }
        seen = size;
        if (!fill(L, channel)) return 0;
    }
}

/* channel:write(text): writes all of it at once. The clock of the process stands still while
 * the other end is slow. */
static int l_write(lua_State *L)
{
    struct channel *channel = bind_object(L, 1);
    size_t length;
    const char *text = luaL_checklstring(L, 2, &length);
    unsigned left = alarm(0);
    int fault = process_put(channel->descriptor, text, length) ? 0 : errno;
    if (left > 0) alarm(left);
    return fault == 0 ? 0 : bind_raise_errno(L, "write to the channel", fault);
}

/* channel.new(descriptor): the channel of a descriptor that is open. What this process starts
 * does not get it. */
static int l_new(lua_State *L)
{
    int descriptor = (int)bind_integer(L, 1, 3, INT_MAX);
    struct channel *channel = lua_newuserdatauv(L, sizeof *channel, 0);
    *channel = (struct channel){.descriptor = descriptor};
    if (fcntl(descriptor, F_SETFD, FD_CLOEXEC) == -1) {
        return bind_raise_errno(L, "open the channel", errno);
    }
    lua_pushvalue(L, lua_upvalueindex(1));
    lua_setmetatable(L, -2);
    return 1;
}

EXPORT int luaopen_tessera_channel(lua_State *L);

int luaopen_tessera_channel(lua_State *L)
{
    static const luaL_Reg metamethods[] = {{NULL, NULL}};
    static const luaL_Reg methods[] = {
        {"read", l_read}, {"write", l_write}, {NULL, NULL}};
    static const luaL_Reg functions[] = {{"new", l_new}, {NULL, NULL}};
    lua_newtable(L);
    bind_class(L, "tessera.channel", metamethods, methods, NULL);
    luaL_setfuncs(L, functions, 1);
    return 1;
}
