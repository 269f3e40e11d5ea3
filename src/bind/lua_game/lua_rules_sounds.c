/*
 * What is heard of an action in a game written in Lua: of each kind of event that has a sound, and
 * of the end, once, behind the other events, in the order of the definition. It is told as a game
 * in PuzzleScript tells its sounds (src/puzzlescript/sound.c): an event of no piece.
 *
 *     moved   @ from row 1, column 1 to row 1, column 2
 *     pushed  $ from row 1, column 2 to row 1, column 3
 *     heard pushed
 *
 * A game without sounds has no part in this, and a search, which wants no events, pays for one
 * comparison.
 */
#include "lua_rules.h"

#include <string.h>

/* The kind of the end of a game: for one player who has a goal whether it is reached. */
static const char *kind_of_end(const struct game *game, const void *state)
{
    const char *outcome = game->outcome(game, state);
    if (outcome == NULL) return NULL;
    if (game->goal == NULL || game->players > 1) return "ended";
    return strcmp(outcome, game->goal) == 0 ? "won" : "lost";
}

static bool is_told(const char *kind, const struct events *e, size_t first, size_t last,
                    const char *end)
{
    if (end != NULL && strcmp(end, kind) == 0) return true;
    for (size_t i = first; i < last; i++) {
        if (strcmp(e->at[i].kind, kind) == 0) return true;
    }
    return false;
}

static enum applied apply(const struct game *game, void *state, action a,
                          struct report *report)
{
    const struct lua_rules *lr = lua_rules_of(game);
    const size_t first = wants_events(report) ? report->events->count : 0;
    const enum applied done = lr->unheard(game, state, a, report);
    if (done == REFUSED || done == FAILED || !wants_events(report)) return done;
    struct events *e = report->events;
    if (e->count > e->room) { /* the caller plays again, with room for all */
        e->count += (size_t)lr->sounds;
        return done;
    }
    const size_t last = e->count;
    const char *end = kind_of_end(game, state);
    for (int i = 0; i < lr->sounds; i++) {
        const char *words = lr->sound[i];
        if (is_told(words + LUA_RULES_HEARD, e, first, last, end)) {
            emit(report, (struct event){.kind = words});
        }
    }
    return done;
}

void lua_rules_define_sounds(lua_State *L, struct lua_rules *lr)
{
    if (lua_getfield(L, 1, "sounds") == LUA_TTABLE) {
        lua_Unsigned n = lua_rawlen(L, -1);
        luaL_argcheck(L, n <= LUA_RULES_SOUNDS_MAX, 1, "too many sounds");
        for (lua_Unsigned i = 0; i < n; i++) {
            lua_rawgeti(L, -1, (lua_Integer)i + 1);
            size_t length;
            const char *kind = luaL_checklstring(L, -1, &length);
            luaL_argcheck(L, length < LUA_GAME_NAME_MAX, 1, "a sound's name is too long");
            memcpy(lr->sound[i], "heard ", LUA_RULES_HEARD);
            memcpy(lr->sound[i] + LUA_RULES_HEARD, kind, length + 1);
            lua_pop(L, 1);
        }
        lr->sounds = (int)n;
    }
    lua_pop(L, 1);
    if (lr->sounds == 0) return;
    lr->unheard = lr->definition.game.apply;
    lr->definition.game.apply = apply;
}
