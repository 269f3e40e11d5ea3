/*
 * tessera.puzzle_core, continued: reads a compiled program. What is in it is checked
 * afterwards, by puzzle_verify; here are only the checks that reading itself needs.
 */
#include "lpuzzle.h"

#include <stdlib.h>
#include <string.h>

static void build_layers(struct lpuzzle_building *b)
{
    struct puzzle *p = b->p;
    p->objects = lpuzzle_integer(b, "objects", 1, PUZZLE_OBJECTS_MAX);
    p->layers = lpuzzle_integer(b, "layers", 1, PUZZLE_LAYERS_MAX);
    struct puzzle_list of = lpuzzle_list(b, "layer_of", p->layers);
    if (of.at == NULL || of.n != p->objects) {
        luaL_error(b->L, "layer_of is not complete");
        return;
    }
    p->layer_of = of.at;
    struct puzzle_list *layer = lpuzzle_take(b, (size_t)p->layers, sizeof *layer);
    p->layer = layer;
    for (int32_t i = 0; i < p->layers; i++) {
        for (int32_t k = 0; k < p->objects; k++) {
            if (of.at[k] == i) lpuzzle_add(b, k);
        }
        layer[i] = lpuzzle_finish(b);
    }
    p->background = lpuzzle_integer(b, "background_layer", -1, PUZZLE_LAYERS_MAX);
}

/* The kinds of the commands, by their numbers. */
static const uint32_t *build_kinds(struct lpuzzle_building *b)
{
    static const char *const names[] = {"cancel", "restart", "win", "checkpoint",
                                        "again",  "message", NULL};
    int32_t n = lpuzzle_push_list(b, "commands");
    uint32_t *kinds = lpuzzle_take(b, (size_t)n + 1, sizeof *kinds);
    const char **texts = lpuzzle_take(b, (size_t)n, sizeof *texts);
    b->p->messages = n;
    b->p->message = texts;
    for (int32_t k = 0; k < n; k++) {
        lpuzzle_push_entry(b, k);
        lua_getfield(b->L, -1, "text");
        texts[k] = lua_tostring(b->L, -1); /* the class keeps the texts */
        lua_pop(b->L, 1);
        lua_getfield(b->L, -1, "name");
        const char *name = luaL_checkstring(b->L, -1);
        if (strncmp(name, "sfx", 3) == 0) {
            kinds[k + 1] = (uint32_t)PUZZLE_SFX << (strtoul(name + 3, NULL, 10) % 11);
        } else {
            lua_pushvalue(b->L, -1);
            kinds[k + 1] = UINT32_C(1) << luaL_checkoption(b->L, -1, NULL, names);
            lua_pop(b->L, 1);
        }
        lua_pop(b->L, 2);
    }
    lua_pop(b->L, 1);
    return kinds;
}

static void build_those(struct lpuzzle_building *b, const char *name,
                        struct puzzle_those *those)
{
    lua_getfield(b->L, -1, name);
    if (lua_istable(b->L, -1)) {
        those->all = lpuzzle_flag(b, "all");
        int32_t n = (int32_t)lua_rawlen(b->L, -1);
        for (int32_t k = 0; k < n; k++)
            lpuzzle_add(b, lpuzzle_entry(b, k, b->p->objects));
        those->objects = lpuzzle_finish(b);
    }
    lua_pop(b->L, 1);
}

static void build_wins(struct lpuzzle_building *b)
{
    b->p->wins = lpuzzle_push_list(b, "wins");
    struct puzzle_win *win = lpuzzle_take(b, (size_t)b->p->wins, sizeof *win);
    b->p->win = win;
    for (int32_t i = 0; i < b->p->wins; i++, win++) {
        lpuzzle_push_entry(b, i);
        win->quantifier = (enum puzzle_quantifier)lpuzzle_integer(b, "quantifier", 0, 2);
        lua_getfield(b->L, -1, "on");
        win->has_on = lua_istable(b->L, -1);
        lua_pop(b->L, 1);
        build_those(b, "what", &win->what);
        build_those(b, "on", &win->on);
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

/* The sounds, and which of them each event has. */
static void build_sounds(struct lpuzzle_building *b)
{
    b->p->sounds = lpuzzle_push_list(b, "sounds");
    struct puzzle_sound *sound = lpuzzle_take(b, (size_t)b->p->sounds, sizeof *sound);
    b->p->sound = sound;
    for (int32_t i = 0; i < b->p->sounds; i++, sound++) {
        lpuzzle_push_entry(b, i);
        sound->kind = (enum puzzle_sound_kind)lpuzzle_integer(b, "kind", 0, INT32_MAX);
        sound->moves = (uint32_t)lpuzzle_integer(b, "moves", 0, INT32_MAX);
        sound->seed = lpuzzle_integer(b, "seed", 0, INT32_MAX);
        sound->objects = lpuzzle_list(b, "objects", b->p->objects);
        lua_getfield(b->L, -1, "words");
        sound->words = lua_tostring(b->L, -1); /* the class keeps the list */
        lua_pop(b->L, 1);
        int32_t event = lpuzzle_integer(b, "event", -1, PUZZLE_EVENTS - 1);
        if (event >= 0) b->p->event[event] = i + 1;
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void build_glyphs(struct lpuzzle_building *b)
{
    b->p->glyphs = lpuzzle_push_list(b, "glyphs");
    struct puzzle_glyph *glyph = lpuzzle_take(b, (size_t)b->p->glyphs, sizeof *glyph);
    b->p->glyph = glyph;
    for (int32_t i = 0; i < b->p->glyphs; i++, glyph++) {
        size_t n;
        lpuzzle_push_entry(b, i);
        lua_getfield(b->L, -1, "shown");
        const char *shown = luaL_checklstring(b->L, -1, &n);
        if (n >= sizeof glyph->shown) luaL_error(b->L, "a character has too many bytes");
        memcpy(glyph->shown, shown, n + 1);
        lua_pop(b->L, 1);
        glyph->objects = lpuzzle_list(b, "ids", b->p->objects);
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

static void build_shown(struct lpuzzle_building *b)
{
    int32_t n = lpuzzle_push_list(b, "shown");
    struct puzzle_shown *shown = lpuzzle_take(b, (size_t)b->p->objects, sizeof *shown);
    b->p->shown = shown;
    if (n != b->p->objects) luaL_error(b->L, "shown is not complete");
    for (int32_t i = 0; i < n; i++) {
        size_t length;
        lua_rawgeti(b->L, -1, i + 1);
        const char *text = luaL_checklstring(b->L, -1, &length);
        if (length >= sizeof shown->text) luaL_error(b->L, "a character is too long");
        memcpy(shown[i].text, text, length + 1);
        lua_pop(b->L, 1);
    }
    lua_pop(b->L, 1);
}

/* The names of the objects, as the file declares them. */
static void build_names(struct lpuzzle_building *b)
{
    int32_t n = lpuzzle_push_list(b, "names");
    const char **names = lpuzzle_take(b, (size_t)b->p->objects, sizeof *names);
    for (int32_t i = 0; i < b->p->objects; i++) {
        size_t length = 0;
        const char *name = b->p->shown[i].text;
        if (i < n && lua_rawgeti(b->L, -1, i + 1) == LUA_TSTRING) {
            name = lua_tolstring(b->L, -1, &length);
        } else {
            length = strlen(name);
        }
        char *own = lpuzzle_take(b, length + 1, 1);
        memcpy(own, name, length + 1);
        names[i] = own;
        if (i < n) lua_pop(b->L, 1);
    }
    b->p->object_name = names;
    lua_pop(b->L, 1);
}

static void build_flags(struct lpuzzle_building *b)
{
    lua_getfield(b->L, -1, "flags");
    luaL_checktype(b->L, -1, LUA_TTABLE);
    b->p->starts = lpuzzle_flag(b, "run_rules_on_level_start");
    b->p->strict = lpuzzle_flag(b, "require_player_movement");
    b->p->no_action = lpuzzle_flag(b, "noaction");
    b->p->no_restart = lpuzzle_flag(b, "norestart");
    b->p->ticks = lpuzzle_flag(b, "realtime");
    lua_pop(b->L, 1);
}

void lpuzzle_program(lua_State *L, struct puzzle *p, int blocks)
{
    struct lpuzzle_building b = {.L = L, .p = p, .blocks = blocks};
    luaL_checkstack(L, 40, NULL);
    lua_newtable(L);
    b.cells = lua_gettop(L);
    lua_newtable(L);
    b.rows = lua_gettop(L);
    lua_pushvalue(L, 1);
    build_layers(&b);
    b.kinds = build_kinds(&b);
    b.sets = lpuzzle_take(&b, 2 * ((size_t)puzzle_cells(p) / 64 + 1), sizeof *b.sets);
    b.marks = lpuzzle_take(&b, (size_t)puzzle_cells(p), 1);
    p->players.all = lpuzzle_flag(&b, "player_all");
    p->players.objects = lpuzzle_list(&b, "players", p->objects);
    p->chance = lpuzzle_flag(&b, "chance");
    p->dense = lpuzzle_flag(&b, "dense");
    b.lines = lpuzzle_integer(&b, "lines_before", 0, INT32_MAX);
    p->rigid_groups = lpuzzle_integer(&b, "rigid_groups", 0, PUZZLE_RIGID_MAX);
    p->patience = lpuzzle_integer(&b, "patience", 0, INT32_MAX);
    lpuzzle_groups(&b, "normal", &p->normal);
    lpuzzle_groups(&b, "late", &p->late);
    build_wins(&b);
    build_sounds(&b);
    build_glyphs(&b);
    build_shown(&b);
    build_names(&b);
    build_flags(&b);
    lua_pop(L, 3);
}
