/*
 * tessera.lua_game, continued: the description of a game's rules as pictures.
 */
#include "patterns/describe/describe.h"
#include "lua_rules.h"

static const char *const parts[PATTERN_PARTS] = {[PATTERN_PART_GAME] = "game",
                                                 [PATTERN_PART_FORM] = "form",
                                                 [PATTERN_PART_STEP] = "step",
                                                 [PATTERN_PART_END] = "end"};

/* Pushes the text of a part: measures it first, then writes it in place. */
static void push_text(lua_State *L, const struct lua_game *game,
                      const struct pattern_part *part)
{
    struct text measured = text_into(NULL, 0);
    pattern_describe(game, part, &measured);
    luaL_Buffer b;
    char *at = luaL_buffinitsize(L, &b, measured.length + 1);
    struct text t = text_into(at, measured.length + 1);
    pattern_describe(game, part, &t);
    luaL_pushresultsize(&b, t.length);
}

static void push_part(lua_State *L, const struct lua_game *game,
                      const struct pattern_part *part)
{
    const struct pattern_rule *rule = pattern_of_part(game, part);
    lua_createtable(L, 0, 5);
    bind_set_string(L, "of", parts[part->of]);
    bind_set_integer(L, "number", part->number + 1);
    bind_set_integer(L, "place", part->rule + 1);
    if (rule != NULL) bind_set_integer(L, "rule", rule->number);
    push_text(L, game, part);
    lua_setfield(L, -2, "text");
}

/* describe(): a list of the parts of the program: what each is `of`, the `number` there, its
 * `place` among the rules there (0: all that they share), the `text`, and the number of its `rule`
 * in the definition or nil. Nothing for a game without such rules. */
int lua_rules_describe(lua_State *L)
{
    const struct lua_game *game = lua_game_of(bind_game_of(L));
    struct pattern_part part = pattern_first_part();
    lua_Integer n = 0;
    if (game->rules == NULL) return 0;
    lua_newtable(L);
    do {
        push_part(L, game, &part);
        lua_rawseti(L, -2, ++n);
    } while (pattern_next_part(game, &part));
    return 1;
}
