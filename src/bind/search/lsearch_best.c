/*
 * tessera.search_core, continued: searches for the best line, and for a line that forces
 * a goal. Arguments and results are as in lsearch.c.
 */
#include "search/best/best.h"
#include "search/threads/parallel.h"
#include "lsearch.h"

/* Sets the range of results from the range of scores: the two arguments from `index` on,
 * or the game's range. */
static void set_range(struct search_run *s, int index, struct best *best)
{
    lua_State *L = s->L;
    int64_t min = s->game->score_min, max = s->game->score_max;
    if (s->game->players != 2) return;
    best->least = luaL_optinteger(L, index, min) - luaL_optinteger(L, index + 1, max);
    best->most = -best->least;
}

/* best(..., value or nil, method, seed, width, level, length, depth, least and most
 * score or nil, deterministic, threads): the actions; the info also has the score, and
 * whether it is proven */
static int l_best(lua_State *L)
{
    static const char *const names[] = {
        "beam", "nrpa", "mcts", "alpha-beta", "expectimax", "proof-number", NULL};
    static enum search_end (*const searches[])(struct successors *, struct best *) = {
        best_beam,       best_nrpa,       best_mcts,
        best_alpha_beta, best_expectimax, best_proof_number};
    struct search_run *s = lsearch_begin(L);
    lsearch_check_function(L, LSEARCH_VALUE);
    int method = luaL_checkoption(L, 4, NULL, names);
    struct best best = {
        .seed = (uint64_t)luaL_checkinteger(L, 5),
        .width = (int32_t)bind_integer(L, 6, 1, 10000000),
        .level = (int32_t)bind_integer(L, 7, 1, NRPA_LEVEL_MAX),
        .length = (int32_t)bind_integer(L, 8, 1, LINE_MAX_ACTIONS),
        .depth = (int32_t)bind_integer(L, 9, 1, EXPECTIMAX_DEPTH_MAX),
        .deterministic = lua_toboolean(L, 12),
        .value = lua_isnil(L, LSEARCH_VALUE) ? NULL : lsearch_value,
        .with = s,
    };
    enum search_end end = SEARCH_FAILED;
    int threads = (int)bind_integer(L, 13, 1, THREADS_MAX);
    bool can = searches[method] == best_nrpa || searches[method] == best_mcts;
    luaL_argcheck(L, threads == 1 || (can && best.value == NULL), 13, "one thread only");
    lsearch_threads(s, threads);
    bool scores = s->game->score_in_host;
    luaL_argcheck(L, threads == 1 || !scores, 13, "the score is in Lua");
    set_range(s, 10, &best);
    if (searches[method] == best_proof_number && best.least == best.most)
        luaL_error(L,
                   "search: proof-number asks who wins, so it needs the range of scores: "
                   "range = { -1, 1 }");
    if (best_value(&best, s->game, s->successors.root, &best.score)) {
        end = threads > 1
                  ? best_parallel(&s->successors, &best, threads, searches[method])
                  : searches[method](&s->successors, &best);
    }
    lsearch_finish(s, end);
    lsearch_set(L, "score", best.score);
    lua_pushboolean(L, best.exact);
    lua_setfield(L, -2, "exact");
    if (best.games > 0) lsearch_set(L, "games", best.games);
    if (best.exact && best.least != best.most &&
        (best.score >= best.most || best.score <= best.least))
        lsearch_set(L, "winner", best.score >= best.most ? 1 : 2);
    lsearch_push_line(s, best.line, best.count);
    return lsearch_answer(L);
}

/* Looks a little by alpha-beta, whose lines are short, then by proof numbers. */
static enum search_end force(struct search_run *s, struct best *best)
{
    enum { LITTLE = 50000, PART = 4 };
    const int64_t nodes = s->limits.nodes;
    s->limits.nodes = nodes / PART < LITTLE ? nodes / PART : LITTLE;
    const enum search_end end = best_alpha_beta(&s->successors, best);
    s->limits.nodes = nodes;
    if (end != SEARCH_NODES || best->exact) return end;
    return best_proof_number(&s->successors, best);
}

/* force(..., goal, method or nil): the actions; the info also has `forced`: true if the player to
 * move can force the goal, false if not, nil if unknown. A method is named by specs alone;
 * without one it is by both. */
static int l_force(lua_State *L)
{
    static const char *const names[] = {"alpha-beta", "proof-number", "both", NULL};
    struct search_run *s = lsearch_begin(L);
    lsearch_check_goal(L);
    struct best best = {.reached = lsearch_reached,
                        .with = s,
                        .least = -1,
                        .most = 1,
                        .length = LINE_MAX_ACTIONS};
    const int method = luaL_checkoption(L, 4, "both", names);
    lsearch_finish(s, method == 0   ? best_alpha_beta(&s->successors, &best)
                      : method == 1 ? best_proof_number(&s->successors, &best)
                                    : force(s, &best));
    if (best.exact) {
        lua_pushboolean(L, best.score > 0);
        lua_setfield(L, -2, "forced");
    }
    lsearch_push_line(s, best.line, best.count);
    return lsearch_answer(L);
}

static void push_prospect(lua_State *L, const struct game *game,
                          const struct state *state, const struct prospect *p)
{
    char buffer[ACTION_TEXT_MAX];
    struct text t = text_into(buffer, sizeof buffer);
    game->text(game, state, p->by, &t);
    const struct {
        const char *name;
        bool is;
    } marks[] = {
        {"ends", p->ends}, {"parries", p->parries}, {"wins", p->wins}, {"vain", p->vain}};
    lua_createtable(L, 0, 6);
    lua_pushlstring(L, buffer, t.length);
    lua_setfield(L, -2, "action");
    lsearch_set(L, "promise", p->promise);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++) {
        lua_pushboolean(L, marks[i].is);
        lua_setfield(L, -2, marks[i].name);
    }
}

/* prospects(state): for each action its text, whether it ends the game, whether it parries, and what
 * it promises; nil if the game sees nothing. Then `parried` of struct game. For specs. */
static int l_prospects(lua_State *L)
{
    const struct game *game;
    const struct state *state = bind_any_state(L, 1, &game);
    if (game->prospects == NULL) return 0;
    const int count = game->actions(game, state, NULL, 0);
    struct prospect *p = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *p, 0);
    if (game->prospects(game, state, p, count) != count)
        return luaL_error(L, "prospects");
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_prospect(L, game, state, &p[i]);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, game->parried);
    return 2;
}

/* expert(state, limits, position): what the game's expert, who has studied the state, says of a
 * position that can follow from it: its hash, the prospects of its actions, and who wins, or nil.
 * nil if the expert knows nothing. For specs. */
static int l_expert(lua_State *L)
{
    const struct game *game;
    const struct state *state = bind_any_state(L, 3, &game);
    void *known = NULL;
    struct search_run *s = lsearch_begin(L);
    if (game->expert != NULL)
        game->expert->study(s->successors.root, &s->limits, &s->successors.progress,
                            &known);
    if (known == NULL) return 0;
    const int count = game->actions(game, state, NULL, 0);
    struct prospect *p = lua_newuserdatauv(L, ((size_t)count + 1) * sizeof *p, 0);
    const int winner = game->expert->winner(known, state);
    if (game->expert->prospects(known, state, p, count) != count)
        return luaL_error(L, "expert");
    lua_pushinteger(L, (lua_Integer)game->expert->hash(known, state));
    lua_createtable(L, count, 0);
    for (int i = 0; i < count; i++) {
        push_prospect(L, game, state, &p[i]);
        lua_rawseti(L, -2, i + 1);
    }
    if (winner == 0) return 2;
    lua_pushinteger(L, winner);
    return 3;
}

const luaL_Reg lsearch_best[] = {
    {"best", l_best},           {"expert", l_expert}, {"force", l_force},
    {"prospects", l_prospects}, {NULL, NULL},
};
