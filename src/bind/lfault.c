#include "lfault.h"

void lfault_push(lua_State *L, const char *place, const char *text,
                 const struct rules_error *e)
{
    static const char *const expected[] = {"nothing", "cell", "direction", "term"};
    lua_newtable(L);
    bind_set_string(L, "place", place);
    bind_set_string(L, "text", text);
    bind_set_string(L, "message", e->message);
    bind_set_string(L, "word", e->word);
    bind_set_string(L, "expected", expected[e->expected]);
    bind_set_integer(L, "column", e->column);
}
