/*
 * The searches of single games for Lua. Arguments and answers as in lsearch.c.
 */
#include "games/horizontally/horizontally_solve.h"
#include "games/robots/robots_plan.h"
#include "games/samegame/samegame_best.h"
#include "lsearch.h"

_Static_assert((int)SAMEGAME_SLOTS <= (int)LSEARCH_SLOTS, "");
_Static_assert((int)HORIZONTALLY_SLOTS <= (int)LSEARCH_SLOTS, "");

static const void *check_game(struct session *s, const struct game *game)
{
    if (s->game != game) {
        const char *message = lua_pushfstring(
            s->L, "expected a state of %s, got one of %s", game->name, s->game->name);
        luaL_argerror(s->L, 1, message);
    }
    return s->successors.root;
}

static int push_samegame(struct session *s, enum search_end end,
                         const struct samegame_line *line,
                         const struct search_progress *progress)
{
    s->successors.progress = *progress;
    lsearch_finish(s, end);
    lsearch_push_line(s->L, line->moves, line->count);
    lua_pushinteger(s->L, line->score);
    lua_pushinteger(s->L, line->left);
    return 5;
}

/* samegame_best(..., seed): also the list of codes, the score, how many blocks are left */
static int l_samegame_best(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    const struct samegame *state = check_game(s, &samegame_game);
    struct samegame_line line = {0};
    struct search_progress progress = {0};
    uint64_t seed = (uint64_t)luaL_checkinteger(L, 6);
    enum search_end end = samegame_best(state, seed, &s->limits, &line, &progress);
    return push_samegame(s, end, &line, &progress);
}

/* samegame_clear(...): the same; "done" with blocks left is the proof */
static int l_samegame_clear(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    const struct samegame *state = check_game(s, &samegame_game);
    struct samegame_line line = {0};
    struct search_progress progress = {0};
    enum search_end end = samegame_clear(state, &s->limits, &line, &progress);
    return push_samegame(s, end, &line, &progress);
}

/* horizontally(...): also the winner or nil, and the code of a move that wins, or nil */
static int l_horizontally(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    const struct horizontally *state = check_game(s, &horizontally_game);
    struct horizontally_proof proof = {0};
    enum search_end end = horizontally_solve(state, &s->limits, &proof);
    s->successors.progress.nodes = proof.nodes;
    lsearch_finish(s, end);
    if (end != SEARCH_DONE) return 2;
    lua_pushstring(L, proof.winner == HORIZONTALLY_LEFT ? "left" : "right");
    if (proof.winner != (enum horizontally_player)state->player ||
        horizontally_outcome(&horizontally_game, state) != NULL) {
        return 3;
    }
    lua_pushinteger(L, proof.move);
    return 4;
}

/* horizontally_position(state): what the search tells it apart by, two integers, or nothing on
 * a board that is too large */
static int l_horizontally_position(lua_State *L)
{
    const struct game *game;
    uint64_t key[2];
    const struct state *state = bind_any_state(L, 1, &game);
    luaL_argcheck(L, game == &horizontally_game, 1, "expected a state of horizontally");
    if (!horizontally_position((const void *)state, key)) return 0;
    lua_pushinteger(L, (lua_Integer)key[0]);
    lua_pushinteger(L, (lua_Integer)key[1]);
    return 2;
}

/* robots_plan(..., ahead): also the code of the move, or nil, and whether it leads to victory */
static int l_robots_plan(lua_State *L)
{
    struct session *s = lsearch_begin(L);
    const struct robots *state = check_game(s, &robots_game);
    int32_t ahead = (int32_t)bind_integer(L, 6, 0, ROBOTS_AHEAD_MAX);
    struct robots_plan plan;
    struct search_progress progress = {0};
    enum search_end end = robots_plan(state, ahead, &s->limits, &plan, &progress);
    s->successors.progress = progress;
    lsearch_finish(s, end);
    lua_pushnil(L);
    if (plan.best != ROBOTS_NO_ACTION) {
        lua_pop(L, 1);
        lua_pushinteger(L, plan.best);
    }
    lua_pushboolean(L, plan.wins);
    return 4;
}

const luaL_Reg lsearch_solvers[] = {
    {"horizontally", l_horizontally},
    {"horizontally_position", l_horizontally_position},
    {"robots_plan", l_robots_plan},
    {"samegame_best", l_samegame_best},
    {"samegame_clear", l_samegame_clear},
    {NULL, NULL},
};
