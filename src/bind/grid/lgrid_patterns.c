/*
 * tessera.grid, continued: rules as pictures on one grid.
 */
#include "bind/lpattern_error.h"
#include "lgrid.h"
#include "patterns/play/play.h"

static struct pattern_run run_on(const struct grid *g)
{
    return (struct pattern_run){
        .board = {g->first, g->step, (ptrdiff_t)g->rows * g->cols, g->rows, g->cols, 1},
        .seen = g->first,
        .player = 1};
}

/* Finds where a pattern fits: at the place of the arguments 3 and 4, in the direction of
 * argument 5, or anywhere. */
static struct pattern_match *find(lua_State *L, const struct grid *g,
                                  struct pattern_run *run, const struct pattern *p,
                                  struct pattern_finding *room)
{
    struct place at = {0, 0};
    if (lua_isnoneornil(L, 3)) {
        luaL_argcheck(L, lua_isnoneornil(L, 5), 5,
                      "a direction wants a row and a column");
        return pattern_find(run, p, &at, room);
    }
    at = lgrid_place(L, g, 3);
    if (lua_isnoneornil(L, 5)) return pattern_fits_at(run, p, at, room);
    enum direction d = p->rows > 1 ? lgrid_side_direction(L, 5) : lgrid_direction(L, 5);
    return pattern_fits(run, p, at, d, room);
}

/* matches(pattern [, row, column [, direction]]) */
static int l_matches(lua_State *L)
{
    const struct grid *g = lgrid_self(L);
    lua_settop(L, 5);
    const struct pattern *p = lgrid_rule(L)->rule->pattern;
    struct pattern_run run = run_on(g);
    struct pattern_finding room;
    const struct pattern_match *m = find(L, g, &run, p, &room);
    if (m == NULL) {
        lua_pushnil(L);
        return 1;
    }
    lgrid_push_place(L, m->at);
    lgrid_push_direction(L, m->direction);
    return 3;
}

/* Room for a copy of all cells, as a userdata on the stack. */
static unsigned char *push_room(lua_State *L, const struct grid *g)
{
    return lua_newuserdatauv(L, (size_t)g->rows * (size_t)g->cols + LUA_GAME_SPARE, 0);
}

/* Raises an error if a rule has broken the run. */
static void check_run(lua_State *L, const struct pattern_run *run)
{
    if (run->fault.of != PATTERN_FINE) lpattern_error_broken(L, run->fault.text);
}

/* Carries out a step. A sweep wants the cells in one piece. */
static int32_t sweep(lua_State *L, const struct grid *g, const struct pattern_step *step)
{
    struct grid whole = {push_room(L, g), g->cols, g->rows, g->cols};
    bool copied = g->step != g->cols;
    if (copied) grid_copy(&whole, g);
    struct pattern_run run = run_on(copied ? &whole : g);
    int32_t count = pattern_sweep(&run, step, push_room(L, g));
    check_run(L, &run);
    if (copied) grid_copy(g, &whole);
    return count;
}

/* rewrite(rule [, row, column [, direction]]) */
static int l_rewrite(lua_State *L)
{
    const struct grid *g = lgrid_own(L);
    lua_settop(L, 5);
    const struct pattern_step *step = lgrid_rule(L);
    const struct pattern *p = step->rule->pattern;
    struct pattern_run run = run_on(g);
    struct pattern_finding room;
    luaL_argcheck(L, p->rewrites, 2, "expected a rule with '->'");
    luaL_argcheck(L, !p->every || lua_isnoneornil(L, 5), 5,
                  "a rule with 'every' has directions of its own");
    if (p->pick == PATTERN_EACH) {
        luaL_argcheck(L, lua_isnoneornil(L, 3), 3, "a rule with 'each' has no place");
        lua_pushinteger(L, sweep(L, g, step));
        return 1;
    }
    struct pattern_match *m = find(L, g, &run, p, &room);
    if (m != NULL) pattern_rewrite(&run, m, NULL);
    check_run(L, &run);
    lua_pushinteger(L, m != NULL);
    return 1;
}

/* The number of the argument's word among these; 0 without one. */
static int choice(lua_State *L, int index, const char *const *words)
{
    if (lua_isnoneornil(L, index)) return 0;
    const char *word = luaL_checkstring(L, index);
    luaL_Buffer b;
    luaL_buffinit(L, &b);
    for (int i = 0; words[i] != NULL; i++) {
        if (strcmp(words[i], word) == 0) return i;
        luaL_addstring(&b, i == 0 ? "'" : ", '");
        luaL_addstring(&b, words[i]);
        luaL_addchar(&b, '\'');
    }
    luaL_pushresult(&b);
    lua_pushfstring(L, "invalid option '%s' (expected one of %s)", word,
                    lua_tostring(L, -1));
    return luaL_argerror(L, index, lua_tostring(L, -1));
}

/* tick(rules [, way [, from]]) */
static int l_tick(lua_State *L)
{
    static const char *const ways[] = {"in turn", "at once", "first", NULL};
    static const char *const from[] = {"top", "bottom", "left", "right", NULL};
    const struct grid *g = lgrid_own(L);
    lua_settop(L, 4);
    struct pattern_step step = *lgrid_rule_list(L);
    const int way = choice(L, 3, ways);
    step.at_once = way > 0;
    step.first = way == 2;
    step.from = (enum pattern_from)choice(L, 4, from);
    lua_pushinteger(L, sweep(L, g, &step));
    return 1;
}

const luaL_Reg lgrid_rules[] = {
    {"matches", l_matches}, {"rewrite", l_rewrite}, {"tick", l_tick}, {NULL, NULL}};
