/*
 * tessera.lua_game, continued: the description of a game's rules as pictures, part by part.
 */
#include "patterns/describe/describe.h"
#include "lua_rules.h"

static const char *const parts[RULES_PARTS + 1] = {
    [RULES_PART_GAME] = "game", [RULES_PART_FORM] = "form", [RULES_PART_STEP] = "step",
    [RULES_PART_END] = "end",   [RULES_PARTS] = NULL,
};

/* Pushes the text of a part: measures it first, then writes it in place. */
static void push_part(lua_State *L, const struct lua_game *game,
                      const struct rules_part *part)
{
    struct text measured = text_into(NULL, 0);
    rules_describe(game, part, &measured);
    luaL_Buffer b;
    char *at = luaL_buffinitsize(L, &b, measured.length + 1);
    struct text t = text_into(at, measured.length + 1);
    rules_describe(game, part, &t);
    luaL_pushresultsize(&b, t.length);
}

/* describe([of, number, rule]): the part of the program after this one, or the first one: what
 * it is of, the number there, its place among the rules there (0: all that they share), the text,
 * and the number of the rule in the definition or nil; nil after the last part, and for a game
 * without such rules */
int lua_rules_describe(lua_State *L)
{
    const struct lua_game *game = lua_game_of(bind_game_of(L));
    struct rules_part part = rules_first_part();
    if (game->rules == NULL) return 0;
    if (!lua_isnoneornil(L, 1)) {
        part.of = (enum rules_part_of)luaL_checkoption(L, 1, NULL, parts);
        part.number = (int32_t)bind_integer(L, 2, 1, INT32_MAX) - 1;
        part.rule = (int32_t)bind_integer(L, 3, 0, INT32_MAX) - 1;
        luaL_argcheck(L, rules_is_part(game, &part), 1, "no such part");
        if (!rules_next_part(game, &part)) return 0;
    }
    const struct rules_rule *rule = rules_of_part(game, &part);
    lua_pushstring(L, parts[part.of]);
    lua_pushinteger(L, part.number + 1);
    lua_pushinteger(L, part.rule + 1);
    push_part(L, game, &part);
    if (rule != NULL) {
        lua_pushinteger(L, rule->number);
    } else {
        lua_pushnil(L);
    }
    return 5;
}
