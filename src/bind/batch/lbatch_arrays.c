/*
 * The arrays of a batch, which its calls write, and the names of actions and planes.
 */
#include "lbatch.h"

bool lbatch_open_arrays(struct lbatch *x)
{
    const struct batch *b = &x->batch;
    const bool same = b->options.autoreset == BATCH_SAME_STEP;
    const bool masks = b->options.masks != BATCH_NO_MASK;
    struct batch_arrays *a = &x->arrays;
    const size_t n = (size_t)b->options.count;
    struct {
        void *where;
        size_t bytes;
    } part[] = {
        {&x->actions, n * (size_t)b->seats * sizeof *x->actions},
        {&a->rewards, n * (size_t)b->shares * sizeof *a->rewards},
        {&a->sum, n * (size_t)b->shares * sizeof *a->sum},
        {&a->player, n * sizeof *a->player},
        {&a->outcome, n * sizeof *a->outcome},
        {&a->length, n * sizeof *a->length},
        {&a->terminated, n},
        {&a->truncated, n},
        {&a->illegal, n},
        {&a->observations, n * b->observed},
        {&a->final_observations, same ? n * b->observed : 0},
        {&a->masks, masks ? n * (size_t)(x->game.space.count * b->seats) : 0},
    };
    size_t all = 0;
    const size_t parts = sizeof part / sizeof *part;
    for (size_t i = 0; i < parts; i++) all += (part[i].bytes + 15) & ~(size_t)15;
    x->block = batch_take(&x->game.memory, all, 1);
    if (x->block == NULL) return false;
    unsigned char *at = x->block;
    for (size_t i = 0; i < parts; i++) {
        void *own = part[i].bytes > 0 ? at : NULL;
        memcpy(part[i].where, &own, sizeof own);
        at += (part[i].bytes + 15) & ~(size_t)15;
    }
    a->actions = x->actions;
    return true;
}

/* ---- bytes ---- */

static int push_bytes(lua_State *L, const uint8_t *at, size_t each)
{
    const struct lbatch *x = lbatch_here(L);
    const size_t n = at == NULL ? 0 : (size_t)x->batch.options.count * each;
    lua_pushlstring(L, (const char *)at, n);
    return 1;
}

static int l_observations(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return push_bytes(L, x->arrays.observations, x->batch.observed);
}

static int l_final_observations(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return push_bytes(L, x->arrays.final_observations, x->batch.observed);
}

static int l_masks(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return push_bytes(L, x->arrays.masks,
                      (size_t)x->game.space.count * (size_t)x->batch.seats);
}

/* ---- lists ---- */

int lbatch_push_floats(lua_State *L, const float *at, int32_t n)
{
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        lua_pushnumber(L, (lua_Number)at[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_rewards(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return lbatch_push_floats(L, x->arrays.rewards,
                              x->batch.options.count * x->batch.shares);
}

static int l_sums(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return lbatch_push_floats(L, x->arrays.sum, x->batch.options.count * x->batch.shares);
}

static int push_flags(lua_State *L, const uint8_t *at)
{
    const struct lbatch *x = lbatch_here(L);
    lua_createtable(L, x->batch.options.count, 0);
    for (int32_t i = 0; i < x->batch.options.count; i++) {
        lua_pushboolean(L, at[i]);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_terminated(lua_State *L)
{
    return push_flags(L, lbatch_here(L)->arrays.terminated);
}

static int l_truncated(lua_State *L)
{
    return push_flags(L, lbatch_here(L)->arrays.truncated);
}

static int l_illegal(lua_State *L)
{
    return push_flags(L, lbatch_here(L)->arrays.illegal);
}

int lbatch_push_numbers(lua_State *L, const int32_t *at, int32_t n, int32_t more)
{
    lua_createtable(L, n, 0);
    for (int32_t i = 0; i < n; i++) {
        lua_pushinteger(L, at[i] + more);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

static int l_players(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return lbatch_push_numbers(L, x->arrays.player, x->batch.options.count, 1);
}

static int l_outcomes(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return lbatch_push_numbers(L, x->arrays.outcome, x->batch.options.count, 1);
}

static int l_lengths(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    return lbatch_push_numbers(L, x->arrays.length, x->batch.options.count, 0);
}

/* ---- names ---- */

static int l_actions(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    lua_createtable(L, x->game.space.count, 0);
    for (int32_t i = 0; i < x->game.space.count; i++) {
        char buffer[ACTION_TEXT_MAX];
        struct text t = text_into(buffer, sizeof buffer);
        batch_action_text(&x->game, i, &t);
        lua_pushstring(L, buffer);
        lua_rawseti(L, -2, i + 1);
    }
    return 1;
}

/* planes(): their names, then rows and columns */
static int l_planes(lua_State *L)
{
    const struct lbatch *x = lbatch_here(L);
    const enum observe_as as = x->batch.options.observation;
    lua_newtable(L);
    for (int32_t i = 0; i < batch_planes(&x->game, as); i++) {
        char buffer[BOARD_NAME_MAX];
        struct text t = text_into(buffer, sizeof buffer);
        batch_plane_name(&x->game, as, i, &t);
        lua_pushstring(L, buffer);
        lua_rawseti(L, -2, i + 1);
    }
    lua_pushinteger(L, batch_rows(&x->game));
    lua_pushinteger(L, batch_cols(&x->game));
    return 3;
}

const luaL_Reg lbatch_array_methods[] = {
    {"actions", l_actions},     {"final_observations", l_final_observations},
    {"illegal", l_illegal},     {"lengths", l_lengths},
    {"masks", l_masks},         {"observations", l_observations},
    {"outcomes", l_outcomes},   {"planes", l_planes},
    {"players", l_players},     {"rewards", l_rewards},
    {"sums", l_sums},           {"terminated", l_terminated},
    {"truncated", l_truncated}, {NULL, NULL}};
