/*
 * Games of exchanges as the solver reads them (search/solve/exchange.h), for specs:
 *
 *     exchange(state, limits, 4096)     { rest = 13, patterns = { 3, 3, 2 }, odd = false }, or nil
 *
 * `rest` is the bound by tables of so many entries; false: a table says that there is no way. They may be
 * kept by a function, as those of `solve` are (ltables.c).
 */
#include "lsearch.h"

#include "search/solve/additive.h"

enum { ENTRIES = 3 };

/* Sets what the tables say, in the table on top. */
static void set_tables(lua_State *L, const struct additive *a)
{
    bool far = false;
    lua_createtable(L, a->patterns, 0);
    for (int32_t i = 0; i < a->patterns; i++) {
        const struct additive_pattern *p = &a->pattern[i];
        far = far || p->table[additive_index(a, i, a->e->start)] == ADDITIVE_FAR;
        lua_pushinteger(L, p->kinds);
        lua_rawseti(L, -2, i + 1);
    }
    lua_setfield(L, -2, "patterns");
    if (far) {
        lua_pushboolean(L, false);
        lua_setfield(L, -2, "rest");
    } else {
        lsearch_set(L, "rest", additive_rest(a, a->e->start));
    }
    lua_pushboolean(L, exchange_is_odd(a->e));
    lua_setfield(L, -2, "odd");
}

static int l_exchange(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct model m;
    struct exchange *e = lua_newuserdatauv(L, sizeof *e, 0);
    struct additive *a = lua_newuserdatauv(L, sizeof *a, 0);
    const lua_Integer entries = luaL_checkinteger(L, ENTRIES);
    luaL_argcheck(L, entries >= 1 && entries <= 1 << 24, ENTRIES, "expected 1..2^24");
    const struct kept_tables kept = {lsearch_find_table, lsearch_keep_table, s};
    lsearch_check_function(L, LSEARCH_TABLES);
    const bool keeps = !lua_isnil(L, LSEARCH_TABLES);
    bool read = false;
    enum search_end end = SEARCH_GOES_ON;
    if (lsearch_ask_model(s, &m)) {
        const size_t cells = (size_t)m.layers * (size_t)m.cells;
        unsigned char *board = lua_newuserdatauv(L, cells, 0);
        m.read(s->game, s->successors.root, board);
        end = exchange_read(e, &m, &s->limits, &s->successors.progress, board, &read);
    }
    if (end == SEARCH_GOES_ON && read)
        end = additive_make(a, e, &s->limits, &s->successors.progress, (uint32_t)entries,
                            keeps ? &kept : NULL);
    if (s->raised) return lua_error(L);
    if (end == SEARCH_MEMORY) lsearch_lacks_memory(L);
    if (end != SEARCH_GOES_ON || !read) {
        lua_pushnil(L);
        return 1;
    }
    lua_createtable(L, 0, 3);
    set_tables(L, a);
    return 1;
}

const luaL_Reg lsearch_exchange[] = {{"exchange", l_exchange}, {NULL, NULL}};
