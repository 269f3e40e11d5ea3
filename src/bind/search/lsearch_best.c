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

enum { AT_VALUE = LSEARCH_VALUE, AT_METHOD, AT_SEED, AT_WIDTH, AT_LEVEL, AT_LENGTH };
enum { AT_DEPTH = AT_LENGTH + 1, AT_LEAST, AT_MOST, AT_DETERMINISTIC, AT_THREADS };

typedef enum search_end (*search_of_best)(struct successors *, struct best *);

/* Reads how the other players choose, the option `others`. */
static void take_others(struct search_run *s, struct best *best)
{
    lua_State *L = s->L;
    lua_getfield(L, LSEARCH_OPTIONS, "others");
    s->others = lua_gettop(L);
    if (lua_isfunction(L, -1)) {
        best->others = BEST_ASKED;
        best->ask = lsearch_choice;
    } else {
        const char *name = luaL_optstring(L, -1, "random");
        best->others = strcmp(name, "greedy") == 0 ? BEST_GREEDY : BEST_RANDOM;
    }
}

/* Reads the arguments of a search that begins. */
static search_of_best take_best(struct search_run *s, struct best *best)
{
    static const char *const names[] = {"beam",       "nrpa",       "mcts",
                                        "alpha-beta", "expectimax", "proof-number",
                                        "joint",      "best-reply", NULL};
    static const search_of_best searches[] = {
        best_beam,       best_nrpa,         best_mcts,  best_alpha_beta,
        best_expectimax, best_proof_number, best_joint, best_joint};
    lua_State *L = s->L;
    lsearch_check_function(L, AT_VALUE);
    const int method = luaL_checkoption(L, AT_METHOD, NULL, names);
    const bool together = searches[method] == best_joint,
               values = !lua_isnil(L, AT_VALUE);
    *best = (struct best){
        .seed = (uint64_t)luaL_checkinteger(L, AT_SEED),
        .width = (int32_t)bind_integer(L, AT_WIDTH, 1, 10000000),
        .level = (int32_t)bind_integer(L, AT_LEVEL, 1, NRPA_LEVEL_MAX),
        .length = (int32_t)bind_integer(L, AT_LENGTH, 1, LINE_MAX_ACTIONS),
        .depth = (int32_t)bind_integer(L, AT_DEPTH, 1, EXPECTIMAX_DEPTH_MAX),
        .deterministic = lua_toboolean(L, AT_DETERMINISTIC),
        .value = values && !together ? lsearch_value : NULL,
        .worth = values && together ? lsearch_worth : NULL,
        .with = s,
    };
    luaL_argcheck(L, !together || s->game->together, AT_METHOD, "players take turns");
    if (strcmp(names[method], "best-reply") == 0) take_others(s, best);
    return searches[method];
}

/* How many threads search; an error if they cannot. */
static int take_threads(struct search_run *s, const struct best *best,
                        search_of_best search)
{
    lua_State *L = s->L;
    const int threads = (int)bind_integer(L, AT_THREADS, 1, THREADS_MAX);
    const bool can =
        (search == best_nrpa || search == best_mcts || search == best_joint) &&
        best->value == NULL && best->worth == NULL && best->ask == NULL;
    luaL_argcheck(L, threads == 1 || can, AT_THREADS, "one thread only");
    lsearch_threads(s, threads);
    luaL_argcheck(L, threads == 1 || !s->game->score_in_host, AT_THREADS,
                  "the score is in Lua");
    return threads;
}

/* Adds to the info what the games have brought the player on the mean, and by action how often it was
 * tried. */
static void tell_joint(const struct search_run *s, const struct best *best)
{
    lua_State *L = s->L;
    if (best->games == 0 || best->votes == NULL) return;
    lua_pushnumber(L, best->sum / best->games);
    lua_setfield(L, -2, "mean");
    lua_createtable(L, 0, s->successors.count);
    for (int i = 0; i < s->successors.count; i++) {
        lsearch_push_action(s, s->successors.list[i]);
        lua_pushnumber(L, (double)best->votes[i] / best->games);
        lua_rawset(L, -3);
    }
    lua_setfield(L, -2, "shares");
}

/* best(..., value or nil, method, seed, width, level, length, depth, least and most
 * score or nil, deterministic, threads): the actions; the info also has the score, and
 * whether it is proven */
static int l_best(lua_State *L)
{
    struct search_run *s = lsearch_begin(L);
    struct best best;
    const search_of_best search = take_best(s, &best);
    enum search_end end = SEARCH_FAILED;
    const int threads = take_threads(s, &best, search);
    set_range(s, AT_LEAST, &best);
    if (search == best_proof_number && best.least == best.most)
        luaL_error(L,
                   "search: proof-number asks who wins, so it needs the range of scores: "
                   "range = { -1, 1 }");
    if (best_value(&best, s->game, s->successors.root, &best.score)) {
        end = threads > 1 ? best_parallel(&s->successors, &best, threads, search)
                          : search(&s->successors, &best);
    }
    lsearch_finish(s, end);
    lsearch_set(L, "score", best.score);
    lua_pushboolean(L, best.exact);
    lua_setfield(L, -2, "exact");
    if (best.games > 0) lsearch_set(L, "games", best.games);
    if (search == best_joint) tell_joint(s, &best);
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
