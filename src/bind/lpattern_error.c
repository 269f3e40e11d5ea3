#include "lpattern_error.h"

void lpattern_error_push(lua_State *L, const char *place, const char *text,
                         const struct pattern_error *e)
{
    static const char *const expected[] = {"nothing", "cell", "direction", "term",
                                           "field",   "goal", "each",      "theirs"};
    lua_newtable(L);
    bind_set_string(L, "place", place);
    bind_set_string(L, "text", text);
    bind_set_string(L, "message", e->message);
    bind_set_string(L, "word", e->word);
    bind_set_string(L, "expected", expected[e->expected]);
    bind_set_integer(L, "column", e->column);
}

void lpattern_error_broken(lua_State *L, const char *rule)
{
    bind_fail(L,
              lua_pushfstring(L,
                              "internal error: the rule '%s' would have changed a cell "
                              "that is not on its board",
                              rule));
}

void lpattern_error_endless(lua_State *L, const char *step, int32_t rounds)
{
    lua_pushfstring(L, "%s: 'again' still changes the board after %d rounds", step,
                    (int)rounds);
    lua_error(L);
}

void lpattern_error_refused(lua_State *L, const struct pattern_verdict *x)
{
    if (!x->internal) luaL_error(L, "%s", x->wrong);
    bind_fail(L, x->text == NULL
                     ? lua_pushfstring(L, "internal error: %s", x->wrong)
                     : lua_pushfstring(L, "internal error: %s, in the rule '%s'",
                                       x->wrong, x->text));
}
