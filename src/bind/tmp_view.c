#include "bind.h"
struct grid *bind_push_view(lua_State *L, int index, struct grid view, int legend)
{
    (void)index; (void)view; (void)legend;
    lua_newuserdatauv(L, 8, 0);
    return NULL;
}
